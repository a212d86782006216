"""Hands counted from their cards: the worked examples, deals played to their end, and what cannot be."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring.cards import JOKER, Card, parse
from scoring.hands import EndReason, HandProblem, Level, problems, resolve
from scoring.laid import CardProblem, HandCards, SideCards, count
from scoring.regulations import PRESETS, BurracoToClose, Regulations, changed
from tests.scoring.golden import golden, hand_of
from tests.scoring.shuffled import play

FIBUR = PRESETS["fibur-2026"]
DEALS = 12  # of each preset and number of players, at every run of the suite


def cards_of(case: dict[str, Any]) -> HandCards:
    sides = tuple(
        SideCards(
            tuple(map(parse, side["melds"])),
            parse(side["held"]),
            side.get("pozzetti", 1),
            parse(side.get("unplayed", "")),
        )
        for side in case["sides"]
    )
    reason = case.get("end_reason")
    return HandCards(sides, case.get("closer"), EndReason(reason) if reason else None)


def named(case: dict[str, Any]) -> str:
    return str(case["case"])


def codes(cards: HandCards, regulations: Regulations = FIBUR, players: int = 4) -> list[str]:
    found = count(cards, regulations, players).problems
    return [each.code for each in found if isinstance(each, CardProblem) or each.level is Level.ERROR]


@pytest.mark.parametrize("case", golden("hands_from_cards.json"), ids=named)
def test_a_worked_example_counts_from_its_cards(case: dict[str, Any]) -> None:
    regulations = PRESETS[case["regulations"]]
    counted = count(cards_of(case), regulations)
    assert counted.problems == ()
    sides = resolve(counted.hand, regulations)
    assert [[side.base, side.points, side.total] for side in sides] == case["resolved"]


@pytest.mark.parametrize("case", golden("hands_from_cards.json"), ids=named)
def test_cards_make_the_record_that_a_scorer_types(case: dict[str, Any]) -> None:
    typed = {each["case"]: each for each in golden("hands.json")}
    same = next(
        each for name, each in typed.items() if name == case["case"] or name.startswith(f"{case['case']},")
    )
    assert count(cards_of(case), PRESETS[case["regulations"]]).hand == hand_of(
        {"end_reason": "closed", **same}
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("regulations", PRESETS.values(), ids=lambda rules: rules.code)
def test_no_deal_that_was_played_by_the_rules_is_refused(regulations: Regulations, players: int) -> None:
    for seed in range(DEALS):
        cards = play(random.Random(f"{regulations.code} {players} {seed}"), regulations, players)
        assert codes(cards, regulations, players) == [], seed


def test_the_deals_reach_every_end() -> None:
    """Else the deals above would prove little: they close, run out of cards and leave pozzetti unplayed."""
    played = [play(random.Random(seed), FIBUR, 4) for seed in range(60)]
    counted = [count(cards, FIBUR).hand for cards in played]
    assert {EndReason.CLOSED, EndReason.STOCK} <= {hand.end_reason for hand in counted}
    assert any(side.unplayed for cards in played for side in cards.sides)
    assert any(not side.pozzetti for cards in played for side in cards.sides)
    assert {"clean", "semi_clean", "dirty"} <= {
        kind for hand in counted for s in hand.sides for kind in s.counts or ()
    }


E1 = cards_of(golden("hands_from_cards.json")[0])
E4 = cards_of(golden("hands_from_cards.json")[4])


def side(cards: HandCards, i: int, **facts: Any) -> HandCards:
    sides = list(cards.sides)
    sides[i] = replace(sides[i], **facts)
    return replace(cards, sides=tuple(sides))


def with_meld(cards: HandCards, i: int, text: str) -> HandCards:
    return side(cards, i, melds=(*cards.sides[i].melds, parse(text)))


MUTATIONS: dict[str, tuple[HandCards, str]] = {
    "a card three times": (side(E1, 0, held=parse("5♣ 5♣ 5♣")), "often"),
    "five jokers": (side(E1, 1, held=(*E1.sides[1].held, JOKER, JOKER, JOKER)), "often"),
    "a second wild in a meld": (with_meld(E1, 1, "J J 2 Jolly"), "wilds"),
    "a meld of two cards": (with_meld(E1, 0, "7 7"), "few"),
    "a meld of twos": (with_meld(E1, 0, "2♥ 2♦ 2♣"), "wilds_only"),
    "a run with a hole": (with_meld(E1, 0, "4♣ 5♣ 7♣"), "gap"),
    "a run around the corner": (with_meld(E1, 1, "K♦ A♦ 2♦ 3♦"), "corner"),
    "a stranger in a meld": (with_meld(E1, 0, "8♣ 9♣ 10♦"), "mixed"),
    "a card twice in a run": (with_meld(E1, 0, "8♣ 9♣ 9♣ 10♣"), "twice"),
    "closing with a wild": (replace(E1, discard=Card(JOKER.rank)), "closing_wild"),
    "closing without a burraco": (side(E1, 0, melds=E1.sides[0].melds[2:]), "V5"),
    "closing without the pozzetto": (side(E1, 0, pozzetti=0), "V5"),
    "the pozzetto twice": (side(E1, 1, pozzetti=2), "pozzetto_twice"),
    "an unplayed pozzetto that was not taken": (side(E4, 0, pozzetti=0), "unplayed_missed"),
    "a pozzetto of ten cards": (side(E4, 0, unplayed=E4.sides[0].unplayed[1:]), "unplayed_size"),
    "the side that did not close holds nothing": (side(E1, 1, held=()), "empty_hand"),
    "one of two holds nothing": (side(E1, 1, held=parse("9")), "empty_hand"),
    "nobody closed and nobody says why": (replace(E1, closer=None), "V8"),
    "closed, and yet the stock ended it": (replace(E1, end_reason=EndReason.STOCK), "V8"),
}


@pytest.mark.parametrize(("cards", "code"), MUTATIONS.values(), ids=MUTATIONS)
def test_a_contradiction_is_named_and_nothing_else(cards: HandCards, code: str) -> None:
    assert codes(cards) == [code]


def told(cards: HandCards, players: int = 4) -> list[tuple[Any, ...]]:
    found = count(cards, FIBUR, players).problems
    assert all(isinstance(each, CardProblem) for each in found)
    return [
        (each.code, each.side, each.meld, each.card and str(each.card), dict(each.figures))
        for each in found
        if isinstance(each, CardProblem)
    ]


@pytest.mark.parametrize(
    ("mutation", "problem"),
    [
        ("a card three times", ("often", None, None, "5♣", {"highest": 2})),
        ("a meld of two cards", ("few", 0, 3, None, {"found": 2, "lowest": 3})),
        ("closing with a wild", ("closing_wild", 0, None, "Jolly", {})),
        ("the pozzetto twice", ("pozzetto_twice", 1, None, None, {"found": 2})),
        ("an unplayed pozzetto that was not taken", ("unplayed_missed", 0, None, None, {"found": 11})),
        ("a pozzetto of ten cards", ("unplayed_size", 0, None, None, {"found": 10})),
        ("one of two holds nothing", ("empty_hand", 1, None, None, {"found": 1, "lowest": 2})),
    ],
)
def test_a_contradiction_says_where_it_stands_and_how_much(mutation: str, problem: tuple[Any, ...]) -> None:
    assert told(MUTATIONS[mutation][0]) == [problem]


def test_whoever_closed_alone_holds_nothing() -> None:
    alone = side(E1, 1, held=parse("Jolly A Q"))
    assert told(alone, players=2) == [("held_by_nobody", 0, None, None, {"found": 2})]
    unplayed = side(alone, 0, held=(), unplayed=parse("3 4 5 6 7 8 9 10 J Q K"))
    assert told(unplayed, players=2) == [("held_by_nobody", 0, None, None, {"found": 11})]
    pozzetto_alone = side(alone, 1, held=(), unplayed=parse("3 4 5 6 7 8 9 10 J Q K"))
    assert told(side(pozzetto_alone, 0, held=()), players=2) == []


def test_three_decks_hold_a_card_three_times() -> None:
    sides = (*E1.sides, SideCards(held=parse("5♣ 5♣")))
    three = replace(E1, sides=sides, closer=None, end_reason=EndReason.STOCK)
    assert told(three, players=5) == []
    four = side(three, 2, held=parse("5♣ 5♣ 5♣"))
    assert told(four, players=5) == [("often", None, None, "5♣", {"highest": 3})]


def test_a_hand_below_its_minimum_is_named_where_the_code_asks_for_more() -> None:
    runs_of_four = PRESETS["guida"]
    assert codes(with_meld(E1, 0, "4♣ 5♣ 6♣"), runs_of_four) == ["short"]
    clean_only = changed(FIBUR, burraco_to_close=BurracoToClose.CLEAN)
    assert codes(side(E1, 0, melds=E1.sides[0].melds[1:]), clean_only) == ["V5"]


def test_who_plays_alone_closes_with_an_empty_hand() -> None:
    alone = replace(E1, sides=(E1.sides[0], replace(E1.sides[1], held=parse("Jolly A Q"))))
    assert codes(alone, players=3) == ["held_by_nobody"]
    assert codes(side(alone, 0, held=()), players=3) == []


@pytest.mark.parametrize("step", [lambda hand: hand.sides, lambda hand: hand.end_reason])
def test_a_problem_leaves_the_record_that_the_good_melds_make(step: Callable[[Any], Any]) -> None:
    spoilt = count(with_meld(E1, 0, "8♣ 9♣ 10♦"), FIBUR)
    assert step(spoilt.hand) == step(count(E1, FIBUR).hand)
    assert spoilt.melds[0][-1] is None
    assert [
        (each.side, each.meld, str(each.card)) for each in spoilt.problems if isinstance(each, CardProblem)
    ] == [(0, 3, "10♦")]


def test_the_same_problems_are_found_from_cards_and_from_figures() -> None:
    counted = count(replace(E1, closer=None), FIBUR)
    assert counted.problems == problems(counted.hand, FIBUR)
    assert all(isinstance(each, HandProblem) for each in counted.problems)
