"""`meld`: what cards are together."""

import pytest

from tests.scoring.commands.command_line import CommandLine


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (
            ["2f-8f", "Jolly"],
            [
                "run of 8: 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ Jolly",
                "Jolly is wild for 9♣",
                "85 points on the table",
                "semi-clean burraco, 150 points",
            ],
        ),
        (["KKK"], ["set of 3: K K K", "30 points on the table"]),
        (
            ["Q", "2p", "Q", "Q"],
            ["set of 4: Q Q Q 2♠", "2♠ is wild for Q", "50 points on the table"],
        ),
        (
            ["7h8h9h10h", "Jh,", "Qh,", "Kh."],
            ["run of 7: 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", "65 points on the table", "clean burraco, 200 points"],
        ),
    ],
)
def test_a_meld_is_told_what_it_is_worth(scoring: CommandLine, cards: list[str], told: list[str]) -> None:
    answer = scoring("meld", *cards)
    assert (answer.code, answer.out, answer.err) == (0, told, [])


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("4h 5h 7h", "no meld (gap): before 7♥ a card is missing."),
        ("7 7", "no meld (few): a meld has 3 cards or more, not 2."),
        ("Q-Ah 2h 3h", "no meld (corner): the ace is high or low: a run does not go on from A♥ to the 2."),
        ("7 7 7 * *", "no meld (wilds): only one wild may be used, and Jolly is one too many."),
        ("3-6h 3h", "no meld (twice): 3♥ cannot stand twice in a run."),
        ("3h 4h 5p", "no meld (mixed): 5♠ has neither the rank of the others nor their suit."),
        ("2 2 *", "no meld (wilds_only): jokers and 2s alone are no meld."),
        ("7 * 2p", "no meld (wilds): only one wild may be used, and 2♠ is one too many."),
        (" ".join(["7"] * 9), "no meld (often): there are not so many 7 in 2 decks."),
    ],
)
def test_what_is_no_meld_ends_in_1_with_the_reason(scoring: CommandLine, cards: str, reason: str) -> None:
    answer = scoring("meld", *cards.split())
    assert (answer.code, answer.out) == (1, [reason])


def test_the_table_decides(scoring: CommandLine) -> None:
    nine = ["7"] * 9
    assert scoring("meld", "--players", "5", *nine).out[0] == "set of 9: 7 7 7 7 7 7 7 7 7"
    short = scoring("meld", "--regulations", "guida", "3-5h")
    assert short.out == ["no meld (short): a run has 4 cards or more, not 3."]
    assert scoring("meld", "--letters", "en", "7-9c").out[0] == "run of 3: 7♣ 8♣ 9♣"


def test_every_word_that_is_no_card_is_named_with_its_place(scoring: CommandLine) -> None:
    answer = scoring("meld", "7♥", "11♥", "9-3h", "Jolly♥", "A23")
    assert (answer.code, answer.out) == (2, [])
    assert answer.err == [
        "character 4: '11♥' is no card: write for example 7♥, 7h, QP, 10 di cuori or Jolly.",
        "character 8: '9-3h' does not rise in one suit: write for example 3-9♥.",
        "character 13: 'Jolly♥' cannot be: a joker has no suit.",
        "character 20: 'A23' may be several cards: write blanks between them, for example A 2 3.",
    ]
