"""Every form of clubs under a storm: a sentence, nothing lost, no row that was not accepted."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.log import ClubAct
from clubs.models.people import Membership, Person
from clubs.models.rights import Invitation, Role
from clubs.models.users import User
from clubs.people import add_person
from tests.bad_input import assert_survives, rows_of
from tests.cast import ADMIN, PRESIDENT, SCORER, SECRETARY, TREASURER, Cast

MODELS = (BoardSeat, Club, ClubAct, Invitation, Mandate, Membership, Person, Role, User)
Facts = Callable[[Cast], dict[str, Any]]


def row_counts() -> dict[str, int]:
    return rows_of(*MODELS)


def _nobody(_cast: Cast) -> dict[str, Any]:
    return {}


def _guest(cast: Cast) -> Person:
    return add_person(club=cast.club, first_name="Narciso", last_name="Bocciolo")


PERSON = {
    "last_name": "Bocciolo",
    "first_name": "Narciso",
    "phone": "+39 333 0000000",
    "email": "narciso@prova.example",
    "birth_date": "1950-05-17",
    "birth_place": "Prova",
    "residence": "via dei Tigli 12",
    "tax_code": "BCCNCS50E17X000E",
    "name_shown": "initial",
}
CLUB = {
    "name": "Circolo di prova",
    "town": "Prova",
    "venue": "via dei Tigli 12",
    "about": "Si gioca il giovedì.",
    "email": "circolo@prova.example",
    "phone": "000 000000",
    "board_title": "administration",
    "mandate_years": "4",
    "is_public": "on",
}

FORMS: dict[str, tuple[Facts, Facts]] = {
    "settings": (_nobody, lambda _cast: CLUB),
    "person_add": (_nobody, lambda _cast: PERSON),
    "person_edit": (lambda cast: {"person": cast.people[SCORER].pk}, lambda _cast: PERSON),
    "person_account": (
        lambda cast: {"person": cast.people[SCORER].pk},
        lambda cast: {"user": cast.users[SCORER].pk},
    ),
    "member_admit": (
        _nobody,
        lambda cast: {
            "person": _guest(cast).pk,
            "category": "junior",
            "admitted_on": "2026-11-30",
            "number": "77",
        },
    ),
    "member_line": (
        lambda _cast: {"number": 2},
        lambda _cast: {"left_on": "2026-11-30", "reason": "resigned"},
    ),
    "mandate_add": (_nobody, lambda _cast: {"starts_on": "2015-01-01", "ends_on": "2017-12-31"}),
    "seat_add": (
        lambda cast: {"mandate": cast.mandate.pk},
        lambda cast: {
            "office": "councillor",
            "person": cast.people[SCORER].pk,
            "starts_on": "2026-01-01",
            "ends_on": "2026-12-31",
        },
    ),
    "seat_end": (
        lambda cast: {"seat": cast.mandate.seats.get().pk},
        lambda _cast: {"ends_on": "2026-10-31", "reason": "resigned"},
    ),
    "member_correct": (
        lambda cast: {"line": cast.people[SCORER].memberships.get().pk},
        lambda _cast: {
            "number": "78",
            "category": "junior",
            "admitted_on": "2021-11-30",
            "why": "letto male",
        },
    ),
    "mandate_correct": (
        lambda cast: {"mandate": cast.mandate.pk},
        lambda _cast: {"starts_on": "2019-01-01", "ends_on": "2110-12-31", "why": "l’anno era un altro"},
    ),
    "mandate_remove": (lambda cast: {"mandate": cast.mandate.pk}, lambda _cast: {"why": "aperto due volte"}),
    "seat_remove": (lambda cast: {"seat": cast.mandate.seats.get().pk}, lambda _cast: {"why": "omonima"}),
    "role_grant": (_nobody, lambda cast: {"user": cast.users[TREASURER].pk, "kind": "scorer"}),
    "invitation_add": (_nobody, lambda _cast: {"email": "nuova@prova.example", "kind": "referee"}),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_of_the_club_survives(name: str, cast: Cast, client: Client) -> None:
    kwargs, valid = FORMS[name]
    client.force_login(cast.users[SECRETARY])
    url = reverse(f"clubs:{name}", kwargs={"slug": cast.club.slug, **kwargs(cast)})
    assert_survives(client, url, valid(cast), row_counts)


FOUNDING = {"name": "Circolo nuovo", "town": "Prova", "first_name": "Rosa", "last_name": "Canina"}


def test_founding_by_the_administrator_survives(cast: Cast, client: Client) -> None:
    client.force_login(cast.users[ADMIN])
    assert_survives(client, reverse("clubs:found"), FOUNDING, row_counts)


@pytest.mark.django_db
def test_founding_on_a_fresh_installation_survives(client: Client) -> None:
    valid = FOUNDING | {"email": "rosa@prova.example", "password": "una parola lunga"}
    assert_survives(client, reverse("clubs:found"), valid, row_counts)


ABSURD = ["", "\x00", "0001-01-01", "9999-99-99", "31/02/2026", "x" * 5000, "-1", "١٢", "2026-11-30\x00"]


@pytest.mark.parametrize("text", ABSURD)
@pytest.mark.parametrize("page", ["members", "board"])
def test_a_list_on_an_absurd_day_shows_today_and_says_why(
    page: str, text: str, cast: Cast, client: Client
) -> None:
    client.force_login(cast.users[SECRETARY])
    response = client.get(reverse(f"clubs:{page}", args=[cast.club.slug]), {"il": text})
    assert response.status_code == 200
    assert 'role="alert"' in response.content.decode()
    assert "Gelsomini" in response.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"q": "\x00"},
        {"q": "x" * 5000},
        {"q": "% _ ' \" \\"},
        {"q": "a b c d e f g h i j k l m"},
        {"page": "0"},
        {"page": "-7"},
        {"page": "99999999999999999999"},
        {"page": "\x00"},
        {"sort": "no_such"},
        {"sort": "club__version"},
        {"sort": "-last_name,\x00"},
    ],
)
def test_the_list_of_persons_survives_its_address(query: dict[str, str], cast: Cast, client: Client) -> None:
    client.force_login(cast.users[TREASURER])
    assert client.get(reverse("clubs:persons", args=[cast.club.slug]), query).status_code == 200


HUGE = 99_999_999_999_999_999_999_999


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("person_edit", {"person": HUGE}),
        ("person_account", {"person": HUGE}),
        ("member_line", {"number": HUGE}),
        ("member_line", {"number": 4711}),
        ("seat_add", {"mandate": HUGE}),
        ("seat_end", {"seat": HUGE}),
        ("member_correct", {"line": HUGE}),
        ("mandate_correct", {"mandate": HUGE}),
    ],
)
def test_an_unknown_number_in_the_address_is_not_found(
    name: str, kwargs: dict[str, int], cast: Cast, client: Client
) -> None:
    client.force_login(cast.users[PRESIDENT])
    url = reverse(f"clubs:{name}", kwargs={"slug": cast.club.slug, **kwargs})
    assert client.get(url).status_code == 404
    assert client.post(url, {}).status_code == 404


@pytest.mark.parametrize(
    ("name", "kwargs", "back"),
    [
        ("role_revoke", {"role": HUGE}, "rights"),
        ("mandate_remove", {"mandate": HUGE}, "board"),
        ("seat_remove", {"seat": HUGE}, "board"),
    ],
)
def test_what_is_no_longer_there_is_removed_again_without_harm(
    name: str, kwargs: dict[str, int], back: str, cast: Cast, client: Client
) -> None:
    client.force_login(cast.users[PRESIDENT])
    url = reverse(f"clubs:{name}", kwargs={"slug": cast.club.slug, **kwargs})
    assert client.get(url).status_code == 404
    assert client.post(url, {})["Location"] == reverse(f"clubs:{back}", args=[cast.club.slug])


def test_a_person_of_the_next_club_is_not_found(cast: Cast, client: Client) -> None:
    client.force_login(cast.users[PRESIDENT])
    url = reverse("clubs:person_edit", args=[cast.club.slug, cast.neighbour.pk])
    assert client.post(url, PERSON).status_code == 404
    cast.neighbour.refresh_from_db()
    assert cast.neighbour.last_name == "Sorbetto"


@pytest.mark.parametrize("persona", ["", "abc", "-1", str(HUGE), "\x00"])
def test_an_admission_begins_with_any_person_in_its_address(persona: str, cast: Cast, client: Client) -> None:
    client.force_login(cast.users[SECRETARY])
    url = reverse("clubs:member_admit", args=[cast.club.slug])
    assert client.get(url, {"persona": persona}).status_code == 200
