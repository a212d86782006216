"""The only place where a round's state changes.

Planned → draft → confirmed → announced → playing → closed, and back by verbs of their own.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models.users import User
from tournaments import stages
from tournaments.formats import document_of, to_keep
from tournaments.journal import Reach
from tournaments.log import locked, write_act
from tournaments.match_views import match_results
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Round, Seat
from tournaments.models.scores import Award
from tournaments.pairing.draws import Rest, RoundDraw, Seating
from tournaments.pairing.lots import shuffled
from tournaments.pairing.manual import manual_problems
from tournaments.pairing.methods import METHODS
from tournaments.seats import (
    current_seats,
    fingerprint,
    history,
    new_seed,
    options_of,
    present_entries,
    request_for,
    write_seats,
)
from tournaments.sit_outs import give_rest_awards, left_over
from tournaments.standings import standings
from tournaments.waits import why_not_announced, why_not_drawn

State = Round.State
Movement = Phase.Movement


def _locked_round(round: Round) -> Round:
    """The round read afresh under the tournament's lock."""
    tournament = locked(round.tournament, Reach(rounds=(round.pk,)))
    fresh = Round.objects.select_related("phase__tournament__club").get(pk=round.pk)
    fresh.tournament = fresh.phase.tournament = tournament
    return fresh


def _refuse(sentence: str) -> ValidationError:
    return ValidationError(sentence, code="state")


def _move(round: Round, state: str, verb: Act.Verb, by: User | None, **stamps: object) -> Round:
    """Write the new state with its times, and the log."""
    round.state = state
    for field, value in stamps.items():
        setattr(round, field, value)
    round.save(update_fields=["state", *stamps])
    write_act(tournament=round.tournament, verb=verb, by=by, round=round)
    return round


def _check_can_draw(round: Round) -> None:
    why = why_not_drawn(round)
    if why:
        raise _refuse(why)


def _check_seen(round: Round, seen: str | None) -> None:
    if seen is not None and seen != fingerprint(round):
        raise _refuse(_("The draft has changed in the meantime: look at it again."))


def _check_no_later_draw(round: Round) -> None:
    last = round.tournament.rounds.filter(number__gt=round.number).drawn().order_by("-number").first()
    if last is not None and last.is_public:
        raise _refuse(
            _("Round %(later)d is announced: the referee corrects scores of round %(number)d at their table.")
            % {"later": last.number, "number": round.number}
        )
    if last is not None:
        raise _refuse(_("Undo the draw of round %(number)d first.") % {"number": last.number})


def _was_just(verb: Act.Verb, round: Round) -> bool:
    """Whether the last act on this round was that one: the same press again has the same answer."""
    return round.acts.order_by("-seq").values_list("verb", flat=True).first() == verb


def _refuse_unless(again: bool, sentence: str, round: Round) -> Round:
    """The round as it stands for the same press again; the sentence for who never needed to press."""
    if not again:
        raise _refuse(sentence % {"number": round.number})
    return round


def _ranking(round: Round, rng: random.Random) -> list[int]:
    """Present entries, best first by the standings so far; before any result, in the order of a lot."""
    present = set(present_entries(round.tournament))
    if round.number == 1:
        return list(shuffled(present, rng))
    rows = standings(round.tournament, through=round.number - 1).rows
    return [row.entry_id for row in rows if row.entry_id in present]


def _supersede(round: Round) -> None:
    """Put the standing draw aside; its rows stay, but count no more."""
    round.seats.active().update(is_active=False)
    round.matches.active().update(is_active=False)
    round.draws.filter(superseded_at__isnull=True).update(superseded_at=timezone.now())


def _same_press(round: Round, by: User | None, seen: str | None) -> Draw | None:
    """The draw that this account has just made from the very page that asks again."""
    last = round.acts.order_by("-seq").first()
    if seen is None or last is None or last.verb != Act.Verb.DRAW or last.facts.get("seen") != seen:
        return None
    return round.draws.get(superseded_at__isnull=True) if last.by == by else None


def _new_draw(round: Round, result: RoundDraw, *, seed: int, by: User | None, seen: str | None) -> Draw:
    """Replace the round's draft by this answer; the log keeps what the page had `seen`."""
    _supersede(round)
    draw = Draw.objects.create(
        round=round,
        number=round.draws.count() + 1,
        seed=seed,
        movement=round.phase.movement,
        notes=[asdict(relaxation) for relaxation in result.relaxations],
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
    write_act(tournament=tournament, verb=Act.Verb.DRAW, by=by, round=round, draw=draw.number, seen=seen)
    return draw


@transaction.atomic
def draw_round(*, round: Round, by: User | None, seed: int | None = None, seen: str | None = None) -> Draw:
    """Draw the round by its movement; same seed and results, same tables. A draft is drawn again.

    `seen` as in `swap_seats`; the same press from the same page is one draw.
    Raises ValidationError with what to do first, or `pairing.MovementRefused` with why no draw can be made.
    """
    round = _locked_round(round)
    if again := _same_press(round, by, seen):
        return again
    _check_can_draw(round)
    _check_seen(round, seen)
    if round.phase.movement == Movement.MANUAL:
        raise _refuse(_("This round is seated by hand."))
    seed = new_seed() if seed is None else seed
    rng = random.Random(seed)  # noqa: S311 - a draw that can be repeated, not a secret
    request = request_for(round, _ranking(round, rng))
    return _new_draw(round, METHODS[round.phase.movement](request, rng), seed=seed, by=by, seen=seen)


@transaction.atomic
def seat_by_hand(
    *, round: Round, seatings: Sequence[Seating], by: User | None, seen: str | None = None
) -> Draw:
    """Seat the round as typed; who is present and not seated is refused unless the field does not divide.

    `seen` as in `swap_seats`; the seats that stand already are no new draw.
    Raises ValidationError whose `params` carry the problems' codes and entries.
    """
    round = _locked_round(round)
    _check_can_draw(round)
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
    _check_seen(round, seen)
    return _new_draw(round, result, seed=0, by=by, seen=seen)


@transaction.atomic
def swap_seats(*, round: Round, one: int, other: int, by: User | None, seen: str | None = None) -> Draw:
    """Exchange two seats of a draft (keys of Seat); what it repeats is then said by `drafts.notes_of`.

    `seen` is the fingerprint of the draft that was looked at: another one is refused.
    """
    round = _locked_round(round)
    _check_seen(round, seen)
    if round.state == State.CONFIRMED:
        raise _refuse(
            _("Round %(number)d is confirmed: take it back to draft to swap seats.")
            % {"number": round.number}
        )
    if round.state != State.DRAFT:
        raise _refuse(stages.announced(round) or stages.where_it_is(round))
    seats = {seat.pk: seat for seat in round.seats.active().filter(pk__in=[one, other])}
    if len(seats) != 2:
        raise ValidationError(_("Choose two different seats of this round."), code="seats")
    first, second = seats[one], seats[other]
    place = ("match_id", "line", "position", "table_number", "reason")
    values = {name: (getattr(first, name), getattr(second, name)) for name in place}
    # Out of the constraints' sight for a moment: two seats cannot change places in one statement.
    Seat.objects.filter(pk=first.pk).update(is_active=False)
    Seat.objects.filter(pk=second.pk).update(**{name: pair[0] for name, pair in values.items()})
    Seat.objects.filter(pk=first.pk).update(
        **{name: pair[1] for name, pair in values.items()}, is_active=True
    )
    write_act(
        tournament=round.tournament,
        verb=Act.Verb.SWAP,
        by=by,
        round=round,
        entries=[first.entry_id, second.entry_id],
    )
    return first.draw


@transaction.atomic
def undo_draw(*, round: Round, by: User | None) -> Round:
    """Take a draft or confirmed draw back: superseded, not deleted; the round is to be drawn again."""
    round = _locked_round(round)
    if round.state == State.PLANNED:
        nothing = _("Round %(number)d is not drawn: there is nothing to undo.")
        return _refuse_unless(_was_just(Act.Verb.UNDO_DRAW, round), nothing, round)
    if round.is_public:
        raise _refuse(stages.announced(round))
    _check_no_later_draw(round)
    Award.objects.filter(seat__round=round, seat__is_active=True, kind=Award.Kind.REST).delete()
    _supersede(round)
    if round.number == 1:
        round.tournament.state = Tournament.State.CHECK_IN
        round.tournament.regulations_kept = None
        round.tournament.save(update_fields=["state", "regulations_kept"])
    return _move(round, State.PLANNED, Act.Verb.UNDO_DRAW, by)


@transaction.atomic
def confirm(*, round: Round, by: User | None, seen: str | None = None) -> Round:
    """The draw stands: slips can be printed. Sit-outs get their award. `seen` as in `swap_seats`."""
    round = _locked_round(round)
    if round.state == State.CONFIRMED:
        return round
    if round.state != State.DRAFT:
        raise _refuse(stages.where_it_is(round))
    _check_seen(round, seen)
    give_rest_awards(round)
    return _move(round, State.CONFIRMED, Act.Verb.CONFIRM, by)


@transaction.atomic
def back_to_draft(*, round: Round, by: User | None) -> Round:
    """Open a confirmed draw for swaps again; printed slips of it are void."""
    round = _locked_round(round)
    if round.state == State.DRAFT:
        already = _("Round %(number)d is a draft already.")
        return _refuse_unless(_was_just(Act.Verb.BACK_TO_DRAFT, round), already, round)
    if round.state != State.CONFIRMED:
        raise _refuse(stages.announced(round) or stages.where_it_is(round))
    Award.objects.filter(seat__round=round, seat__is_active=True, kind=Award.Kind.REST).delete()
    return _move(round, State.DRAFT, Act.Verb.BACK_TO_DRAFT, by)


@transaction.atomic
def announce(*, round: Round, by: User | None) -> Round:
    """Show the seats to everybody: from here on they stand."""
    round = _locked_round(round)
    if round.state == State.ANNOUNCED:
        return round
    if round.state != State.CONFIRMED:
        raise _refuse(stages.where_it_is(round))
    why = why_not_announced(round)
    if why:
        raise _refuse(why)
    return _move(round, State.ANNOUNCED, Act.Verb.ANNOUNCE, by, announced_at=timezone.now())


@transaction.atomic
def take_back(*, round: Round, by: User | None) -> Round:
    """Take an announcement back, as long as no score was written: the seats go out of sight again."""
    round = _locked_round(round)
    if not round.is_public:
        nothing = _("Round %(number)d is not announced: there is nothing to take back.")
        return _refuse_unless(_was_just(Act.Verb.TAKE_BACK, round), nothing, round)
    stand = stages.seats_stand(round)
    if stand:
        raise _refuse(stand)
    return _move(round, State.CONFIRMED, Act.Verb.TAKE_BACK, by, announced_at=None, started_at=None)


@transaction.atomic
def start(*, round: Round, by: User | None) -> Round:
    """Start the clock of the round."""
    round = _locked_round(round)
    if round.state == State.PLAYING:
        return round
    if round.state != State.ANNOUNCED:
        raise _refuse(stages.where_it_is(round))
    return _move(round, State.PLAYING, Act.Verb.START, by, started_at=timezone.now())


@transaction.atomic
def close(*, round: Round, by: User | None) -> Round:
    """Close the round once every table has a complete score."""
    round = _locked_round(round)
    if round.state == State.CLOSED:
        return round
    if not round.takes_scores:
        raise _refuse(stages.where_it_is(round))
    missing = [result.table_number for result in match_results(round) if not result.complete]
    if missing:
        raise _refuse(
            ngettext(
                "Table %(tables)s is missing: the round cannot be closed.",
                "Tables %(tables)s are missing: the round cannot be closed.",
                len(missing),
            )
            % {"tables": ", ".join(map(str, missing))}
        )
    return _move(round, State.CLOSED, Act.Verb.CLOSE, by, closed_at=timezone.now())


@transaction.atomic
def reopen(*, round: Round, by: User | None) -> Round:
    """Open a closed round again, as long as the next one is not drawn."""
    round = _locked_round(round)
    if round.takes_scores:
        is_open = _("Round %(number)d is open: its scores can be written.")
        return _refuse_unless(_was_just(Act.Verb.REOPEN, round), is_open, round)
    if round.state != State.CLOSED:
        raise _refuse(stages.where_it_is(round))
    if stages.ended(round.tournament):
        raise _refuse(stages.ended(round.tournament))
    _check_no_later_draw(round)
    return _move(round, State.PLAYING, Act.Verb.REOPEN, by, closed_at=None)
