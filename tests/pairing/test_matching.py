"""Perfect matchings of nearly complete graphs."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.oracles import has_perfect_matching, perfect_matchings
from tournaments.pairing.matching import Matching


@st.composite
def graphs(draw: st.DrawFn, most: int = 12) -> list[set[int]]:
    """What each vertex may not be matched with: sparse, dense, and graphs of a few odd groups."""
    size = draw(st.integers(0, most))
    groups = draw(st.sampled_from([1, 2, 3]))
    share = draw(st.integers(0, 10))
    barred: list[set[int]] = [set() for _ in range(size)]
    for a in range(size):
        for b in range(a):
            if a % groups != b % groups or draw(st.integers(1, 10)) <= share:
                barred[a].add(b)
                barred[b].add(a)
    return barred


@given(graphs())
@settings(max_examples=100, deadline=None)
def test_a_matching_is_completed_exactly_when_networkx_can(barred: list[set[int]]) -> None:
    matching = Matching(barred)
    complete = matching.complete()
    assert complete == has_perfect_matching(barred)
    for vertex, partner in enumerate(matching.mate):
        if complete or partner >= 0:
            assert matching.mate[partner] == vertex != partner
            assert partner not in barred[vertex]


@given(graphs(most=9), st.data())
@settings(max_examples=100, deadline=None)
def test_forcing_an_edge_succeeds_exactly_when_the_others_can_still_be_matched(
    barred: list[set[int]], data: st.DataObject
) -> None:
    matching = Matching(barred)
    if len(barred) < 2 or not matching.complete():
        return
    a, b = data.draw(st.permutations(range(len(barred))))[:2]
    before = list(matching.mate)
    possible = any(
        tuple(sorted((a, b))) in pairs and all(y not in barred[x] for x, y in pairs)
        for pairs in perfect_matchings(range(len(barred)))
    )
    assert matching.force(a, b) == possible
    assert (matching.mate[a] == b) if possible else (matching.mate == before)
    assert all(matching.mate[partner] == vertex for vertex, partner in enumerate(matching.mate))
    assert all(partner not in barred[vertex] for vertex, partner in enumerate(matching.mate))


def test_an_edge_once_forced_is_out_of_reach() -> None:
    matching = Matching([set() for _ in range(6)])
    assert matching.complete()
    assert matching.force(0, 3)
    assert not matching.force(0, 1)
    assert matching.force(1, 2)
    assert matching.mate == [3, 2, 1, 0, 5, 4]


def test_two_odd_groups_have_no_perfect_matching() -> None:
    groups = [{1, 2, 3} if v in (0, 4, 5) else {0, 4, 5} for v in range(6)]
    assert not Matching(groups).complete()


def test_a_search_goes_through_nested_odd_cycles() -> None:
    edges = {(0, 1), (1, 2), (2, 3), (3, 4), (4, 2), (4, 5), (5, 1), (3, 6), (6, 7), (7, 3), (7, 8), (8, 9)}
    barred = [
        {b for b in range(10) if b != a and (a, b) not in edges and (b, a) not in edges} for a in range(10)
    ]
    assert Matching(barred).complete() == has_perfect_matching(barred)
