"""From the last slip to the final standings."""

import datetime
from dataclasses import asdict
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models.users import User
from scoring.regulations import as_dict
from tournaments.board import put_off
from tournaments.formats import document_of
from tournaments.journal import Reach
from tournaments.knockouts import level_words, undecided_at_the_end
from tournaments.log import locked, write_act
from tournaments.models.events import Tournament
from tournaments.models.log import Act, Snapshot
from tournaments.models.rounds import Match, Round
from tournaments.results import plain
from tournaments.round_scores import RoundScore
from tournaments.satellites import facts_to_keep, qualification_of
from tournaments.stages import not_final_yet, objections_run
from tournaments.standings import standings

State = Tournament.State


def put_off_words(match: Match) -> str:
    """What the evening waits for, and what to do."""
    return _("Table %(table)d of round %(number)d was put off: write its score, or give it one.") % {
        "table": match.table_number,
        "number": match.round.number,
    }


def _check_decided(tournament: Tournament) -> None:
    """A knock-out ends with a winner: only who lost in one round shares a place."""
    if level := undecided_at_the_end(tournament):
        raise ValidationError(level_words([each.table for each in level]), code="state")


@transaction.atomic
def publish_provisional(
    *, tournament: Tournament, by: User | None, now: datetime.datetime | None = None
) -> Tournament:
    """All rounds are closed: the standings are open to objections for the evening's minutes from `now` (None:
    the present moment), and no round opens again."""
    tournament = locked(tournament, Reach())
    if tournament.state == State.PROVISIONAL:
        return tournament
    if tournament.state == State.FINAL:
        raise ValidationError(_("The standings are final already."), code="state")
    if tournament.state != State.PLAYING:
        raise ValidationError(_("No round is drawn yet: there are no standings to publish."), code="state")
    still_open = tournament.rounds.exclude(state=Round.State.CLOSED).order_by("number").first()
    if still_open is not None:
        raise ValidationError(
            _("Close round %(number)d first.") % {"number": still_open.number}, code="state"
        )
    for match in put_off(tournament):
        raise ValidationError(put_off_words(match), code="state")
    _check_decided(tournament)
    tournament.state = State.PROVISIONAL
    minutes = tournament.objection_minutes
    tournament.objections_until = (now or timezone.now()) + datetime.timedelta(minutes=minutes)
    tournament.save(update_fields=["state", "objections_until"])
    write_act(tournament=tournament, verb=Act.Verb.PROVISIONAL, by=by, minutes=minutes)
    return tournament


@transaction.atomic
def close_objections(
    *, tournament: Tournament, by: User | None, now: datetime.datetime | None = None
) -> Tournament:
    """End the time for objections before its hour; those already made still wait for their answer.

    Twice, or after the hour, changes nothing. Raises ValidationError.
    """
    tournament, now = locked(tournament, Reach()), now or timezone.now()
    if tournament.state != State.PROVISIONAL:
        raise ValidationError(_("Objections are taken while the standings are provisional."), code="state")
    if not objections_run(tournament, now):
        return tournament
    tournament.objections_until = now
    tournament.save(update_fields=["objections_until"])
    write_act(tournament=tournament, verb=Act.Verb.CHANGE, by=by, change="objections_closed")
    return tournament


def _picture(tournament: Tournament) -> dict[str, Any]:
    """The result as facts: places, VP and MP by round, the regulations it was played under, and whom it sends
    to another event."""
    table, played_by = standings(tournament), document_of(tournament)
    return {
        "regulations": as_dict(played_by.regulations),
        "regulations_name": played_by.name,
        "criteria": tournament.criteria,
        "qualified": facts_to_keep(qualification_of(tournament, table)),
        "rows": [
            {
                "place": row.place,
                "shared": row.shared,
                "number": row.number,
                "persons": list(row.names.person_ids),
                "vp": plain(row.vp),
                "mp": plain(row.mp),
                "raw": plain(row.raw),
                "rounds": [_plain_round(score) for score in row.rounds],
            }
            for row in table.rows
        ],
    }


def _plain_round(score: RoundScore) -> dict[str, Any]:
    """A round's score for JSON; figures that are no whole numbers become texts like "25/2"."""
    facts = asdict(score)
    for name in ("vp", "mp", "raw", "against"):
        facts[name] = None if facts[name] is None else plain(facts[name])
    return facts


@transaction.atomic
def declare_final(
    *, tournament: Tournament, by: User | None, now: datetime.datetime | None = None
) -> Snapshot:
    """Close the evening: no score moves any more, and a picture of the result is kept.

    Raises ValidationError while the time for objections runs, one waits for its answer, or a knock-out has no
    winner.
    """
    tournament = locked(tournament, Reach())
    if tournament.state == State.FINAL:
        return tournament.snapshots.latest("number")
    if tournament.state != State.PROVISIONAL:
        raise ValidationError(_("Open the check of the standings first."), code="state")
    if why := not_final_yet(tournament, now or timezone.now()):
        raise ValidationError(why, code="state")
    _check_decided(tournament)
    tournament.state = State.FINAL
    tournament.save(update_fields=["state"])
    write_act(tournament=tournament, verb=Act.Verb.FINAL, by=by)
    return Snapshot.objects.create(
        tournament=tournament, number=tournament.snapshots.count() + 1, data=_picture(tournament), by=by
    )
