"""Whatever is posted to the papers page: a sentence or a paper, never an error nor a row unasked for."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper

pytestmark = pytest.mark.django_db

NASTY = [
    *("", " ", "0", "-1", "1", "4", "5", "99", "2147483648", "9" * 400, "1.5", "1e3", "٣", "NaN", "null"),
    *(
        "a5",
        "A5",
        "a4",
        "on",
        "public",
        "full",
        "it",
        "xx",
        "\x00",
        "a\x00b",
        "<script>",
        "'; DROP TABLE",
        "💥",
    ),
    *("\u202e", "../../etc/passwd", "{{ 7|add:7 }}", "%s%n", "x" * 100_000),
]
NAMES = ["round", "phase", "size", "table", "copies", "board", "names", "language", "kind", "pk", "🂡"]
TRIES = 40  # for each of six kinds


@pytest.fixture
def secretary(club: Club, client: Client) -> Client:
    user = User.objects.create_user("segreteria@prova.example", "x")
    Role.objects.create(club=club, user=user, kind=RoleKind.SECRETARY)
    client.force_login(user)
    return client


@pytest.mark.parametrize("kind", Paper.Kind)
def test_nothing_breaks_the_form(secretary: Client, evening: Tournament, kind: str) -> None:
    rng = random.Random(kind)
    address = reverse("tournaments:paper_ask", args=[evening.pk, kind])
    for _try in range(TRIES):
        facts = {name: rng.choice(NASTY) for name in rng.sample(NAMES, rng.randrange(len(NAMES)))}
        before = Paper.objects.count()
        answer = secretary.post(address, facts)
        if answer.status_code == 302:
            assert Paper.objects.count() - before in {0, 1}
            assert answer.url.startswith(reverse("tournaments:papers", args=[evening.pk]))
        else:
            assert answer.status_code == 200
            assert 'role="alert"' in answer.content.decode()
            assert Paper.objects.count() == before
