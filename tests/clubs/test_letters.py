"""The letters of the account pages: in the house's name, with the public address in links alone."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.cast import SECRETARY, Cast

PUBLIC = "https://burraco.prova.example"


@pytest.fixture(autouse=True)
def _public_site(settings: Settings) -> None:
    settings.SITE_URL = PUBLIC


def letter(client: Client, name: str, email: str) -> tuple[str, str]:
    """Subject and text of the letter that the page sends to the address."""
    client.post(reverse(name), {"email": email})
    (sent,) = mail.outbox
    return sent.subject, str(sent.body)


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", ["account_request_login_code", "account_reset_password"])
@pytest.mark.parametrize("email", [f"{SECRETARY}@prova.example", "nessuno@prova.example"])
def test_a_letter_speaks_for_the_house_and_not_for_a_machine(
    email: str, name: str, language: str, cast: Cast
) -> None:
    client = Client(headers={"accept-language": language})
    subject, text = letter(client, name, email)
    assert text.endswith("\n\nPozzetto")
    for machine in ("testserver", "localhost", "example.com"):
        assert machine not in subject + text
    links = re.findall(r"http\S+", text)
    assert all(link.startswith(f"{PUBLIC}/") for link in links)
    assert bool(links) == (name == "account_reset_password" and email.startswith(SECRETARY))


def test_the_link_of_the_letter_opens_the_choice_of_a_password(cast: Cast, client: Client) -> None:
    _subject, text = letter(client, "account_reset_password", cast.users[SECRETARY].email)
    (link,) = re.findall(rf"{PUBLIC}(\S+)", text)
    there = client.get(link)["Location"]
    answer = client.post(there, {"password1": "una parola nuova", "password2": "una parola nuova"})
    assert answer["Location"] == reverse("account_reset_password_from_key_done")
    assert client.login(email=cast.users[SECRETARY].email, password="una parola nuova")


def test_the_code_of_the_letter_logs_in(cast: Cast, client: Client) -> None:
    _subject, text = letter(client, "account_request_login_code", cast.users[SECRETARY].email)
    code = text.split("\n\n")[2]
    assert client.post(reverse("account_confirm_login_code"), {"code": code})["Location"] == "/"
    assert client.get(reverse("clubs:my_clubs")).status_code == 200


def test_an_address_without_an_account_gets_no_code(cast: Cast, client: Client) -> None:
    _subject, text = letter(client, "account_request_login_code", "nessuno@prova.example")
    assert "nessuno@prova.example" in text
