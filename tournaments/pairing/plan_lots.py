"""Numbers by lot for a plan that says from its first round on who meets whom: families and clubs apart."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.bans import Groups, groups_of
from tournaments.pairing.draws import Options

TRIES = 50  # fair shuffles, of which the first without a meeting is taken
STARTS = 20  # else the best after exchanges by lot from so many others
EXCHANGES = 200  # each of them made where it is no worse

Meetings = tuple[int, int]
"""Of families in the whole phase, then of clubs in the rounds that keep them apart."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """How often the holders of two numbers meet, and who is kept apart."""

    often: Counter[tuple[int, int]]
    often_early: Counter[tuple[int, int]]
    families: Groups
    clubs: Groups

    def of(self, entry: int, number: int, number_of: dict[int, int]) -> Meetings:
        """The meetings of one entry with its own, had it that number."""
        family, club = (
            sum(
                often[min(number, number_of[other]), max(number, number_of[other])]
                for other in fellows.get(entry, ())
                if other != entry and other in number_of
            )
            for often, fellows in ((self.often, self.families), (self.often_early, self.clubs))
        )
        return family, club

    def all(self, order: Sequence[int]) -> Meetings:
        """Everybody's meetings with their own, each counted twice, when their places are their numbers."""
        number_of = {entry: number for number, entry in enumerate(order)}
        each = [self.of(entry, number, number_of) for entry, number in number_of.items()]
        return sum(family for family, _club in each), sum(club for _family, club in each)


def draw_numbers(
    order: Sequence[int],
    rounds: Sequence[Sequence[tuple[int, int]]],
    options: Options,
    rng: random.Random,
) -> tuple[int, ...]:
    """The entries in the order of the numbers they draw, from 0; `order` is drawn already.

    `rounds` has the pairs of numbers that meet in each round of the phase. The fewest meetings that are
    found, not always the fewest that there could be; where somebody must meet in any case, all by lot.
    """
    families, clubs = groups_of(options.families), groups_of(options.clubs)
    if not families and not clubs:
        return tuple(order)
    early, whole = (
        Counter((min(pair), max(pair)) for pairs in part for pair in pairs)
        for part in (rounds[: options.clubs_rounds], rounds)
    )
    plan = _Plan(whole, early, families, clubs)
    tried = list(order)
    for _unused in range(TRIES):
        if plan.all(tried) == (0, 0):
            return tuple(tried)
        tried = rng.sample(order, len(order))
    best = tried
    for _unused in range(STARTS):
        best = min(best, _exchanged(rng.sample(order, len(order)), plan, rng), key=plan.all)
        if plan.all(best) == (0, 0):
            break
    return tuple(best)


def _exchanged(order: list[int], plan: _Plan, rng: random.Random) -> list[int]:
    """Exchanges of two numbers by lot, one of them of somebody who is kept apart."""
    number_of = {entry: number for number, entry in enumerate(order)}
    apart = [entry for entry in order if entry in plan.families or entry in plan.clubs]
    for _unused in range(EXCHANGES):
        a, b = rng.choice(apart), rng.choice(order)
        if a == b:
            continue
        i, j = number_of[a], number_of[b]
        was = _sum(plan.of(a, i, number_of), plan.of(b, j, number_of))
        number_of[a], number_of[b] = j, i
        if _sum(plan.of(a, j, number_of), plan.of(b, i, number_of)) > was:
            number_of[a], number_of[b] = i, j
    return sorted(order, key=number_of.__getitem__)


def _sum(one: Meetings, other: Meetings) -> Meetings:
    return one[0] + other[0], one[1] + other[1]
