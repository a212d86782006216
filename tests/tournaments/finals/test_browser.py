"""The page where it is decided who goes on, in a real browser: nothing for axe, nothing too wide."""

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models.people import Person
from tests.cast import REFEREE, SECRETARY, make_cast
from tests.evenings import make_evening, open_round, play_round, the_round
from tests.tournaments.finals.conftest import Movement, programme, two_hands
from tests.tournaments.shown.conftest import end_level
from tests.tournaments.small_tables.test_browser import enter
from tournaments import rounds
from tournaments.cuts import cut_of
from tournaments.departures import withdraw_entry
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


DECIDED = re.compile("It is decided who ")  # goes on, or is compared with the other groups


def level_groups() -> Tournament:
    """Seven pairs in two groups after a level round; the first two of each and the best third play on."""
    evening = make_evening(
        make_cast().club,
        entries=7,
        programme=programme(
            two_hands(Movement.ROUND_ROBIN, 1, groups=2, groups_by=Phase.GroupsBy.LOT),
            two_hands(Movement.KNOCKOUT, 3, qualify_each=2, qualify_next=1, others=Phase.Others.PLAY),
        ),
    )
    for match in open_round(evening, 1).matches.active().select_related("round__phase__tournament"):
        end_level(match)
    rounds.close(round=the_round(evening, 1), by=None)
    return evening


@pytest.mark.parametrize("width", [390, 1366])
def test_a_tie_is_chosen_by_hand_and_by_lot(page: Page, live_server: LiveServer, width: int) -> None:
    evening = level_groups()
    Person.objects.filter(last_name__startswith="P0").update(last_name="Malvarosa", first_name="Pervinca")
    enter(page, live_server, REFEREE)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(live_server.url + reverse("tournaments:qualified", args=[evening.pk]))
    expect(page.get_by_role("columnheader", name="M.P.").first).to_be_visible()
    ties = page.get_by_text("Equal at the cut")
    form = page.locator("form", has=page.get_by_role("button", name="These go on")).last
    for box in form.get_by_role("checkbox").all()[:2]:
        box.check()
    form.get_by_role("button", name="These go on").click()
    expect(page.get_by_text(DECIDED)).to_be_visible()
    while count := ties.count():
        assert Axe().run(page).violations_count == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Draw a lot among them").first.click()
        expect(page.get_by_text(DECIDED)).to_be_visible()
        assert count < 9
    expect(page.get_by_text("Nothing is open: the final can be drawn.")).to_be_visible()
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_place_of_who_has_left_is_offered(page: Page, live_server: LiveServer) -> None:
    evening = make_evening(
        make_cast().club,
        entries=8,
        programme=programme(two_hands(Movement.DRAWN, 1), two_hands(Movement.DANISH, 1, qualify_each=4)),
    )
    play_round(evening, 1, random.Random(1))
    seeds = cut_of(evening.phases.get(number=2)).seeds
    withdraw_entry(entry=Entry.objects.get(pk=seeds[3]), by=None)
    enter(page, live_server, SECRETARY)
    page.goto(live_server.url + reverse("tournaments:qualified", args=[evening.pk]))
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="The next one takes the place").click()
    expect(page.get_by_text("It is decided what becomes of the place.")).to_be_visible()
    now = cut_of(evening.phases.get(number=2)).seeds
    assert len(now) == 4
    assert set(seeds[:3]) < set(now)
