"""The demonstration: what stands where the pictures and the first visitor look for it."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.management.demo_data import PAIRS, SINGLES, load
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 11, 26, 21, 0, tzinfo=datetime.UTC)


def test_an_evening_of_single_players_at_tables_of_three_is_being_played(client: Client) -> None:
    load(NOW)
    evenings = list(Tournament.objects.order_by("pk"))
    assert [each.is_individual for each in evenings] == [False] * 4 + [True]
    singles = evenings[-1]
    second = singles.rounds.get(number=2)
    assert (singles.rounds.get(number=1).state, second.state) == (Round.State.CLOSED, Round.State.PLAYING)
    assert sorted(match.players for match in second.matches.active()) == [3, 3, 3, 4]
    client.cookies["django_language"] = "en"
    page = client.get(reverse("tournaments:seats", args=[singles.pk])).content.decode()
    assert [name for name in SINGLES if name not in page] == []
    assert "place 3" in page

    at_tables = EntryMember.objects.filter(tournament__rounds__state=Round.State.PLAYING)
    people = list(at_tables.values_list("person", flat=True))
    assert len(people) == len(set(people)) == 2 * len(PAIRS) + len(SINGLES)
