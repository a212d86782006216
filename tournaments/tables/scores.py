"""Results of rounds and penalties as tables, for pages and files."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import django_tables2 as tables
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.ui import minus, signed
from scoring.hands import resolve
from scoring.regulations import Regulations
from tournaments.hall import Aside
from tournaments.hands import LINES
from tournaments.names import EntryNames
from tournaments.standings import MatchView

NUMBERS = {"th": {"class": "n"}, "td": {"class": "n"}}


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match with the number of its round, or somebody without a match in it."""

    round: int
    view: MatchView | None
    aside: Aside | None = None

    def figure(self, name: str, side: int) -> int | None:
        """VP or total of NS (0) or EW (1); None where there is no score yet."""
        if self.view is None:
            return self.aside.vp if self.aside and name == "vp" and side == 0 else None
        if name == "vp":
            return self.view.vp[side] if self.view.vp else None
        return self.view.totals[side] if self.view.hands else None

    @property
    def table(self) -> int | None:
        return self.view.table_number if self.view else None

    @property
    def ns(self) -> tuple[EntryNames, ...]:
        return self.view.ns if self.view else (self.aside.names,) if self.aside else ()

    @property
    def ew(self) -> tuple[EntryNames, ...] | str:
        """Who sat E-W; of somebody without a match, why."""
        if self.view:
            return self.view.ew
        return gettext("ABSENT") if self.aside and self.aside.absent else gettext("SIT-OUT")

    @property
    def mp(self) -> int | None:
        return self.view.mp if self.view else self.aside.mp if self.aside else None


def result_rows(number: int, views: Iterable[MatchView], asides: Iterable[Aside]) -> Iterable[ResultRow]:
    """The rows of a round: its tables, and who was at none of them last."""
    yield from (ResultRow(number, view) for view in views)
    yield from (ResultRow(number, None, aside) for aside in asides)


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


class MomentColumn(tables.DateTimeColumn):
    """A moment; in a file it stays one, and the file writes it in local time."""

    def value(self, value: datetime.datetime | None, **_facts: Any) -> datetime.datetime | None:
        return value


class ResultsTable(tables.Table):
    """Who met whom, and with which score; `audience` decides which names are shown."""

    caption = _("Results")
    row_header = "table"

    round = tables.Column(_("Round"), orderable=False, attrs=NUMBERS)
    table = tables.Column(_("Table"), orderable=False, attrs=NUMBERS)
    ns_numbers = tables.Column(_("N-S no."), accessor="ns", orderable=False, attrs=NUMBERS)
    ns = tables.Column(_("N-S"), accessor="ns", orderable=False)
    ew_numbers = tables.Column(_("E-W no."), accessor="view__ew", orderable=False, attrs=NUMBERS)
    ew = tables.Column(_("E-W"), accessor="ew", orderable=False)
    ns_total = FigureColumn(_("N-S points"), "totals", 0)
    ew_total = FigureColumn(_("E-W points"), "totals", 1)
    mp = tables.Column(_("M.P. of N-S"), accessor="mp", orderable=False, attrs=NUMBERS)
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

    def __init__(self, *args: Any, audience: Literal["public", "staff"] = "staff", **kwargs: Any) -> None:
        self.audience = audience
        super().__init__(*args, **kwargs)

    def _names(self, line: tuple[EntryNames, ...]) -> str:
        called = (entry.public if self.audience == "public" else entry.full for entry in line)
        return " – ".join(name for names in called for name in names)

    def render_ns(self, value: tuple[EntryNames, ...]) -> str:
        return self._names(value)

    def render_ew(self, value: tuple[EntryNames, ...] | str) -> str:
        return value if isinstance(value, str) else self._names(value)

    def render_mp(self, value: int) -> str:
        return signed(value)

    def value_mp(self, value: int) -> int:
        return value


@dataclass(frozen=True, slots=True)
class HandRow:
    """What one line did in a record of a match; figures are those typed and those that follow from them."""

    round: int
    table: int | None
    number: int
    last: int
    line: str
    base: int | None
    points: int | None
    total: int | None
    override: str


def hand_rows(results: Iterable[ResultRow], regulations: Regulations) -> Iterable[HandRow]:
    """Every line of every stored hand, in the order of the slips."""
    for result in results:
        for hand in result.view.hands if result.view else ():
            for line, side in zip(LINES, resolve(hand.hand, regulations), strict=True):
                yield HandRow(
                    result.round,
                    result.table,
                    hand.number,
                    hand.last,
                    line.label,
                    side.base,
                    side.points,
                    side.total,
                    hand.override,
                )


class HandsTable(tables.Table):
    """Every hand as it stands on the slips, for a file."""

    round = tables.Column(_("Round"), orderable=False)
    table = tables.Column(_("Table"), orderable=False)
    number = tables.Column(_("Hand"), orderable=False)
    last = tables.Column(_("To hand"), orderable=False)
    line = tables.Column(_("Line"), orderable=False)
    base = tables.Column(_("base"), orderable=False)
    points = tables.Column(_("points"), orderable=False)
    total = tables.Column(_("total"), orderable=False)
    override = tables.Column(_("The referee accepts it because"), orderable=False)

    class Meta:
        default = ""


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
    at = MomentColumn(verbose_name=_("When"), orderable=False)
    revoked_at = MomentColumn(verbose_name=_("Revoked"), orderable=False)

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
