"""Figures as scorers write them."""

import pytest
from django.core.exceptions import ValidationError

from tournaments.forms.fields import PointsField, read_figure

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
