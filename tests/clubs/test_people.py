"""The list of persons: added, corrected, found, linked to accounts."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from clubs.models.boards import BoardSeat
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.people import add_person, change_person, link_account, persons_of, with_number
from tests.cast import PRESIDENT, REFEREE, SCORER, SECRETARY, STRANGER, Cast

TODAY = datetime.date(2026, 11, 30)


def version(cast: Cast) -> int:
    return Club.objects.values_list("version", flat=True).get(pk=cast.club.pk)


def test_a_person_is_written_cleanly(cast: Cast) -> None:
    person = add_person(
        club=cast.club,
        first_name=" Rosa  Maria ",
        last_name="De  Lillà",
        email="Rosa@Prova.Example",
        tax_code="rss mra 85t10 a562s",
    )
    person.refresh_from_db()
    assert (person.first_name, person.last_name) == ("Rosa Maria", "De Lillà")
    assert (person.email, person.tax_code) == ("rosa@prova.example", "RSSMRA85T10A562S")


def test_adding_the_same_person_twice_is_one_person(cast: Cast) -> None:
    facts = {"club": cast.club, "first_name": "Rosa", "last_name": "Canina", "phone": "1"}
    before = Person.objects.count()
    assert add_person(**facts) == add_person(**facts)
    assert Person.objects.count() == before + 1


def test_namesakes_are_kept_apart_by_anything_that_differs(cast: Cast) -> None:
    facts = {"club": cast.club, "first_name": "Rosa", "last_name": "Canina"}
    assert add_person(**facts) != add_person(**facts, phone="2")


def test_every_fault_is_said_at_once(cast: Cast) -> None:
    with pytest.raises(ValidationError) as refusal:
        add_person(
            club=cast.club,
            first_name="a\x00b",
            last_name="",
            email="no",
            birth_date=datetime.date(1, 1, 1),
            name_shown="loudly",
        )
    assert set(refusal.value.error_dict) == {"first_name", "last_name", "email", "birth_date", "name_shown"}


def test_adding_and_correcting_raise_the_version(cast: Cast) -> None:
    first = version(cast)
    person = add_person(club=cast.club, first_name="Rosa", last_name="Canina")
    second = version(cast)
    change_person(
        person=person,
        first_name="Rosa",
        last_name="Canina",
        birth_date=None,
        birth_place="",
        residence="",
        tax_code="",
        email="",
        phone="",
        name_shown=Person.NameShown.HIDDEN,
    )
    assert first < second < version(cast)
    assert Person.objects.get(pk=person.pk).name_shown == Person.NameShown.HIDDEN


@pytest.mark.parametrize("text", ["perv", "PERVINCA dalia", "dal per", "  Dalia  "])
def test_a_person_is_found_by_a_few_letters_in_any_order(text: str, cast: Cast) -> None:
    assert list(persons_of(cast.club, text)) == [cast.people[SCORER]]


def test_nobody_of_the_next_club_is_found(cast: Cast) -> None:
    assert not persons_of(cast.club, "Sorbetto").exists()
    assert persons_of(cast.next_door, "Sorbetto").exists()


def test_the_list_knows_the_member_numbers(cast: Cast) -> None:
    guest = add_person(club=cast.club, first_name="Rosa", last_name="Canina")
    numbers = {person.pk: person.member_number for person in with_number(persons_of(cast.club))}
    assert numbers.pop(guest.pk) is None
    assert sorted(numbers.values()) == [1, 2, 3, 4, 5]


def test_an_account_of_the_staff_is_linked_and_unlinked(cast: Cast) -> None:
    person = add_person(club=cast.club, first_name="Rosa", last_name="Canina")
    old = cast.people[REFEREE]
    by = cast.users[SECRETARY]
    link_account(person=old, user=None, by=by, on=TODAY)
    link_account(person=person, user=cast.users[REFEREE], by=by, on=TODAY)
    assert Person.objects.get(user=cast.users[REFEREE], club=cast.club) == person


def test_an_account_is_one_person_in_a_club(cast: Cast) -> None:
    person = add_person(club=cast.club, first_name="Rosa", last_name="Canina")
    with pytest.raises(ValidationError, match="another person"):
        link_account(person=person, user=cast.users[SCORER], by=cast.users[SECRETARY], on=TODAY)


def test_an_account_from_outside_is_not_linked(cast: Cast) -> None:
    person = add_person(club=cast.club, first_name="Rosa", last_name="Canina")
    with pytest.raises(ValidationError, match="invite"):
        link_account(person=person, user=cast.users[STRANGER], by=cast.users[SECRETARY], on=TODAY)


def test_a_secretary_does_not_take_the_presidents_place_by_linking_herself(cast: Cast) -> None:
    president = cast.people[PRESIDENT]
    secretary = cast.users[SECRETARY]
    cast.mandate.seats.create(
        person=cast.people[REFEREE],
        office=BoardSeat.Office.VICE_PRESIDENT,
        starts_on=cast.mandate.starts_on,
        ends_on=cast.mandate.ends_on,
    )
    link_account(person=cast.people[SECRETARY], user=None, by=secretary, on=TODAY)
    with pytest.raises(ValidationError, match="president"):
        link_account(person=president, user=secretary, by=secretary, on=TODAY)
    president.refresh_from_db()
    assert president.user == cast.users[PRESIDENT]
