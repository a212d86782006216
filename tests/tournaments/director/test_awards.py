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
from tournaments.standings import standings

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


NOTE = (
    "Already given, and they stay: the awards of rounds 1 and 2. "
    "A new figure counts for who sits out from round 3 on, or is absent from now on."
)


def test_a_new_award_counts_only_from_the_next_round_and_says_so(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=7)
    rng = random.Random(3)
    for number in (1, 2):
        play_round(evening, number, rng)
    settings = reverse("tournaments:edit", args=[evening.pk])
    assert NOTE in secretary.get(settings).content.decode()
    before = [(row.number, row.vp, row.mp) for row in standings(evening).rows]
    sent = posted(secretary, settings, **{"fasi-0-sit_out_vp": "5", "fasi-0-sit_out_mp": "55"})
    assert NOTE in secretary.post(settings, sent, follow=True).content.decode()
    assert [(row.number, row.vp, row.mp) for row in standings(evening).rows] == before
    play_round(evening, 3, rng)
    assert sorted(Award.objects.values_list("seat__round__number", "vp", "mp")) == [
        (1, 12, 305), (2, 12, 305), (3, 5, 55),
    ]  # fmt: skip
    after = secretary.get(settings).content.decode()
    assert "the awards of rounds 1, 2 and 3. A new figure counts only for who is absent" in after


def test_before_the_first_confirmed_round_and_without_a_change_nothing_is_said(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=7)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    settings = reverse("tournaments:edit", args=[evening.pk])
    assert "Already given" not in secretary.get(settings).content.decode()
    rounds.confirm(round=the_round(evening, 1), by=None)
    assert (
        "the awards of round 1. A new figure counts for who sits out from round 2"
        in secretary.get(settings).content.decode()
    )
    page = secretary.post(settings, posted(secretary, settings, venue="Altrove"), follow=True)
    assert "Already given" not in page.content.decode()
