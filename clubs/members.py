"""Writing and reading the member book: numbered lines, never deleted."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.models.clubs import Club
from clubs.models.people import Membership, Person
from clubs.saving import check, lock, raise_version, save_checked


@transaction.atomic
def admit(
    *,
    club: Club,
    person: Person,
    category: str = Membership.Category.ORDINARY,
    admitted_on: datetime.date,
    number: int | None = None,
) -> Membership:
    """Open a line of the member book; without a number it takes the next one.

    The same admission twice is one line. Raises ValidationError: somebody of another club, already a member,
    a number in use, admitted before having left the time before.
    """
    lock(club)
    if person.club_id != club.pk:
        raise ValidationError({"person": _("This person is not on the club's list.")})
    lines = Membership.objects.filter(club=club)
    same = lines.filter(
        person=person, category=category, admitted_on=admitted_on, left_on__isnull=True
    ).first()
    if same is not None and number in (None, same.number):
        return same
    if number is None:
        number = (lines.aggregate(last=Max("number"))["last"] or 0) + 1
    line = Membership(club=club, person=person, number=number, category=category, admitted_on=admitted_on)
    check(line)
    refuse_two_at_once(line)
    save_checked(line)
    raise_version(club)
    return line


@transaction.atomic
def leave(*, membership: Membership, left_on: datetime.date, reason: str) -> Membership:
    """Close a line of the member book. The same leaving twice changes nothing. Raises ValidationError."""
    lock(membership.club)
    membership = Membership.objects.select_related("club").get(pk=membership.pk)
    if membership.left_on is not None:
        if (membership.left_on, membership.leaving_reason) == (left_on, reason):
            return membership
        raise ValidationError(_("This member has already left."), code="already_left")
    membership.left_on, membership.leaving_reason = left_on, reason
    save_checked(membership, ["left_on", "leaving_reason"])
    raise_version(membership.club)
    return membership


def refuse_two_at_once(line: Membership) -> None:
    """Raise ValidationError when another line of the same person was open on some day of this one."""
    others = Membership.objects.filter(person=line.person_id).exclude(pk=line.pk)
    others = others.filter(Q(left_on__isnull=True) | Q(left_on__gt=line.admitted_on))
    if line.left_on is not None:
        others = others.filter(admitted_on__lt=line.left_on)
    if others.exists():
        raise ValidationError(
            {"admitted_on": _("Another membership of this person holds some of these days.")}
        )


def line_by_key(club: Club, pk: int) -> Membership:
    """A line of this club's book by its key, which no correction changes, or Http404."""
    return get_object_or_404(Membership.objects.select_related("club", "person"), club=club, pk=pk)


def member_book(club: Club, *, on: datetime.date | None = None) -> QuerySet[Membership]:
    """The lines of the book, by number; with a day, only those open on that day."""
    lines = Membership.objects.filter(club=club).select_related("club", "person")
    if on is None:
        return lines
    return lines.filter(_open(on))


def count_on(club: Club, on: datetime.date) -> int:
    """How many members the club has on that day."""
    return Membership.objects.filter(_open(on), club=club).count()


def not_members(club: Club) -> QuerySet[Person]:
    """The persons of the club without an open line in the book."""
    inside = Membership.objects.filter(club=club, left_on__isnull=True)
    return Person.objects.filter(club=club).exclude(pk__in=inside.values("person"))


def open_line_of(person: Person) -> Membership | None:
    """The open line of somebody in the book, if she is a member."""
    return Membership.objects.filter(person=person, left_on__isnull=True).first()


def line_of(club: Club, number: int) -> Membership:
    """A line of this club's book by its number, or Http404."""
    return get_object_or_404(Membership.objects.select_related("club", "person"), club=club, number=number)


def _open(on: datetime.date) -> Q:
    """Members on a day: admitted by then, not yet gone; on the day of leaving one is no longer a member."""
    return Q(admitted_on__lte=on) & (Q(left_on__isnull=True) | Q(left_on__gt=on))
