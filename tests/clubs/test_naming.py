"""One function gives the public name, one the name of who did something."""

import pytest

from clubs.models.people import Person
from clubs.naming import account_names, full_name, public_name
from tests.cast import REFEREE, STRANGER, Cast


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        (Person.NameShown.FULL, "Dell’Acqua Maria Rosa"),
        (Person.NameShown.INITIAL, "Dell’Acqua M."),
        (Person.NameShown.HIDDEN, "D. M."),
    ],
)
def test_a_person_is_seen_as_she_chose(shown: str, name: str) -> None:
    assert public_name(Person(last_name="Dell’Acqua", first_name="Maria Rosa", name_shown=shown)) == name


def test_an_unknown_choice_hides_the_name() -> None:
    assert public_name(Person(last_name="Viola", first_name="Rosa", name_shown="other")) == "V. R."


@pytest.mark.parametrize("shown", Person.NameShown.values)
def test_a_person_with_one_name_has_no_loose_signs(shown: str) -> None:
    assert public_name(Person(last_name="Viola", first_name="", name_shown=shown)) in {"Viola", "V."}


def test_who_did_something_is_called_by_the_clubs_own_person(cast: Cast) -> None:
    called = account_names(cast.club)
    assert called(cast.users[REFEREE]) == "Ranuncolo Tullio"
    assert called(cast.users[STRANGER]) == "stranger"
    assert called(None) == ""
    assert account_names(cast.next_door)(cast.users[REFEREE]) == "referee"


def test_the_staff_reads_the_name_in_full() -> None:
    person = Person(last_name="Viola", first_name="Rosa", name_shown=Person.NameShown.HIDDEN)
    assert full_name(person) == "Viola Rosa"
