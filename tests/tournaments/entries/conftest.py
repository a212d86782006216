"""A club with a list of people, evenings of pairs and of single players before their check-in."""

import datetime
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation

from clubs.clubs import found_club
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.rights import RoleKind
from clubs.models.users import User
from clubs.rights import write_role
from tests.evenings import A_THURSDAY
from tournaments.events import create_tournament
from tournaments.models.events import Tournament
from tournaments.programmes import PROGRAMMES

PEOPLE = (
    ("Aquilone", "Marisa"),
    ("Brigantino", "Ugo"),
    ("Calamaio", "Olga"),
    ("Frantoio", "Loris"),
    ("Girasole", "Vera"),
    ("Girasole", "Dora"),
    ("Zibibbo", "Flora"),
)


def evening_of(
    club: Club, *, programme: str = "3m1d", capacity: int | None = None, days: int = 0
) -> Tournament:
    """An evening whose entries are open, some days after a Thursday."""
    plan = PROGRAMMES[programme]
    facts = {
        "name": f"Torneo {Tournament.objects.count() + 1}",
        "starts_at": A_THURSDAY + datetime.timedelta(days=days),
        "entry_kind": plan.entry_kind,
        "regulations": plan.regulations,
        "capacity": capacity,
    }
    return create_tournament(club=club, facts=facts, phases=plan.phases, by=None)


def fill(club: Club) -> dict[str, Person]:
    """Put PEOPLE on the club's list; answers by surname and name."""
    return {
        f"{last} {first}": Person.objects.create(club=club, last_name=last, first_name=first)
        for last, first in PEOPLE
    }


@pytest.fixture
def secretary(db: None) -> User:
    return User.objects.create_user("segreteria@prova.example", "una parola lunga")


@pytest.fixture
def club(secretary: User) -> Club:
    return found_club(
        name="Circolo di prova", town="Borgo", first_name="Norma", last_name="Calamaio", by=secretary
    )


@pytest.fixture
def people(club: Club) -> dict[str, Person]:
    return fill(club)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return evening_of(club)


@pytest.fixture
def scorer(club: Club, secretary: User) -> User:
    user = User.objects.create_user("punteggi@prova.example", "una parola lunga")
    write_role(club=club, user=user, kind=RoleKind.SCORER, granted_by=secretary)
    return user


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Sentences as they are in the source."""
    with translation.override("en"):
        yield


@pytest.fixture
def desk(client: Client, secretary: User) -> Client:
    """The secretary's browser."""
    client.force_login(secretary)
    client.cookies["django_language"] = "en"
    return client
