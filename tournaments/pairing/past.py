"""What the earlier rounds of a tournament say: who met whom, who was partner of whom, rests, sides."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.pairing.draws import PastRound, Relaxation, Rest, Seating

Rounds = tuple[int, ...]
Meetings = Mapping[int, Mapping[int, Rounds]]
"""For each entry, the others and the rounds, rising, in which they came together."""


@dataclass(frozen=True, slots=True)
class Past:
    """Facts folded from a history. Entries that never played are simply missing from every map.

    `met` are opponents, `partnered` individuals on one line; `rests` the rounds rested; `balance` is times
    NS minus times EW; `last_side` is 1 after NS, −1 after EW. `numbers` are the rounds played, rising.

    Where a line was absent nobody met: it has no rest, and those who waited for it have one, whatever points
    they got.
    """

    numbers: Rounds
    met: Meetings
    partnered: Meetings
    rests: Mapping[int, Rounds]
    balance: Mapping[int, int]
    last_side: Mapping[int, int]

    def rest_count(self, entry: int) -> int:
        """How often an entry has rested."""
        return len(self.rests.get(entry, ()))


def read_past(history: Iterable[PastRound]) -> Past:
    """Fold a history, whatever the order of its rounds and tables."""
    rounds = sorted(history, key=lambda past: past.number)
    met: dict[int, dict[int, Rounds]] = {}
    partnered: dict[int, dict[int, Rounds]] = {}
    rests: dict[int, Rounds] = {}
    balance: dict[int, int] = {}
    last_side: dict[int, int] = {}
    for past in rounds:
        seatings, waited = _played(past)
        for seating in seatings:
            _note(met, ((a, b) for a in seating.ns for b in seating.ew), past.number)
            _note(met, combinations(seating.ring, 2), past.number)
            for line in (seating.ns, seating.ew):
                _note(partnered, combinations(line, 2), past.number)
            for line, side in ((seating.ns, 1), (seating.ew, -1)):
                for entry in line:
                    balance[entry] = balance.get(entry, 0) + side
                    last_side[entry] = side
        for entry in dict.fromkeys([*(rest.entry for rest in past.rests), *waited]):
            rests[entry] = (*rests.get(entry, ()), past.number)
    return Past(tuple(past.number for past in rounds), met, partnered, rests, balance, last_side)


def _played(past: PastRound) -> tuple[list[Seating], list[int]]:
    """The tables at which somebody met, and those who waited for opponents who did not come."""
    absent = set(past.absent)
    seatings: list[Seating] = []
    waited: list[int] = []
    for seating in past.seatings:
        present = tuple(entry for entry in seating.everybody if entry not in absent)
        if seating.ring:
            seatings.append(replace(seating, ring=present))
        elif seating.ns and seating.ew and len(present) == len(seating.everybody):
            seatings.append(seating)
        else:
            waited += present
    return seatings, waited


def _note(meetings: dict[int, dict[int, Rounds]], pairs: Iterable[tuple[int, int]], number: int) -> None:
    for a, b in pairs:
        for one, other in ((a, b), (b, a)):
            rounds = meetings.setdefault(one, {})
            rounds[other] = (*rounds.get(other, ()), number)


def fewest_rests(entries: Sequence[int], past: Past) -> frozenset[int]:
    """The entries among whom the next rest must fall, so that nobody rests twice before all have once."""
    counts = {entry: past.rest_count(entry) for entry in entries}
    least = min(counts.values(), default=0)
    return frozenset(entry for entry in entries if counts[entry] == least)


def rests_again(rests: Sequence[Rest], present: Iterable[int], past: Past) -> tuple[Relaxation, ...]:
    """A `rest_again` for everybody who rests although somebody seated has rested less."""
    resting = {rest.entry for rest in rests}
    seated = (past.rest_count(entry) for entry in present if entry not in resting)
    least = min(seated, default=None)
    if least is None:
        return ()
    return tuple(
        Relaxation("rest_again", (rest.entry,), past.rests[rest.entry])
        for rest in rests
        if past.rest_count(rest.entry) > least
    )


def rematches(seatings: Iterable[Seating], past: Past) -> tuple[Relaxation, ...]:
    """A `rematch` for every two pairs whom the movement itself brings together again."""
    pairs = ((seating.ns[0], seating.ew[0]) for seating in seatings)
    return tuple(
        Relaxation("rematch", (ns, ew), past.met[ns][ew]) for ns, ew in pairs if ew in past.met.get(ns, {})
    )


def due_line(entry: int, past: Past) -> int:
    """1 when an entry is due NS, −1 when EW: by its balance, then its last side; 0 when neither."""
    weight = past.balance.get(entry, 0) or past.last_side.get(entry, 0)
    return (weight < 0) - (weight > 0)


def seat_sides(table: int, first: tuple[int, ...], second: tuple[int, ...], past: Past) -> Seating:
    """Seat two lines at a table: NS goes to the smaller NS − EW, then to who last sat EW, then to `first`.

    Greedy per table is the best for the round being drawn. `first` is the better placed of the two.
    """

    def weight(line: tuple[int, ...]) -> tuple[int, int]:
        balance = sum(past.balance.get(entry, 0) for entry in line)
        return balance, sum(past.last_side.get(entry, 0) for entry in line)

    if weight(second) < weight(first):
        first, second = second, first
    return Seating(table, first, second)
