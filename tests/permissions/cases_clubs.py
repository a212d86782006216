"""What each role gets from the pages of clubs."""

from typing import Any

from django.utils import timezone

from clubs.invitations import invite, token_of
from clubs.models.rights import Invitation, Role, RoleKind
from tests.cast import ADMIN, ANONYMOUS, SCORER, SECRETARY, Cast
from tests.permissions.table import (
    BOOKKEEPERS,
    LOGIN,
    MANAGERS,
    STAFF,
    Row,
    accounts,
    everybody,
    only,
    the_club,
)


def a_person(cast: Cast) -> dict[str, Any]:
    return {"slug": cast.club.slug, "person": cast.people[SCORER].pk}


def a_line(cast: Cast) -> dict[str, Any]:
    return {"slug": cast.club.slug, "number": 1}


def a_written_line(cast: Cast) -> dict[str, Any]:
    return {"slug": cast.club.slug, "line": cast.people[SCORER].memberships.get().pk}


def a_mandate(cast: Cast) -> dict[str, Any]:
    return {"slug": cast.club.slug, "mandate": cast.mandate.pk}


def a_seat(cast: Cast) -> dict[str, Any]:
    return {"slug": cast.club.slug, "seat": cast.mandate.seats.get().pk}


def a_role(cast: Cast) -> dict[str, Any]:
    role = Role.objects.get(club=cast.club, user=cast.users[SCORER])
    return {"slug": cast.club.slug, "role": role.pk}


def an_invitation(cast: Cast) -> dict[str, Any]:
    return {"slug": cast.club.slug, "invitation": _invited(cast).pk}


def a_token(cast: Cast) -> dict[str, Any]:
    return {"token": token_of(_invited(cast))}


def _invited(cast: Cast) -> Invitation:
    return invite(
        club=cast.club,
        email="nuova@prova.example",
        kind=RoleKind.REFEREE,
        by=cast.users[SECRETARY],
        at=timezone.now(),
    )


# The cast's club is real, so founding another is for the administrator of the site alone.
FOUNDING = accounts(403) | {ANONYMOUS: LOGIN, ADMIN: 200}

ROWS = [
    Row("clubs:home", everybody()),
    Row("clubs:my_clubs", accounts()),
    Row("clubs:found", FOUNDING),
    Row("clubs:found", FOUNDING, method="post"),
    Row("clubs:invitation", everybody(), a_token),
    Row("clubs:invitation", everybody(), a_token, method="post"),
    Row("clubs:invitation_accept", accounts(302), a_token, method="post"),
    Row("clubs:dashboard", only(STAFF), the_club),
    Row("clubs:settings", only(MANAGERS), the_club),
    Row("clubs:settings", only(MANAGERS), the_club, method="post"),
    Row("clubs:persons", only(BOOKKEEPERS), the_club),
    Row("clubs:persons_csv", only(BOOKKEEPERS), the_club),
    Row("clubs:person_add", only(MANAGERS), the_club),
    Row("clubs:person_add", only(MANAGERS), the_club, method="post"),
    Row("clubs:person_edit", only(MANAGERS), a_person),
    Row("clubs:person_edit", only(MANAGERS), a_person, method="post"),
    Row("clubs:person_account", only(MANAGERS), a_person),
    Row("clubs:person_account", only(MANAGERS, 302), a_person, method="post"),
    Row("clubs:members", only(BOOKKEEPERS), the_club),
    Row("clubs:members_csv", only(BOOKKEEPERS), the_club),
    Row("clubs:member_admit", only(MANAGERS), the_club),
    Row("clubs:member_admit", only(MANAGERS), the_club, method="post"),
    Row("clubs:member_line", only(MANAGERS), a_line),
    Row("clubs:member_line", only(MANAGERS), a_line, method="post"),
    Row("clubs:member_correct", only(MANAGERS), a_written_line),
    Row("clubs:member_correct", only(MANAGERS), a_written_line, method="post"),
    Row("clubs:board", only(STAFF), the_club),
    Row("clubs:mandate_add", only(MANAGERS), the_club),
    Row("clubs:mandate_add", only(MANAGERS), the_club, method="post"),
    Row("clubs:seat_add", only(MANAGERS), a_mandate),
    Row("clubs:seat_add", only(MANAGERS), a_mandate, method="post"),
    Row("clubs:seat_end", only(MANAGERS), a_seat),
    Row("clubs:seat_end", only(MANAGERS), a_seat, method="post"),
    Row("clubs:seat_remove", only(MANAGERS), a_seat),
    Row("clubs:seat_remove", only(MANAGERS), a_seat, method="post"),
    Row("clubs:mandate_correct", only(MANAGERS), a_mandate),
    Row("clubs:mandate_correct", only(MANAGERS), a_mandate, method="post"),
    Row("clubs:mandate_remove", only(MANAGERS), a_mandate),
    Row("clubs:mandate_remove", only(MANAGERS), a_mandate, method="post"),
    Row("clubs:rights", only(MANAGERS), the_club),
    Row("clubs:role_grant", only(MANAGERS), the_club),
    Row("clubs:role_grant", only(MANAGERS), the_club, method="post"),
    Row("clubs:role_revoke", only(MANAGERS), a_role),
    Row("clubs:role_revoke", only(MANAGERS, 302), a_role, method="post"),
    Row("clubs:invitation_add", only(MANAGERS), the_club),
    Row("clubs:invitation_add", only(MANAGERS), the_club, method="post"),
    Row("clubs:invitation_again", only(MANAGERS, 302), an_invitation, method="post"),
    Row("clubs:invitation_withdraw", only(MANAGERS, 302), an_invitation, method="post"),
]
