"""Who goes on from groups and from satellites, and the seeds of the finals."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.cups import Cup
from tests.pairing.evening import opponents
from tournaments.pairing.draws import Options
from tournaments.pairing.knockout import rounds_needed, seed_order
from tournaments.pairing.qualify import (
    Candidate,
    Qualified,
    Satellite,
    SatelliteOutcome,
    Standing,
    Tie,
    cross_order,
    qualified,
    satellite_places,
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
    assert qualified([rows, group(2, 4)], 1, best_next=1).ties == (Tie(1, (2, 3, 4), 1),)
    assert qualified([rows, group(2, 4)], 4).tiers[0] == (1, 201)


def test_a_tie_above_the_cut_goes_on_whole() -> None:
    rows = [Standing(1, 1, 40, 0, 3), Standing(2, 1, 40, 0, 3), Standing(3, 3, 30, 0, 3)]
    assert qualified([rows], 2).tiers == ((1,), (2,))


@given(st.lists(st.integers(3, 6), min_size=2, max_size=8), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_the_number_of_qualified_is_exact(sizes: list[int], each: int) -> None:
    found = qualified([group(number, size) for number, size in enumerate(sizes, 1)], each)
    assert sum(map(len, found.tiers)) == each * len(sizes)


def candidates(*rows: tuple[int, int, tuple[int, ...]]) -> tuple[Candidate, ...]:
    return tuple(Candidate(entry, place, persons) for entry, place, persons in rows)


def test_who_has_a_place_is_passed_over_and_the_next_goes_up() -> None:
    first = Satellite(2, candidates((1, 1, (10, 11)), (2, 2, (12, 13)), (3, 3, (14, 15))))
    second = Satellite(2, candidates((4, 1, (10, 16)), (5, 2, (14, 15)), (6, 3, (12, 13)), (7, 4, (17, 18))))
    assert satellite_places([first, second]) == (
        SatelliteOutcome((1, 2)),
        SatelliteOutcome((5, 7), (4, 6)),
    )
    assert satellite_places([first], already=[11, 13])[0] == SatelliteOutcome((3,), (1, 2))


def test_an_open_tie_is_reported_and_makes_what_hangs_on_it_provisional() -> None:
    first = Satellite(2, candidates((1, 1, (10,)), (2, 2, (11,)), (3, 2, (12,)), (4, 4, (13,))))
    second = Satellite(1, candidates((5, 1, (12,)), (6, 2, (14,))))
    third = Satellite(1, candidates((7, 1, (15,)), (8, 2, (11,))))
    outcomes = satellite_places([first, second, third])
    assert outcomes[0] == SatelliteOutcome((1,), (), Tie(1, (2, 3)))
    assert outcomes[1] == SatelliteOutcome((5,), provisional=True)
    assert outcomes[2] == SatelliteOutcome((7,)), "it never came to those tied"


def test_a_tie_that_shrinks_to_the_places_left_is_none() -> None:
    first = Satellite(1, candidates((1, 1, (10,))))
    second = Satellite(1, candidates((2, 1, (10,)), (3, 1, (11,))))
    assert satellite_places([first, second])[1] == SatelliteOutcome((3,), (2,))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_nobody_gets_two_places(data: st.DataObject) -> None:
    satellites = []
    for number in range(3):
        persons = data.draw(st.permutations(range(12)))
        rows = [(100 * number + i, i + 1, (persons[2 * i], persons[2 * i + 1])) for i in range(6)]
        satellites.append(Satellite(data.draw(st.integers(0, 6)), candidates(*rows)))
    taken: list[int] = []
    for satellite, outcome in zip(satellites, satellite_places(satellites), strict=True):
        who = {candidate.entry: candidate.persons for candidate in satellite.ranking}
        taken += (person for entry in outcome.qualified for person in who[entry])
        if len(outcome.qualified) < satellite.places:
            left = [e for e in who if e not in outcome.qualified]
            assert all(set(who[entry]) & set(taken) for entry in left), (
                "places stay free only for want of people"
            )
    assert len(taken) == len(set(taken))
