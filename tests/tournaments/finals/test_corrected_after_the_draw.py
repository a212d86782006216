"""A score of the groups is corrected when the final is drawn: who plays it stays, and the page tells apart
what the standings say now."""

import random
import re

import pytest
from django.test import Client

from scoring.hands import Hand, HandScore
from tests.cast import Cast
from tests.evenings import make_evening, the_round
from tests.tournaments.finals.conftest import (
    Movement,
    address,
    crushing,
    in_two_groups,
    look,
    play,
)
from tests.tournaments.shown.conftest import words_of
from tournaments import draws, rounds
from tournaments.cuts import cut_of, seated_finalists
from tournaments.hands import NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.moves import Qualifying, what_it_would_move
from tournaments.names import entry_names
from tournaments.scores import record_match

pytestmark = pytest.mark.django_db
STAYS = "The final is drawn and announced: who plays it stays, whatever the standings say now."
LEVEL = tuple(NumberedHand(number, Hand((HandScore(base=200, points=300),) * 2)) for number in (1, 2, 3, 4))
UNLIKELY = {"V13", "V18"}
NOW = "By the standings as they are now"


@pytest.fixture
def evening(secretary: Client, cast: Cast) -> Tournament:
    """Two groups of four are played, the final of the first two of each is drawn, the others play beside."""
    made = make_evening(cast.club, entries=8, programme=in_two_groups(Movement.KNOCKOUT, 2, others="play"))
    for number in (1, 2, 3):
        play(secretary, made, number, random.Random(number))
    draws.draw_round(round=the_round(made, 4), by=None, seed=1)
    return made


def announce(evening: Tournament) -> None:
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 4), by=None)


def correct(evening: Tournament) -> Qualifying:
    """Correct a score of the groups so that another one would qualify; what moves."""
    for match in Match.objects.active().filter(round__tournament=evening, round__number__lt=4):
        for entry in match.seats.values_list("entry", flat=True):
            hands = crushing(match, entry)
            (moved,) = what_it_would_move(match, hands).qualifying
            if len(moved.coming) == 1 and not moved.tied:
                seen = match.version
                record_match(
                    match=match, hands=hands, by=None, seen_version=seen, reason="copy", confirmed=UNLIKELY
                )
                return moved
    raise AssertionError("no correction moves anybody")


def marks(client: Client, evening: Tournament) -> dict[int, str]:
    """The last column of every line of the groups, by the entry's number."""
    html = client.get(address("qualified", evening)).content.decode()
    groups = html.split("The next of each group")[0]
    rows = re.findall(r'<th scope="row">(\d+) [^<]*</th>(.*?)</tr>', groups, re.DOTALL)
    return {int(number): words_of(row.rsplit("<td>", 1)[1]).strip() for number, row in rows}


def listed(page: str) -> list[int]:
    part = page.split("in the order of the seeds")[1].partition("The others")[0]
    return [int(number) for number in re.findall(r"No\. (\d+)", part)]


@pytest.mark.parametrize("announced", [False, True])
def test_the_page_says_who_plays_and_apart_from_it_what_the_standings_say(
    secretary: Client, evening: Tournament, *, announced: bool
) -> None:
    if announced:
        announce(evening)
    assert NOW not in look(secretary, "qualified", evening)
    moved = correct(evening)
    page, names = look(secretary, "qualified", evening), entry_names(evening)
    plays = [names[entry].number for entry in seated_finalists(evening.phases.get(number=2))]
    assert listed(page) == plays
    assert {number for number, mark in marks(secretary, evening).items() if "goes on" in mark} == {*plays}
    assert (STAYS in page) == announced
    assert ("undo its draw first" in page) == (not announced)
    apart = page.split(NOW)[1]
    (comes,), (goes,) = moved.coming, moved.going
    assert f"By the standings would come in: {comes.number} " in apart
    assert f"By the standings would not qualify any more: {goes.number} " in apart
    assert comes.number not in plays
    assert goes.number in plays


def test_who_stand_equal_since_are_told_apart_too(secretary: Client, evening: Tournament) -> None:
    announce(evening)
    for match in Match.objects.active().filter(round__tournament=evening, round__number__lt=4):
        record_match(match=match, hands=LEVEL, by=None, seen_version=match.version, reason="copy")
    assert cut_of(evening.phases.get(number=2)).field.ties
    page = look(secretary, "qualified", evening)
    assert page.index("Who plays the final") < page.index(NOW) < page.index("Equal at the cut")
    assert "Draw a lot among them" not in page
    assert "to be decided" not in set(marks(secretary, evening).values())
