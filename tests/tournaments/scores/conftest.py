"""A match at table 1 of a round being played, and a slip for it."""

import pytest

from tests.cast import Cast
from tests.evenings import four_playing
from tests.remembered import remembered
from tests.slips import reread
from tournaments.models.rounds import Match, Round


@pytest.fixture
def playing(cast: Cast) -> Round:
    """Round 1 of an evening of four pairs, four hands, being played."""
    return remembered(four_playing, cast.club)


@pytest.fixture
def match(playing: Round) -> Match:
    return reread(playing.matches.active().get(table_number=1))
