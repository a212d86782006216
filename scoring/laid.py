"""A hand from its cards: what the sides laid and still hold, as a scorer would type it. Source: domain 4.

>>> from scoring.cards import parse
>>> from scoring.regulations import PRESETS
>>> sides = (
...     SideCards((parse("3-9♥"), parse("K K K K K K Jolly"), parse("A A A")), parse("5♣ 10♦")),
...     SideCards((parse("8-J♠"), parse("4 4 4 2")), parse("Jolly A Q 3 6 9 K")),
... )
>>> counted = count(HandCards(sides, closer=0), PRESETS["fibur-2026"])
>>> counted.problems, [side.laid for side in counted.hand.sides]
((), [180, 75])
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.bounds import DECKS, sides_of
from scoring.cards import Card, too_often
from scoring.hands import EndReason, Hand, HandProblem, HandScore, problems
from scoring.melds import Meld, NoMeld, classify
from scoring.regulations import BurracoKind, Figures, Regulations

# Cards of the pozzetti: with 3 and 5 players the first has 18, and only who goes out first takes it.
POZZETTI: Mapping[int, frozenset[int]] = {
    2: frozenset({11}),
    3: frozenset({11, 18}),
    4: frozenset({11}),
    5: frozenset({11, 18}),
}


@dataclass(frozen=True, slots=True)
class SideCards:
    """One side when the hand ends: its melds, the cards its players hold, and its pozzetto.

    `pozzetti` counts those it took; `unplayed` are the cards of one that was taken and not yet played.
    """

    melds: tuple[tuple[Card, ...], ...] = ()
    held: tuple[Card, ...] = ()
    pozzetti: int = 1
    unplayed: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class HandCards:
    """All sides of a hand, who closed it (a place among the sides) with which discard, or why it ended."""

    sides: tuple[SideCards, ...]
    closer: int | None = None
    end_reason: EndReason | None = None
    discard: Card | None = None


@dataclass(frozen=True, slots=True)
class CardProblem:
    """Why these cards cannot be what was left of a hand: a code, the side, the meld's place among its melds.

    Codes: those of `NoMeld`; "often" (more than the decks hold), "closing_wild" (the last discard),
    "held_by_nobody" (all players closed or hold only an unplayed pozzetto), "empty_hand" (only the closer has
    none),
    "pozzetto_twice", "unplayed_missed" (not taken, yet held), "unplayed_size". Figures are cards.
    """

    code: str
    side: int | None = None
    meld: int | None = None
    card: Card | None = None
    figures: Mapping[str, int] = Figures({})


@dataclass(frozen=True, slots=True)
class Counted:
    """The record of a hand, the melds it was counted from (None: no meld), and what is wrong.

    While the cards contradict each other only that is said; else the problems are those of the record.
    """

    hand: Hand
    melds: tuple[tuple[Meld | None, ...], ...]
    problems: tuple[CardProblem | HandProblem, ...]


def count(cards: HandCards, regulations: Regulations, players: int = 4) -> Counted:
    """Count a hand: burrachi, cards laid and left, closing and pozzetto of each side, in points.

    ValueError when so many players cannot form so many sides.
    """
    sizes, decks = sides_of(players, len(cards.sides)), DECKS[players]
    read = [[classify(meld, regulations, decks) for meld in side.melds] for side in cards.sides]
    melds = tuple(tuple(each if isinstance(each, Meld) else None for each in side) for side in read)
    hand = _record(cards, melds, regulations)
    found = [
        CardProblem(each.code, i, place, each.card, each.figures)
        for i, side in enumerate(read)
        for place, each in enumerate(side)
        if isinstance(each, NoMeld)
    ]
    found += _contradictions(cards, sizes, players)
    return Counted(hand, melds, tuple(found) or problems(hand, regulations, players))


def _record(cards: HandCards, melds: tuple[tuple[Meld | None, ...], ...], regulations: Regulations) -> Hand:
    values = regulations.hand_values
    sides = []
    for i, (side, laid) in enumerate(zip(cards.sides, melds, strict=True)):
        kinds = Counter[BurracoKind](meld.burraco for meld in laid if meld and meld.burraco)
        sides.append(
            HandScore(
                counts=kinds,
                closings=int(i == cards.closer),
                missed=int(not side.pozzetti),
                laid=sum(meld.points for meld in laid if meld),
                left=sum(values[card.rank] for card in (*side.held, *side.unplayed)),
            )
        )
    reason = EndReason.CLOSED if cards.closer is not None and cards.end_reason is None else cards.end_reason
    return Hand(tuple(sides), end_reason=reason)


def _contradictions(cards: HandCards, sizes: tuple[int, ...], players: int) -> Iterator[CardProblem]:
    seen = [card for side in cards.sides for meld in side.melds for card in meld]
    seen += [card for side in cards.sides for card in (*side.held, *side.unplayed)]
    if cards.discard is not None:
        seen.append(cards.discard)
        if cards.closer is not None and cards.discard.is_wild:
            yield CardProblem("closing_wild", cards.closer, card=cards.discard)
    for card in too_often(seen, DECKS[players]):
        yield CardProblem("often", card=card, figures=Figures({"highest": DECKS[players]}))
    for i, (side, size) in enumerate(zip(cards.sides, sizes, strict=True)):
        yield from _of_side(side, i, size, players, closed=i == cards.closer)


def _of_side(side: SideCards, i: int, size: int, players: int, *, closed: bool) -> Iterator[CardProblem]:
    if side.pozzetti > 1:
        yield CardProblem("pozzetto_twice", i, figures=Figures({"found": side.pozzetti}))
    if side.unplayed and not side.pozzetti:
        yield CardProblem("unplayed_missed", i, figures=Figures({"found": len(side.unplayed)}))
    elif side.unplayed and len(side.unplayed) not in POZZETTI[players]:
        yield CardProblem("unplayed_size", i, figures=Figures({"found": len(side.unplayed)}))
    holders = size - closed - bool(side.unplayed)
    if holders < 0 or (not holders and side.held):
        yield CardProblem(
            "held_by_nobody", i, figures=Figures({"found": len(side.held) + len(side.unplayed)})
        )
    elif len(side.held) < holders:
        yield CardProblem("empty_hand", i, figures=Figures({"found": len(side.held), "lowest": holders}))
