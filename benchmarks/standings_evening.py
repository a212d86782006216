"""An evening of many pairs with every score written, and how long its standings take."""

import random
from collections.abc import Callable

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.models.clubs import Club
from scoring.samples import random_match
from tests.evenings import make_evening, open_round, the_round
from tournaments import rounds
from tournaments.formats import match_format, regulations_of
from tournaments.hands import NumberedHand, write_hands
from tournaments.models.events import Tournament
from tournaments.standings import standings

REPEATS = 3


def written_evening(pairs: int, rounds_count: int, rng: random.Random) -> Tournament:
    """A Mitchell of that many pairs; scores go straight into rows: writing them is not what is measured."""
    club = Club.objects.create(name=f"Prova {pairs}", slug=f"prova-{pairs}", town="Prova")
    evening = make_evening(club, entries=pairs, programme="4m")
    for number in range(1, rounds_count + 1):
        round_ = open_round(evening, number)
        regulations, length = regulations_of(evening), match_format(round_.phase)
        with transaction.atomic():
            for match in round_.matches.active():
                hands = random_match(rng, regulations, length)
                write_hands(match, [NumberedHand(n, hand) for n, hand in enumerate(hands, 1)])
        rounds.close(round=the_round(evening, number), by=None)
    return evening


def measure(
    pairs: int, rounds_count: int, rng: random.Random, clock: Callable[[], float]
) -> tuple[int, float]:
    """Queries, and the seconds of the quickest of a few readings."""
    evening = written_evening(pairs, rounds_count, rng)
    with CaptureQueriesContext(connection) as captured:
        found = standings(evening)
    assert len(found.rows) == pairs
    assert found.check is not None
    assert found.check.agrees
    taken = []
    for _repeat in range(REPEATS):
        start = clock()
        standings(evening)
        taken.append(clock() - start)
    return len(captured), min(taken)
