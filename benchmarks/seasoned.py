"""Fields that have met before: the request of a round after some simulated rounds of a movement."""

import random

from tournaments.pairing.draws import PastRound, Request
from tournaments.pairing.methods import METHODS


def seasoned(movement: str, pairs: int, earlier_rounds: int, seed: int) -> Request:
    """The request of the round after so many rounds of the movement, skill deciding most."""
    rng = random.Random(seed)
    skill = {pair: rng.gauss(0, 1) for pair in range(1, pairs + 1)}
    points = dict.fromkeys(skill, 0)
    history: tuple[PastRound, ...] = ()
    for number in range(1, earlier_rounds + 1):
        draw = METHODS[movement](Request(_standings(points), history), rng)
        for seating in draw.seatings:
            (ns,), (ew,) = seating.ns, seating.ew
            won = max(0, min(20, round(10 + 3 * (skill[ns] - skill[ew]) + rng.gauss(0, 4))))
            points[ns] += won
            points[ew] += 20 - won
        history = (*history, PastRound(number, draw.seatings, draw.rests))
    return Request(_standings(points), history)


def _standings(points: dict[int, int]) -> tuple[int, ...]:
    """Best first, then by number."""
    return tuple(sorted(points, key=lambda pair: (-points[pair], pair)))
