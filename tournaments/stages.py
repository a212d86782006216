"""What the stage of an evening or of a round forbids: a sentence that says what is so and what to do instead.

It is empty when nothing stands in the way.
"""

import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import Visitor
from tournaments.access import call_the_referee, judging
from tournaments.match_views import match_view
from tournaments.models.events import Phase, Tournament
from tournaments.models.referee import Objection
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award, HandRecord

State = Round.State


def no_draw_left(tournament: Tournament) -> str:
    """Why nobody comes in any more, nor comes back: no draw is left, or only who won is in it."""
    rounds = list(tournament.rounds.select_related("phase").order_by("number"))
    following = next((round_ for round_ in rounds if not round_.is_public), None)
    if following is not None:
        phase = following.phase
        has_begun = any(each.is_public for each in rounds if each.phase_id == phase.pk)
        if phase.movement == Phase.Movement.KNOCKOUT and has_begun and not phase.plays_beside:
            return _("The next round is a knock-out: only who won goes on.")
        return ""
    if rounds[-1].phase.movement == Phase.Movement.KNOCKOUT:
        return _("The last round of the knock-out is announced: nobody comes in any more.")
    return _("The last round is announced: no draw is left in which they could play. Add a round first.")


def has_scores(round: Round) -> bool:
    """Whether anything was written on a slip of the round's standing draw, or given instead. A match that was
    not played because somebody did not come, or left, has no score."""
    typed = HandRecord.objects.filter(match__round=round, match__is_active=True)
    given = Award.objects.filter(seat__match__round=round, seat__is_active=True)
    missed = given.filter(kind=Award.Kind.ABSENCE).values("seat__match__encounter")
    return typed.exists() or given.exclude(seat__match__encounter__in=missed).exists()


def ended(tournament: Tournament) -> str:
    """Why nothing is drawn, announced or undone any more."""
    if tournament.state == Tournament.State.FINAL:
        return _(
            "The standings are final: nothing changes any more, unless who directs takes the evening back to "
            "a moment."
        )
    if tournament.state == Tournament.State.PROVISIONAL:
        return _(
            "The standings are being checked: rounds and seats stand. Correct a wrong score at its table."
        )
    return ""


def where_it_is(round: Round) -> str:
    """The stage of a round and the step that comes next."""
    sentences = {
        State.PLANNED: _("Round %(number)d is not drawn yet: draw it first."),
        State.DRAFT: _("Round %(number)d is a draft: confirm it first."),
        State.CONFIRMED: _("Round %(number)d is confirmed: announce it first."),
        State.ANNOUNCED: _("Round %(number)d is announced already."),
        State.PLAYING: _("Round %(number)d is being played already."),
        State.CLOSED: _("Round %(number)d is closed already."),
    }
    return sentences[State(round.state)] % {"number": round.number}


def seats_stand(round: Round) -> str:
    """Why the seats of a round that everybody saw do not change any more."""
    number = {"number": round.number}
    over = ended(round.tournament)
    if over or not round.is_public:
        return over
    if round.state == State.CLOSED:
        return _("Round %(number)d is closed: its seats stand.") % number
    if has_scores(round):
        return _("Scores were already written for round %(number)d: its seats stand.") % number
    return ""


def announced(round: Round) -> str:
    """Why a round that everybody sees is not drawn again, and whether its announcement can be taken back."""
    if not round.is_public:
        return ended(round.tournament)
    return seats_stand(round) or _("Round %(number)d is announced: take the announcement back first.") % {
        "number": round.number
    }


def check_in_over(tournament: Tournament) -> str:
    """Why the check-in can neither go on nor open again."""
    if tournament.state in {Tournament.State.BEFORE, Tournament.State.CHECK_IN}:
        return ""
    if ended(tournament):
        return _("The evening has been played: its check-in does not open again.")
    first = tournament.rounds.select_related("phase").get(number=1)
    if not first.is_public:
        return _("Round 1 is drawn: undo its draw to go back to the check-in.")
    if first.state == State.CLOSED:
        return _("Round 1 has been played: the check-in does not open again.")
    if has_scores(first):
        return _("Round 1 is being played and has scores: the check-in does not open again.")
    return _("Round 1 is announced: take the announcement back and undo its draw to go back to the check-in.")


def objections_run(tournament: Tournament, now: datetime.datetime) -> bool:
    """Whether players may still object to the provisional standings."""
    until = tournament.objections_until
    return tournament.state == Tournament.State.PROVISIONAL and until is not None and now < until


def objections_wait(tournament: Tournament) -> str:
    """That objections wait for their answer, and nothing is final before; empty when none does."""
    waiting = Objection.objects.filter(tournament=tournament, decision=Objection.Decision.OPEN).count()
    if waiting:
        return ngettext(
            "%(count)d objection waits for its answer: answer it first.",
            "%(count)d objections wait for their answer: answer them first.",
            waiting,
        ) % {"count": waiting}
    return ""


def not_final_yet(tournament: Tournament, now: datetime.datetime) -> str:
    """What provisional standings wait for before they are declared final."""
    if why := objections_wait(tournament):
        return why
    if objections_run(tournament, now):
        return _("Players may object until %(when)s: wait, or close the time for objections early.") % {
            "when": moment_words(tournament.objections_until, now)
        }
    return ""


def moment_words(moment: datetime.datetime, now: datetime.datetime) -> str:
    """The hour, with the day where it is another one than today's."""
    here = localtime(moment)
    return date_format(here, "H.i" if here.date() == localtime(now).date() else "j F, H.i")


def why_not_judge(by: Visitor | None, tournament: Tournament) -> str:
    """Why this account does not decide what is the referee's; nobody (`None`) is the program itself."""
    return call_the_referee(judging(by, tournament), tournament)


def signed_as(by: Visitor | None, tournament: Tournament) -> dict[str, str]:
    """What the log adds to a decision of the referee's: that the director took it in his place."""
    return {"judge": "director"} if judging(by, tournament).stands_in else {}


def still_waits(match: Match) -> bool:
    """Whether a match that was put off is still to be played, or to be decided."""
    return (
        match.is_active
        and match.postponed_at is not None
        and not ended(match.round.tournament)
        and not match_view(match).complete
    )


def scores_closed(match: Match, by: Visitor | None) -> str:
    """Why this account writes no score of the match."""
    if not match.is_active:
        return _("The draw of this match was undone: look for the table in the new one.")
    if match.postponed_at is not None and not ended(match.round.tournament) and not _is_over(match):
        return ""
    return round_takes_none(match.round, by)


def _is_over(match: Match) -> bool:
    """Whether a match that was put off has the whole score that it waits for."""
    return match.version > 0 and match_view(match).complete


def round_takes_none(round: Round, by: Visitor | None) -> str:
    """Why this account writes no score of the round: it takes them while announced or played, then only from
    the referee, until the standings are final."""
    number = {"number": round.number}
    if round.tournament.state == Tournament.State.FINAL:
        return _("The standings are final: scores do not change any more.")
    if not round.is_public:
        return _("Round %(number)d is not announced yet: announce it, then write its scores.") % number
    closed = _("Round %(number)d is closed.") % number
    why = why_not_judge(by, round.tournament) if round.state == State.CLOSED else ""
    return f"{closed} {why}" if why else ""
