"""Correcting what was written by mistake in the books: who did it, why and what stood there is kept."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import may_make_president
from clubs.board import PRESIDING, refuse_overlap
from clubs.log import LINE_FACTS, MANDATE_FACTS, picture, picture_of_seat, write_act
from clubs.members import refuse_two_at_once
from clubs.models.boards import BoardSeat, Mandate
from clubs.models.log import ClubAct
from clubs.models.people import Membership
from clubs.models.users import User
from clubs.saving import check, lock, raise_version, save_checked


@transaction.atomic
def correct_line(
    *,
    line: Membership,
    number: int,
    category: str,
    admitted_on: datetime.date,
    left_on: datetime.date | None = None,
    leaving_reason: str = "",
    why: str,
    by: User,
) -> Membership:
    """Correct a line of the member book; without a day of leaving it is open. No change, no line in the log.

    Raises ValidationError: a number in use, two memberships of one person on one day.
    """
    lock(line.club)
    line = Membership.objects.select_related("club", "person").get(pk=line.pk)
    before = picture(line, LINE_FACTS)
    line.number, line.category, line.admitted_on = number, category, admitted_on
    line.left_on, line.leaving_reason = left_on, leaving_reason
    after = picture(line, LINE_FACTS)
    if after == before:
        return line
    check(line)
    refuse_two_at_once(line)
    save_checked(line, LINE_FACTS)
    verb = ClubAct.Verb.CORRECT_LINE
    write_act(club=line.club, verb=verb, why=why, by=by, line=line, before=before, after=after)
    raise_version(line.club)
    return line


@transaction.atomic
def correct_mandate(
    *,
    mandate: Mandate,
    starts_on: datetime.date,
    ends_on: datetime.date,
    why: str,
    by: User,
    on: datetime.date,
) -> Mandate:
    """Correct the days of a mandate; seats that begin or end with it move along. No change, no log.

    Raises ValidationError: days of another mandate, a seat that would stay outside, an account that would
    preside from today by the hand of somebody who may not give that.
    """
    club = lock(mandate.club)
    mandate = Mandate.objects.get(pk=mandate.pk)
    old, before = (mandate.starts_on, mandate.ends_on), picture(mandate, MANDATE_FACTS)
    mandate.starts_on, mandate.ends_on = starts_on, ends_on
    after = picture(mandate, MANDATE_FACTS)
    if after == before:
        return mandate
    check(mandate)
    refuse_overlap(mandate)
    may_seat_presidents = may_make_president(by, club, on)  # before her own seat may begin by this very act
    save_checked(mandate, MANDATE_FACTS)
    for seat in mandate.seats.select_related("person"):
        was_in_office = _in_office(seat, on)
        _move_along(seat, mandate, *old)
        presides = seat.office in PRESIDING and seat.person.user_id is not None and _in_office(seat, on)
        if presides and not was_in_office and not may_seat_presidents:
            raise ValidationError(_("Only the president can seat another account as president."))
    verb = ClubAct.Verb.CORRECT_MANDATE
    write_act(club=club, verb=verb, why=why, by=by, before=before, after=after)
    raise_version(club)
    return mandate


@transaction.atomic
def remove_mandate(*, mandate: Mandate, why: str, by: User) -> ClubAct:
    """Remove a mandate opened by mistake with its seats; the log keeps all of it."""
    club = lock(mandate.club)
    seats = list(mandate.seats.select_related("person"))
    facts = {**picture(mandate, MANDATE_FACTS), "seats": [picture_of_seat(seat) for seat in seats]}
    act = write_act(club=club, verb=ClubAct.Verb.REMOVE_MANDATE, why=why, by=by, **facts)
    mandate.seats.all().delete()
    mandate.delete()
    raise_version(club)
    return act


@transaction.atomic
def remove_seat(*, seat: BoardSeat, why: str, by: User) -> ClubAct:
    """Remove a seat given by mistake; the log keeps it."""
    club = lock(seat.mandate.club)
    act = write_act(club=club, verb=ClubAct.Verb.REMOVE_SEAT, why=why, by=by, **picture_of_seat(seat))
    seat.delete()
    raise_version(club)
    return act


def _in_office(seat: BoardSeat, on: datetime.date) -> bool:
    return seat.starts_on <= on <= seat.ends_on


def _move_along(seat: BoardSeat, mandate: Mandate, old_start: datetime.date, old_end: datetime.date) -> None:
    """Keep a seat at the ends of its mandate where it was there; refuse one that would stay outside."""
    at_start = seat.starts_on == old_start
    if at_start:
        seat.starts_on = mandate.starts_on
    if seat.ends_on == old_end and seat.end_reason == BoardSeat.EndReason.TERM:
        seat.ends_on = mandate.ends_on
    facts = {"person": seat.person, "office": seat.get_office_display()}
    sentence = _("%(person)s, %(office)s, would sit outside the mandate: remove that seat first.") % facts
    nothing_left = seat.ends_on < seat.starts_on
    if seat.starts_on < mandate.starts_on or (nothing_left and at_start):
        raise ValidationError({"starts_on": sentence})
    if seat.ends_on > mandate.ends_on or nothing_left:
        raise ValidationError({"ends_on": sentence})
    save_checked(seat, ["starts_on", "ends_on"])
