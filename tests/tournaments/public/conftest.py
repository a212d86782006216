"""An evening as its players see it: nine pairs, one round played, the second on the tables."""

import random

import pytest
from django.core.cache import cache

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.remembered import remembered
from tournaments import draws, rounds
from tournaments.models.events import Tournament

HIDDEN, INITIAL = "P003", "P004"


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova", town="Prova")


def hall_of(club: Club) -> Tournament:
    """Entry 2 hides its names: one person shows initials alone, the other her surname."""
    evening = make_evening(club, entries=9, programme="2m2d")
    Person.objects.filter(last_name=HIDDEN).update(
        last_name="Nascosta", first_name="Violetta", name_shown=Person.NameShown.HIDDEN
    )
    Person.objects.filter(last_name=INITIAL).update(
        first_name="Margherita", name_shown=Person.NameShown.INITIAL
    )
    rng = random.Random(11)
    play_round(evening, 1, rng)
    second = open_round(evening, 2, seed=5)
    for match in second.matches.active().select_related("round__phase__tournament")[:2]:
        record_random(match, rng)
    evening.refresh_from_db()
    return evening


@pytest.fixture
def evening(club: Club) -> Tournament:
    return remembered(hall_of, club)


def draft_next(evening: Tournament, number: int) -> None:
    """Draw and confirm a round, which prints its slips, without announcing it."""
    draws.draw_round(round=the_round(evening, number), by=None, seed=3)
    rounds.confirm(round=the_round(evening, number), by=None)
