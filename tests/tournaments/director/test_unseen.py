"""What is said of an announcement is true: of an evening that nobody can see, and of the check at the end."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, play_evening, the_round
from tests.tournaments.director.test_director import page, press
from tournaments import draws, rounds
from tournaments.models.events import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client: Client, cast: Cast) -> None:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"


def confirmed(cast: Cast, *, published: bool) -> Tournament:
    evening = make_evening(cast.club, entries=8, published=published)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    rounds.confirm(round=the_round(evening, 1), by=None)
    return evening


@pytest.mark.usefixtures("secretary")
def test_an_unpublished_round_is_announced_to_the_staff_alone(client: Client, cast: Cast) -> None:
    evening = confirmed(cast, published=False)
    shown = press(client, evening, "announce", 1)
    assert "everybody sees" not in shown
    assert "Round 1 is announced. The evening is not published" in shown
    assert reverse("tournaments:publish", args=[evening.pk]) in shown
    press(client, evening, "publish")
    assert reverse("tournaments:publish", args=[evening.pk]) not in page(client, evening)
    assert client.get(reverse("tournaments:seats", args=[evening.pk])).status_code == 200


@pytest.mark.usefixtures("secretary")
def test_a_published_round_is_announced_to_everybody(client: Client, cast: Cast) -> None:
    shown = press(client, confirmed(cast, published=True), "announce", 1)
    assert "Round 1 is announced: everybody sees the seats." in shown
    assert "Not published" not in shown


@pytest.mark.usefixtures("secretary")
def test_an_evening_of_a_club_with_a_closed_page_is_seen_by_nobody(client: Client, cast: Cast) -> None:
    evening = confirmed(cast, published=True)
    Club.objects.filter(pk=cast.club.pk).update(is_public=False)
    assert "The evening is not published" in press(client, evening, "announce", 1)
    answer = press(client, evening, "publish")
    assert "can be seen by everybody" not in answer
    assert "open it in the club&#x27;s settings first" in answer


@pytest.mark.usefixtures("secretary")
def test_the_check_of_the_standings_says_what_it_does(client: Client, cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=8), random.Random(3))
    shown = page(client, evening)
    assert "no round opens again, and only the referee corrects a score" in shown
    assert "only the referee corrects a score now" in press(client, evening, "provisional")
    public = client.get(reverse("tournaments:standings", args=[evening.pk])).content.decode()
    assert public.casefold().count("provisional") == 1
    assert "being checked" in public
