"""Reading a list of names out of a file or of pasted text. Nothing here knows who is already on the list."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.core.exceptions import ValidationError
from openpyxl import load_workbook
from openpyxl.cell.cell import ERROR_CODES

from clubs.validators import one_line
from tournaments.likeness import Name, fold, split_name

MOST_BYTES = 2 * 1024 * 1024
MOST_UNPACKED = 40 * 1024 * 1024  # bytes an .xlsx may claim to unpack to; zipfile reads no more than claimed
MOST_LINES = 2000
MOST_COLUMNS = 30
LONGEST = 60  # letters of a surname or of a name, as in the list of persons

Refusal = Literal["too_big", "too_many_lines", "broken", "not_a_list", "old_excel"]
Problem = Literal["no_name", "figure", "too_many_names", "columns", "same_twice", "too_long", "signs"]
Role = Literal["last", "first", "full"]

_PAIR = re.compile(r"\s+[-–—]+\s*|\s*[-–—]+\s+|\s*[–—/&+]\s*")
_COUNTED = re.compile(r"^\s*\d{1,4}(?:\s*[.):°ª–—-]+\s*|\s+)(?=[^\W\d])")
_COUNTED_BY_COMMA = re.compile(r"^\s*\d{1,4}\s*,\s*(?=[^,]+$)")
_FIGURE = re.compile(r"(?=.*\d)[\W\d_]+")  # a number, an amount, a day, a telephone: no letter in it
_OUTSIDE_QUOTES = re.compile(r'"[^"]*"|;')
_LAST = frozenset({"cognome", "cognomi", "surname", "last"})
_FIRST = frozenset({"nome", "nomi", "name", "first"})
_FULL = frozenset({"giocatore", "giocatrice", "giocatori", "player", "players", "coppia", "coppie", "pair"})
_FULL_TOO = frozenset(
    {"nominativo", "iscritto", "iscritti", "iscritte", "partecipante", "compagno", "partner"}
)
_BESIDE = frozenset({"e", "and", "del", "il", "a", "b", "i", "ii"})
_COUNTING = frozenset(
    {"coppia", "pair", "n", "nr", "no", "num", "numero", "tavolo", "table", "squadra", "team"}
)


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
    text = _one_sign(_decoded(content))
    delimiter = _delimiter(text)
    if delimiter is None:
        return text
    try:
        return _tabbed(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as error:
        raise ListError("broken") from error


def read_lines(text: str, *, individual: bool, name_first: bool = False) -> tuple[NameLine, ...]:
    """The entries of a list, in its order: a pair or, in an individual tournament, a person a line.

    Parts of a line are cells (tab, `;`, or `,`) or are parted by " - ", "–", "/". Columns of figures and
    running numbers are left out. Of the others two are two full names, four are surname, name, surname,
    name; a heading that names its columns decides instead. Raises ListError when there are too many lines.
    """
    rows = [_cut(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip(" \t;,-–—/")]
    if len(rows) > MOST_LINES:
        raise ListError("too_many_lines")
    heading = rows[0] if rows and _is_heading(rows[0], rows[1:]) else None
    if heading is not None:
        rows = [row for row in rows if row.parts != heading.parts]
    layout = _layout(rows, heading, individual=individual)
    lines = [_line(row, layout, individual=individual, name_first=name_first) for row in rows]
    return tuple(lines if all(map(_only_figures, lines)) else map(_without_figures, lines))


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
    if "\t" in text:
        return "\t"
    counts = {len(next(csv.reader([line]), [])) for line in lines[:MOST_LINES]} if '"' not in text else {2}
    return "," if "," in text and counts and min(counts) > 1 and len(counts) == 1 else None


def _sheet(content: bytes) -> Iterable[Sequence[object]]:
    """The first sheet's values, none when all are numbers.

    Its rows and columns are bounded, whatever the file says of itself.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                raise ListError("too_big")
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = list(
            book.worksheets[0].iter_rows(max_row=MOST_LINES + 2, max_col=MOST_COLUMNS, values_only=True)
        )
    except ListError:
        raise
    except Exception as error:  # a damaged file breaks its reader in ways nobody can list
        raise ListError("broken") from error
    has_words = any(isinstance(cell, str) for row in rows for cell in row)
    return [row for row in rows if has_words and any(cell is not None for cell in row)]


def _tabbed(rows: Iterable[Sequence[object]]) -> str:
    return "\n".join("\t".join(map(_written, row)) for row in rows)


def _written(cell: object) -> str:
    """A cell as it looks: whole numbers without a point, one line; a yes, a no and an error are nothing."""
    if cell is None or isinstance(cell, bool) or (isinstance(cell, str) and cell in ERROR_CODES):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return " ".join(str(cell).replace(";", ",").split())


def _one_sign(text: str) -> str:
    """The text with tabs between cells wherever `;` or tabs part them, but for what stands in quotes."""
    return _OUTSIDE_QUOTES.sub(lambda found: "\t" if found[0] == ";" else found[0], text)


def _cut(number: int, text: str) -> _Row:
    line = _one_sign(text)
    if "\t" in line:
        first, *others = _cells(line, "\t")
        return _Row(number, text.strip(), (_COUNTED.sub("", first), *others), is_table=True)
    line = _COUNTED_BY_COMMA.sub("", _COUNTED.sub("", text.strip()))
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


def _is_heading(first: _Row, others: Sequence[_Row]) -> bool:
    """Whether the first line only names what follows: "Giocatore 0" above "Giocatore 1" is a player."""
    if _roles(first) is None:
        return False
    return not any(
        _role(part) and _has_figure(part) and _word(part) == _word(below) and fold(part) != fold(below)
        for row in others
        for part, below in zip(first.parts, row.parts, strict=False)
    )


def _layout(
    rows: Sequence[_Row], heading: _Row | None, *, individual: bool
) -> tuple[Role | None, ...] | None:
    """What the columns hold; None when there are too many to tell.

    A heading decides when it names every column, else it is only a title. Columns of figures hold nobody.
    """
    tables = [row.parts for row in rows if row.is_table]
    width = max((_width(parts) for parts in tables), default=0)
    left_out = _left_out([[parts[at] for parts in tables if at < len(parts)] for at in range(width)])
    if heading is not None and sum(map(bool, heading.parts)) >= width > 0:
        return tuple(None if at in left_out else role for at, role in enumerate(_roles(heading) or ()))
    roles = _guess(width - len(left_out), individual=individual)
    if roles is None:
        return None
    kept = iter(roles)
    return tuple(None if at in left_out else next(kept) for at in range(width))


def _left_out(columns: Sequence[Sequence[str]]) -> set[int]:
    """The columns that are empty, hold figures or count the lines, beside columns that hold names."""
    empty = {at for at, cells in enumerate(columns) if not any(cells)}
    figures = {at for at, cells in enumerate(columns) if all(map(_FIGURE.fullmatch, filter(None, cells)))}
    counting = {at for at, cells in enumerate(columns) if all(map(_counts, filter(None, cells)))}
    everything = set(range(len(columns)))
    for left_out in (figures | counting, figures):
        if left_out != everything:
            return left_out
    return empty


def _counts(cell: str) -> bool:
    """Whether a cell is a running number, with or without a word: "7", "7.", "Coppia 7"."""
    return bool(_FIGURE.fullmatch(cell)) or (_word(cell) in _COUNTING and _has_figure(cell))


def _has_figure(cell: str) -> bool:
    return any(map(str.isdecimal, cell))


def _word(cell: str) -> str:
    """A cell without its figures."""
    return fold(re.sub(r"\d+", " ", cell))


def _roles(row: _Row) -> tuple[Role | None, ...] | None:
    """What each column holds when the row is a heading: None for a column of something else."""
    roles = tuple(map(_role, row.parts))
    if not any(roles):
        return None
    if "last" in roles:
        return roles
    return tuple("full" if role else None for role in roles)


def _role(heading: str) -> Role | None:
    words = set(_word(heading).split())
    if not words or words - _LAST - _FIRST - _FULL - _FULL_TOO - _BESIDE:
        return None
    if words & _LAST:
        # "last name" is a surname; "cognome e nome" is both.
        return "full" if words & _FIRST and not words & {"last"} else "last"
    if words & _FIRST:
        return "first"
    return "full" if words & (_FULL | _FULL_TOO) else None


def _guess(columns: int, *, individual: bool) -> tuple[Role, ...] | None:
    """What so many columns of words hold when no heading says it; None when it cannot be told."""
    persons = 1 if individual else 2
    one: tuple[Role, ...] = ("full",) if columns <= persons else ("last", "first")
    return one * persons if columns <= persons or columns == 2 * persons else None


def _width(parts: Sequence[str]) -> int:
    return max((at for at, part in enumerate(parts, 1) if part), default=0)


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


def _only_figures(line: NameLine) -> bool:
    return all(_FIGURE.fullmatch(str(name)) for name in line.names)


def _without_figures(line: NameLine) -> NameLine:
    """Among names a figure is nobody; a list of figures alone is one of codes."""
    has_figure = any(_FIGURE.fullmatch(str(name)) for name in line.names)
    return replace(line, problem="figure") if has_figure and line.problem is None else line


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
