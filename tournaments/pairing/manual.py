"""Rounds that the director seats by hand: not drawn, but checked, every fault at once."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.draws import PastRound, Request, Rest, RoundDraw, SeatedByHand, Seating
from tournaments.pairing.past import Past, read_past, rests_again


@dataclass(frozen=True, slots=True)
class SeatingProblem:
    """One fault of a typed round, or a warning that the director may overrule.

    Faults: `unknown` (not present), `missing` (present, neither seated nor resting), `twice`, `both_lines`
    (on both lines of a table), `line_size` (a line with the wrong number of entries), `table_number` (below
    1), `table_twice`. Warnings: `rematch` and `partner_again` with the earlier `rounds`, `rest_again`
    (somebody seated has rested less), `rest_needless` (those resting could fill a table).
    """

    code: str
    entries: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    warning: bool = False


def refuse_to_draw(_request: Request, _rng: random.Random) -> RoundDraw:
    """The manual movement in the table of methods: raises SeatedByHand."""
    raise SeatedByHand


def manual_problems(
    seatings: Sequence[Seating],
    present: Sequence[int],
    history: Sequence[PastRound],
    *,
    rests: Sequence[Rest] = (),
    line_size: int = 1,
    sizes: Sequence[int] = (),
) -> tuple[SeatingProblem, ...]:
    """Every fault and every warning of a typed round, faults first; empty when all is well.

    `present` are the entries to be seated or rested, `line_size` is 1 for pairs and 2 for individuals;
    `sizes` are the entries a table may have where that is not twice the line.
    """
    sizes = sizes or (2 * line_size,)
    return (
        *_wrong_tables(seatings, sizes),
        *_wrong_entries(seatings, present, rests),
        *_repetitions(seatings, read_past(history)),
        *_questionable_rests(seatings, rests, read_past(history), min(sizes)),
    )


def _wrong_tables(seatings: Sequence[Seating], sizes: Sequence[int]) -> Iterator[SeatingProblem]:
    for seating in seatings:
        if len(seating.everybody) not in sizes or len(seating.ns) != len(seating.ew):
            yield SeatingProblem("line_size", seating.everybody, (seating.table,))
        both = tuple(entry for entry in dict.fromkeys(seating.ns) if entry in seating.ew)
        if both:
            yield SeatingProblem("both_lines", both, (seating.table,))
        if seating.table < 1:
            yield SeatingProblem("table_number", tables=(seating.table,))
    for table, count in Counter(seating.table for seating in seatings).items():
        if count > 1:
            yield SeatingProblem("table_twice", tables=(table,))


def _wrong_entries(
    seatings: Sequence[Seating], present: Sequence[int], rests: Sequence[Rest]
) -> Iterator[SeatingProblem]:
    places: dict[int, list[int]] = {}
    for seating in seatings:
        for entry in seating.everybody:
            places.setdefault(entry, []).append(seating.table)
    resting = Counter(rest.entry for rest in rests)
    for entry in dict.fromkeys([*places, *resting]):
        tables = tuple(dict.fromkeys(places.get(entry, ())))
        if entry not in present:
            yield SeatingProblem("unknown", (entry,), tables)
        if len(places.get(entry, ())) + resting[entry] > 1:
            yield SeatingProblem("twice", (entry,), tables)
    missing = tuple(entry for entry in present if entry not in places and entry not in resting)
    if missing:
        yield SeatingProblem("missing", missing)


def _repetitions(seatings: Sequence[Seating], past: Past) -> Iterator[SeatingProblem]:
    for seating in seatings:
        for a in seating.ns:
            for b in seating.ew:
                if b in past.met.get(a, {}):
                    yield SeatingProblem("rematch", (a, b), (seating.table,), past.met[a][b], warning=True)
        for a, b in combinations(seating.ring, 2):
            rounds = (*past.met.get(a, {}).get(b, ()), *past.partnered.get(a, {}).get(b, ()))
            if rounds:
                yield SeatingProblem("rematch", (a, b), (seating.table,), tuple(sorted(rounds)), warning=True)
        for line in (seating.ns, seating.ew):
            for a, b in combinations(line, 2):
                if b in past.partnered.get(a, {}):
                    rounds = past.partnered[a][b]
                    yield SeatingProblem("partner_again", (a, b), (seating.table,), rounds, warning=True)


def _questionable_rests(
    seatings: Sequence[Seating], rests: Sequence[Rest], past: Past, table: int
) -> Iterator[SeatingProblem]:
    seated = [entry for seating in seatings for entry in seating.everybody]
    for again in rests_again(rests, seated, past):
        yield SeatingProblem("rest_again", again.entries, rounds=again.rounds, warning=True)
    if len(rests) >= table:
        yield SeatingProblem("rest_needless", tuple(rest.entry for rest in rests), warning=True)
