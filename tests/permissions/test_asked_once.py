"""A page of the staff asks once what an account may do, and a change of roles counts at the next request."""

from itertools import product

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models.rights import Role, RoleKind
from tests.cast import PRESIDENT, REFEREE, SCORER, SECRETARY, TREASURER, Cast
from tests.evenings import make_evening, open_round
from tournaments.access import Level, level_of, tournament_for_staff
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db

RIGHTS = ("clubs_role", "clubs_boardseat", "tournaments_tournamentrole")


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    tournament = make_evening(cast.club, entries=4, programme="2m2d", published=False)
    open_round(tournament, 1)
    return tournament


def asked(client: Client, address: str, user: int) -> dict[str, int]:
    """How often the page asks each table of rights about the account that looks."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    about = [q["sql"] for q in queries if f'"user_id" = {user}' in q["sql"]]
    return {table: sum(f'FROM "{table}"' in sql for sql in about) for table in RIGHTS}


EVENING_PAGES = ("director", "desk", "staff_standings", "penalties", "calls", "papers", "objections", "seats")
TABLE_PAGES = ("table_trouble", "award", "match_history")


@pytest.mark.parametrize(
    ("role", "page"),
    [
        *product([PRESIDENT, SECRETARY, REFEREE], (*EVENING_PAGES, *TABLE_PAGES)),
        *product([SCORER], (*EVENING_PAGES, "match_history")),
    ],
)
def test_a_page_of_an_evening_asks_once(
    client: Client, cast: Cast, evening: Tournament, role: str, page: str
) -> None:
    user = cast.users[role]
    client.force_login(user)
    match = Match.objects.filter(round__tournament=evening)[0]
    args = [evening.pk] if page in EVENING_PAGES else [evening.pk, match.pk]
    counts = asked(client, reverse(f"tournaments:{page}", args=args), user.pk)
    assert counts["clubs_role"] == 1
    assert max(counts.values()) == 1


@pytest.mark.parametrize("role", [PRESIDENT, SECRETARY, TREASURER])
@pytest.mark.parametrize("page", ["dashboard", "persons", "members"])
def test_a_page_of_the_club_asks_once(client: Client, cast: Cast, role: str, page: str) -> None:
    user = cast.users[role]
    client.force_login(user)
    counts = asked(client, reverse(f"clubs:{page}", args=[cast.club.slug]), user.pk)
    assert counts["clubs_role"] == 1
    assert max(counts.values()) == 1


def test_a_role_taken_away_counts_at_the_next_request(
    client: Client, cast: Cast, evening: Tournament
) -> None:
    client.force_login(cast.users[REFEREE])
    address = reverse("tournaments:penalties", args=[evening.pk])
    assert client.get(address).status_code == 200
    Role.objects.filter(user=cast.users[REFEREE]).delete()
    assert client.get(address).status_code == 404


def test_what_the_door_found_is_of_one_account(cast: Cast, evening: Tournament) -> None:
    entered = tournament_for_staff(cast.users[SECRETARY], evening.pk)
    assert level_of(cast.users[SECRETARY], entered) is Level.DIRECT
    assert level_of(cast.users[SCORER], entered) is Level.SCORE
    Role.objects.create(club=cast.club, user=cast.users[SCORER], kind=RoleKind.REFEREE)
    assert level_of(cast.users[SCORER], entered) is Level.REFEREE
