"""Schedules of individual phases: whist starters, shifts, annealed rounds."""

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.schedules import (
    ScheduledRound,
    annealed_round,
    schedules_for,
    shift_triples,
    whist_round,
)
from tournaments.pairing.whist import STARTERS, whist_cycle

WITH_A_GAP = (7, 11, 15, 19, 23, 27, 31, 35, 39, 43)


def partners(rounds: Sequence[ScheduledRound]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(line) for each in rounds for four in each.tables for line in (four[:2], four[2:])
    )


def mates(rounds: Sequence[ScheduledRound]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(both) for each in rounds for four in each.tables for both in combinations(four, 2)
    )


def most_uneven(rounds: Sequence[ScheduledRound], players: int) -> int:
    """The greatest difference in rests after any of the rounds."""
    rests = [0] * players
    worst = 0
    for each in rounds:
        for place in each.rests:
            rests[place] += 1
        worst = max(worst, max(rests) - min(rests))
    return worst


def assert_everybody_has_a_place(each: ScheduledRound, players: int) -> None:
    assert sorted([*(place for four in each.tables for place in four), *each.rests]) == list(range(players))
    assert len(each.rests) == players % 4


def test_there_is_a_starter_for_every_field_up_to_44_but_33() -> None:
    assert sorted(STARTERS) == [n for n in range(4, 45) if n % 4 < 2 and n != 33]


@pytest.mark.parametrize("players", STARTERS)
def test_in_a_whist_cycle_everybody_partners_everybody_once_and_opposes_everybody_twice(players: int) -> None:
    rounds = [whist_round(players, index) for index in range(players - 1 + players % 4)]
    for each in rounds:
        assert_everybody_has_a_place(each, players)
    everybody = {frozenset(both) for both in combinations(range(players), 2)}
    assert partners(rounds) == Counter(everybody)
    assert mates(rounds) == Counter(dict.fromkeys(everybody, 3))
    assert most_uneven(rounds, players) == players % 4, "with one more than fours each rests once"


@pytest.mark.parametrize("players", WITH_A_GAP)
def test_with_one_player_less_three_rest_each_three_times_and_never_two_more_than_others(
    players: int,
) -> None:
    rounds = [whist_round(players, index) for index in range(players)]
    for each in rounds:
        assert_everybody_has_a_place(each, players)
    assert max(partners(rounds).values()) == 1
    assert set(Counter(place for each in rounds for place in each.rests).values()) == {3}
    assert most_uneven(rounds, players) == 2
    assert mates(rounds).keys() == {frozenset(both) for both in combinations(range(players), 2)}


@pytest.mark.parametrize("players", [4, 7, 8, 9])
def test_after_its_last_round_a_cycle_begins_again(players: int) -> None:
    cycle = whist_cycle(players)
    assert cycle is not None
    assert whist_round(players, len(cycle) + 1) == whist_round(players, 1)


@pytest.mark.parametrize("players", [6, 10, 33, 45, 48])
def test_where_no_starter_is_known_there_is_no_whist(players: int) -> None:
    assert schedules_for(players, players) == (annealed_round,)
    with pytest.raises(ValueError, match="no whist schedule"):
        whist_round(players, 0)


@pytest.mark.parametrize(
    ("tables", "rounds"), [(5, 5), (6, 5), (7, 7), (8, 7), (9, 7), (10, 8), (11, 8), (12, 10), (25, 10)]
)
def test_while_shifts_last_nobody_shares_a_table_with_anybody_twice(tables: int, rounds: int) -> None:
    assert len(shift_triples(tables)) == rounds
    played = [annealed_round(4 * tables, index) for index in range(rounds)]
    assert set(mates(played).values()) == {1}
    assert all(each.tables[t][0] == 4 * t for each in played for t in range(tables)), "A sits still"


def test_small_fields_have_no_shifts() -> None:
    assert [shift_triples(tables) for tables in range(5)] == [()] * 5


@pytest.mark.parametrize("players", [*range(9, 24), 30, 31, 33, 38, 42, 47, 50, 99, 100])
def test_nobody_has_a_partner_twice_in_eight_rounds(players: int) -> None:
    rounds = [annealed_round(players, index) for index in range(8)]
    assert max(partners(rounds).values()) == 1
    assert most_uneven(rounds, players) <= 1


@pytest.mark.parametrize(
    ("players", "most"),
    [(10, 70), (14, 60), (17, 60), (18, 46), (22, 32), (26, 20), (42, 4), (50, 0), (99, 0), (101, 0)],
)
def test_table_mates_are_repeated_as_seldom_as_by_annealing_all_rounds_together(
    players: int, most: int
) -> None:
    """Bounds a little above what a joint annealing of eight rounds reached."""
    rounds = [annealed_round(players, index) for index in range(8)]
    assert sum(times * (times - 1) // 2 for times in mates(rounds).values()) <= most


@given(st.integers(0, 30), st.integers(0, 12))
@settings(max_examples=40, deadline=None)
def test_every_schedule_seats_everybody_and_begins_with_the_places_in_order(players: int, index: int) -> None:
    for schedule in schedules_for(players, index + 1):
        assert_everybody_has_a_place(schedule(players, index), players)
        first = schedule(players, 0)
        assert sorted(place for four in first.tables for place in four) == list(range(players - players % 4))
        assert {frozenset(four) for four in first.tables} == {
            frozenset(range(t, t + 4)) for t in range(0, players - players % 4, 4)
        }
        assert {frozenset(four[:2]) for four in first.tables} <= {
            frozenset((place, place + 1)) for place in range(0, players, 2)
        }


def test_whist_is_chosen_when_most_of_its_cycle_is_played() -> None:
    assert schedules_for(16, 8)[0] is annealed_round
    assert schedules_for(16, 12)[0] is whist_round
    assert schedules_for(8, 2)[0] is whist_round, "small fields repeat table-mates anyway"
    assert schedules_for(11, 10)[0] is annealed_round
    assert schedules_for(11, 11)[0] is whist_round, "rests are even only at the end"


def test_another_process_makes_the_same_schedule() -> None:
    """Nothing is stored: a round is made again by whoever needs it."""
    program = "from tournaments.pairing.schedules import annealed_round; print(annealed_round(18, 4))"
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert printed.strip() == repr(annealed_round(18, 4))
