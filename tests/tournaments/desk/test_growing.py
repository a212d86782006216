"""A match to a target in a real browser: the slip grows while it is typed, in every mode."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models.users import User
from tests.cast import REFEREE, make_cast
from tests.evenings import make_evening, open_round
from tests.slips import reread
from tournaments.models.rounds import Match
from tournaments.models.scores import HandRecord

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    evening = make_evening(make_cast().club, entries=4, programme="target")
    return reread(open_round(evening, 1).matches.active().get(table_number=1))


@pytest.fixture
def slip(page: Page, live_server: LiveServer, match: Match) -> Page:
    """The referee's browser at the slip, its errors kept."""
    client = Client()
    client.force_login(User.objects.get(email=f"{REFEREE}@prova.example"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )
    page.goto(live_server.url + reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk]))
    return page


def test_a_match_of_eight_hands_is_typed_by_enter_alone(slip: Page, match: Match) -> None:
    wrong: list[str] = []
    slip.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    for number in range(1, 9):
        field = slip.locator(f"#h{number}_NS_base")
        expect(field).to_be_visible()
        expect(field).to_be_focused()
        for figure in ("200", "70", "0", "30") if number < 8 else ("200", "130", "0", "30"):
            slip.keyboard.type(figure)
            slip.keyboard.press("Enter")
        expect(slip.locator(f"#t{number}_EW")).to_have_text(str(30 * number))
        if number < 8:
            expect(slip.locator(f"#h{number + 2}_NS_base")).to_be_visible()
    slip.get_by_role("button", name="Save table 1").click()
    expect(slip.locator("body")).to_contain_text("Table 1: 2220 – 240")
    assert HandRecord.objects.filter(match=match).count() == 8
    assert wrong == []


def test_rows_of_the_detailed_slip_come_too(slip: Page) -> None:
    slip.goto(f"{slip.url}?modo=detail")
    slip.locator("#h3_NS_laid").fill("100")
    expect(slip.locator("#h5_EW_laid")).to_be_visible()
    expect(slip.locator("#h5_ending")).to_have_count(1)
