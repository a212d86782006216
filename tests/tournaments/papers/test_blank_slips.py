"""Reserve slips: as many as asked for, with nothing of any match on them."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from pypdf import PdfReader

from clubs.models.clubs import Club
from tests.evenings import make_evening
from tests.tournaments.papers.conftest import size_of, text_of
from tournaments.models.papers import Paper
from tournaments.papers import jobs

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]


@pytest.mark.parametrize(
    ("size", "copies", "pages"), [("a5", 3, 3), ("a4", 4, 2), ("a4", 5, 3), ("a5", 1, 1)]
)
def test_there_are_at_least_as_many_as_asked(
    club: Club, printed: Printed, size: str, copies: int, pages: int
) -> None:
    reader = printed(make_evening(club), "blank_slips", phase=1, size=size, copies=copies)
    assert len(reader.pages) == pages
    assert {size_of(reader, page) for page in range(pages)} == {(148, 210) if size == "a5" else (297, 210)}


def test_a_blank_slip_has_the_form_but_no_match(club: Club, printed: Printed) -> None:
    text = text_of(printed(make_evening(club), "blank_slips", phase=1, size="a5", copies=1))
    assert "code" not in text
    assert "pair" not in text
    assert "4 hands" in text
    assert "305–500" in text


def test_before_any_draw_only_blank_slips_can_be_printed(club: Club, order: Callable[..., Paper]) -> None:
    evening = make_evening(club)
    assert order(evening, "blank_slips", phase=1, size="a5", copies=1).state == Paper.State.QUEUED
    for kind in Paper.Kind:
        if kind != Paper.Kind.BLANK_SLIPS:
            with pytest.raises(ValidationError) as refused:
                jobs.ask(tournament=evening, kind=kind, by=None, language="en")
            assert refused.value.code == "state"
