"""One function gives the public name."""

import pytest

from clubs.models.people import Person
from clubs.naming import full_name, public_name


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


def test_the_staff_reads_the_name_in_full() -> None:
    person = Person(last_name="Viola", first_name="Rosa", name_shown=Person.NameShown.HIDDEN)
    assert full_name(person) == "Viola Rosa"
