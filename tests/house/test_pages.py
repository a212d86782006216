"""What every page of the house has in common."""

import pytest
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer


@pytest.mark.django_db
def test_a_page_allows_no_script_or_style_but_our_files(client: Client) -> None:
    policy = client.get("/accounts/login/").headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_a_page_nobody_opened_asks_who_is_there(client: Client) -> None:
    response = client.get("/accounts/password/change/")
    assert response.status_code == 302
    assert response.headers["Location"].startswith("/accounts/login/?next=")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/login/code/", "/accounts/password/reset/"])
def test_the_ways_in_are_open_to_a_stranger(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_browser_finds_nothing_to_refuse(live_server: LiveServer, page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{live_server.url}/accounts/login/")
    assert "Pozzetto" in page.title()
    assert said == []
