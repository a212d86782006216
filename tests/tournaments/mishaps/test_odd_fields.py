"""With one more not everybody may play, and a plan counts only who has a part in it."""

import random

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening, play_round
from tests.tournaments.mishaps.conftest import url, words
from tournaments.arrivals import admit_late
from tournaments.likeness import Name
from tournaments.programmes import INDIVIDUALS, PAIRS, PhasePlan, Programme

pytestmark = pytest.mark.django_db
DANISH = Programme("Prova", PAIRS, (PhasePlan("danish", 4),))
SINGLE = Programme("Prova", INDIVIDUALS, (PhasePlan("individual_danish", 4),))
REST = "With them not all can play in each round: somebody rests, and it may be them."


@pytest.mark.parametrize(
    ("plan", "entries", "said"),
    [(DANISH, 8, True), (DANISH, 7, False), (SINGLE, 14, True), (SINGLE, 15, False)],
)
def test_who_comes_late_is_told_that_they_may_rest(
    secretary: Client, cast: Cast, plan: Programme, entries: int, said: bool
) -> None:
    evening = make_evening(cast.club, entries=entries, programme=plan)
    play_round(evening, 1, random.Random(1))
    assert (REST in words(secretary.get(url("late", evening.pk)))) == said


def test_who_waits_for_a_seat_is_not_counted_in_the_plan(secretary: Client, cast: Cast) -> None:
    plan = Programme("Prova", PAIRS, (PhasePlan("double_round_robin", 6),))
    evening = make_evening(cast.club, entries=4, programme=plan)
    play_round(evening, 1, random.Random(1))
    admit_late(tournament=evening, persons=[Name("Tardi", "Ada"), Name("Tardi", "Ugo")], how="next", by=None)
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "All have met by the last round of this phase" in page
    assert "everybody meets everybody in" not in page
