"""Founding clubs and changing them."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from clubs.clubs import change_club, end_of_term, found_club, free_slug
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from tests.cast import Cast, account

FACTS = {"name": "Circolo dell’Albicocca", "town": "Prova", "first_name": "Rosa", "last_name": "Canina"}


@pytest.fixture
def founder(db: None) -> User:
    return account("rosa")


def test_who_founds_a_club_is_its_secretary_and_its_first_person(founder: User) -> None:
    club = found_club(**FACTS, by=founder)
    assert club.slug == "circolo-dellalbicocca"
    assert Role.objects.get(club=club).kind == RoleKind.SECRETARY
    person = Person.objects.get(club=club)
    assert (str(person), person.user, person.email) == ("Canina Rosa", founder, founder.email)


def test_founding_twice_is_one_club(founder: User) -> None:
    assert found_club(**FACTS, by=founder) == found_club(**FACTS, by=founder)
    assert (Club.objects.count(), Person.objects.count(), Role.objects.count()) == (1, 1, 1)


def test_a_club_of_the_same_name_has_its_own_address(founder: User) -> None:
    found_club(**FACTS, by=founder)
    assert found_club(**FACTS | {"town": "Altrove"}, by=founder).slug == "circolo-dellalbicocca-2"


@pytest.mark.parametrize("name", ["♠♥♦♣", "俱乐部", "-", "x" * 120])
@pytest.mark.django_db
def test_every_name_makes_an_address(name: str) -> None:
    slug = free_slug(name)
    assert slug
    assert len(slug) <= 60


def test_a_club_without_a_name_is_refused_and_nothing_is_left(founder: User) -> None:
    with pytest.raises(ValidationError):
        found_club(**FACTS | {"name": "  "}, by=founder)
    assert not Club.objects.exists()


def test_a_club_whose_founder_has_no_name_leaves_nothing(founder: User) -> None:
    with pytest.raises(ValidationError):
        found_club(**FACTS | {"last_name": ""}, by=founder)
    assert not Club.objects.exists()
    assert not Role.objects.exists()


def test_changing_a_club_keeps_its_address_and_raises_its_version(cast: Cast) -> None:
    before = Club.objects.get(pk=cast.club.pk)
    change_club(
        club=cast.club,
        name="Circolo nuovo",
        town="Prova",
        venue="via dei Tigli 12",
        about="",
        email="",
        phone="",
        board_title=Club.BoardTitle.ADMINISTRATION,
        mandate_years=4,
        is_public=False,
    )
    after = Club.objects.get(pk=cast.club.pk)
    assert (after.name, after.slug, after.version) == ("Circolo nuovo", before.slug, before.version + 1)


@pytest.mark.parametrize(
    ("starts_on", "years", "ends_on"),
    [
        ("2025-03-14", 3, "2028-03-13"),
        ("2024-02-29", 1, "2025-02-28"),
        ("2024-02-29", 4, "2028-02-28"),
        ("2026-01-01", 1, "2026-12-31"),
    ],
)
def test_a_term_ends_the_day_before_its_anniversary(starts_on: str, years: int, ends_on: str) -> None:
    day = datetime.date.fromisoformat
    assert end_of_term(day(starts_on), years) == day(ends_on)
