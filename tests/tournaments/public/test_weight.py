"""What thirty pairs cost a phone: the first visit, a refresh, and nothing new."""

import random
import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round, play_round
from tests.remembered import remembered
from tournaments.models.events import Tournament
from tournaments.views.versions import stamp

FIRST_VISIT, REFRESH, NOTHING_NEW = 60_000, 5_000, 200
PHONE = {"accept-encoding": "gzip, deflate, br", "accept-language": "it-IT,it;q=0.9"}


def of_thirty(club: Club) -> Tournament:
    rng = random.Random(3)
    evening = make_evening(club, entries=30, programme="3m1d")
    for number in (1, 2, 3):
        play_round(evening, number, rng)
    open_round(evening, 4)
    return evening


@pytest.fixture
def thirty(club: Club) -> Tournament:
    """Thirty pairs with four rounds behind them: the heaviest pages of a usual evening."""
    return remembered(of_thirty, club)


def _wire(path: Path) -> int:
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(brotli.compress(data))


def _files_of(html: str) -> set[Path]:
    """Every file of ours that the page or its stylesheet asks for; fonts of other alphabets excepted."""
    named = set(re.findall(r'(?:href|src)="/static/([^"?]+)"', html))
    fonts = {f"fonts/{family}-{weight}.woff2" for family in ("atkinson", "figures") for weight in (400, 700)}
    return {Path(str(finders.find(name))) for name in named | fonts}


def _headers(response: HttpResponse) -> int:
    return sum(len(f"{name}: {value}\r\n") for name, value in response.items())


@pytest.mark.parametrize("name", ["seats", "standings"])
def test_a_first_visit_and_a_refresh_are_light(client: Client, thirty: Tournament, name: str) -> None:
    here = reverse(f"tournaments:{name}", args=[thirty.pk])
    response = client.get(here, headers=PHONE)
    assert response.headers["Content-Encoding"] == "gzip"
    page = len(response.content) + _headers(response)
    files = _files_of(client.get(here).content.decode())
    assert len(files) >= 8
    assert page + sum(map(_wire, files)) <= FIRST_VISIT
    part = client.get(here, {"v": "old"}, headers=PHONE | {"hx-request": "true"})
    assert len(part.content) + _headers(part) <= REFRESH
    assert page <= REFRESH


@pytest.mark.parametrize("name", ["seats", "standings"])
def test_nothing_new_costs_next_to_nothing(client: Client, thirty: Tournament, name: str) -> None:
    here = reverse(f"tournaments:{name}", args=[thirty.pk])
    now = stamp(Tournament.objects.select_related("club").get(pk=thirty.pk))
    poll = client.get(here, {"v": now}, headers=PHONE | {"hx-request": "true"})
    assert (poll.status_code, poll.content) == (204, b"")
    assert _headers(poll) <= NOTHING_NEW, dict(poll.items())
    etag = client.get(here, headers=PHONE).headers["ETag"]
    kept = client.get(here, headers=PHONE | {"if-none-match": etag})
    assert (kept.status_code, kept.content) == (304, b"")
