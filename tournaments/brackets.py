"""Who goes on in a knock-out, and what that makes of the standings: who is still in comes first."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.ranking import Figure
from tournaments.models.events import Phase
from tournaments.models.rounds import Round, Seat
from tournaments.pairing.draws import PastRound, Rest, Seating
from tournaments.pairing.finals import BESIDE
from tournaments.pairing.reached import progress


class Result(NamedTuple):
    """What an entry got in a round, and whom it met (keys); None while unknown. `absent`: it did not come."""

    vp: Figure | None
    mp: Figure | None
    opponents: tuple[int, ...]
    absent: bool = False


class Place(NamedTuple):
    """An entry in a round: its table and line while it plays, the reason (`Seat.Reason`) why it does not.

    `group` is that of its seat: `BESIDE` who plays on beside a final.
    """

    round: int
    entry: int
    table: int | None
    line: str
    reason: str
    group: int = 0


Results = Mapping[tuple[int, int], Result]
"""Results by the number of a round and the key of an entry."""


def winners_of(results: Results, gone: Collection[int] = ()) -> dict[int, tuple[int, ...]]:
    """Who won in each round, by VP and then MP; nobody of a match that is level or has no score, unless only
    one of the two has withdrawn (`gone`): then the other wins a match that is level."""
    found: dict[int, list[int]] = defaultdict(list)
    for (number, entry), own in results.items():
        others = {other: results[number, other] for other in own.opponents if (number, other) in results}
        if others and all(
            _beats(own, other) or (entry not in gone and key in gone and _is_level(own, other))
            for key, other in others.items()
        ):
            found[number].append(entry)
    return {number: tuple(entries) for number, entries in found.items()}


def missed_of(results: Results) -> dict[int, tuple[int, ...]]:
    """Who of each round did not come to a match to which nobody came."""
    found: dict[int, list[int]] = defaultdict(list)
    for (number, entry), own in results.items():
        others = [results.get((number, other)) for other in own.opponents]
        if own.absent and others and all(other is not None and other.absent for other in others):
            found[number].append(entry)
    return {number: tuple(entries) for number, entries in found.items()}


def absent_of(results: Results) -> dict[int, tuple[int, ...]]:
    """Who of each round did not come to their match, or left it."""
    found: dict[int, list[int]] = defaultdict(list)
    for (number, entry), own in results.items():
        if own.absent and own.opponents:
            found[number].append(entry)
    return {number: tuple(entries) for number, entries in found.items()}


def _is_level(one: Result, other: Result) -> bool:
    if one.vp is None or other.vp is None or (one.absent and other.absent):
        return False
    return (one.vp, one.mp or 0) == (other.vp, other.mp or 0)


def _beats(one: Result, other: Result) -> bool:
    if one.vp is None or other.vp is None:
        return False
    return (one.vp, one.mp or 0) > (other.vp, other.mp or 0)


def final_places(
    rounds: Sequence[Round],
    places: Iterable[Place],
    results: Results,
    ranked: Sequence[tuple[int, int]],
    *,
    gone: Collection[int] = (),
    order: tuple[int, ...] = (),
) -> dict[int, tuple[int, bool]]:
    """Place and whether it is shared, of everybody in the knock-out or in the final that the evening has come
    to; empty when its last announced round belongs to neither.

    A final that is no knock-out keeps the order of the standings, `ranked` as (entry, place), best first.
    `gone` have withdrawn; `order` is the ranking that the last announced round was drawn from.
    """
    public = [round_ for round_ in rounds if round_.is_public]
    if not public:
        return {}
    phase = public[-1].phase
    numbers = [round_.number for round_ in public if round_.phase_id == phase.pk]
    inside = [place for place in places if place.group != BESIDE]
    if phase.movement == Phase.Movement.KNOCKOUT:
        past = _rounds_of(numbers, inside, results, gone)
        past[-1] = replace(past[-1], order=order)
        reached = progress(past, third_place=phase.third_place, gone=gone)
        taken = [each.place for each in reached]
        return {each.entry: (each.place, taken.count(each.place) > 1) for each in reached}
    if not phase.is_final:
        return {}
    called = {p.entry for p in inside if p.round == numbers[0] and p.reason != Seat.Reason.OUT}
    order = [(entry, place) for entry, place in ranked if entry in called]
    taken = [place for _entry, place in order]
    return {entry: (taken.index(place) + 1, taken.count(place) > 1) for entry, place in order}


def _rounds_of(
    numbers: Sequence[int], places: Iterable[Place], results: Results, gone: Collection[int]
) -> list[PastRound]:
    winners, missed, absent = winners_of(results, gone), missed_of(results), absent_of(results)
    by_round = defaultdict(list)
    for place in places:
        by_round[place.round].append(place)
    return [
        replace(
            _past(number, by_round[number], winners.get(number, ())),
            missed=missed.get(number, ()),
            absent=absent.get(number, ()),
        )
        for number in numbers
    ]


def _past(number: int, places: Iterable[Place], winners: tuple[int, ...]) -> PastRound:
    tables: dict[int, dict[str, list[int]]] = defaultdict(lambda: {"NS": [], "EW": [], "": []})
    rests = []
    for place in places:
        if place.reason == Seat.Reason.PLAYS and place.table is not None:
            tables[place.table][place.line].append(place.entry)
        elif place.reason == Seat.Reason.RESTS:
            rests.append(Rest(place.entry))
    seatings = tuple(
        Seating(table, tuple(lines["NS"]), tuple(lines["EW"])) for table, lines in sorted(tables.items())
    )
    return PastRound(number, seatings, tuple(rests), winners)
