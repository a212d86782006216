"""Swiss rounds: nobody meets anybody again, and the places in the standings of opponents are close.

The whole round is one cheapest perfect matching. Its costs are levels, each heavier than all that follow: the
bans in their order, the rest of somebody better placed, the sum of the squared differences of places, two
entries with a fixed seat at one table, two that are both due the same line. Squared, because with plain
differences 1–3, 2–4 would be as good as 1–2, 3–4 is not, but 1–4, 2–3 is.
"""

import random
from collections.abc import Sequence

from tournaments.pairing.bans import with_separations
from tournaments.pairing.cheapest import FIRST_RING, Ring, cheapest_matching
from tournaments.pairing.draws import Options, PairsOnly, Request, Rest, RoundDraw
from tournaments.pairing.past import Past, due_line, fewest_rests, read_past
from tournaments.pairing.places import place
from tournaments.pairing.top_down import Pairer, Pairing


def draw_swiss(request: Request, _rng: random.Random) -> RoundDraw:
    """The best round by the stated order of rules; every rule that had to give is named."""
    if request.options.line_size != 1:
        raise PairsOnly
    return pair_nearest(request.ranking, read_past(request.history), request.options)


def pair_swiss(request: Request) -> Pairer:
    """The pairings of Swiss for any order of those present."""
    if request.options.line_size != 1:
        raise PairsOnly
    return _Field(request.ranking, read_past(request.history), request.options).pair


def pair_nearest(order: Sequence[int], past: Past, options: Options) -> RoundDraw:
    """Pair an order, best first, without rematches and as near as that allows; the odd one out rests."""
    field = _Field(order, past, options)
    pairing = field.pair(order)
    seatings, moved = place(pairing.pairs, past, options)
    rests = () if pairing.left_over is None else (Rest(pairing.left_over),)
    return RoundDraw(seatings, rests, field.bans.conceded(pairing.pairs) + moved)


class _Field:
    """What no order of the same entries changes: whom they avoid, who may rest, who is due which line."""

    def __init__(self, entries: Sequence[int], past: Past, options: Options) -> None:
        here = set(entries)
        self.bans = with_separations(past.met, past.numbers, options)
        self.majority = self.bans.majority(entries)
        self.avoided = {entry: (self._avoided(entry) & here) - {entry} for entry in entries}
        fixed = {entry for entry, _ in options.fixed}
        self.fixed = {entry: entry in fixed for entry in entries}
        self.due = {entry: due_line(entry, past) for entry in entries}
        self.may_rest = fewest_rests(entries, past) if len(entries) % 2 else frozenset()

    def _avoided(self, entry: int) -> set[int]:
        """Whom it costs an entry to meet."""
        others = self.bans.others(entry)
        if entry in self.majority.members:
            return others - (self.majority.members - self.bans.others(entry, clubs=False))
        return others | self.majority.rest

    def pair(self, order: Sequence[int]) -> Pairing:
        """The cheapest pairing of an order, best first."""
        mate = cheapest_matching(_Nearness(order, self))
        size = len(order)
        pairs = tuple((order[a], order[b]) for a, b in enumerate(mate[:size]) if a < b < size)
        return Pairing(pairs, order[mate[size]] if size % 2 else None)


class _Nearness:
    """What it costs that two places of an order meet, or that one rests: it meets the vertex after the last.

    Ring i holds the places 2^i times as far as ring 0; the barred ones are in a ring of their own, the last.
    """

    def __init__(self, order: Sequence[int], field: _Field) -> None:
        self.entries = len(order)
        self.size = self.entries + self.entries % 2
        self.order = order
        self.bans, self.majority = field.bans, field.majority
        index = {entry: i for i, entry in enumerate(order)}
        self.barred = [{index[other] for other in field.avoided[entry]} for entry in order]
        self.fixed = [field.fixed[entry] for entry in order]
        self.due = [field.due[entry] for entry in order]
        resting = [index[entry] for entry in reversed(order) if entry in field.may_rest]
        tables = self.size // 2
        self.base = self.bans.base(tables)
        self.clash = tables + 1
        self.distance = self.clash**2
        self.by_distance = [self.distance * away**2 for away in range(self.entries)]
        self.rest = self.distance * (tables * self.size**2 + 1)
        self.ban = self.rest * (self.size + 1)
        self.rests = {
            vertex: i * self.rest + self.ban * self.majority.needs(order[vertex])
            for i, vertex in enumerate(resting)
        }

    def ring(self, vertex: int, index: int) -> Ring:
        """The places at a range of distances from one, on both sides."""
        if vertex == self.entries:
            return list(self.rests.items()), None
        near, far = (FIRST_RING << index) - FIRST_RING + 1, (FIRST_RING << index + 1) - FIRST_RING + 1
        if near > max(vertex, self.entries - 1 - vertex):
            return [(other, self._barred_cost(vertex, other)) for other in self.barred[vertex]], None
        ring = self._places(vertex, near, far)
        if index == 0 and vertex in self.rests:
            ring.append((self.entries, self.rests[vertex]))
        if far <= max(vertex, self.entries - 1 - vertex):
            return ring, self.distance * far**2
        return ring, self.ban if self.barred[vertex] else None

    def _places(self, vertex: int, near: int, far: int) -> list[tuple[int, int]]:
        """The places at distances from `near` to below `far`, those barred apart, with what `_cost` says."""
        above, below = max(vertex - far + 1, 0), min(vertex + far, self.entries)
        by_distance = self.by_distance
        places = [(vertex - away, by_distance[away]) for away in range(vertex - above, near - 1, -1)]
        places += [(vertex + away, by_distance[away]) for away in range(near, below - vertex)]
        barred, due, dues = self.barred[vertex], self.due[vertex], self.due
        if self.fixed[vertex]:
            return [(other, self._cost(vertex, other)) for other, _ in places if other not in barred]
        if due:
            return [(other, cost + (dues[other] == due)) for other, cost in places if other not in barred]
        return [place for place in places if place[0] not in barred]

    def _cost(self, a: int, b: int) -> int:
        """The levels below the bans."""
        clash = self.clash if self.fixed[a] and self.fixed[b] else 0
        return self.by_distance[abs(a - b)] + clash + (self.due[a] * self.due[b] > 0)

    def _barred_cost(self, a: int, b: int) -> int:
        one, other = self.order[a], self.order[b]
        weight = self.bans.weigh(one, other, self.base) + self.majority.needs(one, other)
        return self.ban * weight + self._cost(a, b)
