"""Before somebody rests for an award that nobody has said, the page of the draw leads to the very field."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, play_round, the_round
from tests.tournaments.director.test_director import page
from tests.tournaments.events.test_pages import posted
from tournaments import draws, rounds
from tournaments.departures import withdraw_entry
from tournaments.models.rounds import Round
from tournaments.models.scores import Award

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def test_an_evening_without_awards_goes_on_when_somebody_must_rest(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="target")
    settings = reverse("tournaments:edit", args=[evening.pk])
    field = f"{settings}#id_fasi-0-sit_out_vp"
    play_round(evening, 1, random.Random(1))
    assert field not in page(secretary, evening)
    withdraw_entry(entry=evening.entries.get(number=4), by=None)
    assert field in page(secretary, evening)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    assert field in page(secretary, evening)
    shown = secretary.get(settings).content.decode()
    assert 'id="id_fasi-0-sit_out_vp"' in shown
    assert "<details open" in shown
    awards = {"fasi-0-sit_out_vp": "2", "fasi-0-sit_out_mp": "305"}
    assert secretary.post(settings, posted(secretary, settings, **awards)).status_code == 302
    assert field not in page(secretary, evening)
    assert rounds.confirm(round=the_round(evening, 2), by=None).state == Round.State.CONFIRMED
    assert (Award.objects.get().vp, Award.objects.get().mp) == (2, 305)


@pytest.mark.parametrize(("programme", "entries"), [("target", 5), ("individual", 9)])
def test_the_first_draw_says_it_too(secretary: Client, cast: Cast, programme: str, entries: int) -> None:
    evening = make_evening(cast.club, entries=entries, programme=programme)
    evening.phases.update(sit_out_vp=14, sit_out_mp=None)
    assert "#id_fasi-0-sit_out_mp" in page(secretary, evening)
    url = reverse("tournaments:seat_by_hand", args=[evening.pk, 1])
    assert "#id_fasi-0-sit_out_mp" in secretary.get(url).content.decode()
