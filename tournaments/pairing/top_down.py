"""Pairing from the top of an order: each takes the nearest it may meet that leaves all the others paired.

With nothing else to obey, the first in lexicographic order of all pairings without a barred meeting. When
there is none, the cheapest by the fixed order of concessions, and among those again the first from the top.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.pairing.cheapest import cheapest_matching
from tournaments.pairing.matching import Matching
from tournaments.pairing.past import Meetings, Rounds

Barred = Sequence[Mapping[int, Rounds]]
"""For each place of the order, the places it should not meet and the rounds in which they have."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs from the top, better placed first; the entry left over if they were odd; meetings conceded."""

    pairs: tuple[tuple[int, int], ...]
    left_over: int | None
    conceded: tuple[tuple[int, int], ...]


def pair_from_the_top(
    order: Sequence[int], barred: Meetings, may_rest: AbstractSet[int], past_rounds: Rounds
) -> Pairing:
    """Pair the entries of an order, best first; if they are odd, the lowest possible of `may_rest` rests.

    `barred` are the meetings to avoid with the rounds in which they took place, all among `past_rounds`
    (rising). If they cannot all be avoided, concede in this order of importance, least possible of each: a
    meeting of the last of the past rounds; the number of earlier meetings; the tables concerned; the more
    recent before the older; the rest of somebody better placed; the nearest opponents from the top.
    """
    place = {entry: i for i, entry in enumerate(order)}
    places: Barred = [
        {place[other]: rounds for other, rounds in barred.get(entry, {}).items() if other in place}
        for entry in order
    ]
    resting = [place[entry] for entry in reversed(order) if entry in may_rest] if len(order) % 2 else []
    mate = _unbarred(places, resting)
    if mate is None:
        mate = _conceding(places, resting, past_rounds)
    pairs = [(a, b) for a, b in enumerate(mate[: len(order)]) if a < b < len(order)]
    return Pairing(
        pairs=tuple((order[a], order[b]) for a, b in pairs),
        left_over=order[mate[-1]] if resting else None,
        conceded=tuple((order[a], order[b]) for a, b in pairs if b in places[a]),
    )


def _unbarred(places: Barred, resting: Sequence[int]) -> list[int] | None:
    """The first pairing from the top without a barred meeting, None if there is none.

    Whoever rests is matched with one vertex more, after the last place, which takes its first choice.
    """
    size = len(places)
    barred = [set(others) for others in places]
    if resting:
        kept = set(range(size)).difference(resting)
        for place in kept:
            barred[place].add(size)
        barred.append(kept)
    matching = Matching(barred)
    if not matching.complete():
        return None
    if resting:
        next(place for place in resting if matching.force(place, size))
    for place in range(size):
        if matching.live[place]:
            next(other for other in range(place + 1, size) if matching.force(place, other))
    return matching.mate


def _conceding(places: Barred, resting: Sequence[int], past_rounds: Rounds) -> list[int]:
    """The pairing with the cheapest concessions, each level of them heavier than all that follow together.

    The last levels spell the pairing from the top: place i adds its distance to a lower opponent at level i,
    so that the least sum is the first pairing in lexicographic order.
    """
    size = len(places)
    vertices = size + size % 2
    nearness = [vertices ** (size - place) for place in range(size)]
    rest_level = vertices ** (size + 1)
    ban_level = rest_level * vertices
    base = vertices * max(len(rounds) for others in places for rounds in others.values())
    impossible = ban_level * base ** (3 + len(past_rounds))
    cost = [[0] * vertices for _ in range(vertices)]
    for a in range(size):
        for b in range(a + 1, size):
            ban = ban_level * _weigh(places[a].get(b, ()), past_rounds, base)
            cost[a][b] = cost[b][a] = ban + (b - a) * nearness[a]
        if size % 2:
            choice = resting.index(a) * rest_level if a in resting else impossible
            cost[a][size] = cost[size][a] = choice
    return cheapest_matching(cost)


def _weigh(rounds: Rounds, past_rounds: Rounds, base: int) -> int:
    """The levels of one barred meeting as one number in a base that no sum over the tables reaches."""
    if not rounds:
        return 0
    levels = [int(past_rounds[-1] in rounds), len(rounds), 1]
    levels.extend(int(number == rounds[-1]) for number in reversed(past_rounds))
    weight = 0
    for level in levels:
        weight = weight * base + level
    return weight
