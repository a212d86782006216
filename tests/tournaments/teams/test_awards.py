"""What a sit-out and an absence give is asked before it is needed; each refusal leads to the field."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, Cast
from tests.evenings import make_evening, open_round, play_round
from tests.tournaments.events.test_pages import posted
from tests.tournaments.teams.conftest import say_awards, table
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.scores import Award

pytestmark = pytest.mark.django_db
ASKED = "Nobody has said yet what a sit-out and an absence give"


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    return make_evening(cast.club, entries=4, programme="teams-danish")


def field(evening: Tournament, phase: int = 1, name: str = "sit_out_vp") -> str:
    return f"{reverse('tournaments:edit', args=[evening.pk])}#id_fasi-{phase - 1}-{name}"


def shown(secretary: Client, evening: Tournament, name: str, *args: object, query: str = "") -> str:
    return secretary.get(reverse(f"tournaments:{name}", args=[evening.pk, *args]) + query).content.decode()


def test_the_director_is_asked_before_the_evening(secretary: Client, evening: Tournament) -> None:
    for query in ("", "?fase=before"):
        page = shown(secretary, evening, "director", query=query)
        assert ASKED in page
        assert field(evening) in page
    evening.phases.filter(number=1).update(sit_out_vp=12, sit_out_mp=350, absence_vp=8, absence_mp=-350)
    assert field(evening, 2) in shown(secretary, evening, "director")
    say_awards(evening)
    assert ASKED not in shown(secretary, evening, "director")


def test_an_evening_of_pairs_by_the_code_is_asked_nothing(secretary: Client, cast: Cast) -> None:
    pairs = make_evening(cast.club, entries=4)
    assert ASKED not in shown(secretary, pairs, "director")


def test_an_absence_at_a_table_leads_to_the_field(secretary: Client, evening: Tournament) -> None:
    evening.phases.update(sit_out_vp=12, sit_out_mp=350, absence_vp=8)
    open_round(evening, 1)
    match = table(evening, 1, 1)
    assert field(evening, name="absence_mp") in shown(secretary, evening, "table_trouble", match.pk)
    settings = reverse("tournaments:edit", args=[evening.pk])
    said = {f"fasi-{at}-absence_mp": -350 for at in (0, 1)}
    assert secretary.post(settings, posted(secretary, settings, **said)).status_code == 302
    assert ASKED not in shown(secretary, evening, "table_trouble", match.pk)
    team = match.seats.get(line="EW").entry_id
    absent = reverse("tournaments:table_absent", args=[evening.pk, match.pk])
    assert secretary.post(absent, {"absent": [team]}).status_code == 302
    given = Award.objects.values_list("seat__entry", "vp", "mp")
    ours = match.seats.get(line="NS").entry_id
    assert set(given) == {(ours, 12, 350), (team, 8, -350)}


def test_a_referee_is_told_who_says_it(client: Client, cast: Cast, evening: Tournament) -> None:
    open_round(evening, 1)
    client.force_login(cast.users[REFEREE])
    client.cookies["django_language"] = "en"
    page = shown(client, evening, "table_trouble", table(evening, 1, 1).pk)
    assert "The director says it in the settings." in page
    assert field(evening) not in page


def test_who_leaves_and_who_comes_late_lead_to_the_field(secretary: Client, evening: Tournament) -> None:
    say_awards(evening)
    play_round(evening, 1, random.Random(1))
    evening.phases.filter(number=2).update(absence_vp=None)
    open_round(evening, 2)
    entry = Entry.objects.get(tournament=evening, number=1)
    for name, args in (("leave", [entry.pk]), ("late", [])):
        assert field(evening, 2, "absence_vp") in shown(secretary, evening, name, *args)
    say_awards(evening)
    for name, args in (("leave", [entry.pk]), ("late", [])):
        assert ASKED not in shown(secretary, evening, name, *args)
