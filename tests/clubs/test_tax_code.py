"""The Italian tax code: copied right or not. The valid ones are the textbook's, not of living persons."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from clubs.people import add_person
from clubs.tax_code import TaxCodeFault, fault_of, tidy
from tests.cast import Cast

VALID = [
    "RSSMRA85T10A562S",
    "MRTMTT25D09F205Z",
    "MLLSNT82P65Z404U",
    "RSSMRA85T10A56NH",  # the first one when another person has it: 2 became N
    "MRTMTT25D09F20RU",
    "MRTMTTNRDLVFNLRV",  # all seven figures became letters
    "00743110157",
    "12345670488",
]
SIXTEEN = [code for code in VALID if len(code) == 16]


@pytest.mark.parametrize("code", VALID)
def test_a_code_copied_right_has_no_fault(code: str) -> None:
    assert fault_of(code) is None


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("", TaxCodeFault.LENGTH),
        ("RSSMRA85T10A562", TaxCodeFault.LENGTH),
        ("RSSMRA85T10A562SS", TaxCodeFault.LENGTH),
        ("0074311015", TaxCodeFault.LENGTH),
        ("RSSMRA85F10A562S", TaxCodeFault.SHAPE),  # no month is F
        ("RSSMR185T10A562S", TaxCodeFault.SHAPE),
        ("RSSMRA8OT10A562S", TaxCodeFault.SHAPE),  # the letter O for a nought: no omocodia has it
        ("0074311015X", TaxCodeFault.SHAPE),
        ("RSSMRA85T10A562\N{ARABIC-INDIC DIGIT TWO}", TaxCodeFault.SHAPE),
        ("RSSMRA85T10A562T", TaxCodeFault.CHECK),
        ("RSSMRA85T01A562S", TaxCodeFault.CHECK),  # two figures swapped
        ("00743110158", TaxCodeFault.CHECK),
        ("00743101157", TaxCodeFault.CHECK),
    ],
)
def test_what_is_wrong_is_named(code: str, fault: TaxCodeFault) -> None:
    assert fault_of(code) is fault


@given(st.sampled_from(SIXTEEN), st.integers(0, 15), st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
def test_one_wrong_character_never_passes(code: str, place: int, sign: str) -> None:
    changed = code[:place] + sign + code[place + 1 :]
    if changed != code:
        assert fault_of(changed) is not None


@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    assert fault_of(tidy(text)) in {None, *TaxCodeFault}


def test_small_letters_and_spaces_and_figures_of_any_script_are_no_fault() -> None:
    assert tidy(" rss mra 85t10 a562s ") == "RSSMRA85T10A562S"
    assert tidy("٠٠٧٤٣١١٠١٥٧") == "00743110157"


@pytest.mark.parametrize("code", ["rssmra85t10a562s", "rss mra 85t10 a562s", ""])
def test_a_person_keeps_a_right_code_or_none(code: str, cast: Cast) -> None:
    person = add_person(club=cast.club, last_name="Canina", first_name="Rosa", tax_code=code)
    person.refresh_from_db()
    assert person.tax_code == tidy(code)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("AB12", "16 letters"), ("RSSMRA85F10A562S", "places"), ("RSSMRA85T10A562T", "slip")],
)
def test_a_person_with_a_wrong_code_is_refused_in_a_sentence(code: str, sentence: str, cast: Cast) -> None:
    with pytest.raises(ValidationError, match=sentence) as refusal:
        add_person(club=cast.club, last_name="Canina", first_name="Rosa", tax_code=code)
    assert set(refusal.value.error_dict) == {"tax_code"}
