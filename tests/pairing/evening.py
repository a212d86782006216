"""Small evenings for the tests of movements: histories, and what must hold of every round."""

import random
from collections.abc import Callable, Sequence
from itertools import chain

from tournaments.pairing.draws import Options, PastRound, Request, Rest, RoundDraw, Seating
from tournaments.pairing.methods import METHODS

Ranking = Callable[[int], Sequence[int]]

DANISH = ("danish", "danish_modified", "danish_no_rematch")
BY_STANDINGS = (*DANISH, "swiss")
DRAWN_FOR_PAIRS = ("drawn", "mitchell", *BY_STANDINGS)


def past_round(number: int, *tables: tuple[int, int], rests: Sequence[int] = ()) -> PastRound:
    """A round of pairs: (NS, EW) at tables 1, 2 … and who rested."""
    seatings = tuple(Seating(table, (ns,), (ew,)) for table, (ns, ew) in enumerate(tables, start=1))
    return PastRound(number, seatings, tuple(Rest(entry) for entry in rests))


def as_past(number: int, draw: RoundDraw) -> PastRound:
    """A draw that was played."""
    return PastRound(number, draw.seatings, draw.rests)


def opponents(draw: RoundDraw) -> set[frozenset[int]]:
    """The meetings of a draw of pairs, whatever the sides."""
    return {frozenset(seating.ns + seating.ew) for seating in draw.seatings}


def resting(draw: RoundDraw) -> list[int]:
    """The entries that rest."""
    return [rest.entry for rest in draw.rests]


def play(
    plan: Sequence[tuple[str, int]], ranking: Ranking, *, seed: int = 1, options: Options | None = None
) -> list[RoundDraw]:
    """Draw every round of a plan of (code, rounds); `ranking` gives the standings before each round."""
    rng = random.Random(seed)
    total = sum(rounds for _, rounds in plan)
    draws: list[RoundDraw] = []
    for code, rounds in plan:
        for round_in_phase in range(1, rounds + 1):
            request = Request(
                ranking=tuple(ranking(len(draws) + 1)),
                history=tuple(as_past(number, draw) for number, draw in enumerate(draws, start=1)),
                phase_rounds=rounds,
                round_in_phase=round_in_phase,
                last_round=len(draws) + 1 == total,
                options=options or Options(),
            )
            draws.append(METHODS[code](request, rng))
    return draws


def shuffling(entries: int, seed: int) -> Ranking:
    """Standings that change at random from round to round."""
    return lambda number: random.Random(seed * 1000 + number).sample(range(1, entries + 1), entries)


def assert_everybody_once(
    draw: RoundDraw, present: Sequence[int], *, line_size: int = 1, tables_of: int | None = None
) -> None:
    """Invariants (a), (b), (c) of every round: each entry once, two full lines a table, tables distinct.

    `tables_of` is the number of entries that the tables were laid for, if some have gone since.
    """
    seated = [entry for seating in draw.seatings for entry in chain(seating.ns, seating.ew)]
    assert sorted(seated + resting(draw)) == sorted(present)
    assert all(len(seating.ns) == len(seating.ew) == line_size for seating in draw.seatings)
    tables = [seating.table for seating in draw.seatings]
    assert len(set(tables)) == len(tables)
    assert all(1 <= table <= ((tables_of or len(present)) + 1) // 2 for table in tables)
