"""What stands at the head of every paper: the evening, the round, and when it was asked for."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers.sheets import NotReadyError

PRINTABLE = (Round.State.CONFIRMED, Round.State.ANNOUNCED, Round.State.PLAYING, Round.State.CLOSED)


@dataclass(frozen=True, slots=True)
class Head:
    """Words of the head, in the paper's language."""

    title: str
    tournament: str
    club: str
    starts_at: datetime
    asked_at: datetime
    subtitle: str = ""
    mark: str = ""


def head(paper: Paper, title: str, subtitle: str = "", mark: str = "") -> Head:
    """The head of a paper; its time is when it was asked for, so that two printings can be told apart.

    `mark` says on every page what the paper is for.
    """
    tournament = paper.tournament
    return Head(
        title=title,
        tournament=tournament.name,
        club=tournament.club.name,
        starts_at=timezone.localtime(tournament.starts_at),
        asked_at=timezone.localtime(paper.created_at),
        subtitle=subtitle,
        mark=mark,
    )


def format_words(phase: Phase) -> str:
    """Length of a match in words: "4 hands" or "to 2005 points"."""
    if phase.hands is None:
        return _("to %(target)d points") % {"target": phase.target}
    return ngettext("%(count)d hand", "%(count)d hands", phase.hands) % {"count": phase.hands}


def round_words(round: Round) -> str:
    """The round in one line: "Round 2 · Mitchell · 4 hands"."""
    number = _("Round %(number)d") % {"number": round.number}
    return f"{number} · {round.phase.get_movement_display()} · {format_words(round.phase)}"


def printable_round(paper: Paper) -> Round:
    """The round of the paper, at least confirmed. NotReadyError when its draw was taken back."""
    if paper.round_id is None:
        raise NotReadyError("no_round")
    round = Round.every.select_related("phase").get(pk=paper.round_id)
    if round.state not in PRINTABLE:
        raise NotReadyError("not_confirmed")
    round.tournament = round.phase.tournament = paper.tournament
    return round
