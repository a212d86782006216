"""Evenings in groups and knock-outs, as pages and papers show them."""

import random
import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from scoring.hands import Hand, HandScore
from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_round, the_round
from tests.remembered import remembered
from tournaments import draws, rounds
from tournaments.hands import NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.scores import record_match

Read = Callable[..., str]


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def read(secretary: Client) -> Read:
    """The words of a page of an evening, tags and blanks squeezed; `raw` leaves the tags."""

    def page(name: str, *args: object, raw: bool = False, query: str = "") -> str:
        answer = secretary.get(reverse(f"tournaments:{name}", args=args) + query)
        assert answer.status_code == 200
        html = answer.content.decode()
        return html if raw else words_of(html)

    return page


def words_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("&amp;", "&")


def in_groups(cast: Cast, entries: int = 12) -> Tournament:
    """Three rounds of Mitchell played, the first in groups on the tables."""
    return remembered(in_groups_of, cast.club, entries)


def in_groups_of(club: Club, entries: int) -> Tournament:
    evening = make_evening(club, entries=entries, programme="groups")
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    open_round(evening, 4)
    evening.refresh_from_db()
    return evening


def knock_out(cast: Cast, entries: int, played: int) -> Tournament:
    """A knock-out with as many rounds as the field needs, the first of them played."""
    return remembered(knock_out_of, cast.club, entries, played)


def knock_out_of(club: Club, entries: int, played: int) -> Tournament:
    evening = make_evening(club, entries=entries, programme="knockout")
    needed = (entries - 1).bit_length()
    Round.objects.filter(tournament=evening, number__gt=needed).update(state=Round.State.DROPPED)
    for number in range(1, played + 1):
        play_round(evening, number, random.Random(number))
    evening.refresh_from_db()
    return evening


def draw(evening: Tournament, number: int) -> Round:
    draws.draw_round(round=the_round(evening, number), by=None, seed=1)
    return the_round(evening, number)


def show(evening: Tournament, number: int) -> None:
    """Draw, confirm and announce."""
    draw(evening, number)
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, number), by=None)


def end_level(match: Match) -> None:
    """Four hands of the same points for both lines."""
    hand = Hand((HandScore(base=300, points=200), HandScore(base=100, points=400)))
    other = Hand((HandScore(base=100, points=400), HandScore(base=300, points=200)))
    hands = [NumberedHand(number, hand if number % 2 else other) for number in (1, 2, 3, 4)]
    record_match(match=match, hands=hands, by=None, seen_version=match.version, confirmed={"V13", "V18"})


def close_although_level(evening: Tournament, number: int) -> None:
    """As a correction in a closed round leaves it: the program itself closes no round with a level match."""
    Round.objects.filter(tournament=evening, number=number).update(state=Round.State.CLOSED)
