"""Who should not meet whom, what conceding a meeting weighs, and the words for what was conceded."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from tournaments.pairing.draws import Options, Relaxation
from tournaments.pairing.past import Meetings, Rounds

Groups = Mapping[int, AbstractSet[int]]
"""For each entry of a family or club all its members, itself among them."""


@dataclass(frozen=True, slots=True)
class Majority:
    """The members present of a club with more than half of the field, and the rest; or nobody.

    Whenever others meet or rest, one more meeting inside the club is inevitable. Let those cost instead of
    the meetings inside: the sum differs by what no draw can change, and a matching finds at once how to keep
    the few apart, where it would look through the whole field for each meeting of the many.
    """

    members: frozenset[int]
    rest: frozenset[int]

    def needs(self, *entries: int) -> int:
        """What these entries, at one table or resting, cost more than their own ban: −1, 0 or 1 meetings."""
        return 1 - sum(entry in self.members for entry in entries) if self.members else 0


@dataclass(frozen=True, slots=True)
class Bans:
    """Meetings to avoid: those of earlier rounds, with the rounds; within a family; within a club.

    `numbers` are the earlier rounds, rising. What cannot be avoided is conceded in this order of importance,
    as little as possible of each: a meeting of the last of those rounds; the number of earlier meetings; the
    tables concerned; the more recent before the older; a family; a club.
    """

    met: Meetings
    numbers: Rounds
    families: Groups = field(default_factory=dict)
    clubs: Groups = field(default_factory=dict)

    def others(self, entry: int, *, clubs: bool = True) -> set[int]:
        """All whom an entry should not meet, its clubs left aside if asked; it may name the entry itself."""
        others = {*self.met.get(entry, ()), *self.families.get(entry, ())}
        return others.union(self.clubs.get(entry, ())) if clubs else others

    def others_beside(self, entry: int, majority: Majority) -> set[int]:
        """All whom an entry should not meet when nothing but meetings inside that club is to be conceded, and
        of those no more than inevitable: the few outside it must not meet one another."""
        others = self.others(entry, clubs=False)
        clubs = self.clubs.get(entry, frozenset())
        return others.union(clubs - majority.members if entry in majority.members else clubs | majority.rest)

    def majority(self, order: Collection[int]) -> Majority:
        """The club that has more than half of those present, if there is one."""
        here = set(order)
        for members in {id(club): club for club in self.clubs.values()}.values():
            present = here & members
            if 2 * len(present) > len(here) + len(here) % 2 and all(
                present <= self.clubs[entry] for entry in present
            ):
                return Majority(frozenset(present), frozenset(here - present))
        return Majority(frozenset(), frozenset())

    def base(self, tables: int) -> int:
        """The base of the levels in `weigh` for so many tables: no level adds up to half of it."""
        most = max((len(rounds) for others in self.met.values() for rounds in others.values()), default=1)
        return 2 * tables * most + 1

    def weigh(self, a: int, b: int, base: int) -> int:
        """The levels of one meeting as one number, 0 when it is not barred; sums keep the levels' order."""
        rounds = self.met.get(a, {}).get(b, ())
        levels = [0] * (3 + len(self.numbers))
        if rounds:
            levels = [int(self.numbers[-1] in rounds), len(rounds), 1]
            levels.extend(int(number == rounds[-1]) for number in reversed(self.numbers))
        levels += [int(b in self.families.get(a, ())), int(b in self.clubs.get(a, ()))]
        weight = 0
        for level in levels:
            weight = weight * base + level
        return weight

    def ceiling(self, base: int) -> int:
        """More than any sum of `weigh` over the tables that the base was made for."""
        ceiling: int = base ** (5 + len(self.numbers))
        return ceiling

    def conceded(self, pairs: Iterable[tuple[int, int]]) -> tuple[Relaxation, ...]:
        """What a pairing concedes: rematches, then families, then clubs, each in the order of the pairs."""
        pairs = tuple(pairs)
        rematches = (self._rematch(a, b) for a, b in pairs if b in self.met.get(a, ()))
        return (*rematches, *together(pairs, self.families, self.clubs))

    def _rematch(self, a: int, b: int) -> Relaxation:
        rounds = self.met[a][b]
        code = "previous_unavoidable" if self.numbers[-1] in rounds else "rematch_unavoidable"
        return Relaxation(code, (a, b), rounds)


def with_separations(met: Meetings, numbers: Rounds, options: Options) -> Bans:
    """Those earlier meetings and whatever the organiser keeps apart."""
    return Bans(met, numbers, groups_of(options.families), groups_of(options.clubs))


def groups_of(sets: Iterable[Sequence[int]]) -> dict[int, AbstractSet[int]]:
    """Each entry's fellows; an entry of several sets has them all."""
    groups: dict[int, AbstractSet[int]] = {}
    for members in map(frozenset, sets):
        for entry in members:
            groups[entry] = groups[entry] | members if entry in groups else members
    return groups


def together(pairs: Iterable[tuple[int, int]], families: Groups, clubs: Groups) -> tuple[Relaxation, ...]:
    """A `same_family` or `same_club` for each pair of opponents that should have been kept apart."""
    pairs = tuple(pairs)
    return tuple(
        Relaxation(code, (a, b))
        for code, groups in (("same_family", families), ("same_club", clubs))
        for a, b in pairs
        if b in groups.get(a, ())
    )
