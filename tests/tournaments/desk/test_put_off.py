"""A match that was put off is written by the scorer after its round is closed, as before."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SCORER, Cast
from tests.evenings import open_round, record_random, the_round
from tests.slips import E6, posted, reread
from tests.tournaments.desk.test_pages import in_english, url_of
from tests.tournaments.shown.conftest import words_of
from tournaments import rounds
from tournaments.models.rounds import Match, Round
from tournaments.table_moves import put_off

LOCKED = "Only to be read"
SAVED = "Table 1: 800 – 1060"


@pytest.fixture
def waiting(match: Match) -> Match:
    """Table 1 of round 1 was put off, the other one written, the round closed."""
    put_off(match=match, by=None)
    record_random(reread(match.round.matches.active().get(table_number=2)), random.Random(1))
    rounds.close(round=the_round(match.round.tournament, 1), by=None)
    return reread(match)


def desk_of(playing: Round) -> str:
    return reverse("tournaments:desk", args=[playing.tournament_id])


def test_the_desk_of_a_closed_round_says_what_is_still_written(
    client: Client, cast: Cast, waiting: Match
) -> None:
    html = in_english(client, cast, SCORER).get(desk_of(waiting.round), {"turno": "1"}).content.decode()
    assert "Only what was put off is still written here: table 1" in words_of(html)
    assert url_of(waiting) in html


@pytest.mark.parametrize("runs", [False, True])
def test_who_writes_it_is_told_that_it_is_saved_and_goes_on_where_there_is_something_to_write(
    client: Client, cast: Cast, waiting: Match, *, runs: bool
) -> None:
    if runs:
        open_round(waiting.round.tournament, 2)
    scorer = in_english(client, cast, SCORER)
    assert LOCKED not in scorer.get(url_of(waiting)).content.decode()
    answer = scorer.post(url_of(waiting), posted(E6), follow=True)
    name = "desk" if runs else "director"
    assert answer.redirect_chain == [
        (reverse(f"tournaments:{name}", args=[waiting.round.tournament_id]), 302)
    ]
    page = words_of(answer.content.decode())
    assert SAVED in page
    assert LOCKED not in page
    assert reread(waiting).version == 1


def test_hands_of_it_so_far_leave_the_scorer_at_its_round(client: Client, cast: Cast, waiting: Match) -> None:
    scorer = in_english(client, cast, SCORER)
    answer = scorer.post(url_of(waiting), posted(E6[:2], part="1"), follow=True)
    assert answer.redirect_chain[0][0].endswith("?turno=1")
    page = words_of(answer.content.decode())
    assert "It is not over: it still is missing." in page
    assert "Only what was put off is still written here: table 1" in page
    scorer.post(url_of(waiting), posted(E6, seen=1))
    assert reread(waiting).version == 2
