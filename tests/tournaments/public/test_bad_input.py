"""What is typed into the two forms of the public pages, spoilt in every way."""

from django.test import Client
from django.urls import reverse

from clubs.models.people import Person
from tests.bad_input import NASTY, versions
from tests.evenings import the_round
from tournaments.models.events import Tournament
from tournaments.models.log import Act


def _rows() -> tuple[int, int, int]:
    return Person.objects.count(), Act.objects.count(), Tournament.objects.count()


def test_a_surname_may_be_anything(client: Client, evening: Tournament) -> None:
    here, before = reverse("tournaments:seats", args=[evening.pk]), _rows()
    for typed in versions({"q": "P009"}):
        assert client.get(here, typed).status_code in {200, 302}, typed
    assert _rows() == before


def test_a_code_is_found_or_refused_in_words(client: Client, evening: Tournament) -> None:
    here, before = reverse("tournaments:match_code"), _rows()
    code = the_round(evening, 2).matches.active()[0].code
    refused = 0
    for typed in versions({"codice": code}):
        response = client.get(here, typed)
        assert response.status_code in {200, 302}, typed
        if response.status_code == 200 and "codice" in typed:
            refused += 1
            assert 'role="alert"' in response.content.decode(), typed
    assert refused > len(NASTY)
    assert client.get(here, {"codice": code}).status_code == 302
    assert _rows() == before
