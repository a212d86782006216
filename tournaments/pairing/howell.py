"""Howell: a round robin walked by rule: one pair stays, each other follows the pair one number lower.

The pair that stays has the last table and sits NS there. An odd field has nobody there: who is due at that
table rests.
"""

import random

from tournaments.pairing.circle import Couple, WayCard, draw_schedule, foretell, turning_couples
from tournaments.pairing.draws import Options, PastRound, Request, RoundDraw


def howell_couples(seats: int, index: int) -> list[Couple]:
    """Who meets in a round counted from 0, by table: every seat is taken over by the next number."""
    couples = turning_couples(seats, index % (seats - 1))
    turn, stays = couples[-1]
    return [*couples[:-1], (stays, turn)]


def draw_howell(request: Request, rng: random.Random) -> RoundDraw:
    """A round of a Howell, at most n − 1 rounds (n when n is odd). See `draw_schedule`.

    The most important fixed entry of an even field is the pair that stays; other fixed entries keep their
    tables because those of the others change.
    """
    return draw_schedule(request, rng, howell_couples)


def guide_cards(
    first_round: PastRound, *, rounds: int, options: Options | None = None
) -> tuple[WayCard, ...]:
    """The whole way of every pair of a phase, foretold from its first round; the pair that stays comes last.

    `options` matter for fixed seats only.
    """
    return foretell(first_round, howell_couples, rounds=rounds, options=options or Options())
