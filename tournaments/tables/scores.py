"""Results of rounds and penalties as tables, for pages and files."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.ui import minus, minus_each, signed
from scoring.hands import resolve
from scoring.ranking import Figure
from scoring.regulations import Regulations
from scoring.small_tables import CHANGING, sides_of_hand
from tournaments.hall import Aside
from tournaments.hands import NumberedHand
from tournaments.match_views import MatchSide, MatchView
from tournaments.models.scores import HandSide
from tournaments.names import EntryNames
from tournaments.tables.standings import Audience, cell

NUMBERS = {"th": {"class": "n"}, "td": {"class": "n"}}


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match with the number of its round, or somebody without a match in it."""

    round: int
    view: MatchView | None
    aside: Aside | None = None

    def figures(self, name: str, side: int) -> tuple[Figure | None, ...]:
        """VP or total of NS (0) or EW (1), of each player where they differ; None: no score yet."""
        if self.view is None:
            return (self.aside.vp if self.aside and name == "vp" and side == 0 else None,)
        if name == "vp":
            return self.view.sides[side].each_vp if self.view.vp else (None,)
        return (self.view.totals[side] if self.view.hands else None,)

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
        return aside_word(self.aside) if self.aside else ""

    @property
    def mp(self) -> int | None:
        return self.view.mp if self.view else self.aside.mp if self.aside else None


def aside_word(aside: Aside) -> str:
    """Why somebody has no match in a round."""
    if aside.passes_on:
        return gettext("goes on without playing")
    if aside.waits:
        return gettext("WAITS")
    return gettext("ABSENT") if aside.absent else gettext("SIT-OUT")


def result_rows(number: int, views: Iterable[MatchView], asides: Iterable[Aside]) -> Iterable[ResultRow]:
    """The rows of a round: its tables, and who was at none of them last."""
    yield from (ResultRow(number, view) for view in views)
    yield from (ResultRow(number, None, aside) for aside in asides)


def line_numbers(line: Iterable[EntryNames]) -> str:
    return " – ".join(str(entry.number) for entry in line)


def called(line: Iterable[EntryNames], audience: Audience) -> str:
    """Everybody of a line by the names that the audience may read."""
    return " – ".join(name for who in line for name in (who.public if audience == "public" else who.full))


class FigureColumn(tables.Column):
    """VP or total of one line."""

    def __init__(self, heading: Any, name: str, side: int) -> None:
        self.name, self.side = name, side
        super().__init__(heading, accessor="round", orderable=False, attrs=NUMBERS)

    def render(self, record: ResultRow) -> str:
        return minus_each(record.figures(self.name, self.side))

    def value(self, record: ResultRow) -> Figure | str | None:
        figures = record.figures(self.name, self.side)
        return figures[0] if len(figures) == 1 else minus_each(figures)


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

    def __init__(self, *args: Any, audience: Audience = "staff", **kwargs: Any) -> None:
        self.audience = audience
        super().__init__(*args, **kwargs)

    def render_ns(self, value: tuple[EntryNames, ...]) -> str:
        return called(value, self.audience)

    def render_ew(self, value: tuple[EntryNames, ...] | str) -> str:
        return value if isinstance(value, str) else called(value, self.audience)

    def render_mp(self, value: int) -> str:
        return signed(value)

    def value_mp(self, value: int) -> int:
        return value


@dataclass(frozen=True, slots=True)
class SideRow:
    """Who scored together at a table of a round, or somebody without a match in it."""

    round: int
    table: int | None
    side: MatchSide | Aside

    @property
    def place(self) -> str:
        """Line or place; of somebody without a match, why."""
        return (
            aside_word(self.side)
            if isinstance(self.side, Aside)
            else str(HandSide.Side(self.side.place).label)
        )

    @property
    def names(self) -> tuple[EntryNames, ...]:
        return (self.side.names,) if isinstance(self.side, Aside) else self.side.names

    @property
    def points(self) -> Figure | None:
        return None if isinstance(self.side, Aside) else self.side.points


def side_rows(rows: Iterable[ResultRow]) -> list[SideRow]:
    """The same results with a row for each line, or for each player at tables of three and five."""
    return [
        SideRow(row.round, row.table, side)
        for row in rows
        for side in (row.view.sides if row.view else (row.aside,))
        if side is not None
    ]


class SidesTable(tables.Table):
    """Results where not everybody sat in two lines: a row for each who scored."""

    caption = _("Results")
    row_header = "names"

    round = tables.Column(_("Round"), orderable=False, attrs=NUMBERS)
    table = tables.Column(_("Table"), orderable=False, attrs=NUMBERS)
    place = tables.Column(_("Place"), orderable=False)
    numbers = tables.Column(_("No."), accessor="names", orderable=False, attrs=NUMBERS)
    names = tables.Column(_("Names"), orderable=False)
    points = tables.Column(_("Points"), orderable=False, attrs=NUMBERS)
    mp = tables.Column(_("M.P."), accessor="side__mp", orderable=False, attrs=NUMBERS)
    vp = tables.Column(_("V.P."), accessor="side__vp", orderable=False, attrs=NUMBERS)

    class Meta:
        attrs = {"class": "list"}
        default = ""
        empty_text = _("No result yet.")

    def __init__(self, *args: Any, audience: Audience = "staff", **kwargs: Any) -> None:
        self.audience = audience
        super().__init__(*args, **kwargs)

    def render_numbers(self, value: tuple[EntryNames, ...]) -> str:
        return line_numbers(value)

    def render_names(self, value: tuple[EntryNames, ...]) -> str:
        return called(value, self.audience)

    def value_points(self, value: Figure) -> int | str | None:
        return cell(value)

    def value_mp(self, value: Figure) -> int | str | None:
        return cell(value)

    def value_vp(self, value: Figure) -> int | str | None:
        return cell(value)


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
            for line, side in zip(_sides(hand), resolve(hand.hand, regulations), strict=True):
                yield HandRow(
                    result.round,
                    result.table,
                    hand.number,
                    hand.last,
                    line,
                    side.base,
                    side.points,
                    side.total,
                    hand.override,
                )


def _sides(hand: NumberedHand) -> list[str]:
    """What the sides of a hand are called: the lines, or the places of those who played together."""
    if hand.players not in CHANGING:
        return [str(HandSide.Side(side).label) for side in hand.sides]
    return [" + ".join(map(str, seats)) for seats in sides_of_hand(hand.players, hand.alone)]


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


def results_table(rows: list[ResultRow], *, audience: Audience = "staff") -> tables.Table:
    """The results with a row for each match, or for each who scored where not everybody sat in two lines."""
    if all(row.view is None or row.view.has_lines for row in rows):
        return ResultsTable(rows, audience=audience)
    return SidesTable(side_rows(rows), audience=audience)


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
