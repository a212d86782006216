"""Who goes on from the groups of a phase into its final.

Places are those of the ranking, with whatever tie-breaks that has; nothing is broken again here. Where more
share a place than can go on, nobody of them is taken: the tie is reported, and the referee decides. What was
decided holds for that very tie: where a correction makes another one, it is reported anew.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from tournaments.pairing.cheapest import CostMatrix, cheapest_matching
from tournaments.pairing.knockout import rounds_needed, seed_order

Figure: TypeAlias = int | Fraction


@dataclass(frozen=True, slots=True)
class Tie:
    """So many places left for more entries that stand equal; `group` counts from 1, 0 between groups.

    `candidate`: the place is that of the one of the group who is compared with the next of the others.
    """

    places: int
    entries: tuple[int, ...]
    group: int = 0
    candidate: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """How a tie was decided: who stood equal, and who of them goes on, in that order."""

    tied: frozenset[int]
    through: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry's line in its group: the place (shared by equals); VP, signed MP and number of its matches.

    Sit-outs are neither in the figures nor in the number: what they give was not won at a table.
    """

    entry: int
    place: int
    vp: Figure
    mp: Figure
    matches: int


@dataclass(frozen=True, slots=True)
class Rated:
    """Who competes between groups for the last places: VP and MP by match, since groups differ in size."""

    entry: int
    vp: Fraction
    mp: Fraction


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on, tier by tier: the firsts of all groups, the seconds …, last the best of the next place.

    `group_of` counts the groups from 1. With `ties` the tiers lack those who are still to be decided.
    `contest` are those of the next place, best first, where some of them go on; `first_out` are the next who
    would: the best of the contest who does not, else the next of each group; empty while a tie is open.
    """

    tiers: tuple[tuple[int, ...], ...]
    group_of: Mapping[int, int]
    ties: tuple[Tie, ...] = ()
    contest: tuple[Rated, ...] = ()
    first_out: tuple[int, ...] = ()

    @property
    def entries(self) -> tuple[int, ...]:
        """Everybody who goes on."""
        return tuple(entry for tier in self.tiers for entry in tier)

    @property
    def last_in(self) -> tuple[int, ...]:
        """Who goes on with the least: the last of the contest, else the last of each group; empty while a tie
        is open."""
        if self.ties or not self.tiers:
            return ()
        return self.tiers[-1][-1:] if self.contest else self.tiers[-1]

    def without(self, entries: Collection[int]) -> "Qualified":
        """The same with the places of these left empty."""
        tiers = (tuple(each for each in tier if each not in entries) for tier in self.tiers)
        return replace(self, tiers=tuple(tier for tier in tiers if tier))


def qualified(
    groups: Sequence[Sequence[Standing]],
    each: int,
    *,
    best_next: int = 0,
    decisions: Sequence[Decision] = (),
) -> Qualified:
    """The first `each` of every group, and of those one place behind the `best_next` by VP per match.

    Equal VP per match is parted by MP per match, since groups may differ in size.
    """
    firsts, nexts, ties = _in_groups(groups, each, best_next=best_next, decisions=decisions)
    best: tuple[int, ...] = ()
    contest: tuple[Rated, ...] = ()
    first_out = tuple(row.entry for row in nexts)
    if best_next and not ties:
        contest = _contest(nexts)
        taken, tied = cut(_places(contest), best_next, decisions)
        best = tuple(taken)
        ties += [Tie(best_next - len(best), tied)] if tied else []
        first_out = tuple(rated.entry for rated in contest if rated.entry not in best)[:1]
    return Qualified(
        tiers=(
            *(tuple(group[i] for group in firsts if i < len(group)) for i in range(each)),
            *([best] if best else []),
        ),
        group_of={row.entry: number for number, rows in enumerate(groups, start=1) for row in rows},
        ties=tuple(ties),
        contest=contest,
        first_out=() if ties else first_out,
    )


def _in_groups(
    groups: Sequence[Sequence[Standing]], each: int, *, best_next: int, decisions: Sequence[Decision]
) -> tuple[list[list[int]], list[Standing], list[Tie]]:
    """The first `each` of every group, those one place behind, and where equals stand at either cut."""
    firsts: list[list[int]] = []
    nexts: list[Standing] = []
    ties: list[Tie] = []
    for number, rows in enumerate(groups, start=1):
        through, tied = cut([(row.place, row.entry) for row in rows], each, decisions)
        firsts.append(through)
        if tied:
            ties.append(Tie(each - len(through), tied, number))
            continue
        block, tied = _next(rows, through, decisions) if best_next else _block(rows, through)
        nexts += block
        if tied:
            ties.append(Tie(1, tied, number, candidate=True))
    return firsts, nexts, ties


def _block(rows: Iterable[Standing], through: Collection[int]) -> tuple[list[Standing], tuple[int, ...]]:
    """Those of a group who stand equal for the place behind; there is nothing to decide among them."""
    behind = [row for row in rows if row.entry not in through]
    return [row for row in behind if row.place == min(other.place for other in behind)], ()


def _next(
    rows: Iterable[Standing], through: Collection[int], decisions: Sequence[Decision]
) -> tuple[list[Standing], tuple[int, ...]]:
    """The one of a group who competes with those of the others, or who stand equal for that."""
    block, _ = _block(rows, through)
    taken, tied = cut([(row.place, row.entry) for row in block], 1, decisions)
    return [row for row in block if row.entry in taken], tied


def cut(
    places: Iterable[tuple[int, int]], free: int, decisions: Sequence[Decision] = ()
) -> tuple[list[int], tuple[int, ...]]:
    """From (place, entry), best first: who has one of the free places, and who stand equal for the last."""
    through: list[int] = []
    for _, block in groupby(places, key=lambda each: each[0]):
        entries = [entry for _, entry in block]
        left = free - len(through)
        if len(entries) <= left:
            through += entries
            continue
        decided = (each.through for each in decisions if each.tied == frozenset(entries))
        chosen = next((each for each in decided if len(each) == left), ())
        return [*through, *chosen], tuple(entries) if left and not chosen else ()
    return through, ()


def _contest(rows: Iterable[Standing]) -> tuple[Rated, ...]:
    rated = [
        Rated(row.entry, Fraction(row.vp) / max(row.matches, 1), Fraction(row.mp) / max(row.matches, 1))
        for row in rows
    ]
    return tuple(sorted(rated, key=lambda each: (each.vp, each.mp), reverse=True))


def _places(contest: Sequence[Rated]) -> list[tuple[int, int]]:
    """The place of each, shared by equals."""
    figures = [(each.vp, each.mp) for each in contest]
    return [(figures.index((each.vp, each.mp)), each.entry) for each in contest]


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
