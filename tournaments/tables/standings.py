"""The standings as a table: one declaration for the page, the file and the full board."""

from decimal import Decimal
from typing import Any, Literal

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.ui import minus, place, signed
from scoring.ranking import Criterion, Figure
from tournaments.groups import Groups
from tournaments.round_scores import RoundScore
from tournaments.standings import StandingRow, Standings

Audience = Literal["public", "staff"]
NO_GROUPS = Groups()
NUMBERS = {"th": {"class": "n"}, "td": {"class": "n"}}
MARKS = {
    "rests": _("R"),
    "waits": pgettext_lazy("mark of who waits for a seat", "S"),
    "bye": pgettext_lazy("mark of who goes on without playing", "B"),
    "absent": _("A"),
    "gone": pgettext_lazy("mark of who left the tournament", "W"),
    "left_alone": "°",
    "referee": "*",
    "missing": "…",
}
WORDS = {
    "rests": _("sits out"),
    "waits": _("waits for a seat"),
    "bye": _("goes on without playing"),
    "absent": _("absent"),
    "gone": _("left the tournament"),
    "left_alone": _("the others absent or gone"),
    "referee": _("referee's score"),
    "missing": _("missing"),
}


def cell(figure: Figure | None) -> int | str | None:
    """A figure for a file: a fraction in full, with the decimal sign of the language (quarters, eighths)."""
    if figure is None or isinstance(figure, int) or figure.denominator == 1:
        return figure if figure is None else int(figure)
    written = Decimal(figure.numerator) / Decimal(figure.denominator)
    return str(written).replace(".", get_format("DECIMAL_SEPARATOR"))


def written_vp(score: RoundScore | None) -> str | SafeString:
    """VP of a round, with a mark where they were not played for."""
    if score is None:
        return "–"
    if score.kind == "missing":
        return format_html('<span title="{}">{}</span>', WORDS["missing"], MARKS["missing"])
    if score.kind == "played":
        return minus(score.vp)
    return format_html('{} <abbr title="{}">{}</abbr>', minus(score.vp), WORDS[score.kind], MARKS[score.kind])


def legend(found: Standings) -> str:
    """What the marks say that stand beside the figures of rounds, those that are there; empty without any."""
    kinds = {score.kind for row in found.rows for score in row.rounds}
    return " · ".join(f"{mark} {WORDS[kind]}" for kind, mark in MARKS.items() if kind in kinds)


def bar(score: RoundScore | None, tallest: Figure) -> SafeString:
    """VP of a round as a bar beside the figure; dashed where the result is missing."""
    if score is None or score.vp is None:
        shape = mark_safe('<rect class="none" x="1" y="1" width="8" height="22"/>')
    else:
        height = max(1, round(24 * score.vp / tallest))
        shape = format_html('<rect y="{}" width="10" height="{}"/>', 24 - height, height)
    return format_html('<svg class="bars" viewBox="0 0 10 24" aria-hidden="true">{}</svg>', shape)


class RoundColumn(tables.Column):
    """VP or MP of one round, with a mark where they were not played for."""

    def __init__(
        self, number: int, figure: Literal["vp", "mp"], heading: str, css: str, *, tallest: Figure = 0
    ) -> None:
        self.number, self.figure, self.tallest = number, figure, tallest
        attrs = {"th": {"class": css}, "td": {"class": css}}
        super().__init__(heading, accessor="number", orderable=False, attrs=attrs)

    def _score(self, record: StandingRow) -> RoundScore | None:
        return record.in_round(self.number)

    def render(self, record: StandingRow) -> str | SafeString:
        score = self._score(record)
        if self.figure == "mp":
            return signed(score.mp) if score is not None else "–"
        written = written_vp(score)
        return format_html("{}{}", bar(score, self.tallest), written) if self.tallest else written

    def value(self, record: StandingRow) -> int | str | None:
        score = self._score(record)
        return cell(getattr(score, self.figure)) if score else None


def _tallest(found: Standings) -> Figure:
    """The most VP anybody made in a round; bars are drawn against it."""
    return max((score.vp or 0 for row in found.rows for score in row.rounds), default=0)


def _round_columns(found: Standings, *, board: bool, bars: bool) -> list[tuple[str, RoundColumn]]:
    tallest = _tallest(found) if bars else 0
    columns = []
    for number in found.rounds:
        which = {"number": number}
        css = "n" if board else "n dim wide run" if bars else "n dim wide"
        columns.append(
            (
                f"round_{number}_vp",
                RoundColumn(number, "vp", gettext("R%(number)d VP") % which, css, tallest=tallest),
            )
        )
        if board:
            columns.append(
                (f"round_{number}_mp", RoundColumn(number, "mp", gettext("R%(number)d MP") % which, css))
            )
    return columns


def _penalty_class(table: "StandingsTable") -> str:
    """On a player's phone the columns give way to a sentence under the table."""
    return "n wide" if table.audience == "public" else "n"


def _figures(criterion: Criterion) -> dict[str, Any]:
    """A column of figures: large where they rank before all others; beside points no column of a phone."""

    def th(table: "StandingsTable") -> str:
        return "n wide" if table.is_tight and criterion != Criterion.RAW_POINTS else "n"

    def td(table: "StandingsTable") -> str:
        return f"{th(table)} vps" if table.found.criteria[:1] == (criterion,) else th(table)

    return {"th": {"class": th}, "td": {"class": td}}


WIDE = {"th": {"class": "wide"}, "td": {"class": "dim wide"}}
NAMES = {"td": {"class": lambda table: "who" if table.audience == "staff" else None}}
PENALTIES = {"th": {"class": _penalty_class}, "td": {"class": _penalty_class}}


class StandingsTable(tables.Table):
    """Places, names, and what they are ranked by. `audience` decides which names are shown.

    `board` adds each round's MP and the points that were played for; without it these stand only where they
    rank. `groups` adds everybody's group, and `in_file` the place in it; the table of one group has its
    letter as `group`, and says so.
    """

    caption = _("Standings")
    row_header = "names"

    place = tables.Column(
        _("Place"), orderable=False, attrs={"td": {"class": "place"}, "th": {"class": "place"}}
    )
    group = tables.Column(_("Group"), accessor="entry_id", orderable=False, attrs=WIDE)
    group_place = tables.Column(_("Place in the group"), accessor="entry_id", orderable=False, attrs=WIDE)
    number = tables.Column(
        _("No."), orderable=False, attrs={"th": {"class": "n wide"}, "td": {"class": "n dim wide"}}
    )
    names = tables.Column(_("Names"), orderable=False, attrs=NAMES)
    penalty_vp = tables.Column(_("Penalty VP"), orderable=False, attrs=PENALTIES)
    penalty_mp = tables.Column(_("Penalty MP"), orderable=False, attrs=PENALTIES)
    raw = tables.Column(_("Points"), orderable=False, attrs=_figures(Criterion.RAW_POINTS))
    vp = tables.Column(_("V.P."), orderable=False, attrs=_figures(Criterion.VP))
    mp = tables.Column(_("M.P."), orderable=False, attrs=_figures(Criterion.MP))

    class Meta:
        attrs = {"class": "standings"}
        row_attrs = {"class": lambda record: "first" if record.place <= 3 and record.rounds else ""}
        sequence = (
            "place",
            "group",
            "group_place",
            "number",
            "names",
            "...",
            "penalty_vp",
            "penalty_mp",
            "raw",
            "vp",
            "mp",
        )

    def __init__(
        self,
        found: Standings,
        *,
        audience: Audience,
        board: bool = False,
        groups: Groups = NO_GROUPS,
        group: str = "",
        in_file: bool = False,
        **kwargs: Any,
    ) -> None:
        self.found, self.audience = found, audience
        self.group_letter, self.group_places = group, groups.places()
        if group:
            self.caption = gettext("Standings of group %(letter)s") % {"letter": group}
        # Points, V.P. and M.P. side by side are more than a phone holds.
        self.is_tight = audience == "public" and Criterion.RAW_POINTS in found.criteria
        unused = [
            name for name in ("penalty_vp", "penalty_mp") if not any(getattr(row, name) for row in found.rows)
        ]
        if not board and Criterion.RAW_POINTS not in found.criteria:
            unused.append("raw")
        if not self.group_places:
            unused.append("group")
        if not (self.group_places and in_file):
            unused.append("group_place")
        super().__init__(
            found.rows,
            extra_columns=_round_columns(found, board=board, bars=audience == "public" and not board),
            exclude=unused,
            empty_text=_("Nobody is entered yet."),
            **kwargs,
        )

    @property
    def legend(self) -> str:
        return legend(self.found)

    def _names(self, record: StandingRow) -> tuple[str, ...]:
        return record.names.public if self.audience == "public" else record.names.full

    def render_place(self, record: StandingRow) -> str:
        return place(record)

    def value_place(self, record: StandingRow) -> int:
        return record.place

    def value_group(self, record: StandingRow) -> str:
        return self.group_places[record.entry_id][0] if record.entry_id in self.group_places else ""

    def render_group(self, record: StandingRow) -> str:
        return self.value_group(record) or "–"

    def value_group_place(self, record: StandingRow) -> int | None:
        return self.group_places[record.entry_id][1].place if record.entry_id in self.group_places else None

    def render_names(self, record: StandingRow) -> SafeString:
        if self.audience == "staff":
            return format_html("{}{}", self.value_names(record), self._withdrawn(record))
        spans = format_html_join(" ", "<span>{}</span>", ((name,) for name in self._names(record)))
        card = reverse("tournaments:entry_card", args=[self.found.tournament_id, record.number])
        link = format_html('<a href="{}">{}</a>', card, spans)
        return format_html(
            '<div class="pair">{}{}{}</div>', link, self._withdrawn(record), self._round_line(record)
        )

    def _round_line(self, record: StandingRow) -> SafeString:
        """On a phone the figures round by round stand under the names, where columns have no room; beside
        points these are V.P. and M.P."""
        if self.is_tight:
            figures = {"vp": minus(record.vp), "mp": signed(record.mp)}
            return format_html(
                '<span class="phone dim">{}</span>', gettext("V.P. %(vp)s, M.P. %(mp)s") % figures
            )
        figures = format_html_join(
            "", "<span>{}</span>", ((written_vp(record.in_round(number)),) for number in self.found.rounds)
        )
        words = _("V.P. by round:")
        return format_html('<span class="phone rounds"><span class="sr">{}</span>{}</span>', words, figures)

    @staticmethod
    def _withdrawn(record: StandingRow) -> SafeString:
        return (
            format_html(' <span class="badge">{}</span>', _("withdrawn"))
            if record.withdrawn
            else mark_safe("")
        )

    def value_names(self, record: StandingRow) -> str:
        return " – ".join(self._names(record))

    def render_penalty_vp(self, value: int) -> str:
        return minus(value) if value else ""

    def value_penalty_vp(self, value: int) -> int:
        return value

    def render_penalty_mp(self, value: int) -> str:
        return minus(value) if value else ""

    def value_penalty_mp(self, value: int) -> int:
        return value

    def render_raw(self, value: Figure) -> str:
        return minus(value)

    def value_raw(self, value: Figure) -> int | str | None:
        return cell(value)

    def render_vp(self, value: Figure) -> str:
        return minus(value)

    def value_vp(self, value: Figure) -> int | str | None:
        return cell(value)

    def render_mp(self, value: Figure) -> str:
        return signed(value)

    def value_mp(self, value: Figure) -> int | str | None:
        return cell(value)


class BoardTable(StandingsTable):
    """The full board on a page: what a pair is ranked by stands beside its names, and the rounds come after,
    because a screen scrolls sideways to what is read least."""

    class Meta(StandingsTable.Meta):
        attrs = {"class": "standings board"}

    def __init__(self, found: Standings, **kwargs: Any) -> None:
        raw_first = found.criteria[:1] == (Criterion.RAW_POINTS,)
        figures = ("raw", "vp", "mp") if raw_first else ("vp", "mp", "raw")
        after = ("penalty_vp", "penalty_mp", "group", "group_place", "...")
        sequence = ("place", "number", "names", *figures, *after)
        super().__init__(found, audience="staff", board=True, sequence=sequence, **kwargs)


def board_tables(groups: Groups) -> list[BoardTable]:
    """The board of each group as a table of its own."""
    return [BoardTable(each.standings, group=each.letter) for each in groups.groups]


def group_tables(groups: Groups, *, audience: Audience, board: bool = False) -> list[StandingsTable]:
    """The standings of each group as a table of its own."""
    return [
        StandingsTable(each.standings, audience=audience, board=board, group=each.letter)
        for each in groups.groups
    ]
