"""Round robin: everybody once, or twice with the sides exchanged, in n − 1 rounds a leg (n when n is odd).

The circle turns by half its seats, as in Berger's tables: so each pair sits NS and EW by turns, and after any
number of rounds the one is at most once more than the other.
"""

import random

from tournaments.pairing.circle import Couple, draw_schedule, turning_couples
from tournaments.pairing.draws import Request, RoundDraw


def round_robin_couples(seats: int, index: int) -> list[Couple]:
    """Who meets in a round counted from 0; from round n − 1 on the second leg, with the sides exchanged."""
    moving = seats - 1
    leg, place_in_leg = divmod(index, moving)
    couples = turning_couples(seats, place_in_leg * (seats // 2) % moving)
    if place_in_leg % 2 == 0:
        turn, stays = couples[-1]
        couples[-1] = (stays, turn)
    return [(ew, ns) for ns, ew in couples] if leg % 2 else couples


def draw_round_robin(request: Request, rng: random.Random) -> RoundDraw:
    """Everybody meets everybody once; fewer rounds are the first of the schedule. See `draw_schedule`."""
    return draw_schedule(request, rng, round_robin_couples)


def draw_double_round_robin(request: Request, rng: random.Random) -> RoundDraw:
    """Everybody meets everybody twice, in the second leg on the other side. See `draw_schedule`."""
    return draw_schedule(request, rng, round_robin_couples, legs=2)
