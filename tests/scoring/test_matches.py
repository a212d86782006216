"""A match: running totals, its end, and records that cannot belong to it."""

import pytest

from scoring.hands import Hand, HandScore, Level, Line, totals
from scoring.matches import (
    TARGETS,
    FormatError,
    MatchFormat,
    MatchProblem,
    fold,
    match_problems,
    running_problem,
)
from scoring.regulations import DEFAULT, PRESETS, Figures
from scoring.victory_points import VP_TABLES, default_table, victory_points
from tests.scoring.golden import golden

E6 = golden("matches.json")["E6"]


def test_four_hands_run_on_to_the_totals_of_the_slip() -> None:
    hands = [
        Hand((HandScore(base=ns[0], points=ns[1]), HandScore(base=ew[0], points=ew[1])))
        for ns, ew in E6["hands"]
    ]
    scores = [(ns, ew) for ns, ew in (totals(hand, PRESETS[DEFAULT]) for hand in hands)]
    four = MatchFormat(hands=4)
    result = fold(scores, four)
    assert [list(each) for each in result.running] == E6["running"]
    assert (result.difference, result.complete, result.missing_hands, result.winner) == (
        -260,
        True,
        0,
        Line.EW,
    )
    assert list(victory_points(VP_TABLES[default_table(four) or ""], result.totals)) == E6["vp"]


def test_a_match_in_play_says_how_many_hands_are_missing_and_has_no_winner() -> None:
    result = fold([(500, 100)], MatchFormat(hands=3))
    assert (result.complete, result.missing_hands, result.winner) == (False, 2, None)


def test_one_record_may_cover_all_hands() -> None:
    assert fold([(1000, 400)], MatchFormat(hands=3), covers=[3]).complete
    assert fold([(1000, 400), (5, 5)], MatchFormat(hands=4), covers=[3, 1]).hands_played == 4


def test_a_draw_has_no_winner() -> None:
    assert fold([(100, 100)], MatchFormat(hands=1)).winner is None


def test_nothing_played_is_nothing() -> None:
    result = fold([], MatchFormat(target=2005))
    assert (result.totals, result.running, result.complete, result.missing_hands) == ((0, 0), (), False, None)


@pytest.mark.parametrize(
    ("scores", "passing", "complete", "winner"),
    [
        ([(500, 300)], False, False, None),
        ([(505, 300)], False, True, Line.NS),
        ([(505, 300)], True, False, None),
        ([(510, 300)], True, True, Line.NS),
        ([(600, 700)], False, True, Line.EW),
        ([(600, 600)], False, False, None),
        ([(600, 600), (-50, 10)], False, True, Line.EW),
    ],
)
def test_a_target_ends_the_match_after_the_hand_that_reaches_it(
    scores: list[tuple[int, int]], passing: bool, complete: bool, winner: Line | None
) -> None:
    result = fold(scores, MatchFormat(target=505, pass_target=passing))
    assert (result.complete, result.winner) == (complete, winner)


def test_time_ends_a_match_as_it_stands() -> None:
    result = fold([(300, 200)], MatchFormat(target=2005, minutes=60), timed_out=True)
    assert (result.complete, result.winner) == (True, Line.NS)
    assert fold([(300, 200)], MatchFormat(hands=4), timed_out=True).missing_hands == 3


def test_a_hand_after_the_end_is_named() -> None:
    after = match_problems([(505, 0), (100, 50), (0, 0)], MatchFormat(target=505))
    assert [(each.code, each.record, dict(each.figures)) for each in after] == [
        ("after_target", 1, {"target": 505}),
        ("after_target", 2, {"target": 505}),
    ]
    assert match_problems([(600, 600), (-200, 10)], MatchFormat(target=505)) == ()
    surplus = match_problems([(0, 5)] * 3, MatchFormat(hands=3), covers=[1, 2, 1])
    assert [(each.code, each.record, dict(each.figures)) for each in surplus] == [
        ("too_many_hands", 2, {"hands": 3, "found": 4})
    ]


def test_every_record_says_how_many_hands_it_holds() -> None:
    with pytest.raises(ValueError, match="shorter"):
        match_problems([(5, 0), (5, 0)], MatchFormat(hands=3), covers=[3])


def test_the_running_total_of_the_slip_is_checked() -> None:
    assert running_problem(565, 220, 785, 0) is None
    found = running_problem(565, 220, 780, 0)
    assert found is not None
    assert (found.code, found.level, found.side, found.suggestion) == ("V19", Level.WARNING, 0, 785)
    assert found.field == "running"
    assert dict(found.figures) == {"expected": 785, "written": 780}


@pytest.mark.parametrize(
    ("figures", "reason"),
    [
        ({}, "exactly one of hands and target"),
        ({"hands": 4, "target": 505}, "exactly one of hands and target"),
        ({"hands": 0}, "hands: 1 to 12"),
        ({"hands": 13}, "hands: 1 to 12"),
        ({"target": 0}, "target: more than 0"),
        ({"hands": 4, "minutes": 0}, "minutes: more than 0"),
    ],
)
def test_a_format_without_one_end_is_refused(figures: dict[str, int], reason: str) -> None:
    with pytest.raises(FormatError) as refused:
        MatchFormat(**figures)
    assert str(refused.value) == reason


def test_the_least_and_the_most_of_a_format() -> None:
    assert MatchFormat(hands=1, minutes=1).hands == 1
    assert (MatchFormat(hands=12).hands, MatchFormat(target=1).target) == (12, 1)


def test_both_at_the_target_is_no_end() -> None:
    assert match_problems([(505, 505), (5, 0), (5, 5)], MatchFormat(target=505)) == (
        MatchProblem("after_target", 2, Figures({"target": 505})),
    )
    assert match_problems([(5, 0), (5, 0)], MatchFormat(hands=2)) == ()


def test_the_usual_targets_have_names_and_others_are_welcome() -> None:
    assert list(TARGETS) == [505, 1005, 1505, 2005, 3005, 5005]
    assert all(MatchFormat(target=target).target for target in (*TARGETS, 777))
