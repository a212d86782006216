"""Cards: ranks, suits, how many of each a deck holds; reading and writing them. Source: domain 2.

A card whose suit nobody said has none: a set of kings is a set whatever their suits are.

>>> write(parse("7-9c Jolly 2P"))
'7♥ 8♥ 9♥ Jolly 2♠'
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Rank(StrEnum):
    """The fourteen ranks, in the order of a draw for seats: joker, 2, ace, king … 3 (domain 4)."""

    JOKER = "joker"
    TWO = "2"
    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "10"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"


class Suit(StrEnum):
    """The four suits, the highest first (domain 4)."""

    HEARTS = "♥"
    DIAMONDS = "♦"
    CLUBS = "♣"
    SPADES = "♠"


class Letters(StrEnum):
    """Whose letters are written for suits. Both are read; they disagree on "c": cuori or clubs."""

    ITALIAN = "it"
    ENGLISH = "en"


WILD_RANKS = (Rank.JOKER, Rank.TWO)
# The ace is low or high, never both: a run is a window of this row (domain 3).
RUN_ORDER = (
    Rank.ACE,
    Rank.TWO,
    Rank.THREE,
    Rank.FOUR,
    Rank.FIVE,
    Rank.SIX,
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.ACE,
)
SET_RANKS = tuple(rank for rank in Rank if rank not in WILD_RANKS)
CARDS_PER_DECK = {rank: 2 if rank is Rank.JOKER else 4 for rank in Rank}


def deck_size(decks: int) -> int:
    """Cards in so many French decks with their jokers: 108 in two."""
    return decks * sum(CARDS_PER_DECK.values())


def wild_cards(decks: int) -> int:
    """Jokers and twos in so many decks: 12 in two."""
    return decks * sum(CARDS_PER_DECK[rank] for rank in WILD_RANKS)


@dataclass(frozen=True, slots=True)
class Card:
    """One card; no suit: nobody said it. ValueError for a joker with a suit."""

    rank: Rank
    suit: Suit | None = None

    def __post_init__(self) -> None:
        if self.rank is Rank.JOKER and self.suit is not None:
            raise ValueError("a joker has no suit")

    def __str__(self) -> str:
        return "Jolly" if self.rank is Rank.JOKER else f"{self.rank}{self.suit or ''}"

    @property
    def is_wild(self) -> bool:
        """Whether it can be a wild: a joker, or a 2 (which may also lie in its natural place)."""
        return self.rank in WILD_RANKS


JOKER = Card(Rank.JOKER)


def deck(decks: int = 1) -> tuple[Card, ...]:
    """Every card of so many decks, jokers included: 108 in two."""
    suited = [Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER]
    return decks * (*suited, *(CARDS_PER_DECK[Rank.JOKER] * (JOKER,)))


def too_often(cards: Iterable[Card], decks: int = 2) -> tuple[Card, ...]:
    """The cards of which so many decks hold fewer. Those without a suit are counted by rank alone."""
    by_card: dict[tuple[Rank, Suit | None], int] = {}
    by_rank: dict[Rank, int] = {}
    for card in cards:
        key = (card.rank, card.suit)
        by_card[key] = by_card.get(key, 0) + 1
        by_rank[card.rank] = by_rank.get(card.rank, 0) + 1
    found = [key for key, number in by_card.items() if number > decks and key[1] is not None]
    named = {rank for rank, _ in found}
    for rank, number in by_rank.items():
        if number > decks * CARDS_PER_DECK[rank] and rank not in named:
            found.append((rank, None))
    return tuple(Card(rank, suit) for rank, suit in found)


@dataclass(frozen=True, slots=True)
class TokenFault:
    """A word that is no card: why, the word, and where it begins in the text (characters, from 1).

    Codes: "unknown" (no card is called so), "range" (3-9♥ rises from one rank to another, in one suit),
    "joker_suit", "glued" (cards without blanks, unless all have suits or all one rank: A23; or both: QQQQ).
    """

    code: str
    token: str
    position: int


class UnreadableCards(ValueError):  # noqa: N818 - the text is unreadable; the program is not in error
    """A text in which not every word is a card; `faults` holds them all."""

    def __init__(self, faults: tuple[TokenFault, ...]) -> None:
        super().__init__("; ".join(f"{fault.token!r} at {fault.position}: {fault.code}" for fault in faults))
        self.faults = faults


_RANK_WORDS: Mapping[str, Rank] = {
    **{str(rank).lower(): rank for rank in Rank},
    **dict.fromkeys(("jolly", "jk", "*"), Rank.JOKER),
    **dict.fromkeys(("1", "asso", "ace"), Rank.ACE),
    **dict.fromkeys(("fante", "jack"), Rank.JACK),
    **dict.fromkeys(("donna", "regina", "queen"), Rank.QUEEN),
    **dict.fromkeys(("re", "king"), Rank.KING),
    **dict.fromkeys(("pinella", "due"), Rank.TWO),
}
_SUIT_WORDS: Mapping[str, Suit] = {
    **{str(suit): suit for suit in Suit},
    **dict(zip("♡♢♧♤", Suit, strict=True)),
    **dict(zip(("cuori", "quadri", "fiori", "picche"), Suit, strict=True)),
    **dict(zip(("hearts", "diamonds", "clubs", "spades"), Suit, strict=True)),
    **dict(zip(("h", "d", "s"), (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES), strict=True)),
    **dict(zip(("q", "f", "p"), (Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES), strict=True)),
}
_C = {Letters.ITALIAN: Suit.HEARTS, Letters.ENGLISH: Suit.CLUBS}
_ITALIAN, _ENGLISH = dict(zip(Suit, "CQFP", strict=True)), dict(zip(Suit, "hdcs", strict=True))


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


_RANK, _SUIT = f"(?:{_either(_RANK_WORDS)})", f"(?:{_either((*_SUIT_WORDS, 'c'))})"
# "7♥", "10 di cuori", "Re♠", "3-9h"; phones write a heart with a mark that asks for its colour picture.
_WORD = re.compile(
    rf"(?P<first>{_RANK})(?:(?:(?P<own>{_SUIT})\ufe0f?)?[-–](?P<last>{_RANK}))?"
    # A letter stands close to its rank: in "7 Q" there are two cards.
    rf"(?:(?:\s+(?:(?:di|of)\s+|(?![a-z](?![a-z]))))?(?P<suit>{_SUIT})\ufe0f?)?"
    r"(?=\.*(?:[\s,;·]|$))",
    re.IGNORECASE,
)
_LIKE_I = {ord("ı"): "i", 0x307: None}
_BETWEEN = re.compile(r"(?:[\s,;·]|\.+(?=[\s,;·]|$))*")
_UNKNOWN = re.compile(r"[^\s,;·]*[^\s,;·.]")
# Cards without blanks: each a short rank and its suit, or all of one short rank. "1" alone is often a slip.
_SHORT, _SIGN = r"(?:10|[2-9ajqk])", r"(?:[♥♦♣♠♡♢♧♤]|[cqfphds])"
_CARD = re.compile(rf"\*|{_SHORT}{_SIGN}", re.IGNORECASE)
_SUITED = re.compile(rf"(?:\*|{_SHORT}{_SIGN}\ufe0f?)+", re.IGNORECASE)
_EQUAL = re.compile(rf"\**({_SHORT})(?:\1|\*)*", re.IGNORECASE)
_ALONE = re.compile(rf"\*|{_SHORT}", re.IGNORECASE)
_PARTS = re.compile(rf"{_SHORT}(?:10|[2-9ajqk*cfphds♥♦♣♠♡♢♧♤\ufe0f])*", re.IGNORECASE)


def parse(text: str, letters: Letters = Letters.ITALIAN) -> tuple[Card, ...]:
    """The cards of a text, apart by blanks, commas, semicolons or middle dots; () when it is empty.

    A card is a rank (A 2–10 J Q K, or its Italian or English name) and a suit (♥ ♦ ♣ ♠, C Q F P, h d c s, or
    its name after "di" or "of"), or a rank alone; a joker is Jolly or Joker. "3-9♥" and "3h-9h" are seven
    cards; "7h8h9h" and "KKK" need no blanks. `letters` says what "c" means. UnreadableCards names every other
    word and its position.
    """
    cards: list[Card] = []
    faults: list[TokenFault] = []
    at = _end(_BETWEEN, text, 0)
    while at < len(text):
        word = _WORD.match(text, at)
        end = word.end() if word else _end(_UNKNOWN, text, at)
        found = _cards_of(word, letters) if word else _close_cards(text[at:end], letters)
        if isinstance(found, str):
            faults.append(TokenFault(found, text[at:end], at + 1))
        else:
            cards += found
        at = _end(_BETWEEN, text, end)
    if faults:
        raise UnreadableCards(tuple(faults))
    return tuple(cards)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _cards_of(word: re.Match[str], letters: Letters) -> list[Card] | str:
    """The cards of one word, or the code of its fault."""
    suit, rank = _suit(word["suit"], letters), _rank(word["first"])
    if word["last"]:
        own = _suit(word["own"], letters)
        if own is not None and suit not in (None, own):
            return "range"
        return [Card(rank, suit or own) for rank in _between(rank, _rank(word["last"]))] or "range"
    if rank is Rank.JOKER and suit is not None:
        return "joker_suit"
    return [Card(rank, suit)]


def _close_cards(word: str, letters: Letters) -> list[Card] | str:
    """The cards of a word without blanks, all with suits or all of one rank, or the code of its fault."""
    suited, equal = _SUITED.fullmatch(word), _EQUAL.fullmatch(word)
    if (suited is None) == (equal is None):
        return "glued" if _PARTS.fullmatch(word) else "unknown"
    if equal:
        return [Card(_rank(each)) for each in _ALONE.findall(word)]
    return [
        JOKER if each == "*" else Card(_rank(each[:-1]), _suit(each[-1], letters))
        for each in _CARD.findall(word)
    ]


def _rank(typed: str) -> Rank:
    return _RANK_WORDS[_folded(typed)]


def _suit(typed: str | None, letters: Letters) -> Suit | None:
    sign = _folded(typed or "")
    return _C[letters] if sign == "c" else _SUIT_WORDS.get(sign)


def _folded(typed: str) -> str:
    """Small letters, and those that patterns take for them, as in REGİNA and 7ſ."""
    return typed.casefold().translate(_LIKE_I)


def _between(first: Rank, last: Rank) -> Iterator[Rank]:
    """Ranks from one to another in the order of a run; none unless it rises."""
    if Rank.JOKER not in (first, last):
        start = RUN_ORDER.index(first)
        end = len(RUN_ORDER) - 1 if last is Rank.ACE else RUN_ORDER.index(last)
        if start < end:
            yield from RUN_ORDER[start : end + 1]


def write(cards: Iterable[Card], letters: Letters | None = None) -> str:
    """Cards as `parse` reads them back: with the suits' signs, or with somebody's letters."""
    if letters is None:
        return " ".join(map(str, cards))
    signs = _ITALIAN if letters is Letters.ITALIAN else _ENGLISH
    joker = "Jolly" if letters is Letters.ITALIAN else "Joker"
    return " ".join(
        joker if card.rank is Rank.JOKER else f"{card.rank}{signs[card.suit] if card.suit else ''}"
        for card in cards
    )
