"""Whole knock-outs for the tests: every match is won by the one that a rule names."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tournaments.pairing.draws import Options, PastRound, Request, RoundDraw
from tournaments.pairing.knockout import draw_knockout, rounds_needed

Winner = Callable[[int, int], int]


@dataclass
class Cup:
    """A knock-out under way: the rounds so far, with their winners."""

    entries: Sequence[int]
    options: Options = field(default_factory=Options)
    rounds: list[PastRound] = field(default_factory=list)

    def draw(self, present: Sequence[int] | None = None, *, seed: int = 1) -> RoundDraw:
        """The next round for those present; the standings are in no order that matters."""
        ranking = tuple(self.entries if present is None else present)
        if self.rounds:
            ranking = tuple(random.Random(seed + len(self.rounds)).sample(ranking, len(ranking)))
        request = Request(
            ranking,
            tuple(self.rounds),
            phase_rounds=rounds_needed(len(self.entries)),
            round_in_phase=len(self.rounds) + 1,
            options=self.options,
        )
        return draw_knockout(request, random.Random(seed))

    def play(self, draw: RoundDraw, winner: Winner = min) -> None:
        """Let the round be played, each match won by `winner` of its two."""
        won = tuple(winner(*seating.everybody) for seating in draw.seatings)
        self.rounds.append(PastRound(len(self.rounds) + 1, draw.seatings, draw.rests, winners=won))

    def play_on(self, winner: Winner = min, rounds: int | None = None) -> list[RoundDraw]:
        """Draw and play so many rounds, or all that are left."""
        left = rounds_needed(len(self.entries)) - len(self.rounds)
        draws = []
        for _ in range(left if rounds is None else rounds):
            draws.append(self.draw())
            self.play(draws[-1], winner)
        return draws
