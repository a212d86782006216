"""Swiss rounds: nobody meets anybody again, and the places in the standings of opponents are close.

The whole round is one cheapest perfect matching. Its costs are levels, each heavier than all that follow: the
bans in their order, the rest of somebody better placed, the sum of the squared differences of places, two
entries with a fixed seat at one table, two that are both due the same line. Squared, because with plain
differences 1–3, 2–4 would be as good as 1–2, 3–4 is not, but 1–4, 2–3 is.
"""

import random
from collections.abc import Sequence

from tournaments.pairing.bans import Bans, with_separations
from tournaments.pairing.cheapest import FIRST_RING, Ring, cheapest_matching
from tournaments.pairing.draws import Options, PairsOnly, Request, Rest, RoundDraw
from tournaments.pairing.past import Past, due_line, fewest_rests, read_past
from tournaments.pairing.places import place


def draw_swiss(request: Request, _rng: random.Random) -> RoundDraw:
    """The best round by the stated order of rules; every rule that had to give is named."""
    if request.options.line_size != 1:
        raise PairsOnly
    return pair_nearest(request.ranking, read_past(request.history), request.options)


def pair_nearest(order: Sequence[int], past: Past, options: Options) -> RoundDraw:
    """Pair an order, best first, without rematches and as near as that allows; the odd one out rests."""
    bans = with_separations(past.met, past.numbers, options)
    mate = cheapest_matching(_Nearness(order, bans, past, options))
    size = len(order)
    pairs = tuple((order[a], order[b]) for a, b in enumerate(mate[:size]) if a < b < size)
    seatings, moved = place(pairs, past, options)
    rests = (Rest(order[mate[size]]),) if size % 2 else ()
    return RoundDraw(seatings, rests, bans.conceded(pairs) + moved)


class _Nearness:
    """What it costs that two places of an order meet, or that one rests: it meets the vertex after the last.

    Ring i holds the places 2^i times as far as ring 0; the barred ones are in a ring of their own, the last.
    """

    def __init__(self, order: Sequence[int], bans: Bans, past: Past, options: Options) -> None:
        self.entries = len(order)
        self.size = self.entries + self.entries % 2
        self.order = order
        self.bans = bans
        index = {entry: i for i, entry in enumerate(order)}
        self.majority = bans.majority(order)
        self.barred = [
            {index[other] for other in self._avoided(entry) if other in index} - {i}
            for i, entry in enumerate(order)
        ]
        fixed = {entry for entry, _ in options.fixed}
        self.fixed = [entry in fixed for entry in order]
        self.due = [due_line(entry, past) for entry in order]
        may_rest = fewest_rests(order, past) if self.entries % 2 else frozenset()
        resting = [index[entry] for entry in reversed(order) if entry in may_rest]
        tables = self.size // 2
        self.base = bans.base(tables)
        self.clash = tables + 1
        self.distance = self.clash**2
        self.rest = self.distance * (tables * self.size**2 + 1)
        self.ban = self.rest * (self.size + 1)
        self.rests = {
            vertex: i * self.rest + self.ban * self.majority.needs(order[vertex])
            for i, vertex in enumerate(resting)
        }

    def _avoided(self, entry: int) -> set[int]:
        """Whom it costs an entry to meet."""
        others = self.bans.others(entry)
        if entry in self.majority.members:
            return others - (self.majority.members - self.bans.others(entry, clubs=False))
        return others | self.majority.rest

    def ring(self, vertex: int, index: int) -> Ring:
        """The places at a range of distances from one, on both sides."""
        if vertex == self.entries:
            return list(self.rests.items()), None
        near, far = (FIRST_RING << index) - FIRST_RING + 1, (FIRST_RING << index + 1) - FIRST_RING + 1
        if near > max(vertex, self.entries - 1 - vertex):
            return [(other, self._barred_cost(vertex, other)) for other in self.barred[vertex]], None
        places = (
            *range(max(vertex - far + 1, 0), vertex - near + 1),
            *range(vertex + near, min(vertex + far, self.entries)),
        )
        ring = [(other, self._cost(vertex, other)) for other in places if other not in self.barred[vertex]]
        if index == 0 and vertex in self.rests:
            ring.append((self.entries, self.rests[vertex]))
        if far <= max(vertex, self.entries - 1 - vertex):
            return ring, self.distance * far**2
        return ring, self.ban if self.barred[vertex] else None

    def _cost(self, a: int, b: int) -> int:
        """The levels below the bans."""
        clash = self.clash if self.fixed[a] and self.fixed[b] else 0
        return self.distance * (a - b) ** 2 + clash + (self.due[a] * self.due[b] > 0)

    def _barred_cost(self, a: int, b: int) -> int:
        one, other = self.order[a], self.order[b]
        weight = self.bans.weigh(one, other, self.base) + self.majority.needs(one, other)
        return self.ban * weight + self._cost(a, b)
