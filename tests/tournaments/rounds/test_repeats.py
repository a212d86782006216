"""What a draft says that it repeats, and what it says that it does not: nothing that was not looked at."""

import random
import re
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.tournaments.finals.conftest import programme, two_hands
from tests.tournaments.shown.conftest import words_of
from tournaments import draws, rounds
from tournaments.departures import withdraw_entry
from tournaments.drafts import repeats_of
from tournaments.entries import readmit_entry
from tournaments.models.events import Phase, Tournament
from tournaments.names import entry_names
from tournaments.papers.seats import fields, seats_on_paper
from tournaments.programmes import INDIVIDUALS
from tournaments.seats import current_seats, history

pytestmark = pytest.mark.django_db
Movement = Phase.Movement


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def page(client: Client, evening: Tournament, name: str = "director", *args: object) -> str:
    answer = client.get(reverse(f"tournaments:{name}", args=[evening.pk, *args]))
    assert answer.status_code == 200
    return words_of(answer.content.decode())


def opposite(evening: Tournament, number: int) -> list[set[frozenset[int]]]:
    """Round by round who of single players sat against whom."""
    return [
        {frozenset(pair) for seating in past.seatings for pair in product(seating.ns, seating.ew)}
        for past in history(evening, number + 1)
    ]


def test_opponents_of_a_rotation_are_counted_where_they_meet_again(cast: Cast, secretary: Client) -> None:
    """Eight players, two tables: sooner or later somebody sits against the same player again."""
    plan = programme(two_hands(Movement.INDIVIDUAL, 7), kind=INDIVIDUALS)
    evening = make_evening(cast.club, entries=8, programme=plan)
    counts = []
    for number in range(1, 8):
        draws.draw_round(round=the_round(evening, number), by=None, seed=1)
        *before, now = opposite(evening, number)
        again = sum(any(pair in each for each in before) for pair in now)
        assert repeats_of(the_round(evening, number)).opponents == again
        counts.append(again)
        answer = secretary.get(reverse("tournaments:director", args=[evening.pk]), {"fase": number})
        text = words_of(answer.content.decode())
        assert "Nobody meets" not in text
        assert "Nobody has the same partner again." in text
        assert (f"{again} pairs of opponents meet again." in text) == (again > 1)
        assert ("Nobody has the same opponent again." in text) == (again == 0)
        rounds.confirm(round=the_round(evening, number), by=None)
    assert max(counts) > 1


def test_byes_of_a_knock_out_are_no_rests(cast: Cast, secretary: Client) -> None:
    """Five pairs make three byes: no warning, and a word of their own wherever they are read."""
    plan = programme(two_hands(Movement.DANISH, 1), two_hands(Movement.KNOCKOUT, 3))
    evening = make_evening(cast.club, entries=5, programme=plan)
    play_round(evening, 1, random.Random(1))
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    byes = set(the_round(evening, 2).seats.active().filter(reason="rests").values_list("entry", flat=True))
    assert len(byes) == 3
    assert {note.code for note in repeats_of(the_round(evening, 2)).notes} <= {"rematch"}
    text = page(secretary, evening)
    assert "goes on without playing" in text
    assert "Those who rest" not in text
    assert "rests again (" not in text
    (field,) = fields(seats_on_paper(the_round(evening, 2)), entry_names(evening))
    assert field.goes_on
    assert {who.entry_id for who in field.rests} == byes
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 2), by=None)
    number = evening.entries.get(pk=min(byes)).number
    assert "You go on without playing this round" in page(secretary, evening, "entry_card", number)
    for name in ("seats", "rounds"):
        assert "goes on without playing" in page(secretary, evening, name)


def test_rests_of_a_group_cannot_fill_a_table_of_another(cast: Cast) -> None:
    plan = programme(two_hands(Movement.SWISS, 2, groups=2, groups_by="lot"))
    evening = make_evening(cast.club, entries=10, programme=plan)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    assert the_round(evening, 1).seats.active().filter(reason="rests").count() == 2
    assert repeats_of(the_round(evening, 1)).notes == ()


def test_nobody_rests_again_is_not_said_where_all_have_rested(cast: Cast, secretary: Client) -> None:
    plan = programme(two_hands(Movement.DRAWN, 6))
    evening = make_evening(cast.club, entries=5, programme=plan)
    for number in range(1, 6):
        play_round(evening, number, random.Random(number))
    draws.draw_round(round=the_round(evening, 6), by=None, seed=1)
    (rest,) = repeats_of(the_round(evening, 6)).rests
    text = page(secretary, evening)
    assert "or rests again" not in text
    (before,) = rest.rounds
    number = evening.entries.get(pk=rest.entries[0]).number
    assert current_seats(the_round(evening, before)).rests[0].entry == rest.entries[0]
    assert re.search(
        rf"{number} [^.]*rests again \(round {before}\): nobody who plays has rested less\.", text
    )


def test_who_rests_a_second_time_in_a_howell_is_named(cast: Cast, secretary: Client) -> None:
    """One is away in the third round, so that two rest in it, and the last round has nobody left to rest."""
    evening = make_evening(cast.club, entries=5, programme=programme(two_hands(Movement.HOWELL, 5)))
    play_round(evening, 1, random.Random(1))
    open_round(evening, 2)
    gone = current_seats(the_round(evening, 1)).rests[0].entry
    withdraw_entry(entry=evening.entries.get(pk=gone), by=None)
    for match in the_round(evening, 2).matches.active().select_related("round__phase__tournament"):
        if not match.seats.filter(award__isnull=False).exists():
            record_random(match, random.Random(2))
    rounds.close(round=the_round(evening, 2), by=None)
    play_round(evening, 3, random.Random(3))
    readmit_entry(entry=evening.entries.get(pk=gone), by=None)
    play_round(evening, 4, random.Random(4))
    draws.draw_round(round=the_round(evening, 5), by=None)
    (resting,) = current_seats(the_round(evening, 5)).rests
    number = evening.entries.get(pk=resting.entry).number
    assert re.search(rf"{number} [^.]*rests again \(round \d\)", page(secretary, evening))
