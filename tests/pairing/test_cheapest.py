"""The cheapest perfect matching of a complete graph."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.oracles import least_cost, perfect_matchings
from tournaments.pairing.cheapest import CostMatrix, cheapest_matching


@st.composite
def costs(draw: st.DrawFn, most: int) -> list[list[int]]:
    """Symmetric costs with many ties or few, some of them in odd groups that are cheap within."""
    size = 2 * draw(st.integers(1, most // 2))
    top = draw(st.sampled_from([1, 2, 5, 1000]))
    group = draw(st.sampled_from([1, 3, 5]))
    cost = [[0] * size for _ in range(size)]
    for a in range(size):
        for b in range(a):
            apart = 3 * top if group > 1 and a // group != b // group else 0
            cost[a][b] = cost[b][a] = apart + draw(st.integers(0, top))
    return cost


def total(cost: list[list[int]], mate: list[int]) -> int:
    assert all(mate[partner] == vertex != partner for vertex, partner in enumerate(mate))
    return sum(cost[vertex][partner] for vertex, partner in enumerate(mate)) // 2


@given(costs(most=14))
@settings(max_examples=100, deadline=None)
def test_the_cost_is_the_one_networkx_finds(cost: list[list[int]]) -> None:
    assert total(cost, cheapest_matching(CostMatrix(cost))) == least_cost(cost)


@given(costs(most=8))
@settings(max_examples=60, deadline=None)
def test_no_other_pairing_costs_less(cost: list[list[int]]) -> None:
    least = min(sum(cost[a][b] for a, b in pairs) for pairs in perfect_matchings(range(len(cost))))
    assert total(cost, cheapest_matching(CostMatrix(cost))) == least


def test_costs_may_be_larger_than_any_machine_word() -> None:
    huge = 10**60
    cost = [
        [0, 3 * huge, huge, huge],
        [3 * huge, 0, huge, huge + 1],
        [huge, huge, 0, 0],
        [huge, huge + 1, 0, 0],
    ]
    assert cheapest_matching(CostMatrix(cost)) == [3, 2, 1, 0]


def test_nobody_is_matched_at_no_cost() -> None:
    assert cheapest_matching(CostMatrix([])) == []


def test_an_odd_number_is_refused() -> None:
    with pytest.raises(ValueError, match="no perfect matching"):
        cheapest_matching(CostMatrix([[0]]))
