"""Worked examples of the domain: what is accepted, what is refused, what is doubted."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.hands import (
    EndReason,
    Hand,
    HandScore,
    ImpossibleHand,
    Layer,
    Level,
    layer,
    problems,
    resolve,
    totals,
)
from scoring.regulations import DEFAULT, PRESETS, BurracoKind, BurracoToClose, Unlikely, changed
from tests.scoring.golden import golden, hand_of, regulations_of

FIBUR = PRESETS[DEFAULT]


def named(case: dict[str, Any]) -> str:
    return str(case["case"])


def shown(hand: Hand, level: Level, **asked: Any) -> list[list[Any]]:
    found = problems(hand, asked.get("regulations", FIBUR), asked.get("players", 4))
    return [[each.code, each.side, each.field, dict(each.figures)] for each in found if each.level is level]


@pytest.mark.parametrize("case", golden("hands.json"), ids=named)
def test_a_worked_example_scores_as_it_is_told(case: dict[str, Any]) -> None:
    hand, regulations = hand_of(case), regulations_of(case)
    assert problems(hand, regulations) == ()
    assert [[side.base, side.points, side.total] for side in resolve(hand, regulations)] == case["resolved"]
    assert totals(hand, regulations) == tuple(side[2] for side in case["resolved"])


@pytest.mark.parametrize("case", golden("refused.json"), ids=named)
def test_an_impossible_record_is_refused_with_every_reason(case: dict[str, Any]) -> None:
    hand, regulations = hand_of(case), regulations_of(case)
    assert shown(hand, Level.ERROR, regulations=regulations) == case["errors"]
    if "suggestion" in case:
        assert [each.suggestion for each in problems(hand, regulations) if each.code == "V7"] == [
            tuple(case["suggestion"])
        ]
    with pytest.raises(ImpossibleHand) as refused:
        totals(hand, regulations)
    assert refused.value.problems == problems(hand, regulations)


@pytest.mark.parametrize("case", golden("unlikely.json"), ids=named)
def test_an_unlikely_record_is_doubted_but_counts(case: dict[str, Any]) -> None:
    hand = hand_of(case)
    assert shown(hand, Level.WARNING) == case["warnings"]
    assert len(totals(hand, FIBUR)) == 2


def test_a_base_of_50_takes_a_missed_pozzetto_where_the_manual_makes_both_pay() -> None:
    both = Hand((HandScore(base=50, points=5), HandScore(base=-100, points=-50)))
    assert totals(both, PRESETS["manuale"]) == (55, -150)


def test_a_clean_burraco_may_be_asked_of_who_closes() -> None:
    strict = changed(FIBUR, burraco_to_close=BurracoToClose.CLEAN)
    closed = Hand((HandScore(base=200, points=50, closings=1), HandScore(base=0, points=0, closings=0)))
    assert shown(closed, Level.ERROR, regulations=strict) == [
        ["V5", 0, "base", {"found": 200, "lowest": 300}]
    ]
    assert shown(closed, Level.ERROR) == []


def test_the_guide_asks_no_burraco_of_who_closes() -> None:
    hand = hand_of(
        {
            "end_reason": "closed",
            "sides": [
                {"counts": {}, "closings": 1, "missed": 0, "laid": 95, "left": 3},
                {"counts": {}, "closings": 0, "laid": 40, "left": 33},
            ],
        }
    )
    assert totals(hand, PRESETS["guida"]) == (192, 7)


def test_cards_of_a_closing_line_that_does_not_pay_need_not_be_typed() -> None:
    hand = hand_of(
        {
            "end_reason": "closed",
            "sides": [
                {"counts": {"clean": 1}, "closings": 1, "missed": 0, "laid": 150},
                {"counts": {}, "closings": 0, "missed": 0, "laid": 40, "left": 35},
            ],
        }
    )
    assert totals(hand, PRESETS["classico"]) == (450, 5)
    assert [row[:3] for row in shown(hand, Level.ERROR)] == [["V0", 0, "left"]]


def test_one_base_over_two_hands_reaches_what_one_hand_cannot() -> None:
    sides = (HandScore(base=-200, points=0), HandScore(base=600, points=0))
    assert totals(Hand(sides, covers=2), FIBUR) == (-200, 600)
    assert [row[:3] for row in shown(Hand(sides), Level.ERROR)] == [["V2", 0, "base"]]


def test_over_two_hands_one_side_at_most_misses_in_each() -> None:
    sides = (HandScore(base=-200, points=0), HandScore(base=-100, points=0))
    found = problems(Hand(sides, covers=2), FIBUR)
    assert [(each.code, each.suggestion) for each in found if each.level is Level.ERROR] == [
        ("V7", (-100, 0))
    ]


@pytest.mark.parametrize(("players", "lowest"), [(2, [0, 5]), (4, [5, 10])])
def test_whoever_did_not_close_holds_a_card(players: int, lowest: list[int]) -> None:
    hand = hand_of(
        {
            "end_reason": "closed",
            "sides": [
                {"counts": {"clean": 1}, "closings": 1, "missed": 0, "laid": 100, "left": lowest[0]},
                {"counts": {}, "closings": 0, "missed": 0, "laid": 50, "left": lowest[1]},
            ],
        }
    )
    assert shown(hand, Level.ERROR, players=players) == []
    if players == 4:
        assert shown(hand, Level.ERROR, players=2) == []
    else:
        assert [row[0] for row in shown(hand, Level.ERROR, players=4)] == ["V11", "V11"]


def test_five_players_score_as_three_sides_and_three_may_all_be_alone() -> None:
    three_sides = Hand((HandScore(total=500), HandScore(total=200), HandScore(total=-100)))
    assert totals(three_sides, FIBUR, players=5) == (500, 200, -100)
    assert totals(three_sides, FIBUR, players=3) == (500, 200, -100)
    with pytest.raises(ValueError, match="4 players do not form 3 sides"):
        problems(three_sides, FIBUR)


def test_of_three_sides_two_may_miss_their_pozzetto_but_not_all() -> None:
    two = Hand(
        (HandScore(base=200, points=0), HandScore(base=-100, points=0), HandScore(base=-100, points=0))
    )
    assert totals(two, FIBUR, players=5) == (200, -100, -100)
    all_three = Hand((HandScore(base=-100, points=0),) * 3)
    assert [row[0] for row in shown(all_three, Level.ERROR, players=5)] == ["V7"]


def test_the_layer_is_the_most_detailed_one_begun() -> None:
    total = HandScore(total=100, closings=1)
    assert layer(Hand((total, total))) is Layer.TOTAL
    assert layer(Hand((total, HandScore(points=5)))) is Layer.QUICK
    assert layer(Hand((HandScore(base=100, points=5), HandScore(laid=5)))) is Layer.DETAIL


def test_a_record_covers_at_least_one_hand() -> None:
    with pytest.raises(ValueError, match=r"^a record covers at least one hand$"):
        Hand((HandScore(), HandScore()), covers=0)


@pytest.mark.parametrize(
    "side",
    [
        HandScore(counts={BurracoKind.CLEAN: 1}, closings=2, missed=0, laid=100, left=5),
        HandScore(base=400, points=95, closings=2),
    ],
    ids=["counts", "base"],
)
def test_closing_too_often_is_one_fault_and_not_a_burraco_too_few(side: HandScore) -> None:
    other = HandScore(base=0, points=-15)
    found = problems(Hand((side, other)), FIBUR)
    assert [(each.code, each.side, each.field) for each in found] == [
        ("range", 0, "closings"),
        ("V4", None, "closings"),
    ]


def test_a_hand_without_totals_says_every_reason() -> None:
    slip = Hand((HandScore(base=130, points=47), HandScore(base=0, points=0)))
    with pytest.raises(ImpossibleHand) as refused:
        totals(slip, FIBUR)
    assert str(refused.value) == "V1, V2"
    assert refused.value.problems == problems(slip, FIBUR)


def test_a_pozzetto_missed_too_often_says_nothing_of_the_base() -> None:
    hand = Hand((HandScore(base=200, points=5, missed=2), HandScore(base=100, points=5)))
    assert [(each.code, each.field) for each in problems(hand, FIBUR)] == [("range", "missed")]


def test_over_two_hands_one_lost_pozzetto_lowers_the_base_of_who_closed_one() -> None:
    hand = Hand((HandScore(base=0, closings=1, points=5), HandScore(base=0, points=5)), covers=2)
    found = problems(hand, FIBUR)
    assert [(each.code, each.side, dict(each.figures)) for each in found] == [
        ("V5", 0, {"found": 0, "lowest": 100})
    ]


def test_only_the_base_that_took_an_unpaid_penalty_off_is_offered_anew() -> None:
    """Three misses in two hands: in one hand nobody took a pozzetto, and there nobody pays."""
    hand = Hand((HandScore(base=-200, missed=2, points=5), HandScore(base=0, missed=1, points=5)), covers=2)
    found = problems(hand, FIBUR)
    assert [(each.code, each.suggestion, dict(each.figures)) for each in found] == [
        ("V7", (-100, 0), {"base_0": -200, "base_1": 0})
    ]


def test_where_one_base_is_missing_the_others_are_not_offered_together() -> None:
    hand = Hand((HandScore(base=-200, missed=2, points=5), HandScore(missed=1, points=5)), covers=2)
    found = problems(hand, FIBUR)
    assert [(each.code, each.side, dict(each.figures)) for each in found] == [
        ("V0", 1, {}),
        ("V2", 0, {"found": -200, "above": -100}),
    ]


CLEAN = {BurracoKind.CLEAN: 1}
PLAYED_ON = HandScore(counts={}, closings=0, missed=0, laid=50, left=20)
CLOSED = HandScore(counts=CLEAN, closings=1, missed=0, laid=100, left=5)
BY_CLOSING = EndReason.CLOSED


@pytest.mark.parametrize(
    ("code", "players", "hand", "faults"),
    [
        # A kind that is not paid lays nothing that could be asked of it.
        (
            DEFAULT,
            4,
            Hand((replace(PLAYED_ON, counts={BurracoKind.SUPER: 1}, laid=0), PLAYED_ON), 1, EndReason.STOCK),
            [("kind", 0, "counts", {"kind": "super", "found": 1})],
        ),
        (
            DEFAULT,
            4,
            Hand((replace(PLAYED_ON, counts=CLEAN, laid=0), PLAYED_ON), 1, EndReason.STOCK),
            [("V13", 0, "laid", {"found": 0, "lowest": 35})],
        ),
        # Of two hands one was closed: where who closes is spared, only the other one left two cards.
        (
            "classico",
            4,
            Hand((replace(CLOSED, left=5), replace(PLAYED_ON, left=20)), 2, EndReason.STOCK),
            [("V11", 0, "left", {"found": 5, "lowest": 10})],
        ),
        (
            "classico",
            4,
            Hand((replace(CLOSED, left=10), replace(PLAYED_ON, left=20)), 2, EndReason.STOCK),
            [],
        ),
        # Who closed is spared what is left, and not what was laid.
        (
            "classico",
            4,
            Hand((replace(CLOSED, laid=None, left=None), PLAYED_ON), 1, BY_CLOSING),
            [("V0", 0, "laid", {})],
        ),
        # Whether the first pays depends on the third alone: the second said that it took one.
        (
            DEFAULT,
            5,
            Hand(
                (
                    replace(PLAYED_ON, missed=1),
                    HandScore(base=0, points=5, missed=0),
                    HandScore(base=0, points=5),
                ),
                1,
                EndReason.STOCK,
            ),
            [("V0", 2, "missed", {})],
        ),
        # A base asks for its points, whatever the other side has.
        (
            DEFAULT,
            4,
            Hand((PLAYED_ON, HandScore(base=0)), 1, EndReason.STOCK),
            [("V0", 1, "points", {})],
        ),
        (
            DEFAULT,
            4,
            Hand((replace(PLAYED_ON, left=21), replace(PLAYED_ON, laid=48)), 1, EndReason.STOCK),
            [
                ("V1", 0, "left", {"found": 21, "step": 5, "below": 20, "above": 25}),
                ("V1", 1, "laid", {"found": 48, "step": 5, "below": 45, "above": 50}),
            ],
        ),
        (
            DEFAULT,
            4,
            Hand((replace(PLAYED_ON, left=-5), replace(PLAYED_ON, laid=-10)), 1, EndReason.STOCK),
            [
                ("range", 0, "left", {"found": -5, "lowest": 0}),
                ("range", 1, "laid", {"found": -10, "lowest": 0}),
            ],
        ),
    ],
)
def test_a_record_is_told_exactly_what_is_wrong(
    code: str, players: int, hand: Hand, faults: list[tuple[Any, ...]]
) -> None:
    found = problems(hand, PRESETS[code], players)
    assert [
        (each.code, each.side, each.field, dict(each.figures)) for each in found if each.level is Level.ERROR
    ] == faults


def test_a_base_that_only_a_closing_gives_is_refused_where_nobody_closed() -> None:
    odd = changed(FIBUR, closing=55)
    sides = (HandScore(base=255, points=5), HandScore(base=0, points=-15))
    assert problems(Hand(sides), odd) == ()
    assert problems(Hand(sides, 1, EndReason.CLOSED), odd) == ()
    assert problems(Hand(sides, 2, EndReason.STOCK), odd) == ()
    refused = problems(Hand(sides, 1, EndReason.STOCK), odd)
    assert [(each.code, each.side, dict(each.figures)) for each in refused] == [
        ("V8", None, {"base_0": 255, "base_1": 0})
    ]


def test_fourteen_burracos_fit_into_two_decks_and_not_fifteen() -> None:
    def dealt(clean: int) -> list[tuple[str, dict[str, Any]]]:
        sides = (
            replace(PLAYED_ON, counts={BurracoKind.CLEAN: clean}, laid=300),
            replace(PLAYED_ON, counts={BurracoKind.CLEAN: 7}, laid=300),
        )
        found = problems(Hand(sides, 1, EndReason.STOCK), FIBUR)
        return [(each.code, dict(each.figures)) for each in found if each.level is Level.ERROR]

    assert dealt(7) == []
    assert dealt(8) == [("V15", {"found": 15, "highest": 14})]


def test_what_is_unlikely_is_what_the_code_says() -> None:
    careful = changed(FIBUR, unlikely=Unlikely(total_above=600))
    for points, doubts in (
        (200, []),
        (205, [("V18", 0, "total", {"found": 605, "lowest": -400, "highest": 600})]),
    ):
        found = problems(Hand((HandScore(base=400, points=points), HandScore(base=0, points=5))), careful)
        assert [(each.code, each.side, each.field, dict(each.figures)) for each in found] == doubts
        assert {each.level for each in found} <= {Level.WARNING}
