"""What is known of the standings while tables of the current round are missing, and what may come of them.

A pairing of the next round is certain when every way in which the missing tables can end leads to it.
`early_pure` answers for pure Danish, `early_tried` for every other movement that goes by standings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Key = tuple[int, int, int]
"""What places are given by, the least first: −VP, −MP, and the order of the equal."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry's VP and MP; those of the current round are not in them where its table is missing.

    `tiebreak` orders entries with the same VP and MP, the least first, and must not depend on missing
    results: where it might, give equal figures, and the order of the two counts as open.
    """

    entry: int
    vp: int
    mp: int
    tiebreak: int

    def key(self, vp: int = 0, mp: int = 0) -> Key:
        """What the place is given by, with so many VP and MP more."""
        return -self.vp - vp, -self.mp - mp, self.tiebreak


@dataclass(frozen=True, slots=True)
class Band:
    """One way for a table to end: VP of both lines, and NS's MP from `mp_min` to `mp_max` in steps.

    EW get `mp_sum` − NS's MP. The sum is 0 but where somebody is punished or both are absent.
    """

    vp_ns: int
    vp_ew: int
    mp_min: int
    mp_max: int
    step: int = 1
    mp_sum: int = 0


@dataclass(frozen=True, slots=True)
class CertainTable:
    """Two entries that meet in the next round whatever is missing; None for a table number that depends."""

    entries: tuple[int, int]
    table: int | None


@dataclass(frozen=True, slots=True)
class Certain:
    """What is certain of the next round: tables, and who rests (None if nobody, or not yet known)."""

    tables: tuple[CertainTable, ...]
    rest: int | None = None


class TooMuchMissing(ValueError):  # noqa: N818 - reads as a sentence: raise TooMuchMissing
    """Too many missing tables, or too many orders they can lead to, to try them all."""

    def __init__(self, tables: int, most: int) -> None:
        """Keep how many tables are missing and how many may be."""
        super().__init__(f"{tables} tables are missing, at most {most} can be tried out")
        self.tables = tables
        self.most = most


def bands_of(
    limits: Sequence[int], pairs: Sequence[tuple[int, int]], most: int, step: int = 1
) -> tuple[Band, ...]:
    """The ways to end by a VP table: upper limits of the difference, VP of both lines in each band.

    `pairs`, the higher line first, are one more than `limits`; `most` is the greatest difference that can
    be, `step` what all differences are multiples of, in points.
    """
    bands = []
    for (below, limit), (higher, lower) in zip(pairwise((-1, *limits, most)), pairs, strict=True):
        least, greatest = -(-(below + 1) // step) * step, min(limit, most) // step * step
        if least <= greatest:
            bands.append(Band(higher, lower, least, greatest, step))
            bands.append(Band(lower, higher, -greatest, -least, step))
    return tuple(bands)


@dataclass(frozen=True, slots=True)
class Missing:
    """A missing table: its NS and EW, and their keys in every way it can end."""

    entries: tuple[int, int]
    endings: tuple[tuple[Key, Key], ...]


def missing_tables(
    standings: Sequence[Standing], playing: Iterable[tuple[int, int]], bands: Sequence[Band]
) -> tuple[Missing, ...]:
    """Everything that may come of the missing tables, given as (NS, EW). ValueError when one cannot end."""
    by_entry = {standing.entry: standing for standing in standings}
    found = []
    for ns, ew in playing:
        endings = {
            (by_entry[ns].key(band.vp_ns, mp), by_entry[ew].key(band.vp_ew, band.mp_sum - mp))
            for band in bands
            for mp in range(band.mp_min, band.mp_max + 1, band.step)
        }
        if not endings:
            raise ValueError("a missing table needs a way to end")
        found.append(Missing((ns, ew), tuple(sorted(endings))))
    return tuple(found)


def complete_keys(standings: Iterable[Standing], missing: Iterable[Missing]) -> dict[int, Key]:
    """The keys of the entries that do not wait for a result, best first. ValueError when two are equal."""
    waiting = {entry for table in missing for entry in table.entries}
    keys = {standing.entry: standing.key() for standing in standings if standing.entry not in waiting}
    if len(set(keys.values())) != len(keys):
        raise ValueError("two entries whose results are in have no order")
    return dict(sorted(keys.items(), key=lambda item: item[1]))
