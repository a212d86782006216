"""Browsers of the hall: each person has her own, in English, and logs in by the login page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.cast import PASSWORD
from tests.conftest import PATIENCE

OpenBrowser = Callable[..., Page]


def log_in(page: Page, email: str) -> None:
    """By the login page, with e-mail and password."""
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(email)
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Log in with the password").click()
    page.wait_for_url(lambda address: "/login/" not in address)


@pytest.fixture(autouse=True)
def a_full_hall(settings: Settings) -> None:
    """Everybody of these evenings logs in from one machine within minutes: what holds back who guesses
    passwords is tried elsewhere."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login": "10000/m/ip"}


@pytest.fixture
def open_browser(
    browser: Browser, browser_context_args: dict[str, Any], live_server: LiveServer
) -> Iterator[OpenBrowser]:
    """A new browser on the live server; arguments are those of `Browser.new_context`."""
    contexts: list[BrowserContext] = []

    def open_one(*, email: str = "", **changes: Any) -> Page:
        arguments = {**browser_context_args, **changes, "base_url": live_server.url}
        context = browser.new_context(**arguments)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url}])
        page = context.new_page()
        if email:
            log_in(page, email)
        return page

    yield open_one
    for context in contexts:
        context.close()
