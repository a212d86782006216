"""Who played a round is named in it; who plays from the next round on is not named before."""

import random

import pytest
from django.test import Client

from clubs.models.people import Person
from clubs.naming import full_name, public_name
from tests.cast import REFEREE, Cast
from tests.evenings import make_evening, open_round, play_round, record_random
from tests.tournaments.mishaps.test_absence_shown import words
from tournaments.arrivals import replace_player
from tournaments.calls import Called, calls_of, warn
from tournaments.hall import own_evening
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.penalties import give_penalty, penalties_of
from tournaments.reads import seats_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(cast: Cast) -> Entry:
    """Number 1, whose second player has a score in round 1: Ida Cambio plays from the next one on."""
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    round_ = open_round(evening, 1)
    found = Tournament.objects.get(pk=evening.pk).entries.get(number=1)
    record_random(round_.matches.active().get(seats__entry=found), random.Random(1))
    warn(called=Called(round_, "In ritardo", entry=found), by=None)
    give_penalty(entry=found, round=round_, reason="Voce alta", by=None, mp=-100)
    new = Person.objects.create(club=cast.club, last_name="Cambio", first_name="Ida")
    replace_player(entry=found, leaving=found.members.get(position=2).person_id, arriving=new, by=None)
    return found


def test_the_running_round_goes_on_with_who_began_it(entry: Entry) -> None:
    left = entry.members.get(is_current=False).person
    own = own_evening(entry.tournament, 1)
    assert public_name(left) in own.own.public
    other = own.now.opponents[0]
    met = own_evening(entry.tournament, entry.tournament.entries.get(pk=other).number)
    assert public_name(left) in met.opponents[0]
    assert "Cambio" not in met.opponents[0]


def test_calls_penalties_and_seats_name_who_sat_there(client: Client, cast: Cast, entry: Entry) -> None:
    left = full_name(entry.members.get(is_current=False).person)
    (call,) = calls_of(entry.tournament)
    assert left in call.names.full
    assert any(left in who.full for who in call.seated)
    (penalty,) = penalties_of(entry.tournament)
    assert left in penalty.names.full
    assert any(left in line.names.full for line in seats_of(entry.tournament))
    client.force_login(cast.users[REFEREE])
    said = words(client, "calls", entry.tournament_id)
    assert left in said


def test_her_card_says_who_played_the_rounds_before(cast: Cast, client: Client) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    found = Tournament.objects.get(pk=evening.pk).entries.get(number=1)
    left = found.members.get(position=2).person
    new = Person.objects.create(club=cast.club, last_name="Cambio", first_name="Ida")
    replace_player(entry=found, leaving=left.pk, arriving=new, by=None)
    open_round(Tournament.objects.get(pk=evening.pk), 2)
    own = own_evening(evening, 1)
    assert public_name(new) in own.own.public
    assert [public_name(left) in played for _score, _against, played in own.lines] == [True, False]
    client.cookies["django_language"] = "en"
    assert "played by" in words(client, "entry_card", evening.pk, 1)
