"""A match in trouble: it moves to another table, begins late by a clock of its own, or is put off."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models.users import User
from tournaments import stages
from tournaments.journal import Reach, open_rounds
from tournaments.log import locked, write_act
from tournaments.match_views import match_view
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Match, Round, goes_by_table
from tournaments.rounds import check_table_seen, locked_round, refuse
from tournaments.seats import leave_closed_tables

MOST_TABLES = 1000


def _open(match: Match, reach: Callable[[Tournament], Reach] | None = None) -> tuple[Match, Round]:
    round_ = locked_round(match.round, reach)
    match = Match.objects.get(pk=match.pk)
    match.round = round_
    if not match.is_active or not round_.takes_scores:
        raise refuse(_("Only a table of the round being played can be changed."))
    return match, round_


def why_not_moved(match: Match) -> str:
    """Why the table keeps its number; empty when it may have another one."""
    group = match.seats.values_list("group", flat=True).first() or 0
    if goes_by_table(match.round.phase, group):
        return _(
            "In this movement the table's number says where everybody goes next: "
            "put the card with the number on another table instead."
        )
    return ""


@transaction.atomic
def move_table(
    *, match: Match, to: int, by: User | None, closes: bool = False, seen: str | None = None
) -> Match:
    """The match goes on at a free table; its slip, code and score go with it. Raises ValidationError.

    `seen` is the `table_seen` of the page; the same press twice moves once.

    With `closes` the table it leaves is out of use: no later draw seats anybody there, and who sits there in
    a draft moves behind the last table.
    """
    match, round_ = _open(match, open_rounds if closes else None)
    tournament, was = round_.tournament, match.table_number
    left = seen.partition("-")[0] if seen else ""
    if was == to and (not closes or left in map(str, tournament.closed_tables)):
        return match
    check_table_seen(match, seen)
    if why := why_not_moved(match):
        raise refuse(why)
    _check_free(round_, to)
    match.table_number = to
    match.save(update_fields=["table_number"])
    match.seats.update(table_number=to)
    if closes:
        tournament.closed_tables = sorted({*tournament.closed_tables, was})
        tournament.save(update_fields=["closed_tables"])
        for draw in Draw.objects.filter(round__in=tournament.rounds.unseen(), superseded_at__isnull=True):
            leave_closed_tables(draw, tournament.closed_tables)
    change = {"change": "table_closed"} if closes else {}
    write_act(
        tournament=tournament, verb=Act.Verb.MOVE_TABLE, by=by, round=round_, table=was, to=to, **change
    )
    return match


def _check_free(round: Round, table: int) -> None:
    if not 1 <= table <= MOST_TABLES:
        raise ValidationError({"to": _("Tables go from 1 to %(most)d.") % {"most": MOST_TABLES}})
    if round.matches.active().filter(table_number=table).exists():
        raise ValidationError({"to": _("Table %(table)d is taken: choose a free one.") % {"table": table}})
    if table in round.tournament.closed_tables:
        raise ValidationError({"to": _("Table %(table)d is out of use: choose another.") % {"table": table}})


@transaction.atomic
def reopen_table(*, tournament: Tournament, table: int, by: User | None) -> None:
    """The table is used again, from the next draw on. A table that is in use already stays as it is."""
    tournament = locked(tournament, Reach())
    if table not in tournament.closed_tables:
        return
    if why := stages.ended(tournament):
        raise refuse(why)
    tournament.closed_tables = [number for number in tournament.closed_tables if number != table]
    tournament.save(update_fields=["closed_tables"])
    write_act(tournament=tournament, verb=Act.Verb.MOVE_TABLE, by=by, table=table, change="table_reopened")


def why_not_put_off(match: Match) -> str:
    """Why the round cannot go on without this match; empty when it can."""
    if match.round.phase.movement == Phase.Movement.KNOCKOUT:
        return _("In a knock-out the next round waits for every match: none can be put off.")
    return ""


@transaction.atomic
def put_off(*, match: Match, by: User | None, seen: str | None = None) -> Match:
    """The match is played later: the round can be closed and the next one drawn without it.

    Until it has a score the standings count it as missing. Doing it twice changes nothing.
    """
    match, round_ = _open(match)
    if match.postponed_at is not None:
        return match
    check_table_seen(match, seen)
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
def put_back(*, match: Match, by: User | None, seen: str | None = None) -> Match:
    """The match that was put off is played now after all: the round waits for it again. Twice changes
    nothing. Raises ValidationError once the round is closed, or from a page that showed the table otherwise.
    """
    match, round_ = _open(match)
    if match.postponed_at is None:
        return match
    check_table_seen(match, seen)
    match.postponed_at = None
    match.save(update_fields=["postponed_at"])
    write_act(
        tournament=round_.tournament,
        verb=Act.Verb.POSTPONE,
        by=by,
        round=round_,
        table=match.table_number,
        change="put_back",
    )
    return match


@transaction.atomic
def start_table(*, match: Match, by: User | None, seen: str | None = None) -> Match:
    """The table's own clock begins now, later than the round's. Twice within the minute is once."""
    match, round_ = _open(match)
    now = timezone.now()
    if match.started_at is not None and (now - match.started_at).total_seconds() < 60:
        return match
    check_table_seen(match, seen)
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
