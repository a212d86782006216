"""Players dealt to tables of four: as few partners again as possible, then as few table-mates again."""

import math
from collections.abc import Callable, Sequence

PARTNER_WEIGHT = 20  # a partner again is worse than any repetition of table-mates that could be had for it
HOT, COLD = 3.0, 0.15  # temperatures between which the repetitions, small integers, freeze
STEPS = 30_000  # exchanges tried: more help little


class Repetitions:
    """What it costs to bring players, counted from 0, together again.

    `line[a][b]` is the cost as partners, `table[a][b]` as opponents; both are symmetric.
    """

    def __init__(self, players: int) -> None:
        """Nobody has met anybody."""
        self.line = [[0] * players for _ in range(players)]
        self.table = [[0] * players for _ in range(players)]

    def add(self, a: int, b: int, *, partners: int = 0, tables: int = 0) -> None:
        """Count two as partners so often again, and as otherwise at one table so often."""
        for one, other in ((a, b), (b, a)):
            self.table[one][other] += partners + tables
            self.line[one][other] += partners * (PARTNER_WEIGHT + 1) + tables

    def add_fours(self, seats: Sequence[int]) -> None:
        """Count a round that was played: seats in fours, partners side by side."""
        for i in range(0, len(seats), 4):
            n, s, e, w = seats[i : i + 4]
            self.add(n, s, partners=1)
            self.add(e, w, partners=1)
            for a in (n, s):
                for b in (e, w):
                    self.add(a, b, tables=1)

    def cost(self, four: Sequence[int]) -> int:
        """The cost of one table: N, S, E, W."""
        n, s, e, w = four
        north, south = self.table[n], self.table[s]
        return self.line[n][s] + self.line[e][w] + north[e] + north[w] + south[e] + south[w]


def deal(
    seats: Sequence[int],
    free: Sequence[int],
    repetitions: Repetitions,
    chance: Callable[[], float],
    steps: int = STEPS,
) -> list[int]:
    """Exchange the players on the free positions of `seats` (in fours) for the least cost that is found.

    Simulated annealing; `chance` gives numbers in [0, 1). Stops early when nothing is repeated. The same
    arguments and chances give the same seats.
    """
    seats = list(seats)
    tables = sorted({position & ~3 for position in free})
    costs = {start: repetitions.cost(seats[start : start + 4]) for start in tables}
    cost = least = sum(costs.values())
    best = seats[:]
    cooling = (HOT - COLD) / steps
    for step in range(steps if len(free) > 1 else 0):
        if least == 0:
            break
        i, j = free[int(chance() * len(free))], free[int(chance() * len(free))]
        one, other = i & ~3, j & ~3
        seats[i], seats[j] = seats[j], seats[i]
        new_one = repetitions.cost(seats[one : one + 4])
        new_other = repetitions.cost(seats[other : other + 4]) if other != one else 0
        change = new_one - costs[one] + (new_other - costs[other] if other != one else 0)
        if change > 0 and chance() >= math.exp(-change / (HOT - cooling * step)):
            seats[i], seats[j] = seats[j], seats[i]
            continue
        costs[one] = new_one
        if other != one:
            costs[other] = new_other
        cost += change
        if cost < least:
            least, best = cost, seats[:]
    return best
