"""Melds: what cards on the table are worth and why, or why they are no meld. Source: domain 3.

>>> from scoring.cards import parse
>>> from scoring.regulations import PRESETS
>>> meld = classify(parse("2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ Jolly"), PRESETS["fibur-2026"])
>>> meld.burraco, meld.points, str(meld.stands_for)
(<BurracoKind.SEMI_CLEAN: 'semi_clean'>, 85, '9♣')
>>> classify(parse("4♥ 5♥ 7♥"), PRESETS["fibur-2026"])
NoMeld(code='gap', card=Card(rank=<Rank.SEVEN: '7'>, suit=<Suit.HEARTS: '♥'>), figures=Figures({}))
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from scoring.cards import RUN_ORDER, Card, Rank, Suit, too_often
from scoring.regulations import BurracoKind, Figures, Regulations

FEWEST_CARDS = 3
BURRACO = 7  # cards
ACE_LOW, TWO, ACE_HIGH = 1, 2, 14
_PLACE: Mapping[Rank, int] = {rank: place for place, rank in enumerate(RUN_ORDER[:-1], ACE_LOW)}
# The natural cards of a run by suit and place (1 to 14).
_ROWS: Mapping[Suit | None, tuple[Card, ...]] = {
    suit: (Card(Rank.JOKER), *(Card(rank, suit) for rank in RUN_ORDER)) for suit in (None, *Suit)
}


class Form(StrEnum):
    """Of equal rank, or of one suit in order."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A legal meld: `cards` as they lie, a run from its lowest place, a set with its wild last.

    `wild` is the place of the wild among the cards, `stands_for` the card it is played as (without a suit in
    a set). `points` are table values. Under seven cards there is no `burraco`, and `bonus` is 0 points.
    """

    form: Form
    cards: tuple[Card, ...]
    wild: int | None
    stands_for: Card | None
    points: int
    burraco: BurracoKind | None
    bonus: int

    @property
    def naturals(self) -> int:
        """Cards that are not the wild."""
        return len(self.cards) - (self.wild is not None)


@dataclass(frozen=True, slots=True)
class NoMeld:
    """Why cards are no meld: a code, the card it is about, and its figures.

    Codes: "few" cards, "wilds" (more than one), "wilds_only", "few_naturals", "mixed" (a card of another rank
    and suit), "twice" (in a run), "gap" (more than the wild can fill, or no wild), "corner" (K-A-2), "short"
    (run), "often" (more than the decks hold).
    """

    code: str
    card: Card | None = None
    figures: Mapping[str, int] = Figures({})


@dataclass(frozen=True, slots=True)
class Attached:
    """A meld with a card more, and the wild that went back to the hand where a code says so."""

    meld: Meld
    returned: Card | None = None


def classify(cards: Sequence[Card], regulations: Regulations, decks: int = 2) -> Meld | NoMeld:
    """What these cards are together, in whatever order they are given.

    A wild fills the hole of a run; without one it lies at the end at which it was given, else at the lowest
    that is free. A 2 of the run's suit takes its natural place where it can.
    """
    naturals: list[Card] = []
    wilds: list[Card] = []
    for card in cards:
        (wilds if card.is_wild else naturals).append(card)
    fault = _too_little(cards, naturals, wilds)
    if fault is not None:
        return fault
    first = naturals[0]
    is_set = len(naturals) > 1 and all(card.rank is first.rank for card in naturals)
    found = _set(naturals, wilds, regulations) if is_set else _run(cards, naturals, wilds, regulations)
    if isinstance(found, Meld):
        if found.naturals < regulations.fewest_naturals:
            figures = {"found": found.naturals, "lowest": regulations.fewest_naturals}
            return NoMeld("few_naturals", None, Figures(figures))
        if is_set and len(naturals) > decks and (often := too_often(cards, decks)):
            return NoMeld("often", often[0], Figures({"highest": decks}))
    return found


def attach(meld: Meld, card: Card, regulations: Regulations, decks: int = 2) -> Attached | NoMeld:
    """The meld with one card more, or why it does not fit.

    The natural card takes its place from the wild, which moves to an end, the lowest if both are free, or by
    some codes returns to the hand.
    """
    wild = None if meld.wild is None else meld.cards[meld.wild]
    if regulations.replaced_wild_returns and wild is not None and card == meld.stands_for:
        rest = [each for place, each in enumerate(meld.cards) if place != meld.wild]
        found = classify((*rest, card), regulations, decks)
        return found if isinstance(found, NoMeld) else Attached(found, wild)
    lowest = next(each for place, each in enumerate(meld.cards) if place != meld.wild)
    goes_first = card.is_wild or _PLACE[card.rank] < _PLACE[lowest.rank]
    found = classify((card, *meld.cards) if goes_first else (*meld.cards, card), regulations, decks)
    return found if isinstance(found, NoMeld) else Attached(found)


def _too_little(cards: Sequence[Card], naturals: Sequence[Card], wilds: Sequence[Card]) -> NoMeld | None:
    if len(cards) < FEWEST_CARDS:
        return NoMeld("few", None, Figures({"found": len(cards), "lowest": FEWEST_CARDS}))
    if not naturals:
        return NoMeld("wilds_only")
    # Two wilds fit only where one is the natural 2 of its run.
    if len(wilds) > 2:
        return NoMeld("wilds", wilds[2], Figures({"found": len(wilds), "highest": 1}))
    return None


def _set(naturals: list[Card], wilds: list[Card], regulations: Regulations) -> Meld | NoMeld:
    if len(wilds) > 1:
        return NoMeld("wilds", wilds[1], Figures({"found": len(wilds), "highest": 1}))
    number = len(naturals)
    unbroken = number if number == BURRACO or regulations.nine_card_set_semi_clean else 0
    kind, bonus = _dearest(regulations, Form.SET, number, len(wilds), unbroken)
    cards = (*naturals, *wilds)
    wild, stands_for = (number, Card(naturals[0].rank)) if wilds else (None, None)
    return Meld(Form.SET, cards, wild, stands_for, _points(cards, regulations), kind, bonus)


def _run(
    cards: Sequence[Card], naturals: list[Card], wilds: list[Card], regulations: Regulations
) -> Meld | NoMeld:
    suit = naturals[0].suit
    mask = 0
    for card in naturals:
        if card.suit is not suit:
            return NoMeld("mixed", card)
        bit = 1 << _PLACE[card.rank]
        if mask & bit:
            return NoMeld("twice", card)
        mask |= bit
    for natural_two, free in _wild_choices(wilds, suit):
        low = mask | 1 << TWO if natural_two else mask
        for taken in _ace_choices(low, cards):
            hole = _hole(taken)
            if hole == _FULL or (hole != _BROKEN and free is not None):
                return _laid(cards, taken, free, suit, regulations)
    return _why_no_run(mask, naturals, wilds, suit)


def _wild_choices(wilds: list[Card], suit: Suit | None) -> list[tuple[bool, Card | None]]:
    """Whether a 2 lies in its natural place (tried first), and which card is then the wild."""
    choices: list[tuple[bool, Card | None]] = []
    for place, card in enumerate(wilds):
        if card.rank is Rank.TWO and card.suit is suit:
            choices.append((True, wilds[1 - place] if len(wilds) > 1 else None))
            break
    if len(wilds) <= 1:
        choices.append((False, wilds[0] if wilds else None))
    return choices


def _ace_choices(mask: int, cards: Sequence[Card]) -> tuple[int, ...]:
    """The places taken with the ace low and with it high; both are full only in a run of all thirteen."""
    if not mask & 1 << ACE_LOW:
        return (mask,)
    high = mask ^ (1 << ACE_LOW | 1 << ACE_HIGH)
    return (high, mask) if cards[-1].rank is Rank.ACE else (mask, high)


_FULL, _BROKEN = 0, -1


def _hole(mask: int) -> int:
    """The one free place between the taken ones; none: full; more: broken."""
    lowest = mask & -mask
    holes = (1 << mask.bit_length()) - lowest ^ mask
    if not holes:
        return _FULL
    return _BROKEN if holes & holes - 1 else holes.bit_length() - 1


def _laid(
    cards: Sequence[Card], mask: int, wild: Card | None, suit: Suit | None, regulations: Regulations
) -> Meld | NoMeld:
    """The run whose naturals take these places, its wild in the hole or at an end."""
    hole = _hole(mask)
    lowest, highest = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
    number = highest - lowest + (hole == _FULL)
    if number + (wild is not None) < regulations.shortest_run:
        figures = {"found": number + (wild is not None), "lowest": regulations.shortest_run}
        return NoMeld("short", None, Figures(figures))
    row = _ROWS[suit]
    if wild is None:
        kind, bonus = _dearest(regulations, Form.RUN, number, 0, 0)
        lying = row[lowest : highest + 1]
        return Meld(Form.RUN, lying, None, None, _points(lying, regulations), kind, bonus)
    unbroken, at = number, hole
    if hole != _FULL:
        unbroken = max(hole - lowest, highest - hole) if regulations.inner_wild_semi_clean else 0
    else:
        at = _end_for(wild, cards, lowest, highest)
    lying = (*row[lowest:at], wild, *row[max(lowest, at + (hole != _FULL)) : highest + 1])
    kind, bonus = _dearest(regulations, Form.RUN, number, 1, unbroken)
    return Meld(Form.RUN, lying, max(0, at - lowest), row[at], _points(lying, regulations), kind, bonus)


def _end_for(wild: Card, cards: Sequence[Card], lowest: int, highest: int) -> int:
    """The end at which a free wild lies: the higher one if it was given there or the ace is low already."""
    rises = (
        _PLACE[next(c for c in cards if not c.is_wild).rank]
        <= _PLACE[next(c for c in reversed(cards) if not c.is_wild).rank]
    )
    given_high = (cards[-1] if rises else cards[0]) == wild
    if lowest == ACE_LOW or (given_high and highest < ACE_HIGH):
        return highest + 1
    return lowest - 1


def _why_no_run(mask: int, naturals: list[Card], wilds: list[Card], suit: Suit | None) -> NoMeld:
    own_two = [card for card in wilds if card.rank is Rank.TWO and card.suit is suit][:1]
    if len(wilds) > 1 and not own_two:
        return NoMeld("wilds", wilds[1], Figures({"found": len(wilds), "highest": 1}))
    king_and_ace = 1 << ACE_LOW | 1 << _PLACE[Rank.KING]
    if mask & king_and_ace == king_and_ace and (own_two or mask & 1 << _PLACE[Rank.THREE]):
        return NoMeld("corner", next(card for card in naturals if card.rank is Rank.ACE))
    # Of two wilds one can only be the natural 2.
    ordered = sorted([*naturals, *own_two[: len(wilds) - 1]], key=lambda card: _PLACE[card.rank])
    steps = [(high, _PLACE[high.rank] - _PLACE[low.rank]) for low, high in pairwise(ordered)]
    return NoMeld("gap", next(card for card, step in steps if step > 1))


def _points(cards: Iterable[Card], regulations: Regulations) -> int:
    values = regulations.table_values
    return sum([values[card.rank] for card in cards])


@lru_cache(maxsize=1024)
def _dearest(
    regulations: Regulations, form: Form, naturals: int, wilds: int, unbroken: int
) -> tuple[BurracoKind | None, int]:
    """The kind of burraco such a meld is and its bonus in points: the dearest it fits, by the code's figures.

    `unbroken` naturals lie in a row beside the wild: with seven a code may call it semi-clean.
    """
    best: tuple[BurracoKind | None, int] = (None, 0)
    if naturals + wilds < BURRACO:
        return best
    for kind, bonus in regulations.bonuses.items():
        shape = regulations.shapes[kind]
        least = shape.set_naturals if form is Form.SET else shape.run_naturals
        fits = least is not None and naturals >= least and shape.wilds == wilds
        if fits and (unbroken >= BURRACO or kind is not BurracoKind.SEMI_CLEAN) and bonus > best[1]:
            best = (kind, bonus)
    return best
