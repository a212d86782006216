"""The lines of a Mitchell and the home tables on them, so that families and clubs do not meet.

Those of one line never meet: families go to one line, whole clubs too, and at most one club is split to make
the lines full. Its members get homes from which the movement does not bring them together.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import gcd

from tournaments.pairing.bans import Groups, groups_of
from tournaments.pairing.draws import Line, Options, Request

Seat = tuple[Line, int]
"""A line and a home table counted from 0, where the entry sits (or would have sat) in the first round."""

Family = tuple[int, ...]
"""Entries that stay together; most are one alone."""


def offset(round_index: int, step: int, tables: int) -> int:
    """How many tables EW have moved on in a round counted from 0, modulo the tables."""
    cycle = tables // gcd(step, tables)
    return (step * round_index + round_index // cycle) % tables


@dataclass(frozen=True, slots=True)
class Reach:
    """Who meets whom in the rounds of a phase from one of them on, by their seats."""

    step: int
    rounds: range
    tables: int
    families: Groups
    clubs: Groups

    def conflicts(self, entry: int, seat: Seat, seats: Mapping[Seat, int]) -> tuple[int, int]:
        """How many of its families and of its clubs an entry would meet from a seat."""
        line, home = seat
        sign = 1 if line == "EW" else -1
        other: Line = "NS" if line == "EW" else "EW"
        moves = {offset(index, self.step, self.tables) for index in self.rounds}
        met = [seats.get((other, (home + sign * moved) % self.tables)) for moved in moves]
        families, clubs = self.families.get(entry, frozenset()), self.clubs.get(entry, frozenset())
        return sum(other in families for other in met), sum(other in clubs for other in met)


def reach_of(request: Request, tables: int) -> Reach:
    """The rounds of the phase that are still to be played."""
    rounds = range(request.round_in_phase - 1, max(request.phase_rounds, request.round_in_phase))
    options = request.options
    return Reach(options.step, rounds, tables, groups_of(options.families), groups_of(options.clubs))


def fixed_homes(options: Options, tables: int, entries: Sequence[int]) -> dict[int, int]:
    """Home tables, from 0, of entries with a fixed seat; of two at one table the more important has it."""
    homes: dict[int, int] = {}
    for entry, table in options.fixed:
        if entry in entries and table <= tables and table - 1 not in homes.values():
            homes.setdefault(entry, table - 1)
    return homes


def draw_seats(order: Sequence[int], tables: int, request: Request, rng: random.Random) -> dict[Seat, int]:
    """Lines and homes for a first round; `order` is drawn by lot, and by it goes what no rule says."""
    line_of = _draw_lines(order, tables, request.options)
    seats: dict[Seat, int] = {}
    for entry, home in fixed_homes(request.options, tables, order).items():
        if line_of[entry] == "NS":
            seats["NS", home] = entry
    _part(order, line_of, seats, reach_of(request, tables), rng)
    seated = set(seats.values())
    lines: tuple[Line, Line] = ("NS", "EW")
    for line in lines:
        homes = (home for home in range(tables) if (line, home) not in seats)
        waiting = [entry for entry in order if line_of[entry] == line and entry not in seated]
        seats.update({(line, home): entry for home, entry in zip(homes, waiting, strict=False)})
    return seats


def _draw_lines(order: Sequence[int], tables: int, options: Options) -> dict[int, Line]:
    """A line for everybody: first those who must sit on one, then their clubs, then whole clubs by lot."""
    room: dict[Line, int] = {"NS": tables, "EW": tables}
    if len(order) % 2:
        room[options.phantom] -= 1
    line_of: dict[int, Line] = {}

    def take(members: Sequence[int], line: Line) -> bool:
        fits = len(members) <= room[line]
        if fits:
            room[line] -= len(members)
            line_of.update(dict.fromkeys(members, line))
        return fits

    _seat_those_who_ask(order, options, take)
    for bloc in _joined(order, (*options.families, *options.clubs)):
        lines = {line_of[entry] for entry in bloc if entry in line_of}
        if len(lines) == 1:
            take([entry for entry in bloc if entry not in line_of], *lines)
    free = [entry for entry in order if entry not in line_of]
    for entry in _first_line(free, room["NS"], options):
        take((entry,), "NS")
    return {entry: line_of.get(entry, "EW") for entry in order}


def _seat_those_who_ask(
    order: Sequence[int], options: Options, take: Callable[[Sequence[int], Line], bool]
) -> None:
    """Fixed seats are NS, others wish for a line: the whole family comes along, while there is room."""
    importance = {entry: i for i, (entry, _) in enumerate(options.fixed)}
    asks: dict[int, Line] = {**dict(options.lines), **dict.fromkeys(importance, "NS")}

    def rank(entry: int) -> int:
        return importance.get(entry, len(importance))

    families = _joined(order, options.families)
    for family in sorted(families, key=lambda family: min(map(rank, family))):
        asking = [entry for entry in sorted(family, key=rank) if entry in asks]
        if asking and not take(family, asks[asking[0]]):
            for entry in asking:
                take((entry,), asks[entry])


def _joined(order: Sequence[int], sets: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Whoever is bound together by sets with members in common, each group and all of them in this order."""
    place = {entry: i for i, entry in enumerate(order)}
    group: dict[int, tuple[int, ...]] = {entry: (entry,) for entry in order}
    for members in sets:
        merged = {other for entry in members if entry in group for other in group[entry]}
        group.update(dict.fromkeys(merged, tuple(sorted(merged, key=place.__getitem__))))
    return list(dict.fromkeys(group.values()))


def _first_line(order: Sequence[int], room: int, options: Options) -> list[int]:
    """Entries to fill a line of that room: what clubs and families bind together whole, if that is possible.

    Else whole clubs, each with the families that belong to it first; else all but one whole, the smallest
    that will do; else whole families; if even that is not possible, one of them is broken.
    """
    families = _joined(order, options.families)
    clubs: dict[object, list[Family]] = {}
    for family in families:
        club = next((club for club in options.clubs if not set(family).isdisjoint(club)), family)
        clubs.setdefault(club, []).append(family)
    whole = [tuple(chain(*members)) for members in clubs.values()]
    parted = [
        [*whole[:i], *members, *whole[i + 1 :]]
        for i, members in sorted(enumerate(clubs.values()), key=lambda item: len(whole[item[0]]))
        if len(members) > 1
    ]
    bound = _joined(order, (*options.families, *options.clubs))
    for units in (bound, whole, *parted, families):
        chosen, missing = _filling([len(unit) for unit in units], room)
        if not missing:
            break
    members = [entry for i in chosen for entry in units[i]]
    others = (unit for i, unit in enumerate(units) if i not in chosen)
    return members + [*chain(*others)][:missing]


def _filling(sizes: Sequence[int], room: int) -> tuple[list[int], int]:
    """Which of these sizes, the first ones rather, fill a room as far as whole ones can, and what is missing.

    Bit s of `sums[i]` says whether sizes from the i-th on can add up to s.
    """
    sums = [1]
    for size in reversed(sizes):
        sums.append(sums[-1] | sums[-1] << size)
    sums.reverse()
    filled = (sums[0] & ((2 << room) - 1)).bit_length() - 1
    chosen, left = [], filled
    for i, size in enumerate(sizes):
        if size <= left and sums[i + 1] >> (left - size) & 1:
            chosen.append(i)
            left -= size
    return chosen, room - filled


def _part(
    order: Sequence[int],
    line_of: Mapping[int, Line],
    seats: dict[Seat, int],
    reach: Reach,
    rng: random.Random,
) -> None:
    """Seat those who have somebody to avoid on the other line.

    NS take the tables one after the other as EW will, EW the homes just behind them: with a NS and b EW that
    is out of reach for T − a − b + 1 rounds. From a fixed seat or with a salto it is the best home for each.
    """

    def has_to_avoid(entry: int) -> bool:
        fellows = {*reach.families.get(entry, ()), *reach.clubs.get(entry, ())}
        return any(line_of.get(fellow, line_of[entry]) != line_of[entry] for fellow in fellows)

    apart = [entry for entry in order if has_to_avoid(entry)]
    if not apart:
        return
    place = {entry: i for i, entry in enumerate(order)}
    apart.sort(
        key=lambda entry: min(place.get(other, len(place)) for other in reach.clubs.get(entry, (entry,)))
    )
    turn = rng.randrange(reach.tables)
    sweep = [(offset(index, reach.step, reach.tables) + turn) % reach.tables for index in range(reach.tables)]
    for entry in apart:
        if line_of[entry] == "NS" and entry not in seats.values():
            seats[next(("NS", home) for home in sweep if ("NS", home) not in seats)] = entry
    for entry in apart:
        if line_of[entry] == "EW":
            free: list[Seat] = [("EW", home) for home in sweep if ("EW", home) not in seats]
            seats[min(free, key=lambda seat: reach.conflicts(entry, seat, seats))] = entry
