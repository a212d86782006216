"""A refusal stands beside its field and in the summary; figures of any script are figures."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.people import Membership, Person
from clubs.people import add_person
from tests.cast import SCORER, SECRETARY, Cast


@pytest.fixture
def secretary(cast: Cast) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.users[SECRETARY])
    return client


def a_guest(cast: Cast) -> Person:
    return add_person(club=cast.club, last_name="Canina", first_name="Rosa")


def fields_refused(page: str) -> tuple[set[str], set[str]]:
    """The names of the fields that the summary leads to, and of those with an error beside them."""
    return (
        set(re.findall(r'<a href="#id_(\w+)">', page)),
        set(re.findall(r'<ul class="errorlist errors" id="id_(\w+)_error">', page)),
    )


def an_admission(cast: Cast, **changes: Any) -> dict[str, Any]:
    facts = {"person": a_guest(cast).pk, "category": "ordinary", "admitted_on": "2026-11-30"}
    return facts | {"number": "77"} | changes


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"number": "1"}, "number"),
        ({"number": "²"}, "number"),
        ({"admitted_on": "2190-01-01"}, "admitted_on"),
        ({"person": SCORER}, "person"),
    ],
)
def test_an_admission_is_refused_at_its_field(
    changes: dict[str, str], field: str, cast: Cast, secretary: Client
) -> None:
    facts = an_admission(cast, **changes)
    if facts["person"] == SCORER:
        facts["person"] = cast.people[SCORER].pk
    page = secretary.post(reverse("clubs:member_admit", args=[cast.club.slug]), facts).content.decode()
    assert fields_refused(page) == ({field}, {field})


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "fields"),
    [
        ("2026-12-31", "2026-01-01", {"ends_on"}),
        ("2019-12-31", "2026-01-01", {"starts_on"}),
        ("2026-01-01", "2120-01-02", {"ends_on"}),
        ("2019-01-01", "2130-01-01", {"starts_on", "ends_on"}),
    ],
)
def test_the_days_of_a_seat_are_refused_at_their_fields(
    starts_on: str, ends_on: str, fields: set[str], cast: Cast, secretary: Client
) -> None:
    facts = {"office": "councillor", "person": cast.people[SCORER].pk}
    url = reverse("clubs:seat_add", args=[cast.club.slug, cast.mandate.pk])
    page = secretary.post(url, facts | {"starts_on": starts_on, "ends_on": ends_on}).content.decode()
    assert fields_refused(page) == (fields, fields)


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "field"),
    [
        ("2010-12-31", "2010-01-01", "ends_on"),
        ("2010-01-01", "2010-01-01", "ends_on"),
        ("2019-01-01", "2021-01-01", "starts_on"),
        ("2020-01-01", "2021-01-01", "starts_on"),
    ],
)
def test_the_days_of_a_mandate_are_refused_at_their_fields(
    starts_on: str, ends_on: str, field: str, cast: Cast, secretary: Client
) -> None:
    url = reverse("clubs:mandate_add", args=[cast.club.slug])
    page = secretary.post(url, {"starts_on": starts_on, "ends_on": ends_on}).content.decode()
    assert fields_refused(page) == ({field}, {field})


def test_who_leaves_before_her_admission_is_refused_at_the_day(cast: Cast, secretary: Client) -> None:
    url = reverse("clubs:member_line", args=[cast.club.slug, 1])
    page = secretary.post(url, {"left_on": "2019-01-01", "reason": "resigned"}).content.decode()
    assert fields_refused(page) == ({"left_on"}, {"left_on"})


def test_an_account_that_is_somebody_else_is_refused_at_its_field(cast: Cast, secretary: Client) -> None:
    url = reverse("clubs:person_account", args=[cast.club.slug, a_guest(cast).pk])
    page = secretary.post(url, {"user": cast.users[SCORER].pk}).content.decode()
    assert fields_refused(page) == ({"user"}, {"user"})


def test_a_day_in_figures_of_another_script_is_refused_in_a_sentence(cast: Cast, secretary: Client) -> None:
    url = reverse("clubs:mandate_add", args=[cast.club.slug])
    page = secretary.post(url, {"starts_on": "٢٠١٥-٠١-٠١", "ends_on": "2017-12-31"}).content.decode()
    assert fields_refused(page) == ({"starts_on"}, {"starts_on"})


def test_figures_of_another_script_are_stored_as_figures(cast: Cast, secretary: Client) -> None:
    facts = an_admission(cast, number="٧٧", admitted_on="2026-11-30")
    secretary.post(reverse("clubs:member_admit", args=[cast.club.slug]), facts)
    assert Membership.objects.filter(number=77).exists()

    person = {"last_name": "Bocciolo", "phone": "+٣٩ ٣٣٣", "tax_code": "٠٠٧٤٣١١٠١٥٧", "name_shown": "full"}
    secretary.post(reverse("clubs:person_add", args=[cast.club.slug]), person)
    kept = Person.objects.get(last_name="Bocciolo")
    assert (kept.phone, kept.tax_code) == ("+39 333", "00743110157")

    club = {"name": "Circolo", "phone": "٠٦", "board_title": "steering", "mandate_years": "٤"}
    secretary.post(reverse("clubs:settings", args=[cast.club.slug]), club)
    assert Club.objects.values_list("phone", "mandate_years").get(pk=cast.club.pk) == ("06", 4)
