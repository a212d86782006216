"""Figures as scorers write them."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from tournaments.forms.fields import HalfPointsField, PointsField, read_figure

READ = {
    "": None, "  ": None, "0": 0, "165": 165, "370": 370, "45-": -45, "-45": -45, "−45": -45, "45−": -45,
    "- 45": -45, "+45": 45, "-": 0, "−": 0, "–": 0, "1.060": 1060, "007": 7,
}  # fmt: skip


@pytest.mark.experience(16)
@pytest.mark.parametrize(("text", "figure"), READ.items())
def test_a_figure_is_read_as_it_was_meant(text: str, figure: int | None) -> None:
    assert read_figure(text) == figure


@pytest.mark.parametrize(
    "text", ["-45-", "45,5", "1.06", "4 5", "quaranta", "1e3", "--5", "\x00", "9" * 30, "½"]
)
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        PointsField().clean(text)


@pytest.mark.parametrize("figure", range(-120, 121, 5))
def test_every_figure_is_written_so_that_it_is_read_again(figure: int) -> None:
    assert read_figure(PointsField().prepare_value(figure)) == figure


@pytest.mark.parametrize("text", ["100000", "-100000"])
def test_a_figure_beyond_any_slip_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        PointsField().clean(text)


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("542,5", Fraction(1085, 2)),
        ("542.5", Fraction(1085, 2)),
        ("1.234,5", Fraction(2469, 2)),
        ("0,5-", Fraction(-1, 2)),
        ("−192,5", Fraction(-385, 2)),
        ("570", 570),
        ("1.234", 1234),
        ("-", 0),
        ("", None),
    ],
)
def test_players_may_have_half_a_point(text: str, figure: int | Fraction | None) -> None:
    assert HalfPointsField().clean(text) == figure


@pytest.mark.parametrize("text", ["542,6", ",5", "5,5,5", "542,55", "mezzo", "-5,5-", "99999999,5"])
def test_any_other_part_of_a_point_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        HalfPointsField().clean(text)


def test_half_a_point_is_shown_as_it_is_written() -> None:
    with translation.override("it"):
        assert HalfPointsField().prepare_value(Fraction(-385, 2)) == "−192,5"
    assert HalfPointsField().prepare_value(570) == "570"
