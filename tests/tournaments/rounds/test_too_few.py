"""So many leave that no table can be seated: the page says what can still be done, and each of it can."""

import random

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import (
    Movement,
    address,
    crushing,
    in_two_groups,
    look,
    play,
    programme,
    secretary,
    two_hands,
)
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.moves import what_it_would_move
from tournaments.programmes import INDIVIDUALS, PAIRS, TEAMS

__all__ = ["secretary"]
pytestmark = pytest.mark.django_db


def all_leave_but(client: Client, evening: Tournament, left: int) -> list[Entry]:
    gone = list(evening.entries.order_by("number")[left:])
    for entry in gone:
        client.post(address("leave", evening, entry.pk), {"justified": "yes"})
    assert evening.entries.present().count() == left
    return gone


@pytest.mark.parametrize(
    ("kind", "movement", "left", "says"),
    [
        (PAIRS, Movement.DANISH, 1, "Only 1 entry is left, and a table needs 2."),
        (PAIRS, Movement.SWISS, 0, "Only 0 entries are left, and a table needs 2."),
        (INDIVIDUALS, Movement.INDIVIDUAL_DANISH, 3, "Only 3 entries are left, and a table needs 4."),
        (TEAMS, Movement.DANISH, 1, "Only 1 entry is left, and a table needs 2."),
    ],
)
def test_the_page_says_what_can_be_done(
    secretary: Client, cast: Cast, *, kind: str, movement: str, left: int, says: str
) -> None:
    plan = programme(two_hands(movement, 3), kind=kind)
    evening = make_evening(cast.club, entries=4 if kind != INDIVIDUALS else 8, programme=plan)
    play(secretary, evening, 1, random.Random(1))
    gone = all_leave_but(secretary, evening, left)
    page = look(secretary, "director", evening)
    assert says in page
    assert "check-in." not in page
    for way in ("Who comes late can be let in.", "Who has withdrawn can come back", "take away the rounds"):
        assert way in page
    assert "Draw round 2" not in page
    for seen in (3, 2):
        secretary.post(address("round_drop", evening), {"seen": seen})
    page = look(secretary, "director", evening)
    assert "Open the check of the standings" in page
    secretary.post(address("round_add", evening), {"seen": 1})
    secretary.post(address("entry_readmit", evening, gone[0].pk))
    assert evening.entries.present().count() == left + 1


def test_a_final_that_nobody_can_play_is_taken_away(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme=in_two_groups(Movement.DANISH, 1))
    play(secretary, evening, 1, random.Random(1))
    all_leave_but(secretary, evening, 1)
    assert "take away the rounds" in look(secretary, "director", evening)
    for seen in (4, 3, 2):
        assert evening.rounds.count() == seen
        secretary.post(address("round_drop", evening), {"seen": seen})
    assert evening.rounds.count() == 1
    for name in ("director", "qualified", "mishaps", "staff_standings", "papers", "entries", "standings"):
        look(secretary, name, evening)
    match = Match.objects.active().filter(round__tournament=evening)[0]
    assert what_it_would_move(match, crushing(match, match.seats.all()[0].entry_id)).qualifying == ()
    secretary.post(address("provisional", evening))
    assert "Provisional standings" in look(secretary, "director", evening)


def test_at_the_check_in_the_check_in_is_the_way(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=1, programme=programme(two_hands(Movement.DANISH, 2)))
    answer = secretary.post(address("draw", evening, 1), follow=True)
    assert "mark them at the check-in" in answer.content.decode()
