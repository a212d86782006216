"""A round of an evening under way, whatever is left of its field: the movement bends rather than refuse.

A Mitchell with fewer tables than rounds goes into a second cycle, by one table where the step is too long;
where everybody has met everybody, the rounds left over are played as another movement.
"""

import random
from dataclasses import replace

from tournaments.pairing.draws import (
    Method,
    Relaxation,
    Request,
    RoundDraw,
    TooFewOpponents,
    TooManyRounds,
    WrongStep,
)


def bent(method: Method, instead: Method) -> Method:
    """The method, which plays on where it would refuse for the number of rounds or of tables; `instead` plays
    the rounds in which nobody is left to meet. What bends is said by `step_of_one` and `all_met`, a second
    cycle by the meetings that it repeats. The answer raises what else the two raise."""

    def draw(request: Request, rng: random.Random) -> RoundDraw:
        try:
            return method(request, rng)
        except WrongStep:
            options = replace(request.options, step=1)
            return _told("step_of_one", draw(replace(request, options=options), rng))
        except TooManyRounds:
            return draw(replace(request, options=replace(request.options, second_cycle=True)), rng)
        except TooFewOpponents as refusal:
            if request.round_in_phase <= refusal.limit:
                return method(replace(request, phase_rounds=refusal.limit), rng)
            return _told("all_met", instead(request, rng))

    return draw


def _told(code: str, draw: RoundDraw) -> RoundDraw:
    return replace(draw, relaxations=(Relaxation(code, ()), *draw.relaxations))
