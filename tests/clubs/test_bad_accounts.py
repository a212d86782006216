"""Every form of an account under a storm: a sentence, nothing lost, no row that was not accepted."""

import copy
import re
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.invitations import invite, token_of
from clubs.models.rights import RoleKind
from tests.bad_input import assert_survives
from tests.cast import PASSWORD, SECRETARY, Cast
from tests.clubs.test_bad_input import row_counts

NEW = {"password1": "una parola nuova", "password2": "una parola nuova"}


class SameBrowser(Client):
    """A browser that keeps the cookies it came with: what a post did is undone, so its cookies are void."""

    def request(self, **request: Any) -> HttpResponse:
        kept = copy.deepcopy(self.cookies)
        response = super().request(**request)
        self.cookies = kept
        return response


@pytest.fixture(autouse=True)
def _patient_house(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = False  # a storm is more than anybody may send in a minute


def in_the_same_browser(client: Client) -> SameBrowser:
    browser = SameBrowser()
    browser.cookies = client.cookies
    return browser


def logged_in(user: AbstractBaseUser) -> SameBrowser:
    client = Client()
    client.force_login(user)
    return in_the_same_browser(client)


def test_logging_in_survives(cast: Cast) -> None:
    valid = {"login": cast.users[SECRETARY].email, "password": PASSWORD}
    assert_survives(SameBrowser(), reverse("account_login"), valid, row_counts)


@pytest.mark.parametrize("name", ["account_reset_password", "account_request_login_code"])
def test_asking_for_a_letter_survives(name: str, cast: Cast) -> None:
    assert_survives(SameBrowser(), reverse(name), {"email": cast.users[SECRETARY].email}, row_counts)


def test_copying_the_code_survives(cast: Cast, client: Client) -> None:
    client.post(reverse("account_request_login_code"), {"email": cast.users[SECRETARY].email})
    code = str(mail.outbox[0].body).split("\n\n")[2]
    assert_survives(
        in_the_same_browser(client), reverse("account_confirm_login_code"), {"code": code}, row_counts
    )


def test_choosing_another_password_by_the_letter_survives(cast: Cast, client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": cast.users[SECRETARY].email})
    link = re.search(r"http://[^/]+(\S+)", str(mail.outbox[0].body))
    assert link
    there = client.get(link[1])["Location"]
    assert_survives(in_the_same_browser(client), there, NEW, row_counts)


def test_changing_the_password_survives(cast: Cast) -> None:
    browser = logged_in(cast.users[SECRETARY])
    assert_survives(
        browser, reverse("account_change_password"), NEW | {"oldpassword": PASSWORD}, row_counts, n=100
    )


def test_choosing_a_first_password_survives(cast: Cast) -> None:
    cast.users[SECRETARY].set_unusable_password()
    cast.users[SECRETARY].save()
    browser = logged_in(cast.users[SECRETARY])
    assert_survives(browser, reverse("account_set_password"), NEW, row_counts, n=100)


def test_an_account_by_invitation_survives(cast: Cast) -> None:
    facts = {"email": "nuova@prova.example", "kind": RoleKind.REFEREE, "by": cast.users[SECRETARY]}
    invitation = invite(club=cast.club, at=timezone.now(), **facts)
    link = reverse("clubs:invitation", args=[token_of(invitation)])
    assert_survives(SameBrowser(), link, {"password": PASSWORD}, row_counts)
