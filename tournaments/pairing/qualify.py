"""Who goes on: from the groups of a phase, and from several satellites into one final.

Places are those of the ranking, with whatever tie-breaks that has; nothing is broken again here. Where more
share a place than can go on, nobody of them is taken: the tie is reported, and the organiser decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from tournaments.pairing.cheapest import CostMatrix, cheapest_matching
from tournaments.pairing.knockout import rounds_needed, seed_order

Figure: TypeAlias = int | Fraction


@dataclass(frozen=True, slots=True)
class Tie:
    """So many places left for more entries that stand equal; `group` counts from 1, 0 between groups."""

    places: int
    entries: tuple[int, ...]
    group: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry's line in its group: the place (shared by equals), VP, signed MP, and matches played."""

    entry: int
    place: int
    vp: Figure
    mp: Figure
    matches: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on, tier by tier: the firsts of all groups, the seconds …, last the best of the next place.

    `group_of` counts the groups from 1. With `ties` the tiers lack those who are still to be decided.
    """

    tiers: tuple[tuple[int, ...], ...]
    group_of: Mapping[int, int]
    ties: tuple[Tie, ...] = ()


def qualified(groups: Sequence[Sequence[Standing]], each: int, *, best_next: int = 0) -> Qualified:
    """The first `each` of every group, and of those one place behind the `best_next` by VP per match.

    Equal VP per match is parted by MP per match, since groups may differ in size.
    """
    ties = []
    firsts: list[list[int]] = []
    nexts: list[Standing] = []
    for number, rows in enumerate(groups, start=1):
        through, tied = cut([(row.place, row.entry) for row in rows], each)
        firsts.append(through)
        if tied:
            ties.append(Tie(each - len(through), tied, number))
            continue
        behind = [row for row in rows if row.entry not in through]
        block = [row for row in behind if row.place == min(other.place for other in behind)]
        if best_next and len(block) > 1:
            ties.append(Tie(1, tuple(row.entry for row in block), number))
        else:
            nexts += block
    best: list[int] = []
    if best_next and not ties:
        rates = sorted({_rate(row) for row in nexts}, reverse=True)
        order = sorted(nexts, key=_rate, reverse=True)
        best, tied = cut([(rates.index(_rate(row)), row.entry) for row in order], best_next)
        if tied:
            ties.append(Tie(best_next - len(best), tied))
    tiers = [tuple(group[i] for group in firsts if i < len(group)) for i in range(each)]
    return Qualified(
        tiers=(*tiers, *([tuple(best)] if best else [])),
        group_of={row.entry: number for number, rows in enumerate(groups, start=1) for row in rows},
        ties=tuple(ties),
    )


def cut(places: Iterable[tuple[int, int]], free: int) -> tuple[list[int], tuple[int, ...]]:
    """From (place, entry), best first: who has one of the free places, and who stand equal for the last."""
    through: list[int] = []
    for _, block in groupby(places, key=lambda each: each[0]):
        entries = [entry for _, entry in block]
        if len(through) + len(entries) > free:
            return through, tuple(entries) if len(through) < free else ()
        through += entries
    return through, ()


def _rate(row: Standing) -> tuple[Fraction, Fraction]:
    matches = max(row.matches, 1)
    return Fraction(row.vp) / matches, Fraction(row.mp) / matches


def cross_order(field: Qualified) -> tuple[int, ...]:
    """The seeds of the finals, best first, so that group mates meet as late as the bracket can have it.

    The firsts come in the order of their groups. Each later tier keeps its seeds, but within it the groups
    change places: with two of each group mates meet in the final only, with more never in the first round.
    """
    seeds: list[int] = []
    size = 2 ** rounds_needed(sum(map(len, field.tiers)))
    line_of = {seed: line for line, seed in enumerate(seed_order(size))}
    for tier in field.tiers:
        start = len(seeds) + 1
        cost = [
            [
                _too_early(entry, start + i, seeds, field.group_of, line_of) * len(tier) ** 3 + (i - j) ** 2
                for i in range(len(tier))
            ]
            for j, entry in enumerate(tier)
        ]
        seeds += (tier[j] for j in _assigned(cost))
    return tuple(seeds)


def _too_early(
    entry: int, seed: int, seeds: Sequence[int], group_of: Mapping[int, int], line_of: Mapping[int, int]
) -> int:
    """What it weighs that a seed meets its mates before the final: the earlier, the more by far."""
    final = rounds_needed(len(line_of))
    weight = 0
    for mate_seed, mate in enumerate(seeds, start=1):
        if group_of[mate] == group_of[entry]:
            meets_in = (line_of[seed] ^ line_of[mate_seed]).bit_length()
            weight += int(100 ** (final - meets_in)) if meets_in < final else 0
    return weight


def _assigned(cost: Sequence[Sequence[int]]) -> list[int]:
    """For each column the row that it gets, so that the sum is least."""
    count = len(cost)
    never = 1 + sum(map(sum, cost))
    whole = [
        [
            cost[min(a, b)][max(a, b) - count] if min(a, b) < count <= max(a, b) else never
            for a in range(2 * count)
        ]
        for b in range(2 * count)
    ]
    return cheapest_matching(CostMatrix(whole))[count:]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry in the ranking of a satellite: its place, shared by equals, and who plays in it."""

    entry: int
    place: int
    persons: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Satellite:
    """A satellite's ranking, best first, and how many entries it sends to the final."""

    places: int
    ranking: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class SatelliteOutcome:
    """Who goes to the final, who was passed over because somebody in it has a place, and a tie at the cut.

    `provisional` is true where an earlier tie, still open, may change it.
    """

    qualified: tuple[int, ...]
    skipped: tuple[int, ...] = ()
    tie: Tie | None = None
    provisional: bool = False


def satellite_places(
    satellites: Sequence[Satellite], *, already: Iterable[int] = ()
) -> tuple[SatelliteOutcome, ...]:
    """One place a person, satellites in their order: who has one is passed over, and the next goes up.

    A pair is passed over when one of the two has a place. `already` are persons qualified otherwise.
    """
    taken, pending = set(already), set[int]()
    outcomes = []
    for satellite in satellites:
        outcome, looked_at = _one_satellite(satellite, taken)
        persons = {candidate.entry: candidate.persons for candidate in satellite.ranking}
        provisional = any(not pending.isdisjoint(persons[entry]) for entry in looked_at)
        taken.update(person for entry in outcome.qualified for person in persons[entry])
        if outcome.tie:
            pending.update(person for entry in outcome.tie.entries for person in persons[entry])
        outcomes.append(
            SatelliteOutcome(outcome.qualified, outcome.skipped, outcome.tie, provisional)
            if provisional
            else outcome
        )
    return tuple(outcomes)


def _one_satellite(satellite: Satellite, taken: set[int]) -> tuple[SatelliteOutcome, list[int]]:
    """The outcome, and the entries looked at until the places were gone."""
    through: list[int] = []
    skipped: list[int] = []
    looked_at: list[int] = []
    for _, block in groupby(satellite.ranking, key=lambda candidate: candidate.place):
        free = satellite.places - len(through)
        if not free:
            break
        candidates = list(block)
        looked_at += (candidate.entry for candidate in candidates)
        skipped += (each.entry for each in candidates if not taken.isdisjoint(each.persons))
        eligible = tuple(each.entry for each in candidates if taken.isdisjoint(each.persons))
        if len(eligible) > free:
            return SatelliteOutcome(tuple(through), tuple(skipped), Tie(free, eligible)), looked_at
        through += eligible
    return SatelliteOutcome(tuple(through), tuple(skipped)), looked_at
