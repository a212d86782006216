"""Regulations: every figure in which codes of play differ, as data. Source: domain 2–5, the table of 3."""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, field, fields, replace
from enum import StrEnum
from itertools import pairwise
from math import gcd
from typing import Any, Generic, TypeVar

from scoring.cards import Rank

K = TypeVar("K", bound=str)
V = TypeVar("V")


class Figures(Mapping[K, V], Generic[K, V]):
    """An immutable, hashable mapping: figures by name."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V]) -> None:
        self._items = dict(items)
        self._hash = hash(frozenset(self._items.items()))

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Figures({self._items!r})"


class BurracoKind(StrEnum):
    """Kinds of burraco a code may pay for (domain 3)."""

    CLEAN = "clean"
    SEMI_CLEAN = "semi_clean"
    DIRTY = "dirty"
    SUPER = "super"
    SUPER_DIRTY = "super_dirty"
    ROYAL = "royal"
    ROYAL_DIRTY = "royal_dirty"


class BurracoToClose(StrEnum):
    """The burraco a line needs before it may close."""

    NONE = "none"
    ANY = "any"
    CLEAN = "clean"


class StockEnd(StrEnum):
    """How a hand ends when the stock runs out: at a discard, at a draw, never by reshuffling (domain 4)."""

    DISCARD = "discard"
    DRAW = "draw"
    RESHUFFLE = "reshuffle"


@dataclass(frozen=True, slots=True)
class Shape:
    """The smallest burraco of a kind: naturals as a set and as a run (None: no such shape), wilds in use."""

    set_naturals: int | None
    run_naturals: int | None
    wilds: int = 0

    @property
    def cards(self) -> int:
        """Cards in the smallest burraco of this kind."""
        return min(n for n in (self.set_naturals, self.run_naturals) if n is not None) + self.wilds


@dataclass(frozen=True, slots=True)
class Unlikely:
    """Points of one line in one hand beyond which a figure is possible but worth a second look (V13, V18)."""

    total_below: int = -400
    total_above: int = 1500
    base_above: int = 1000
    points_beyond: int = 500
    meld_slack: int = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """One code of play: points of cards, burrachi, closing and pozzetto; how melds and the stock are judged.

    All figures are points. `missed_pozzetto` is the amount taken off, so it is not negative. Figures are
    checked by `regulations_problems`, not here: a form shows every fault of a changed copy at once.
    """

    code: str
    bonuses: Mapping[BurracoKind, int]
    shapes: Mapping[BurracoKind, Shape]
    table_values: Mapping[Rank, int]
    hand_values: Mapping[Rank, int]
    closing: int = 100
    missed_pozzetto: int = 100
    missed_only_if_other_took: bool = False
    burraco_to_close: BurracoToClose = BurracoToClose.ANY
    closing_line_pays_hand: bool = True
    stock_end: StockEnd = StockEnd.DISCARD
    shortest_run: int = 3
    fewest_naturals: int = 2
    inner_wild_semi_clean: bool = False
    nine_card_set_semi_clean: bool = False
    replaced_wild_returns: bool = False
    default_target: int | None = None
    unlikely: Unlikely = field(default_factory=Unlikely)

    def __post_init__(self) -> None:
        for name in ("bonuses", "shapes", "table_values", "hand_values"):
            figures = getattr(self, name)
            if not isinstance(figures, Figures):
                object.__setattr__(self, name, Figures(figures))

    def __hash__(self) -> int:
        return hash((self.code, self.bonuses))

    @property
    def step(self) -> int:
        """Greatest common divisor of the card values: card points are its multiples (5; `guida` 1)."""
        return gcd(*self.table_values.values(), *self.hand_values.values())


@dataclass(frozen=True, slots=True)
class RegulationsProblem:
    """A fault of a changed copy: a code, the field it stands on and, inside a map, the key."""

    code: str
    field: str
    key: str | None = None
    figures: Mapping[str, int | str] = Figures({})


def _values(joker: int, two: int, ace: int, court: int, spots: Mapping[Rank, int]) -> Figures[Rank, int]:
    courts = dict.fromkeys((Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN), court)
    return Figures({Rank.JOKER: joker, Rank.TWO: two, Rank.ACE: ace, **courts, **spots})


_LOW = (Rank.SEVEN, Rank.SIX, Rank.FIVE, Rank.FOUR, Rank.THREE)
_SPOTS = (Rank.NINE, Rank.EIGHT, *_LOW)
_USUAL = _values(30, 20, 15, 10, {Rank.NINE: 10, Rank.EIGHT: 10, **dict.fromkeys(_LOW, 5)})
_FACE = _values(30, 10, 11, 10, {rank: int(rank) for rank in _SPOTS})

_SHAPES = Figures(
    {
        BurracoKind.CLEAN: Shape(7, 7),
        BurracoKind.SEMI_CLEAN: Shape(7, 7, wilds=1),
        BurracoKind.DIRTY: Shape(6, 6, wilds=1),
        BurracoKind.SUPER: Shape(8, None),
        BurracoKind.SUPER_DIRTY: Shape(8, None, wilds=1),
        BurracoKind.ROYAL: Shape(None, 13),
        BurracoKind.ROYAL_DIRTY: Shape(None, 13, wilds=1),
    }
)
# S3's text overlaps; decided: with a wild 100, clean set 200, clean run of exactly 7 400, of 8 or more 500.
_GUIDA_SHAPES = Figures(
    {
        BurracoKind.CLEAN: Shape(7, None),
        BurracoKind.DIRTY: Shape(6, 6, wilds=1),
        BurracoKind.SUPER: Shape(None, 7),
        BurracoKind.ROYAL: Shape(None, 8),
    }
)


def _preset(
    code: str,
    bonuses: tuple[int | None, ...],
    *,
    shapes: Mapping[BurracoKind, Shape] = _SHAPES,
    values: Mapping[Rank, int] = _USUAL,
    **rest: Any,
) -> Regulations:
    paid = {kind: bonus for kind, bonus in zip(BurracoKind, bonuses, strict=True) if bonus is not None}
    return Regulations(
        code=code,
        bonuses=Figures(paid),
        shapes=Figures({kind: shapes[kind] for kind in paid}),
        table_values=values,
        hand_values=values,
        **rest,
    )


#                       clean semi dirty super super-dirty royal royal-dirty
_ALL = (
    _preset("fibur-2026", (200, 150, 100, None, None, None, None), missed_only_if_other_took=True),
    _preset("fitab-2025", (200, 150, 100, 250, 200, 300, 250)),
    _preset("feburit", (200, 150, 100, 250, None, 300, None), nine_card_set_semi_clean=True),
    _preset(
        "manuale",
        (200, 150, 100, None, None, None, None),
        inner_wild_semi_clean=True,
        nine_card_set_semi_clean=True,
        stock_end=StockEnd.DRAW,
        default_target=2005,
    ),
    _preset(
        "classico",
        (200, None, 100, None, None, None, None),
        closing_line_pays_hand=False,
        replaced_wild_returns=True,
        default_target=2005,
    ),
    _preset(
        "guida",
        (200, None, 100, 400, None, 500, None),
        shapes=_GUIDA_SHAPES,
        values=_FACE,
        missed_pozzetto=0,
        burraco_to_close=BurracoToClose.NONE,
        stock_end=StockEnd.RESHUFFLE,
        shortest_run=4,
        default_target=1505,
    ),
)
PRESETS: Mapping[str, Regulations] = {regulations.code: regulations for regulations in _ALL}
DEFAULT = "fibur-2026"


def changed(regulations: Regulations, **figures: Any) -> Regulations:
    """A copy with some figures changed, unchecked (`regulations_problems`). TypeError for an unknown name."""
    return replace(regulations, **figures)


def regulations_problems(regulations: Regulations) -> tuple[RegulationsProblem, ...]:
    """Every fault of the figures at once: `()` means the copy may be used. The presets have none."""
    return (
        *_value_problems(regulations),
        *_bonus_problems(regulations),
        *_fineness_problems(regulations),
        *_shape_problems(regulations),
        *_amount_problems(regulations),
        *_limit_problems(regulations),
    )


MOST_POINTS = 5000  # a bonus or a card beyond this is a slip of the finger in every known code
FINEST = 200  # times the bonuses' common measure: beyond it the bases of a hand are too many to be checked


BURRACO = 7  # cards
# The most natural cards of a set (of three decks) and of a run.
_MOST_NATURALS: Mapping[str, int] = {"set_naturals": 12, "run_naturals": 13}
_SPECIAL = (
    (BurracoKind.SUPER, BurracoKind.CLEAN),
    (BurracoKind.ROYAL, BurracoKind.CLEAN),
    (BurracoKind.SUPER_DIRTY, BurracoKind.DIRTY),
    (BurracoKind.ROYAL_DIRTY, BurracoKind.DIRTY),
)
_WITHOUT_WILD = (BurracoKind.CLEAN, BurracoKind.SUPER, BurracoKind.ROYAL)
_WITH_A_WILD = (BurracoKind.DIRTY, BurracoKind.SEMI_CLEAN, BurracoKind.SUPER_DIRTY, BurracoKind.ROYAL_DIRTY)


def _value_problems(regulations: Regulations) -> Iterator[RegulationsProblem]:
    for name in ("table_values", "hand_values"):
        values: Mapping[Rank, int] = getattr(regulations, name)
        for rank in Rank:
            if rank not in values:
                yield RegulationsProblem("missing", name, rank)
            elif not 0 <= values[rank] <= MOST_POINTS:
                yield _outside(name, rank, values[rank], 0, MOST_POINTS)
        if values and not any(values.values()):
            yield RegulationsProblem("all_zero", name)


def _bonus_problems(regulations: Regulations) -> Iterator[RegulationsProblem]:
    step, bonuses, shapes = regulations.step or 1, regulations.bonuses, regulations.shapes
    for kind in (BurracoKind.CLEAN, BurracoKind.DIRTY):
        if kind not in bonuses:
            yield RegulationsProblem("missing", "bonuses", kind)
    for kind, bonus in bonuses.items():
        if not 1 <= bonus <= MOST_POINTS:
            yield _outside("bonuses", kind, bonus, 1, MOST_POINTS)
        elif bonus % step:
            yield _fault("step", "bonuses", kind, step=step, found=bonus)
        if kind not in shapes:
            yield RegulationsProblem("missing", "shapes", kind)
    for better, worse in _ranks(bonuses):
        if 1 <= bonuses[better] < bonuses[worse]:
            paid, lowest = bonuses[better], bonuses[worse]
            yield _fault("order", "bonuses", better, other=worse, found=paid, lowest=lowest)


def _ranks(paid: Mapping[BurracoKind, int]) -> Iterator[tuple[BurracoKind, BurracoKind]]:
    """Kinds of which the first must not pay less: a kind that did would never be counted."""
    row = (BurracoKind.CLEAN, BurracoKind.SEMI_CLEAN, BurracoKind.DIRTY)
    yield from pairwise(kind for kind in row if kind in paid)
    for special, plain in _SPECIAL:
        if special in paid and plain in paid:
            yield special, plain


def _fineness_problems(regulations: Regulations) -> Iterator[RegulationsProblem]:
    """The bonus that makes the common measure small beside the dearest one, once each can stand by itself."""
    step, bonuses = regulations.step or 1, regulations.bonuses
    grain, most = gcd(*bonuses.values()), max(bonuses.values(), default=0)
    if most > FINEST * grain and all(
        1 <= each <= MOST_POINTS and not each % step for each in bonuses.values()
    ):
        kind = max(bonuses, key=lambda kind: gcd(*(each for other, each in bonuses.items() if other != kind)))
        yield _fault("fine", "bonuses", kind, found=bonuses[kind], grain=grain, most=most)


def _shape_problems(regulations: Regulations) -> Iterator[RegulationsProblem]:
    """A burraco has 7 cards or more, its kind says whether one is wild, and every one is of some kind."""
    shapes = {kind: regulations.shapes[kind] for kind in regulations.bonuses if kind in regulations.shapes}
    for kind, shape in shapes.items():
        wilds = int(kind in _WITH_A_WILD)
        if shape.wilds != wilds:
            yield _fault("wilds", "shapes", kind, found=shape.wilds, expected=wilds)
        if shape.set_naturals is None and shape.run_naturals is None:
            yield RegulationsProblem("empty", "shapes", kind)
        # Seven naturals make a burraco semi-clean: its wild is one more.
        lowest = BURRACO - wilds * (kind is not BurracoKind.SEMI_CLEAN)
        for meld, most in _MOST_NATURALS.items():
            found = getattr(shape, meld)
            if found is not None and not lowest <= found <= most:
                yield _fault("range", "shapes", kind, meld=meld, found=found, lowest=lowest, highest=most)
    for kind, others in ((BurracoKind.CLEAN, _WITHOUT_WILD), (BurracoKind.DIRTY, _WITH_A_WILD)):
        fewest = BURRACO - (kind is BurracoKind.DIRTY)
        for meld in _MOST_NATURALS if kind in shapes else ():
            naturals = [getattr(shapes[each], meld) for each in others if each in shapes]
            if not any(number is not None and number <= fewest for number in naturals):
                yield _fault("no_kind", "shapes", kind, meld=meld, naturals=fewest)


def _amount_problems(regulations: Regulations) -> Iterator[RegulationsProblem]:
    step = regulations.step or 1
    for name in ("closing", "missed_pozzetto"):
        amount: int = getattr(regulations, name)
        if not 0 <= amount <= MOST_POINTS:
            yield _outside(name, None, amount, 0, MOST_POINTS)
        elif amount % step:
            yield RegulationsProblem("step", name, None, Figures({"step": step, "found": amount}))


def _limit_problems(regulations: Regulations) -> Iterator[RegulationsProblem]:
    for name, lowest, highest in (("fewest_naturals", 2, 6), ("shortest_run", 3, 7)):
        if not lowest <= getattr(regulations, name) <= highest:
            yield _outside(name, None, getattr(regulations, name), lowest, highest)
    if regulations.default_target is not None and regulations.default_target < 1:
        yield _fault("positive", "default_target", None, found=regulations.default_target)
    unlikely = regulations.unlikely
    low, high = unlikely.total_below, unlikely.total_above
    if low >= high:
        yield _fault("order", "unlikely", "total_below", found=low, above=high)
    for key in ("base_above", "points_beyond", "meld_slack"):
        if getattr(unlikely, key) < 0:
            yield _fault("positive", "unlikely", key, found=getattr(unlikely, key))


def _fault(code: str, name: str, key: str | None, **figures: int | str) -> RegulationsProblem:
    return RegulationsProblem(code, name, key, Figures(figures))


def _outside(name: str, key: str | None, found: int, lowest: int, highest: int) -> RegulationsProblem:
    return _fault("range", name, key, found=found, lowest=lowest, highest=highest)


def as_dict(regulations: Regulations) -> dict[str, Any]:
    """The regulations as plain JSON values, for a snapshot; `from_dict` reads them back."""
    plain: dict[str, Any] = {each.name: getattr(regulations, each.name) for each in fields(regulations)}
    for name in ("bonuses", "table_values", "hand_values"):
        plain[name] = {str(key): value for key, value in plain[name].items()}
    plain["shapes"] = {str(kind): list(astuple(shape)) for kind, shape in regulations.shapes.items()}
    plain["burraco_to_close"] = str(regulations.burraco_to_close)
    plain["stock_end"] = str(regulations.stock_end)
    plain["unlikely"] = {each.name: getattr(regulations.unlikely, each.name) for each in fields(Unlikely)}
    return plain


def _by_name(names: type[StrEnum], plain: Mapping[str, V]) -> dict[Any, V]:
    """Figures in the order of their names: a database may have kept them in another."""
    found = {names(name): figure for name, figure in plain.items()}
    return {name: found[name] for name in names if name in found}


def from_dict(plain: Mapping[str, Any]) -> Regulations:
    """Read what `as_dict` wrote. KeyError, TypeError or ValueError when it is something else."""
    named = dict(plain) | {"bonuses": _by_name(BurracoKind, plain["bonuses"])}
    named["shapes"] = {k: Shape(*shape) for k, shape in _by_name(BurracoKind, plain["shapes"]).items()}
    for name in ("table_values", "hand_values"):
        named[name] = _by_name(Rank, plain[name])
    named["burraco_to_close"] = BurracoToClose(plain["burraco_to_close"])
    named["stock_end"] = StockEnd(plain["stock_end"])
    named["unlikely"] = Unlikely(**plain["unlikely"])
    return Regulations(**named)
