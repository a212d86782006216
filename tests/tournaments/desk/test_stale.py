"""Two scorers at one table: the second sees both versions whole, and loses nothing."""

import re

import pytest
from django.test import Client

from tests.cast import REFEREE, SCORER, Cast
from tests.slips import E6, posted, quick
from tests.tournaments.desk.test_pages import CORRECTED, in_english, stored, url_of
from tournaments.hands import hands_of, same_score
from tournaments.models.rounds import Match
from tournaments.scores import record_match


@pytest.fixture
def desk(client: Client, cast: Cast) -> Client:
    """The scorer's browser, in English."""
    return in_english(client, cast, SCORER)


@pytest.mark.experience(5)
def test_a_second_scorer_sees_both_versions_and_chooses(desk: Client, match: Match, cast: Cast) -> None:
    record_match(match=match, hands=quick(E6), by=cast.users[REFEREE], seen_version=0)
    before = stored()
    response = desk.post(url_of(match), posted(CORRECTED))
    page = response.content.decode()
    assert (response.status_code, stored()) == (409, before)
    assert page.count("(differs)") == 6  # points, total and sum of one line, on both sides
    assert "Saved by Ranuncolo Tullio" in page
    assert "@" not in page.partition("<main")[2]
    names = match.seats.values_list("entry__members__person__last_name", flat=True)
    assert all(name in page for name in names)
    figures = re.sub(r"<[^>]+>|\s", " ", page)
    assert re.findall(r"V\.P\. +(\d+) +(\d+)", figures) == [("9", "11"), ("9", "11")]
    assert re.findall(r"Total +(800) +(\d+)", figures) == [("800", "1060"), ("800", "1055")]
    kept = {
        name: value
        for name, value in posted(CORRECTED).items()
        if f'name="{name}" value="{value}"' in page or name == "seen"
    }
    assert kept == posted(CORRECTED), "something typed was lost"
    desk.post(url_of(match), posted(CORRECTED, seen=1, reason="copy"))
    assert same_score(hands_of(match), quick(CORRECTED))


def test_the_note_of_a_slip_that_came_second_is_not_lost(desk: Client, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    page = desk.post(url_of(match), posted(CORRECTED, note="somma rifatta")).content.decode()
    assert 'name="note" value="somma rifatta"' in page


def test_the_star_is_explained_where_one_stands(desk: Client, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    words = "* other figures of this hand differ"
    assert words not in desk.post(url_of(match), posted(CORRECTED)).content.decode()
    timed = desk.post(url_of(match), posted(E6, time_up="on")).content.decode()
    assert timed.count(words) == 2
    assert "(differs)" not in timed
