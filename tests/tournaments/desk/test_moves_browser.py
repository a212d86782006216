"""On a phone the desk says what a correction moves before it is saved; nothing for axe, nothing too wide."""

import random
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.cast import make_cast
from tests.evenings import make_evening, open_round, play_round, the_round
from tests.looks import faults_of
from tests.slips import E6, quick, reread
from tournaments.hands import hands_of, same_score
from tournaments.models.rounds import Match
from tournaments.scores import record_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match() -> Match:
    """Table 1 of round 1, when the Danish round 3 is announced; everywhere else scores differ."""
    evening = make_evening(make_cast().club, entries=12, programme="2m2d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    match = reread(the_round(evening, 1).matches.active().get(table_number=1))
    record_match(match=match, hands=quick(E6), by=None, seen_version=1, reason="copy")
    open_round(evening, 3)
    return reread(match)


@pytest.mark.parametrize("width", [390, 1366])
def test_what_moves_is_said_beside_the_save_before_anything_is_saved(
    as_referee: Callable[[str], Page], match: Match, width: int
) -> None:
    page = as_referee(reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk]))
    page.set_viewport_size({"width": width, "height": 844})
    expect(page.locator("#h1_NS_base")).to_be_focused()
    moves = page.locator("#moves")
    expect(moves).to_have_count(0)
    page.locator("#h1_NS_base").fill("1000")
    page.locator("#h4_NS_base").fill("900")
    expect(moves).to_contain_text("Round 3 was drawn from this score and is announced: its seats stand.")
    expect(moves.locator("tbody tr").first).to_contain_text("→")
    expect(page.locator("#why")).to_contain_text("places change, also among the first three.")
    expect(page.locator("#why")).to_be_in_viewport(ratio=1)
    page.locator("#why a").click()
    expect(moves.locator("tbody tr").last).to_be_in_viewport(ratio=1)
    assert not faults_of(page, [width])
    assert same_score(hands_of(match), quick(E6))
