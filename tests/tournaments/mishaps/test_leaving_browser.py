"""Somebody leaves in the middle of a match: the hands, what they come to, one press, one undo."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models.users import User
from tests.cast import SECRETARY, make_cast
from tests.evenings import make_evening, open_round
from tests.facts import facts_of
from tests.slips import reread
from tournaments.models.entries import Entry
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    evening = make_evening(make_cast().club, entries=4, programme="2m2d")
    return reread(open_round(evening, 1).matches.active().get(table_number=1))


@pytest.fixture
def secretary(page: Page, live_server: LiveServer, match: Match) -> Page:
    client = Client()
    client.force_login(User.objects.get(email=f"{SECRETARY}@prova.example"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )
    return page


@pytest.mark.parametrize("width", [360, 1366])
def test_the_way_out_of_an_open_match(
    secretary: Page, live_server: LiveServer, match: Match, width: int
) -> None:
    page, leaves, before = secretary, match.seats.get(line="EW").entry, facts_of(match.round.tournament)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(live_server.url + reverse("tournaments:leave", args=[match.round.tournament_id, leaves.pk]))
    expect(page.get_by_text("No hand is written.")).to_be_visible()
    for name, figure in (("NS_base", "600"), ("NS_points", "505"), ("EW_base", "0"), ("EW_points", "-")):
        page.locator(f"[name=h1_{name}]").fill(figure)
    page.get_by_role("button", name="Show what comes of these hands").click()
    page.get_by_role("button", name="Confirm 505").click()
    expect(page.get_by_text("16 V.P., +1105 M.P. for the hands played")).to_be_visible()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("without a good reason: 0 V.P., −305 M.P.").check()
    page.get_by_role("button", name=f"Withdraw entry {leaves.number}").click()
    expect(page.get_by_text(f"Number {leaves.number} has left.")).to_be_visible()
    assert Entry.objects.get(pk=leaves.pk).state == Entry.State.WITHDRAWN
    page.goto(live_server.url + reverse("tournaments:mishaps", args=[match.round.tournament_id]))
    page.get_by_text("Undo: ").first.click()
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    assert facts_of(match.round.tournament) == before
