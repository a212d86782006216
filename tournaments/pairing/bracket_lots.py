"""Lots for the places of a bracket, so that those of a family or club come together as late as possible.

A bracket of 2^d lines halves again and again. Where every half has half of each family and of each club, one
more or less, no other bracket has fewer meetings in any round; such halves always exist, so families and
clubs never stand in each other's way. Among the best brackets the lot is fair.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.pairing.draws import Options

TRIES = 100  # fair shuffles, of which the first that is best is taken
WALK = 30  # exchanges for each member after the halving, which is best but not fair by itself
LONGEST_WALK = 5000

Meetings = tuple[int, ...]
"""For each round how many of one family could meet there at the latest, then the same of clubs."""


@dataclass(frozen=True, slots=True)
class _Apart:
    """The set of each entry, and in how many rounds from the first those of one set are kept apart."""

    set_of: Mapping[int, int]
    rounds: int

    def least(self, lines: int) -> Meetings:
        """The meetings of the best bracket of so many lines: each set spread evenly over the parts."""
        sizes = Counter(self.set_of.values()).values()
        return tuple(sum(_evenly(size, lines >> number) for size in sizes) for number in self._numbers)

    def found(self, order: Sequence[int], lines: Sequence[int]) -> Meetings:
        """The meetings when the entries in this order are on those lines."""
        placed = [(line, self.set_of[entry]) for line, entry in zip(lines, order, strict=True)]
        counts = (Counter((line >> number, group) for line, group in placed) for number in self._numbers)
        return tuple(sum(each * (each - 1) // 2 for each in count.values()) for count in counts)

    @property
    def _numbers(self) -> range:
        return range(1, self.rounds + 1)


def _evenly(size: int, parts: int) -> int:
    """Pairs within parts among which so many are spread evenly."""
    each, more = divmod(size, parts)
    return parts * each * (each - 1) // 2 + more * each


def place_lots(
    order: Sequence[int], lines: Sequence[int], options: Options, rng: random.Random, *, given: int = 0
) -> tuple[int, ...]:
    """The entries, best seed first: the first `given` of the order as they are, the others by lot.

    `lines` has the line of each seed, counted from 0 from the top. Without given seeds the meetings of those
    kept apart are the fewest possible, of families before the final and of clubs in `clubs_rounds`; given
    ones may leave more, then an earlier round counts before a later one, and families before clubs.
    """
    rounds = max(max(lines, default=0).bit_length() - 1, 0)
    kept = [
        _apart(options.families, order, rounds),
        _apart(options.clubs, order, min(options.clubs_rounds, rounds)),
    ]
    aim = tuple(each.least(2 ** (rounds + 1)) for each in kept)

    def meetings(seeds: Sequence[int]) -> tuple[Meetings, ...]:
        return tuple(each.found(seeds, lines) for each in kept)

    best = list(order)
    for _unused in range(TRIES):
        free = list(order[given:])
        rng.shuffle(free)
        best = min(best, [*order[:given], *free], key=meetings)
        if meetings(best) == aim:
            return tuple(best)
    if not given:
        best = _halved(sorted(order), lines, kept, rng)
    return _walked(best, lines, kept, rng, given)


def _apart(sets: Iterable[Sequence[int]], order: Sequence[int], rounds: int) -> _Apart:
    """Who is kept apart in the first so many rounds; of an entry in several sets the first one counts."""
    here = [[entry for entry in order if entry in members] for members in map(frozenset, sets)]
    set_of = {entry: -1 - i for i, entry in enumerate(order)}  # each alone
    for i, members in reversed([*enumerate(here)]):
        set_of |= dict.fromkeys(members, i)
    return _Apart(set_of, rounds)


def _halved(
    entries: Sequence[int], lines: Sequence[int], kept: Sequence[_Apart], rng: random.Random
) -> list[int]:
    """The entries in the order of those lines, each set halved again and again."""
    if len(entries) == 1:
        return [*entries]
    middle = 1 << (max(a ^ b for a, b in pairwise(lines)).bit_length() - 1)
    is_above = [not line & middle for line in lines]
    above, below = _two_halves(entries, kept, rng)
    if len(above) != sum(is_above):
        above, below = below, above
    parts = []
    for half, wanted in ((above, True), (below, False)):
        part = [line for line, is_there in zip(lines, is_above, strict=True) if is_there is wanted]
        parts.append(iter(_halved(half, part, kept, rng)))
    return [next(parts[0] if is_there else parts[1]) for is_there in is_above]


def _two_halves(
    entries: Sequence[int], kept: Sequence[_Apart], rng: random.Random
) -> tuple[list[int], list[int]]:
    """Two halves in which everybody's set is halved too, one more or less.

    Everybody is coupled with one of the family, who is left over with another such, and with one of the club.
    Couplings of two kinds make chains and rings of even length, along which the halves take turns.
    """
    couples: list[dict[int, int]] = []
    for is_first, apart in zip((True, False), kept, strict=True):
        couple: dict[int, int] = {}
        alone: dict[int, int] = {}
        order = rng.sample(entries, len(entries))
        for entry in order:
            mate = alone.pop(apart.set_of[entry], None)
            if mate is None:
                alone[apart.set_of[entry]] = entry
            else:
                couple |= {entry: mate, mate: entry}
        left = [*alone.values()] if is_first else []
        couple |= {
            one: other for a, b in zip(left[::2], left[1::2], strict=False) for one, other in ((a, b), (b, a))
        }
        couples.append(couple)
    half: dict[int, bool] = {}
    for entry in rng.sample(entries, len(entries)):
        if entry not in half:
            _take_turns(entry, rng.random() < 0.5, half, couples)
    return [entry for entry in entries if half[entry]], [entry for entry in entries if not half[entry]]


def _take_turns(entry: int, side: bool, half: dict[int, bool], couples: Sequence[Mapping[int, int]]) -> None:
    """Share out the chain or ring of couplings that an entry is in."""
    half[entry] = side
    waiting = [entry]
    while waiting:
        now = waiting.pop()
        for couple in couples:
            mate = couple.get(now)
            if mate is not None and mate not in half:
                half[mate] = not half[now]
                waiting.append(mate)


def _walked(
    order: Sequence[int], lines: Sequence[int], kept: Sequence[_Apart], rng: random.Random, given: int
) -> tuple[int, ...]:
    """The bracket after exchanges by lot, each made where it is no worse: from a best one, any best one."""
    seeds = list(order)
    places = range(given, len(seeds))
    if len(places) < 2:
        return tuple(seeds)
    counts = _Counts(seeds, lines, kept)
    for _unused in range(min(WALK * len(places), LONGEST_WALK)):
        i, j = rng.choice(places), rng.choice(places)
        a, b = seeds[i], seeds[j]
        counts.note(a, lines[i], -1)
        counts.note(b, lines[j], -1)
        if counts.beside((a, lines[j]), (b, lines[i])) <= counts.beside((a, lines[i]), (b, lines[j])):
            seeds[i], seeds[j] = b, a
        counts.note(seeds[i], lines[i], 1)
        counts.note(seeds[j], lines[j], 1)
    return tuple(seeds)


class _Counts:
    """How many of each set are in each part of a bracket."""

    def __init__(self, order: Sequence[int], lines: Sequence[int], kept: Sequence[_Apart]) -> None:
        self.kept = kept
        self.counts: list[list[Counter[tuple[int, int]]]] = [
            [Counter() for _ in range(each.rounds)] for each in kept
        ]
        for entry, line in zip(order, lines, strict=True):
            self.note(entry, line, 1)

    def note(self, entry: int, line: int, change: int) -> None:
        """An entry comes to a line, or leaves it."""
        for apart, counts in zip(self.kept, self.counts, strict=True):
            for number, count in enumerate(counts, 1):
                count[line >> number, apart.set_of[entry]] += change

    def beside(self, *places: tuple[int, int]) -> Meetings:
        """How many fellows entries would find on lines; whether they are fellows themselves is left out."""
        return tuple(
            sum(count[line >> number, apart.set_of[entry]] for entry, line in places)
            for apart, counts in zip(self.kept, self.counts, strict=True)
            for number, count in enumerate(counts, 1)
        )
