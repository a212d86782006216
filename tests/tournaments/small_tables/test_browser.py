"""The slip of three and five in a real browser: sums while typing, nothing for axe, nothing too wide."""

import random

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models.users import User
from tests.cast import REFEREE, SECRETARY, make_cast
from tests.evenings import make_evening, open_round, play_round
from tests.looks import faults_of
from tests.tournaments.small_tables.test_evenings import THREE_HANDS
from tournaments.hands import hands_of, same_score
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match
from tournaments.programmes import PhasePlan, Programme

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def evening(entries: int, **facts: object) -> Tournament:
    plan = PhasePlan(Phase.Movement.DRAWN, 2, **{"hands": 3, "vp_table": "hands-3", **facts})
    return make_evening(make_cast().club, entries=entries, programme=Programme("", "individuals", (plan,)))


def enter(page: Page, live_server: LiveServer, role: str) -> None:
    """Log in as the role, in English."""
    client = Client()
    client.force_login(User.objects.get(email=f"{role}@prova.example"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )


def test_a_match_of_three_is_typed_by_keyboard(page: Page, live_server: LiveServer) -> None:
    match = open_round(evening(3, table_size=3), 1).matches.active().get()
    enter(page, live_server, REFEREE)
    slip = live_server.url + reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk])
    page.goto(slip)
    figures = (
        ("1", ("300", "120", "200", "185", "", "")),
        ("2", ("", "", "200", "100", "100", "100")),
        ("3", ("-", "100", "", "", "-", "20-")),
    )
    for alone, typed in figures:
        page.keyboard.press(alone)
        page.keyboard.press("Enter")
        for figure in typed:
            page.keyboard.type(figure)
            page.keyboard.press("Enter")
    for total in ("570", "542,5", "272,5"):
        page.keyboard.type(total)
        page.keyboard.press("Enter")
    expect(page.locator("#t3_2")).to_have_text("542.5")
    expect(page.locator("#review .big")).to_have_text("11.5 – 11.5 – 7")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Table 1: 570 – 542.5 – 272.5, V.P. 11.5–11.5–7")).to_be_visible()
    assert same_score(hands_of(Match.objects.get(pk=match.pk)), THREE_HANDS)


@pytest.mark.parametrize("width", [390, 1366])
def test_names_have_more_room_than_figures(page: Page, live_server: LiveServer, width: int) -> None:
    match = open_round(evening(3, table_size=3), 1).matches.active().get()
    enter(page, live_server, REFEREE)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(live_server.url + reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk]))
    name = page.locator(".players tbody tr:nth-child(2) [scope=row]").first.bounding_box()
    figure = page.locator("#h1_1_base").bounding_box()
    assert name is not None
    assert figure is not None
    assert name["width"] > 1.8 * figure["width"]


def test_a_player_alone_stands_in_the_middle_of_her_line(page: Page, live_server: LiveServer) -> None:
    tournament = evening(3, table_size=3)
    play_round(tournament, 1, random.Random(1))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + reverse("tournaments:standings", args=[tournament.pk]))
    link = page.locator(".pair a").first
    whole, words = link.bounding_box(), link.locator("span").bounding_box()
    assert whole is not None
    assert words is not None
    above = words["y"] - whole["y"]
    below = whole["y"] + whole["height"] - words["y"] - words["height"]
    assert whole["height"] >= 44
    assert abs(above - below) <= 1


def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, live_server: LiveServer) -> None:
    tournament = evening(9, table_size=5, spare_size=4)
    play_round(tournament, 1, random.Random(1))
    open_round(tournament, 2)
    match = Match.objects.active().get(round__tournament=tournament, round__number=2, players=5)
    played = Match.objects.active().get(round__tournament=tournament, round__number=1, players=5)
    enter(page, live_server, SECRETARY)
    slip = reverse("tournaments:match_desk", args=[tournament.pk, match.pk])
    names = ("desk", "director", "seats", "standings", "rounds", "regulations", "staff_standings")
    urls = [
        *(reverse(f"tournaments:{name}", args=[tournament.pk]) for name in names),
        slip,
        f"{slip}?modo=detail",
        reverse("tournaments:match_desk", args=[tournament.pk, played.pk]),
        reverse("tournaments:match_history", args=[tournament.pk, played.pk]),
        reverse("tournaments:match_by_code", args=[played.code]),
        reverse("tournaments:entry_card", args=[tournament.pk, 1]),
    ]
    faults = []
    for url in urls:
        page.goto(live_server.url + url)
        faults += faults_of(page)
    assert not faults, "\n".join(faults)
