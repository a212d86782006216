"""Reading a list of names out of a file or of pasted text. Nothing here knows who is already on the list."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.core.exceptions import ValidationError
from openpyxl import load_workbook

from clubs.validators import one_line
from tournaments.likeness import Name, fold, split_name

MOST_BYTES = 2 * 1024 * 1024
MOST_UNPACKED = 40 * 1024 * 1024  # bytes an .xlsx may claim to unpack to; zipfile reads no more than claimed
MOST_LINES = 2000
MOST_COLUMNS = 30
LONGEST = 60  # letters of a surname or of a name, as in the list of persons

Refusal = Literal["too_big", "too_many_lines", "broken", "not_a_list", "old_excel"]
Problem = Literal["no_name", "too_many_names", "columns", "same_twice", "too_long", "signs"]
Role = Literal["last", "first", "full"]

_PAIR = re.compile(r"\s+[-–—]+\s*|\s*[-–—]+\s+|\s*[–—/&+]\s*")
_COUNTED = re.compile(r"^\s*\d{1,4}(?:[.)]\s*|\s+)(?=[^\W\d])")
_LAST = frozenset({"cognome", "cognomi", "surname", "last"})
_FIRST = frozenset({"nome", "nomi", "name", "first"})
_FULL = frozenset({"giocatore", "giocatrice", "giocatori", "player", "players", "coppia", "coppie", "pair"})
_FULL_TOO = frozenset(
    {"nominativo", "iscritto", "iscritti", "iscritte", "partecipante", "compagno", "partner"}
)
_BESIDE = frozenset({"e", "and", "del", "il", "1", "2", "a", "b", "i", "ii"})


class ListError(Exception):
    """The file or the text cannot be read at all; `code` says why."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code)
        self.code: Refusal = code


@dataclass(frozen=True, slots=True)
class NameLine:
    """One line of the list, `number` counted from 1: the names of one entry, or the code of what is wrong."""

    number: int
    text: str
    names: tuple[Name, ...]
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    """A line cut in parts: cells of a table, or names parted by a dash or a slash."""

    number: int
    text: str
    parts: tuple[str, ...]
    is_table: bool


def read_file(content: bytes) -> str:
    """A .csv, .txt or .xlsx file as text with one line a row and tabs between cells. Raises ListError."""
    if len(content) > MOST_BYTES:
        raise ListError("too_big")
    if content.startswith(b"PK"):
        return _tabbed(_sheet(content))
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise ListError("old_excel")
    text = _decoded(content)
    delimiter = _delimiter(text)
    if delimiter is None:
        return text
    try:
        return _tabbed(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as error:
        raise ListError("broken") from error


def read_lines(text: str, *, individual: bool, name_first: bool = False) -> tuple[NameLine, ...]:
    """The entries of a list, in its order: a pair or, in an individual tournament, a person a line.

    Parts of a line are cells (tab, `;`, or `,`) or are parted by " - ", "–", "/". Two cells are two full
    names, four are surname, name, surname, name; a heading that names its columns decides instead.
    Raises ListError when there are too many lines.
    """
    rows = [_cut(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip(" \t;,-–—/")]
    if len(rows) > MOST_LINES:
        raise ListError("too_many_lines")
    heading = rows[0] if rows and _roles(rows[0]) else None
    if heading is not None:
        rows = rows[1:]
    layout = _layout(rows, heading, individual=individual)
    return tuple(_line(row, layout, individual=individual, name_first=name_first) for row in rows)


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    if b"\x00" in content or content.startswith(b"%PDF"):
        raise ListError("not_a_list")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _delimiter(text: str) -> str | None:
    """What parts the cells of a file; a comma only when it parts every line alike, dashes or not."""
    lines = [line for line in text.splitlines() if line.strip()]
    for sign in "\t;":
        if any(sign in line for line in lines):
            return sign
    counts = {len(next(csv.reader([line]), [])) for line in lines[:MOST_LINES]} if '"' not in text else {2}
    return "," if "," in text and counts and min(counts) > 1 and len(counts) == 1 else None


def _sheet(content: bytes) -> Iterable[Sequence[object]]:
    """The first sheet's values. Its rows and columns are bounded, whatever the file says of itself."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                raise ListError("too_big")
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(max_row=MOST_LINES + 2, max_col=MOST_COLUMNS, values_only=True)
        return [row for row in rows if any(cell is not None for cell in row)]
    except ListError:
        raise
    except Exception as error:  # a damaged file breaks its reader in ways nobody can list
        raise ListError("broken") from error


def _tabbed(rows: Iterable[Sequence[object]]) -> str:
    return "\n".join("\t".join(map(_written, row)) for row in rows)


def _written(cell: object) -> str:
    """A cell as it looks: whole numbers without a point, one line."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return " ".join(str(cell).split())


def _cut(number: int, text: str) -> _Row:
    for sign in "\t;":
        if sign in text:
            return _Row(number, text.strip(), _cells(text, sign), is_table=True)
    line = _COUNTED.sub("", text.strip())
    if _PAIR.search(line) and not line.startswith('"'):
        return _Row(number, text.strip(), tuple(map(str.strip, _PAIR.split(line))), is_table=False)
    if "," in line:
        return _Row(number, text.strip(), _cells(line, ","), is_table=True)
    return _Row(number, text.strip(), (line,), is_table=False)


def _cells(line: str, delimiter: str) -> tuple[str, ...]:
    """The cells of one line, with or without quotation marks."""
    try:
        cells = next(csv.reader([line], delimiter=delimiter, strict=False), [])
    except csv.Error:
        cells = line.split(delimiter)
    return tuple(" ".join(cell.split()) for cell in cells)


def _layout(
    rows: Sequence[_Row], heading: _Row | None, *, individual: bool
) -> tuple[Role | None, ...] | None:
    """What the columns hold. A heading decides when it names every column; else it is only a title."""
    width = max((_width(row.parts) for row in rows if row.is_table), default=0)
    if heading is not None and sum(map(bool, heading.parts)) >= width > 0:
        return _roles(heading)
    return _guess(rows, individual=individual)


def _roles(row: _Row) -> tuple[Role | None, ...] | None:
    """What each column holds when the row is a heading: None for a column of something else."""
    roles = tuple(map(_role, row.parts))
    if not any(roles):
        return None
    if "last" in roles:
        return roles
    return tuple("full" if role else None for role in roles)


def _role(heading: str) -> Role | None:
    words = set(re.sub(r"\d+", " ", fold(heading)).split())
    if not words or words - _LAST - _FIRST - _FULL - _FULL_TOO - _BESIDE:
        return None
    if words & _LAST:
        # "last name" is a surname; "cognome e nome" is both.
        return "full" if words & _FIRST and not words & {"last"} else "last"
    if words & _FIRST:
        return "first"
    return "full" if words & (_FULL | _FULL_TOO) else None


def _guess(rows: Sequence[_Row], *, individual: bool) -> tuple[Role | None, ...] | None:
    """What the columns hold when no heading says it; None when there are too many to tell."""
    tables = [row.parts for row in rows if row.is_table]
    width = max((_width(parts) for parts in tables), default=0)
    counted: tuple[None, ...] = ()
    persons = 1 if individual else 2
    if _is_counted(tables) and width in {persons + 1, 2 * persons + 1}:
        counted, width = (None,), width - 1
    if width <= persons:
        return (*counted, *("full",) * persons)
    if width <= 2 * persons:
        return (*counted, *("last", "first") * persons)
    return None


def _width(parts: Sequence[str]) -> int:
    return max((at for at, part in enumerate(parts, 1) if part), default=0)


def _is_counted(tables: Sequence[Sequence[str]]) -> bool:
    """Whether the first column only counts the lines, beside names that are not figures themselves."""
    return all(parts and parts[0].isdigit() for parts in tables) and any(
        not part.isdigit() for parts in tables for part in parts[1:] if part
    )


def _line(
    row: _Row, layout: tuple[Role | None, ...] | None, *, individual: bool, name_first: bool
) -> NameLine:
    if row.is_table and layout is None:
        return NameLine(row.number, row.text, (), "columns")
    roles = layout if row.is_table and layout is not None else ("full",) * len(row.parts)
    names = _names(row.parts, roles, name_first=name_first)
    return NameLine(row.number, row.text, names, _problem(names, 1 if individual else 2))


def _names(parts: Sequence[str], roles: Sequence[Role | None], *, name_first: bool) -> tuple[Name, ...]:
    """The persons of a row; surname and name may come in either order, an empty cell adds nobody."""
    names: list[Name] = []
    open_cells: dict[Role, str] = {}

    def close() -> None:
        if any(open_cells.values()):
            last, first = open_cells.get("last", ""), open_cells.get("first", "")
            names.append(Name(last or first, first if last else ""))
        open_cells.clear()

    for part, role in zip(parts, roles, strict=False):
        if role == "full":
            names += [
                split_name(piece, name_first=name_first) for piece in _PAIR.split(part) if piece.strip()
            ]
        elif role is not None:
            if role in open_cells:
                close()
            open_cells[role] = part
            if len(open_cells) == 2:
                close()
    close()
    return tuple(names)


def _problem(names: Sequence[Name], most: int) -> Problem | None:
    if not names or not all(name.folded for name in names):
        return "no_name"
    if len(names) > most:
        return "too_many_names"
    if any(len(part) > LONGEST for name in names for part in (name.last, name.first)):
        return "too_long"
    if len({name.folded for name in names}) < len(names):
        return "same_twice"
    try:
        for name in names:
            one_line(str(name))
    except ValidationError:
        return "signs"
    return None
