"""Individual phases with a schedule: lots give everybody a place in the first round, the schedule the rest.

Later rounds are read from the seats of the phase's first round, so nothing but those is stored. Who comes
late takes the place of somebody who has gone; tables that lack nobody stay as they were planned, the others
are dealt anew.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.company import repetitions_of, seat_fours
from tournaments.pairing.draws import IndividualsOnly, PastRound, Request, Rest, RoundDraw
from tournaments.pairing.fours import deal
from tournaments.pairing.lots import shuffled
from tournaments.pairing.past import Past, read_past, rests_again
from tournaments.pairing.plan_lots import draw_numbers
from tournaments.pairing.schedules import Schedule, ScheduledRound, schedules_for, whist_round
from tournaments.pairing.whist import Four

Holders = Mapping[int, int]
"""Who has which place of the schedule; places of nobody are missing."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Tables by number, entries with partners side by side, and who rests."""

    fours: Mapping[int, Four]
    rests: tuple[int, ...]

    def partners_again(self, past: Past) -> int:
        """How many couples were partners before."""
        couples = [couple for four in self.fours.values() for couple in (four[:2], four[2:])]
        return sum(b in past.partnered.get(a, {}) for a, b in couples)


def draw_individual(request: Request, rng: random.Random) -> RoundDraw:
    """Draw the places in the first round of a phase; afterwards follow the schedule as far as it can be.

    The history must hold the phase. When the field has outgrown the schedule, or following it would bring
    more partners together again, the whole round is dealt anew. Raises IndividualsOnly.
    """
    if request.options.line_size != 2 or request.options.sizes:
        raise IndividualsOnly
    past = read_past(request.history)
    order = shuffled(request.ranking, rng)
    if request.round_in_phase == 1 and not request.history:
        plan = _begun(order, request, rng)
    elif request.round_in_phase == 1:
        plan = _dealt_anew(order, past, request, rng)
    else:
        plan = _by_schedule(order, past, request, rng)
    return seat_fours(plan.fours, plan.rests, order, past, request.options)


def _begun(order: Sequence[int], request: Request, rng: random.Random) -> _Plan:
    """The places of a phase before which nobody has met, by lot: families and clubs apart in all its rounds,
    as far as the schedule can have it."""
    players = len(order)
    rounds = max(request.phase_rounds, request.round_in_phase)
    schedule = schedules_for(players, rounds)[0]
    planned = range(rounds if request.options.keeps_apart else 0)
    tables = [schedule(players, index).tables for index in planned]
    meetings = [[pair for four in fours for pair in combinations(four, 2)] for fours in tables]
    places = draw_numbers(order, meetings, request.options, rng)
    playing = players - players % 4
    return _Plan(_numbered(places[:playing]), tuple(places[playing:]))


def _dealt_anew(order: Sequence[int], past: Past, request: Request, rng: random.Random) -> _Plan:
    """Everybody dealt with the fewest repetitions; who has rested most comes first, so that the last rest."""
    by_rests = sorted(order, key=lambda entry: -len(past.rests.get(entry, ())))
    playing = len(by_rests) - len(by_rests) % 4
    repetitions = repetitions_of(by_rests, past, request.options)
    seats = deal(range(playing), range(playing), repetitions, rng.random)
    return _Plan(_numbered([by_rests[place] for place in seats]), tuple(by_rests[playing:]))


def _numbered(seats: Sequence[int]) -> dict[int, Four]:
    return {i // 4 + 1: (seats[i], seats[i + 1], seats[i + 2], seats[i + 3]) for i in range(0, len(seats), 4)}


def _by_schedule(order: Sequence[int], past: Past, request: Request, rng: random.Random) -> _Plan:
    rounds = sorted(request.history, key=lambda past_round: past_round.number)
    if len(rounds) < request.round_in_phase - 1:
        raise ValueError("the history does not hold the earlier rounds of the phase")
    rounds = rounds[-(request.round_in_phase - 1) :]
    places = _places(rounds[0])
    holders = _holders(places, [*map(_called, rounds[1:]), set(order)])
    schedule = _schedule_played(len(places), holders, rounds, request)
    scheduled = schedule(len(places), request.round_in_phase - 1)
    held = holders[-1]
    everybody_is_there = len(held) == len(places) == len(order)
    if everybody_is_there and _rests_as_it_should(schedule, scheduled, held, past):
        plan = _as_scheduled(scheduled, held)
    else:
        plan = _repaired(scheduled, held, order, past=past, request=request, rng=rng)
    outgrown = len(held) < len(order)
    if outgrown or plan.partners_again(past):
        anew = _dealt_anew(order, past, request, rng)
        if outgrown or anew.partners_again(past) < plan.partners_again(past):
            return anew
    return plan


def _places(first_round: PastRound) -> list[int | None]:
    """Who has each place of the schedule: the tables by number, then the rests; None where nobody came."""
    places: list[int | None] = []
    for seating in sorted(first_round.seatings, key=lambda seating: seating.table):
        places += (
            _padded(seating.ring, 4) if seating.ring else [*_padded(seating.ns, 2), *_padded(seating.ew, 2)]
        )
    places += [rest.entry for rest in first_round.rests]
    return places


def _padded(entries: Sequence[int], size: int) -> list[int | None]:
    return [*entries, *[None] * (size - len(entries))]


def _called(past: PastRound) -> set[int]:
    """Everybody who had to do with a round: seated, resting or called in vain."""
    seated = {entry for seating in past.seatings for entry in seating.everybody}
    return seated.union(past.absent, (rest.entry for rest in past.rests))


def _holders(places: Sequence[int | None], fields: Iterable[set[int]]) -> list[Holders]:
    """Who held which place in each later round, given everybody there was.

    New entries take the places of those who have gone, the lowest first: always the same for the same facts.
    """
    held = {place: entry for place, entry in enumerate(places) if entry is not None}
    holders: list[Holders] = []
    for field in fields:
        late = sorted(field.difference(held.values()))
        free = [place for place in range(len(places)) if held.get(place) not in field]
        held.update(zip(free, late, strict=False))
        holders.append({place: entry for place, entry in held.items() if entry in field})
    return holders


def _schedule_played(
    players: int, holders: Sequence[Holders], rounds: Sequence[PastRound], request: Request
) -> Schedule:
    """The schedule that the phase has followed; the best for its length while that is not to be told.

    The length of a phase may change while it is played, and the best schedule for it with it.
    """

    def agreement(schedule: Schedule) -> int:
        agreed = 0
        for index, past in enumerate(rounds[1:], start=1):
            played = {frozenset(seating.everybody) for seating in past.seatings}
            held = holders[index - 1]
            agreed += sum(
                frozenset(held.get(place, -1) for place in four) in played
                for four in schedule(players, index).tables
            )
        return agreed

    candidates = schedules_for(players, max(request.phase_rounds, request.round_in_phase))
    return candidates[0] if len(candidates) == 1 else max(candidates, key=agreement)


def _rests_as_it_should(schedule: Schedule, scheduled: ScheduledRound, holders: Holders, past: Past) -> bool:
    """Whether nobody rests who has rested more than others: earlier phases may have left rests uneven.

    A whist schedule with three resting a round is even only at its end, and is kept.
    """
    if schedule is whist_round and len(scheduled.rests) == 3:
        return True
    return not rests_again([Rest(holders[place]) for place in scheduled.rests], holders.values(), past)


def _as_scheduled(scheduled: ScheduledRound, holders: Holders) -> _Plan:
    seats = [holders[place] for four in scheduled.tables for place in four]
    return _Plan(_numbered(seats), tuple(holders[place] for place in scheduled.rests))


def _repaired(
    scheduled: ScheduledRound,
    holders: Holders,
    order: Sequence[int],
    *,
    past: Past,
    request: Request,
    rng: random.Random,
) -> _Plan:
    """Tables that lack nobody stay. The others' players fill up among themselves, and as few as can rest.

    Those rest who have rested least; one who is taken from a full table for that is replaced there.
    """
    kept = {
        number: [holders[place] for place in four]
        for number, four in enumerate(scheduled.tables, start=1)
        if all(place in holders for place in four)
    }
    settled = {entry for four in kept.values() for entry in four}
    by_rests = sorted(order, key=lambda entry: (len(past.rests.get(entry, ())), entry in settled))
    rests = tuple(by_rests[: len(order) % 4])
    loose = [entry for entry in order if entry not in settled and entry not in rests]
    free: list[int] = []
    numbers, seats = list(kept), [entry for four in kept.values() for entry in four]
    for position, entry in enumerate(seats):
        if entry in rests:
            seats[position] = loose.pop()
            free.append(position)
    free += range(len(seats), len(seats) + len(loose))
    unused = [
        number for number in range(1, len(order) // 4 + len(scheduled.tables) + 1) if number not in kept
    ]
    numbers += unused[: len(loose) // 4]
    seats += loose
    place = {entry: i for i, entry in enumerate(order)}
    repetitions = repetitions_of(order, past, request.options)
    dealt = deal([place[entry] for entry in seats], free, repetitions, rng.random)
    fours = _numbered([order[i] for i in dealt]).values()
    return _Plan(dict(zip(numbers, fours, strict=True)), rests)
