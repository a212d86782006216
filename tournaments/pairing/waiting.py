"""Who would face an empty seat in a movement that goes by a plan: such entries meet one another instead.

The plan of everybody else stays as it is. No meeting is repeated. None that the plan still holds is taken:
it would be a repetition then. A Mitchell, in which two of one line can meet as guests, takes one where more
would rest without it: when its turn comes, the two look for others.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tournaments.pairing.bans import Groups, groups_of
from tournaments.pairing.draws import Options, Relaxation
from tournaments.pairing.matching import Matching
from tournaments.pairing.past import Past

Couples = tuple[tuple[int, int], ...]


def meet_instead(
    waiting: Sequence[int],
    past: Past,
    planned: Iterable[tuple[int, int]],
    options: Options,
    *,
    early: bool = False,
) -> tuple[Couples, tuple[int, ...]]:
    """Those who meet, as many as can, and those who rest: of them all whoever rested least, of equals
    whoever came last, which has the highest key.

    `planned` are the meetings that the plan still holds, taken only if `early` and more would rest otherwise.
    Families, then clubs, are kept apart where that makes nobody rest who need not.
    """
    later: dict[int, set[int]] = {entry: set() for entry in waiting}
    for a, b in planned:
        later.setdefault(a, set()).add(b)
        later.setdefault(b, set()).add(a)
    met = {entry: {*past.met.get(entry, ())} for entry in waiting}
    families, clubs = groups_of(options.families), groups_of(options.clubs)
    levels: tuple[tuple[Groups, ...], ...] = ((families, clubs), (families,), ())

    def best(closed: Mapping[int, AbstractSet[int]]) -> tuple[Couples, tuple[int, ...]]:
        answers = [_matched(waiting, past, _with(closed, groups)) for groups in levels]
        return min(answers, key=lambda answer: (len(answer[1]), sorted(map(past.rest_count, answer[1]))))

    kept = best({entry: met[entry] | later[entry] for entry in waiting})
    return kept if not early or len(kept[1]) < 2 else min(kept, best(met), key=lambda answer: len(answer[1]))


def met_already(couples: Iterable[tuple[int, int]], phase: Past) -> frozenset[tuple[int, int]]:
    """Of the couples that a plan brings together now, those who met earlier in its `phase`."""
    return frozenset((a, b) for a, b in couples if b in phase.met.get(a, ()))


def without_seat(waiting: Iterable[int]) -> tuple[Relaxation, ...]:
    """A `no_seat` for each of those without a seat in the plan, whether they rest or meet one another."""
    return tuple(Relaxation("no_seat", (entry,)) for entry in waiting)


def _with(closed: Mapping[int, AbstractSet[int]], groups: Sequence[Groups]) -> dict[int, set[int]]:
    return {
        entry: set(others).union(*(group.get(entry, ()) for group in groups))
        for entry, others in closed.items()
    }


def _matched(
    waiting: Sequence[int], past: Past, closed: Mapping[int, AbstractSet[int]]
) -> tuple[Couples, tuple[int, ...]]:
    """A greatest matching; vertices are added for those left over, who rested least, then came last."""
    place = {entry: i for i, entry in enumerate(waiting)}
    size = len(waiting)
    for over in range(size % 2, size + 1, 2):
        extra = range(size, size + over)
        barred = [{place[other] for other in closed[entry] if other in place} for entry in waiting]
        matching = Matching([*barred, *(set(extra) for _ in extra)])
        if matching.complete():
            break
    by_rests = sorted(range(size), key=lambda vertex: (past.rest_count(waiting[vertex]), -waiting[vertex]))
    for vertex in extra:
        next(one for one in by_rests if matching.force(one, vertex))
    mate = matching.mate
    pairs = tuple((waiting[a], waiting[b]) for a, b in enumerate(mate[:size]) if a < b < size)
    return pairs, tuple(waiting[vertex] for vertex in range(size) if mate[vertex] >= size)
