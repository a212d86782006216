"""How far everybody of a knock-out came: the places of who is out, and who is third without a match."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.pairing.draws import PastRound
from tournaments.pairing.knockout import called_in, first_matches, nobody_went_on, only_one, parts_of


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an entry came: its place, and the round of the phase in which it went out, None if it is in.

    Those still in share the first place. Places that nobody reached stay empty, the first without a winner:
    who loses a final is second at best, a semifinal third, a quarter-final fifth.
    """

    entry: int
    place: int
    out_in: int | None = None


def progress(
    rounds: Sequence[PastRound], *, third_place: bool = False, gone: Collection[int] = ()
) -> tuple[Progress, ...]:
    """How far everybody of a knock-out phase has come, best first, by its rounds so far, the first first.

    Who is not called any more has gone out, by a lost match or by leaving. Of those who went out in one round
    who lost by playing come before who left or did not come, and each of the two kinds shares a place. The
    match for the third place parts the two that it was for; where only one of them is there for it
    (`third_place`: it would have been played), that one is third. Before the final is drawn who has withdrawn
    (`gone`) is not there.
    """
    parts = parts_of(rounds)
    out_in: dict[int, int] = {}
    by_playing: set[int] = set()
    entries = list(dict.fromkeys(entry for past in rounds for entry in _in_order(past)))
    for number, (past, _beside) in enumerate(parts, start=1):
        beaten, level = _lost(past, called_in(parts[number][0]) if number < len(parts) else None)
        for entry in entries:
            if entry not in out_in and (entry in beaten | level or entry not in called_in(past)):
                out_in[entry] = number
        by_playing |= beaten - {*past.absent}
    last, third = len(rounds) + 1, _third(rounds, gone if third_place else None)

    def rank(entry: int) -> _Rank:
        return -out_in.get(entry, last), entry not in third.has, entry not in by_playing | third.meet

    ordered = sorted(entries, key=rank)
    places = _places([rank(entry) for entry in ordered], rounds)
    return tuple(Progress(entry, places[rank(entry)], out_in.get(entry)) for entry in ordered)


_Rank = tuple[int, bool, bool]


def _places(ranks: Sequence[_Rank], rounds: Sequence[PastRound]) -> dict[_Rank, int]:
    """The place of everybody of one rank, by the ranks of all, best first."""
    size = len(first_matches(rounds[0])) if rounds else 0
    places: dict[_Rank, int] = {}
    place = 0
    for rank in dict.fromkeys(ranks):
        matches = size >> (-rank[0] - 1) if -rank[0] <= len(rounds) else 0  # of the round it went out in
        place = max(ranks.index(rank) + 1, place + 1, matches + 1)
        places[rank] = place
    return places


class _Third(NamedTuple):
    """Who `has` the third place; else who are to `meet` for it, or met and left it open."""

    has: frozenset[int] = frozenset()
    meet: frozenset[int] = frozenset()


def _third(rounds: Sequence[PastRound], gone: Collection[int] | None) -> _Third:
    """What the match for the third place has made of those who lost the semifinals, or will; `gone` is None
    where the phase has none."""
    parts = parts_of(rounds)
    size = len(first_matches(rounds[0])) if rounds else 0
    semifinals = size.bit_length() - 1  # the round of two matches
    if not 0 < semifinals <= len(parts):
        return _Third()
    past, final = parts[semifinals - 1][0], parts[semifinals] if semifinals < len(parts) else None
    if final is not None and final[1] is not None:
        two = frozenset(final[1])
        return _Third(has=two & {*final[0].winners}, meet=two)
    beaten, unbeaten = _lost(past, called_in(final[0]) if final is not None else None)
    if gone is None or any((beaten | unbeaten).isdisjoint(each.everybody) for each in past.seatings):
        return _Third()
    there = frozenset(beaten & {*final[0].order} if final is not None else beaten - {*gone})
    return _Third(has=there) if len(there) == 1 else _Third(meet=there)


def _in_order(past: PastRound) -> Iterator[int]:
    for seating in sorted(past.seatings, key=lambda seating: seating.table):
        yield from seating.everybody
    yield from (rest.entry for rest in past.rests)


def _lost(past: PastRound, following: frozenset[int] | None) -> tuple[set[int], set[int]]:
    """Who lost a match of this round to the other, the match for the third place apart; and the two of each
    match from which nobody went on."""
    beaten, unbeaten = set(), set()
    for seating in past.seatings:
        first, second = seating.everybody
        winner = only_one(past.winners, first, second)
        if following is not None:
            winner = only_one(following, first, second) or winner
        if winner is not None:
            beaten.add(second if winner == first else first)
        elif nobody_went_on(past, following, first, second):
            unbeaten |= {first, second}
    return beaten, unbeaten
