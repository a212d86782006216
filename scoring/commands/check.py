"""`check`: reads a file of records, however long, and reports every fault with its line and column."""

import csv
import io
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TextIO

from scoring.bounds import sides_of
from scoring.commands.columns import FIELDS, LABELS, Columns, UnreadableRow
from scoring.commands.options import (
    Unusable,
    add_players,
    add_regulations,
    called,
    refuse_utf16,
    regulations_of,
)
from scoring.explain import hand_sentence
from scoring.hands import EndReason, HandProblem, Level, settle
from scoring.regulations import BurracoKind, Regulations

EPILOG = """\
The first line names the columns, in any order, apart by commas, semicolons or tabs:
  {labels}
  covers          hands the record holds; empty: 1
  end_reason      {reasons}; empty: not said
and for every side, after ns_ and ew_ (or 1_, 2_ … at tables of 3 and 5, the lone player first):
  {kinds}
  {fields}
What is empty, or has no column, is unknown. Figures are whole numbers; the text is UTF-8.

Exit code 0: no faults; 1: faults, each reported as "line, columns: sentence (rule)"; 2: unreadable.
Figures that are possible but seldom are reported too, and are faults only with --strict.
"""
LONGEST_LINE = 65_536  # characters
STANDARD = Path("-")
Row = tuple[int, list[str]]  # number of the line, and its cells


def add(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "check",
        help="check a CSV file of hands",
        epilog=EPILOG.format(
            labels=f"{', '.join(LABELS):15} whatever tells records apart; copied to the totals",
            reasons=", ".join(EndReason),
            kinds=" ".join(BurracoKind),
            fields=" ".join(FIELDS),
        ),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE.csv", help="the file, or - for standard input")
    add_regulations(parser)
    add_players(parser)
    parser.add_argument("--strict", action="store_true", help="what is unlikely is a fault too")
    parser.add_argument(
        "--totals",
        type=Path,
        metavar="OUT",
        help="write every side's total there, if there are no faults; - is standard output, the report then "
        "goes to standard error",
    )
    parser.set_defaults(run=run)


def run(options: Namespace, out: TextIO) -> int:
    """Report on the whole file; 1 where there are faults. OSError where a file cannot be used."""
    regulations = regulations_of(options)
    source, totals = Path(options.file), options.totals
    if totals is not None and source.exists() and totals.exists() and totals.samefile(source):
        raise Unusable(f"{totals}: the totals would replace the hands they come from.")
    with _opened(options.file) as lines:
        rows = _rows(lines)
        columns = Columns(next(rows, (1, []))[1])
        try:
            sides_of(options.players, len(columns.prefixes))
        except ValueError as error:
            raise Unusable(f"line 1: {error}.") from error
        report = sys.stderr if totals == STANDARD else out
        checked = Checked(columns, regulations, options.players, options.strict, report)
        if totals is None:
            for _settled in checked.totals(rows):
                pass
        elif totals == STANDARD:
            _print_totals(out, checked, rows)
        else:
            _write_totals(totals, checked, rows)
    report.write(checked.summary())
    return int(checked.faults > 0)


class Checked:
    """A file on its way through the checks: what was found is reported at once, only its number is kept."""

    def __init__(
        self, columns: Columns, regulations: Regulations, players: int, strict: bool, out: TextIO
    ) -> None:
        self.columns = columns
        self.hands = self.faults = self.unlikely = 0
        self._regulations, self._players, self._strict, self._out = regulations, players, strict, out

    def totals(self, rows: Iterable[Row]) -> Iterator[tuple[int, list[str], tuple[int, ...]]]:
        """Line, cells and totals of every record without an error."""
        record, regulations, players = self.columns.record, self._regulations, self._players
        for line, row in rows:
            self.hands += 1
            try:
                problems, points = settle(record(row), regulations, players)
            except UnreadableRow as unreadable:
                self._unreadable(line, unreadable)
                continue
            for problem in problems:
                self._report(line, problem)
            if points:
                yield line, row, points

    def _unreadable(self, line: int, unreadable: UnreadableRow) -> None:
        for fault in unreadable.faults:
            self.faults += 1
            self._out.write(f"line {line}{fault.column and ', '}{fault.column}: {fault.sentence}\n")

    def _report(self, line: int, problem: HandProblem) -> None:
        doubted = problem.level is Level.WARNING and not self._strict
        self.unlikely += doubted
        self.faults += not doubted
        words = f"{'unlikely, ' if doubted else ''}{hand_sentence(problem)}"
        self._out.write(f"line {line}, {self.columns.of(problem)}: {words} ({problem.code})\n")

    def summary(self) -> str:
        """The last line of the report."""
        return f"hands: {self.hands}, faults: {self.faults}, unlikely: {self.unlikely}\n"


def _write_totals(path: Path, checked: Checked, rows: Iterable[Row]) -> None:
    """The totals in their file, moved in place when all are there and there was no fault."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    if path.is_dir() or not path.parent.is_dir():
        raise Unusable(f"{path}: totals need the name of a file in a folder that exists.")
    try:
        with aside.open("x", encoding="utf-8", newline="") as written:
            _list_totals(written, checked, rows)
            written.flush()
            os.fsync(written.fileno())
        if not checked.faults:
            aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def _print_totals(out: TextIO, checked: Checked, rows: Iterable[Row]) -> None:
    """The totals on standard output, once all are there and there was no fault."""
    with TemporaryFile("w+", encoding="utf-8", newline="") as aside:
        _list_totals(aside, checked, rows)
        if not checked.faults:
            aside.seek(0)
            copyfileobj(aside, out)


def _list_totals(written: TextIO, checked: Checked, rows: Iterable[Row]) -> None:
    """The totals beside their lines."""
    columns, writer = checked.columns, csv.writer(written, lineterminator="\n")
    writer.writerow(["line", *columns.labels, *(f"{prefix}_total" for prefix in columns.prefixes)])
    for line, row, points in checked.totals(rows):
        writer.writerow([line, *columns.labels_of(row), *points])


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    """The file, or standard input; bytes that are no UTF-8 become words that are no figures."""
    with sys.stdin.buffer if name == "-" else open(name, "rb") as source:
        refuse_utf16(called(name), source.peek())  # type: ignore[union-attr]  # both are buffered
        yield io.TextIOWrapper(source, encoding="utf-8-sig", errors="backslashreplace", newline="")


def _rows(source: TextIO) -> Iterator[Row]:
    """Line number and cells of every line that has any. Unusable where it is no CSV any more."""
    first = source.readline(LONGEST_LINE + 1)
    lines = chain((first,), iter(partial(source.readline, LONGEST_LINE + 1), ""))
    bearable = map(_of_bearable_length, enumerate(lines, start=1))
    reader = csv.reader(bearable, delimiter=max(",;\t", key=first.count), strict=True)
    try:
        for row in reader:
            if any(row):
                yield reader.line_num, row
    except csv.Error as error:
        raise Unusable(f"line {reader.line_num}: {error}.") from error


def _of_bearable_length(numbered: tuple[int, str]) -> str:
    number, line = numbered
    if len(line) > LONGEST_LINE:
        raise Unusable(f"line {number}: longer than {LONGEST_LINE} characters.")
    return line
