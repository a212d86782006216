"""Pairing from the top of an order: each takes the nearest it may meet that leaves all the others paired.

With nothing else to obey, the first in lexicographic order of all pairings without a barred meeting. When
there is none, the cheapest by the fixed order of concessions, and among those again the first from the top.
"""

from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.pairing.bans import Bans
from tournaments.pairing.cheapest import CostMatrix, cheapest_matching
from tournaments.pairing.matching import Matching

Barred = Sequence[Collection[int]]
"""For each place of the order, the places it should not meet."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs from the top, better placed first, and the entry left over if they were odd."""

    pairs: tuple[tuple[int, int], ...]
    left_over: int | None


Pairer = Callable[[Sequence[int]], Pairing]
"""Pairs any order, best first, of those it was made for."""


class TopDown:
    """Pairs orders of the same entries, one after another: what no order changes is looked up once."""

    def __init__(self, entries: Collection[int], bans: Bans, may_rest: AbstractSet[int]) -> None:
        """If the entries are odd, the lowest possible of `may_rest` rests."""
        here = set(entries)
        self.bans, self.may_rest = bans, may_rest
        self.majority = bans.majority(entries)
        self.barred = {entry: bans.others_beside(entry, self.majority) & here for entry in entries}

    def pair(self, order: Sequence[int]) -> Pairing:
        """As `pair_from_the_top` does."""
        resting = [entry for entry in reversed(order) if entry in self.may_rest] if len(order) % 2 else []
        found = self._straight(order, resting)
        return self._searched(order) if found is None else found

    def _straight(self, order: Sequence[int], resting: Sequence[int]) -> Pairing | None:
        """The lowest rests and each takes the nearest that is free; None where that leaves somebody over.

        Where nobody is left over it is what the search finds: nobody could have had a nearer opponent.
        """
        if self.majority.members or (len(order) % 2 and not resting):
            return None
        rest = resting[0] if resting else None
        waiting: list[int] = []
        opponents: dict[int, int | None] = {}
        for entry in order:
            if entry == rest:
                continue
            barred = self.barred[entry]
            for other in waiting:
                if other not in barred:
                    opponents[other] = entry
                    waiting.remove(other)
                    break
            else:
                waiting.append(entry)
                opponents[entry] = None
        pairs = tuple((entry, other) for entry, other in opponents.items() if other is not None)
        return None if waiting else Pairing(pairs, rest)

    def _searched(self, order: Sequence[int]) -> Pairing:
        place = {entry: i for i, entry in enumerate(order)}
        barred: Barred = [{place[other] for other in self.barred[entry]} for entry in order]
        resting = [place[entry] for entry in reversed(order) if entry in self.may_rest]
        resting = resting if len(order) % 2 else []
        members = {place[entry] for entry in self.majority.members}
        to_rest = [rest for rest in resting if rest in members] if members else resting
        mate = _unbarred(barred, to_rest, members) if to_rest or not resting else None
        if mate is None:
            mate = _conceding(order, self.bans, resting)
        pairs = [(a, b) for a, b in enumerate(mate[: len(order)]) if a < b < len(order)]
        return Pairing(
            pairs=tuple((order[a], order[b]) for a, b in pairs),
            left_over=order[mate[-1]] if resting else None,
        )


def pair_from_the_top(order: Sequence[int], bans: Bans, may_rest: AbstractSet[int]) -> Pairing:
    """Pair the entries of an order, best first; if they are odd, the lowest possible of `may_rest` rests.

    If the bans cannot all be kept, concede as little as they say; then the rest of somebody better placed;
    then the nearest opponents from the top. Where a club has more than half of the field, that is nothing but
    meetings inside it, as few as can be, whenever all others can be spared: then no costs are compared.
    """
    return TopDown(order, bans, may_rest).pair(order)


def _unbarred(places: Barred, resting: Sequence[int], members: AbstractSet[int]) -> list[int] | None:
    """The first pairing from the top without a barred meeting, None if there is none.

    Whoever rests is matched with one vertex more, after the last place, which takes its first choice. Of a
    club with more than half of the field `members` are the places: those of others meet and rest only them.
    """
    size = len(places)
    barred = [set(others) for others in places]
    if resting:
        kept = set(range(size)).difference(resting)
        for place in kept:
            barred[place].add(size)
        barred.append(kept)
    matching = Matching(barred, members)
    if not matching.complete():
        return None
    if resting:
        next(place for place in resting if matching.force(place, size))
    for place in range(size):
        if matching.live[place]:
            next(other for other in range(place + 1, size) if matching.force(place, other))
    return matching.mate


def _conceding(order: Sequence[int], bans: Bans, resting: Sequence[int]) -> list[int]:
    """The pairing with the cheapest concessions, each level of them heavier than all that follow together.

    The last levels spell the pairing from the top: place i adds its distance to a lower opponent at level i,
    so that the least sum is the first pairing in lexicographic order.
    """
    size = len(order)
    vertices = size + size % 2
    nearness = [vertices ** (size - place) for place in range(size)]
    rest_level = vertices ** (size + 1)
    ban_level = rest_level * vertices
    base = bans.base(vertices // 2)
    majority = bans.majority(order)
    impossible = ban_level * bans.ceiling(base)
    cost = [[0] * vertices for _ in range(vertices)]
    for a in range(size):
        for b in range(a + 1, size):
            weight = bans.weigh(order[a], order[b], base) + majority.needs(order[a], order[b])
            cost[a][b] = cost[b][a] = ban_level * weight + (b - a) * nearness[a]
        if size % 2:
            choice = resting.index(a) * rest_level if a in resting else impossible
            choice += ban_level * majority.needs(order[a])
            cost[a][size] = cost[size][a] = choice
    return cheapest_matching(CostMatrix(cost))
