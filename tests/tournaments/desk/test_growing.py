"""A match to a target in a real browser: the slip grows while it is typed, in every mode."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.cast import make_cast
from tests.evenings import make_evening, open_round
from tests.slips import reread
from tournaments.models.rounds import Match
from tournaments.models.scores import HandRecord

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    evening = make_evening(make_cast().club, entries=4, programme="target")
    return reread(open_round(evening, 1).matches.active().get(table_number=1))


@pytest.fixture
def slip(as_referee: Callable[[str], Page], match: Match) -> Page:
    """The referee's browser at the slip."""
    return as_referee(reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk]))


def test_a_match_of_eight_hands_is_typed_by_enter_alone(slip: Page, match: Match) -> None:
    wrong: list[str] = []
    slip.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    for number in range(1, 9):
        field = slip.locator(f"#h{number}_NS_base")
        expect(field).to_be_visible()
        expect(field).to_be_focused()
        for figure in ("200", "70", "0", "30") if number < 8 else ("200", "130", "0", "30"):
            slip.keyboard.type(figure)
            slip.keyboard.press("Enter")
        expect(slip.locator(f"#t{number}_EW")).to_have_text(str(30 * number))
        if number < 8:
            expect(slip.locator(f"#h{number + 2}_NS_base")).to_be_visible()
    slip.get_by_role("button", name="Save table 1").click()
    expect(slip.locator("body")).to_contain_text("Table 1: 2220 – 240")
    assert HandRecord.objects.filter(match=match).count() == 8
    assert wrong == []


def test_rows_of_the_detailed_slip_come_too(slip: Page) -> None:
    slip.goto(f"{slip.url}?modo=detail")
    slip.locator("#h3_NS_laid").fill("100")
    expect(slip.locator("#h5_EW_laid")).to_be_visible()
    expect(slip.locator("#h5_ending")).to_have_count(1)
