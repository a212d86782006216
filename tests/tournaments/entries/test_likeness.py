"""When two written names are the same person, when they are near, when a question would be a nuisance."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.likeness import KnownName, Name, NameIndex, fold, split_name

KNOWN = NameIndex(
    [
        KnownName(1, "Aquilone", "Marisa"),
        KnownName(2, "D'Angelò", "Maria"),
        KnownName(3, "De Luca", "Anna Maria"),
        KnownName(4, "P042", ""),
        KnownName(5, "Girasole", "Vera"),
        KnownName(6, "Girasole", "Vera"),
        KnownName(7, "Li", "Ada"),
    ]
)


def keys(names: tuple[KnownName, ...]) -> list[int]:
    return [name.person_id for name in names]


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("Aquilone Marisa", "Aquilone", "Marisa"),
        ("De Luca Anna Maria", "De Luca", "Anna Maria"),
        ("Della Torre Ugo", "Della Torre", "Ugo"),
        ("Rossi Bianchi, Ada", "Rossi Bianchi", "Ada"),
        ("P042", "P042", ""),
        ("  Aquilone   Marisa ", "Aquilone", "Marisa"),
        ("Di", "Di", ""),
        ("", "", ""),
    ],
)
def test_a_written_name_is_parted(text: str, last: str, first: str) -> None:
    assert split_name(text) == Name(last, first)


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("Marisa Aquilone", "Aquilone", "Marisa"),
        ("Anna Maria De Luca", "De Luca", "Anna Maria"),
        ("P042", "P042", ""),
    ],
)
def test_the_name_may_come_first(text: str, last: str, first: str) -> None:
    assert split_name(text, name_first=True) == Name(last, first)


@pytest.mark.parametrize("text", ["aquilone MARISA", "Àquilone Marìsa", "Aquilone  Marisa"])
def test_case_and_accents_do_not_make_another_person(text: str) -> None:
    assert keys(KNOWN.exact(split_name(text))) == [1]


def test_apostrophes_do_not_make_another_person() -> None:
    assert keys(KNOWN.exact(split_name("D’Angelo Maria"))) == [2]


def test_namesakes_are_both_found() -> None:
    assert keys(KNOWN.exact(split_name("Girasole Vera"))) == [5, 6]


@pytest.mark.parametrize(
    "text",
    [
        "Aquilome Marisa",  # a letter different
        "Aquilone Marissa",  # a letter more
        "Aquilon Marisa",  # a letter fewer
        "Aqiulone Marisa",  # two exchanged
        "Marisa Aquilone",  # the other order
        "Aqui Lone Marisa",  # parted otherwise
        "Aquilone M.",  # an initial
        "Aquilone",  # no name
    ],
)
def test_a_slip_of_the_pen_is_near(text: str) -> None:
    assert keys(KNOWN.near(split_name(text))) == [1]


@pytest.mark.parametrize(
    "text", ["P043", "P042 Ada", "Lu Ada", "Aquilone Norma", "Zibibbo Marisa", "Aquilone Marisa"]
)
def test_codes_short_names_other_people_and_the_same_name_are_not_near(text: str) -> None:
    assert KNOWN.near(split_name(text)) == ()


def test_a_few_letters_of_each_word_are_enough() -> None:
    assert keys(KNOWN.starting("aq ma")) == [1]
    assert keys(KNOWN.starting("mar", limit=5)) == [1, 2, 3]
    assert KNOWN.starting("zz") == ()
    assert KNOWN.starting(" - ") == ()


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_any_text_is_folded_once_and_for_all(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@settings(max_examples=100)
@given(st.text(max_size=40), st.booleans())
def test_no_word_is_lost_in_parting(text: str, name_first: bool) -> None:
    name = split_name(text, name_first=name_first)
    assert sorted(fold(str(name)).split()) == sorted(fold(text).split())
