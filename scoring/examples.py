"""Worked examples E1–E4 of domain 13, from their cards: what a hand comes to under any regulations.

Cards are ranks, without suits: the values and the burrachi are all that is counted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.cards import Rank
from scoring.records import EndReason, Hand, HandScore
from scoring.regulations import BURRACO, BurracoKind, Regulations

_RANKS: Mapping[str, Rank] = {str(rank): rank for rank in Rank}


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld on the table: its natural cards, of equal rank or in order, and its wild, if there is one."""

    naturals: tuple[Rank, ...]
    wild: Rank | None = None

    @property
    def cards(self) -> tuple[Rank, ...]:
        """All its cards."""
        return self.naturals if self.wild is None else (*self.naturals, self.wild)

    @property
    def is_run(self) -> bool:
        """Whether its ranks differ."""
        return len(set(self.naturals)) > 1


@dataclass(frozen=True, slots=True)
class ExampleSide:
    """One side when the hand ends: melds, cards in both hands (an unplayed pozzetto too), how it fared."""

    melds: tuple[LaidMeld, ...]
    held: tuple[Rank, ...]
    closed: bool = False
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A hand of the worked examples: the sides NS and EW, and why it ended."""

    code: str
    sides: tuple[ExampleSide, ExampleSide]
    end_reason: EndReason


def _ranks(text: str) -> tuple[Rank, ...]:
    return tuple(_RANKS[token] for token in text.split())


def _side(melds: Iterable[str], held: str, *, closed: bool = False, missed: bool = False) -> ExampleSide:
    """Melds as "naturals + wild"."""
    laid = []
    for meld in melds:
        naturals, _plus, wild = meld.partition("+")
        laid.append(LaidMeld(_ranks(naturals), Rank(wild.strip()) if wild else None))
    return ExampleSide(tuple(laid), _ranks(held), closed, missed)


EXAMPLES = (
    Example(
        "E1",
        (
            _side(("3 4 5 6 7 8 9", "K K K K K K + joker", "A A A"), "5 10", closed=True),
            _side(("8 9 10 J", "4 4 4 + 2"), "joker A Q 3 6 9 K"),
        ),
        EndReason.CLOSED,
    ),
    Example(
        "E2",
        (
            _side(("A 2 3 4 5 6 7",), "K 9 4 A"),
            _side(("Q Q Q Q Q Q + 2", "5 5 5"), "J J 8 3 joker", missed=True),
        ),
        EndReason.STOCK,
    ),
    Example(
        "E3",
        (
            _side(("7 8 9 10 J", "K K K"), "A A K 10 8 5 5", missed=True),
            _side(("6 6 6 + joker",), "joker A A Q 10 9 5", missed=True),
        ),
        EndReason.STALL,
    ),
    Example(
        "E4",
        (
            _side(("8 9 10 J", "Q Q Q + joker", "7 7 7"), "K 10 4 A 2 3 3 6 8 9 10 J Q K"),
            _side(("3 4 5 6 7 8 9", "K K K K", "A A A", "5 5 5 5"), "10 J", closed=True),
        ),
        EndReason.CLOSED,
    ),
)


def burraco_of(meld: LaidMeld, regulations: Regulations) -> BurracoKind | None:
    """The kind a meld of the examples is paid as, the dearest that fits; None under 7 cards.

    No example has seven naturals beside a wild, so none is semi-clean.
    """
    if len(meld.cards) < BURRACO:
        return None
    fitting = [
        kind
        for kind in regulations.bonuses
        if kind is not BurracoKind.SEMI_CLEAN and _fits(meld, kind, regulations)
    ]
    return max(fitting, key=lambda kind: regulations.bonuses[kind], default=None)


def _fits(meld: LaidMeld, kind: BurracoKind, regulations: Regulations) -> bool:
    shape = regulations.shapes[kind]
    least = shape.run_naturals if meld.is_run else shape.set_naturals
    return least is not None and len(meld.naturals) >= least and shape.wilds == (meld.wild is not None)


def is_allowed(meld: LaidMeld, regulations: Regulations) -> bool:
    """Whether these regulations let such a meld lie: long enough, with enough naturals."""
    long_enough = not meld.is_run or len(meld.cards) >= regulations.shortest_run
    return long_enough and len(meld.naturals) >= regulations.fewest_naturals


def stands(example: Example, regulations: Regulations) -> bool:
    """Whether the example can happen at all: every one of its melds may lie."""
    return all(is_allowed(meld, regulations) for side in example.sides for meld in side.melds)


def as_hand(example: Example, regulations: Regulations) -> Hand:
    """The record of the example's hand: burrachi of its melds, cards laid and left in points."""
    sides = tuple(
        HandScore(
            counts=Counter(
                kind for meld in side.melds if (kind := burraco_of(meld, regulations)) is not None
            ),
            closings=int(side.closed),
            missed=int(side.missed),
            laid=sum(regulations.table_values[rank] for meld in side.melds for rank in meld.cards),
            left=sum(regulations.hand_values[rank] for rank in side.held),
        )
        for side in example.sides
    )
    return Hand(sides, end_reason=example.end_reason)
