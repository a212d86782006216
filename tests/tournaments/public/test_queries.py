"""As many queries for two hundred pairs as for twenty."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match

NAMES = ("seats", "standings", "standings_csv", "rounds", "rounds_csv", "regulations")
MOST = 24  # of any page


def _asked(client: Client, address: str) -> int:
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def _addresses(evening: Tournament) -> list[str]:
    match = Match.objects.active().filter(round__tournament=evening).first()
    assert match is not None
    return [
        *(reverse(f"tournaments:{name}", args=[evening.pk]) for name in NAMES),
        reverse("tournaments:seats", args=[evening.pk]) + "?q=P",
        reverse("tournaments:entry_card", args=[evening.pk, 3]),
        reverse("tournaments:match_by_code", args=[match.code]),
    ]


@pytest.fixture
def played(club: Club) -> Callable[[int], Tournament]:
    def make(entries: int) -> Tournament:
        evening = make_evening(club, entries=entries, programme="2m2d")
        open_round(evening, 1)
        return evening

    return make


def test_the_number_of_queries_does_not_grow(client: Client, played: Callable[[int], Tournament]) -> None:
    few = [_asked(client, address) for address in _addresses(played(20))]
    many = [_asked(client, address) for address in _addresses(played(200))]
    assert many == few
    assert max(few) <= MOST


def test_a_page_that_is_remembered_asks_for_versions_alone(
    client: Client, played: Callable[[int], Tournament]
) -> None:
    here = reverse("tournaments:standings", args=[played(20).pk])
    first = client.get(here)
    with CaptureQueriesContext(connection) as queries:
        client.get(here)
    assert len(queries) <= 2
    with CaptureQueriesContext(connection) as queries:
        assert client.get(here, headers={"if-none-match": first.headers["ETag"]}).status_code == 304
    assert len(queries) == 1
