"""Cards are read as people write them, written as they are read, and every other word is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import (
    JOKER,
    Card,
    Letters,
    Rank,
    Suit,
    UnreadableCards,
    deck,
    deck_size,
    parse,
    too_often,
    wild_cards,
    write,
)

ANY_CARD = st.sampled_from([*deck(), *(Card(rank) for rank in Rank)])


@given(st.lists(ANY_CARD, max_size=20), st.sampled_from([None, *Letters]))
def test_what_is_written_is_read_back(cards: list[Card], letters: Letters | None) -> None:
    read_with = letters or Letters.ITALIAN
    assert parse(write(cards, letters), read_with) == tuple(cards)


@pytest.mark.parametrize(
    ("letters", "written"),
    [
        (None, "7♥ 8♦ 9♣ 10♠ Jolly K"),
        (Letters.ITALIAN, "7C 8Q 9F 10P Jolly K"),
        (Letters.ENGLISH, "7h 8d 9c 10s Joker K"),
    ],
)
def test_cards_are_written_in_somebodys_letters(letters: Letters | None, written: str) -> None:
    assert write(parse("7♥ 8♦ 9♣ 10♠ * K"), letters) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("7♥ 8♥ 9♥", "7♥ 8♥ 9♥"),
        ("7h 8d 9s", "7♥ 8♦ 9♠"),
        ("7C 8Q 9F 10P", "7♥ 8♦ 9♣ 10♠"),
        ("7c, 8q; 9f · 10p", "7♥ 8♦ 9♣ 10♠"),
        ("Fante di cuori, Donna di picche, Re quadri", "J♥ Q♠ K♦"),
        ("asso di fiori due di cuori pinella", "A♣ 2♥ 2"),
        ("jolly Joker JK *", "Jolly Jolly Jolly Jolly"),
        ("QQ Q 7 Q", "Q♦ Q 7 Q"),
        ("7♥️ 8 ♥️", "7♥ 8♥"),
        ("3-9♥", "3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥"),
        ("A–3♦ Q-A♠ 5-6", "A♦ 2♦ 3♦ Q♠ K♠ A♠ 5 6"),
        ("K of hearts", "K♥"),
        ("3h-9h 5♠–7♠ 2c-4", "3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 5♠ 6♠ 7♠ 2♥ 3♥ 4♥"),
        ("7h8h9h 10♥J♥ 10C10Q 7q8q", "7♥ 8♥ 9♥ 10♥ J♥ 10♥ 10♦ 7♦ 8♦"),
        ("7♥️8♥️", "7♥ 8♥"),
        ("QQQ KKK* 777 101010 *AhKh", "Q Q Q K K K Jolly 7 7 7 10 10 10 Jolly A♥ K♥"),
        ("7♥, 8♥, 9♥,", "7♥ 8♥ 9♥"),
        ("7♥ 8♥. 9♥.", "7♥ 8♥ 9♥"),
        ("Jolly..., 7.;", "Jolly 7"),
        ("REGİNA di pıcche 7ſ 8ſ9ſ", "Q♠ 7♠ 8♠ 9♠"),
        ("  ", ""),
        (" . ", ""),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, written: str) -> None:
    assert write(parse(text)) == written


def test_c_is_cuori_or_clubs() -> None:
    assert parse("7c") == (Card(Rank.SEVEN, Suit.HEARTS),)
    assert parse("7c", Letters.ENGLISH) == (Card(Rank.SEVEN, Suit.CLUBS),)


def test_every_word_that_is_no_card_is_named_with_its_position() -> None:
    with pytest.raises(UnreadableCards) as unreadable:
        parse("7♥ 11♥ K, 9-3♥ Jolly♥ 7-Jolly ciao")
    assert [(fault.code, fault.token, fault.position) for fault in unreadable.value.faults] == [
        ("unknown", "11♥", 4),
        ("range", "9-3♥", 11),
        ("joker_suit", "Jolly♥", 16),
        ("range", "7-Jolly", 23),
        ("unknown", "ciao", 31),
    ]
    assert "'11♥' at 4" in str(unreadable.value)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("QQQQ", "glued"),  # two queens of quadri, or four?
        ("JJK", "glued"),  # three cards, or a jack and a joker?
        ("A23", "glued"),  # every card close to others has its suit, or all have one rank
        ("7h8", "glued"),
        ("7h*h", "glued"),
        ("ask", "glued"),
        ("3h-9s", "range"),
        ("7h8x", "unknown"),
        ("12", "unknown"),
        ("7.8", "unknown"),
        ("*x", "unknown"),
        (f"7{'q' * 200}x", "unknown"),  # and at once
        (f"{'.' * 200}x", "unknown"),
    ],
)
def test_what_can_be_read_in_several_ways_is_left_to_people(word: str, code: str) -> None:
    with pytest.raises(UnreadableCards) as unreadable:
        parse(f"K {word}.")
    assert [(fault.code, fault.token, fault.position) for fault in unreadable.value.faults] == [
        (code, word, 3)
    ]


def test_close_cards_have_everybodys_letters() -> None:
    assert parse("7c8c", Letters.ENGLISH) == (Card(Rank.SEVEN, Suit.CLUBS), Card(Rank.EIGHT, Suit.CLUBS))
    assert parse("3c-4c", Letters.ENGLISH) == (Card(Rank.THREE, Suit.CLUBS), Card(Rank.FOUR, Suit.CLUBS))


@given(st.lists(st.sampled_from(deck()), min_size=1, max_size=20).map(tuple))
def test_signs_need_no_blanks(cards: tuple[Card, ...]) -> None:
    assert parse("".join("*" if card == JOKER else str(card) for card in cards)) == cards


@given(st.text(max_size=40) | st.text("234710ajqkhcq*.-♥ ", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        cards = parse(text)
    except UnreadableCards as unreadable:
        faults = unreadable.faults
    else:
        faults = ()
        assert parse(write(cards)) == cards
    for fault in faults:
        start = fault.position - 1
        assert text[start : start + len(fault.token)] == fault.token


def test_a_joker_has_no_suit() -> None:
    with pytest.raises(ValueError, match=r"^a joker has no suit$"):
        Card(Rank.JOKER, Suit.HEARTS)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_a_deck_holds_what_it_should(decks: int) -> None:
    cards = deck(decks)
    assert len(cards) == deck_size(decks) == 54 * decks
    assert sum(card.is_wild for card in cards) == wild_cards(decks)
    assert cards.count(JOKER) == 2 * decks
    assert too_often(cards, decks) == ()
    assert set(too_often(cards, decks - 1)) == set(cards)


def test_cards_without_a_suit_are_counted_by_rank() -> None:
    assert too_often(parse("K K K K K♥ K♥ K♠ K♠")) == ()
    assert too_often(parse("K K K K K♥ K♥ K♠ K♠ K")) == (Card(Rank.KING),)
    assert too_often(parse("K♥ K♥ K♥ K")) == (Card(Rank.KING, Suit.HEARTS),)
    assert too_often(parse("Jolly Jolly Jolly Jolly Jolly")) == (JOKER,)
