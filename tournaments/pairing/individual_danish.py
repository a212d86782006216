"""Individual Danish: four neighbours of the standings at each table, the best at table 1.

Who partners whom at a table: 1+4 v 2+3 by default, 1+2 v 3+4 (eburraco.com), or by lot.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.bans import Groups, groups_of
from tournaments.pairing.company import CLUB_WEIGHT, FAMILY_WEIGHT, seat_fours
from tournaments.pairing.draws import IndividualsOnly, Options, Request, RoundDraw
from tournaments.pairing.past import Past, read_past
from tournaments.pairing.whist import Four

PARTITIONS = {"1+4": (0, 3, 1, 2), "1+3": (0, 2, 1, 3), "1+2": (0, 1, 2, 3)}
"""The three ways of making couples of four places, the most balanced first."""


@dataclass(frozen=True, slots=True)
class _Couples:
    """What it takes to part a table: partitions, the wanted one first, the past, and who is kept apart."""

    partitions: tuple[Four, ...]
    past: Past
    families: Groups
    clubs: Groups

    def repeated(self, table: Sequence[int]) -> int:
        """What is against a table: two of a family, then of a club, then couples that were couples before."""
        weight = 0
        if self.families or self.clubs:
            for a, b in combinations(table, 2):
                weight += FAMILY_WEIGHT * (b in self.families.get(a, ()))
                weight += CLUB_WEIGHT * (b in self.clubs.get(a, ()))
        return weight + min(self._repeated(table, partition) for partition in self.partitions)

    def best(self, table: Sequence[int]) -> Four:
        """The couples side by side: fewest partners again, then the wanted partition, then balance."""
        a, b, c, d = min(self.partitions, key=lambda partition: self._repeated(table, partition))
        return table[a], table[b], table[c], table[d]

    def _repeated(self, table: Sequence[int], partition: Four) -> int:
        a, b, c, d = (table[i] for i in partition)
        partnered = self.past.partnered
        return sum(len(partnered.get(one, {}).get(other, ())) for one, other in ((a, b), (c, d)))


def draw_individual_danish(request: Request, rng: random.Random) -> RoundDraw:
    """Fours by standings; the lowest placed of those who have rested least rest.

    When two of a table are to be kept apart, or all its three partitions bring partners together again, one
    of its players changes places with one of another table, as near in the standings as possible, if that
    spares any of it. Raises IndividualsOnly.
    """
    if request.options.line_size != 2 or request.options.sizes:
        raise IndividualsOnly
    past = read_past(request.history)
    rests = _resting(request.ranking, past)
    playing = [entry for entry in request.ranking if entry not in rests]
    families, clubs = groups_of(request.options.families), groups_of(request.options.clubs)
    couples = _Couples(_partitions(request.options, rng), past, families, clubs)
    _spare_partners(playing, couples)
    place = {entry: i for i, entry in enumerate(request.ranking)}
    fours = {
        i // 4 + 1: couples.best(sorted(playing[i : i + 4], key=place.__getitem__))
        for i in range(0, len(playing), 4)
    }
    return seat_fours(fours, rests, request.ranking, past, request.options)


def _resting(ranking: Sequence[int], past: Past) -> tuple[int, ...]:
    """Who rests, best first: as few as can be, who have rested least, the lowest placed of them."""
    due = sorted(range(len(ranking)), key=lambda place: (len(past.rests.get(ranking[place], ())), -place))
    return tuple(ranking[place] for place in sorted(due[: len(ranking) % 4]))


def _partitions(options: Options, rng: random.Random) -> tuple[Four, ...]:
    partitions = list(PARTITIONS.values())
    if options.pattern == "lot":
        rng.shuffle(partitions)
        return tuple(partitions)
    wanted = PARTITIONS[options.pattern]
    return (wanted, *(partition for partition in partitions if partition != wanted))


def _spare_partners(order: list[int], couples: _Couples) -> None:
    """Exchange players between tables, from the top, until no exchange spares what is against one.

    Of the exchanges that leave the fewest repetitions at the two tables, the one nearest in the standings.
    """
    start = 0
    while start < len(order):
        if couples.repeated(order[start : start + 4]) and _exchange(order, start, couples):
            start = 0  # the table it was exchanged with may have been passed already
        else:
            start += 4


def _exchange(order: list[int], start: int, couples: _Couples) -> bool:
    """Make the best exchange between one table and the others; False when none spares anything."""
    tables = {i: order[i : i + 4] for i in range(0, len(order), 4)}
    repeated = {i: couples.repeated(table) for i, table in tables.items()}
    best = (0, 0, 0, 0)  # change of repetitions, distance, places
    for place in range(start, start + 4):
        for other in range(len(order)):
            there = other - other % 4
            if there == start:
                continue
            one, two = tables[start][:], tables[there][:]
            one[place - start], two[other - there] = order[other], order[place]
            change = couples.repeated(one) + couples.repeated(two) - repeated[start] - repeated[there]
            if change < 0:
                best = min(best, (change, abs(other - place), place, other))
    if best[0] == 0:
        return False
    _, _, place, other = best
    order[place], order[other] = order[other], order[place]
    return True
