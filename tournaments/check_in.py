"""Writing the check-in: opening, who is present, closing, opening again."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models.users import User
from tournaments.entries import set_aside
from tournaments.journal import ENTRIES
from tournaments.log import locked, write_act
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.roster import size_of
from tournaments.stages import check_in_over

State = Entry.State


def is_open(tournament: Tournament) -> bool:
    """Whether entries are marked present now."""
    return tournament.state == Tournament.State.CHECK_IN and tournament.check_in_closed_at is None


@transaction.atomic
def open_check_in(*, tournament: Tournament, by: User | None) -> Tournament:
    """Begin the check-in; doing it twice changes nothing. Raises ValidationError once play has begun."""
    tournament = locked(tournament, ENTRIES)
    if tournament.state != Tournament.State.BEFORE:
        _check_open(tournament)
        return tournament
    tournament.state = Tournament.State.CHECK_IN
    tournament.save(update_fields=["state"])
    write_act(tournament=tournament, verb=Act.Verb.CHECK_IN, by=by)
    return tournament


@transaction.atomic
def set_present(*, entry: Entry, present: bool, by: User | None) -> Entry:
    """Say that an entry is here, or that it is still expected after all. Raises ValidationError."""
    tournament = locked(entry.tournament, ENTRIES)
    entry = Entry.objects.get(pk=entry.pk)
    entry.tournament = tournament
    wanted = State.PRESENT if present else State.ENTERED
    if entry.state == wanted:
        return entry
    _check_open(tournament)
    if entry.state == State.WAITING:
        raise ValidationError(_("This entry is in the waiting list: give it a place first."), code="state")
    if entry.state not in {State.ENTERED, State.PRESENT}:
        raise ValidationError(_("This entry is cancelled: take it back first."), code="state")
    if present and entry.members.filter(is_current=True).count() < size_of(tournament):
        if tournament.is_teams:
            sentence = _("A team plays with at least %(count)d: write who plays first.")
            raise ValidationError(sentence % {"count": size_of(tournament)}, code="alone")
        raise ValidationError(_("This player has no partner yet: find one first."), code="alone")
    entry.state = wanted
    entry.save(update_fields=["state"])
    write_act(
        tournament=tournament, verb=Act.Verb.ENTRY_STATE, by=by, numbers=[entry.number], change=str(wanted)
    )
    return entry


@transaction.atomic
def close_check_in(*, tournament: Tournament, by: User | None, absent_seen: int | None = None) -> Tournament:
    """End the check-in: who is still expected does not come. Doing it twice changes nothing.

    `absent_seen` is how many absent entries the one who presses was told of; when that is no longer true
    nothing is done. The waiting list stays as it is. Raises ValidationError.
    """
    tournament = locked(tournament, ENTRIES)
    if tournament.check_in_closed_at is not None:
        return tournament
    _check_open(tournament)
    absent = list(tournament.entries.filter(state=State.ENTERED))
    if absent_seen is not None and absent_seen != len(absent):
        raise ValidationError(
            ngettext(
                "Something changed: now %(count)d entry is not present. Look again, then close.",
                "Something changed: now %(count)d entries are not present. Look again, then close.",
                len(absent),
            )
            % {"count": len(absent)},
            code="changed",
        )
    set_aside(absent)
    tournament.check_in_closed_at = timezone.now()
    tournament.save(update_fields=["check_in_closed_at"])
    numbers = [entry.number for entry in absent]
    write_act(tournament=tournament, verb=Act.Verb.CLOSE_CHECK_IN, by=by, numbers=numbers)
    return tournament


@transaction.atomic
def reopen_check_in(*, tournament: Tournament, by: User | None) -> Tournament:
    """Go on with the check-in after closing it; who was cancelled stays so until taken back one by one."""
    tournament = locked(tournament, ENTRIES)
    _check_on(tournament)
    if tournament.check_in_closed_at is None:
        if not Act.objects.filter(tournament=tournament, verb=Act.Verb.CLOSE_CHECK_IN).exists():
            raise ValidationError(_("The check-in is open: mark who is present."), code="state")
        return tournament
    tournament.check_in_closed_at = None
    tournament.save(update_fields=["check_in_closed_at"])
    write_act(tournament=tournament, verb=Act.Verb.CHECK_IN, by=by, again=True)
    return tournament


def _check_on(tournament: Tournament) -> None:
    if tournament.state == Tournament.State.BEFORE:
        raise ValidationError(_("Open the check-in first."), code="state")
    if tournament.state != Tournament.State.CHECK_IN:
        raise ValidationError(check_in_over(tournament), code="state")


def _check_open(tournament: Tournament) -> None:
    _check_on(tournament)
    if tournament.check_in_closed_at is not None:
        raise ValidationError(_("The check-in is closed: open it again first."), code="state")
