"""Columns: which figure of a record stands in which column of a file, told by its first line."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from scoring.commands.figures import shown, whole_number
from scoring.commands.options import Unusable
from scoring.hands import EndReason, Hand, HandProblem, HandScore
from scoring.matches import MOST_HANDS
from scoring.regulations import BurracoKind, Figures

LABELS = ("match", "hand")  # whatever tells a record from others; it is copied beside the totals
FIELDS = ("closings", "missed", "laid", "left", "base", "points", "total")
PREFIXES = (("ns", "ew"), ("1", "2"), ("1", "2", "3"), ("1", "2", "3", "4", "5"))
_OF_SIDE = re.compile(rf"(ns|ew|[1-5])_({'|'.join((*BurracoKind, *FIELDS))})")
_REASONS = {"": None, **{reason.value: reason for reason in EndReason}}


@dataclass(frozen=True, slots=True)
class CellFault:
    """What cannot be read in a line: its column, and a sentence that names what stands there."""

    column: str
    sentence: str


class UnreadableRow(ValueError):  # noqa: N818 - the line is unreadable; the program is not in error
    """A line that is no record; `faults` holds every reason."""

    def __init__(self, faults: tuple[CellFault, ...]) -> None:
        super().__init__("; ".join(f"{fault.column}: {fault.sentence}" for fault in faults))
        self.faults = faults


class Columns:
    """The columns of a file of records. Unusable, with every reason, when its first line is no good."""

    def __init__(self, first_line: Sequence[str]) -> None:
        self.names = tuple(name.strip().lower() for name in first_line)
        self.prefixes = _prefixes(self.names)
        at = {name: place for place, name in enumerate(self.names)}
        self._labels = [at[label] for label in LABELS if label in at]
        self._end_reason = at.get("end_reason")
        numeric = [place for name, place in at.items() if _OF_SIDE.fullmatch(name) or name == "covers"]
        self._numeric = itemgetter(*numeric)
        # Figures of a line are those of the numeric columns and, for columns that are not there, one None.
        place_of = {self.names[place]: number for number, place in enumerate(numeric)}
        self._covers = place_of.get("covers", len(numeric))
        self._sides = [_side_reader(prefix, place_of) for prefix in self.prefixes]

    @property
    def labels(self) -> tuple[str, ...]:
        """The columns that tell a record from others, as far as they are there."""
        return tuple(self.names[place] for place in self._labels)

    def labels_of(self, row: Sequence[str]) -> list[str]:
        """What a line says in them."""
        return [row[place] for place in self._labels]

    def record(self, row: Sequence[str]) -> Hand:
        """The record in a line. UnreadableRow, with every fault, when it is none."""
        try:
            figures = [*map(_figure, self._numeric(row)), None]
            covers = figures[self._covers]
            reason = None if self._end_reason is None else _REASONS[row[self._end_reason]]
        except (IndexError, KeyError, ValueError):
            covers = 0
        if covers is None:
            covers = 1
        if len(row) != len(self.names) or not 1 <= covers <= MOST_HANDS:
            raise UnreadableRow(tuple(self._faults(row)))
        return Hand(tuple([side(figures) for side in self._sides]), covers, reason)

    def _faults(self, row: Sequence[str]) -> Iterator[CellFault]:
        if len(row) != len(self.names):
            yield CellFault("", f"the line has {len(row)} cells, the first line {len(self.names)}.")
        for name, cell in zip(self.names, row, strict=False):
            if name == "end_reason" and cell not in _REASONS:
                yield CellFault(name, f"{shown(cell)} is none of {', '.join(filter(None, _REASONS))}.")
            elif name not in (*LABELS, "end_reason"):
                try:
                    figure = _figure(cell)
                except ValueError as error:
                    yield CellFault(name, str(error))
                else:
                    if name == "covers" and figure is not None and not 1 <= figure <= MOST_HANDS:
                        yield CellFault(name, f"{figure} cannot be: it goes from 1 to {MOST_HANDS}.")

    def of(self, problem: HandProblem) -> str:
        """The columns a problem is about: those of one side, or of all."""
        if problem.field == "end_reason":
            return "end_reason"
        sides = self.prefixes if problem.side is None else (self.prefixes[problem.side],)
        if problem.field != "counts":
            return ", ".join(f"{prefix}_{problem.field}" for prefix in sides)
        kinds = (problem.figures["kind"],) if "kind" in problem.figures else tuple(BurracoKind)
        named = [f"{prefix}_{kind}" for prefix in sides for kind in kinds]
        return ", ".join([name for name in named if name in self.names] or named)


@lru_cache(maxsize=8192)
def _figure(cell: str) -> int | None:
    return whole_number(cell) if cell.strip() else None


def _side_reader(prefix: str, place_of: dict[str, int]) -> Callable[[list[int | None]], HandScore]:
    """What makes one side of the figures of a line; a side without a single count has no counts."""
    absent = -1
    kinds = [kind for kind in BurracoKind if f"{prefix}_{kind}" in place_of]
    counted = [place_of[f"{prefix}_{kind}"] for kind in kinds]
    fields = itemgetter(*(place_of.get(f"{prefix}_{field}", absent) for field in FIELDS))

    @lru_cache(maxsize=4096)
    def counts(typed: tuple[int | None, ...]) -> Figures[BurracoKind, int] | None:
        known = {kind: count for kind, count in zip(kinds, typed, strict=True) if count is not None}
        return Figures(known) if known else None

    def side(figures: list[int | None]) -> HandScore:
        return HandScore(counts(tuple([figures[place] for place in counted])), *fields(figures))

    return side


def _prefixes(names: Sequence[str]) -> tuple[str, ...]:
    """The sides the columns name, in their order. Unusable where the first line is not one of records."""
    known = {*LABELS, "covers", "end_reason"}
    faults = [
        f"line 1, column {place}: {shown(name)} is no column of a record."
        for place, name in enumerate(names, start=1)
        if name not in known and not _OF_SIDE.fullmatch(name)
    ]
    faults += [f"line 1: column {name} stands {n} times." for name, n in Counter(names).items() if n > 1]
    named = {match[1] for match in map(_OF_SIDE.fullmatch, names) if match}
    sides = next((prefixes for prefixes in PREFIXES if named == set(prefixes)), None)
    if sides is None and not faults:
        faults.append("line 1: columns begin with ns_ and ew_, or with 1_, 2_ … for every side.")
    if faults or sides is None:
        raise Unusable(*faults)
    return sides
