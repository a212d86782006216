"""Evenings with a final, played through the pages."""

import random
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.hands import Hand, HandScore
from tests.cast import REFEREE, SECRETARY, Cast
from tests.evenings import record_random
from tests.tournaments.shown.conftest import end_level, words_of
from tournaments.hands import NumberedHand
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Round
from tournaments.programmes import PAIRS, PhasePlan, Programme

Movement = Phase.Movement


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def referee(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.users[REFEREE])
    client.cookies["django_language"] = "en"
    return client


def two_hands(movement: str, rounds: int, **facts: object) -> PhasePlan:
    return PhasePlan(movement, rounds, hands=4, minutes=30, **facts)  # type: ignore[arg-type]


def programme(*phases: PhasePlan, kind: str = PAIRS) -> Programme:
    return Programme("Con la finale", kind, phases)


def address(name: str, evening: Tournament, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[evening.pk, *args])


def look(client: Client, name: str, evening: Tournament, *args: object) -> str:
    """The words of a page of the evening."""
    answer = client.get(address(name, evening, *args))
    assert answer.status_code == 200
    return words_of(answer.content.decode())


def play(client: Client, evening: Tournament, number: int, rng: random.Random | None) -> None:
    """A round pressed through from its draw to its close; without a chance every match ends level."""
    for name in ("draw", "confirm", "announce", "start"):
        client.post(address(name, evening, number))
    round_ = evening.rounds.get(number=number)
    assert round_.state == Round.State.PLAYING, look(client, "director", evening)
    for match in Match.objects.active().filter(round=round_).select_related("round__phase__tournament"):
        if rng is None:
            end_level(match)
        else:
            record_random(match, rng)
    client.post(address("close", evening, number))
    assert evening.rounds.get(number=number).state == Round.State.CLOSED


def ties_on(client: Client, evening: Tournament) -> list[tuple[str, str]]:
    """The ties that the page asks about: phase and keys, as its forms send them."""
    page = client.get(address("qualified", evening)).content.decode()
    asked = r'qualificati/sorteggia/".*?name="phase" value="(\d*)">.*?name="tied" value="([\d-]+)"'
    return re.findall(asked, page, re.DOTALL)


def crushing(match: Match, entry: int) -> tuple[NumberedHand, ...]:
    """Hands of the match by which that entry wins as high as can be."""
    win, lose = HandScore(base=1000, points=800), HandScore(base=0, points=-100)
    is_north = match.seats.get(entry=entry).line == "NS"
    hand = Hand((win, lose) if is_north else (lose, win))
    return tuple(NumberedHand(number, hand) for number in (1, 2, 3, 4))


def in_two_groups(movement: str, rounds: int, **facts: object) -> Programme:
    """Three rounds in two groups of four, then a final of the first two of each."""
    return programme(
        two_hands(Movement.ROUND_ROBIN, 3, groups=2, groups_by=Phase.GroupsBy.LOT),
        two_hands(movement, rounds, qualify_each=2, **facts),
    )


def meetings(number: int) -> list[set[int]]:
    matches = Match.objects.active().filter(round__number=number).order_by("table_number")
    return [set(match.seats.values_list("entry", flat=True)) for match in matches]
