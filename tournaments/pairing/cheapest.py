"""The perfect matching of least total cost in a complete graph, exactly, for integer costs of any size.

Edmonds' primal-dual method (J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965). It is
needed only when some rule must give, that is in small fields with many rounds, so it is written to be read.
"""

from collections.abc import Iterator, Sequence

NOBODY = -1
Edge = tuple[int, int]


def cheapest_matching(cost: Sequence[Sequence[int]]) -> list[int]:
    """The partner of each vertex 0 … n − 1, n even, so that the sum of costs is least.

    `cost` is symmetric; its diagonal is not read. Raises ValueError for an odd number of vertices.
    """
    if len(cost) % 2:
        raise ValueError("an odd number of vertices has no perfect matching")
    state = _State(cost)
    while NOBODY in state.mate:
        _Phase(state).run()
    return state.mate


class _State:
    """What lasts from one augmentation to the next: the matching, the duals and the nested blossoms.

    A node is a vertex or a blossom (numbered from n). The petals of a blossom are an odd cycle of nodes that
    starts at its base; link i is the edge from petal i to the next. `base` is the one vertex of a node that
    is matched outside it. With y, z the duals, the slack of an edge between two nodes is 2·cost − y − y ≥ 0.
    """

    def __init__(self, cost: Sequence[Sequence[int]]) -> None:
        self.size = len(cost)
        self.cost = cost
        least = min((cost[a][b] for a in range(self.size) for b in range(a)), default=0)
        self.y = [least] * self.size
        self.z: dict[int, int] = {}
        self.mate = [NOBODY] * self.size
        self.top = list(range(self.size))
        self.members = {vertex: [vertex] for vertex in range(self.size)}
        self.base = {vertex: vertex for vertex in range(self.size)}
        self.petals: dict[int, list[int]] = {}
        self.links: dict[int, list[Edge]] = {}
        self.next_node = self.size

    def slack(self, a: int, b: int) -> int:
        return 2 * self.cost[a][b] - self.y[a] - self.y[b]

    def join(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a

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


class _Phase:
    """One growth of alternating trees from all free nodes at once, up to one augmentation.

    `even` says of each outer node in a tree whether it lies at an even distance from its root; `entered` is
    the tree edge, parent's vertex first, by which the node was reached (roots have none). `near[v]` is the
    even vertex outside v's node with the least slack to v: duals move all slacks of v together, so it stays.
    """

    def __init__(self, state: _State) -> None:
        self.state = state
        self.even: dict[int, bool] = {}
        self.entered: dict[int, Edge] = {}
        self.near = [NOBODY] * state.size
        self.queue: list[int] = []
        self.done = False
        for vertex in range(state.size):
            node = state.top[vertex]
            if state.base[node] == vertex and state.mate[vertex] == NOBODY:
                self._make_even(node)

    def run(self) -> None:
        """Grow, contract and expand, and move the duals when stuck, until the matching has one edge more."""
        while True:
            while self.queue and not self.done:
                self._scan(self.queue.pop())
            if self.done:
                return
            self._move_duals()
            self._use_new_tight_edges()

    def _is_even(self, vertex: int) -> bool | None:
        return self.even.get(self.state.top[vertex])

    def _make_even(self, node: int) -> None:
        self.even[node] = True
        self.queue.extend(self.state.members[node])

    def _scan(self, vertex: int) -> None:
        state = self.state
        for other in range(state.size):
            if state.top[other] == state.top[vertex]:
                continue
            slack = state.slack(vertex, other)
            best = self.near[other]
            if best == NOBODY or slack < state.slack(best, other):
                self.near[other] = vertex
            if slack == 0 and self._use(vertex, other):
                return

    def _use(self, vertex: int, other: int) -> bool:
        """Use a tight edge from an even vertex; True when it completed an augmenting path."""
        state = self.state
        node = state.top[other]
        if node not in self.even:
            self.even[node] = False
            self.entered[node] = (vertex, other)
            base = state.base[node]
            beyond = state.top[state.mate[base]]
            self.entered[beyond] = (base, state.mate[base])
            self._make_even(beyond)
        elif self.even[node]:
            ours, theirs = list(self._upward(state.top[vertex])), list(self._upward(node))
            if ours[-1] != theirs[-1]:
                self._flip(vertex)
                self._flip(other)
                state.join(vertex, other)
                self.done = True
            else:
                self._contract(vertex, other, ours, theirs)
        return self.done

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

    def _contract(self, vertex: int, other: int, ours: list[int], theirs: list[int]) -> None:
        state = self.state
        meeting = next(node for node in ours if node in set(theirs))
        ours, theirs = ours[: ours.index(meeting)], theirs[: theirs.index(meeting)]
        links = [self.entered[node] for node in reversed(ours)]
        links.append((vertex, other))
        links.extend((child, parent) for parent, child in (self.entered[node] for node in theirs))
        petals = [meeting, *reversed(ours), *theirs]
        odd = [petal for petal in petals if not self.even[petal]]
        node = state.contract(petals, links)
        self.even[node] = True
        if meeting in self.entered:
            self.entered[node] = self.entered[meeting]
        for petal in petals:
            self.even.pop(petal)
            self.entered.pop(petal, None)
        for petal in odd:
            self.queue.extend(state.members[petal])
        outside = [v for v in range(state.size) if self._is_even(v) and state.top[v] != node]
        for v in state.members[node]:
            self.near[v] = min(((state.slack(u, v), u) for u in outside), default=(0, NOBODY))[1]

    def _move_duals(self) -> None:
        """Move the duals by as much as keeps every slack and every odd blossom's z at 0 or above."""
        state = self.state
        steps = [state.z[node] // 2 for node in state.z if self._is_odd_blossom(node)]
        for vertex, near in enumerate(self.near):
            even = self._is_even(vertex)
            if near != NOBODY and even is not False:
                slack = state.slack(near, vertex)
                steps.append(slack // 2 if even else slack)
        step = min(steps)
        for vertex in range(state.size):
            even = self._is_even(vertex)
            if even is not None:
                state.y[vertex] += step if even else -step
        for node in state.z:
            if node in self.even:
                state.z[node] += 2 * step if self.even[node] else -2 * step

    def _is_odd_blossom(self, node: int) -> bool:
        return self.even.get(node) is False

    def _use_new_tight_edges(self) -> None:
        state = self.state
        for vertex in range(state.size):
            near = self.near[vertex]
            if near == NOBODY or self._is_even(vertex) is False or state.top[near] == state.top[vertex]:
                continue
            if state.slack(near, vertex) == 0 and self._use(near, vertex):
                return
        for node in [node for node, z in state.z.items() if z == 0 and self._is_odd_blossom(node)]:
            self._expand(node)

    def _expand(self, node: int) -> None:
        """Open an odd blossom: the even way round from where it was entered to its base stays in the tree."""
        state = self.state
        entered = self.entered.pop(node)
        del self.even[node]
        petals, links = state.dissolve(node)
        place = petals.index(state.top[entered[1]])
        onward = 1 if place % 2 else -1
        while True:
            petal = petals[place]
            self.even[petal] = False
            self.entered[petal] = entered
            if place % len(petals) == 0:
                return
            base = state.base[petal]
            place = (place + onward) % len(petals)
            self.entered[petals[place]] = (base, state.mate[base])
            self._make_even(petals[place])
            entered = links[place] if onward == 1 else links[place - 1][::-1]
            place = (place + onward) % len(petals)
