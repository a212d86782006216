"""Danish rounds with a ban, before the last results: every order of the standings that can come is tried.

The draw is made for each, and what all draws have in common is certain. It takes as long as that many draws,
so at most two tables may be missing, and it belongs into a task.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise, permutations, product

from tournaments.pairing.draws import Method, Request
from tournaments.pairing.early import (
    Band,
    Certain,
    CertainTable,
    Key,
    Missing,
    Standing,
    TooMuchMissing,
    complete_keys,
    missing_tables,
)

MOST_TABLES = 2
Gaps = tuple[int, ...]
"""For the lines of all missing tables in turn, how many of the complete entries are above each."""


def certain_tried(
    request: Request,
    method: Method,
    *,
    standings: Sequence[Standing],
    playing: Sequence[tuple[int, int]],
    bands: Sequence[Band],
) -> Certain:
    """The tables, and the rest, that a movement for pairs draws whatever the missing tables bring.

    `request` is that of the next round, its history with the seats of the current one; its ranking is
    replaced. `method` must draw by standings and history alone. The others as in `certain_pure`. Raises
    TooMuchMissing when more than two tables are missing, and what the method raises.
    """
    missing = missing_tables(standings, playing, bands)
    if len(missing) > MOST_TABLES:
        raise TooMuchMissing(len(missing), MOST_TABLES)
    tables: dict[tuple[int, int], int | None] | None = None
    rests: set[int] = set()
    for order in possible_orders(standings, missing):
        draw = method(replace(request, ranking=order), random.Random(0))  # noqa: S311 - it draws no lots
        drawn = {_pair(seating.everybody): seating.table for seating in draw.seatings}
        if tables is None:
            tables, rests = dict(drawn), {rest.entry for rest in draw.rests}
        rests.intersection_update(rest.entry for rest in draw.rests)
        tables = {
            pair: table if drawn[pair] == table else None for pair, table in tables.items() if pair in drawn
        }
        if not tables and not rests:
            break
    found = tuple(CertainTable(pair, table) for pair, table in (tables or {}).items())
    return Certain(found, next(iter(rests), None))


def _pair(entries: tuple[int, ...]) -> tuple[int, int]:
    a, b = sorted(entries)
    return a, b


def possible_orders(standings: Sequence[Standing], missing: Sequence[Missing]) -> Iterator[tuple[int, ...]]:
    """Every order of the standings that the missing tables can lead to, each once.

    Entries that an ending leaves equal stand in both orders. ValueError when complete entries are equal.
    """
    complete = complete_keys(standings, missing)
    order, keys = list(complete), list(complete.values())
    movers = [entry for table in missing for entry in table.entries]
    by_gaps = [_by_gaps(table, keys) for table in missing]
    for classes in product(*(classes.items() for classes in by_gaps)):
        gaps = tuple(chain.from_iterable(gaps for gaps, _ in classes))
        for moved in _orders_of_movers(gaps, [endings for _, endings in classes]):
            yield _inserted(order, [(gaps[i], movers[i]) for i in moved])


def _by_gaps(table: Missing, keys: Sequence[Key]) -> dict[Gaps, list[tuple[Key, Key]]]:
    """The endings of a table by the gaps between complete entries into which they put its two lines."""
    found: dict[Gaps, list[tuple[Key, Key]]] = {}
    for ending in table.endings:
        gaps = (range(bisect_left(keys, key), bisect_right(keys, key) + 1) for key in ending)
        for both in product(*gaps):
            found.setdefault(both, []).append(ending)
    return found


def _orders_of_movers(gaps: Gaps, endings: Sequence[Sequence[tuple[Key, Key]]]) -> set[tuple[int, ...]]:
    """The orders in which the lines may stand, given their gaps; those in one gap go by their keys."""
    crowded = [i for i, gap in enumerate(gaps) if gaps.count(gap) > 1]
    choices = [
        {tuple(ending[i % 2] for i in crowded if i // 2 == table) for ending in own}
        for table, own in enumerate(endings)
    ]
    places = set()
    for choice in product(*choices):
        keys = dict(zip(crowded, chain.from_iterable(choice), strict=True))
        ranks = sorted(set(keys.values()))
        places.add(tuple((gap, ranks.index(keys[i]) if i in keys else 0) for i, gap in enumerate(gaps)))
    return {
        moved
        for place in places
        for moved in permutations(range(len(gaps)))
        if all(place[one] <= place[two] for one, two in pairwise(moved))
    }


def _inserted(order: Sequence[int], movers: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The complete entries with each mover after as many of them as its gap says."""
    whole = list(order)
    for gap, entry in reversed(movers):
        whole.insert(gap, entry)
    return tuple(whole)
