"""What a page says of a paper: its title, its state, why it failed, which parts are ready."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, get_language_info, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tournaments.forms.papers import HANDS, TABLES
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers.jobs import is_current
from tournaments.papers.sheets import FIRST_PART, PART, spans

State = Paper.State
SIGNALS: Mapping[str, str] = {
    State.QUEUED: "wait",
    State.RUNNING: "wait",
    State.DONE: "ok",
    State.FAILED: "bad",
}
SENTENCES: Mapping[str, Promise] = {
    "crashed": gettext_lazy(
        "Three attempts broke off. Ask for it again; if it fails again, tell the administrator."
    ),
    "pango": gettext_lazy("The server lacks the Pango library, which draws papers: tell the administrator."),
    "no_round": gettext_lazy("No round was chosen."),
    "not_confirmed": gettext_lazy("The draw was taken back in the meantime: confirm it, then ask again."),
    "no_table": gettext_lazy("That table is no longer in the draw."),
    "no_phase": gettext_lazy("That phase is no longer in the tournament."),
    "no_second_slip": gettext_lazy(
        "The matches of this phase have a number of hands: all are on their slip."
    ),
    "no_standings": gettext_lazy("The round was taken back in the meantime: announce it, then ask again."),
    "nothing_early": gettext_lazy("The last tables came in meanwhile: close the round, and draw."),
    "no_guide": gettext_lazy("Guide cards are for Mitchell, Howell and fixed rotations."),
}


@dataclass(frozen=True, slots=True)
class Part:
    """Pages `first` to `last` (from 1), already in hand while the rest is being made."""

    number: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PaperView:
    """A paper as its page shows it. `token` changes whenever the page would look different."""

    paper: Paper
    title: str
    details: str
    signal: str
    word: str
    sentence: str
    parts: tuple[Part, ...]
    is_outdated: bool
    is_moving: bool
    token: str


def title(paper: Paper) -> str:
    """The paper in one line: "Score slips · round 2 · table 7"."""
    if paper.kind == Paper.Kind.RESERVE and paper.round is not None:
        return _("Reserve sheet, after round %(number)d") % {"number": paper.round.number}
    words = [paper.get_kind_display()]
    if paper.round is not None:
        words.append(_("round %(number)d") % {"number": paper.round.number})
    if "table" in paper.options:
        words.append(_("table %(number)d") % {"number": paper.options["table"]})
    return " · ".join(words)


def details(paper: Paper) -> str:
    """What tells it from another of the same title: "A4 · names in full · English · 26.11.2026, 21.40".

    The time is the one printed on it. The language is said when it is not the reader's.
    """
    options = paper.options
    words = []
    if "phase" in options:
        words.append(_("phase %(number)d") % {"number": options["phase"]})
    if options.get("players"):
        words.append(str(dict(TABLES)[options["players"]]))
    if options.get("hands") == "later":
        words.append(str(dict(HANDS)["later"]))
    if "copies" in options:
        words.append(
            ngettext("%(count)d copy", "%(count)d copies", options["copies"]) % {"count": options["copies"]}
        )
    if "size" in options:
        words.append(str(options["size"]).upper())
    if "board" in options:
        words.append(_("with each round") if options["board"] else _("without each round"))
    if "names" in options:
        words.append(_("names in full") if options["names"] == "full" else _("names as chosen"))
    if paper.language != get_language():
        words.append(str(get_language_info(paper.language)["name_translated"]))
    words.append(date_format(timezone.localtime(paper.created_at), "j.n.Y, H.i"))
    return " · ".join(words)


def word(paper: Paper) -> str:
    """Its state in a word or two."""
    if paper.state == State.RUNNING and paper.total:
        return _("%(done)d of %(total)d pages") % {"done": paper.done, "total": paper.total}
    if paper.state == State.DONE:
        return ngettext("ready, %(count)d page", "ready, %(count)d pages", paper.total) % {
            "count": paper.total
        }
    return str(paper.get_state_display())


def parts(paper: Paper) -> tuple[Part, ...]:
    """The parts of a long paper that can be printed before the last is made."""
    ranges = spans(paper.total, FIRST_PART, PART)
    if paper.state != State.RUNNING or len(ranges) == 1:
        return ()
    return tuple(
        Part(number, start + 1, end) for number, (start, end) in enumerate(ranges, 1) if end <= paper.done
    )


def _is_past(paper: Paper) -> bool:
    """Whether it is the reserve sheet of a round after which another was closed: nobody wants it again."""
    if paper.kind != Paper.Kind.RESERVE or paper.round is None:
        return False
    later = paper.tournament.rounds.filter(number__gt=paper.round.number, state=Round.State.CLOSED)
    return later.exists()


def view(paper: Paper, tournament: Tournament) -> PaperView:
    """Everything a page says of a paper."""
    is_outdated = paper.state == State.DONE and not (_is_past(paper) or is_current(paper, tournament))
    return PaperView(
        paper=paper,
        title=title(paper),
        details=details(paper),
        signal=SIGNALS[paper.state],
        word=word(paper),
        sentence=str(SENTENCES.get(paper.error, "")) if paper.state == State.FAILED else "",
        parts=parts(paper),
        is_outdated=is_outdated,
        is_moving=paper.state in {State.QUEUED, State.RUNNING},
        token=f"{paper.state}-{paper.done}-{int(is_outdated)}",
    )
