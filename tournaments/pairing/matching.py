"""Perfect matchings of a graph given by what is barred, and forcing single edges into them.

Edmonds' blossom algorithm, one breadth-first search an augmentation. The graphs of a tournament are nearly
complete, so a vertex keeps the few others it may not meet instead of the many it may.
"""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

NOBODY = -1


class Matching:
    """A matching of the vertices 0 … n − 1, grown to a perfect one and then bent edge by edge.

    `barred[v]` holds the vertices that v may not be matched with; it must be symmetric. Vertices whose edge
    was forced leave the graph, so that later searches cannot undo it.

    `many` may name vertices without whom no two of the others may be matched. Then each of the others needs
    one of them, and `spare` is how many are over: an edge between two of the many takes two of those.
    """

    def __init__(self, barred: Sequence[Collection[int]], many: AbstractSet[int] = frozenset()) -> None:
        """Start with the greedy matching: each vertex in turn takes the first free one allowed."""
        self.barred = barred
        self.many = many
        self.mate = [NOBODY] * len(barred)
        self.live = [True] * len(barred)
        self.spare = whole = 2 * len(many) - len(barred)
        free = list(range(len(barred)))
        while free:
            vertex = free.pop(0)
            partner = next((other for other in free if self._may(vertex, other)), NOBODY)
            if partner != NOBODY:
                free.remove(partner)
                self._join(vertex, partner)
                self._spend(vertex, partner)
        self.spare = whole

    def complete(self) -> bool:
        """Make the matching perfect; False when no perfect matching exists."""
        return all(self.mate[vertex] != NOBODY or self._augment(vertex) for vertex in range(len(self.mate)))

    def force(self, a: int, b: int) -> bool:
        """Match a with b for good if the other live vertices can still be matched; else change nothing.

        Needs a perfect matching of the live vertices; costs at most one augmentation.
        """
        if not (self.live[a] and self.live[b] and self._may(a, b)):
            return False
        left, right = self.mate[a], self.mate[b]
        self.live[a] = self.live[b] = False
        if left != b:
            self.mate[left] = self.mate[right] = NOBODY
            if not self._augment(left):
                self._join(a, left)
                self._join(b, right)
                self.live[a] = self.live[b] = True
                return False
            self._join(a, b)
        self._spend(a, b)
        return True

    def _may(self, a: int, b: int) -> bool:
        """Whether an edge is in the graph and leaves enough of the many for the others."""
        return b not in self.barred[a] and (self.spare > 0 or a not in self.many or b not in self.many)

    def _spend(self, a: int, b: int) -> None:
        if a in self.many and b in self.many:
            self.spare -= 2

    def _join(self, a: int, b: int) -> None:
        self.mate[a], self.mate[b] = b, a

    def _augment(self, root: int) -> bool:
        """Look for an augmenting path from the free vertex root; flip it if there is one."""
        search = _Search(self, root)
        end = search.free_end()
        while end != NOBODY:
            before = search.parent[end]
            following = self.mate[before]
            self._join(end, before)
            end = following
        return self.mate[root] != NOBODY


class _Search:
    """One breadth-first growth of an alternating tree, with its blossoms contracted into their bases.

    It looks at the last vertices first, so that paths bend the end of the order and leave the top alone.
    """

    def __init__(self, matching: Matching, root: int) -> None:
        size = len(matching.mate)
        self.mate = matching.mate
        self.barred = matching.barred
        self.vertices = [vertex for vertex in reversed(range(size)) if matching.live[vertex]]
        self.ends = [vertex for vertex in self.vertices if self.mate[vertex] == NOBODY and vertex != root]
        self.parent = [NOBODY] * size
        self.base = list(range(size))
        self.even = [False] * size
        self.even[root] = True
        self.queue = [root]

    def free_end(self) -> int:
        """Grow until a free vertex is reached; its parents lead back to the root. NOBODY if there is none.

        Each vertex tries the free ones first: where nearly all is allowed, that ends most searches at once.
        """
        for vertex in self.queue:
            barred = self.barred[vertex]
            for end in self.ends:
                if end not in barred:
                    self.parent[end] = vertex
                    return end
            for other in self.vertices:
                if other in barred or self.base[other] == self.base[vertex] or self.mate[vertex] == other:
                    continue
                if self.even[other]:
                    self._contract(vertex, other)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = vertex
                    self.even[self.mate[other]] = True
                    self.queue.append(self.mate[other])
        return NOBODY

    def _contract(self, a: int, b: int) -> None:
        """Shrink the odd cycle that the edge a–b closes; its odd vertices become even and join the queue."""
        top = self._common_base(a, b)
        blossom: set[int] = set()
        self._mark(a, top, b, blossom)
        self._mark(b, top, a, blossom)
        for vertex in self.vertices:
            if self.base[vertex] in blossom:
                self.base[vertex] = top
                if not self.even[vertex]:
                    self.even[vertex] = True
                    self.queue.append(vertex)

    def _common_base(self, a: int, b: int) -> int:
        seen: set[int] = set()
        while True:
            a = self.base[a]
            seen.add(a)
            if self.mate[a] == NOBODY:
                break
            a = self.parent[self.mate[a]]
        while self.base[b] not in seen:
            b = self.parent[self.mate[self.base[b]]]
        return self.base[b]

    def _mark(self, vertex: int, top: int, child: int, blossom: set[int]) -> None:
        while self.base[vertex] != top:
            partner = self.mate[vertex]
            blossom.update((self.base[vertex], self.base[partner]))
            self.parent[vertex] = child
            child = partner
            vertex = self.parent[partner]
