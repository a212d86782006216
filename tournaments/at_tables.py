"""Seats and complete matches as the standings fold them: of teams one seat a round, and the sum of the tables
of their meeting."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.ranking import Figure
from tournaments.hands import NumberedHand, hands_by_match
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round, Seat
from tournaments.results import Rules, outcome_of, points_together, rules_of, vp_together


class Sat(NamedTuple):
    """A seat as one query brings it, with its award; `slot` counts the pairs of a team."""

    round_number: int
    entry: int
    slot: int
    encounter: int | None
    match: int | None
    line: str
    position: int
    table: int | None
    reason: str
    award_kind: str | None
    award_vp: int | None
    award_mp: int | None
    group: int


class Played(NamedTuple):
    """A complete match's points, VP and MP of NS and EW, or of the players by place.

    At one table of a meeting of teams there are no VP.
    """

    totals: tuple[Figure, ...]
    vp: tuple[Figure, ...] | None
    mp: tuple[Figure, ...]


def seats_in(tournament: Tournament, numbers: Iterable[int]) -> list[Sat]:
    """The seats of the rounds of those numbers, by round and table, in one query."""
    rows = (
        Seat.objects.active()
        .filter(round__tournament=tournament, round__number__in=list(numbers))
        .exclude(reason=Seat.Reason.OUT)
        .order_by("round__number", "match__table_number", "line", "position", "pk")
        .values_list(
            "round__number",
            "entry_id",
            "slot",
            "match__encounter_id",
            "match_id",
            "line",
            "position",
            "table_number",
            "reason",
            "award__kind",
            "award__vp",
            "award__mp",
            "group",
        )
    )
    seats = [Sat(*row) for row in rows]
    return _awarded_whole(seats) if tournament.is_teams else seats


def _awarded_whole(seats: Iterable[Sat]) -> list[Sat]:
    """An award stands at the seat of a team's first pair, and counts for both its tables."""
    rows = list(seats)
    firsts = {(seat.round_number, seat.entry): seat for seat in rows if seat.slot == 1}
    awards = ("award_kind", "award_vp", "award_mp")
    return [
        seat._replace(**{name: getattr(firsts[seat.round_number, seat.entry], name) for name in awards})
        for seat in rows
    ]


def stored_hands(rounds: Iterable[Round]) -> dict[int, tuple[NumberedHand, ...]]:
    """The records of every match of the rounds, by its key."""
    matches = Match.objects.filter(round__in=[round_.pk for round_ in rounds]).active()
    return hands_by_match(matches.values("pk"))


def outcomes(
    rounds: Iterable[Round], seats: Iterable[Sat], records: Mapping[int, tuple[NumberedHand, ...]]
) -> dict[int, Played]:
    """Complete matches by key, of the records given for them."""
    phases = {round_.number: round_.phase for round_ in rounds}
    rules: dict[tuple[int, int], Rules] = {}
    round_of = {seat.match: seat.round_number for seat in seats if seat.match is not None}
    played = {}
    for match_id, hands in records.items():
        if not hands or match_id not in round_of:
            continue
        which = round_of[match_id], hands[0].players
        if which not in rules:
            rules[which] = rules_of(phases[which[0]], which[1])
        outcome = outcome_of(hands, rules[which])
        if outcome.mp is not None:
            played[match_id] = Played(outcome.totals, outcome.vp, outcome.mp)
    return played


def of_meetings(
    rounds: Iterable[Round], seats: Sequence[Sat], played: Mapping[int, Played]
) -> tuple[list[Sat], dict[int, Played]]:
    """One seat of each team a round, that of its first pair, and by the match of that one the sum of the
    meeting's tables, once all are complete."""
    phases = {round_.number: round_.phase for round_ in rounds}
    meetings: dict[int, list[Sat]] = defaultdict(list)
    for seat in seats:
        if seat.encounter is not None:
            meetings[seat.encounter].append(seat)
    results = {}
    for company in meetings.values():
        first = next(seat for seat in company if seat.slot == 1 and seat.line == Seat.Line.NS)
        own = {seat.match or 0: seat.line != first.line for seat in company if seat.entry == first.entry}
        if all(match in played for match in own):
            points = [(played[match].totals, is_turned) for match, is_turned in own.items()]
            ours, theirs = points_together(points)
            vp = vp_together((ours, theirs), rules_of(phases[first.round_number]))
            results[first.match or 0] = Played((ours, theirs), vp, (ours - theirs, theirs - ours))
    return [seat for seat in seats if seat.slot == 1], results
