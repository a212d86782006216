"""Pure Danish before the last results: two entries are certain to meet when nobody can come between them.

Exact, by intervals. Tables end independently of each other, so the number of entries above two others is
fixed only if each table adds a fixed number to it; and whether it does is told by the best and the worst that
the better and the worse placed of its two lines can have.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.pairing.early import (
    Band,
    Certain,
    CertainTable,
    Key,
    Missing,
    Standing,
    complete_keys,
    missing_tables,
)

Endings = Sequence[tuple[Key, ...]]
"""The keys of a table's lines, of both or of the one that counts, in every way it can end."""


def certain_pure(
    standings: Sequence[Standing],
    playing: Sequence[tuple[int, int]],
    bands: Sequence[Band],
    may_rest: AbstractSet[int] = frozenset(),
) -> Certain:
    """The tables of a pure Danish round, (1, 2), (3, 4) …, that no missing result can change.

    `standings` are all entries of the next round, `playing` the missing tables as (NS, EW), `bands` the ways
    in which each of them can end. If entries are odd, the lowest of `may_rest` rests. All that is given is
    certain, and if entries are even or who rests is certain, all that is certain is given. ValueError when
    two entries that miss nothing are equal, or a table cannot end.
    """
    missing = missing_tables(standings, playing, bands)
    complete = complete_keys(standings, missing)
    is_odd = len(standings) % 2 == 1
    resting = _may_come_to_rest(complete, missing, may_rest) if is_odd else set()
    rest = next(iter(resting)) if len(resting) == 1 else None
    is_rest_open = is_odd and rest is None
    field = _Field(complete, missing, without=rest)
    tables = []
    for pair in field.one_pairing(may_rest if is_rest_open else frozenset()):
        above = field.certainly_above(*pair)
        if above is not None and is_rest_open:
            above = _less_who_rests(above, field, pair, resting)
        if above is not None:  # and even, as it is in the completion that the pair is taken from
            tables.append(CertainTable(pair, above // 2 + 1))
    return Certain(tuple(tables), rest)


def _may_come_to_rest(
    complete: Mapping[int, Key], missing: Sequence[Missing], may_rest: AbstractSet[int]
) -> set[int]:
    """All who are the lowest of `may_rest` in some completion. ValueError when there is nobody."""
    lowest = max((key for entry, key in complete.items() if entry in may_rest), default=None)
    candidates = [
        [
            [(key, entry) for entry, key in zip(table.entries, ending, strict=True) if entry in may_rest]
            for ending in table.endings
        ]
        for table in missing
    ]
    # For each table, the highest place for the lowest of its candidates: nobody above that is lowest of all.
    bounds = [min(max(ending)[0] for ending in endings) for endings in candidates if endings[0]]
    if lowest is not None:
        bounds.append(lowest)
    if not bounds:
        raise ValueError("entries are odd and nobody may rest")
    found = {entry for entry, key in complete.items() if entry in may_rest and key >= max(bounds)}
    for endings in candidates:
        for ending in endings:
            found.update(entry for key, entry in ending if key == max(ending)[0] and key >= max(bounds))
    return found


@dataclass(frozen=True, slots=True)
class _Table:
    """A missing table as others see it: every key of its lines, and the span of the better and the worse."""

    entries: tuple[int, ...]
    endings: Endings
    keys: Sequence[Key]
    better: tuple[Key, Key]
    worse: tuple[Key, Key]

    def comes_between(self, low: Key, high: Key) -> bool:
        """Whether one of its lines can have a key from `low` to `high`."""
        return bisect_left(self.keys, low) < bisect_right(self.keys, high)

    def certainly_above(self, key: Key) -> int | None:
        """How many of its lines have a smaller key, None where that depends."""
        spans = (self.better, self.worse) if len(self.entries) == 2 else (self.better,)
        least = sum(greatest < key for _, greatest in spans)
        return least if least == sum(smallest <= key for smallest, _ in spans) else None


class _Field:
    """All entries that may meet, with the keys they have or may come to have."""

    def __init__(self, complete: Mapping[int, Key], missing: Sequence[Missing], without: int | None) -> None:
        self.complete = {entry: key for entry, key in complete.items() if entry != without}
        self.sorted_keys = sorted(self.complete.values())
        self.tables = [_table(table, without) for table in missing]
        self.table_of = {entry: table for table in self.tables for entry in table.entries}

    def keys_of(self, entry: int) -> Sequence[Key]:
        """Every key an entry may have."""
        if entry in self.complete:
            return [self.complete[entry]]
        table = self.table_of[entry]
        place = table.entries.index(entry)
        return [ending[place] for ending in table.endings]

    def one_pairing(self, may_rest: AbstractSet[int]) -> Iterator[tuple[int, int]]:
        """The pairs of one completion, without the lowest of `may_rest`: what is certain is among them."""
        keys = dict(self.complete)
        for table in self.tables:
            keys.update(zip(table.entries, table.endings[0], strict=True))
        order = sorted(keys, key=keys.__getitem__)
        if may_rest:
            order.remove([entry for entry in order if entry in may_rest][-1])
        return zip(order[::2], order[1::2], strict=True)

    def certainly_above(self, a: int, b: int) -> int | None:
        """How many are above two entries in every completion; None if it varies or somebody comes between."""
        one, other = self.table_of.get(a), self.table_of.get(b)
        if one is not None and one is other:
            counts = {self._others_above(min(ending), max(ending), (a, b)) for ending in one.endings}
            return counts.pop() if len(counts) == 1 else None
        ours, theirs = self.keys_of(a), self.keys_of(b)
        spans = (min(ours), max(ours)), (min(theirs), max(theirs))
        above = [
            self._others_above(min(spans[0][0], spans[1][0]), max(spans[0][1], spans[1][1]), (a, b)),
            _mate_above(one, a, spans[1]),
            _mate_above(other, b, spans[0]),
        ]
        counted = [count for count in above if count is not None]
        return sum(counted) if len(counted) == len(above) else None

    def _others_above(self, low: Key, high: Key, pair: tuple[int, int]) -> int | None:
        """How many are above `low`, of those that wait for no result of the pair's own tables.

        None if that varies, or if one of them can have a key from `low` to `high`.
        """
        own = sum(entry in self.complete for entry in pair)
        above = bisect_left(self.sorted_keys, low)
        if bisect_right(self.sorted_keys, high) - above != own:
            return None
        for table in self.tables:
            if not set(pair).isdisjoint(table.entries):
                continue
            count = table.certainly_above(low)
            if count is None or table.comes_between(low, high):
                return None
            above += count
        return above


def _mate_above(table: _Table | None, entry: int, span: tuple[Key, Key]) -> int | None:
    """Whether the opponent of an entry is above both it and all of a span, as 1 or 0; None if that varies."""
    if table is None or len(table.entries) < 2:
        return 0
    place = table.entries.index(entry)
    sides = {
        _side(ending[1 - place], min(ending[place], span[0]), max(ending[place], span[1]))
        for ending in table.endings
    }
    return sides.pop() if len(sides) == 1 else None


def _side(key: Key, low: Key, high: Key) -> int | None:
    """1 above a span, 0 below it, None in it."""
    if low <= key <= high:
        return None
    return int(key < low)


def _table(table: Missing, without: int | None) -> _Table:
    kept = [place for place, entry in enumerate(table.entries) if entry != without]
    endings = [tuple(ending[place] for place in kept) for ending in table.endings]
    better, worse = [min(ending) for ending in endings], [max(ending) for ending in endings]
    return _Table(
        tuple(table.entries[place] for place in kept),
        endings,
        sorted({key for ending in endings for key in ending}),
        (min(better), max(better)),
        (min(worse), max(worse)),
    )


def _less_who_rests(
    above: int, field: _Field, pair: tuple[int, int], resting: AbstractSet[int]
) -> int | None:
    """How many of those above two entries play, when one of several rests; None unless surely the same."""
    spans = [field.keys_of(entry) for entry in pair]
    low, high = min(map(min, spans)), max(map(max, spans))
    sides = {None if entry in pair else _side_of(field.keys_of(entry), low, high) for entry in resting}
    side = sides.pop() if len(sides) == 1 else None
    return None if side is None else above - side


def _side_of(keys: Sequence[Key], low: Key, high: Key) -> int | None:
    """1 if all are above a span, 0 if all are below it, else None."""
    if max(keys) < low:
        return 1
    return 0 if min(keys) > high else None
