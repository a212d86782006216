"""The way of typing chosen at one table stays for the next ones of the evening, in this browser alone."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, SCORER, Cast
from tests.evenings import make_evening, open_round
from tests.slips import E6, quick, reread
from tournaments.models.rounds import Match, Round
from tournaments.scores import record_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(playing: Round) -> list[Match]:
    return [reread(match) for match in playing.matches.active().order_by("table_number")]


def slip(client: Client, match: Match, mode: str = "") -> Any:
    """The form that a browser shows for a table."""
    url = reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk])
    return client.get(url + (f"?modo={mode}" if mode else "")).context["form"]


def browser(cast: Cast, role: str = SCORER) -> Client:
    client = Client()
    client.force_login(cast.users[role])
    return client


@pytest.mark.parametrize("mode", ["single", "total", "detail"])
def test_the_next_table_opens_as_the_last_one_was_typed(cast: Cast, tables: list[Match], mode: str) -> None:
    desk = browser(cast)
    assert slip(desk, tables[0]).mode == "quick"
    assert slip(desk, tables[0], mode).mode == mode
    assert slip(desk, tables[1]).mode == mode
    number = desk.get(
        reverse("tournaments:desk", args=[tables[1].round.tournament_id]), {"tavolo": "2"}, follow=True
    )
    assert number.context["form"].mode == mode


def test_it_stays_with_one_browser_and_one_evening(cast: Cast, tables: list[Match]) -> None:
    desk = browser(cast)
    slip(desk, tables[0], "single")
    assert slip(browser(cast, REFEREE), tables[1]).mode == "quick"
    other = (
        open_round(make_evening(cast.club, entries=4, programme="2m2d"), 1)
        .matches.active()
        .get(table_number=1)
    )
    assert slip(desk, reread(other)).mode == "quick"
    assert slip(desk, tables[1]).mode == "single"


def test_a_table_that_is_in_shows_what_was_typed_for_it(cast: Cast, tables: list[Match]) -> None:
    desk = browser(cast)
    slip(desk, tables[0], "single")
    record_match(match=tables[1], hands=quick(E6), by=None, seen_version=0)
    assert slip(desk, reread(tables[1])).mode == "quick"


@pytest.mark.parametrize("junk", ["x", "%00", "single%0a", ""])
def test_a_mode_that_is_none_changes_nothing(cast: Cast, tables: list[Match], junk: str) -> None:
    desk = browser(cast)
    slip(desk, tables[0], "total")
    assert slip(desk, tables[1], junk).mode == "total"
