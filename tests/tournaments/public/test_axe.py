"""Every public page in a real browser: nothing for axe, nothing too wide, live parts that change."""

import random

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round, record_random, the_round
from tests.looks import faults_of
from tests.tournaments.public.conftest import hall_of
from tournaments.models.events import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("seats", "standings", "rounds", "regulations")


@pytest.fixture
def hall(transactional_db: None) -> Tournament:
    club = Club.objects.create(name="Circolo di prova", slug="prova", town="Prova", venue="Sala delle Prove")
    return hall_of(club)


def _addresses(evening: Tournament) -> list[str]:
    """Pages full and pages empty, of pairs, of single players and of a match to a target."""
    waiting = make_evening(evening.club, entries=4, programme="target")
    singles = make_evening(evening.club, entries=9, programme="individual-drawn")
    open_round(singles, 1)
    match, single = the_round(evening, 2).matches.active()[0], the_round(singles, 1).matches.active()[0]
    record_random(single, random.Random(1))
    pages = [reverse(f"tournaments:{name}", args=[each.pk]) for each in (evening, waiting) for name in NAMES]
    pages += [reverse("tournaments:entry_card", args=[evening.pk, number]) for number in range(1, 10)]
    pages += [reverse(f"tournaments:{name}", args=[singles.pk]) for name in ("standings", "rounds")]
    pages += [reverse("tournaments:entry_card", args=[singles.pk, 1])]
    pages += [reverse("tournaments:match_by_code", args=[each.code]) for each in (match, single)]
    pages += [reverse("tournaments:counter"), reverse("tournaments:match_code")]
    pages += [reverse("tournaments:match_by_code", args=["sbagliato"])]
    pages += [reverse("tournaments:seats", args=[evening.pk]) + "?q=" + search for search in ("P01", "zzz")]
    return [*pages, reverse("tournaments:club", args=[evening.club.slug])]


def test_axe_finds_nothing_and_nothing_sticks_out(
    hall: Tournament, live_server: LiveServer, page: Page
) -> None:
    faults = []
    for path in _addresses(hall):
        page.goto(live_server.url + path)
        faults += faults_of(page)
    assert not faults, "\n".join(faults)


def test_standings_change_under_the_eyes_and_say_so(
    hall: Tournament, live_server: LiveServer, page: Page
) -> None:
    page.goto(live_server.url + reverse("tournaments:standings", args=[hall.pk]))
    expect(page.locator("#live")).to_contain_text("2 risultati")
    matches = the_round(hall, 2).matches.active().select_related("round__phase__tournament")
    record_random(matches.filter(version=0)[0], random.Random(8))
    page.locator("#live").dispatch_event("poll")
    expect(page.locator("#live")).to_contain_text("1 risultato")
    expect(page.locator("#news")).not_to_be_empty()
    expect(page.locator("#live")).to_have_count(1)


def test_every_step_of_a_player_works_without_scripts(
    hall: Tournament, live_server: LiveServer, browser: Browser, phone: dict[str, object]
) -> None:
    page = browser.new_context(**phone, java_script_enabled=False).new_page()
    page.goto(live_server.url + reverse("tournaments:club", args=[hall.club.slug]))
    page.get_by_role("link", name="Dove gioco?").click()
    page.get_by_label("Il tuo cognome").fill("p009")
    page.get_by_role("button", name="Trova").click()
    expect(page.locator("h1")).to_contain_text("P009 Prova")
    page.get_by_role("navigation", name="Torneo").get_by_role("link", name="Classifica").click()
    expect(page.locator("table.standings tbody tr")).to_have_count(9)
    page.context.close()
