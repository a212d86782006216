"""What the director should know of a draw before it is announced: who meets again, who rests again, and why;
whether the standings that it follows still are those it was made from."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from django.db.models import Q

from tournaments.hands import from_json, same_score
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Round, Seat, passes_on
from tournaments.models.scores import Penalty, ScoreChange
from tournaments.pairing.draws import PastRound
from tournaments.pairing.manual import SeatingProblem, manual_problems
from tournaments.pairing.past import Past, read_past
from tournaments.seats import Apart, apart_in, current_seats, history, options_of

Movement = Phase.Movement
# Movements that follow the standings of the rounds before.
BY_RESULTS = {
    Movement.DANISH,
    Movement.DANISH_MODIFIED,
    Movement.DANISH_NO_REMATCH,
    Movement.SWISS,
    Movement.KNOCKOUT,
    Movement.INDIVIDUAL_DANISH,
}

# Movements in which the seats of the first round say who meets whom.
BY_SEATS = frozenset({Movement.MITCHELL, Movement.ROUND_ROBIN, Movement.HOWELL, Movement.DOUBLE_ROUND_ROBIN})

BESIDE_BY_RESULTS = {Phase.Others.PLAY, Phase.Others.SWISS}


def follows_results(round: Round) -> bool:
    """Whether the draw of the round asks for the standings of the rounds before."""
    phase = round.phase
    if phase.is_final and (phase.others in BESIDE_BY_RESULTS or _begins(round)):
        return True
    by_standing = bool(phase.groups) and phase.groups_by == Phase.GroupsBy.STANDING
    if phase.movement in BY_RESULTS or not by_standing:
        return phase.movement in BY_RESULTS
    return _begins(round)


def next_start(round: Round) -> int:
    """The number of the round in which the phase after that of `round` begins, if it seats everybody who is
    present; 0 where there is none, or where it is a final beside which nobody plays."""
    later = round.tournament.rounds.filter(number__gt=round.number).exclude(phase=round.phase)
    first = later.select_related("phase").order_by("number").first()
    return first.number if first and (first.phase.plays_beside or not first.phase.is_final) else 0


def _begins(round: Round) -> bool:
    """Whether the round is the first of its phase."""
    return not round.phase.rounds.filter(number__lt=round.number).exists()


@dataclass(frozen=True, slots=True)
class DraftNote:
    """Something out of the ordinary in a draw: its code, the entries' keys, the earlier rounds it repeats."""

    code: str
    entries: tuple[int, ...]
    rounds: tuple[int, ...] = ()


def _given_up(round: Round) -> Iterator[DraftNote]:
    """What the movement itself had to give up, as it was stored; who waits for a seat does so at most until
    the next phase begins."""
    start = next_start(round)
    for note in round.draws.get(superseded_at__isnull=True).notes:
        found = DraftNote(note["code"], tuple(note["entries"]), tuple(note["rounds"]))
        waits = found.code == "no_seat" and start
        yield replace(found, code="no_seat_until", rounds=(start,)) if waits else found


@dataclass(frozen=True, slots=True)
class Repeats:
    """What the seats of a draft repeat: the warnings, and what is no warning but is not to be denied.

    `partners` says that two are partners again, `rests` who rests again although no more than all have.
    `opponents` counts the pairs of single players opposite each other again at tables of four; None
    where there are no such tables.
    """

    notes: tuple[DraftNote, ...]
    partners: bool = False
    rests: tuple[DraftNote, ...] = ()
    opponents: int | None = None


def notes_of(round: Round) -> tuple[DraftNote, ...]:
    """The warnings of `repeats_of`."""
    return repeats_of(round).notes


def repeats_of(round: Round) -> Repeats:
    """What the seats repeat as they stand, swaps included; where the draw could not help it, its reason.

    At tables of four single players sit opposite each other again and again: of them only partners are
    warnings. Each group and final is looked at for itself; who goes on without playing, or waits for a
    seat, does not rest again.
    """
    now, before = current_seats(round), history(round.tournament, round.number)
    given_up = tuple(_given_up(round))
    waiting = {entry for note in given_up if note.code in WAITING for entry in note.entries}
    warnings = [
        each
        for each in _warnings(now, before, round.phase)
        if each.code != "rest_again" or not waiting.issuperset(each.entries)
    ]
    fours = {seating.table for seating in now.seatings if len(seating.ns) > 1}
    opposite = [each for each in warnings if each.code == "rematch" and fours.issuperset(each.tables)]
    reasons = {frozenset(note.entries): note for note in given_up if note.code not in PROMISED | OFF_PLAN}
    repeated = tuple(
        reasons.get(
            frozenset(warning.entries),
            DraftNote(_code_of(warning.code, round), warning.entries, warning.rounds),
        )
        for warning in warnings
        if warning not in opposite
    )
    told = tuple(note for note in _told_anyway(now, given_up) if note not in repeated)
    named = {entry for note in told + repeated for entry in note.entries}
    return Repeats(
        told + repeated + tuple(_promises_broken(now, apart_in(round))),
        partners=any(warning.code == "partner_again" for warning in warnings),
        rests=tuple(_rests_in_turn(now, read_past(before), named, round.phase)),
        opponents=len(opposite) if fours else None,
    )


def _rests_in_turn(now: PastRound, past: Past, named: Collection[int], phase: Phase) -> Iterator[DraftNote]:
    """Who rests again, and is `named` in no note: nobody seated has rested less."""
    for rest in (rest for part in _parts(now, phase) for rest in part.rests):
        if past.rest_count(rest.entry) and rest.entry not in named:
            yield DraftNote("rest_in_turn", (rest.entry,), past.rests[rest.entry])


WAITING = frozenset({"no_seat", "no_seat_until"})
OFF_PLAN = frozenset({"met_early", "exchanged"})
OF_ALL = frozenset({"fewer_groups", "step_of_one", "all_met"})


def _told_anyway(now: PastRound, given_up: Iterable[DraftNote]) -> Iterator[DraftNote]:
    """What no seat repeats and is said all the same: who rests for want of a seat, how the movement bends,
    and who leaves its plan."""
    resting = {rest.entry for rest in now.rests}
    for note in given_up:
        waits = note.code in WAITING and resting.issuperset(note.entries)
        leaves = note.code in OFF_PLAN and resting.isdisjoint(note.entries)
        if note.code in OF_ALL or waits or leaves:
            yield note


def _warnings(now: PastRound, before: Sequence[PastRound], phase: Phase) -> list[SeatingProblem]:
    """Who meets, partners or rests again by these seats, each group and final for itself."""
    options = options_of(phase)
    found = [
        manual_problems(
            part.seatings,
            [
                *(entry for seating in part.seatings for entry in seating.everybody),
                *(rest.entry for rest in part.rests),
            ],
            before,
            rests=part.rests,
            line_size=options.line_size,
            sizes=options.sizes,
        )
        for part in _parts(now, phase)
    ]
    return [problem for problems in found for problem in problems if problem.warning]


def _parts(now: PastRound, phase: Phase) -> Iterator[PastRound]:
    """The round group by group; without those whom a bracket lets through."""
    for group in sorted({each.group for each in (*now.seatings, *now.rests)}):
        rests = () if passes_on(phase, group) else tuple(r for r in now.rests if r.group == group)
        yield replace(now, seatings=tuple(s for s in now.seatings if s.group == group), rests=rests)


def _code_of(code: str, round: Round) -> str:
    """A meeting again is what the modified Danish allows in the last round of the evening, and only there.
    Where seats say who meets whom, those who rest and could fill a table do so for a reason."""
    if code == "rest_needless" and round.phase.movement in BY_SEATS:
        return "rest_planned"
    if code != "rematch" or round.phase.movement != Movement.DANISH_MODIFIED:
        return code
    return code if round.tournament.rounds.filter(number__gt=round.number).exists() else "rematch_allowed"


PROMISED = frozenset({"same_family", "same_club", "fixed_seat"})


def _promises_broken(now: PastRound, apart: Apart) -> Iterator[DraftNote]:
    """Who meets although of one family or club, who does not sit at her own table, as the seats stand."""
    for seating in now.seatings:
        for a, b in combinations(sorted(seating.everybody), 2):
            if any(a in family and b in family for family in apart.families):
                yield DraftNote("same_family", (a, b))
            elif any(a in club and b in club for club in apart.clubs):
                yield DraftNote("same_club", (a, b))
    tables = {entry: seating.table for seating in now.seatings for entry in seating.everybody}
    for entry, table in apart.fixed:
        if tables.get(entry, table) != table:
            yield DraftNote("fixed_seat", (entry,))


def _scores_moved(round: Round, draw: Draw) -> bool:
    """Whether a score of an earlier round is another one than when the draw was made."""
    earlier = ScoreChange.objects.filter(
        match__round__tournament=round.tournament,
        match__round__number__lt=round.number,
        match__is_active=True,
        at__gt=draw.created_at,
    )
    ends: dict[int, tuple[object, object]] = {}
    for match, before, after in earlier.order_by("version").values_list("match", "before", "after"):
        ends[match] = (ends.get(match, (before, None))[0], after)
    return any(not same_score(from_json(before), from_json(after)) for before, after in ends.values())


def _penalties_moved(round: Round, draw: Draw) -> bool:
    since = Q(at__gt=draw.created_at, revoked_at__isnull=True)
    since |= Q(at__lte=draw.created_at, revoked_at__gt=draw.created_at)
    earlier = Penalty.objects.filter(entry__tournament=round.tournament, round__number__lt=round.number)
    return earlier.filter(since).exists()


Awarded = dict[int, tuple[int, int]]  # VP and signed MP by the key of a seat


def awards_then_and_now(round: Round, draw: Draw) -> tuple[Awarded, Awarded]:
    """What the seats of earlier rounds had been given when the draw was made, and have now: the acts since
    then, taken back one after the other, lead from the one to the other. Both empty where none gave anything.
    """
    since = Act.objects.filter(
        tournament=round.tournament, at__gt=draw.created_at, changes__has_key="award"
    ).order_by("-seq")
    acts = list(since.values_list("changes", flat=True))
    if not acts:
        return {}, {}
    seats = Seat.objects.active().filter(round__tournament=round.tournament, round__number__lt=round.number)
    found = list(seats.values_list("pk", "award__pk", "award__vp", "award__mp"))
    rows = {key: {"seat_id": seat, "vp": vp, "mp": mp} for seat, key, vp, mp in found if key is not None}
    now, earlier = _by_seat(rows.values()), {seat for seat, *_award in found}
    for changes in acts:
        parts = changes["award"]
        for key in parts.get("new", ()):
            rows.pop(int(key), None)
        rows |= {int(key): row for key, row in parts.get("gone", {}).items() if row["seat_id"] in earlier}
        for key, fields in parts.get("changed", {}).items():
            if int(key) in rows:
                rows[int(key)] = rows[int(key)] | {name: was for name, (was, _is) in fields.items()}
    return _by_seat(rows.values()), now


def _by_seat(rows: Iterable[Mapping[str, Any]]) -> Awarded:
    return {row["seat_id"]: (row["vp"], row["mp"]) for row in rows}


def _awards_moved(round: Round, draw: Draw) -> bool:
    then, now = awards_then_and_now(round, draw)
    return then != now


def is_outdated(round: Round) -> bool:
    """Whether a draw that nobody has seen yet follows standings that have changed since it was made.

    What was put right and back again has not changed; an announced draw stands whatever its standings.
    """
    if round.state not in {Round.State.DRAFT, Round.State.CONFIRMED} or not follows_results(round):
        return False
    draw = round.draws.get(superseded_at__isnull=True)
    return _scores_moved(round, draw) or _penalties_moved(round, draw) or _awards_moved(round, draw)


def outdated_round(tournament: Tournament) -> Round | None:
    """The drawn round that is to be drawn again because the standings changed under it."""
    unseen = tournament.rounds.unseen().select_related("phase")
    return next((each for each in unseen if is_outdated(each)), None)
