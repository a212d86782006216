"""Writing the list of persons, and finding somebody in it."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.access import may_make_president, roles_of
from clubs.figures import plain_figures
from clubs.models.boards import BoardSeat
from clubs.models.clubs import Club
from clubs.models.people import Membership, Person
from clubs.models.users import User
from clubs.saving import lock, raise_version, save_checked
from clubs.tax_code import tidy


@transaction.atomic
def add_person(
    *,
    club: Club,
    first_name: str,
    last_name: str,
    birth_date: datetime.date | None = None,
    birth_place: str = "",
    residence: str = "",
    tax_code: str = "",
    email: str = "",
    phone: str = "",
    name_shown: str = Person.NameShown.FULL,
) -> Person:
    """Put somebody on the club's list; the person already there when every fact is the same.

    Two namesakes are kept apart by anything that differs: a date, a telephone. Raises ValidationError.
    """
    lock(club)
    person = Person(
        club=club,
        first_name=_spaced(first_name),
        last_name=_spaced(last_name),
        birth_date=birth_date,
        birth_place=birth_place.strip(),
        residence=residence.strip(),
        tax_code=tidy(tax_code),
        email=email.strip().lower(),
        phone=plain_figures(phone).strip(),
        name_shown=name_shown,
    )
    person.clean_fields(
        exclude=["club"]
    )  # before they are looked up: PostgreSQL refuses to read some of them
    twin = Person.objects.filter(club=club, **_facts(person)).first()
    if twin is not None:
        return twin
    save_checked(person)
    raise_version(club)
    return person


@transaction.atomic
def change_person(
    *,
    person: Person,
    first_name: str,
    last_name: str,
    birth_date: datetime.date | None,
    birth_place: str,
    residence: str,
    tax_code: str,
    email: str,
    phone: str,
    name_shown: str,
) -> Person:
    """Correct what the club knows about somebody. Raises ValidationError."""
    person.first_name, person.last_name = _spaced(first_name), _spaced(last_name)
    person.birth_date, person.birth_place = birth_date, birth_place.strip()
    person.residence, person.tax_code = residence.strip(), tidy(tax_code)
    person.email, person.phone = email.strip().lower(), plain_figures(phone).strip()
    person.name_shown = name_shown
    save_checked(person, _facts(person))
    raise_version(person.club)
    return person


@transaction.atomic
def link_account(*, person: Person, user: User | None, by: User, on: datetime.date) -> Person:
    """Say which account of the staff is this person, so that her seats on the board give their rights.

    Raises ValidationError: an account without any role in the club, an account that is already somebody else,
    a president's seat when the one who links may not make a president.
    """
    lock(person.club)
    if user is not None and user.pk != person.user_id:
        if not roles_of(user, person.club, on):
            raise ValidationError({"user": _("This account has no role in the club: invite it first.")})
        presiding = BoardSeat.objects.filter(
            person=person,
            ends_on__gte=on,
            office__in=[BoardSeat.Office.PRESIDENT, BoardSeat.Office.VICE_PRESIDENT],
        )
        if presiding.exists() and not may_make_president(by, person.club, on):
            raise ValidationError({"user": _("Only the president can link the account of a president.")})
    person.user = user
    save_checked(person, ["user"])
    return person


def persons_of(club: Club, text: str = "") -> QuerySet[Person]:
    """The persons of the club whose surname and name contain every word of the text."""
    found = Person.objects.filter(club=club)
    for word in text.split()[:8]:
        found = found.filter(
            Q(last_name__icontains=word) | Q(first_name__icontains=word) | Q(phone__contains=word)
        )
    return found


def with_number(persons: QuerySet[Person]) -> QuerySet[Person]:
    """The same persons with `member_number`: their open line of the member book, or None."""
    line = Membership.objects.filter(person=OuterRef("pk"), left_on__isnull=True)
    return persons.select_related("club").annotate(member_number=Subquery(line.values("number")[:1]))


def person_of(club: Club, pk: int) -> Person:
    """A person of this club, or Http404."""
    return get_object_or_404(Person.objects.select_related("club", "user"), club=club, pk=pk)


def _spaced(text: str) -> str:
    return " ".join(part for part in text.split(" ") if part)


def _facts(person: Person) -> dict[str, object]:
    names = (
        "first_name",
        "last_name",
        "birth_date",
        "birth_place",
        "residence",
        "tax_code",
        "email",
        "phone",
    )
    return {name: getattr(person, name) for name in (*names, "name_shown")}
