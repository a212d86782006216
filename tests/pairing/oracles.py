"""Slow and plain second opinions: every perfect matching of a few, and networkx."""

from collections.abc import Collection, Iterator, Sequence

import networkx

Pairs = tuple[tuple[int, int], ...]


def perfect_matchings(vertices: Sequence[int]) -> Iterator[Pairs]:
    """All perfect matchings, in lexicographic order of the partners from the top."""
    if not vertices:
        yield ()
        return
    first, rest = vertices[0], vertices[1:]
    for i, partner in enumerate(rest):
        for others in perfect_matchings((*rest[:i], *rest[i + 1 :])):
            yield ((first, partner), *others)


def has_perfect_matching(barred: Sequence[Collection[int]]) -> bool:
    """What networkx says of the graph of everything not barred."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(barred)))
    graph.add_edges_from((a, b) for a in range(len(barred)) for b in range(a) if b not in barred[a])
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(barred)


def least_cost(cost: Sequence[Sequence[int]]) -> int:
    """The cost that networkx finds for a perfect matching of a complete graph."""
    most = max(max(row) for row in cost) + 1
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, most - cost[a][b]) for a in range(len(cost)) for b in range(a))
    return sum(cost[a][b] for a, b in networkx.max_weight_matching(graph, maxcardinality=True))
