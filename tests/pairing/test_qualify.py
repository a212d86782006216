"""Who goes on from groups, and the seeds of the finals."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.cups import Cup
from tests.pairing.evening import opponents
from tournaments.pairing.draws import Options
from tournaments.pairing.knockout import rounds_needed, seed_order
from tournaments.pairing.qualify import (
    Decision,
    Qualified,
    Standing,
    Tie,
    cross_order,
    qualified,
)


def group(number: int, size: int) -> list[Standing]:
    """Entries 101, 102 … of group 1, without ties in it or between groups of one size."""
    return [Standing(100 * number + p, p, 80 - 10 * p - number, 0, size - 1) for p in range(1, size + 1)]


def field(groups: int, each: int) -> Qualified:
    return qualified([group(number, each + 1) for number in range(1, groups + 1)], each)


def meeting_round(one: int, other: int, seeds: tuple[int, ...]) -> int:
    """The round in which two entries would meet, 1 for the first."""
    lines = {seed: line for line, seed in enumerate(seed_order(2 ** rounds_needed(len(seeds))))}
    return (lines[seeds.index(one) + 1] ^ lines[seeds.index(other) + 1]).bit_length()


def test_the_first_of_every_group_go_on_tier_by_tier() -> None:
    found = field(2, 4)
    assert found.tiers == ((101, 201), (102, 202), (103, 203), (104, 204))
    assert found.ties == ()


def test_two_groups_of_four_cross() -> None:
    """A1-B4, A2-B3, B1-A4, B2-A3, the firsts in opposite halves, and each apart from its own second."""
    seeds = cross_order(field(2, 4))
    draw = Cup(seeds, Options(seeds=seeds)).draw()
    assert opponents(draw) == {frozenset(pair) for pair in ((101, 204), (102, 203), (201, 104), (202, 103))}
    assert meeting_round(101, 201, seeds) == meeting_round(101, 102, seeds) == 3


@pytest.mark.parametrize("groups", range(2, 33))
def test_with_two_of_each_group_mates_meet_in_the_final_only(groups: int) -> None:
    seeds = cross_order(field(groups, 2))
    assert len(set(seeds)) == 2 * groups
    assert seeds[:groups] == tuple(100 * number + 1 for number in range(1, groups + 1))
    for number in range(1, groups + 1):
        met = meeting_round(100 * number + 1, 100 * number + 2, seeds)
        assert met == rounds_needed(2 * groups)


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("each", [3, 4])
def test_with_more_of_each_group_mates_never_meet_in_the_first_round(groups: int, each: int) -> None:
    seeds = cross_order(field(groups, each))
    assert len(set(seeds)) == each * groups
    for number in range(1, groups + 1):
        mates = [100 * number + place for place in range(1, each + 1)]
        assert min(meeting_round(a, b, seeds) for a in mates for b in mates if a < b) > 1
        assert meeting_round(mates[0], mates[1], seeds) == rounds_needed(each * groups)


def test_the_best_thirds_are_compared_by_match() -> None:
    """Groups of four and of three: 24 VP in three matches are less than 18 in two."""
    four = [Standing(11, 1, 40, 0, 3), Standing(12, 2, 30, 0, 3), Standing(13, 3, 24, 900, 3)]
    three = [Standing(21, 1, 30, 0, 2), Standing(22, 2, 20, 0, 2), Standing(23, 3, 18, 0, 2)]
    found = qualified([four, three], 2, best_next=1)
    assert found.tiers == ((11, 21), (12, 22), (23,))
    even = [*three[:2], Standing(23, 3, 16, 601, 2)]
    assert qualified([four, even], 2, best_next=1).tiers[-1] == (23,), "MP by match: 300.5 and 300"
    tied = [*three[:2], Standing(23, 3, Fraction(16), 600, 2)]
    found = qualified([four, tied], 2, best_next=1)
    assert found.ties == (Tie(1, (13, 23)),)
    assert found.tiers == ((11, 21), (12, 22))
    assert qualified([four, tied], 2, best_next=2).tiers[-1] == (13, 23)


def test_a_best_third_never_meets_its_own_first_in_the_first_round() -> None:
    groups = [group(number, 4) for number in range(1, 5)]
    for best in range(1, 5):
        found = qualified(groups, 2, best_next=best)
        assert found.tiers[-1] == (103, 203, 303, 403)[:best]
        seeds = cross_order(found)
        assert all(meeting_round(entry, entry - 2, seeds) > 1 for entry in found.tiers[-1])


def test_a_tie_at_the_cut_is_reported_and_nobody_of_it_taken() -> None:
    rows = [Standing(1, 1, 40, 0, 3), *(Standing(entry, 2, 30, 0, 3) for entry in (2, 3, 4))]
    found = qualified([rows, group(2, 4)], 2)
    assert found.ties == (Tie(1, (2, 3, 4), 1),)
    assert found.tiers == ((1, 201), (202,))
    assert qualified([rows, group(2, 4)], 1).ties == (), "a tie below the cut is no tie"
    candidates = Tie(1, (2, 3, 4), 1, candidate=True)
    assert qualified([rows, group(2, 4)], 1, best_next=1).ties == (candidates,)
    assert qualified([rows, group(2, 4)], 4).tiers[0] == (1, 201)


def test_a_tie_above_the_cut_goes_on_whole() -> None:
    rows = [Standing(1, 1, 40, 0, 3), Standing(2, 1, 40, 0, 3), Standing(3, 3, 30, 0, 3)]
    assert qualified([rows], 2).tiers == ((1,), (2,))


@given(st.lists(st.integers(3, 6), min_size=2, max_size=8), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_the_number_of_qualified_is_exact(sizes: list[int], each: int) -> None:
    found = qualified([group(number, size) for number, size in enumerate(sizes, 1)], each)
    assert sum(map(len, found.tiers)) == each * len(sizes)


def test_a_decision_settles_the_tie_it_was_made_for_and_no_other() -> None:
    rows = [[Standing(1, 1, 50, 0, 3), Standing(2, 2, 30, 0, 3), Standing(3, 2, 30, 0, 3)]]
    decision = Decision(frozenset({2, 3}), (3,))
    found = qualified(rows, 2, decisions=[decision])
    assert (found.tiers, found.ties, found.first_out) == (((1,), (3,)), (), (2,))
    three = [[*rows[0], Standing(4, 2, 30, 0, 3)]]
    assert qualified(three, 2, decisions=[decision]).ties == (Tie(1, (2, 3, 4), 1),)


def test_the_best_thirds_are_decided_by_lot_where_they_stand_equal() -> None:
    groups = [[Standing(10 * g + p, p, 60 - 10 * p, 0, 3) for p in (1, 2, 3, 4)] for g in (1, 2, 3)]
    open_tie = qualified(groups, 2, best_next=2)
    assert open_tie.ties == (Tie(2, (13, 23, 33)),)
    assert open_tie.first_out == ()
    found = qualified(groups, 2, best_next=2, decisions=[Decision(frozenset({13, 23, 33}), (33, 13))])
    assert found.tiers[-1] == (33, 13)
    assert (found.last_in, found.first_out) == ((13,), (23,))
    assert open_tie.last_in == ()
    assert len(cross_order(found)) == 8


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_once_every_tie_is_decided_the_number_is_exact(data: st.DataObject) -> None:
    groups = []
    for number in range(1, data.draw(st.integers(1, 4)) + 1):
        places = sorted(data.draw(st.lists(st.integers(1, 3), min_size=3, max_size=6)))
        shared = [places.index(place) + 1 for place in places]
        groups.append(
            [
                Standing(100 * number + i, place, 40 - 5 * place, 0, len(places) - 1)
                for i, place in enumerate(shared)
            ]
        )
    each = data.draw(st.integers(1, 2))
    best_next = data.draw(st.integers(0, len(groups) - 1))
    decisions: list[Decision] = []
    found = qualified(groups, each, best_next=best_next)
    while found.ties:
        tie = found.ties[0]
        assert len(tie.entries) > tie.places > 0
        decisions.append(Decision(frozenset(tie.entries), tie.entries[: tie.places]))
        found = qualified(groups, each, best_next=best_next, decisions=decisions)
        assert len(decisions) < 20
    assert len(set(found.entries)) == len(found.entries) == each * len(groups) + best_next
    for rows in groups:
        inside = {row.place for row in rows if row.entry in found.entries}
        outside = {row.place for row in rows if row.entry not in found.entries}
        assert max(inside) <= min(outside, default=99), "nobody goes on before a better one of the group"
    assert set(found.first_out).isdisjoint(found.entries)
