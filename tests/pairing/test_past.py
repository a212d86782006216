"""What earlier rounds say: meetings, rests, sides, and who did not come."""

import pytest

from tests.pairing.evening import past_round
from tournaments.pairing.draws import PastRound, Seating
from tournaments.pairing.past import due_line, fewest_rests, read_past


def test_an_absence_is_no_rest_and_no_meeting() -> None:
    past = read_past([PastRound(1, (Seating(1, (1,), (2,)), Seating(2, (3,), (4,))), absent=(2, 9))])
    assert past.met == {3: {4: (1,)}, 4: {3: (1,)}}
    assert past.rests == {1: (1,)}, "whoever waited for somebody absent has rested"
    assert past.balance == {3: 1, 4: -1}
    assert fewest_rests((1, 2, 3, 4, 9), past) == {2, 3, 4, 9}


@pytest.mark.parametrize("seating", [Seating(1, (1,), ()), Seating(1, (), (1,))])
def test_a_table_with_one_line_is_a_rest(seating: Seating) -> None:
    past = read_past([PastRound(1, (seating,), absent=(2,))])
    assert (past.rests, past.met, past.balance) == ({1: (1,)}, {}, {})


def test_nobody_rests_where_both_lines_were_absent() -> None:
    past = read_past([PastRound(1, (Seating(1, (1,), (2,)),), absent=(1, 2))])
    assert (past.rests, past.met) == ({}, {})


def test_round_a_table_of_three_the_others_play_on_without_the_absent_one() -> None:
    past = read_past([PastRound(1, (Seating(1, (), (), (1, 2, 3)),), absent=(3,))])
    assert past.met == {1: {2: (1,)}, 2: {1: (1,)}}
    assert past.rests == {}


def test_the_line_that_is_due_is_the_rarer_one_then_the_other_than_last_time() -> None:
    past = read_past([past_round(1, (1, 2), (3, 4)), past_round(2, (4, 3), (1, 5))])
    assert [due_line(entry, past) for entry in (1, 2, 3, 4, 5, 6)] == [-1, 1, 1, -1, 1, 0]
