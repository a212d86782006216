"""Mitchell: NS stay at their tables, EW move on by a fixed step, with one table more after each closed cycle.

In round r of the phase, counted from 0, the EW pair of home table e sits at (e + off(r)) mod T with
off(r) = s·r + ⌊r / c⌋ and c = T / gcd(s, T); the extra table is the *salto*. For any step s from 1 to T − 1
this gives T rounds with T different opponents. With an odd number of pairs one seat is empty, and whoever is
due to meet it rests. When more seats have become empty, those due to meet them meet one another, one of them
as a guest at the table of the other, for that round alone. Two who have met so before their turn look for
others when it comes: first those left over, then two who were to meet each other, with whom they exchange.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count

from tournaments.pairing.bans import groups_of, together
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
    TooManyRounds,
    WrongStep,
)
from tournaments.pairing.lines import Seat, draw_seats, fixed_homes, offset, reach_of
from tournaments.pairing.lots import shuffled
from tournaments.pairing.past import Past, read_past, rematches, rests_again, seat_sides
from tournaments.pairing.waiting import meet_instead, met_already, without_seat

Couple = tuple[int, int]
"""Two entries that the plan has meet, NS first."""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """Where a pair goes in a Mitchell phase: a table for each round, and the opponent or None for a rest."""

    entry: int
    line: Line
    tables: tuple[int, ...]
    opponents: tuple[int | None, ...]


def draw_mitchell(request: Request, rng: random.Random) -> RoundDraw:
    """Draw the lines in the first round of a phase; afterwards move EW on from where they began.

    Later rounds go by the seats of the phase's first round, so the history must hold the phase. An entry gone
    leaves its seat empty; an entry that comes late takes an empty seat, and waits where none is left,
    `no_seat`. Two who face empty seats or wait meet if they have not met. Raises PairsOnly, WrongStep,
    TooManyRounds.
    """
    if request.options.line_size != 1:
        raise PairsOnly
    if not request.ranking:
        return RoundDraw(())
    order = shuffled(request.ranking, rng)
    past = read_past(request.history)
    if request.round_in_phase == 1:
        tables = (len(order) + 1) // 2
        _check(request, tables)
        seats, newly = draw_seats(order, tables, request, rng), order
    else:
        rounds = request.of_phase
        tables = _tables_of(rounds[0])
        _check(request, tables)
        seats, newly = _keep_seats(order, rounds, tables, request)
    seatings, rests = _seat(seats, offset(request.round_in_phase - 1, request.options.step, tables), tables)
    waiting = [entry for entry in sorted(order) if entry not in {*seats.values()}]
    rests += tuple(map(Rest, waiting))
    seatings, rests, off_plan = _leave_plan(seatings, rests, seats, newly, request)
    pairs = [(seating.ns[0], seating.ew[0]) for seating in seatings]
    families, clubs = groups_of(request.options.families), groups_of(request.options.clubs)
    met = rematches(seatings, past) + together(pairs, families, clubs)
    moved = _lines_changed(seats, newly, request) + _seats_not_kept(seatings, seats, request.options)
    moved += without_seat(waiting)
    return RoundDraw(seatings, rests, moved + off_plan + met + rests_again(rests, order, past))


def guide_cards(first_round: PastRound, *, step: int, rounds: int) -> tuple[GuideCard, ...]:
    """The whole way of every pair of a phase, foretold from its first round, NS first, by home table."""
    tables = _tables_of(first_round)
    step = step if step < tables else 1  # as a draw under way does
    seats = {(line, table - 1): entry for entry, line, table in _positions(first_round) if line}
    offsets = [offset(index, step, tables) for index in range(rounds)]
    cards = []
    for (line, home), entry in sorted(seats.items(), key=lambda item: (item[0][0] == "EW", item[0][1])):
        if line == "NS":
            places = [home] * rounds
            opponents = [seats.get(("EW", (home - moved) % tables)) for moved in offsets]
        else:
            places = [(home + moved) % tables for moved in offsets]
            opponents = [seats.get(("NS", place)) for place in places]
        cards.append(GuideCard(entry, line, tuple(place + 1 for place in places), tuple(opponents)))
    return tuple(cards)


def _check(request: Request, tables: int) -> None:
    rounds = max(request.phase_rounds, request.round_in_phase)
    if tables > 1 and not 1 <= request.options.step < tables:
        raise WrongStep(request.options.step, tables)
    if rounds > tables and not request.options.second_cycle:
        raise TooManyRounds(rounds, tables)


def _positions(past: PastRound) -> Iterator[tuple[int, Line | None, int]]:
    """Every entry of a round with its line and table; a rest without a place has no line and table 0."""
    for seating in past.seatings:
        yield from ((entry, "NS", seating.table) for entry in seating.ns)
        yield from ((entry, "EW", seating.table) for entry in seating.ew)
    for rest in past.rests:
        yield rest.entry, rest.line, rest.table or 0


def _tables_of(first_round: PastRound) -> int:
    positions = list(_positions(first_round))
    return max((len(positions) + 1) // 2, *(table for _, _, table in positions))


def _keep_seats(
    order: Sequence[int], rounds: Sequence[PastRound], tables: int, request: Request
) -> tuple[dict[Seat, int], tuple[int, ...]]:
    """The seats of those present and the entries among them that got an empty one only now.

    Whoever sat last has the better right to a seat that was given away in the meantime.
    """
    homes: dict[int, Seat] = {}
    last_seen: dict[int, int] = {}
    for index, past in enumerate(rounds):
        moved = offset(index, request.options.step, tables)
        for entry, line, table in _positions(past):
            if line and table <= tables:
                home = table - 1 if line == "NS" else (table - 1 - moved) % tables
                homes.setdefault(entry, (line, home))
                last_seen[entry] = index
    seats: dict[Seat, int] = {}
    first_seen = {entry: at for at, entry in enumerate(homes)}
    by_right = sorted(order, key=lambda entry: (-last_seen.get(entry, -1), first_seen.get(entry, -1)))
    for entry in by_right:
        if entry in homes:
            seats.setdefault(homes[entry], entry)
    seated = set(seats.values())
    phase = read_past(rounds)
    waiting = (entry for entry in order if entry not in seated)
    late = sorted(waiting, key=lambda entry: -phase.rest_count(entry))[: 2 * tables - len(seats)]
    _seat_late(late, seats, tables, request)
    return seats, tuple(late)


def _seat_late(late: Sequence[int], seats: dict[Seat, int], tables: int, request: Request) -> None:
    """Give late entries empty seats: their own, on their line, out of reach of their own, where one waits."""
    moved = offset(request.round_in_phase - 1, request.options.step, tables)
    wishes = {**dict(request.options.lines), **{entry: "NS" for entry, _ in request.options.fixed}}
    own = fixed_homes(request.options, tables, late)
    reach = reach_of(request, tables)
    homes = range(tables)
    empty: list[Seat] = [("NS", home) for home in homes] + [("EW", home) for home in homes]
    empty = [seat for seat in empty if seat not in seats]

    def opposite(seat: Seat) -> Seat:
        line, home = seat
        return ("EW", (home - moved) % tables) if line == "NS" else ("NS", (home + moved) % tables)

    def drawbacks(entry: int, seat: Seat) -> tuple[bool, bool, tuple[int, int], bool]:
        is_own = entry not in own or seat == ("NS", own[entry])
        is_asked = wishes.get(entry, seat[0]) == seat[0]
        return not is_own, not is_asked, reach.conflicts(entry, seat, seats), opposite(seat) not in seats

    for entry in sorted(late, key=lambda entry: entry not in own):
        seat = min(empty, key=lambda seat: drawbacks(entry, seat))
        empty.remove(seat)
        seats[seat] = entry


def _seat(seats: Mapping[Seat, int], moved: int, tables: int) -> tuple[tuple[Seating, ...], tuple[Rest, ...]]:
    seatings, rests = [], []
    for table in range(tables):
        ns, ew = seats.get(("NS", table)), seats.get(("EW", (table - moved) % tables))
        if ns is not None and ew is not None:
            seatings.append(Seating(table + 1, (ns,), (ew,)))
        elif ns is not None:
            rests.append(Rest(ns, "NS", table + 1))
        elif ew is not None:
            rests.append(Rest(ew, "EW", table + 1))
    return tuple(seatings), tuple(rests)


def _still_planned(seats: Mapping[Seat, int], request: Request, tables: int) -> dict[Couple, int]:
    """The meetings that the seats hold in the rounds of the phase after this one, NS first, and the first of
    the rounds, counted from this."""
    planned: dict[Couple, int] = {}
    now, *later = reach_of(request, tables).rounds
    for index in later:
        moved = offset(index, request.options.step, tables)
        for (line, home), ns in seats.items():
            ew = seats.get(("EW", (home - moved) % tables)) if line == "NS" else None
            if ew is not None:
                planned.setdefault((ns, ew), index - now)
    return planned


def _met_already(seatings: Sequence[Seating], request: Request, tables: int) -> tuple[Seating, ...]:
    """Those whom the seats bring together though they met in the phase already, when one of them had nobody
    else; in a second cycle everybody does."""
    if request.round_in_phase == 1 or request.round_in_phase > tables:
        return ()
    couples = {(seating.ns[0], seating.ew[0]): seating for seating in seatings}
    return tuple(couples[each] for each in sorted(met_already(couples, read_past(request.of_phase))))


def _seat_guests(
    rests: Sequence[Rest],
    again: Sequence[Seating],
    newly: Sequence[int],
    request: Request,
    planned: Mapping[Couple, int],
) -> tuple[tuple[Seating, ...], tuple[Rest, ...]]:
    """Let those meet who would rest, or meet `again`, at the table of one of them; and who
    rests all the same. Of those who would meet again, two who find nobody else do so.

    The host keeps its own seat: one with a fixed seat, then a newcomer, whose seat later rounds read from
    where it sits now, then NS; of two of a line whoever was less often on that line.
    """
    past, where = read_past(request.history), {rest.entry: rest for rest in rests}
    tables = _tables_of(request.of_phase[0])
    for seating in again:
        (ns,), (ew,) = seating.ns, seating.ew
        where |= {ns: Rest(ns, "NS", seating.table), ew: Rest(ew, "EW", seating.table)}
    host = partial(_host_first, where=where, newly=newly, past=past, options=request.options)
    couples, resting = meet_instead(tuple(where), past, planned, request.options, early=True)
    kept = tuple(seating for seating in again if set(seating.everybody) <= set(resting))
    resting = tuple(entry for entry in resting if not any(entry in each.everybody for each in kept))
    taken = {seating.table for seating in kept}
    own = sorted({rest.table for rest in where.values() if rest.table is not None})
    seatings = list(kept)
    for one, guest in sorted((sorted(couple, key=host) for couple in couples), key=lambda two: host(two[0])):
        wishes = chain((where[one].table, where[guest].table), own, count(tables + 1))
        table = next(each for each in wishes if each is not None and each not in taken)
        taken.add(table)
        ns, ew = (guest, one) if where[one].line == "EW" else (one, guest)
        seatings.append(Seating(table, (ns,), (ew,)))
    return tuple(seatings), tuple(where[entry] for entry in where if entry in resting)


def _leave_plan(
    seatings: tuple[Seating, ...],
    rests: tuple[Rest, ...],
    seats: Mapping[Seat, int],
    newly: Sequence[int],
    request: Request,
) -> tuple[tuple[Seating, ...], tuple[Rest, ...], tuple[Relaxation, ...]]:
    """The round after those who would rest have met one another, and those who would meet again others."""
    if request.round_in_phase == 1:
        return seatings, rests, ()
    tables = _tables_of(request.of_phase[0])
    again = _met_already(seatings, request, tables)
    if len(rests) + 2 * len(again) < 2:
        return seatings, rests, ()
    planned = _still_planned(seats, request, tables)
    hosted, rests = _seat_guests(rests, again, newly, request, planned)
    whole = (*(seating for seating in seatings if seating not in again), *hosted)
    early = _met_early([each for each in hosted if each not in again], planned, request)
    said: tuple[Relaxation, ...] = ()
    if 2 * tables - len(seats) > 1:  # with nobody gone, seats were swapped by hand: that changes no more
        stay = {each for each in whole if not {*newly} & {*each.everybody}}
        due = [each for each in again if each in hosted and each in stay]
        free = [each for each in seatings if each in stay and each not in again]
        changed, said = _exchange(due, free, request, planned)
        whole = tuple(changed.get(each, each) for each in whole)
    return tuple(sorted(whole, key=lambda seating: seating.table)), rests, said + early


def _exchange(
    due: Sequence[Seating], free: Sequence[Seating], request: Request, planned: Mapping[Couple, int]
) -> tuple[dict[Seating, Seating], tuple[Relaxation, ...]]:
    """What becomes, in this round, of tables `due` to bring two together again, and of the `free` ones of the
    plan with which they exchange: all four meet somebody new, whom the plan does not hold later and who need
    not be kept apart. E-W change tables; else two of one line meet, at the table of who has a fixed seat."""
    past, options = read_past(request.history), request.options
    families, clubs = groups_of(options.families), groups_of(options.clubs)
    fixed = {entry for entry, _ in options.fixed}
    changed: dict[Seating, Seating] = {}
    said = []

    def is_new(one: int, other: int) -> bool:
        barred = {*past.met.get(one, ()), *families.get(one, ()), *clubs.get(one, ())}
        return other not in barred and (one, other) not in planned

    def across(one: Seating, other: Seating) -> bool:
        return is_new(one.ns[0], other.ew[0]) and is_new(other.ns[0], one.ew[0])

    def along(one: Seating, other: Seating) -> bool:
        is_free = not fixed.issuperset(one.ns + other.ns)
        return is_free and is_new(one.ns[0], other.ns[0]) and is_new(one.ew[0], other.ew[0])

    for one in due:
        left = [each for each in free if each not in changed]
        if other := next((each for each in left if across(one, each)), None):
            changed |= {one: replace(one, ew=other.ew), other: replace(other, ew=one.ew)}
            said.append(Relaxation("exchanged", (one.ew[0], other.ew[0])))
        elif other := next((each for each in left if along(one, each)), None):
            host, guest = (other, one) if other.ns[0] in fixed else (one, other)
            below = seat_sides(guest.table, host.ew, guest.ew, past)
            changed |= {host: replace(host, ew=guest.ns), guest: below}
            said.append(Relaxation("exchanged", (one.ew[0], other.ns[0])))
    return changed, tuple(said)


def _met_early(
    hosted: Sequence[Seating], planned: Mapping[Couple, int], request: Request
) -> tuple[Relaxation, ...]:
    """A `met_early` for every two who meet now because more would rest otherwise, with the round in which the
    plan has their meeting."""
    number = max(past.number for past in request.history) + 1
    couples = (seating.ns + seating.ew for seating in hosted)
    ahead = ((one, other, planned.get((one, other)) or planned.get((other, one))) for one, other in couples)
    return tuple(Relaxation("met_early", (one, other), (number + far,)) for one, other, far in ahead if far)


def _host_first(
    entry: int, *, where: Mapping[int, Rest], newly: Sequence[int], past: Past, options: Options
) -> tuple[bool, bool, bool, bool, int]:
    """The order of those who keep their own seat when two meet there, as `_seat_guests` says it."""
    line, balance = where[entry].line, past.balance.get(entry, 0)
    is_ns = line == "NS"
    is_fixed = is_ns and entry in {fixed for fixed, _ in options.fixed}
    return (line is None, not is_fixed, entry not in newly, not is_ns, balance if is_ns else -balance)


def _lines_changed(
    seats: Mapping[Seat, int], newly: Sequence[int], request: Request
) -> tuple[Relaxation, ...]:
    wishes = dict(request.options.lines)
    line_of = {entry: line for (line, _), entry in seats.items()}
    changed = (entry for entry in newly if wishes.get(entry, line_of[entry]) != line_of[entry])
    return tuple(Relaxation("line_changed", (entry,)) for entry in changed)


def _seats_not_kept(
    seatings: Sequence[Seating], seats: Mapping[Seat, int], options: Options
) -> tuple[Relaxation, ...]:
    """A `fixed_seat` for everybody here with a fixed seat who does not sit NS at that table."""
    seat_of = {entry: seat for seat, entry in seats.items()}
    seat_of |= {seating.ew[0]: ("EW", seating.table - 1) for seating in seatings}
    return tuple(
        Relaxation("fixed_seat", (entry,))
        for entry, table in options.fixed
        if entry in seat_of and seat_of[entry] != ("NS", table - 1)
    )
