"""The only door to a club: a stranger finds nothing (404), a weak role is stopped (403).

Rights come from roles given by hand and from the seats on the board in office on a day. The vice president
stands in for the president. A councillor or an auditor has no rights here unless somebody gives a role.
"""

import datetime
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from clubs.models.boards import BoardSeat
from clubs.models.clubs import Club
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User

Visitor = User | AnonymousUser

ALL_ROLES = frozenset(RoleKind)
MANAGING = frozenset({RoleKind.PRESIDENT, RoleKind.SECRETARY})
READING_BOOKS = MANAGING | {RoleKind.TREASURER}

ROLE_OF_OFFICE = {
    BoardSeat.Office.PRESIDENT: RoleKind.PRESIDENT,
    BoardSeat.Office.VICE_PRESIDENT: RoleKind.PRESIDENT,
    BoardSeat.Office.SECRETARY: RoleKind.SECRETARY,
    BoardSeat.Office.TREASURER: RoleKind.TREASURER,
}


def roles_by_hand(user: Visitor, club: int) -> frozenset[RoleKind]:
    """The roles given to the account in the club (its key); the administrator of the site is everything."""
    if not (user.is_authenticated and user.is_active):
        return frozenset()
    if user.is_superuser:
        return ALL_ROLES
    return frozenset(
        map(RoleKind, Role.objects.filter(club_id=club, user=user).values_list("kind", flat=True))
    )


def roles_of(user: Visitor, club: Club, on: datetime.date) -> frozenset[RoleKind]:
    """What the account may be in the club that day, by hand or by a seat on the board."""
    by_hand = roles_by_hand(user, club.pk)
    return by_hand if by_hand == ALL_ROLES else by_hand | roles_by_office(user, club.pk, on)


def roles_by_office(user: Visitor, club: int, on: datetime.date) -> frozenset[RoleKind]:
    """The roles that come with a seat on the board of the club (its key) that day."""
    if not (user.is_authenticated and user.is_active):
        return frozenset()
    offices = (
        BoardSeat.objects.in_office(on)
        .filter(mandate__club=club, person__user=user, office__in=ROLE_OF_OFFICE)
        .values_list("office", flat=True)
    )
    return frozenset(ROLE_OF_OFFICE[BoardSeat.Office(office)] for office in offices)


@dataclass(frozen=True, slots=True)
class Entered:
    """What the door found: the key of the account, the day, its roles."""

    account: int | None
    on: datetime.date
    roles: frozenset[RoleKind]


@dataclass(frozen=True)
class Powers:
    """What the pages of a club show to an account that has some role in it."""

    manages: bool
    reads_books: bool


def powers_of(user: Visitor, club: Club, on: datetime.date) -> Powers:
    """Which parts of the staff's pages the account may open. Whoever came in by the door with this very club
    is not asked again."""
    known = club.entered
    is_same = known is not None and (known.account, known.on) == (user.pk, on)
    roles = known.roles if is_same else roles_of(user, club, on)
    return Powers(manages=bool(roles & MANAGING), reads_books=bool(roles & READING_BOOKS))


def clubs_of(user: Visitor, *, on: datetime.date) -> QuerySet[Club]:
    """The clubs where the account has some role that day; all of them for the administrator of the site."""
    if not user.is_authenticated:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    seats = BoardSeat.objects.in_office(on).filter(person__user=user, office__in=ROLE_OF_OFFICE)
    return Club.objects.filter(
        Q(pk__in=Role.objects.filter(user=user).values("club")) | Q(pk__in=seats.values("mandate__club"))
    )


def public_clubs() -> QuerySet[Club]:
    """The clubs whose page everybody can read."""
    return Club.objects.filter(is_public=True)


def club_for_public(slug: str) -> Club:
    """A club whose page everybody can read, or 404."""
    return get_object_or_404(public_clubs(), slug=slug)


def club_for_staff(user: Visitor, slug: str, *, on: datetime.date) -> Club:
    """For whoever has any role: the dashboard, the board."""
    return club_for_roles(user, slug, ALL_ROLES, on=on)


def club_for_books(user: Visitor, slug: str, *, on: datetime.date) -> Club:
    """For president, secretary and treasurer: reading persons and the member book."""
    return club_for_roles(user, slug, READING_BOOKS, on=on)


def club_for_managing(user: Visitor, slug: str, *, on: datetime.date) -> Club:
    """For president and secretary: writing persons, members, the board, the club itself."""
    return club_for_roles(user, slug, MANAGING, on=on)


def club_for_granting(user: Visitor, slug: str, *, on: datetime.date) -> Club:
    """For president and secretary: roles and invitations; what each may give is in `grantable`."""
    return club_for_roles(user, slug, MANAGING, on=on)


def club_for_roles(user: Visitor, slug: str, enough: frozenset[RoleKind], *, on: datetime.date) -> Club:
    """The club, when the account has one of the roles that are enough.

    Raises Http404 for an account without any role, PermissionDenied for one whose roles are too weak.
    """
    club = Club.objects.filter(slug=slug).first()
    roles = roles_of(user, club, on) if club else frozenset()
    if club is None or not roles:
        raise Http404
    if not roles & enough:
        raise PermissionDenied
    club.entered = Entered(user.pk, on, roles)
    return club


def grantable(roles: frozenset[RoleKind]) -> frozenset[RoleKind]:
    """The roles that somebody with these roles may give or take away: a secretary cannot make a president."""
    if RoleKind.PRESIDENT in roles:
        return ALL_ROLES
    if RoleKind.SECRETARY in roles:
        return ALL_ROLES - {RoleKind.PRESIDENT}
    return frozenset()


def may_make_president(user: Visitor, club: Club, on: datetime.date) -> bool:
    """Whether an account may be given the president's rights through a seat on the board.

    A president may; while no account has those rights (a young club, an expired board) a secretary may.
    """
    roles = roles_of(user, club, on)
    if RoleKind.PRESIDENT in roles or not roles & MANAGING:
        return RoleKind.PRESIDENT in roles
    presiding = [office for office, role in ROLE_OF_OFFICE.items() if role is RoleKind.PRESIDENT]
    seats = BoardSeat.objects.in_office(on).filter(
        mandate__club=club, office__in=presiding, person__user__is_active=True
    )
    by_hand = Role.objects.filter(club=club, kind=RoleKind.PRESIDENT, user__is_active=True)
    return not (seats.exists() or by_hand.exists())


def is_demo_account(user: Visitor) -> bool:
    """Whether the account belongs to the demonstration: everybody knows its password."""
    roles = Role.objects.filter(user=user) if user.is_authenticated else Role.objects.none()
    return roles.filter(club__is_demo=True).exists() and not roles.filter(club__is_demo=False).exists()


def is_fresh() -> bool:
    """Whether the installation has no club yet but the demonstration."""
    return not Club.objects.filter(is_demo=False).exists()


def may_found(user: Visitor) -> bool:
    """Whether the visitor may found a club: anybody until the first real one, then the administrator."""
    if user.is_authenticated and user.is_superuser:
        return True
    return is_fresh()
