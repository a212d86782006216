"""Knock-out: who loses a match is out; byes to the top seeds; a third place, if the organiser wants it.

The bracket has 2^⌈log2 k⌉ lines in the order [1], [1, 2], [1, 4, 2, 3] … in which the seeds of each match add
up to the same, 2^j + 1, in every round that the better seed wins.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.bans import groups_of, together
from tournaments.pairing.bracket_lots import place_lots
from tournaments.pairing.draws import (
    BeyondTheFinal,
    NotDecided,
    PairsOnly,
    PastRound,
    Request,
    Rest,
    RoundDraw,
)
from tournaments.pairing.lots import shuffled
from tournaments.pairing.past import read_past, rematches, rests_again
from tournaments.pairing.places import place

Slot = int | None
"""Who has come to a line of the bracket; None where nobody has, because both before it have gone."""

Match = tuple[Slot, Slot]


def rounds_needed(entries: int) -> int:
    """Rounds up to and with the final."""
    return (entries - 1).bit_length() if entries > 1 else 0


def seed_order(size: int) -> list[int]:
    """The seeds, from 1, on the lines of a bracket whose size is a power of two."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def draw_knockout(request: Request, rng: random.Random) -> RoundDraw:
    """A round of the bracket: the matches from the top, byes as rests in the order of the seeds.

    In the first round of the phase the seeds are `options.seeds`, else by lot if `groups_by` says so, else
    the ranking. Later rounds read the bracket from the first: matches by table, byes in their order; with
    fixed seats tables say too little, so give `seeds` then. Who has lost, and who came late, is `out`.
    A lot keeps families and clubs apart as `place_lots` says; seeds keep their places whoever they meet.
    Raises PairsOnly, BeyondTheFinal, NotDecided.
    """
    if request.options.line_size != 1:
        raise PairsOnly
    index = request.round_in_phase - 1
    rounds = request.of_phase
    seeds = () if rounds else _seeds(request, rng)
    lines = first_matches(rounds[0], request.options.seeds) if rounds else _seeded(seeds)
    entries = sum(entry is not None for match in lines for entry in match)
    if not request.ranking or entries < 2:
        return RoundDraw((), tuple(Rest(entry) for entry in request.ranking))
    asked = max(request.phase_rounds, request.round_in_phase)
    if asked > rounds_needed(entries):
        raise BeyondTheFinal(asked, rounds_needed(entries), entries)
    present = frozenset(request.ranking)
    third: list[Match] = []
    for number, past in enumerate(rounds, start=1):
        following = rounds[number] if number < index else None
        won = _winners(lines, past, following, present)
        if request.options.third_place and len(lines) == 2:
            third = [_losers(lines, won)]
        on = [entry if following is not None or entry in present else None for entry in won]
        lines = list(zip(on[::2], on[1::2], strict=True))
    draw = _seat(lines, third, request)
    return replace(draw, seeds=seeds) if request.options.groups_by == "lot" else draw


def _seeds(request: Request, rng: random.Random) -> tuple[int, ...]:
    """Those who begin, best seed first: who is not among the given seeds comes after them."""
    present = set(request.ranking)
    given = [entry for entry in dict.fromkeys(request.options.seeds) if entry in present]
    seeds = [*given, *(entry for entry in request.ranking if entry not in given)]
    if request.options.groups_by != "lot":
        return tuple(seeds)
    lines = [line for _, line in sorted((seed, line) for line, seed in enumerate(_order_for(len(seeds))))]
    by_lot = [*given, *shuffled(seeds[len(given) :], rng)]
    return place_lots(by_lot, lines[: len(seeds)], request.options, rng, given=len(given))


def _order_for(entries: int) -> list[int]:
    """The seeds on the lines of the bracket that so many need."""
    return seed_order(2 ** max(rounds_needed(entries), 1))


def _seeded(seeds: Sequence[int]) -> list[Match]:
    """The matches of the first round by seeds."""
    slots: list[Slot] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in _order_for(len(seeds))]
    return list(zip(slots[::2], slots[1::2], strict=True))


def first_matches(first: PastRound, seeds: Sequence[int] = ()) -> list[Match]:
    """The lines of the bracket, from the top, as the first round was seated; a bye is a match with None."""
    seatings = sorted(first.seatings, key=lambda seating: seating.table)
    by_table: list[Match] = [(seating.ns[0], seating.ew[0]) for seating in seatings]
    byes = [rest.entry for rest in first.rests]
    size = 2 ** max(rounds_needed(2 * len(by_table) + len(byes)), 1)
    tops = [min(pair) for pair in zip(*[iter(seed_order(size))] * 2, strict=True)]
    free = [top for top in tops if top > len(byes)]
    if seeds:
        place_of = {entry: seed for seed, entry in enumerate(seeds, start=1)}
        byes.sort(key=lambda entry: place_of.get(entry, size + 1))
        by_table.sort(key=lambda match: min(place_of.get(each or 0, size + 1) for each in match))
        free.sort()
    lines: dict[int, Match] = {seed: (bye, None) for seed, bye in enumerate(byes, start=1)}
    lines |= dict(zip(free, by_table, strict=False))
    return [lines.get(top, (None, None)) for top in tops]


def _winners(
    lines: Sequence[Match], past: PastRound, following: PastRound | None, present: frozenset[int]
) -> list[Slot]:
    """Who goes on from each match, whether she has left since or not. A round already drawn stands, whatever
    became of the scores before it."""
    called = called_in(past)
    won: list[Slot] = []
    open_matches = []
    for match in lines:
        first, second = (entry if entry in called else None for entry in match)
        if first is None or second is None:
            won.append(second if first is None else first)
            continue
        winner = only_one(past.winners, first, second)
        if following is not None:
            winner = only_one(called_in(following), first, second) or winner
        elif winner is None and not both_missed(past, first, second):
            winner = only_one(present, first, second)
            if winner is None and first in present:
                open_matches.append((first, second))
        won.append(winner)
    if open_matches:
        raise NotDecided(tuple(open_matches))
    return won


def both_missed(past: PastRound, first: int, second: int) -> bool:
    """Whether neither of the two came to their match: nobody goes on from it."""
    return first in past.missed and second in past.missed


def nobody_went_on(past: PastRound, following: frozenset[int] | None, first: int, second: int) -> bool:
    """Whether nobody goes on from a match that neither won: they missed it, or had both left by the next
    round, in which `following` are called; None while it is not drawn."""
    have_left = following is not None and following.isdisjoint((first, second))
    return have_left or both_missed(past, first, second)


def only_one(among: Sequence[int] | frozenset[int], first: int, second: int) -> Slot:
    """The one of two who is among these, if the other is not."""
    if (first in among) == (second in among):
        return None
    return first if first in among else second


def called_in(past: PastRound) -> frozenset[int]:
    """Who had a table or a bye. The absent were not drawn: who comes late has missed the rounds before."""
    seated = (entry for seating in past.seatings for entry in seating.everybody)
    return frozenset([*seated, *(rest.entry for rest in past.rests)])


def _losers(lines: Sequence[Match], won: Sequence[Slot]) -> Match:
    """The two who lost the semifinals; None for a semifinal that nobody lost."""
    first, second = (
        next((entry for entry in match if winner is not None and None not in match and entry != winner), None)
        for match, winner in zip(lines, won, strict=True)
    )
    return first, second


def _seat(lines: Sequence[Match], third: Sequence[Match], request: Request) -> RoundDraw:
    """The round's matches; the one for the third place comes after the final, and only if both are there."""
    present = set(request.ranking)
    matches = [(a, b) for a, b in [*lines, *third] if a in present and b in present]
    full = [(a, b) for a, b in matches if a is not None and b is not None]
    past = read_past(request.history)
    seatings, moved = place(full, past, request.options)
    byes = [entry for match in lines if None in match for entry in match if entry is not None]
    if request.round_in_phase == 1:
        order = {entry: seed for seed, entry in enumerate(_by_seed(lines))}
        byes.sort(key=order.__getitem__)
    rests = tuple(Rest(entry) for entry in byes)
    seated = {entry for match in full for entry in match} | set(byes)
    again = rests_again(rests, seated, past)
    out = tuple(entry for entry in request.ranking if entry not in seated)
    families, clubs = groups_of(request.options.families), groups_of(request.options.clubs)
    met = rematches(seatings, past) + together(full, families, clubs)
    return RoundDraw(seatings, rests, met + again + moved, out)


def _by_seed(lines: Sequence[Match]) -> list[int]:
    """The entries of a first round, best seed first."""
    slots = [slot for match in lines for slot in match]
    by_seed = sorted(zip(seed_order(len(slots)), slots, strict=True))
    return [slot for _, slot in by_seed if slot is not None]


def _is_final(rounds: Sequence[PastRound], number: int) -> bool:
    """Whether the round of the phase with this number, from 1, is that of the final."""
    return len(first_matches(rounds[0])) >> (number - 1) == 1


def parts_of(rounds: Sequence[PastRound]) -> list[tuple[PastRound, tuple[int, ...] | None]]:
    """Each round without its match for the third place, and the two of that match."""
    return [
        _without_third(past, rounds[number - 2] if number > 1 else None)
        if _is_final(rounds, number)
        else (past, None)
        for number, past in enumerate(rounds, start=1)
    ]


def _nobody_in_final(past: PastRound, semifinals: PastRound) -> bool:
    """Whether those who won the semifinals had both left before the round was drawn: what is played in it is
    for the third place."""
    seated = {entry for seating in past.seatings for entry in seating.everybody}
    beaten = [each for each in semifinals.seatings if seated & {*each.everybody}]
    opponents = {entry for seating in beaten for entry in seating.everybody} - seated
    is_gone = opponents.isdisjoint(past.order) and opponents <= {*semifinals.winners}
    return len(seated) == len(opponents) == 2 and seated.isdisjoint(semifinals.winners) and is_gone


def _without_third(past: PastRound, semifinals: PastRound | None) -> tuple[PastRound, tuple[int, ...] | None]:
    """The round of the final as it was announced, whatever became of the scores before it: who waits for
    nobody has the final, else the best of the ranking that it was drawn from, else the first table."""
    seatings = sorted(past.seatings, key=lambda seating: seating.table)
    is_alone = len(seatings) + len(past.rests) < 2
    if not seatings or (is_alone and (semifinals is None or not _nobody_in_final(past, semifinals))):
        return past, None
    if past.rests or is_alone:
        return replace(past, seatings=()), seatings[0].everybody
    place_of = {entry: place for place, entry in enumerate(past.order)}
    final = min(seatings, key=lambda each: min(place_of.get(one, len(place_of)) for one in each.everybody))
    third = next(each for each in seatings if each != final)
    return replace(past, seatings=(final,)), third.everybody


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket as it stands: two entries, its table (None for a bye), who goes on if known.

    `missed`: nobody came, or was still there, so nobody goes on; `left`: it was level, and both have left.
    `gone` had left before it was drawn.
    """

    entries: Match
    table: int | None
    winner: Slot
    missed: bool = False
    gone: tuple[int, ...] = ()
    left: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket. `matches` are in its order from the top: the first two lead to one match, and
    so on. `third` is the match for the third place, in the round of the final."""

    number: int
    matches: tuple[BracketMatch, ...]
    third: BracketMatch | None = None


def bracket(rounds: Sequence[PastRound], seeds: Sequence[int] = ()) -> tuple[BracketRound, ...]:
    """The rounds of a knock-out phase so far as the bracket they make, the first first.

    `seeds` as in `draw_knockout`: the order in which the phase began.
    """
    found: list[BracketRound] = []
    lines = first_matches(rounds[0], seeds) if rounds else []
    parts = parts_of(rounds)
    for number, (past, third) in enumerate(parts, start=1):
        following = called_in(parts[number][0]) if number < len(parts) else None
        tables = {tuple(sorted(seating.everybody)): seating.table for seating in rounds[number - 1].seatings}
        matches = tuple(_as_it_stands(match, past, following, tables.get(_sorted(match))) for match in lines)
        beside = third and BracketMatch(
            (third[0], third[1]),
            tables[_sorted((third[0], third[1]))],
            only_one(past.winners, third[0], third[1]),
            _is_missed((third[0], third[1]), rounds[number - 1]),
        )
        found.append(BracketRound(past.number, matches, beside or None))
        won = [match.winner for match in matches]
        lines = list(zip(won[::2], won[1::2], strict=False))
    return tuple(found)


def _as_it_stands(
    match: Match, past: PastRound, following: frozenset[int] | None, table: int | None
) -> BracketMatch:
    called, winner, missed = called_in(past), _goes_on(match, past, following), _is_missed(match, past)
    gone = tuple(entry for entry in _sorted(match) if entry not in called)
    left = following is not None and not missed and winner is None
    return BracketMatch(match, table, winner, missed, gone, left)


def _is_missed(match: Match, past: PastRound) -> bool:
    called = called_in(past)
    return all(entry in past.missed or entry not in called for entry in match)


def _sorted(match: Match) -> tuple[int, ...]:
    return tuple(sorted(entry for entry in match if entry is not None))


def _goes_on(match: Match, past: PastRound, following: frozenset[int] | None) -> Slot:
    called = called_in(past)
    first, second = (entry if entry in called else None for entry in match)
    if first is None or second is None:
        return second if first is None else first
    winner = only_one(past.winners, first, second)
    return winner if following is None else only_one(following, first, second) or winner
