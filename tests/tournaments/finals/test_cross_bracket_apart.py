"""A cross bracket seats by the places in the groups: who meets one of her own there is named, never moved."""

import random

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import Movement, address, in_two_groups, look, meetings, play
from tournaments.cuts import cut_of
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Seat

pytestmark = pytest.mark.django_db


def before_the_final(secretary: Client, cast: Cast, field: str) -> tuple[Tournament, tuple[int, ...]]:
    """Three rounds in two groups; first of A and second of B are of one family, or of one club."""
    plan = in_two_groups(Movement.KNOCKOUT, 2, clubs_apart=1)
    evening = make_evening(cast.club, entries=8, programme=plan)
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(number))
    seeds = cut_of(Phase.objects.get(tournament=evening, number=2)).seeds
    Entry.objects.filter(pk__in=(seeds[0], seeds[3])).update(**{field: "Tre Pini"})
    return evening, seeds


@pytest.mark.parametrize(("field", "word"), [("family", "family"), ("club_name", "club")])
def test_who_meets_her_own_is_named_in_the_draft_and_can_change_places(
    secretary: Client, cast: Cast, field: str, word: str
) -> None:
    evening, seeds = before_the_final(secretary, cast, field)
    secretary.post(address("draw", evening, 4))
    assert meetings(4) == [{seeds[0], seeds[3]}, {seeds[1], seeds[2]}]
    page = look(secretary, "director", evening)
    assert page.count(f"are of one {word}, and meet.") == 1
    assert "Confirm" in page
    seats = Seat.objects.active().filter(round__tournament=evening, round__number=4)
    two = [seats.get(entry=seeds[at]).pk for at in (2, 3)]
    secretary.post(address("swap", evening, 4), {"seat": two})
    assert meetings(4) == [{seeds[0], seeds[2]}, {seeds[1], seeds[3]}]
    assert f"are of one {word}, and meet." not in look(secretary, "director", evening)


def test_clubs_are_named_only_where_the_final_asks_to_keep_them_apart(secretary: Client, cast: Cast) -> None:
    evening, seeds = before_the_final(secretary, cast, "club_name")
    evening.phases.update(clubs_apart=0)
    secretary.post(address("draw", evening, 4))
    assert {seeds[0], seeds[3]} in meetings(4)
    assert "are of one club, and meet." not in look(secretary, "director", evening)
