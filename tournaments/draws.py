"""Who meets whom: drawing a round by its movement, seating it by hand, swapping seats of a draft."""

import random
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import asdict, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models.users import User
from tournaments import stages
from tournaments.brackets import missed_of, winners_of
from tournaments.cuts import finalists_of
from tournaments.formats import document_of, to_keep
from tournaments.log import write_act
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Round, Seat
from tournaments.pairing.bent import bent
from tournaments.pairing.draws import (
    Method,
    MovementRefused,
    Request,
    Rest,
    RoundDraw,
    Seating,
)
from tournaments.pairing.finals import final_round
from tournaments.pairing.groups import in_groups
from tournaments.pairing.lots import shuffled
from tournaments.pairing.manual import manual_problems
from tournaments.pairing.methods import METHODS
from tournaments.rounds import (
    check_seen,
    lapse_penalties,
    let_all_play,
    locked_round,
    refuse,
    supersede,
    with_entries,
    with_penalties,
)
from tournaments.seats import (
    current_seats,
    history,
    next_seed,
    options_of,
    present_entries,
    request_for,
    write_seats,
)
from tournaments.sit_outs import left_over
from tournaments.standings import results_of, standings
from tournaments.swaps import why_not_swapped
from tournaments.team_pairs import players_of, usual_pairs
from tournaments.waits import why_not_drawn

State = Round.State
Movement = Phase.Movement
BESIDE = {
    Phase.Others.PLAY: Movement.DANISH_MODIFIED,
    Phase.Others.SWISS: Movement.SWISS,
    Phase.Others.MITCHELL: Movement.MITCHELL,
    Phase.Others.ROUND_ROBIN: Movement.ROUND_ROBIN,
}
BY_TABLE = frozenset({Movement.MITCHELL, Movement.ROUND_ROBIN})


def _check_can_draw(round: Round) -> None:
    why = why_not_drawn(round)
    if why:
        raise refuse(why)


def _ranking(round: Round, rng: random.Random) -> list[int]:
    """Present entries, best first by the standings so far; before any result, in the order of a lot."""
    present = set(present_entries(round.tournament))
    if round.number == 1:
        return list(shuffled(present, rng))
    rows = standings(round.tournament, through=round.number - 1).rows
    return [row.entry_id for row in rows if row.entry_id in present]


def with_results(request: Request, round: Round) -> Request:
    """For a knock-out, with who won in each earlier round and who did not come."""
    if round.phase.movement != Movement.KNOCKOUT or round.number == 1:
        return request
    rows = standings(round.tournament, through=round.number - 1).rows
    results = results_of({row.entry_id: row.rounds for row in rows})
    winners = winners_of(results, {row.entry_id for row in rows if row.withdrawn})
    missed = missed_of(results)
    past = (
        replace(each, winners=winners.get(each.number, ()), missed=missed.get(each.number, ()))
        for each in request.history
    )
    return replace(request, history=tuple(past))


def _by_lot(request: Request, round: Round) -> Request:
    """A knock-out with which the evening begins has no standings: its lot may look to who is kept apart."""
    if round.phase.movement != Movement.KNOCKOUT or round.number > 1:
        return request
    return replace(request, options=replace(request.options, groups_by="lot"))


def _same_press(round: Round, by: User | None, seen: str | None) -> Draw | None:
    """The draw that this account has just made from the very page that asks again."""
    last = round.acts.order_by("-seq").first()
    if seen is None or last is None or last.verb != Act.Verb.DRAW or last.facts.get("seen") != seen:
        return None
    return round.draws.get(superseded_at__isnull=True) if last.by == by else None


def _new_draw(
    round: Round,
    result: RoundDraw,
    *,
    seed: int,
    by: User | None,
    seen: str | None,
    order: Sequence[int] = (),
) -> Draw:
    """Replace the round's draft by this answer to the `order`; the log keeps what the page had `seen`, and
    which penalties lapse with the draft, where the round was announced before."""
    supersede(round)
    draw = Draw.objects.create(
        round=round,
        number=round.draws.count() + 1,
        seed=seed,
        movement=round.phase.movement,
        notes=[asdict(relaxation) for relaxation in result.relaxations],
        order=list(order),
        by=by,
    )
    write_seats(draw, result)
    tournament = round.tournament
    if tournament.state == Tournament.State.CHECK_IN:
        tournament.state = Tournament.State.PLAYING
    if tournament.regulations_kept is None:
        tournament.regulations_kept = to_keep(document_of(tournament))
    tournament.save(update_fields=["state", "regulations_kept"])
    round.state = State.DRAFT
    round.save(update_fields=["state"])
    facts = {"draw": draw.number, "seen": seen} | lapse_penalties(round)
    write_act(tournament=tournament, verb=Act.Verb.DRAW, by=by, round=round, **facts)
    return draw


@transaction.atomic
def draw_round(*, round: Round, by: User | None, seed: int | None = None, seen: str | None = None) -> Draw:
    """Draw the round by its movement; same seed and results, same tables. A draft is drawn again.

    `seen` as in `swap_seats`; the same press from the same page is one draw.
    Raises ValidationError with what to do first, or `pairing.MovementRefused` with why no draw can be made.
    """
    round = locked_round(round, with_penalties(round))
    if again := _same_press(round, by, seen):
        return again
    _check_can_draw(round)
    check_seen(round, seen)
    if round.phase.movement == Movement.MANUAL:
        raise refuse(_("This round is seated by hand."))
    seed = next_seed(round) if seed is None else seed
    rng = random.Random(seed)  # noqa: S311 - a draw that can be repeated, not a secret
    request = _by_lot(with_results(request_for(round, _ranking(round, rng)), round), round)
    finalists = finalists_of(round)
    result = method_for(round, finalists)(request, rng)
    seeds = finalists if request.round_in_phase == 1 else ()  # later the standings say who is ahead
    seeds = result.seeds or seeds
    order = [*seeds, *(entry for entry in request.ranking if entry not in seeds)]
    return _new_draw(round, result, seed=seed, by=by, seen=seen, order=order)


def method_for(round: Round, finalists: Sequence[int], known: Collection[str] | None = None) -> Method:
    """How the round is drawn, and how papers foretell it: after the first it bends, as the settings are shut.

    `known` are the movements that can be told before the standings are: who plays another is seated nowhere,
    and where all have met in one of them it refuses. None when the standings are there.
    """
    method = method_of(round.phase, finalists, known)
    if round.number == 1:
        return method
    return bent(method, _instead(round.phase, finalists) if known is None else _not_known)


def method_of(phase: Phase, finalists: Sequence[int], known: Collection[str] | None = None) -> Method:
    """The movement of the phase: in its groups, or as a final beside the rest. `known` as in `method_for`."""

    def of(movement: str) -> Method:
        return METHODS[movement] if known is None or movement in known else _nobody

    method = of(phase.movement)
    if phase.is_final:
        if not phase.plays_beside:
            return final_round(method, None, finalists)
        beside = beside_of(phase)
        return final_round(method, of(beside), finalists, by_table=beside in BY_TABLE)
    return in_groups(method) if phase.groups else method


def _instead(phase: Phase, finalists: Sequence[int]) -> Method:
    """What is played where all have met in the phase: whoever met least, and longest ago."""
    other = copy(phase)
    other.movement = Movement.SWISS
    return method_of(other, finalists)


def _not_known(_request: Request, _rng: random.Random) -> RoundDraw:
    """Where all have met, the standings of then say who meets whom."""
    raise MovementRefused


def _nobody(_request: Request, _rng: random.Random) -> RoundDraw:
    return RoundDraw(())


def beside_of(phase: Phase) -> str:
    """The movement of who plays on beside a final. Single players have their own Danish, by lot where tables
    are of other sizes."""
    options = options_of(phase)
    if options.sizes:
        return Movement.DRAWN
    if options.line_size == 2:
        return Movement.INDIVIDUAL_DANISH
    if phase.others == Phase.Others.PLAY and phase.movement == Movement.DANISH_NO_REMATCH:
        return Movement.DANISH_NO_REMATCH  # the phase says so of all who play in it
    return BESIDE[Phase.Others(phase.others)]


def why_not_thrown_away(round: Round) -> str:
    """Why a round that everybody saw is not drawn again with its scores thrown away; empty when it can be."""
    if not round.takes_scores:
        return stages.ended(round.tournament) or stages.where_it_is(round)
    later = round.tournament.rounds.drawn().filter(number__gt=round.number).order_by("-number").first()
    if later is not None:
        return _("Undo the draw of round %(number)d first.") % {"number": later.number}
    return ""


@transaction.atomic
def throw_away(*, round: Round, typed: int, by: User | None) -> Round:
    """Take back a round that is announced or played, with the scores and penalties written so far: it is to
    be drawn again.

    `typed` is the round's number as a second look. Nothing is deleted: the act can be undone, and the moment
    before it stays among those the evening can be taken back to. Raises ValidationError.
    """
    round = locked_round(round, with_entries(round))
    if why := why_not_thrown_away(round):
        raise refuse(why)
    if typed != round.number:
        raise ValidationError(
            {"typed": _("Nothing was done. Write %(number)d, the round's number.") % {"number": round.number}}
        )
    scores = round.matches.active().filter(hand_records__isnull=False).distinct().count()
    supersede(round)
    let_all_play(round)
    round.state, round.announced_at, round.started_at = State.PLANNED, None, None
    round.save(update_fields=["state", "announced_at", "started_at"])
    facts = {"scores": scores} | lapse_penalties(round)
    write_act(tournament=round.tournament, verb=Act.Verb.UNDO_DRAW, by=by, round=round, **facts)
    return round


@transaction.atomic
def seat_by_hand(
    *, round: Round, seatings: Sequence[Seating], by: User | None, seen: str | None = None
) -> Draw:
    """Seat the round as typed; who is present and not seated is refused unless the field does not divide.

    `seen` as in `swap_seats`; the seats that stand already are no new draw.
    Raises ValidationError whose `params` carry the problems' codes and entries.
    """
    round = locked_round(round, with_penalties(round))
    _check_can_draw(round)
    if round.tournament.is_teams:
        raise refuse(_("Teams are not seated by hand: draw the round, then swap teams in the draft."))
    present = present_entries(round.tournament)
    seated = {entry for seating in seatings for entry in seating.everybody}
    options = options_of(round.phase)
    unseated = [entry for entry in present if entry not in seated]
    # Who is left over rests; more than that has been forgotten.
    rests = tuple(Rest(entry) for entry in unseated) if len(unseated) == left_over(round) else ()
    past = history(round.tournament, round.number)
    problems = manual_problems(
        tuple(seatings), present, past, rests=rests, line_size=options.line_size, sizes=options.sizes
    )
    faults = [problem for problem in problems if not problem.warning]
    if faults:
        raise ValidationError(_("The seats are not right yet."), code="seats", params={"problems": faults})
    result = RoundDraw(tuple(sorted(seatings, key=lambda seating: seating.table)), rests)
    now = current_seats(round)
    if round.state == State.DRAFT and (now.seatings, now.rests) == (result.seatings, result.rests):
        return round.draws.get(superseded_at__isnull=True)  # the same press, twice
    check_seen(round, seen)
    return _new_draw(round, result, seed=0, by=by, seen=seen)


@transaction.atomic
def swap_seats(*, round: Round, one: int, other: int, by: User | None, seen: str | None = None) -> Draw:
    """Exchange two seats of a draft (keys of Seat), of teams two whole teams, as far as `swaps` allows; what
    it repeats is then said by `drafts.notes_of`.

    `seen` is the fingerprint of the draft that was looked at: another one is refused.
    """
    round = locked_round(round)
    check_seen(round, seen)
    if round.state == State.CONFIRMED:
        raise refuse(
            _("Round %(number)d is confirmed: take it back to draft to swap seats.")
            % {"number": round.number}
        )
    if round.state != State.DRAFT:
        raise refuse(stages.announced(round) or stages.where_it_is(round))
    chosen = round.seats.active().select_related("match").filter(pk__in=[one, other])
    seats = {seat.pk: seat for seat in chosen}
    if len(seats) != 2:
        raise ValidationError(_("Choose two different seats of this round."), code="seats")
    first, second = seats[one], seats[other]
    if _place(first) == _place(second):
        raise ValidationError(_("Neither of the two sits at a table: nothing would change."), code="seats")
    if why := why_not_swapped(round, first, second):
        raise ValidationError(why, code="seats")
    if round.tournament.is_teams:
        _exchange_teams(round, first, second)
    else:
        _exchange_places(first, second)
    _exchange_in_order(round, first, second)
    write_act(
        tournament=round.tournament,
        verb=Act.Verb.SWAP,
        by=by,
        round=round,
        entries=[first.entry_id, second.entry_id],
    )
    return first.draw


PLACE = ("match_id", "line", "position", "table_number", "reason", "group")


def _place(seat: Seat) -> tuple[object, ...]:
    return tuple(getattr(seat, name) for name in PLACE)


def _exchange_places(first: Seat, second: Seat) -> None:
    values = dict(zip(PLACE, zip(_place(first), _place(second), strict=True), strict=True))
    values["reason"] = _given_up(first), _given_up(second)
    # Out of the constraints' sight for a moment: two seats cannot change places in one statement.
    Seat.objects.filter(pk=first.pk).update(is_active=False)
    Seat.objects.filter(pk=second.pk).update(**{name: pair[0] for name, pair in values.items()})
    Seat.objects.filter(pk=first.pk).update(
        **{name: pair[1] for name, pair in values.items()}, is_active=True
    )


def _given_up(seat: Seat) -> str:
    """What the other does with this seat: who had a place and gives it to who waited for one sits out."""
    return Seat.Reason.RESTS if seat.reason == Seat.Reason.WAITS else seat.reason


def _exchange_in_order(round: Round, first: Seat, second: Seat) -> None:
    """In a knock-out the order of the draw says the lines of the bracket, later which match is the final: it
    goes with the places, not with who sat there."""
    draw, other = first.draw, {first.entry_id: second.entry_id, second.entry_id: first.entry_id}
    if round.phase.movement == Movement.KNOCKOUT:
        draw.order = [other.get(entry, entry) for entry in draw.order]
        draw.save(update_fields=["order"])


def _exchange_teams(round: Round, first: Seat, second: Seat) -> None:
    """Two whole teams change places, each with its line-up: a pair alone would leave its meeting."""
    teams = {first.entry_id: second.entry_id, second.entry_id: first.entry_id}
    if len(teams) != 2:
        raise ValidationError(_("Choose seats of two different teams."), code="seats")
    seats = list(round.seats.active().filter(entry__in=teams).order_by("slot"))
    pairs = usual_pairs(round.tournament, round.number)
    # Out of the constraints' sight for a moment, as above.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(is_active=False)
    for seat in seats:
        arriving = teams[seat.entry_id]
        players = players_of(pairs[arriving][seat.slot - 1]) if seat.match_id is not None else {}
        Seat.objects.filter(pk=seat.pk).update(
            entry_id=arriving, is_active=True, reason=_given_up(seat), **players
        )
