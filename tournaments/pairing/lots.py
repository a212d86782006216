"""Rounds drawn by lot. The draw is an order shuffled by the seed, in which neighbours meet.

Who has met, or is to be kept apart, meets somebody near in that order instead. In a first round, when nothing
is barred, every pairing is equally likely.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from tournaments.pairing.around import draw_around
from tournaments.pairing.bans import Bans, Groups, groups_of, together, with_separations
from tournaments.pairing.cheapest import CostMatrix, cheapest_matching
from tournaments.pairing.draws import Options, Relaxation, Request, Rest, RoundDraw
from tournaments.pairing.past import Past, Rounds, read_past, rests_again
from tournaments.pairing.places import place_lines
from tournaments.pairing.swiss import pair_nearest
from tournaments.pairing.top_down import pair_from_the_top


def shuffled(entries: Iterable[int], rng: random.Random) -> tuple[int, ...]:
    """The entries in an order that depends on the seed alone, not on the order they come in."""
    order = sorted(entries)
    rng.shuffle(order)
    return tuple(order)


def draw_lots(request: Request, rng: random.Random) -> RoundDraw:
    """A random round of pairs or of individuals. Who rests is drawn among those who have rested least."""
    if request.options.sizes:
        return draw_around(request, rng)
    order = shuffled(request.ranking, rng)
    past = read_past(request.history)
    if request.options.line_size == 1:
        return pair_nearest(order, past, request.options)
    return _draw_individuals(order, past, request.options)


def _draw_individuals(order: tuple[int, ...], past: Past, options: Options) -> RoundDraw:
    """Four at a table: first as few partners again as possible, then as few opponents or partners again.

    Two matchings one after the other: entries into couples, couples into tables. The first is exact; the
    second is the best for the couples of the first, not for all that could have been. Both keep families and
    clubs apart.
    """
    by_rests = sorted(order, key=lambda entry: -past.rest_count(entry))
    odd = len(order) % 4
    resting = set(by_rests[len(order) - odd :])
    playing = tuple(entry for entry in order if entry not in resting)
    partners = with_separations(past.partnered, past.numbers, options)
    couples = pair_from_the_top(playing, partners, frozenset()).pairs
    families, clubs = groups_of(options.families), groups_of(options.clubs)
    bans = Bans(_seen(couples, past), past.numbers, _apart(couples, families), _apart(couples, clubs))
    tables = _tables(len(couples), bans)
    rests = tuple(Rest(entry) for entry in order if entry in resting)
    again = tuple(
        Relaxation("partner_again", (a, b), past.partnered[a][b])
        for a, b in couples
        if b in past.partnered.get(a, {})
    )
    matches = [(couples[first], couples[second]) for first, second in tables]
    mates = [pair for line, others in matches for pair in combinations((*line, *others), 2)]
    seatings, moved = place_lines(matches, past, options)
    conceded = again + together(mates, families, clubs)
    return RoundDraw(seatings, rests, conceded + moved + rests_again(rests, order, past))


def _tables(couples: int, bans: Bans) -> Sequence[tuple[int, int]]:
    """Which couples share a table. Families, then clubs, count more than whom they have met: at tables of
    four everybody meets somebody again before long."""
    if not bans.families and not bans.clubs:
        return pair_from_the_top(range(couples), bans, frozenset()).pairs
    base = bans.base(couples)
    ceiling = bans.ceiling(base)

    def cost(a: int, b: int) -> int:
        apart = base * (b in bans.families.get(a, ())) + (b in bans.clubs.get(a, ()))
        return ceiling * apart + bans.weigh(a, b, base)

    whole = [[cost(a, b) for b in range(couples)] for a in range(couples)]
    mate = cheapest_matching(CostMatrix(whole))
    return [(a, b) for a, b in enumerate(mate) if a < b]


def _apart(couples: Sequence[tuple[int, int]], groups: Groups) -> dict[int, AbstractSet[int]]:
    """For each couple, the couples that have somebody of a group in common with it."""
    members = [{*groups.get(a, ()), *groups.get(b, ())} for a, b in couples]
    return {
        i: {j for j, couple in enumerate(couples) if fellows.intersection(couple)}
        for i, fellows in enumerate(members)
        if fellows
    }


def _seen(couples: tuple[tuple[int, int], ...], past: Past) -> Mapping[int, Mapping[int, Rounds]]:
    """For each couple, the couples whose members have shared a table with its own, once for each time."""
    place = {entry: i for i, couple in enumerate(couples) for entry in couple}
    seen: dict[int, dict[int, Rounds]] = {i: {} for i in range(len(couples))}
    for i, couple in enumerate(couples):
        for entry in couple:
            for shared in (past.met.get(entry, {}), past.partnered.get(entry, {})):
                for other, rounds in shared.items():
                    if place.get(other, i) != i:
                        known = seen[i].get(place[other], ())
                        seen[i][place[other]] = tuple(sorted(known + rounds))
    return seen
