"""Evenings of single players, four at a table, and what must hold of each of their rounds."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tests.pairing.evening import as_past, assert_everybody_once, resting
from tournaments.pairing.draws import Options, PastRound, Request, RoundDraw
from tournaments.pairing.methods import METHODS
from tournaments.pairing.schedules import schedules_for

INDIVIDUALS = Options(line_size=2)
Couple = frozenset[int]


def next_round(
    code: str,
    present: Sequence[int],
    draws: Sequence[RoundDraw],
    *,
    rounds: int = 8,
    seed: int = 1,
    options: Options = INDIVIDUALS,
) -> RoundDraw:
    """Draw the round after those of a phase that is the first of its tournament; it has everybody once."""
    history = tuple(as_past(number, draw) for number, draw in enumerate(draws, start=1))
    request = Request(tuple(present), history, rounds, len(draws) + 1, options=options)
    draw = METHODS[code](request, random.Random(seed * 1000 + len(draws)))
    assert_four_at_a_table(draw, present)
    return draw


def phase(code: str, players: int, rounds: int, *, seed: int = 1) -> list[RoundDraw]:
    """A whole phase with everybody there, standings changing at random."""
    draws: list[RoundDraw] = []
    for number in range(rounds):
        ranking = random.Random(seed * 100 + number).sample(range(1, players + 1), players)
        draws.append(next_round(code, ranking, draws, rounds=rounds, seed=seed))
    return draws


def assert_four_at_a_table(draw: RoundDraw, present: Sequence[int]) -> None:
    """Everybody once, two lines of two at each table, and as few rest as can be."""
    assert_everybody_once(draw, present, line_size=2, tables_of=2 * len(present) + 40)
    assert len(draw.rests) == len(present) % 4


def tables_of(draw: RoundDraw) -> set[Couple]:
    """Who sits together."""
    return {frozenset(seating.everybody) for seating in draw.seatings}


def couples(draws: Iterable[RoundDraw]) -> Counter[Couple]:
    """How often two were partners."""
    return Counter(
        frozenset(line) for draw in draws for seating in draw.seatings for line in (seating.ns, seating.ew)
    )


def table_mates(draws: Iterable[RoundDraw]) -> Counter[Couple]:
    """How often two sat at one table."""
    return Counter(
        frozenset(both)
        for draw in draws
        for seating in draw.seatings
        for both in combinations(seating.everybody, 2)
    )


def rests_of(draws: Iterable[RoundDraw], players: Iterable[int]) -> Counter[int]:
    """How often each has rested, nought included."""
    counts = Counter(dict.fromkeys(players, 0))
    counts.update(entry for draw in draws for entry in resting(draw))
    return counts


def spread(counts: Counter[int]) -> int:
    """The difference between the most and the fewest."""
    return max(counts.values()) - min(counts.values())


def renamed(past: PastRound, names: dict[int, int]) -> PastRound:
    """The same round of others."""
    seatings = tuple(
        type(seating)(seating.table, tuple(names[e] for e in seating.ns), tuple(names[e] for e in seating.ew))
        for seating in past.seatings
    )
    return PastRound(past.number, seatings, tuple(type(rest)(names[rest.entry]) for rest in past.rests))


def planned_rounds(first_round: PastRound, rounds: int) -> list[tuple[tuple[int, ...], ...]]:
    """The tables of every round that the schedule has for a phase which began so, partners side by side."""
    places = [entry for seating in first_round.seatings for entry in seating.everybody]
    places += [rest.entry for rest in first_round.rests]
    schedule = schedules_for(len(places), rounds)[0]
    return [
        tuple(tuple(places[place] for place in four) for four in schedule(len(places), index).tables)
        for index in range(rounds)
    ]
