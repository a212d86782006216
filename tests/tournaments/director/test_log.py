"""Each line of the log says whom and what it was about."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, record_random, the_round
from tests.tournaments.events.test_events import facts_of
from tournaments import draws
from tournaments.check_in import set_present
from tournaments.departures import withdraw_entry
from tournaments.events import change_tournament, plans_of
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.names import entry_names
from tournaments.penalties import give_penalty
from tournaments.scores import swap_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def log_of(client: Client, evening: Tournament) -> list[str]:
    page = client.get(reverse("tournaments:log", args=[evening.pk])).content.decode()
    return [re.sub(r"\s+", " ", line) for line in re.findall(r"<tr.*?</tr>", page, flags=re.DOTALL)]


def called(evening: Tournament, number: int) -> str:
    entry = evening.entries.get(number=number)
    return f"{number} {' – '.join(entry_names(evening)[entry.pk].full)}"


def test_a_swap_says_whose_seats(staff: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8)
    draw = draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    one, other = draw.seats.order_by("pk")[:2]
    draws.swap_seats(round=the_round(evening, 1), one=one.pk, other=other.pk, by=None)
    swap, drawn = log_of(staff, evening)[1:3]
    for seat in (one, other):
        assert called(evening, seat.entry.number) in swap
    assert "draw 1" in drawn


def test_a_change_of_an_entry_says_whose_and_what(staff: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    for number, present in ((2, False), (2, True)):
        set_present(entry=evening.entries.get(number=number), present=present, by=None)
    present, expected = log_of(staff, evening)[1:3]
    assert f"{called(evening, 2)} · present" in present
    assert f"{called(evening, 2)} · expected" in expected
    open_round(evening, 1)
    withdraw_entry(entry=evening.entries.get(number=3), by=None)
    withdrawn = log_of(staff, evening)[1]
    assert "Entry withdrawn" in withdrawn
    assert called(evening, 3) in withdrawn


def test_scores_penalties_and_settings_say_what(staff: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8)
    facts = facts_of(evening, venue="Sala grande", capacity=40)
    change_tournament(tournament=evening, facts=facts, phases=plans_of(evening), by=None)
    changed = log_of(staff, evening)[1]
    assert "places · where" in changed
    open_round(evening, 1)
    match = Match.objects.active().select_related("round__phase__tournament").earliest("pk")
    record_random(match, random.Random(1))
    match.refresh_from_db()
    swap_lines(match=match, by=None, seen_version=match.version)
    corrected, entered = log_of(staff, evening)[1:3]
    assert "lines swapped" in corrected
    assert re.search(r"table 1 · −?\d+ – −?\d+<", entered)
    entry = evening.entries.get(number=5)
    give_penalty(entry=entry, round=the_round(evening, 1), reason="ritardo", by=None, vp=-1, mp=-100)
    assert f"{called(evening, 5)} · −1 V.P. · −100 M.P. · ritardo" in log_of(staff, evening)[1]
