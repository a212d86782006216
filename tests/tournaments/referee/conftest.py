"""Evenings for the referee: a round on the tables, and provisional standings open to objections."""

import datetime
import random

import pytest

from clubs.models.clubs import Club
from clubs.models.users import User
from tests.cast import REFEREE, Cast
from tests.evenings import four_playing, make_evening, play_evening
from tests.remembered import remembered
from tests.slips import reread
from tournaments.ending import publish_provisional
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round

# Provisional standings come out at 23.25 in Rome, and their quarter of an hour ends at 23.40.
OUT = datetime.datetime(2026, 11, 26, 22, 25, tzinfo=datetime.UTC)
IN_TIME = OUT + datetime.timedelta(minutes=14)
LATE = OUT + datetime.timedelta(minutes=15)


@pytest.fixture
def playing(cast: Cast) -> Round:
    """Round 1 of an evening of four pairs, four hands, being played."""
    return remembered(four_playing, cast.club)


@pytest.fixture
def match(playing: Round) -> Match:
    return reread(playing.matches.active().get(table_number=1))


@pytest.fixture
def referee(cast: Cast) -> User:
    return cast.users[REFEREE]


@pytest.fixture
def north(playing: Round) -> Entry:
    """The N-S pair of table 1."""
    return Entry.objects.get(seats__match__table_number=1, seats__match__round=playing, seats__line="NS")


def provisional(cast: Cast, *, entries: int = 4, now: datetime.datetime = OUT) -> Tournament:
    """An evening whose provisional standings came out at that moment, open to objections for 15 minutes."""
    return remembered(provisional_of, cast.club, entries, now)


def provisional_of(club: Club, entries: int, now: datetime.datetime) -> Tournament:
    evening = make_evening(club, entries=entries, programme="2m2d", objection_minutes=15)
    play_evening(evening, random.Random(3))
    return publish_provisional(tournament=evening, by=None, now=now)


def slip_of(entry: Entry, number: int = 1) -> str:
    """The code on the slip of the entry's match in that round."""
    return Match.objects.active().get(seats__entry=entry, seats__slot=1, round__number=number).code


@pytest.fixture
def provisional_evening(cast: Cast) -> Tournament:
    return provisional(cast)
