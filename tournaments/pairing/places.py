"""Which table a match takes and who sits NS there, once it is known who meets whom."""

from collections.abc import Sequence
from itertools import count

from tournaments.pairing.draws import Options, Relaxation, Seating
from tournaments.pairing.past import Past, seat_sides

Match = tuple[tuple[int, ...], tuple[int, ...]]
"""The two lines of a match, one entry each for pairs, two for individuals; the better placed first."""


def place(
    pairs: Sequence[tuple[int, int]], past: Past, options: Options, *, sides_given: bool = False
) -> tuple[tuple[Seating, ...], tuple[Relaxation, ...]]:
    """Seat a round's pairs, which come in the order of their tables, the better placed of each pair first.

    An entry of `options.fixed` sits NS at its own table, whichever number that has; the other matches fill
    the free tables from 1 in their order. When two of them meet, or have the same table, the less important
    one moves and a `fixed_seat` names it. Elsewhere the sides go by `seat_sides`, the balance of NS and EW;
    a movement whose schedule says the sides passes `sides_given`, and the first of a pair sits NS.

    Give it all matches of the round at once, those of all groups too, so that no table is used twice. The
    seatings come by table number, so look groups up by entry. How every movement ends:

        seatings, moved = place(pairs, past, request.options)
        return RoundDraw(seatings, rests, conceded + moved)
    """
    return place_lines([((a,), (b,)) for a, b in pairs], past, options, sides_given=sides_given)


def place_lines(
    matches: Sequence[Match], past: Past, options: Options, *, sides_given: bool = False
) -> tuple[tuple[Seating, ...], tuple[Relaxation, ...]]:
    """`place` for lines of any size: with a fixed individual its partner sits NS too."""
    lines = {entry: (i, line) for i, match in enumerate(matches) for line in match for entry in line}
    table_of: dict[int, int] = {}
    ns_of: dict[int, tuple[int, ...]] = {}
    moved = []
    for entry, table in options.fixed:
        if entry not in lines:
            continue
        match, line = lines[entry]
        if table not in table_of.values():
            table_of.setdefault(match, table)
        ns_of.setdefault(match, line)
        if table_of.get(match) != table or ns_of[match] != line:
            moved.append(Relaxation("fixed_seat", (entry,)))
    free = (table for table in count(1) if table not in table_of.values())
    seatings = []
    for i, (first, second) in enumerate(matches):
        table = table_of[i] if i in table_of else next(free)
        if i in ns_of:
            seatings.append(Seating(table, ns_of[i], second if ns_of[i] == first else first))
        elif sides_given:
            seatings.append(Seating(table, first, second))
        else:
            seatings.append(seat_sides(table, first, second, past))
    return tuple(sorted(seatings, key=lambda seating: seating.table)), tuple(moved)
