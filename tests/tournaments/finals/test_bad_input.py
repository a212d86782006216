"""Whatever is sent to the pages where it is decided who goes on: a sentence, nothing decided."""

import pytest
from django.test import Client

from tests.bad_input import assert_survives
from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import Movement, address, play, programme, ties_on, two_hands
from tournaments.cuts import cut_of
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act

pytestmark = pytest.mark.django_db


def counts() -> dict[str, int]:
    decided = sum(bool(phase.cut) for phase in Phase.objects.all())
    return {"acts": Act.objects.count(), "decided": decided}


@pytest.fixture
def level(secretary: Client, cast: Cast) -> Tournament:
    """Eight pairs after one level round; the first four play on."""
    evening = make_evening(
        cast.club,
        entries=8,
        programme=programme(two_hands(Movement.DRAWN, 1), two_hands(Movement.KNOCKOUT, 2, qualify_each=4)),
    )
    play(secretary, evening, 1, None)
    return evening


def test_a_choice_and_a_lot_survive(secretary: Client, referee: Client, level: Tournament) -> None:
    ((phase, key),) = ties_on(secretary, level)
    chosen = {"phase": phase, "tied": key, "through": key.split("-")[:4]}
    assert_survives(referee, address("qualified_choose", level), chosen, counts, n=60)
    assert_survives(secretary, address("qualified_lot", level), {"phase": phase, "tied": key}, counts, n=60)


def test_what_becomes_of_a_place_survives(secretary: Client, level: Tournament) -> None:
    ((phase, key),) = ties_on(secretary, level)
    secretary.post(address("qualified_lot", level), {"phase": phase, "tied": key})
    leaving = cut_of(level.phases.get(number=2)).seeds[0]
    secretary.post(address("leave", level, leaving), {"justified": "yes"})
    valid = {"phase": "2", "entry": str(leaving), "what": "empty"}
    assert_survives(secretary, address("qualified_place", level), valid, counts, n=60)
