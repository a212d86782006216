"""Absences and withdrawals as they stand at a table, and how they are taken away again."""

import datetime
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models.users import User
from clubs.naming import account_names
from tournaments.journal import open_rounds
from tournaments.log import locked, write_act
from tournaments.match_views import match_view
from tournaments.models.entries import Entry
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import Award
from tournaments.rounds import check_table_seen, drop_drafts, refuse
from tournaments.stages import ended


@dataclass(frozen=True, slots=True)
class Written:
    """An absence or a withdrawal written at a table: numbers of the entries, who wrote it and when; `played`:
    the round was being played, or had hands. `counts`: the last one does."""

    leaves: bool
    numbers: tuple[int, ...]
    by: str
    at: datetime.datetime
    played: bool = True
    counts: bool = True


def written_at(match: Match) -> list[Written]:
    """The absences and withdrawals that stand at a match, the first first."""
    called = account_names(match.round.tournament.club)
    began, has_hands = match.round.started_at, match.version > 0
    acts = _acts_at(match)
    return [
        Written(
            act.verb == Act.Verb.WITHDRAW,
            tuple(act.facts["numbers"]),
            called(act.by),
            act.at,
            has_hands or (began is not None and began <= act.at),
            act is acts[-1],
        )
        for act in acts
    ]


def _acts_at(match: Match) -> list[Act]:
    """The acts that wrote the absences and withdrawals of a match, without those taken away since."""
    verbs = [Act.Verb.ABSENCE, Act.Verb.WITHDRAW, Act.Verb.AWARD]
    acts = Act.objects.filter(
        Q(verb__in=verbs, facts__match=match.pk)
        | Q(verb=Act.Verb.WITHDRAW, facts__has_key="also")
        | Q(verb=Act.Verb.TAKE_BACK, round=match.round_id),
        tournament=match.round.tournament,
        undone_by__isnull=True,
    )
    found: list[Act] = []
    for act in acts.select_related("by").order_by("seq"):
        if act.verb == Act.Verb.WITHDRAW:
            ended_here = match.pk in (act.facts["match"], *act.facts.get("also", ()))
            found += [act] * ended_here
        else:
            is_new = act.verb == Act.Verb.ABSENCE and "change" not in act.facts
            found = [*found, act] if is_new else []
    return found


def left_since(match: Match) -> list[Entry]:
    """Who was written absent at a match, or waited there, and has left without ending it: whoever takes the
    absence away does not bring them back."""
    here = [act.facts["numbers"] for act in _acts_at(match) if act.verb == Act.Verb.WITHDRAW]
    left = Entry.objects.filter(seats__match=match, state=Entry.State.WITHDRAWN).distinct()
    return list(
        left.exclude(number__in=[number for numbers in here for number in numbers]).order_by("number")
    )


def why_not_taken_away(match: Match) -> str:
    """Why the absence or the withdrawal written at a match stays; empty when it can be taken away."""
    if not match.is_active or not (match.round.takes_scores or _has_waited(match)):
        return _("Round %(number)d is closed: the referee changes its awards.") % {
            "number": match.round.number
        }
    if since := left_since(match):
        return ngettext(
            "Number %(numbers)s has left since: let them come back first.",
            "Numbers %(numbers)s have left since: let them come back first.",
            len(since),
        ) % {"numbers": ", ".join(str(entry.number) for entry in since)}
    left = [act.facts["match"] for act in _acts_at(match) if act.verb == Act.Verb.WITHDRAW]
    last = Match.objects.filter(pk__in=left).aggregate(last=Max("round__number"))["last"]
    if last is not None and match.round.tournament.rounds.announced().filter(number__gt=last).exists():
        return _("A later round is announced without them: who has left does not come back into it.")
    return ""


def _has_waited(match: Match) -> bool:
    return match.postponed_at is not None and not ended(match.round.tournament)


@transaction.atomic
def take_absence_away(*, match: Match, by: User | None, seen: str | None = None) -> Match:
    """Who was written absent from a table, or gone from it, is there after all: the awards go, and who had
    left plays on. Where nothing is written it changes nothing. Raises ValidationError, also from a page that
    has `seen` the table otherwise."""
    tournament = locked(match.round.tournament, open_rounds)
    match = Match.objects.select_related("round__phase").get(pk=match.pk)
    match.round.tournament = match.round.phase.tournament = tournament
    acts = _acts_at(match)
    if not acts or not match_view(match).is_absence:
        return match
    check_table_seen(match, seen)
    if why := why_not_taken_away(match):
        raise refuse(why)
    gone = {number for act in acts if act.verb == Act.Verb.WITHDRAW for number in act.facts["numbers"]}
    tables = {match.pk, *(key for act in acts for key in act.facts.get("also", ()))}
    tables |= {act.facts["match"] for act in acts}
    encounters = Match.objects.filter(pk__in=tables).values("encounter")
    Award.objects.filter(seat__match__encounter__in=encounters).delete()
    back = tournament.entries.filter(number__in=gone, state=Entry.State.WITHDRAWN)
    dropped = drop_drafts(tournament) if back.update(state=Entry.State.PRESENT) else {"redrawn": []}
    write_act(
        tournament=tournament,
        verb=Act.Verb.ABSENCE,
        by=by,
        round=match.round,
        table=match.table_number,
        match=match.pk,
        numbers=sorted({number for act in acts for number in act.facts["numbers"]}),
        change="award_back",
        **dropped,
    )
    return match
