"""Giving roles and taking them away."""

import datetime

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.models.rights import Role, RoleKind
from clubs.rights import grant, revoke, staff_of, write_role
from tests.cast import ADMIN, PRESIDENT, REFEREE, SCORER, SECRETARY, STRANGER, TREASURER, Cast

TODAY = datetime.date(2026, 11, 30)


def the_role(cast: Cast, name: str) -> Role:
    return Role.objects.get(club=cast.club, user=cast.users[name])


def test_a_role_given_twice_is_one(cast: Cast) -> None:
    facts = {"club": cast.club, "user": cast.users[SCORER], "kind": "referee", "by": cast.users[SECRETARY]}
    assert grant(**facts, on=TODAY) == grant(**facts, on=TODAY)
    assert Role.objects.filter(user=cast.users[SCORER]).count() == 2


def test_an_account_from_outside_must_be_invited(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="invite"):
        grant(club=cast.club, user=cast.users[STRANGER], kind="scorer", by=cast.users[SECRETARY], on=TODAY)


@pytest.mark.parametrize(
    ("giver", "kind"),
    [
        (SECRETARY, RoleKind.PRESIDENT),
        (TREASURER, RoleKind.SCORER),
        (REFEREE, RoleKind.SCORER),
        (STRANGER, RoleKind.SCORER),
    ],
)
def test_nobody_gives_what_she_may_not(giver: str, kind: str, cast: Cast) -> None:
    with pytest.raises(PermissionDenied):
        grant(club=cast.club, user=cast.users[SCORER], kind=kind, by=cast.users[giver], on=TODAY)
    assert Role.objects.filter(user=cast.users[SCORER]).count() == 1


@pytest.mark.parametrize("giver", [PRESIDENT, ADMIN])
def test_a_president_makes_a_president_and_a_secretary_does_not_unmake_her(giver: str, cast: Cast) -> None:
    role = grant(club=cast.club, user=cast.users[SCORER], kind="president", by=cast.users[giver], on=TODAY)
    with pytest.raises(PermissionDenied):
        revoke(role=role, by=cast.users[SECRETARY], on=TODAY)
    revoke(role=role, by=cast.users[giver], on=TODAY)
    assert not Role.objects.filter(kind=RoleKind.PRESIDENT).exists()


def test_the_last_account_that_can_give_roles_stays(cast: Cast) -> None:
    last = the_role(cast, SECRETARY)
    with pytest.raises(ValidationError, match="Nobody else"):
        revoke(role=last, by=cast.users[PRESIDENT], on=TODAY)
    write_role(club=cast.club, user=cast.users[SCORER], kind=RoleKind.SECRETARY, granted_by=None)
    revoke(role=last, by=cast.users[PRESIDENT], on=TODAY)
    assert not Role.objects.filter(pk=last.pk).exists()


def test_a_closed_account_does_not_count_as_who_can_give(cast: Cast) -> None:
    write_role(club=cast.club, user=cast.users[SCORER], kind=RoleKind.SECRETARY, granted_by=None)
    cast.users[SCORER].is_active = False
    cast.users[SCORER].save()
    with pytest.raises(ValidationError, match="Nobody else"):
        revoke(role=the_role(cast, SECRETARY), by=cast.users[PRESIDENT], on=TODAY)


def test_a_weak_role_is_taken_away_freely(cast: Cast) -> None:
    revoke(role=the_role(cast, SCORER), by=cast.users[SECRETARY], on=TODAY)
    assert not Role.objects.filter(user=cast.users[SCORER]).exists()


def test_the_staff_is_read_with_its_reasons(cast: Cast, django_assert_num_queries) -> None:
    with django_assert_num_queries(4):
        lines = {str(line.person): line for line in staff_of(cast.club, TODAY)}
    assert set(lines) == {
        "Mammola Viola",
        "Pervinca Dalia",
        "Ranuncolo Tullio",
        "Genziana Iris",
        "Gelsomini Palmira",
    }
    assert [seat.office for seat in lines["Gelsomini Palmira"].offices] == ["president"]
    assert [role.kind for role in lines["Pervinca Dalia"].roles] == ["scorer"]
