"""The perfect matching of least total cost, exactly, for integer costs of any size.

Edmonds' primal-dual method (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965), one
free vertex after another. A search looks at the others of a vertex ring by ring, the cheap ones first, and
stops where the duals prove that nothing further out can help: the complete graph is never written down.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Protocol

NOBODY = -1
FIRST_RING = 8
Edge = tuple[int, int]
Ring = tuple[Sequence[tuple[int, int]], int | None]
"""Others with their costs, and what everybody in the rings beyond costs at least: None after the last."""


class Costs(Protocol):
    """The costs of a graph, as seen from each vertex 0 … size − 1."""

    @property
    def size(self) -> int:
        """The number of vertices."""

    def ring(self, vertex: int, index: int) -> Ring:
        """The ring of that index, from 0, around a vertex. Each of the others lies in one ring."""


class CostMatrix:
    """Costs written out: symmetric, the diagonal not read. Rings double, the cheapest others first."""

    def __init__(self, cost: Sequence[Sequence[int]]) -> None:
        """Sort each row."""
        self.size = len(cost)
        self._rows = [
            sorted(((b, row[b]) for b in range(self.size) if b != a), key=lambda entry: entry[1])
            for a, row in enumerate(cost)
        ]

    def ring(self, vertex: int, index: int) -> Ring:
        """The next cheapest others."""
        row = self._rows[vertex]
        start, end = (FIRST_RING << index) - FIRST_RING, (FIRST_RING << index + 1) - FIRST_RING
        return row[start:end], row[end][1] if end < len(row) else None


def cheapest_matching(costs: Costs) -> list[int]:
    """The partner of each vertex so that the sum of costs is least.

    Raises ValueError when no perfect matching exists, as for an odd number of vertices.
    """
    state = _State(costs)
    for vertex in sorted(range(costs.size), key=_scatter):
        if state.mate[vertex] == NOBODY:
            _Search(state, vertex).run()
    return state.mate


def _scatter(vertex: int) -> int:
    """An order far from the vertices' own: where all on one side are matched, a search goes a long way."""
    return vertex * 0x9E3779B1 % 2**32


class _State:
    """What lasts from one search to the next: the matching, the duals and the nested blossoms.

    A node is a vertex or a blossom (numbered from `size`). The petals of a blossom are an odd cycle of nodes
    that starts at its base; link i is the edge from petal i to the next. `base` is the one vertex of a node
    that is matched outside it. With y, z the duals, the slack of an edge between two nodes is
    2·cost − y − y ≥ 0, and matched edges have none: once everybody is matched, nothing is cheaper.
    """

    def __init__(self, costs: Costs) -> None:
        self.size = costs.size
        self.costs = costs
        self.rings: list[list[Ring]] = [[] for _ in range(self.size)]
        self.y = [self._cheapest(vertex) for vertex in range(self.size)]
        self.z: dict[int, int] = {}
        self.mate = [NOBODY] * self.size
        self.sign = [0] * self.size
        self.top = list(range(self.size))
        self.members = {vertex: [vertex] for vertex in range(self.size)}
        self.base = {vertex: vertex for vertex in range(self.size)}
        self.petals: dict[int, list[int]] = {}
        self.links: dict[int, list[Edge]] = {}
        self.next_node = self.size
        self._take_cheapest()

    def _take_cheapest(self) -> None:
        """Match those who are each other's cheapest as far as they come free."""
        for vertex in range(self.size):
            if self.mate[vertex] == NOBODY:
                for other, doubled in self.ring(vertex, 0)[0]:
                    if self.mate[other] == NOBODY and doubled == self.y[vertex] + self.y[other]:
                        self.join(vertex, other)
                        break

    def _cheapest(self, vertex: int) -> int:
        entries, beyond = self.ring(vertex, 0)
        doubled = [cost for _, cost in entries]
        return min(doubled if beyond is None else [*doubled, beyond], default=0) // 2

    def ring(self, vertex: int, index: int) -> Ring:
        """A ring with doubled costs, kept for the next time."""
        rings = self.rings[vertex]
        if index == len(rings):
            entries, beyond = self.costs.ring(vertex, index)
            doubled = [(other, 2 * cost) for other, cost in entries]
            rings.append((doubled, None if beyond is None else 2 * beyond))
        return rings[index]

    def join(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a

    def is_free(self, node: int) -> bool:
        return self.mate[self.base[node]] == NOBODY

    def rebase(self, node: int, vertex: int) -> None:
        """Turn the cycle of a blossom, and those inside it, so that `vertex` is left to match outside."""
        if self.base[node] == vertex:
            return
        petals, links = self.petals[node], self.links[node]
        start = next(i for i, petal in enumerate(petals) if vertex in self.members[petal])
        petals = self.petals[node] = petals[start:] + petals[:start]
        links = self.links[node] = links[start:] + links[:start]
        self.rebase(petals[0], vertex)
        for i in range(1, len(petals), 2):
            a, b = links[i]
            self.rebase(petals[i], a)
            self.rebase(petals[i + 1], b)
            self.join(a, b)
        self.base[node] = vertex

    def contract(self, petals: list[int], links: list[Edge]) -> int:
        node = self.next_node
        self.next_node += 1
        self.petals[node], self.links[node], self.z[node] = petals, links, 0
        self.members[node] = [vertex for petal in petals for vertex in self.members[petal]]
        self.base[node] = self.base[petals[0]]
        for vertex in self.members[node]:
            self.top[vertex] = node
        return node

    def dissolve(self, node: int) -> tuple[list[int], list[Edge]]:
        """Make the petals of a blossom outer nodes again."""
        for petal in self.petals[node]:
            for vertex in self.members[petal]:
                self.top[vertex] = petal
        del self.z[node], self.members[node], self.base[node]
        return self.petals.pop(node), self.links.pop(node)

    def dissolve_idle(self, node: int) -> None:
        """Open a blossom whose dual is 0, and those inside it that are outer then."""
        if node in self.z and not self.z[node]:
            for petal in self.dissolve(node)[0]:
                self.dissolve_idle(petal)


class _Search:
    """The growth of one alternating tree from a free vertex until it reaches another.

    `even` says of each outer node in the tree whether it lies at an even distance from the root; `entered` is
    the tree edge, parent's vertex first, by which the node was reached (the root has none). `now` is how far
    the duals have moved: up in even nodes, down in odd ones. Meanwhile y[v] stands for the dual less
    sign·now, sign being 1, −1 or, outside the tree, 0; so only what changes its sign is written. z likewise.

    `near[v]` is the least 2·cost − y seen from an even vertex, with that vertex and 2·cost; it stays as it is
    while v leaves the tree and comes back. `goal` is the edge to the nearest free vertex with the time,
    `limit`, when it gets tight: no event from then on counts.
    """

    def __init__(self, state: _State, root: int) -> None:
        self.state = state
        self.most = max(state.y)
        self.now = 0
        self.limit: float = inf
        self.goal: tuple[int, int, int] | None = None
        self.even: dict[int, bool] = {}
        self.entered: dict[int, Edge] = {}
        self.near: dict[int, tuple[int, int, int]] = {}
        self.events: list[tuple[int, int, int, int]] = []
        self.queue: list[int] = []
        self.tree: set[int] = set()
        self._label(state.top[root], even=True)

    def run(self) -> None:
        """Take events in the order of their times until the matching has one edge more.

        An event is an edge between vertices that gets tight, with its doubled cost; or, with ~i in place of
        the other vertex, the time when ring i may matter; or an odd blossom whose dual gets 0. Raises
        ValueError when no free vertex can be reached.
        """
        while self._grow():
            pass
        if self.goal is None:
            raise ValueError("there is no perfect matching")
        self.now, vertex, other = self.goal
        node = self.state.top[other]
        self._flip(vertex)
        self.state.rebase(node, other)
        self.state.join(vertex, other)
        self._settle()

    def _grow(self) -> bool:
        """Take the next event; False when a free vertex is reached first, or there is none."""
        while self.queue and self.now < self.limit:
            self._scan(self.queue.pop(), 0)
        if not self.events or self.limit <= self.events[0][0]:
            return False
        time, node, other, doubled = heappop(self.events)
        self.now = max(self.now, time)
        if node >= self.state.size:
            if self.even.get(node) is False:
                self._expand(node)
        elif other < 0:
            self._scan(node, ~other)
        else:
            self._use(node, other, doubled)
        return True

    def _label(self, node: int, *, even: bool) -> None:
        """Put an outer node into the tree, or turn an odd one even."""
        state, new = self.state, 1 if even else -1
        members = state.members[node]
        for vertex in members:
            state.y[vertex] += (state.sign[vertex] - new) * self.now
            state.sign[vertex] = new
        self.tree.update(members)
        if node in state.z:
            state.z[node] -= 2 * new * self.now
            if not even:
                heappush(self.events, (state.z[node] // 2, node, 0, 0))
        self.even[node] = even
        if even:
            self.queue.extend(members)

    def _unlabel(self, node: int) -> None:
        """Give a blossom of the tree its true dual again: it is to be opened or to lie inside another."""
        even = self.even.pop(node)
        if node in self.state.z:
            self.state.z[node] += 2 * self.now if even else -2 * self.now

    def _scan(self, vertex: int, index: int) -> None:
        """Look from an even vertex at its rings from that index on, as far as they matter now."""
        state = self.state
        y, sign, top, near, events = state.y, state.sign, state.top, self.near, self.events
        own, node = y[vertex], top[vertex]
        while True:
            entries, beyond = state.ring(vertex, index)
            for other, doubled in entries:
                reach = doubled - own
                if sign[other] > 0:
                    time = (reach - y[other]) // 2
                    if time < self.limit and top[other] != node:
                        heappush(events, (time, vertex, other, doubled))
                elif other not in near or reach < near[other][0]:
                    near[other] = (reach, vertex, doubled)
                    if not sign[other]:
                        self._await(other)
            if beyond is None:
                return
            time = (beyond - own - self.most) // 2
            index += 1
            if time > self.now:
                if time < self.limit:
                    heappush(events, (time, vertex, ~index, 0))
                return

    def _await(self, vertex: int) -> None:
        """Note when the nearest even vertex will reach one outside the tree."""
        reach, source, doubled = self.near[vertex]
        time = reach - self.state.y[vertex]
        if time < self.limit:
            if self.state.is_free(self.state.top[vertex]):
                self.limit, self.goal = time, (time, source, vertex)
            else:
                heappush(self.events, (time, source, vertex, doubled))

    def _use(self, vertex: int, other: int, doubled: int) -> None:
        """Use an edge from an even vertex, if it is tight, to another in the tree or to one matched."""
        state = self.state
        node = state.top[other]
        wait = doubled - state.y[vertex] - state.y[other]
        if node not in self.even and wait <= self.now:
            self._label(node, even=False)
            self.entered[node] = (vertex, other)
            base = state.base[node]
            beyond = state.top[state.mate[base]]
            self.entered[beyond] = (base, state.mate[base])
            self._label(beyond, even=True)
        elif self.even.get(node) and node != state.top[vertex] and wait <= 2 * self.now:
            self._contract(vertex, other)

    def _upward(self, node: int) -> Iterator[int]:
        """A node and its ancestors up to the root."""
        yield node
        while node in self.entered:
            node = self.state.top[self.entered[node][0]]
            yield node

    def _flip(self, vertex: int) -> None:
        """Flip the tree path from the node of `vertex` to its root, which leaves `vertex` to be matched."""
        state = self.state
        node = state.top[vertex]
        state.rebase(node, vertex)
        while node in self.entered:
            odd = state.top[self.entered[node][0]]
            above, below = self.entered[odd]
            state.rebase(odd, below)
            node = state.top[above]
            state.rebase(node, above)
            state.join(above, below)

    def _contract(self, vertex: int, other: int) -> None:
        """Close the cycle that an edge between two even nodes makes: its odd nodes become even with it."""
        state = self.state
        ours, theirs = list(self._upward(state.top[vertex])), list(self._upward(state.top[other]))
        meeting = next(node for node in ours if node in set(theirs))
        ours, theirs = ours[: ours.index(meeting)], theirs[: theirs.index(meeting)]
        links = [self.entered[node] for node in reversed(ours)]
        links.append((vertex, other))
        links.extend((child, parent) for parent, child in (self.entered[node] for node in theirs))
        petals = [meeting, *reversed(ours), *theirs]
        entered = self.entered.get(meeting)
        for petal in petals:
            if not self.even[petal]:
                self._unlabel(petal)
                self._label(petal, even=True)
            self._unlabel(petal)
            self.entered.pop(petal, None)
        node = state.contract(petals, links)
        state.z[node] = -2 * self.now
        self.even[node] = True
        if entered is not None:
            self.entered[node] = entered

    def _expand(self, node: int) -> None:
        """Open an odd blossom: the even way round from where it was entered to its base stays in the tree."""
        state = self.state
        entered = self.entered.pop(node)
        self._unlabel(node)
        petals, links = state.dissolve(node)
        for petal in petals:
            self._leave(petal)
        place = petals.index(state.top[entered[1]])
        onward = 1 if place % 2 else -1
        while True:
            petal = petals[place]
            self._label(petal, even=False)
            self.entered[petal] = entered
            if place % len(petals) == 0:
                break
            base = state.base[petal]
            place = (place + onward) % len(petals)
            self.entered[petals[place]] = (base, state.mate[base])
            self._label(petals[place], even=True)
            entered = links[place] if onward == 1 else links[place - 1][::-1]
            place = (place + onward) % len(petals)
        for petal in petals:
            if petal not in self.even:
                for vertex in state.members[petal]:
                    if vertex in self.near:
                        self._await(vertex)

    def _leave(self, petal: int) -> None:
        """Take the odd vertices of an opened blossom out of the tree."""
        for vertex in self.state.members[petal]:
            self.state.y[vertex] -= self.now
            self.state.sign[vertex] = 0

    def _settle(self) -> None:
        """Give every vertex and blossom its true dual, and open the blossoms that have none."""
        state = self.state
        for vertex in self.tree:
            state.y[vertex] += state.sign[vertex] * self.now
            state.sign[vertex] = 0
        for node in list(self.even):
            self._unlabel(node)
            state.dissolve_idle(node)
