"""Results of rounds and penalties as tables, for pages and files."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.ui import minus, signed
from scoring.ranking import Figure
from tournaments.match_views import MatchSide, MatchView
from tournaments.names import EntryNames
from tournaments.tables.standings import cell

NUMBERS = {"th": {"class": "n"}, "td": {"class": "n"}}


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match with the number of its round."""

    round: int
    view: MatchView

    def figure(self, name: str, side: int) -> Figure | None:
        """VP or total of NS (0) or EW (1); None where there is no score yet."""
        if name == "vp":
            return self.view.vp[side] if self.view.vp else None
        return self.view.totals[side] if self.view.hands else None


def line_names(line: Iterable[EntryNames]) -> str:
    """Everybody of a line in full, for the staff."""
    return " – ".join(name for entry in line for name in entry.full)


def line_numbers(line: Iterable[EntryNames]) -> str:
    return " – ".join(str(entry.number) for entry in line)


class FigureColumn(tables.Column):
    """VP or total of one line."""

    def __init__(self, heading: Any, name: str, side: int) -> None:
        self.name, self.side = name, side
        super().__init__(heading, accessor="round", orderable=False, attrs=NUMBERS)

    def render(self, record: ResultRow) -> str:
        return minus(record.figure(self.name, self.side))

    def value(self, record: ResultRow) -> int | None:
        return record.figure(self.name, self.side)


class ResultsTable(tables.Table):
    """Who met whom, and with which score."""

    caption = _("Results")
    row_header = "table"

    round = tables.Column(_("Round"), orderable=False, attrs=NUMBERS)
    table = tables.Column(_("Table"), accessor="view__table_number", orderable=False, attrs=NUMBERS)
    ns_numbers = tables.Column(_("N-S no."), accessor="view__ns", orderable=False, attrs=NUMBERS)
    ns = tables.Column(_("N-S"), accessor="view__ns", orderable=False)
    ew_numbers = tables.Column(_("E-W no."), accessor="view__ew", orderable=False, attrs=NUMBERS)
    ew = tables.Column(_("E-W"), accessor="view__ew", orderable=False)
    ns_total = FigureColumn(_("N-S points"), "totals", 0)
    ew_total = FigureColumn(_("E-W points"), "totals", 1)
    mp = tables.Column(_("M.P. of N-S"), accessor="view__mp", orderable=False, attrs=NUMBERS)
    ns_vp = FigureColumn(_("N-S V.P."), "vp", 0)
    ew_vp = FigureColumn(_("E-W V.P."), "vp", 1)

    class Meta:
        attrs = {"class": "list"}
        default = ""
        empty_text = _("No result yet.")

    def render_ns_numbers(self, value: tuple[EntryNames, ...]) -> str:
        return line_numbers(value)

    def render_ew_numbers(self, value: tuple[EntryNames, ...]) -> str:
        return line_numbers(value)

    def render_ns(self, value: tuple[EntryNames, ...]) -> str:
        return line_names(value)

    def render_ew(self, value: tuple[EntryNames, ...]) -> str:
        return line_names(value)

    def render_mp(self, value: int) -> str:
        return signed(value)

    def value_mp(self, value: int) -> int:
        return value


@dataclass(frozen=True, slots=True)
class SideRow:
    """Who scored together at a table of a round."""

    round: int
    table: int
    side: MatchSide


def side_rows(rows: Iterable[ResultRow]) -> list[SideRow]:
    """The same results with a row for each line, or for each player at tables of three and five."""
    return [SideRow(row.round, row.view.table_number, side) for row in rows for side in row.view.sides]


class SidesTable(tables.Table):
    """Results where not everybody sat in two lines: a row for each who scored."""

    caption = _("Results")
    row_header = "names"

    round = tables.Column(_("Round"), orderable=False, attrs=NUMBERS)
    table = tables.Column(_("Table"), orderable=False, attrs=NUMBERS)
    place = tables.Column(_("Place"), accessor="side__place", orderable=False)
    numbers = tables.Column(_("No."), accessor="side__names", orderable=False, attrs=NUMBERS)
    names = tables.Column(_("Names"), accessor="side__names", orderable=False)
    points = tables.Column(_("Points"), accessor="side__points", orderable=False, attrs=NUMBERS)
    mp = tables.Column(_("M.P."), accessor="side__mp", orderable=False, attrs=NUMBERS)
    vp = tables.Column(_("V.P."), accessor="side__vp", orderable=False, attrs=NUMBERS)

    class Meta:
        attrs = {"class": "list"}
        default = ""
        empty_text = _("No result yet.")

    def render_numbers(self, value: tuple[EntryNames, ...]) -> str:
        return line_numbers(value)

    def render_names(self, value: tuple[EntryNames, ...]) -> str:
        return line_names(value)

    def value_points(self, value: Figure) -> int | str | None:
        return cell(value)

    def value_mp(self, value: Figure) -> int | str | None:
        return cell(value)

    def value_vp(self, value: Figure) -> int | str | None:
        return cell(value)


class PenaltyTable(tables.Table):
    """Penalties, revoked ones too."""

    caption = _("Penalties")
    row_header = "names"

    round = tables.Column(_("Round"), orderable=False, attrs=NUMBERS)
    number = tables.Column(_("No."), accessor="names__number", orderable=False, attrs=NUMBERS)
    names = tables.Column(_("Names"), orderable=False)
    vp = tables.Column(_("V.P."), orderable=False, attrs=NUMBERS)
    mp = tables.Column(_("M.P."), orderable=False, attrs=NUMBERS)
    reason = tables.Column(_("Reason"), orderable=False)
    by = tables.Column(_("Who"), orderable=False)
    at = tables.DateTimeColumn(verbose_name=_("When"), short=True, orderable=False)
    revoked_at = tables.DateTimeColumn(verbose_name=_("Revoked"), short=True, orderable=False)

    class Meta:
        attrs = {"class": "list"}
        default = ""
        empty_text = _("No penalty was given.")

    def render_names(self, value: EntryNames) -> str:
        return " – ".join(value.full)

    def render_vp(self, value: int) -> str:
        return minus(value)

    def value_vp(self, value: int) -> int:
        return value

    def render_mp(self, value: int) -> str:
        return minus(value)

    def value_mp(self, value: int) -> int:
        return value
