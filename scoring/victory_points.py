"""Victory points: what a difference between two lines is worth. Source: domain 5 (tables) and 7 (awards)."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class VpKind(StrEnum):
    """How a table turns a difference into VP: by bands, by the mere result, or not at all (raw points)."""

    BANDS = "bands"
    RESULT = "result"
    RAW = "raw"


class GapError(ValueError):
    """V20: a difference no sum of card values gives lies between two bands: somebody typed a wrong figure."""

    def __init__(self, difference: int, step: int, below: int) -> None:
        super().__init__(f"{difference} is no multiple of {step} and lies just above {below}")
        self.difference = difference
        self.step = step
        self.below = below


class NoTotalsError(ValueError):
    """A raw table was asked for a difference: its VP are the totals themselves, see `victory_points`."""


@dataclass(frozen=True, slots=True)
class VpTable:
    """A VP table: bands of the difference in points, and the VP of the higher and the lower line in each.

    `limits` are the highest differences of all bands but the last, which is open; `pairs` are one more.
    """

    code: str
    kind: VpKind
    limits: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> int | None:
        """VP shared in a match; None where points are raw."""
        return sum(self.pairs[0]) if self.pairs else None

    def lookup(self, difference: int, step: int = 5) -> tuple[int, int]:
        """VP of NS and EW for `difference` = NS − EW in points, of which only multiples of `step` can arise.

        A limit belongs to its band. With step 1 every whole number is looked up by the upper limits; a
        difference in halves is passed rounded away from zero with step 1: the same band, as limits are whole.
        GapError (V20) when the difference is no multiple of the step and lies between two bands.

        >>> VP_TABLES["hands-4"].lookup(-260), VP_TABLES["teams"].lookup(530)
        ((9, 11), (12, 8))
        >>> VP_TABLES["hands-4"].lookup(102)
        Traceback (most recent call last):
        ...
        scoring.victory_points.GapError: 102 is no multiple of 5 and lies just above 100
        """
        if self.kind is VpKind.RAW:
            raise NoTotalsError(self.code)
        size = abs(difference)
        band = bisect_left(self.limits, size)
        if self.kind is VpKind.BANDS and size % step and band:
            below = self.limits[band - 1]
            if below >= size - size % step:
                raise GapError(difference, step, below)
        higher, lower = self.pairs[band]
        return (higher, lower) if difference >= 0 else (lower, higher)


def victory_points(table: VpTable, totals: tuple[int, int], step: int = 5) -> tuple[int, int]:
    """VP of NS and EW from both lines' totals of the match (points). GapError as in `VpTable.lookup`."""
    if table.kind is VpKind.RAW:
        return totals
    return table.lookup(totals[0] - totals[1], step)


def _twenty(code: str, *limits: int) -> VpTable:
    return VpTable(
        code, VpKind.BANDS, limits, tuple((10 + band, 10 - band) for band in range(len(limits) + 1))
    )


VP_TABLES: Mapping[str, VpTable] = {
    table.code: table
    for table in (
        _twenty("hands-2", 40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
        _twenty("hands-3", 50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
        _twenty("hands-4", 100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
        _twenty("teams", 150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500),
        VpTable("win-draw-loss", VpKind.RESULT, (0,), ((1, 1), (2, 0))),
        VpTable("raw", VpKind.RAW),
    )
}


class Lasting(Protocol):
    """A match format, as far as its number of hands (None: a target decides)."""

    @property
    def hands(self) -> int | None: ...


def default_table(match_format: Lasting) -> str | None:
    """Code of the table the codes print for this many hands; None: the organiser is asked."""
    code = f"hands-{match_format.hands}"
    return code if code in VP_TABLES else None


@dataclass(frozen=True, slots=True)
class VpProblem:
    """A fault of a club's own table, or of a written pair of VP: a code, its row, its figures."""

    code: str
    row: int | None = None
    figures: Mapping[str, int] = field(default_factory=dict)


def vp_problems(table: VpTable) -> tuple[VpProblem, ...]:
    """Every fault of a table at once: it starts at 0, no band overlaps, VP rise, pairs sum to a constant."""
    if table.kind is VpKind.RAW:
        return ()
    if len(table.pairs) != len(table.limits) + 1:
        return (VpProblem("rows", None, {"expected": len(table.limits) + 1, "found": len(table.pairs)}),)
    found = [*_limit_problems(table)]
    if table.pairs[0][0] != table.pairs[0][1]:
        # A difference of 0 lies in the first band, and there neither line is the higher one.
        found.append(VpProblem("draw", 0, {"higher": table.pairs[0][0], "lower": table.pairs[0][1]}))
    for row, (higher, lower) in enumerate(table.pairs):
        if lower < 0:
            found.append(VpProblem("negative", row, {"found": lower}))
        if row and higher <= table.pairs[row - 1][0]:
            found.append(VpProblem("rises", row, {"previous": table.pairs[row - 1][0], "found": higher}))
        if higher + lower != table.total:
            found.append(VpProblem("constant", row, {"expected": table.total or 0, "found": higher + lower}))
    return tuple(found)


def _limit_problems(table: VpTable) -> list[VpProblem]:
    found = []
    if table.limits and table.limits[0] < 0:
        found.append(VpProblem("start", 0, {"found": table.limits[0]}))
    for row in range(1, len(table.limits)):
        previous, limit = table.limits[row - 1], table.limits[row]
        if limit <= previous:
            found.append(VpProblem("overlap", row, {"previous": previous, "found": limit}))
    return found


def pair_problem(table: VpTable, points: tuple[int, int]) -> VpProblem | None:
    """V21: VP of a match, before penalties, sum to the table's constant (20): 12–9 is refused."""
    found = sum(points)
    if table.total is None or found == table.total:
        return None
    return VpProblem("V21", None, {"expected": table.total, "found": found})


def as_dict(table: VpTable) -> dict[str, Any]:
    """The table as plain JSON values; `from_dict` reads them back."""
    pairs = [list(pair) for pair in table.pairs]
    return {"code": table.code, "kind": str(table.kind), "limits": list(table.limits), "pairs": pairs}


def from_dict(plain: Mapping[str, Any]) -> VpTable:
    """Read what `as_dict` wrote. KeyError, TypeError or ValueError when it is something else."""
    pairs = tuple((higher, lower) for higher, lower in plain["pairs"])
    return VpTable(plain["code"], VpKind(plain["kind"]), tuple(plain["limits"]), pairs)


@dataclass(frozen=True, slots=True)
class Award:
    """What a line gets without playing: VP and match points."""

    vp: int
    mp: int


# By table code: the MP at the bottom of the band that gives the VP. No entry: the organiser is asked.
SIT_OUT: Mapping[str, Award] = {
    "hands-2": Award(14, 305),
    "hands-3": Award(14, 355),
    "hands-4": Award(12, 305),
}
ABSENCE: Mapping[str, Award] = {
    "hands-2": Award(6, -305),
    "hands-3": Award(6, -355),
    "hands-4": Award(8, -305),
}
BOTH_ABSENT = Award(0, 0)
LATE_PENALTY_MP = -100
