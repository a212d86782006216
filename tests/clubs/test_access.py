"""Rights come from roles and from seats in office; a stranger finds nothing, a weak role is stopped."""

import datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from clubs.access import (
    club_for_books,
    club_for_managing,
    club_for_public,
    club_for_staff,
    clubs_of,
    grantable,
    may_found,
    may_make_president,
    roles_of,
)
from clubs.board import end_seat, seat
from clubs.models.boards import BoardSeat
from clubs.models.rights import Role, RoleKind
from tests.cast import ADMIN, FIRST_DAY, PRESIDENT, REFEREE, SCORER, SECRETARY, STRANGER, TREASURER, Cast

TODAY = datetime.date(2026, 11, 30)
YESTERDAY = TODAY - datetime.timedelta(days=1)


def test_each_account_has_its_own_role(cast: Cast) -> None:
    roles = {name: roles_of(user, cast.club, TODAY) for name, user in cast.users.items()}
    assert roles == {
        STRANGER: frozenset(),
        SCORER: {RoleKind.SCORER},
        REFEREE: {RoleKind.REFEREE},
        TREASURER: {RoleKind.TREASURER},
        SECRETARY: {RoleKind.SECRETARY},
        PRESIDENT: {RoleKind.PRESIDENT},
        ADMIN: frozenset(RoleKind),
    }
    assert roles_of(AnonymousUser(), cast.club, TODAY) == frozenset()


@pytest.mark.parametrize(
    ("office", "role"),
    [
        (BoardSeat.Office.VICE_PRESIDENT, {RoleKind.PRESIDENT}),
        (BoardSeat.Office.SECRETARY, {RoleKind.SECRETARY}),
        (BoardSeat.Office.TREASURER, {RoleKind.TREASURER}),
        (BoardSeat.Office.COUNCILLOR, set()),
        (BoardSeat.Office.AUDITOR, set()),
    ],
)
def test_a_seat_gives_its_role_beside_the_others(office: str, role: set[RoleKind], cast: Cast) -> None:
    person = cast.people[SCORER]
    seat(mandate=cast.mandate, person=person, office=office, by=cast.users[PRESIDENT], on=TODAY)
    assert roles_of(cast.users[SCORER], cast.club, TODAY) == {RoleKind.SCORER} | role


def test_a_seat_gives_its_role_on_its_days_only(cast: Cast) -> None:
    held = cast.mandate.seats.get()
    end_seat(seat=held, ends_on=YESTERDAY, reason=BoardSeat.EndReason.RESIGNED)
    president = cast.users[PRESIDENT]
    assert roles_of(president, cast.club, YESTERDAY) == {RoleKind.PRESIDENT}
    assert roles_of(president, cast.club, TODAY) == frozenset()
    assert list(clubs_of(president, on=YESTERDAY)) == [cast.club]
    assert list(clubs_of(president, on=TODAY)) == []


def test_a_closed_account_has_no_role(cast: Cast) -> None:
    user = cast.users[SECRETARY]
    user.is_active = False
    assert roles_of(user, cast.club, TODAY) == frozenset()


def test_a_role_next_door_opens_nothing_here(cast: Cast) -> None:
    keeper = Role.objects.get(club=cast.next_door).user
    with pytest.raises(Http404):
        club_for_staff(keeper, cast.club.slug, on=TODAY)


def test_the_door_tells_strangers_from_weak_roles(cast: Cast) -> None:
    slug = cast.club.slug
    assert club_for_staff(cast.users[SCORER], slug, on=TODAY) == cast.club
    assert club_for_books(cast.users[TREASURER], slug, on=TODAY) == cast.club
    with pytest.raises(PermissionDenied):
        club_for_books(cast.users[REFEREE], slug, on=TODAY)
    with pytest.raises(PermissionDenied):
        club_for_managing(cast.users[TREASURER], slug, on=TODAY)
    with pytest.raises(Http404):
        club_for_staff(cast.users[STRANGER], slug, on=TODAY)
    with pytest.raises(Http404):
        club_for_staff(cast.users[ADMIN], "no-such-club", on=TODAY)


def test_a_club_closed_to_the_public_is_not_found(cast: Cast) -> None:
    assert club_for_public(cast.club.slug) == cast.club
    cast.club.is_public = False
    cast.club.save()
    with pytest.raises(Http404):
        club_for_public(cast.club.slug)


def test_a_secretary_cannot_make_a_president() -> None:
    assert grantable(frozenset({RoleKind.PRESIDENT})) == frozenset(RoleKind)
    assert grantable(frozenset({RoleKind.SECRETARY})) == frozenset(RoleKind) - {RoleKind.PRESIDENT}
    assert grantable(frozenset({RoleKind.TREASURER, RoleKind.REFEREE, RoleKind.SCORER})) == frozenset()


def test_a_secretary_seats_a_president_only_while_nobody_presides(cast: Cast) -> None:
    secretary = cast.users[SECRETARY]
    assert not may_make_president(secretary, cast.club, TODAY)
    assert may_make_president(secretary, cast.club, FIRST_DAY - datetime.timedelta(days=1))
    assert may_make_president(cast.users[PRESIDENT], cast.club, TODAY)
    assert not may_make_president(cast.users[TREASURER], cast.club, FIRST_DAY - datetime.timedelta(days=1))


def test_once_a_real_club_stands_only_the_administrator_founds(cast: Cast) -> None:
    assert may_found(cast.users[ADMIN])
    assert not may_found(cast.users[SECRETARY])
    assert not may_found(AnonymousUser())


@pytest.mark.django_db
def test_on_a_fresh_installation_anybody_founds() -> None:
    assert may_found(AnonymousUser())
