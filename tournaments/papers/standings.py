"""Standings on A4 with the lines to sign; the full board with VP and MP of each round when asked for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.groups import Groups, groups_of
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers.heads import head
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.satellites import qualification_of
from tournaments.standings import Standings, standings
from tournaments.tables.standings import Audience, StandingsTable, group_tables, legend

WIDE = 4  # rounds; with more the full board lies on its side
SIGNED_ROWS = 3  # the last ones, never parted from the lines to sign: nobody signs an empty page
SHORT = 30  # rows of a group that stay on one page
PENALTIES = ("penalty_vp", "penalty_mp")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the paper: cells as the page's table writes them. A round has its VP above its MP."""

    place: str
    number: str
    names: str
    is_withdrawn: bool
    rounds: tuple[tuple[str, str], ...]
    penalties: tuple[str, ...]
    vp: str
    mp: str
    extras: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Extra:
    """A column more behind the names: its heading, its cells by key of entry, how wide it is ("few",
    "some" or "many" letters)."""

    heading: str
    cells: Mapping[int, str]
    width: str = "few"


def rows(table: StandingsTable, *, board: bool, extras: Sequence[Extra] = ()) -> Iterator[Row]:
    """The cells of the page's table, laid out for paper; names without their links."""
    penalties = [name for name in PENALTIES if name in table.columns]
    numbers = table.found.rounds if board else ()
    for row in table.rows:
        yield Row(
            place=row.get_cell("place"),
            number=row.get_cell("number"),
            names=row.get_cell_value("names"),
            is_withdrawn=row.record.withdrawn,
            rounds=tuple(
                (row.get_cell(f"round_{number}_vp"), row.get_cell(f"round_{number}_mp")) for number in numbers
            ),
            penalties=tuple(row.get_cell(name) for name in penalties),
            vp=row.get_cell("vp"),
            mp=row.get_cell("mp"),
            extras=tuple(extra.cells.get(row.record.entry_id, "–") for extra in extras),
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the paper under its heading, with the headings of its columns; `blocks` are its bodies."""

    title: str
    columns: Mapping[str, str]
    penalties: tuple[str, ...]
    blocks: tuple[tuple[Row, ...], ...]
    is_group: bool
    extras: tuple[Extra, ...] = ()

    @property
    def is_short(self) -> bool:
        """Whether it can stay on one page together."""
        return self.is_group and sum(map(len, self.blocks)) <= SHORT


def _section(
    table: StandingsTable, title: str, *, board: bool, signed: bool, extras: Sequence[Extra]
) -> Section:
    lines = tuple(rows(table, board=board, extras=extras))
    blocks = (lines[:-SIGNED_ROWS], lines[-SIGNED_ROWS:]) if signed else (lines,)
    return Section(
        title,
        {column.name: column.header for column in table.columns},
        tuple(table.columns[name].header for name in PENALTIES if name in table.columns),
        tuple(block for block in blocks if block),
        is_group=bool(table.group_letter),
        extras=tuple(extras),
    )


def sections(
    found: Standings,
    groups: Groups,
    *,
    audience: Audience,
    board: bool,
    signed: bool = True,
    extras: Sequence[Extra] = (),
) -> list[Section]:
    """The standings of everybody, then those of each group, all with the `extras`; `signed`: the last rows
    are never parted from the lines to sign, which follow."""
    table = StandingsTable(found, audience=audience, board=board)
    of_groups = group_tables(groups, audience=audience, board=board)
    made = [
        _section(
            table,
            _("Everybody") if of_groups else "",
            board=board,
            signed=signed and not of_groups,
            extras=extras,
        )
    ]
    return made + [
        _section(
            each,
            _("Group %(letter)s") % {"letter": each.group_letter},
            board=board,
            signed=signed and each is of_groups[-1],
            extras=extras,
        )
        for each in of_groups
    ]


def state_words(found: Standings, *, is_last: bool) -> str:
    """Whether the standings are final: only the last round's can be."""
    if found.is_final and is_last and not found.missing_matches:
        return _("Final standings")
    return _("Provisional standings")


def missing_words(found: Standings) -> str:
    """How many results are not in; empty when all are."""
    if not found.missing_matches:
        return ""
    missing = ngettext("%(count)d result missing", "%(count)d results missing", found.missing_matches)
    return f" · {missing % {'count': found.missing_matches}}"


def content(paper: Paper) -> Sheets:
    """Standings through the paper's round. NotReadyError when it is not announced any more."""
    tournament = paper.tournament
    round = Round.objects.filter(pk=paper.round_id).first()
    if round is None or not round.is_public:
        raise NotReadyError("no_standings")
    found = standings(tournament, through=round.number, announced_only=True)
    is_last = not tournament.rounds.filter(number__gt=round.number).exists()
    subtitle = _("After round %(number)d") % {"number": round.number} + missing_words(found)
    board = bool(paper.options.get("board"))
    is_full = paper.options.get("names") == "full"
    mark = _("names in full, for the files") if is_full else ""
    groups = groups_of(tournament, found)
    context = {
        "head": head(paper, state_words(found, is_last=is_last), subtitle, mark),
        "sections": sections(found, groups, audience="staff" if is_full else "public", board=board),
        "rounds": found.rounds if board else (),
        "legend": legend(found),
        "check": found.check,
        "qualification": qualification_of(tournament, found) if is_last and tournament.is_over else None,
        "is_full": is_full,
        "is_wide": board and len(found.rounds) > WIDE,
    }
    return Sheets("print/standings.html", [None], context)
