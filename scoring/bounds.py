"""Bounds: what the cards of a deck allow, computed from the regulations and the players, never constants.

Source: domain 4, whose figures for the presets are checked in the golden files. Points are of one hand; a
record over k hands multiplies them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Any

from scoring.cards import CARDS_PER_DECK, RUN_ORDER, SET_RANKS, WILD_RANKS, deck_size, wild_cards
from scoring.regulations import BurracoKind, BurracoToClose, Figures, Regulations, Shape, StockEnd

# Players per side; with 3 and 5 the one who plays alone comes first (domain 10).
SIZES: Mapping[int, tuple[int, ...]] = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (1, 2, 2)}
DECKS: Mapping[int, int] = {2: 2, 3: 2, 4: 2, 5: 3}
# The last two of the stock and the last discard stay out; by reshuffling all cards but one get into play.
DEAD_CARDS = {StockEnd.DISCARD: 3, StockEnd.DRAW: 3, StockEnd.RESHUFFLE: 1}


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one hand can hold, in points but for cards, burrachi and wilds. Tuples: one figure per side."""

    sizes: tuple[int, ...]
    step: int
    total_step: int  # of bases and totals: bonuses and amounts join the card values
    live: int  # V9
    held_open: tuple[int, ...]  # V11: least left in hand when another side, or nobody, closed
    held_closed: tuple[int, ...]  # … when this side closed
    points_open: int  # V10: most card points of all sides together when nobody closed
    points_closed: int  # … when a side closed
    cards: int  # V15: most cards in burrachi
    burrachi: int  # V15
    wilds: int  # V16
    cheapest: Mapping[BurracoKind, int]  # V13: cheapest meld of a kind
    smallest: Mapping[BurracoKind, int]  # cards in the smallest burraco of a kind
    with_wild: frozenset[BurracoKind]
    closers: frozenset[BurracoKind]  # V5: kinds that allow to close; empty: none is needed
    lowest_closed_base: int  # V5
    lowest_total: tuple[int, ...]  # V18
    highest_total: tuple[int, ...]  # V18
    highest_sum: int  # V18: of all sides together
    most_bonus: int  # bonuses of the dearest burrachi the cards can form


def sides_of(players: int, sides: int) -> tuple[int, ...]:
    """Players per side: the table's usual sides, or everybody alone while nobody has taken a pozzetto.

    ValueError when so many players cannot form so many sides.
    """
    usual = SIZES.get(players)
    if usual is not None and len(usual) == sides:
        return usual
    if players in (3, 5) and sides == players:
        return (1,) * players
    raise ValueError(f"{players} players do not form {sides} sides")


@lru_cache(maxsize=256)
def bounds(regulations: Regulations, players: int = 4, sides: int | None = None) -> Bounds:
    """The bounds of one hand. ValueError when so many players cannot form so many sides.

    >>> from scoring.regulations import PRESETS
    >>> two_lines = bounds(PRESETS["fibur-2026"])
    >>> two_lines.live, two_lines.lowest_total[0], two_lines.highest_total[0]
    (1065, -1155, 3945)
    """
    sizes = sides_of(players, len(SIZES.get(players, ())) if sides is None else sides)
    decks, dead = DECKS[players], DEAD_CARDS[regulations.stock_end]
    bonuses, shapes, closers = regulations.bonuses, regulations.shapes, _closers(regulations)
    cards = deck_size(decks) - dead - (sum(sizes) - 1)  # all but the one who closed hold a card
    most_bonus = _most_bonus(regulations, cards)
    return Bounds(
        sizes=sizes,
        step=regulations.step,
        total_step=gcd(regulations.step, regulations.closing, regulations.missed_pozzetto, *bonuses.values()),
        **_points(regulations, sizes, sum(_card_values(regulations, decks)[dead:]), most_bonus),
        most_bonus=most_bonus,
        cards=cards,
        burrachi=cards // min(shape.cards for shape in shapes.values()),
        wilds=wild_cards(decks),
        cheapest=Figures({kind: cheapest_meld(regulations, kind) for kind in bonuses}),
        smallest=Figures({kind: shapes[kind].cards for kind in bonuses}),
        with_wild=frozenset(kind for kind in bonuses if shapes[kind].wilds),
        closers=closers,
        lowest_closed_base=regulations.closing + min((bonuses[kind] for kind in closers), default=0),
    )


def _points(regulations: Regulations, sizes: tuple[int, ...], live: int, most_bonus: int) -> dict[str, Any]:
    """The bounds that are points, by name: whoever holds cards holds at least the cheapest one."""
    cheapest = min(regulations.hand_values.values())
    held_open = tuple(cheapest * size for size in sizes)
    held_closed = tuple(cheapest * (size - 1) for size in sizes)
    # A closing side keeps its partners' cards, but some codes spare it the subtraction.
    paid_closed = held_closed if regulations.closing_line_pays_hand else (0,) * len(sizes)
    others = tuple(sum(held_open) - held for held in held_open)
    # Cards held count twice: they were not laid, and they are taken off.
    own_twice = [held + paid for held, paid in zip(held_closed, paid_closed, strict=True)]
    points_closed = max(live - 2 * other - own for other, own in zip(others, own_twice, strict=True))
    return {
        "live": live,
        "held_open": held_open,
        "held_closed": held_closed,
        "points_open": live - 2 * sum(held_open),
        "points_closed": points_closed,
        "lowest_total": tuple(other - live - regulations.missed_pozzetto for other in others),
        "highest_total": tuple(
            most_bonus + regulations.closing + live - other - own
            for other, own in zip(others, own_twice, strict=True)
        ),
        "highest_sum": most_bonus + regulations.closing + points_closed,
    }


def _card_values(regulations: Regulations, decks: int) -> list[int]:
    """The most each card of the decks can count, on the table or in a hand, cheapest first."""
    return sorted(
        max(regulations.table_values[rank], regulations.hand_values[rank])
        for rank, copies in CARDS_PER_DECK.items()
        for _ in range(copies * decks)
    )


def _closers(regulations: Regulations) -> frozenset[BurracoKind]:
    if regulations.burraco_to_close is BurracoToClose.NONE:
        return frozenset()
    clean_only = regulations.burraco_to_close is BurracoToClose.CLEAN
    return frozenset(
        kind for kind in regulations.bonuses if not (clean_only and regulations.shapes[kind].wilds)
    )


def _most_bonus(regulations: Regulations, cards: int) -> int:
    """The dearest burrachi that so many cards can form (an unbounded knapsack)."""
    best = [0] * (cards + 1)
    for room in range(1, cards + 1):
        best[room] = max(
            (
                bonus + best[room - regulations.shapes[kind].cards]
                for kind, bonus in regulations.bonuses.items()
                if regulations.shapes[kind].cards <= room
            ),
            default=0,
        )
    return best[cards]


def cheapest_meld(regulations: Regulations, kind: BurracoKind) -> int:
    """Table points of the cheapest burraco of a kind (V13): its cheapest naturals and the cheapest wilds."""
    shape: Shape = regulations.shapes[kind]
    values = regulations.table_values
    melds = []
    if shape.set_naturals is not None:
        melds.append(shape.set_naturals * min(values[rank] for rank in SET_RANKS))
    if shape.run_naturals is not None:
        row: list[int] = [values[rank] for rank in RUN_ORDER]
        n = shape.run_naturals
        melds.append(min(sum(row[start : start + n]) for start in range(len(row) - n + 1)))
    return min(melds) + shape.wilds * min(values[rank] for rank in WILD_RANKS)
