"""A page is sent again only when something it shows has moved, and never with a stamp it does not deserve."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import constants
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.cache import cache
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.users import User
from clubs.people import change_person
from tests.evenings import record_random, the_round
from tournaments.models.events import Tournament
from tournaments.views.versions import remembered, stamp, versioned

PAGES = ("seats", "standings", "standings_csv", "rounds", "rounds_csv", "regulations")


def here(evening: Tournament, name: str = "standings") -> str:
    return reverse(f"tournaments:{name}", args=[evening.pk])


def version_now(evening: Tournament) -> str:
    return stamp(Tournament.objects.select_related("club").get(pk=evening.pk))


def write_a_score(evening: Tournament) -> None:
    matches = the_round(evening, 2).matches.active().select_related("round__phase__tournament")
    record_random(matches.filter(version=0)[0], random.Random(8))


def rename(evening: Tournament) -> None:
    person = Person.objects.get(last_name="P009")
    change_person(
        person=person,
        first_name="Prova",
        last_name="Rinominata",
        birth_date=None,
        birth_place="",
        residence="",
        tax_code="",
        email="",
        phone="",
        name_shown=Person.NameShown.FULL,
    )


@pytest.mark.parametrize("name", PAGES)
def test_an_unchanged_page_is_not_sent_again(client: Client, evening: Tournament, name: str) -> None:
    first = client.get(here(evening, name))
    again = client.get(here(evening, name), headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]


@pytest.mark.parametrize("change", [write_a_score, rename], ids=["a score", "a name"])
def test_a_change_is_sent_at_once(
    client: Client, evening: Tournament, change: Callable[[Tournament], None]
) -> None:
    first = client.get(here(evening))
    change(evening)
    again = client.get(here(evening), headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 200
    assert again.content != first.content


def test_each_language_has_its_own_copy(client: Client, evening: Tournament) -> None:
    italian = client.get(here(evening), headers={"accept-language": "it"})
    english = client.get(
        here(evening), headers={"accept-language": "en", "if-none-match": italian.headers["ETag"]}
    )
    assert english.status_code == 200
    assert "Accept-Language" in english.headers["Vary"]


def test_a_poll_gets_nothing_until_something_moves_and_then_the_part_alone(
    client: Client, evening: Tournament
) -> None:
    seen = version_now(evening)
    poll = {"headers": {"hx-request": "true"}}
    assert client.get(here(evening), {"v": seen}, **poll).status_code == 204
    write_a_score(evening)
    part = client.get(here(evening), {"v": seen}, **poll)
    assert part.status_code == 200
    html = part.content.decode()
    assert html.lstrip().startswith('<div id="live"')
    assert f"v={version_now(evening)}" in html
    assert 'hx-swap-oob="innerHTML"' in html
    assert "<html" not in html


def test_a_poll_of_a_search_keeps_the_search(client: Client, evening: Tournament) -> None:
    html = client.get(here(evening, "seats"), {"q": "P01"}, headers={"hx-request": "true"}).content.decode()
    assert "q=P01" in html
    assert "P009" not in html


def test_an_address_with_an_old_stamp_opened_by_hand_is_a_whole_page(
    client: Client, evening: Tournament
) -> None:
    assert "<html" in client.get(here(evening), {"v": version_now(evening)}).content.decode()


def test_an_account_gets_its_own_page_every_time(client: Client, evening: Tournament) -> None:
    etag = client.get(here(evening)).headers["ETag"]
    client.force_login(User.objects.create_superuser("capo@prova.example", "una parola lunga"))
    response = client.get(here(evening), headers={"if-none-match": etag})
    assert response.status_code == 200
    assert "ETag" not in response.headers
    assert "private" in response.headers["Cache-Control"]


def test_what_an_account_saw_is_not_remembered_for_everybody(client: Client, evening: Tournament) -> None:
    client.force_login(User.objects.create_superuser("capo@prova.example", "una parola lunga"))
    assert reverse("tournaments:director", args=[evening.pk]) in client.get(here(evening)).content.decode()
    client.logout()
    assert "/serata/" not in client.get(here(evening)).content.decode()


def _anonymous(**headers: str) -> HttpRequest:
    request = RequestFactory().get("/", headers=headers)
    request.user, request.htmx, request.session = AnonymousUser(), False, {}
    request._messages = FallbackStorage(request)
    return request


def _counting(moves: int) -> tuple[Callable[..., HttpResponse], list[int]]:
    """A page of its evening's version; a score comes in while it is made, for the first `moves` times."""
    made: list[int] = []

    def page(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
        made.append(tournament.version)
        if len(made) <= moves:
            Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
        return HttpResponse(str(tournament.version))

    return versioned(page), made


def test_a_page_made_while_the_version_moved_is_made_again(evening: Tournament) -> None:
    page, made = _counting(moves=1)
    response = page(_anonymous(), pk=evening.pk)
    assert made == [evening.version, evening.version + 1]
    assert response.content.decode() == str(evening.version + 1)
    assert f"-{evening.version + 1}-" in response.headers["ETag"]


def test_a_page_that_never_stood_still_has_no_stamp(evening: Tournament) -> None:
    page, made = _counting(moves=99)
    response = page(_anonymous(), pk=evening.pk)
    assert len(made) == 3
    assert "ETag" not in response.headers


def test_a_page_with_a_message_is_never_a_copy(evening: Tournament) -> None:
    page, _made = _counting(moves=0)
    etag = page(_anonymous(), pk=evening.pk).headers["ETag"]
    request = _anonymous(**{"if-none-match": etag})
    request._messages.add(constants.INFO, "Sei uscito.")
    response = page(request, pk=evening.pk)
    assert response.status_code == 200
    assert "ETag" not in response.headers


def test_a_part_is_made_once_for_each_version(evening: Tournament) -> None:
    made: list[Any] = []

    def make() -> str:
        made.append(None)
        return f"<p>{len(made)}</p>"

    assert [remembered(evening, "x", make) for _time in range(2)] == ["<p>1</p>"] * 2
    Tournament.objects.filter(pk=evening.pk).update(version=F("version") + 1)
    evening.refresh_from_db()
    assert remembered(evening, "x", make) == "<p>2</p>"


def test_a_part_made_from_newer_facts_is_not_remembered(evening: Tournament) -> None:
    def make() -> str:
        Tournament.objects.filter(pk=evening.pk).update(version=F("version") + 1)
        return "newer"

    assert remembered(evening, "x", make) == "newer"
    assert remembered(evening, "x", lambda: "again") == "again"


def test_two_evenings_with_the_same_key_and_version_are_told_apart(club: Club, evening: Tournament) -> None:
    cache.clear()
    before = stamp(evening)
    evening.created_at = evening.created_at.replace(year=2020)
    assert stamp(evening) != before
