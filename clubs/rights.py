"""Writing roles: giving and taking away, never so that nobody is left who can give."""

import datetime
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.access import MANAGING, ROLE_OF_OFFICE, grantable, roles_of
from clubs.models.boards import BoardSeat
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.rights import Role
from clubs.models.users import User
from clubs.saving import lock, save_checked


@dataclass(frozen=True)
class StaffLine:
    """An account of the staff: who it is, the roles given by hand, the offices in force on the day."""

    user: User
    person: Person | None
    roles: tuple[Role, ...]
    offices: tuple[BoardSeat, ...]


@transaction.atomic
def grant(*, club: Club, user: User, kind: str, by: User, on: datetime.date) -> Role:
    """Give a role to an account that already works for the club; a role it has already stays one.

    Raises PermissionDenied when `by` may not give it, ValidationError for an account from outside.
    """
    if kind not in grantable(roles_of(by, club, on)):
        raise PermissionDenied
    lock(club)
    if not roles_of(user, club, on):
        raise ValidationError({"user": _("This account has no role in the club: invite it first.")})
    return write_role(club=club, user=user, kind=kind, granted_by=by)


@transaction.atomic
def revoke(*, role: Role, by: User, on: datetime.date) -> None:
    """Take a role away. Seats on the board keep giving theirs.

    Raises PermissionDenied when `by` may not, ValidationError for the last account that can give roles.
    """
    club = role.club
    if role.kind not in grantable(roles_of(by, club, on)):
        raise PermissionDenied
    lock(club)
    keepers = Role.objects.filter(club=club, kind__in=MANAGING, user__is_active=True)
    if role.kind in MANAGING and not keepers.exclude(pk=role.pk).exists():
        raise ValidationError(
            _("Nobody else can give roles: make somebody else secretary first."),
            code="last_keeper",
        )
    role.delete()


@transaction.atomic
def write_role(*, club: Club, user: User, kind: str, granted_by: User | None) -> Role:
    """Write the role, or find it written; whether it may be given was asked before."""
    already = Role.objects.filter(club=club, user=user, kind=kind).first()
    if already is not None:
        return already
    role = Role(club=club, user=user, kind=kind, granted_by=granted_by)
    save_checked(role)
    return role


def staff_accounts(club: Club, on: datetime.date) -> QuerySet[User]:
    """The accounts with some role in the club that day."""
    seats = BoardSeat.objects.in_office(on).filter(mandate__club=club, office__in=ROLE_OF_OFFICE)
    return User.objects.filter(
        Q(pk__in=Role.objects.filter(club=club).values("user")) | Q(pk__in=seats.values("person__user"))
    ).order_by("email")


def staff_of(club: Club, on: datetime.date) -> list[StaffLine]:
    """Every account of the staff with what it is and why: four queries."""
    roles = list(Role.objects.filter(club=club).select_related("user"))
    seats = list(
        BoardSeat.objects.in_office(on)
        .filter(mandate__club=club, office__in=ROLE_OF_OFFICE, person__user__isnull=False)
        .select_related("person")
    )
    accounts = list(staff_accounts(club, on))
    persons = {person.user_id: person for person in Person.objects.filter(club=club, user__in=accounts)}
    return [
        StaffLine(
            user,
            persons.get(user.pk),
            tuple(role for role in roles if role.user_id == user.pk),
            tuple(seat for seat in seats if seat.person.user_id == user.pk),
        )
        for user in accounts
    ]


def role_of(club: Club, pk: int) -> Role:
    """A role given in this club, or Http404."""
    return get_object_or_404(Role.objects.select_related("club", "user"), club=club, pk=pk)
