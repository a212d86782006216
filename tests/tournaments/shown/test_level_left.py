"""Somebody leaves whose match of a knock-out is over and level: the page says first who wins it then."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import make_evening, open_round, the_round
from tests.slips import posted
from tests.tournaments.shown.conftest import Read, knock_out, show, words_of
from tests.tournaments.shown.semifinals import LEVEL, NS_WINS, matches, pair, places, score, semifinals
from tournaments import rounds
from tournaments.departures import withdraw_entry
from tournaments.knockouts import bracket_of

pytestmark = pytest.mark.django_db
ROWS = [(200, 300, 200, 300)] * 4


def test_in_the_first_round_the_other_goes_on(read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 8, 0)
    open_round(evening, 1)
    level, *others = matches(evening, 1)
    for match in others:
        score(match, NS_WINS)
    leaves, stays = pair(level)
    assert "is level" not in read("leave", evening.pk, leaves.pk), "no score is written"
    score(level, LEVEL)
    assert f"Their match is level: when they leave, {stays.number} " in read("leave", evening.pk, leaves.pk)
    assert "is level" not in read("leave", evening.pk, pair(others[0])[0].pk)
    withdraw_entry(entry=leaves, by=None)
    rounds.close(round=the_round(evening, 1), by=None)
    winners = {bout.winner.entry_id for bout in bracket_of(evening)[0].bouts if bout.winner}
    assert stays.pk in winners


@pytest.mark.parametrize(
    ("at", "said", "place"), [(0, "The final is level", 1), (1, "Their match is level", 3)]
)
def test_in_a_final_and_for_the_third_place(read: Read, cast: Cast, at: int, said: str, place: int) -> None:
    evening = semifinals(cast)
    show(evening, 2)
    for number, match in enumerate(matches(evening, 2)):
        score(match, LEVEL if number == at else NS_WINS)
    stays, leaves = pair(matches(evening, 2)[at])
    page = read("leave", evening.pk, leaves.pk)
    assert f"{said}: when they leave, {stays.number} " in page
    assert ("win it, and who leave are second." in page) == (place == 1)
    assert (" are third." in page) == (place == 3)
    withdraw_entry(entry=leaves, by=None)
    assert places(evening)[stays.pk] == (place, False)
    assert places(evening)[leaves.pk] == (place + 1, False)


@pytest.mark.parametrize("programme", ["knockout", "2m2d"])
def test_hands_that_end_the_match_level_as_they_leave(secretary: Client, cast: Cast, programme: str) -> None:
    """Where nobody has to win, a level match gives nobody anything more."""
    evening = (
        knock_out(cast, 8, 0) if programme == "knockout" else make_evening(cast.club, programme=programme)
    )
    open_round(evening, 1)
    stays, leaves = pair(matches(evening, 1)[0])
    here = reverse("tournaments:leave", args=[evening.pk, leaves.pk])
    answer = secretary.post(here, posted(ROWS, look="1", justified="yes"))
    page = words_of(answer.content.decode())
    assert "is over with these hands" in page
    sentence = f"Their match is level: when they leave, {stays.number} "
    assert (sentence in page) == (programme == "knockout")
