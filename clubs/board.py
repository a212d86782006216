"""Writing mandates and seats, and reading who is in office on a day."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import may_make_president
from clubs.clubs import end_of_term
from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.users import User
from clubs.naming import public_name
from clubs.saving import check, lock, raise_version, save_checked

Office = BoardSeat.Office

NEEDED = (Office.PRESIDENT, Office.VICE_PRESIDENT, Office.COUNCILLOR)
PLURALS: Mapping[Office, Promise] = {
    Office.COUNCILLOR: gettext_lazy("councillors"),
    Office.AUDITOR: gettext_lazy("auditors"),
}
ONE_AT_A_TIME = frozenset({Office.PRESIDENT, Office.SECRETARY, Office.TREASURER})
PRESIDING = frozenset({Office.PRESIDENT, Office.VICE_PRESIDENT})


@dataclass(frozen=True)
class OfficeHolders:
    """An office and the persons who hold it on a day, in the order of their seats."""

    office: Office
    holders: tuple[Person, ...]

    @property
    def title(self) -> str:
        """The office in words, of as many as hold it."""
        several = PLURALS.get(self.office) if len(self.holders) > 1 else None
        return str(several or self.office.label)

    @property
    def public_names(self) -> str:
        """The holders as everybody may read them."""
        return ", ".join(public_name(person) for person in self.holders)


@dataclass(frozen=True)
class Board:
    """The board of a club on a day."""

    mandate: Mandate | None
    offices: tuple[OfficeHolders, ...]
    missing: tuple[Office, ...]

    @property
    def missing_titles(self) -> str:
        """What is missing, in words; empty for a complete board."""
        return ", ".join(str(office.label) for office in self.missing)


@transaction.atomic
def open_mandate(*, club: Club, starts_on: datetime.date, ends_on: datetime.date | None = None) -> Mandate:
    """Open a mandate; without an end it lasts the years the club has chosen.

    The same mandate twice is one. Raises ValidationError: two mandates would share a day.
    """
    lock(club)
    last_day = ends_on or end_of_term(starts_on, club.mandate_years)
    mandates = Mandate.objects.filter(club=club)
    same = mandates.filter(starts_on=starts_on, ends_on=last_day).first()
    if same is not None:
        return same
    mandate = Mandate(club=club, starts_on=starts_on, ends_on=last_day)
    check(mandate)
    refuse_overlap(mandate)
    save_checked(mandate)
    raise_version(club)
    return mandate


def refuse_overlap(mandate: Mandate) -> None:
    """Raise ValidationError when another mandate of the club holds some of the days."""
    others = Mandate.objects.filter(club=mandate.club_id).exclude(pk=mandate.pk)
    if others.filter(starts_on__lte=mandate.ends_on, ends_on__gte=mandate.starts_on).exists():
        raise ValidationError({"starts_on": _("Another mandate already holds some of these days.")})


@transaction.atomic
def seat(
    *,
    mandate: Mandate,
    person: Person,
    office: str,
    by: User,
    on: datetime.date,
    starts_on: datetime.date | None = None,
    ends_on: datetime.date | None = None,
) -> BoardSeat:
    """Give a person an office, for the whole mandate unless dates say less; the same seat twice is one.

    Raises ValidationError: dates outside the mandate, two presidents on one day, somebody of another club;
    a secretary cannot seat an account as president while another account presides.
    """
    lock(mandate.club)
    new = BoardSeat(
        mandate=mandate,
        person=person,
        office=office,
        starts_on=starts_on or mandate.starts_on,
        ends_on=ends_on or mandate.ends_on,
    )
    check(new, constraints=False)
    facts = {"person": person, "office": office, "starts_on": new.starts_on, "ends_on": new.ends_on}
    same = mandate.seats.filter(**facts).first()
    if same is not None:
        return same
    _refuse_misplaced(new)
    if new.office in PRESIDING and person.user_id and not may_make_president(by, mandate.club, on):
        raise ValidationError({"office": _("Only the president can seat another account as president.")})
    save_checked(new)
    raise_version(mandate.club)
    return new


@transaction.atomic
def end_seat(*, seat: BoardSeat, ends_on: datetime.date, reason: str) -> BoardSeat:
    """End a seat earlier than its mandate, and say why. The same end twice changes nothing.

    Raises ValidationError: a day outside the seat, a seat that was ended before.
    """
    club = seat.mandate.club
    lock(club)
    if seat.end_reason != BoardSeat.EndReason.TERM:
        if (seat.ends_on, seat.end_reason) == (ends_on, reason):
            return seat
        raise ValidationError(_("This seat has already been ended."), code="already_ended")
    if not seat.starts_on <= ends_on <= seat.mandate.ends_on:
        raise ValidationError(
            {"ends_on": _("The seat can only end between its start and the end of the mandate.")}
        )
    if ends_on > seat.ends_on:
        raise ValidationError({"ends_on": _("The seat has already ended before this day.")})
    seat.ends_on, seat.end_reason = ends_on, reason
    save_checked(seat, ["ends_on", "end_reason"])
    raise_version(club)
    return seat


def in_office(club: Club, on: datetime.date) -> QuerySet[BoardSeat]:
    """The seats in force on a day, with their persons."""
    return BoardSeat.objects.in_office(on).filter(mandate__club=club).select_related("person", "mandate")


def missing_offices(club: Club, on: datetime.date) -> tuple[Office, ...]:
    """What a complete board lacks on a day: a president, a vice president, at least one councillor."""
    return _missing({Office(office) for office in in_office(club, on).values_list("office", flat=True)})


def board_on(club: Club, on: datetime.date) -> Board:
    """The whole board on a day, by office in order of weight: two queries."""
    seats = list(in_office(club, on))
    offices = [
        OfficeHolders(office, tuple(seat.person for seat in seats if seat.office == office))
        for office in Office
    ]
    mandate = Mandate.objects.filter(club=club, starts_on__lte=on, ends_on__gte=on).first()
    held = tuple(row for row in offices if row.holders)
    return Board(mandate, held, _missing({row.office for row in held}))


def mandates_of(club: Club) -> QuerySet[Mandate]:
    """All the mandates of the club, the newest first, with seats and persons."""
    return Mandate.objects.filter(club=club).prefetch_related("seats__person")


def mandate_of(club: Club, pk: int) -> Mandate:
    """A mandate of this club, or Http404."""
    return get_object_or_404(Mandate.objects.select_related("club"), club=club, pk=pk)


def seat_of(club: Club, pk: int) -> BoardSeat:
    """A seat on this club's board, or Http404."""
    seats = BoardSeat.objects.select_related("mandate__club", "person")
    return get_object_or_404(seats, mandate__club=club, pk=pk)


def _missing(held: set[Office]) -> tuple[Office, ...]:
    return tuple(office for office in NEEDED if office not in held)


def _refuse_misplaced(new: BoardSeat) -> None:
    mandate = new.mandate
    if new.person.club_id != mandate.club_id:
        raise ValidationError({"person": _("This person is not on the club's list.")})
    outside = {
        "starts_on": not mandate.starts_on <= new.starts_on <= mandate.ends_on,
        "ends_on": not mandate.starts_on <= new.ends_on <= mandate.ends_on,
    }
    if any(outside.values()):
        sentence = _("The seat must stay within the days of its mandate.")
        raise ValidationError({field: sentence for field, wrong in outside.items() if wrong})
    others = BoardSeat.objects.filter(
        mandate__club=mandate.club, office=new.office, starts_on__lte=new.ends_on, ends_on__gte=new.starts_on
    )
    if new.office in ONE_AT_A_TIME and others.exists():
        raise ValidationError(
            {"office": _("Somebody already holds this office on these days: end that seat first.")}
        )
    if others.filter(person=new.person).exists():
        raise ValidationError({"person": _("This person already holds this office on these days.")})
