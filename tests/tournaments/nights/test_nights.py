"""Random evenings with all mishaps mixed, proved after each act; `make evenings` plays thousands."""

import pytest

from tests.cast import Cast
from tests.tournaments.nights.machine import Evenings, EveningsByPages
from tests.tournaments.nights.night import Tally
from tests.tournaments.nights.played import play

pytestmark = pytest.mark.django_db


def test_evenings_by_verbs(cast: Cast) -> None:
    tally = Tally()
    play(Evenings, cast, tally, evenings=40, steps=5, with_seed=1)
    assert tally.evenings >= 40
    assert len(tally.verbs) > 15, "so many different acts were done"
    assert tally.refused > 100


def test_evenings_by_pages(cast: Cast) -> None:
    tally = Tally()
    play(EveningsByPages, cast, tally, evenings=5, steps=5, with_seed=1)
    assert tally.evenings >= 5
    assert len(tally.verbs) > 5
    assert tally.pages > 20
