"""The table of rights: what each role gets from each URL. Rows live in the modules called cases_*.py."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import (
    ADMIN,
    ANONYMOUS,
    PRESIDENT,
    REFEREE,
    ROLES,
    SCORER,
    SECRETARY,
    STRANGER,
    TREASURER,
    Cast,
)

LOGIN = "login"  # sent to the login page
Answer = int | str
Facts = Callable[[Cast], dict[str, Any]]

STAFF = (SCORER, REFEREE, TREASURER, SECRETARY, PRESIDENT, ADMIN)
MANAGERS = (SECRETARY, PRESIDENT, ADMIN)
BOOKKEEPERS = (TREASURER, *MANAGERS)


def nothing(_cast: Cast) -> dict[str, Any]:
    """No arguments."""
    return {}


def the_club(cast: Cast) -> dict[str, Any]:
    """The slug of the cast's club."""
    return {"slug": cast.club.slug}


@dataclass(frozen=True)
class Row:
    """One URL, one method, and the answer for each role.

    `kwargs` and `data` are built from the cast, which they may furnish with what the URL needs.
    """

    url: str
    answers: dict[str, Answer]
    kwargs: Facts = nothing
    method: str = "get"
    data: Facts = field(default=nothing)

    def __str__(self) -> str:
        return f"{self.method} {self.url}"

    def address(self, cast: Cast) -> str:
        return reverse(self.url, kwargs=self.kwargs(cast))


def everybody(status: int = 200) -> dict[str, Answer]:
    """The same answer for all, logged in or not."""
    return dict.fromkeys(ROLES, status)


def accounts(status: int = 200) -> dict[str, Answer]:
    """Whoever is logged in; the anonymous visitor is asked to."""
    return everybody(status) | {ANONYMOUS: LOGIN}


def only(roles: tuple[str, ...], status: int = 200) -> dict[str, Answer]:
    """These roles; other staff is stopped (403), a stranger finds nothing (404), the anonymous logs in."""
    weak = {role: 403 for role in ROLES if role not in roles}
    return weak | {ANONYMOUS: LOGIN, STRANGER: 404} | dict.fromkeys(roles, status)


def answer(cast: Cast, role: str, row: Row, address: str, data: dict[str, Any]) -> Answer:
    """What the role really gets."""
    client = Client()
    user = cast.user(role)
    if user is not None:
        client.force_login(user)
    response = getattr(client, row.method)(address, data)
    if response.streaming:
        response.getvalue()  # a file that is sent stays open until it has been read
    if response.status_code == 302 and response["Location"].startswith(reverse("account_login") + "?"):
        return LOGIN
    return response.status_code
