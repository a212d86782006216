"""Danish rounds with a ban, before the last results: every order of the standings that can come is tried.

The draw is made for each, and what all draws have in common is certain. It takes as long as that many draws,
so at most two tables may be missing, and it belongs into a task.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise, permutations, product
from operator import itemgetter

from tournaments.pairing.draws import Options, Request
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
from tournaments.pairing.past import read_past
from tournaments.pairing.places import place
from tournaments.pairing.top_down import Pairer, Pairing

MOST_TABLES = 2
STRIDE = 97
Gaps = tuple[int, ...]
"""For the lines of all missing tables in turn, how many of the complete entries are above each."""
Endings = Sequence[tuple[Key, Key]]
"""Keys of the NS and the EW of one table in some of the ways it can end."""
Step = tuple[int, int]
"""Two lines, numbered as in `Gaps`, of which the first may not stand below the second."""


def certain_tried(
    request: Request,
    pairer: Callable[[Request], Pairer],
    *,
    standings: Sequence[Standing],
    playing: Sequence[tuple[int, int]],
    bands: Sequence[Band],
) -> Certain:
    """The tables, and the rest, that a movement for pairs draws whatever the missing tables bring.

    `request` is that of the next round, its history with the seats of the current one; of its ranking only
    who is in it matters. `pairer` is the movement's, of `methods.PAIRERS`. The others as in `certain_pure`.
    Raises TooMuchMissing when more than two tables are missing, and what the movement raises.
    """
    missing = missing_tables(standings, playing, bands)
    if len(missing) > MOST_TABLES:
        raise TooMuchMissing(len(missing), MOST_TABLES)
    pair, number = pairer(request), _numbering(request)
    tables: dict[tuple[int, int], int | None] | None = None
    rest: int | None = None
    for order in possible_orders(standings, missing):
        pairing = pair(order)
        drawn = number(pairing)
        if tables is None:
            tables, rest = dict(drawn), pairing.left_over
        rest = rest if rest == pairing.left_over else None
        tables = {
            met: table if drawn[met] == table else None for met, table in tables.items() if met in drawn
        }
        if not tables and rest is None:
            break
    found = tuple(CertainTable(met, table) for met, table in (tables or {}).items())
    return Certain(found, rest)


def _numbering(request: Request) -> Callable[[Pairing], dict[tuple[int, int], int]]:
    """The table of each pair of opponents: by their order, but where somebody keeps a table."""
    if not request.options.fixed:
        return lambda pairing: {_pair(met): table for table, met in enumerate(pairing.pairs, 1)}
    past, options = read_past(()), Options(fixed=request.options.fixed)

    def number(pairing: Pairing) -> dict[tuple[int, int], int]:
        seatings, _moved = place(pairing.pairs, past, options)
        return {_pair(seating.everybody): seating.table for seating in seatings}

    return number


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
    # Far apart one after another: what is not certain is out after a few, and with it the rest of the trying.
    every = list(product(*(classes.items() for classes in by_gaps)))
    for classes in (each for start in range(STRIDE) for each in every[start::STRIDE]):
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


def _orders_of_movers(gaps: Gaps, tables: Sequence[Endings]) -> Iterator[tuple[int, ...]]:
    """The orders in which the lines may stand, given their gaps; those in one gap go by their keys."""
    by_gap = sorted(range(len(gaps)), key=gaps.__getitem__)
    crowds = [tuple(crowd) for _, crowd in groupby(by_gap, key=gaps.__getitem__)]
    for stand in product(*map(permutations, crowds)):
        if _can_stand([step for crowd in stand for step in pairwise(crowd)], tables):
            yield tuple(chain.from_iterable(stand))


def _can_stand(steps: Sequence[Step], tables: Sequence[Endings]) -> bool:
    """Whether every table can end so that of each step the first line is not below the second.

    Where lines of both tables are in one gap, an ending of one table leaves to each line of the other a range
    of keys: what is looked for is an ending within both, not the product of all endings.
    """
    if not steps:
        return True
    own: list[list[Step]] = [[step for step in steps if step[0] // 2 == step[1] // 2 == t] for t in (0, 1)]
    fits = [
        [e for e in table if all(e[i % 2] <= e[j % 2] for i, j in own[t])] if own[t] else table
        for t, table in enumerate(tables)
    ]
    across = [(i, j) for i, j in steps if i // 2 != j // 2]
    if not all(fits) or not all(_may_step(i, j, fits) for i, j in across):
        return False
    if not across:
        return True
    few, many = sorted((0, 1), key=lambda table: len(fits[table]))
    runs = _runs(fits[many])
    below = {j % 2: i % 2 for i, j in across if j // 2 == many}
    above = {i % 2: j % 2 for i, j in across if i // 2 == many}
    for ending in fits[few]:
        (low, high), (other_low, other_high) = (
            (ending[below[line]] if line in below else None, ending[above[line]] if line in above else None)
            for line in (0, 1)
        )
        if any(run.has_one(low, high, other_low, other_high) for run in runs):
            return True
    return False


def _may_step(i: int, j: int, fits: Sequence[Endings]) -> bool:
    """Whether one line at its best is not below another of another table at its worst."""
    return min(e[i % 2] for e in fits[i // 2]) <= max(e[j % 2] for e in fits[j // 2])


@dataclass(frozen=True, slots=True)
class _Run:
    """Some endings of a table: as NS's keys rise, EW's fall; these stand here from the last to the first."""

    ns: list[Key]
    ew: list[Key]

    def has_one(
        self, ns_low: Key | None, ns_high: Key | None, ew_low: Key | None, ew_high: Key | None
    ) -> bool:
        """Whether an ending lies within those bounds, themselves included; None bounds nothing."""
        ns_first = 0 if ns_low is None else bisect_left(self.ns, ns_low)
        ns_end = len(self.ns) if ns_high is None else bisect_right(self.ns, ns_high)
        ew_first = 0 if ew_low is None else bisect_left(self.ew, ew_low)
        ew_end = len(self.ew) if ew_high is None else bisect_right(self.ew, ew_high)
        return max(ns_first, len(self.ew) - ew_end) < min(ns_end, len(self.ew) - ew_first)


def _runs(endings: Endings) -> list[_Run]:
    """The endings in as few runs as come by taking them in order: one, but for awards and punishments."""
    found: list[list[tuple[Key, Key]]] = []
    for ending in sorted(sorted(endings, key=itemgetter(1), reverse=True), key=itemgetter(0)):
        run = next((run for run in found if run[-1][1] >= ending[1]), None)
        if run is None:
            found.append([ending])
        else:
            run.append(ending)
    return [_Run([ns for ns, _ in run], [ew for _, ew in reversed(run)]) for run in found]


def _inserted(order: Sequence[int], movers: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The complete entries with each mover after as many of them as its gap says."""
    whole = list(order)
    for gap, entry in reversed(movers):
        whole.insert(gap, entry)
    return tuple(whole)
