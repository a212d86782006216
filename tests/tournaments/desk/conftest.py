"""A match at table 1 of a round being played, and a slip for it."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from clubs.models.users import User
from tests.cast import REFEREE, Cast
from tests.evenings import four_playing
from tests.remembered import remembered
from tests.slips import reread
from tournaments.models.rounds import Match, Round


@pytest.fixture
def playing(cast: Cast) -> Round:
    """Round 1 of an evening of four pairs, four hands, being played."""
    return remembered(four_playing, cast.club)


@pytest.fixture
def match(playing: Round) -> Match:
    return reread(playing.matches.active().get(table_number=1))


@pytest.fixture
def as_referee(page: Page, live_server: LiveServer) -> Callable[[str], Page]:
    """The referee's browser, in English, at a path; the cast must be there already."""

    def go(path: str) -> Page:
        client = Client()
        client.force_login(User.objects.get(email=f"{REFEREE}@prova.example"))
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [
                {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url},
                {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
            ]
        )
        page.goto(live_server.url + path)
        return page

    return go
