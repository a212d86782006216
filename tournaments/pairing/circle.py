"""Schedules in which everybody meets everybody: numbered seats, and who of them meet in each round.

With an even number of seats the highest stays and the others turn round it (the circle method); an odd field
leaves the highest seat empty. Entries draw their numbers in the first round of a phase; later rounds read
them back from where everybody sat then, so neither standings nor the seed of a later draw change the way.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from tournaments.pairing.draws import (
    Line,
    Options,
    PairsOnly,
    PastRound,
    Relaxation,
    Request,
    Rest,
    RoundDraw,
    Seating,
    TooFewOpponents,
)
from tournaments.pairing.lots import shuffled
from tournaments.pairing.past import Past, read_past, rematches, rests_again, seat_sides
from tournaments.pairing.places import place
from tournaments.pairing.plan_lots import draw_numbers
from tournaments.pairing.waiting import meet_instead, without_seat

Couple = tuple[int, int]
"""Two seat numbers, counted from 0; the first sits NS."""

Facing: TypeAlias = tuple[int | None, int | None]
"""The entries on the two seats of a couple, NS first; None for an empty one."""

Schedule: TypeAlias = Callable[[int, int], Sequence[Couple]]
"""From an even number of seats and a round counted from 0, its couples in the order of their tables.

The couple of the highest seat comes last.
"""


@dataclass(frozen=True, slots=True)
class WayCard:
    """Where a pair goes in each round of a phase; table, line and opponent are None where it rests."""

    entry: int
    tables: tuple[int | None, ...]
    lines: tuple[Line | None, ...]
    opponents: tuple[int | None, ...]


def turning_couples(seats: int, turn: int) -> list[Couple]:
    """The couples when seat `turn` meets the one that stays: turn + k NS against turn − k, k = 1 … n/2 − 1.

    The last couple, (turn, highest), leaves the sides to the caller.
    """
    moving = seats - 1
    couples = [((turn + k) % moving, (turn - k) % moving) for k in range(1, seats // 2)]
    return [*couples, (turn % moving, moving)]


def draw_schedule(request: Request, rng: random.Random, schedule: Schedule, *, legs: int = 1) -> RoundDraw:
    """A round of a schedule that lasts `legs` times n − 1 rounds (n when n is odd).

    Lots keep families, and clubs in `clubs_rounds`, apart where not everybody meets: see `draw_numbers`.
    A late entry takes an empty seat, a seat left by somebody who went included; where none is left it waits,
    `no_seat`. Who is due at an empty seat rests, but two of those who rest or wait meet if they have not met.
    Meetings of the first leg are no rematches in the second. Raises PairsOnly, TooFewOpponents; ValueError
    when the history lacks the phase.
    """
    if request.options.line_size != 1:
        raise PairsOnly
    if not request.ranking:
        return RoundDraw(())
    index = request.round_in_phase - 1
    rounds = max(request.phase_rounds, request.round_in_phase)
    if index == 0:
        began = len(request.ranking)
        planned = range(rounds if request.options.keeps_apart else 0)
        plan = [schedule(began + began % 2, after) for after in planned]
        order = shuffled(request.ranking, rng)
        sitting = dict(enumerate(draw_numbers(order, plan, request.options, rng)))
    else:
        numbers = read_numbers(request.of_phase, schedule, request.options)
        order = shuffled(request.ranking, rng)
        sitting = _who_sits_now(numbers, order, schedule(numbers.seats, index), read_past(request.of_phase))
        began = numbers.began
    seats = began + began % 2
    if rounds > legs * (seats - 1):
        raise TooFewOpponents(rounds, legs * (seats - 1), began)
    couples = _seated(sitting, schedule(seats, index))
    waiting = [entry for entry in sorted(request.ranking) if entry not in {*sitting.values()}]
    later = [_seated(sitting, schedule(seats, after)) for after in range(index + 1, rounds)]
    couples += [(entry, None) for entry in waiting]
    couples = _let_meet(couples, [couple for each in later for couple in each], request)
    seatings, rests, moved = _seat(couples, request.options)
    first_legs = {past.number for past in request.of_phase[: index - index % (seats - 1)]}
    told = read_past(past for past in request.history if past.number not in first_legs)
    moved += without_seat(waiting)
    again = rests_again(rests, request.ranking, read_past(request.history))
    return RoundDraw(seatings, rests, rematches(seatings, told) + again + moved)


def foretell(
    first_round: PastRound, schedule: Schedule, *, rounds: int, options: Options
) -> tuple[WayCard, ...]:
    """The whole way of every pair of a phase, foretold from its first round, by seat number."""
    numbers = read_numbers([first_round], schedule, options)
    sitting = {number: entry for entry, number in numbers.homes.items()}
    where: dict[int, list[tuple[int | None, Line | None, int | None]]] = {
        sitting[number]: [(None, None, None)] * rounds for number in sorted(sitting)
    }
    for index in range(rounds):
        seatings, _, _ = _seat(_seated(sitting, schedule(numbers.seats, index)), options)
        for seating in seatings:
            (ns,), (ew,) = seating.ns, seating.ew
            where[ns][index] = (seating.table, "NS", ew)
            where[ew][index] = (seating.table, "EW", ns)
    return tuple(
        WayCard(entry, tuple(t for t, _, _ in way), tuple(s for _, s, _ in way), tuple(o for _, _, o in way))
        for entry, way in where.items()
    )


def _seated(sitting: Mapping[int, int], couples: Sequence[Couple]) -> list[Facing]:
    """Who sits on the seats of each couple."""
    return [(sitting.get(ns), sitting.get(ew)) for ns, ew in couples]


def _let_meet(couples: Sequence[Facing], later: Sequence[Facing], request: Request) -> list[Facing]:
    """The couples with those brought together who face empty seats, at the table of the first of the two."""
    at = {
        entry: t
        for t, couple in enumerate(couples)
        if None in couple
        for entry in couple
        if entry is not None
    }
    if len(at) < 2:
        return list(couples)
    past = read_past(request.history)
    met, _resting = meet_instead(tuple(at), past, _whole(later), request.options)
    new = list(couples)
    for one, other in met:
        seating = seat_sides(0, (one,), (other,), past)
        new[at[one]], new[at[other]] = (seating.ns[0], seating.ew[0]), (None, None)
    return new


def _whole(couples: Iterable[Facing]) -> list[tuple[int, int]]:
    """Those of whom both seats are taken."""
    return [(ns, ew) for ns, ew in couples if ns is not None and ew is not None]


def _seat(
    tables: Sequence[Facing], options: Options
) -> tuple[tuple[Seating, ...], tuple[Rest, ...], tuple[Relaxation, ...]]:
    """Every couple at its own table, which stays free where one of the two is missing.

    Fixed seats need their tables, so the other matches then close up and fill those that are left.
    """
    rests = tuple(Rest(entry) for pair in tables if None in pair for entry in pair if entry is not None)
    matches = {t: (ns, ew) for t, (ns, ew) in enumerate(tables, 1) if ns is not None and ew is not None}
    if any(entry in match for entry, _ in options.fixed for match in matches.values()):
        seatings, moved = place(list(matches.values()), read_past(()), options, sides_given=True)
        return seatings, rests, moved
    return tuple(Seating(table, (ns,), (ew,)) for table, (ns, ew) in matches.items()), rests, ()


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the rounds of a phase say: entries that began it, seats laid, the seat of each, when last seen."""

    began: int
    homes: Mapping[int, int]
    last_seen: Mapping[int, int]

    @property
    def seats(self) -> int:
        """Seats laid: one is empty when an odd number began."""
        return self.began + self.began % 2


def _everybody(past: PastRound) -> list[int]:
    """Who had a seat or rested. The absent were not drawn: who comes late has missed the rounds before."""
    seated = [entry for seating in past.seatings for entry in seating.everybody]
    return list(dict.fromkeys([*seated, *(rest.entry for rest in past.rests)]))


def read_numbers(rounds: Sequence[PastRound], schedule: Schedule, options: Options) -> Numbers:
    """The seat number of everybody who has been in the phase.

    The tables of the first round give them. With fixed seats the couple of the one who stays may sit at any
    table: of all, the one with which the later rounds agree best; before there are any, that of the fixed.
    """
    began = len(_everybody(rounds[0]))
    seats = began + began % 2
    stays = {entry for entry, _ in options.fixed[:1]}
    by_table = sorted(rounds[0].seatings, key=lambda seating: (not stays & {*seating.ns}, -seating.table))
    candidates = [
        _first_seats(rounds[0], seats, schedule, last=seating.table)
        for seating in (by_table if began % 2 == 0 else by_table[:1])
    ]
    fixed = frozenset(entry for entry, _ in options.fixed)
    homes = max(candidates, key=lambda homes: _agreement(homes, rounds, seats, schedule, fixed), default={})
    last_seen: dict[int, int] = {}
    for index, past in enumerate(rounds):
        _learn(homes, past, schedule(seats, index))
        last_seen |= dict.fromkeys(_everybody(past), index)
    return Numbers(began, homes, last_seen)


def _first_seats(first: PastRound, seats: int, schedule: Schedule, *, last: int) -> dict[int, int]:
    """Numbers by the tables of the first round, where the table `last` has the couple of who stays."""
    used = sorted(seating.table for seating in first.seatings)
    tables = used if used[-1] > seats // 2 else list(range(1, seats // 2 + 1))
    if len(_everybody(first)) % 2 == 0:
        tables = [*(table for table in tables if table != last), last]
    couple_at = dict(zip(tables, schedule(seats, 0), strict=False))
    homes = {}
    for seating in first.seatings:
        homes[seating.ns[0]], homes[seating.ew[0]] = couple_at[seating.table]
    return homes


def _agreement(
    homes: Mapping[int, int],
    rounds: Sequence[PastRound],
    seats: int,
    schedule: Schedule,
    fixed: frozenset[int],
) -> int:
    """How far the later rounds are those of the schedule: meetings, sides, and the order of the tables.

    The order is that of the matches without fixed entries, which keep it whatever tables are left to them.
    """
    agreed = 0
    for index, past in enumerate(rounds[1:], start=1):
        place_of = {couple: place for place, couple in enumerate(schedule(seats, index))}
        order = []
        for seating in sorted(past.seatings, key=lambda seating: seating.table):
            ns, ew = homes.get(seating.ns[0], seats), homes.get(seating.ew[0], seats)
            agreed += 2 * ((ns, ew) in place_of) + ((ew, ns) in place_of)
            if (ns, ew) in place_of and fixed.isdisjoint(seating.everybody):
                order.append(place_of[ns, ew])
        agreed += sum(one < other for one, other in pairwise(order))
    return agreed


def _learn(homes: dict[int, int], past: PastRound, couples: Sequence[Couple]) -> None:
    """Find the seats of those who came late: across the table from their opponent, else an empty one."""
    facing = dict(couples) | {ew: ns for ns, ew in couples}
    here = _everybody(past)
    opponent = {a: b for s in past.seatings for a, b in ((s.ns[0], s.ew[0]), (s.ew[0], s.ns[0]))}
    for entry in sorted(here, key=lambda entry: opponent.get(entry) not in homes):
        if entry in homes:
            continue
        taken = {homes[other] for other in here if other in homes}
        empty = [number for number in sorted(facing) if number not in taken]
        across = facing.get(homes.get(opponent.get(entry, entry), -1))
        if across is not None and across not in taken:
            homes[entry] = across
        elif empty:
            homes[entry] = min(empty, key=lambda number: (facing[number] in taken, number))


def _who_sits_now(
    numbers: Numbers, order: Sequence[int], couples: Sequence[Couple], phase: Past
) -> dict[int, int]:
    """The seats of those present; whoever sat last has the better right, of equals whoever rested more. The
    late take what is empty, who has rested most first; some may find nothing."""
    sitting: dict[int, int] = {}
    by_rests = sorted(order, key=lambda entry: -phase.rest_count(entry))
    for entry in sorted(by_rests, key=lambda entry: -numbers.last_seen.get(entry, -1)):
        if entry in numbers.homes:
            sitting.setdefault(numbers.homes[entry], entry)
    seated = set(sitting.values())
    facing = dict(couples) | {ew: ns for ns, ew in couples}
    empty = [number for number in sorted(facing) if number not in sitting]
    late = [entry for entry in by_rests if entry not in seated]
    for entry in late[: len(empty)]:
        seat = min(empty, key=lambda number: (facing[number] not in sitting, number))
        empty.remove(seat)
        sitting[seat] = entry
    return sitting
