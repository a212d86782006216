"""Entries and the check-in in a real browser: few keys, live counts, previews, nothing for axe."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.clubs import found_club
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.users import User
from tests.looks import faults_of
from tests.tournaments.entries.conftest import evening_of, fill
from tournaments.check_in import open_check_in
from tournaments.entries import add_entry
from tournaments.entry_lists import enter_list
from tournaments.imports import read_lines
from tournaments.models.events import Tournament
from tournaments.roster import roster

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall(page: Page, live_server: LiveServer) -> tuple[Page, Tournament, dict[str, Person]]:
    """The secretary's browser, logged in, in English; an evening whose check-in is open."""
    user = User.objects.create_user("segreteria@prova.example", "una parola lunga")
    club: Club = found_club(
        name="Circolo di prova", town="Borgo", first_name="Norma", last_name="Calamaio", by=user
    )
    people = fill(club)
    last_week = evening_of(club, days=-7)
    add_entry(tournament=last_week, persons=[people["Aquilone Marisa"], people["Zibibbo Flora"]], by=None)
    tonight = open_check_in(tournament=evening_of(club), by=None)
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )
    return page, tonight, people


def go(page: Page, live_server: LiveServer, name: str, tournament: Tournament) -> None:
    page.goto(live_server.url + reverse(f"tournaments:{name}", args=[tournament.pk]))
    if page.locator("[autofocus]").count():  # the browser may give it only after the page has come
        expect(page.locator("[autofocus]")).to_be_focused()


def test_a_known_pair_is_entered_in_at_most_a_dozen_keys(
    hall: tuple[Page, Tournament, dict[str, Person]], live_server: LiveServer
) -> None:
    page, tonight, _people = hall
    go(page, live_server, "entry_add", tonight)
    first, second = page.locator("#id_first"), page.locator("#id_second")
    expect(first).to_be_focused()
    keys = ["a", "q", "u"]
    for key in keys:
        page.keyboard.press(key)
    expect(first).to_have_value("Aquilone Marisa")
    page.keyboard.press("Enter")
    expect(second).to_have_value("Zibibbo Flora")
    expect(second).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Number 1: Aquilone Marisa – Zibibbo Flora")
    assert len([*keys, "Enter", "Enter"]) <= 12
    assert [line.names for line in roster(tonight)] == ["Aquilone Marisa – Zibibbo Flora"]
    expect(first).to_be_focused()


def test_another_partner_is_typed_over_the_proposal(
    hall: tuple[Page, Tournament, dict[str, Person]], live_server: LiveServer
) -> None:
    page, tonight, _people = hall
    go(page, live_server, "entry_add", tonight)
    page.keyboard.type("aquilone marisa")
    page.keyboard.press("Enter")
    expect(page.locator("#id_second")).to_have_value("Zibibbo Flora")
    page.keyboard.type("bri")
    expect(page.locator("#id_second")).to_have_value("Brigantino Ugo")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Brigantino Ugo")


def test_present_moves_the_counts_and_the_list_is_found_by_surname(
    hall: tuple[Page, Tournament, dict[str, Person]], live_server: LiveServer
) -> None:
    page, tonight, people = hall
    for one, two in (("Aquilone Marisa", "Brigantino Ugo"), ("Girasole Vera", "Zibibbo Flora")):
        add_entry(tournament=tonight, persons=[people[one], people[two]], by=None)
    go(page, live_server, "check_in", tonight)
    page.get_by_label("Surname").fill("zib")
    expect(page.locator("#rows > li")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Present.*Girasole Vera")).click()
    expect(page.locator("#counts")).to_contain_text("1 present · 1 expected")
    expect(page.locator("#rows > li")).to_contain_text("present")
    page.get_by_role("button", name=re.compile("^Not here.*Girasole Vera")).click()
    expect(page.locator("#counts")).to_contain_text("0 present · 2 expected")
    page.get_by_text("Close the check-in").click()
    page.get_by_role("button", name="Close: 2 do not come").click()
    expect(page.locator("main")).to_contain_text("The check-in was closed at")


def test_a_pasted_list_is_judged_while_it_is_pasted(
    hall: tuple[Page, Tournament, dict[str, Person]], live_server: LiveServer
) -> None:
    page, tonight, _people = hall
    go(page, live_server, "entries_paste", tonight)
    page.get_by_label("Names").fill("Aquilone Mariza - Brigantino Ugo\nLavanda Ada - Merletto Olga")
    expect(page.locator("#preview")).to_contain_text("Who is “Aquilone Mariza”?")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Aquilone Marisa").check()
    assert asked == [], "leaving the text asks for no new preview, which would lose the answer"
    page.get_by_role("button", name="Add the entries").click()
    expect(page.locator("#messages")).to_contain_text("2 entries added.")
    names = [line.names for line in roster(tonight)]
    assert names == ["Aquilone Marisa – Brigantino Ugo", "Lavanda Ada – Merletto Olga"]


@pytest.mark.parametrize("width", [390, 1366])
def test_closing_is_on_the_screen_and_each_button_beside_its_name_however_long_the_list(
    hall: tuple[Page, Tournament, dict[str, Person]], live_server: LiveServer, width: int
) -> None:
    page, tonight, _people = hall
    enter_list(
        tournament=tonight,
        lines=read_lines("\n".join(f"Coppia{at} Ada - Coppia{at} Ugo" for at in range(20)), individual=False),
        answers={},
        by=None,
    )
    page.set_viewport_size({"width": width, "height": 768})
    go(page, live_server, "check_in", tonight)
    closing = page.locator("#closing summary")
    expect(closing).to_be_in_viewport(ratio=1)
    closing.click()
    expect(page.get_by_role("button", name="Close: 20 do not come")).to_be_in_viewport(ratio=1)
    lefts = set()
    for row in page.locator("#rows > li").all():
        button = row.get_by_role("button").bounding_box()
        names = row.locator("b").bounding_box()
        assert button is not None
        assert names is not None
        assert button["x"] >= names["x"] + names["width"]
        assert button["y"] < names["y"] + names["height"]
        lefts.add(round(button["x"]))
    assert len(lefts) == 1, "the buttons stand under each other"


def test_axe_finds_nothing_and_nothing_sticks_out(
    hall: tuple[Page, Tournament, dict[str, Person]], live_server: LiveServer
) -> None:
    page, tonight, people = hall
    faults = []
    add_entry(tournament=tonight, persons=[people["Aquilone Marisa"], people["Brigantino Ugo"]], by=None)
    single = add_entry(tournament=tonight, persons=[people["Girasole Vera"]], by=None)
    add_entry(tournament=tonight, persons=[people["Girasole Dora"]], by=None)
    pages = [reverse(f"tournaments:{n}", args=[tonight.pk]) for n in ("entries", "check_in", "entry_add")]
    for path in (*pages, reverse("tournaments:entry", args=[tonight.pk, single.pk])):
        page.goto(live_server.url + path)
        faults += faults_of(page)
    go(page, live_server, "entries_paste", tonight)
    page.get_by_label("Names").fill("Aquilone Mariza - X\nA - B - C\nLavanda Ada - Merletto Olga")
    expect(page.locator("#preview ol > li")).to_have_count(3)
    faults += faults_of(page)
    assert not faults, "\n".join(faults)
