"""A match in trouble: it moves to another table, begins late by a clock of its own, or is put off."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models.users import User
from tournaments.log import write_act
from tournaments.match_views import match_view
from tournaments.models.events import Phase
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round
from tournaments.rounds import locked_round, refuse

MOST_TABLES = 1000
BY_TABLE = frozenset({Phase.Movement.MITCHELL, Phase.Movement.HOWELL})
"""Movements in which the table's number says where everybody goes next."""


def _open(match: Match) -> tuple[Match, Round]:
    round_ = locked_round(match.round)
    match = Match.objects.get(pk=match.pk)
    match.round = round_
    if not match.is_active or not round_.takes_scores:
        raise refuse(_("Only a table of the round being played can be changed."))
    return match, round_


def why_not_moved(match: Match) -> str:
    """Why the table keeps its number; empty when it may have another one."""
    if match.round.phase.movement in BY_TABLE:
        return _(
            "In this movement the table's number says where everybody goes next: "
            "put the card with the number on another table instead."
        )
    return ""


@transaction.atomic
def move_table(*, match: Match, to: int, by: User | None) -> Match:
    """The match goes on at a free table; its slip, code and score go with it. Raises ValidationError."""
    match, round_ = _open(match)
    if match.table_number == to:
        return match
    if why := why_not_moved(match):
        raise refuse(why)
    if not 1 <= to <= MOST_TABLES:
        raise ValidationError({"to": _("Tables go from 1 to %(most)d.") % {"most": MOST_TABLES}})
    if round_.matches.active().filter(table_number=to).exists():
        raise ValidationError({"to": _("Table %(table)d is taken: choose a free one.") % {"table": to}})
    was = match.table_number
    match.table_number = to
    match.save(update_fields=["table_number"])
    match.seats.update(table_number=to)
    write_act(tournament=round_.tournament, verb=Act.Verb.MOVE_TABLE, by=by, round=round_, table=was, to=to)
    return match


def why_not_put_off(match: Match) -> str:
    """Why the round cannot go on without this match; empty when it can."""
    if match.round.phase.movement == Phase.Movement.KNOCKOUT:
        return _("In a knock-out the next round waits for every match: none can be put off.")
    return ""


@transaction.atomic
def put_off(*, match: Match, by: User | None) -> Match:
    """The match is played later: the round can be closed and the next one drawn without it.

    Until it has a score the standings count it as missing. Doing it twice changes nothing.
    """
    match, round_ = _open(match)
    if match.postponed_at is not None:
        return match
    if why := why_not_put_off(match):
        raise refuse(why)
    if match_view(match).complete:
        raise refuse(_("Table %(table)d has its score already.") % {"table": match.table_number})
    match.postponed_at = timezone.now()
    match.save(update_fields=["postponed_at"])
    write_act(
        tournament=round_.tournament, verb=Act.Verb.POSTPONE, by=by, round=round_, table=match.table_number
    )
    return match


@transaction.atomic
def start_table(*, match: Match, by: User | None) -> Match:
    """The table's own clock begins now, later than the round's. Twice within the minute is once."""
    match, round_ = _open(match)
    now = timezone.now()
    if match.started_at is not None and (now - match.started_at).total_seconds() < 60:
        return match
    if match.version:
        raise refuse(
            _("Table %(table)d is being played: it has hands already.") % {"table": match.table_number}
        )
    match.started_at = now
    match.save(update_fields=["started_at"])
    write_act(
        tournament=round_.tournament, verb=Act.Verb.START, by=by, round=round_, table=match.table_number
    )
    return match
