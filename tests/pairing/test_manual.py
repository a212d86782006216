"""Rounds seated by hand: every fault at once, warnings apart."""

import random

import pytest

from tests.pairing.evening import past_round
from tournaments.pairing.draws import PastRound, Request, Rest, SeatedByHand, Seating
from tournaments.pairing.manual import SeatingProblem, manual_problems
from tournaments.pairing.methods import METHODS

PRESENT = (1, 2, 3, 4)
GOOD = (Seating(1, (1,), (2,)), Seating(2, (3,), (4,)))


def codes(*problems: SeatingProblem) -> list[str]:
    return [problem.code for problem in problems]


def test_a_good_round_has_no_problem() -> None:
    assert manual_problems(GOOD, PRESENT, ()) == ()
    individuals = (Seating(1, (1, 2), (3, 4)),)
    assert manual_problems(individuals, PRESENT, (), line_size=2) == ()
    assert manual_problems(GOOD[:1], (1, 2, 3), (), rests=(Rest(3),)) == ()


def test_an_entry_at_two_tables_and_the_one_it_replaced_are_both_named() -> None:
    seatings = (Seating(1, (1,), (2,)), Seating(2, (1,), (4,)))
    assert manual_problems(seatings, PRESENT, ()) == (
        SeatingProblem("twice", (1,), (1, 2)),
        SeatingProblem("missing", (3,)),
    )


def test_an_entry_that_plays_and_rests_is_there_twice() -> None:
    assert manual_problems(GOOD, PRESENT, (), rests=(Rest(4),)) == (SeatingProblem("twice", (4,), (2,)),)


def test_an_entry_against_itself_is_on_both_lines() -> None:
    problems = manual_problems((Seating(1, (1,), (1,)),), (1,), ())
    assert problems == (SeatingProblem("both_lines", (1,), (1,)), SeatingProblem("twice", (1,), (1,)))


def test_an_entry_that_is_not_present_is_unknown() -> None:
    assert manual_problems(GOOD, (1, 2, 3), (), rests=(Rest(9),)) == (
        SeatingProblem("unknown", (4,), (2,)),
        SeatingProblem("unknown", (9,), ()),
    )


def test_lines_have_the_size_of_the_tournament() -> None:
    short = (Seating(1, (1, 2), (3,)),)
    assert codes(*manual_problems(short, (1, 2, 3), (), line_size=2)) == ["line_size"]
    assert codes(*manual_problems((Seating(1, (1, 2), (3, 4)),), PRESENT, ())) == ["line_size"]


def test_table_numbers_are_positive_and_different() -> None:
    seatings = (Seating(0, (1,), (2,)), Seating(3, (3,), (4,)), Seating(3, (5,), (6,)))
    assert manual_problems(seatings, (1, 2, 3, 4, 5, 6), ()) == (
        SeatingProblem("table_number", (), (0,)),
        SeatingProblem("table_twice", (), (3,)),
    )


def test_a_rematch_is_a_warning_with_its_rounds() -> None:
    history = past_round(1, (2, 1)), past_round(3, (1, 2))
    assert manual_problems(GOOD, PRESENT, history) == (
        SeatingProblem("rematch", (1, 2), (1,), (1, 3), warning=True),
    )


def test_individuals_are_warned_of_partners_and_of_opponents() -> None:
    history = (PastRound(1, (Seating(1, (1, 2), (3, 4)),)),)
    problems = manual_problems((Seating(5, (2, 1), (3, 4)),), PRESENT, history, line_size=2)
    assert all(problem.warning and problem.tables == (5,) and problem.rounds == (1,) for problem in problems)
    assert sorted((p.code, *sorted(p.entries)) for p in problems) == [
        ("partner_again", 1, 2),
        ("partner_again", 3, 4),
        ("rematch", 1, 3),
        ("rematch", 1, 4),
        ("rematch", 2, 3),
        ("rematch", 2, 4),
    ]


def test_a_rest_before_others_have_rested_is_a_warning() -> None:
    history = (past_round(1, (1, 2), rests=[3]),)
    problems = manual_problems((Seating(1, (1,), (2,)),), (1, 2, 3), history, rests=(Rest(3),))
    assert problems[-1] == SeatingProblem("rest_again", (3,), (), (1,), warning=True)


def test_everything_is_said_at_once() -> None:
    seatings = (Seating(1, (1,), (1,)), Seating(1, (2,), (9,)))
    assert codes(*manual_problems(seatings, PRESENT, ())) == [
        "both_lines",
        "table_twice",
        "twice",
        "unknown",
        "missing",
    ]


def test_a_manual_round_is_never_drawn() -> None:
    with pytest.raises(SeatedByHand):
        METHODS["manual"](Request(PRESENT), random.Random(0))
