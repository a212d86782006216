"""Schedules of an individual phase: who sits where in every round, by place, known from the first round on.

Places are counted from 0. In the first round table t (from 0) seats the places 4t … 4t + 3, partners side by
side, and the last n mod 4 places rest. A schedule is a function of the number of players and the round alone:
it is not stored, and a round more or fewer leaves those before it as they were.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tournaments.pairing.fours import Repetitions, deal
from tournaments.pairing.whist import Four, whist_cycle

SEED = 14  # chosen among thirty: seven players have no partner twice in eight rounds. Lots decide who is who
MOST_SHIFTS = {5: 5, 6: 5, 7: 7, 8: 7, 9: 7, 10: 8, 11: 8}
MOST_SHIFTS_ABOVE = 10
WHIST_FROM = 4, 5  # of a whole cycle: with fewer rounds, annealed ones repeat fewer table-mates


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """One round by place: the tables in order, and the places that rest."""

    tables: tuple[Four, ...]
    rests: tuple[int, ...]


Schedule = Callable[[int, int], ScheduledRound]
"""Takes the number of players and the round of the phase, counted from 0."""


def schedules_for(players: int, rounds: int) -> tuple[Schedule, ...]:
    """The schedules that exist for so many players, the best for that many rounds first."""
    cycle = whist_cycle(players)
    if cycle is None:
        return (annealed_round,)
    share, whole = (1, 1) if players % 4 == 3 else WHIST_FROM
    if (players < 10 and players % 4 != 3) or whole * rounds >= share * len(cycle):
        return whist_round, annealed_round
    return annealed_round, whist_round


def whist_round(players: int, index: int) -> ScheduledRound:
    """A round of the whist schedule, which begins again after its last. ValueError where none is known.

    With n = 4k or 4k + 1 everybody partners everybody once and opposes everybody twice in a cycle. Rests
    differ by at most one; with 4k + 3 by at most two, and are equal at the end of the cycle.
    """
    cycle = whist_cycle(players)
    if cycle is None:
        raise ValueError(f"no whist schedule for {players} players is known")
    first = [place for four in cycle[0] for place in four]
    first += sorted(set(range(players)).difference(first))
    renamed = {place: new for new, place in enumerate(first)}
    return _scheduled(players, [renamed[place] for four in cycle[index % len(cycle)] for place in four])


@lru_cache(maxsize=512)
def annealed_round(players: int, index: int) -> ScheduledRound:
    """A round with as few repetitions of those before it as annealing finds; rests go round by place.

    With 4k players, k ≥ 5, the first rounds are shifts, in which nobody shares a table with anybody twice.
    """
    shifts = shift_triples(players // 4) if players % 4 == 0 else ()
    if index < len(shifts):
        return _scheduled(players, _shifted(players // 4, shifts[index], index))
    resting = {(players - 1 - index * (players % 4) - i) % players for i in range(players % 4)}
    seats = [place for place in range(players) if place not in resting]
    if index == 0:
        return _scheduled(players, seats)
    repetitions = Repetitions(players)
    for earlier in range(index):
        repetitions.add_fours([place for four in annealed_round(players, earlier).tables for place in four])
    chance = random.Random(SEED).random  # noqa: S311 - no secret
    seats.sort(key=lambda _place: chance())
    return _scheduled(players, deal(seats, range(len(seats)), repetitions, chance))


def _scheduled(players: int, seats: Sequence[int]) -> ScheduledRound:
    tables = tuple((seats[i], seats[i + 1], seats[i + 2], seats[i + 3]) for i in range(0, len(seats), 4))
    return ScheduledRound(tables, tuple(sorted(set(range(players)).difference(seats))))


@lru_cache(maxsize=64)
def shift_triples(tables: int) -> tuple[tuple[int, int, int], ...]:
    """Shifts of the classes B, C, D against A for each round, at so many tables; none below five.

    Each of b, c, d, c − b, d − b, d − c differs from round to round modulo the tables, so that nobody shares
    a table with anybody twice. The first in lexicographic order of the greatest length known.
    """
    if tables < 5:
        return ()
    most = MOST_SHIFTS.get(tables, MOST_SHIFTS_ABOVE)
    found: list[tuple[int, int, int]] = [(0, 0, 0)]

    def differences(b: int, c: int, d: int) -> tuple[int, ...]:
        return tuple(difference % tables for difference in (b, c, d, c - b, d - b, d - c))

    def extend() -> bool:
        if len(found) == most:
            return True
        used = [differences(*triple) for triple in found]
        b = len(found)  # the rounds may stand in the order of B's shifts, which all differ
        for c, d in product(range(1, tables), repeat=2):
            new = differences(b, c, d)
            if any(old == now for triple in used for old, now in zip(triple, new, strict=True)):
                continue
            found.append((b, c, d))
            if extend():
                return True
            found.pop()
        return False

    extend()
    return tuple(found)


def _shifted(tables: int, shifts: tuple[int, int, int], index: int) -> list[int]:
    """The round's seats: A at table t against the others moved on; partners AB-CD, AC-BD, AD-BC in turn."""
    seats: list[int] = []
    for table in range(tables):
        a, b, c, d = (4 * ((table + shift) % tables) + letter for letter, shift in enumerate((0, *shifts)))
        seats += ((a, b, c, d), (a, c, b, d), (a, d, b, c))[index % 3]
    return seats
