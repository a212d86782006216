"""Whatever is posted to the papers page: a sentence or a paper, never an error nor a row unasked for."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from tests.bad_input import assert_survives
from tests.evenings import make_evening, open_round
from tournaments.models.papers import Paper

pytestmark = pytest.mark.django_db

VALID: dict[str, dict[str, Any]] = {
    Paper.Kind.SLIPS: {"round": 1, "size": "a5", "table": 2, "language": "it"},
    Paper.Kind.BLANK_SLIPS: {"phase": 1, "size": "a4", "copies": 10, "language": "it"},
    Paper.Kind.STANDINGS: {"round": 1, "board": "on", "names": "full", "language": "en"},
    Paper.Kind.SEATS_BY_NAME: {"round": 1, "language": "it"},
}


@pytest.mark.parametrize(
    ("kind", "tries"), [(kind, 200 if kind == Paper.Kind.SLIPS else 40) for kind in VALID], ids=str
)
def test_nothing_breaks_the_form(client: Client, club: Club, kind: str, tries: int) -> None:
    user = User.objects.create_user("segreteria@prova.example", "x")
    Role.objects.create(club=club, user=user, kind=RoleKind.SECRETARY)
    client.force_login(user)
    evening = make_evening(club)
    open_round(evening, 1)
    address = reverse("tournaments:paper_ask", args=[evening.pk, kind])
    assert_survives(client, address, VALID[kind], lambda: {"papers": Paper.objects.count()}, n=tries)
