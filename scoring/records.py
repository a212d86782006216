"""Records: what a scorer typed of a hand, and what follows from it. Source: domain 4.

A record has one `HandScore` per side and may cover several hands at once. Each layer is optional: detail
(counts, closing, pozzetto, cards laid and left), quick (base and card points), total. Untyped is None.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from scoring.regulations import BurracoKind, Figures, Regulations


class Line(StrEnum):
    """The two sides of a match between two lines; `Hand.sides` has them in this order."""

    NS = "NS"
    EW = "EW"


class EndReason(StrEnum):
    """Why a hand ended. Only a closed hand pays the closing."""

    CLOSED = "closed"
    STOCK = "stock"
    TIME = "time"
    STALL = "stall"
    REFEREE = "referee"


class Layer(StrEnum):
    """How much a scorer types: everything, base and card points, or only totals."""

    DETAIL = "detail"
    QUICK = "quick"
    TOTAL = "total"


class Level(StrEnum):
    """An error is never saved; a warning asks for a deliberate key."""

    ERROR = "error"
    WARNING = "warning"


@lru_cache(maxsize=4096)
def _counts(items: tuple[tuple[BurracoKind, int], ...]) -> Figures[BurracoKind, int]:
    """The same object for the same counts: they repeat from hand to hand, and are compared quickly."""
    return Figures(dict(items))


@dataclass(frozen=True, slots=True)
class HandScore:
    """One side's figures as typed, in points; None where nothing was typed.

    `counts` are burrachi per kind, an absent kind being 0. `closings` and `missed` count hands: 0 or 1 in one
    hand. In a record of several hands `missed` counts pozzetti whose loss costs points.
    """

    counts: Mapping[BurracoKind, int] | None = None
    closings: int | None = None
    missed: int | None = None
    laid: int | None = None
    left: int | None = None
    base: int | None = None
    points: int | None = None
    total: int | None = None

    def __post_init__(self) -> None:
        if self.counts is not None and not isinstance(self.counts, Figures):
            object.__setattr__(self, "counts", _counts(tuple(self.counts.items())))


@dataclass(frozen=True, slots=True)
class Hand:
    """A record: its sides (NS, EW; at tables of 3 and 5 the lone player first), and how many hands it covers.

    ValueError when it covers less than one hand.
    """

    sides: tuple[HandScore, ...]
    covers: int = 1
    end_reason: EndReason | None = None

    def __post_init__(self) -> None:
        if self.covers < 1:
            raise ValueError("a record covers at least one hand")

    @property
    def ns(self) -> HandScore:
        """The first side."""
        return self.sides[0]

    @property
    def ew(self) -> HandScore:
        """The second side."""
        return self.sides[1]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What follows from one side's figures, in points; None where too little was typed.

    `base`, `points` and `total` are the typed figures, else the derived ones, which are `derived_*`.
    """

    base: int | None
    points: int | None
    total: int | None
    derived_base: int | None
    derived_points: int | None
    derived_total: int | None


@dataclass(frozen=True, slots=True)
class HandProblem:
    """A fault of a record: rule, level, side (None: all together), field, and the figures for the sentence.

    `code` is the rule's number in domain 4; V0: a field is missing; "range": out of its natural range;
    "kind": a burraco these regulations do not know. `field` is a name in `HandScore` or `Hand`.
    `suggestion` is what the figure should be: a number, or one base per side (V7).
    """

    code: str
    level: Level
    side: int | None = None
    field: str | None = None
    figures: Mapping[str, int | str] = Figures({})
    suggestion: int | tuple[int, ...] | None = None


def layer(hand: Hand) -> Layer:
    """The most detailed layer in which anything was typed; closings and pozzetti may go with any."""
    if any(side.counts is not None or side.laid is not None or side.left is not None for side in hand.sides):
        return Layer.DETAIL
    if any(side.base is not None or side.points is not None for side in hand.sides):
        return Layer.QUICK
    return Layer.TOTAL


def penalised(hand: Hand, regulations: Regulations) -> tuple[int | None, ...]:
    """Missed pozzetti that cost points, per side; None where unknown.

    Where nobody pays in a hand in which no side took a pozzetto, such hands are taken off, as few as the
    figures prove: the one hand when both missed, and in k hands whatever exceeds one miss per hand.
    """
    missed = [side.missed for side in hand.sides]
    if not regulations.missed_pozzetto:
        return (0,) * len(missed)
    if not regulations.missed_only_if_other_took:
        return tuple(missed)
    typed = [lost for lost in missed if lost is not None]
    if len(typed) < len(missed):
        return tuple(0 if lost == 0 else None for lost in missed)
    nobody_took = max(0, sum(typed) - (len(typed) - 1) * hand.covers)
    return tuple(lost - nobody_took for lost in typed)


def resolve(hand: Hand, regulations: Regulations) -> tuple[Resolved, ...]:
    """Base, card points and total of each side, as far as they follow from what was typed."""
    return tuple(
        _resolved(side, lost, hand.covers, regulations)
        for side, lost in zip(hand.sides, penalised(hand, regulations), strict=True)
    )


def spared(side: HandScore, covers: int, regulations: Regulations) -> bool:
    """Whether a side does not pay for the cards in its hands: by some codes, because it closed."""
    return side.closings == covers and not regulations.closing_line_pays_hand


def _resolved(side: HandScore, lost: int | None, covers: int, regulations: Regulations) -> Resolved:
    derived_base = derived_points = derived_total = None
    if side.counts is not None and side.closings is not None and lost is not None:
        bonuses = regulations.bonuses
        derived_base = regulations.closing * side.closings - regulations.missed_pozzetto * lost
        for kind, count in side.counts.items():
            derived_base += bonuses.get(kind, 0) * count
    if side.laid is not None and spared(side, covers, regulations):
        derived_points = side.laid
    elif side.laid is not None and side.left is not None:
        derived_points = side.laid - side.left
    base = derived_base if side.base is None else side.base
    points = derived_points if side.points is None else side.points
    if base is not None and points is not None:
        derived_total = base + points
    total = derived_total if side.total is None else side.total
    return Resolved(base, points, total, derived_base, derived_points, derived_total)
