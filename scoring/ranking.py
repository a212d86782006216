"""Ranking: places from what everybody has, by an ordered list of criteria. Source: domain 9, and V22."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

Figure: TypeAlias = int | Fraction  # points, VP or MP: fractions come from tables of three and five


class Criterion(StrEnum):
    """What separates two entries; each is tried only among those whom the earlier ones left tied."""

    VP = "vp"
    MP = "mp"
    DIRECT_VP = "direct_vp"
    DIRECT_MP = "direct_mp"
    BEST_ROUND_VP = "best_round_vp"
    LAST_ROUND_VP = "last_round_vp"
    RAW_POINTS = "raw_points"
    WINS = "wins"
    FEWER_SIT_OUTS = "fewer_sit_outs"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class RoundTally:
    """One entry's round: VP, signed MP and raw points, before penalties.

    `opponent` is the other entry's key if there is exactly one; `played` is False for sit-outs and absences.
    """

    round: int
    opponent: int | None
    vp: Figure
    mp: Figure
    raw: Figure
    played: bool = True


@dataclass(frozen=True, slots=True)
class Tally:
    """What one entry has, penalties included: VP, signed MP, raw points. `lot`: lower numbers go first."""

    key: int
    vp: Figure
    mp: Figure
    raw_points: Figure = 0
    wins: int = 0
    sit_outs: int = 0
    rounds: tuple[RoundTally, ...] = ()
    lot: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry's place, from 1; `shared` when others stand on it too (3=): then the next is skipped."""

    place: int
    shared: bool
    tally: Tally


@dataclass(frozen=True, slots=True)
class SumsCheck:
    """V22: sums over the rounds that were played, awards and penalties left out, and what they should be."""

    expected_vp: int
    found_vp: Figure
    found_mp: Figure
    expected_mp: int = 0

    @property
    def agrees(self) -> bool:
        """Whether both sums are as expected."""
        return (self.expected_vp, self.expected_mp) == (self.found_vp, self.found_mp)


def rank(
    tallies: Iterable[Tally], criteria: Sequence[Criterion] = (Criterion.VP, Criterion.MP)
) -> tuple[Ranked, ...]:
    """Best first. Who is tied on every criterion shares a place, in order of key, whatever order was given.

    Direct matches count only where everybody in a tied group has met everybody else of it.

    >>> field = [Tally(1, vp=12, mp=90), Tally(2, vp=14, mp=-5), Tally(3, vp=12, mp=90)]
    >>> [(each.place, each.shared, each.tally.key) for each in rank(field)]
    [(1, False, 2), (2, True, 1), (2, True, 3)]
    """
    everybody = sorted(tallies, key=lambda tally: tally.key)
    last_round = max((each.round for tally in everybody for each in tally.rounds), default=0)
    groups = [everybody]
    for criterion in criteria:
        groups = [part for group in groups for part in _split(group, criterion, last_round)]
    ranked: list[Ranked] = []
    for group in groups:
        place = len(ranked) + 1
        ranked += [Ranked(place, len(group) > 1, tally) for tally in group]
    return tuple(ranked)


def _split(group: list[Tally], criterion: Criterion, last_round: int) -> list[list[Tally]]:
    """A tied group, cut where the criterion differs; larger values first, the order inside kept."""
    if len(group) == 1:
        return [group]
    parts: dict[Figure, list[Tally]] = {}
    for tally, value in zip(group, _VALUES[criterion](group, last_round), strict=True):
        parts.setdefault(value, []).append(tally)
    return [parts[value] for value in sorted(parts, reverse=True)]


_Values = Callable[[list[Tally], int], list[Figure]]


def _direct(value: Callable[[RoundTally], Figure]) -> _Values:
    def values(group: list[Tally], _last_round: int) -> list[Figure]:
        keys = {tally.key for tally in group}
        met = {tally.key: {each.opponent for each in tally.rounds} for tally in group}
        if not all(two in met[one] and one in met[two] for one, two in combinations(keys, 2)):
            return [0] * len(group)
        return [sum(value(each) for each in tally.rounds if each.opponent in keys) for tally in group]

    return values


def _own(value: Callable[[Tally], Figure]) -> _Values:
    return lambda group, _last_round: [value(tally) for tally in group]


def _in_last_round(group: list[Tally], last_round: int) -> list[Figure]:
    return [sum(each.vp for each in tally.rounds if each.round == last_round) for tally in group]


def _by_lot(group: list[Tally], _last_round: int) -> list[Figure]:
    drawn = [tally.lot for tally in group if tally.lot is not None]
    undrawn = max(drawn, default=0) + 1  # behind everybody who drew
    return [-(undrawn if tally.lot is None else tally.lot) for tally in group]


_VALUES: Mapping[Criterion, _Values] = {
    Criterion.VP: _own(lambda tally: tally.vp),
    Criterion.MP: _own(lambda tally: tally.mp),
    Criterion.DIRECT_VP: _direct(lambda each: each.vp),
    Criterion.DIRECT_MP: _direct(lambda each: each.mp),
    Criterion.BEST_ROUND_VP: _own(lambda tally: max((each.vp for each in tally.rounds), default=0)),
    Criterion.LAST_ROUND_VP: _in_last_round,
    Criterion.RAW_POINTS: _own(lambda tally: tally.raw_points),
    Criterion.WINS: _own(lambda tally: tally.wins),
    Criterion.FEWER_SIT_OUTS: _own(lambda tally: -tally.sit_outs),
    Criterion.LOT: _by_lot,
}


def check_sums(tallies: Iterable[Tally], vp_per_match: int = 20) -> SumsCheck:
    """V22, all groups together: ΣVP is half of `vp_per_match` per entry and round played, ΣMP is 0."""
    played = [each for tally in tallies for each in tally.rounds if each.played]
    expected = vp_per_match * len(played) // 2
    return SumsCheck(expected, sum(each.vp for each in played), sum(each.mp for each in played))


def best_of(points: Iterable[int], n: int) -> int:
    """A circuit's sum: the best n of all stages (domain 9)."""
    return sum(sorted(points, reverse=True)[:n])
