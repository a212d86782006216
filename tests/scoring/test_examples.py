"""The worked examples from their cards, under presets and under changed copies."""

import pytest

from scoring.cards import CARDS_PER_DECK, Rank
from scoring.examples import EXAMPLES, LaidMeld, as_hand, burraco_of, stands
from scoring.hands import problems, resolve
from scoring.regulations import PRESETS, BurracoKind, Regulations, changed
from tests.scoring.golden import golden, hand_of

FIBUR = PRESETS["fibur-2026"]


def figures(code: str, regulations: Regulations) -> list[tuple[int | None, int | None, int | None]]:
    """Base, card points and total of both sides of an example."""
    example = next(each for each in EXAMPLES if each.code == code)
    sides = resolve(as_hand(example, regulations), regulations)
    return [(side.base, side.points, side.total) for side in sides]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.code)
def test_the_cards_make_the_golden_record(example: object) -> None:
    cases = {case["case"].partition(",")[0]: case for case in golden("hands.json")}
    case = cases[example.code]  # type: ignore[attr-defined]
    assert as_hand(example, FIBUR) == hand_of(case)  # type: ignore[arg-type]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.code)
@pytest.mark.parametrize("code", PRESETS)
def test_every_example_is_possible_by_every_preset(code: str, example: object) -> None:
    regulations = PRESETS[code]
    assert stands(example, regulations)  # type: ignore[arg-type]
    found = problems(as_hand(example, regulations), regulations)  # type: ignore[arg-type]
    assert [problem.code for problem in found if problem.level == "error"] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.code)
def test_no_card_is_there_more_often_than_two_decks_hold(example: object) -> None:
    cards: list[Rank] = []
    for side in example.sides:  # type: ignore[attr-defined]
        cards += [rank for meld in side.melds for rank in meld.cards] + list(side.held)
    assert all(cards.count(rank) <= 2 * CARDS_PER_DECK[rank] for rank in Rank)


def test_the_figures_of_the_document() -> None:
    assert figures("E1", FIBUR) == [(400, 165, 565), (0, -10, -10)]
    assert figures("E2", FIBUR) == [(200, 20, 220), (0, 30, 30)]
    assert figures("E3", FIBUR) == [(0, 5, 5), (0, -50, -50)]
    assert figures("E3", PRESETS["manuale"]) == [(-100, 5, -95), (-100, -50, -150)]
    assert figures("E4", FIBUR) == [(0, -20, -20), (300, 130, 430)]
    assert figures("E4", PRESETS["classico"]) == [(0, -20, -20), (300, 150, 450)]


def test_the_guide_counts_its_own_cards_and_calls_a_run_of_seven_super() -> None:
    # 3–9 is 42, six kings and a joker 90, three aces 33; 5 and 10 are left: 165 − 15.
    assert figures("E1", PRESETS["guida"])[0] == (400 + 100 + 100, 150, 750)


def test_changed_cards_and_bonuses_are_honoured() -> None:
    copy = changed(
        FIBUR,
        bonuses={**FIBUR.bonuses, BurracoKind.DIRTY: 50},
        table_values={**FIBUR.table_values, Rank.JOKER: 0, Rank.ACE: 20},
        hand_values={**FIBUR.hand_values, Rank.TEN: 15},
        closing=150,
    )
    # Laid 180 − 30 of the joker + 3 × 5 of the aces; left 15 + 5.
    assert figures("E1", copy)[0] == (400, 145, 545)


def test_a_set_of_eight_is_dearer_where_it_is_paid() -> None:
    eight = LaidMeld((Rank.NINE,) * 8)
    assert burraco_of(eight, FIBUR) is BurracoKind.CLEAN
    assert burraco_of(eight, PRESETS["fitab-2025"]) is BurracoKind.SUPER
    assert burraco_of(LaidMeld((Rank.NINE,) * 6), FIBUR) is None


def test_an_example_with_a_meld_that_is_not_allowed_does_not_stand() -> None:
    longer = changed(FIBUR, shortest_run=5)
    more_naturals = changed(FIBUR, fewest_naturals=4)
    assert [each.code for each in EXAMPLES if not stands(each, longer)] == ["E1", "E4"]
    assert [each.code for each in EXAMPLES if not stands(each, more_naturals)] == ["E1", "E2", "E3", "E4"]
