"""Cards as the arithmetic of a hand needs them: ranks, and how many of each a deck holds."""

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
