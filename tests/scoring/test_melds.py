"""Melds: every example of the domain by every preset, and what holds for any cards."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bounds import bounds
from scoring.cards import RUN_ORDER, SET_RANKS, Card, Rank, Suit, deck, parse, write
from scoring.melds import Attached, Form, Meld, NoMeld, attach, classify
from scoring.regulations import PRESETS, BurracoKind, Regulations, changed
from tests.scoring.golden import golden

GOLDEN = golden("melds.json")
FIBUR = PRESETS["fibur-2026"]
ANY_CARDS = st.lists(st.sampled_from(deck(2)), max_size=15)
ANY_PRESET = st.sampled_from(list(PRESETS.values()))


def named(case: dict[str, Any]) -> str:
    return str(case.get("case", case.get("cards")))


def told(found: Meld | NoMeld) -> str | None:
    return f"no: {found.code}" if isinstance(found, NoMeld) else found.burraco


@pytest.mark.parametrize("case", GOLDEN["melds"], ids=named)
def test_a_meld_is_what_each_code_calls_it(case: dict[str, Any]) -> None:
    cards = parse(case["cards"])
    for code, kind in zip(GOLDEN["columns"], case["kinds"], strict=True):
        found = classify(cards, PRESETS[code])
        assert told(found) == kind, code
        if isinstance(found, Meld):
            assert found.points == case["guida" if code == "guida" else "points"], code
            wild = None if found.wild is None else f"{found.cards[found.wild]} as {found.stands_for}"
            assert wild == case["wild"], code
            assert found.bonus == (PRESETS[code].bonuses[found.burraco] if found.burraco else 0)


@pytest.mark.parametrize("case", GOLDEN["melds"], ids=named)
def test_the_order_of_the_cards_does_not_matter(case: dict[str, Any]) -> None:
    cards = list(parse(case["cards"]))
    for code, kind in zip(GOLDEN["columns"], case["kinds"], strict=True):
        random.Random(case["cards"]).shuffle(cards)
        assert told(classify(cards, PRESETS[code])) == kind, write(cards)


@pytest.mark.parametrize("case", GOLDEN["no_melds"], ids=named)
def test_what_is_no_meld_says_why(case: dict[str, Any]) -> None:
    found = classify(parse(case["cards"]), FIBUR)
    assert isinstance(found, NoMeld)
    assert (found.code, found.card and str(found.card)) == (case["code"], case["card"])


@pytest.mark.parametrize(
    ("cards", "code", "card", "figures"),
    [
        ("", "few", None, {"found": 0, "lowest": 3}),
        ("7♥ 8♥", "few", None, {"found": 2, "lowest": 3}),
        ("K Jolly 2♥", "wilds", "2♥", {"found": 2, "highest": 1}),
        ("K K Jolly 2♥", "wilds", "2♥", {"found": 2, "highest": 1}),
        ("3♥ 4♥ Jolly 2♠ 2♥", "wilds", "2♥", {"found": 3, "highest": 1}),
        ("3♥ 4♥ 5♥", "short", None, {"found": 3, "lowest": 4}),
        ("3♥ 5♥ Jolly", "short", None, {"found": 3, "lowest": 4}),
        ("3♥ 4♥ Jolly", "short", None, {"found": 3, "lowest": 4}),
        ("9 " * 9, "often", "9", {"highest": 2}),
        ("9♥ " * 3, "often", "9♥", {"highest": 2}),
        ("4♥ 5♥ 7♥", "gap", "7♥", {}),
        ("4♥ 6♥ 9♥ Jolly", "gap", "6♥", {}),
        ("3♥ 5♥ 7♥", "gap", "5♥", {}),
        ("6♥ 7♥ 2♥ Jolly", "gap", "6♥", {}),
        ("6♥ 8♥ 9♥ 2♥ 2♥", "gap", "6♥", {}),
        ("5♥ 8♥ 2♥", "gap", "8♥", {}),
        ("K♥ Jolly 2♥", "gap", "K♥", {}),
        ("Q♥ K♥ A♥ 4♥ Jolly", "gap", "4♥", {}),
        ("Q♥ K♥ A♥ 3♥ Jolly", "corner", "A♥", {}),
        ("Q♥ K♥ A♥ 2♥ Jolly", "corner", "A♥", {}),
        ("4♥ 5♠ 6♥ 7♥", "mixed", "5♠", {}),
    ],
)
def test_a_reason_has_its_card_and_its_figures(
    cards: str, code: str, card: str | None, figures: dict[str, int]
) -> None:
    found = classify(parse(cards), PRESETS["guida"])
    assert isinstance(found, NoMeld)
    assert (found.code, found.card and str(found.card), dict(found.figures)) == (code, card, figures)


@pytest.mark.parametrize("case", GOLDEN["attached"], ids=named)
def test_a_card_more(case: dict[str, Any]) -> None:
    [card] = parse(case["card"])
    meld = classify(parse(case["meld"]), FIBUR)
    assert isinstance(meld, Meld)
    found = attach(meld, card, FIBUR)
    if isinstance(found, NoMeld):
        assert f"no: {found.code}" == case["to"]
    else:
        assert (write(found.meld.cards), found.returned) == (case["to"], None)
    returned = attach(meld, card, PRESETS["classico"])
    if isinstance(returned, Attached):
        assert (returned.returned and str(returned.returned)) == case["returned"]
        assert len(returned.meld.cards) == len(meld.cards) + (returned.returned is None)
    else:
        assert f"no: {returned.code}" == case["to"]


@given(ANY_CARDS, ANY_PRESET)
def test_any_cards_are_a_meld_or_a_reason(cards: list[Card], rules: Regulations) -> None:
    found = classify(cards, rules)
    if isinstance(found, NoMeld):
        return
    assert sorted(map(str, found.cards)) == sorted(map(str, cards))
    assert found.points == sum(rules.table_values[card.rank] for card in cards)
    assert (found.burraco is not None) == (len(cards) >= 7)
    assert (found.wild is None) == (found.stands_for is None)
    assert classify(found.cards, rules) == found, "a meld as it lies is itself"
    whole = [found.stands_for if i == found.wild else card for i, card in enumerate(found.cards)]
    ranks = [card.rank for card in whole if card]
    if found.form is Form.SET:
        assert len(set(ranks)) == 1
        assert not set(ranks) & {Rank.TWO, Rank.JOKER}
    else:
        assert len({card.suit for card in whole if card}) == 1
        assert any(tuple(ranks) == RUN_ORDER[start : start + len(ranks)] for start in range(14))


@st.composite
def made_melds(draw: st.DrawFn) -> tuple[list[Card], int]:
    """A legal meld built from its definition, and how many of its cards are wilds."""
    suit = draw(st.sampled_from(Suit))
    if draw(st.booleans()):
        cards = [Card(draw(st.sampled_from(SET_RANKS)), each) for each in Suit] * 2
        cards = [Card(cards[0].rank, card.suit) for card in draw(st.permutations(cards))]
        cards = cards[: draw(st.integers(3, 8))]
    else:
        start = draw(st.integers(0, 10))
        length = draw(st.integers(4, min(13, 14 - start)))
        cards = [Card(rank, suit) for rank in RUN_ORDER[start : start + length]]
    if not draw(st.booleans()):
        return cards, 0
    wild = draw(st.sampled_from([Card(Rank.JOKER), *(Card(Rank.TWO, each) for each in Suit)]))
    if len({card.rank for card in cards}) > 1 and draw(st.booleans()) and len(cards) > 4:
        del cards[draw(st.integers(1, len(cards) - 2))]
    return [*cards, wild], 1


@given(made_melds(), ANY_PRESET, st.randoms(use_true_random=False))
def test_every_meld_of_the_definition_is_recognised(
    made: tuple[list[Card], int], rules: Regulations, rng: random.Random
) -> None:
    cards, wilds = made
    rng.shuffle(cards)
    found = classify(cards, rules)
    assert isinstance(found, Meld), write(cards)
    # A 2 of the suit may turn out natural where its place is free.
    assert (
        found.wild is None
        if not wilds
        else found.wild is not None or Card(Rank.TWO, found.cards[0].suit) in cards
    )


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.code)
def test_the_cheapest_burraco_of_every_kind_exists(rules: Regulations) -> None:
    """The least points that V13 asks of a kind are those of a real meld."""
    low = [*RUN_ORDER[:13]]
    runs = [
        [Card(rank, Suit.HEARTS) for rank in low[start : start + size]]
        for start in range(13)
        for size in (6, 7, 8, 13)
    ]
    sets = [[Card(Rank.THREE)] * size for size in (6, 7, 8)]
    cheapest: dict[BurracoKind, int] = {}
    for cards in (*runs, *sets):
        for more in ([], [Card(Rank.TWO)]):
            found = classify([*cards, *more], rules)
            if isinstance(found, Meld) and found.burraco:
                cheapest[found.burraco] = min(found.points, cheapest.get(found.burraco, 10_000))
    assert cheapest == dict(bounds(rules).cheapest)


def test_wilds_may_be_worth_nothing_on_the_table() -> None:
    rules = changed(FIBUR, table_values={**FIBUR.table_values, Rank.TWO: 0, Rank.JOKER: 0})
    found = classify(parse("K K K K K K Jolly"), rules)
    assert isinstance(found, Meld)
    assert found.points == 60


def test_a_code_may_ask_three_naturals() -> None:
    strict = changed(FIBUR, fewest_naturals=3)
    assert classify(parse("8♣ 8♦ Jolly"), strict) == NoMeld(
        "few_naturals",
        None,
        {"found": 2, "lowest": 3},  # type: ignore[arg-type]
    )
    assert isinstance(classify(parse("8♣ 8♦ 8♥ Jolly"), strict), Meld)


def test_three_decks_hold_longer_sets() -> None:
    twelve = parse("9 " * 12)
    assert isinstance(classify(twelve, FIBUR, decks=3), Meld)
    assert isinstance(classify(twelve, FIBUR), NoMeld)


@pytest.mark.parametrize("rules", [FIBUR, PRESETS["classico"]], ids=lambda rules: rules.code)
def test_three_decks_hold_one_card_more_of_a_set(rules: Regulations) -> None:
    meld = classify(parse("9 9 9 9 9 9 9 9 Jolly"), rules)
    assert isinstance(meld, Meld)
    nine = Card(Rank.NINE)
    for refused in (attach(meld, nine, rules), attach(meld, nine, rules, 2)):
        assert isinstance(refused, NoMeld)
        assert (refused.code, refused.card, dict(refused.figures)) == ("often", nine, {"highest": 2})
    more = attach(meld, nine, rules, 3)
    assert isinstance(more, Attached)
    assert more.meld.naturals == 9


@pytest.mark.parametrize(
    ("cards", "lies"),
    [
        ("3♥ 2♥ Jolly", "2♥ 3♥ Jolly"),
        ("Jolly 2♥ 3♥", "Jolly 2♥ 3♥"),
        ("3♥ Jolly 2♥", "Jolly 2♥ 3♥"),
        ("A♥ 2♥ Jolly", "A♥ 2♥ Jolly"),
        ("K♥ 2♥ A♥", "2♥ K♥ A♥"),
    ],
)
def test_one_natural_beside_its_2_is_a_run(cards: str, lies: str) -> None:
    found = classify(parse(cards), FIBUR)
    assert isinstance(found, Meld)
    assert write(found.cards) == lies


@pytest.mark.parametrize(
    ("cards", "lies", "wild"),
    [
        ("3♥ 4♥ 2♠", "3♥ 4♥ 2♠", "2♠ as 5♥"),
        ("2♠ 3♥ 4♥", "2♠ 3♥ 4♥", "2♠ as 2♥"),
        ("3♥ 2♠ 4♥", "2♠ 3♥ 4♥", "2♠ as 2♥"),
        ("3 4 Jolly", "3 4 Jolly", "Jolly as 5"),
        ("3 Jolly 4", "Jolly 3 4", "Jolly as 2"),
        ("3 2 4", "2 3 4", None),
        ("3♥ 2 4♥", "2 3♥ 4♥", "2 as 2♥"),
        ("4♥ 5♥ 2♥", "4♥ 5♥ 2♥", "2♥ as 6♥"),
        ("5♥ 4♥ 2♥", "2♥ 4♥ 5♥", "2♥ as 3♥"),
        ("4♥ 2♥ 5♥ Jolly", "2♥ Jolly 4♥ 5♥", "Jolly as 3♥"),
        ("3♥ 2♥ 2♠", "2♥ 3♥ 2♠", "2♠ as 4♥"),
        ("Q♥ K♥ A♥ Jolly", "Jolly Q♥ K♥ A♥", "Jolly as J♥"),
        ("Q♥ K♥ Jolly", "Q♥ K♥ Jolly", "Jolly as A♥"),
        ("A♥ Q♥ K♥ Jolly", "Jolly Q♥ K♥ A♥", "Jolly as J♥"),
        ("A♥ 3♥ Jolly", "A♥ Jolly 3♥", "Jolly as 2♥"),
        ("A♥ 2♥ 3♥ Jolly", "A♥ 2♥ 3♥ Jolly", "Jolly as 4♥"),
        ("A♥ K♥ 2♠", "2♠ K♥ A♥", "2♠ as Q♥"),
        ("7♥ 6♥ 5♥ Jolly", "Jolly 5♥ 6♥ 7♥", "Jolly as 4♥"),
        ("Jolly 7♥ 6♥ 5♥", "5♥ 6♥ 7♥ Jolly", "Jolly as 8♥"),
        ("A-K♥", "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", None),
        ("2-K♥ A♥", "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥", None),
    ],
)
def test_a_run_lies_in_order_with_its_wild_where_it_is_needed(
    cards: str, lies: str, wild: str | None
) -> None:
    found = classify(parse(cards), FIBUR)
    assert isinstance(found, Meld)
    assert write(found.cards) == lies
    assert (None if found.wild is None else f"{found.cards[found.wild]} as {found.stands_for}") == wild


def test_of_two_kinds_that_pay_the_same_it_is_the_plainer() -> None:
    fitab = PRESETS["fitab-2025"]
    equal = changed(fitab, bonuses={**fitab.bonuses, BurracoKind.SUPER: 200})
    found = [classify(parse("K " * 8), rules) for rules in (fitab, equal)]
    assert [isinstance(each, Meld) and (each.burraco, each.bonus) for each in found] == [
        (BurracoKind.SUPER, 250),
        (BurracoKind.CLEAN, 200),
    ]
