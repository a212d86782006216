"""The only place, with `tournaments.draws`, where a round's state changes.

Planned → draft → confirmed → announced → playing → closed, and back by verbs of their own.
"""

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models.users import User
from tournaments import stages
from tournaments.journal import Reach
from tournaments.knockouts import level_words, undecided
from tournaments.log import locked, write_act
from tournaments.match_views import match_results
from tournaments.models.entries import EntryMember
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round, Seat
from tournaments.models.scores import Award, Penalty
from tournaments.seats import fingerprint, present_entries
from tournaments.sit_outs import give_rest_awards
from tournaments.waits import why_not_announced, why_not_confirmed

State = Round.State
Movement = Phase.Movement
NOTHING: Mapping[str, Any] = MappingProxyType({})


def with_entries(round: Round) -> Callable[[Tournament], Reach]:
    """The reach of an act on a round that also says who plays from when; its penalties are in it too."""
    return lambda _tournament: Reach(rounds=(round.pk,), entries=True, referee=True)


def with_penalties(round: Round) -> Callable[[Tournament], Reach]:
    """The reach of an act that puts another draw in the place of a draft."""
    return lambda _tournament: Reach(rounds=(round.pk,), referee=True)


def locked_round(round: Round, reach: Callable[[Tournament], Reach] | None = None) -> Round:
    """The round read afresh under the tournament's lock; its act reaches no other round unless said.

    ValidationError: it was taken away.
    """
    tournament = locked(round.tournament, reach or Reach(rounds=(round.pk,)))
    fresh = Round.every.select_related("phase__tournament__club").get(pk=round.pk)
    if fresh.state == State.DROPPED:
        raise refuse(_("Round %(number)d was taken away.") % {"number": fresh.number})
    fresh.tournament = fresh.phase.tournament = tournament
    return fresh


def refuse(sentence: str) -> ValidationError:
    return ValidationError(sentence, code="state")


def _move(
    round: Round,
    state: str,
    verb: Act.Verb,
    by: User | None,
    *,
    facts: Mapping[str, Any] = NOTHING,
    **stamps: object,
) -> Round:
    """Write the new state with its times, and the log with the facts."""
    round.state = state
    for field, value in stamps.items():
        setattr(round, field, value)
    round.save(update_fields=["state", *stamps])
    write_act(tournament=round.tournament, verb=verb, by=by, round=round, **facts)
    return round


def check_seen(round: Round, seen: str | None) -> None:
    if seen is None or seen == fingerprint(round):
        return
    if round.state == State.DRAFT:
        raise refuse(_("The draft has changed in the meantime: look at it again."))
    raise refuse(
        _("Nothing was done: the seats of round %(number)d have changed in the meantime. Look again.")
        % {"number": round.number}
    )


def table_seen(match: Match) -> str:
    """What a page of the table shows that can change under it: its number, clock, delay and awards. The
    number comes first, before a dash."""
    awards = Award.objects.filter(seat__match__encounter=match.encounter_id).order_by("seat")
    facts = (match.postponed_at, match.started_at, list(awards.values_list("seat", "vp", "mp", "kind")))
    return f"{match.table_number}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:12]}"


def check_table_seen(match: Match, seen: str | None) -> None:
    """Refuse a press from a page that shows the table as it is not any more; None: no page was looked at."""
    if seen is not None and seen != table_seen(match):
        raise refuse(
            _("Nothing was done: the match has changed. It is at table %(table)d now: look again.")
            % {"table": match.table_number}
        )


def _check_no_later_draw(round: Round) -> None:
    last = round.tournament.rounds.filter(number__gt=round.number).drawn().order_by("-number").first()
    if last is not None and last.is_public:
        raise refuse(
            _("Round %(later)d is announced: the referee corrects scores of round %(number)d at their table.")
            % {"later": last.number, "number": round.number}
        )
    if last is not None:
        raise refuse(_("Undo the draw of round %(number)d first.") % {"number": last.number})


def _was_just(verb: Act.Verb, round: Round) -> bool:
    """Whether the last act on this round was that one: the same press again has the same answer."""
    return round.acts.order_by("-seq").values_list("verb", flat=True).first() == verb


def _refuse_unless(again: bool, sentence: str, round: Round) -> Round:
    """The round as it stands for the same press again; the sentence for who never needed to press."""
    if not again:
        raise refuse(sentence % {"number": round.number})
    return round


def supersede(round: Round) -> None:
    """Put the standing draw aside; its rows stay, but count no more."""
    round.seats.active().update(is_active=False)
    round.matches.active().update(is_active=False)
    round.draws.filter(superseded_at__isnull=True).update(superseded_at=timezone.now())


def lapse_penalties(round: Round) -> dict[str, list[int]]:
    """Revoke the penalties of a round whose draw is put aside, so that none comes back unseen with the next
    draw. Their keys as facts of the act, by which they can be given again; the caller writes it."""
    standing = Penalty.objects.filter(round=round, revoked_at__isnull=True)
    keys = list(standing.order_by("pk").values_list("pk", flat=True))
    standing.update(revoked_at=timezone.now())
    return {"penalties": keys} if keys else {}


def drop_drafts(tournament: Tournament) -> dict[str, list[int]]:
    """Put aside what is drawn and not announced, as the field changes. Facts of the act: the numbers of those
    rounds, which are to be drawn again, and what `lapse_penalties` says of them, where one was announced
    before. The caller holds the lock, penalties in reach, and writes the act."""
    pending, keys = list(tournament.rounds.unseen()), []
    for round_ in pending:
        _put_aside(round_)
        keys += lapse_penalties(round_).get("penalties", [])
        round_.state = State.PLANNED
        round_.save(update_fields=["state"])
    return {"redrawn": [round_.number for round_ in pending]} | ({"penalties": keys} if keys else {})


def _put_aside(round: Round) -> None:
    Award.objects.filter(seat__round=round, seat__is_active=True, kind=Award.Kind.REST).delete()
    supersede(round)


def seats_the_field(round: Round) -> bool:
    """Whether who is present now is who was given a seat, or a rest, when the round was drawn."""
    seats = round.seats.active().exclude(reason=Seat.Reason.ABSENT)
    return set(seats.values_list("entry", flat=True)) == set(present_entries(round.tournament))


def let_all_play(round: Round) -> None:
    """Who came, or took a place, from the next round on plays in this one: everybody saw it, and it is to be
    drawn again. Its `locked_round` had the entries in reach."""
    members = EntryMember.objects.filter(tournament=round.tournament)
    members.filter(is_current=True, from_round__gt=round.number).update(from_round=round.number)
    members.filter(is_current=False, to_round__gte=round.number).update(to_round=round.number - 1)


@transaction.atomic
def undo_draw(*, round: Round, by: User | None, seen: str | None = None) -> Round:
    """Take a draft or confirmed draw back: superseded, not deleted; the round is to be drawn again. Penalties
    of it, from when it was announced, count no more. `seen` as in `swap_seats`."""
    round = locked_round(round, with_entries(round))
    if round.state == State.PLANNED:
        nothing = _("Round %(number)d is not drawn: there is nothing to undo.")
        return _refuse_unless(_was_just(Act.Verb.UNDO_DRAW, round), nothing, round)
    if round.is_public:
        raise refuse(stages.announced(round))
    _check_no_later_draw(round)
    check_seen(round, seen)
    _put_aside(round)
    if round.number == 1:
        round.tournament.state = Tournament.State.CHECK_IN
        round.tournament.regulations_kept = None
        round.tournament.save(update_fields=["state", "regulations_kept"])
    return _move(round, State.PLANNED, Act.Verb.UNDO_DRAW, by, facts=lapse_penalties(round))


@transaction.atomic
def confirm(*, round: Round, by: User | None, seen: str | None = None) -> Round:
    """The draw stands: slips can be printed. Sit-outs get their award. `seen` as in `swap_seats`."""
    round = locked_round(round)
    if round.state == State.CONFIRMED:
        return round
    if round.state != State.DRAFT:
        raise refuse(stages.where_it_is(round))
    check_seen(round, seen)
    if why := why_not_confirmed(round):
        raise refuse(why)
    give_rest_awards(round)
    return _move(round, State.CONFIRMED, Act.Verb.CONFIRM, by)


@transaction.atomic
def back_to_draft(*, round: Round, by: User | None, seen: str | None = None) -> Round:
    """Open a confirmed draw for swaps again; printed slips of it are void. `seen` as in `swap_seats`."""
    round = locked_round(round)
    if round.state == State.DRAFT:
        already = _("Round %(number)d is a draft already.")
        return _refuse_unless(_was_just(Act.Verb.BACK_TO_DRAFT, round), already, round)
    if round.state != State.CONFIRMED:
        raise refuse(stages.announced(round) or stages.where_it_is(round))
    check_seen(round, seen)
    Award.objects.filter(seat__round=round, seat__is_active=True, kind=Award.Kind.REST).delete()
    return _move(round, State.DRAFT, Act.Verb.BACK_TO_DRAFT, by)


@transaction.atomic
def announce(*, round: Round, by: User | None, seen: str | None = None) -> Round:
    """Show the seats to everybody: from here on they stand. `seen` as in `swap_seats`."""
    round = locked_round(round)
    if round.state == State.ANNOUNCED:
        return round
    if round.state != State.CONFIRMED:
        raise refuse(stages.where_it_is(round))
    check_seen(round, seen)
    why = why_not_announced(round)
    if why:
        raise refuse(why)
    return _move(round, State.ANNOUNCED, Act.Verb.ANNOUNCE, by, announced_at=timezone.now())


@transaction.atomic
def take_back(*, round: Round, by: User | None, seen: str | None = None) -> Round:
    """Take an announcement back, as long as no score was written: the seats go out of sight again, and with
    them who was written absent from them.

    Where somebody has left or come since it was drawn, the draw is put aside: the round is to be drawn again.
    `seen` as in `swap_seats`.
    """
    round = locked_round(round, with_entries(round))
    if not round.is_public:
        nothing = _("Round %(number)d is not announced: there is nothing to take back.")
        return _refuse_unless(_was_just(Act.Verb.TAKE_BACK, round), nothing, round)
    check_seen(round, seen)
    stand = stages.seats_stand(round)
    if stand:
        raise refuse(stand)
    Award.objects.filter(seat__match__round=round, seat__is_active=True).delete()
    if seats_the_field(round):
        return _move(round, State.CONFIRMED, Act.Verb.TAKE_BACK, by, announced_at=None, started_at=None)
    _put_aside(round)
    let_all_play(round)
    facts = lapse_penalties(round)
    return _move(
        round, State.PLANNED, Act.Verb.TAKE_BACK, by, facts=facts, announced_at=None, started_at=None
    )


@transaction.atomic
def start(*, round: Round, by: User | None) -> Round:
    """Start the clock of the round."""
    round = locked_round(round)
    if round.state == State.PLAYING:
        return round
    if round.state != State.ANNOUNCED:
        raise refuse(stages.where_it_is(round))
    return _move(round, State.PLAYING, Act.Verb.START, by, started_at=timezone.now())


@transaction.atomic
def close(*, round: Round, by: User | None) -> Round:
    """Close the round once every table has a complete score, or was put off, and nobody of a knock-out waits
    for an extra hand."""
    round = locked_round(round)
    if round.state == State.CLOSED:
        return round
    if not round.takes_scores:
        raise refuse(stages.where_it_is(round))
    missing = [r.table_number for r in match_results(round) if not (r.complete or r.postponed)]
    if missing:
        raise refuse(
            ngettext(
                "Table %(tables)s is missing: the round cannot be closed.",
                "Tables %(tables)s are missing: the round cannot be closed.",
                len(missing),
            )
            % {"tables": ", ".join(map(str, missing))}
        )
    if level := undecided(round):
        raise refuse(level_words([each.table for each in level]))
    return _move(round, State.CLOSED, Act.Verb.CLOSE, by, closed_at=timezone.now())


def is_empty(round: Round) -> bool:
    """Whether the round is drawn and nobody meets anybody in it: who is left of a knock-out meets nobody."""
    return round.state != State.PLANNED and not round.matches.active().exists()


@transaction.atomic
def show_empty(*, round: Round, by: User | None) -> Round:
    """Confirm and announce a round in which nothing is to be played, so that it can be closed at once. One
    that has tables, or is announced, stays as it is. Raises ValidationError as those verbs do."""
    for state, verb in ((State.DRAFT, confirm), (State.CONFIRMED, announce)):
        if round.state == state and is_empty(round):
            round = verb(round=round, by=by)
    return round


def opens_again(round: Round) -> bool:
    """Whether a closed round can be opened again: nothing that follows it is drawn, nothing is over."""
    later = round.tournament.rounds.filter(number__gt=round.number).drawn()
    return round.state == State.CLOSED and not stages.ended(round.tournament) and not later.exists()


@transaction.atomic
def reopen(*, round: Round, by: User | None) -> Round:
    """Open a closed round again, as long as the next one is not drawn."""
    round = locked_round(round)
    if round.takes_scores:
        is_open = _("Round %(number)d is open: its scores can be written.")
        return _refuse_unless(_was_just(Act.Verb.REOPEN, round), is_open, round)
    if round.state != State.CLOSED:
        raise refuse(stages.where_it_is(round))
    if stages.ended(round.tournament):
        raise refuse(stages.ended(round.tournament))
    _check_no_later_draw(round)
    return _move(round, State.PLAYING, Act.Verb.REOPEN, by, closed_at=None)
