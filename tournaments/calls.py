"""The referee's log: calls at the tables, and warnings that add up over the evening."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models.users import User
from clubs.naming import account_names
from tournaments.journal import Reach
from tournaments.lateness import LATE_MP, check_late_once, late_at
from tournaments.log import locked, write_act
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match, Round, Seat
from tournaments.models.scores import Penalty
from tournaments.names import EntryNames, names_by_round
from tournaments.penalties import add_penalty, drop_penalty
from tournaments.since import check_since, of_calls, of_entry

Kind = RefereeCall.Kind
EVERY = 2  # each second warning takes VP: domain 8
WARNING_VP = -1


def takes_vp(number: int) -> bool:
    """Whether an entry's warning of that number (from 1) takes VP."""
    return number % EVERY == 0


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call as the page shows it.

    `number` says which warning of its entry it is, counting those that stand; 0 for a call and for one taken
    back. `vp` and `mp` (negative) are what its penalty takes, 0 without one or once it is revoked; `goes` is
    the penalty that would be revoked with it.
    """

    call: RefereeCall
    names: EntryNames | None
    seated: tuple[EntryNames, ...]
    number: int
    vp: int
    mp: int
    goes: Penalty | None
    by: str
    at: datetime.datetime


@dataclass(frozen=True, slots=True)
class Called:
    """What the referee writes down: in which round, what happened, what was decided, where and who.

    Without a `match` it is the one the `entry` sits at, if any. `seen` is the tournament's version when the
    page was made: the same facts written since then are the same press, others about the same people or table
    are refused (ChangedSince). None: no page was looked at. `is_late`: for coming late to the match, which is
    written once.
    """

    round: Round
    question: str
    decision: str = ""
    match: Match | None = None
    hand: int | None = None
    entry: Entry | None = None
    seen: int | None = None
    is_late: bool = False


def warnings_of(tournament: Tournament) -> dict[int, int]:
    """How many warnings stand against each entry, by its key; entries without one are left out."""
    standing = RefereeCall.objects.filter(tournament=tournament, kind=Kind.WARNING, revoked_at__isnull=True)
    return Counter(standing.values_list("entry_id", flat=True))


def calls_of(tournament: Tournament) -> list[CallRow]:
    """Every call of the evening, those taken back too, the last first."""
    names, called = names_by_round(tournament), account_names(tournament.club)
    calls = list(tournament.calls.select_related("round", "match", "penalty", "by").order_by("pk"))
    seated = _seated(calls, names)
    by_entry = _warnings_by_entry(calls)
    standing: dict[int | None, int] = defaultdict(int)
    rows = []
    for call in calls:
        is_counted = call.kind == Kind.WARNING and call.revoked_at is None
        standing[call.entry_id] += is_counted
        penalty = call.penalty if call.penalty and call.penalty.revoked_at is None else None
        rows.append(
            CallRow(
                call,
                names(call.round.number).get(call.entry_id or 0),
                seated.get(call.match_id or 0, ()),
                standing[call.entry_id] if is_counted else 0,
                penalty.vp if penalty else 0,
                penalty.mp if penalty else 0,
                _penalty_that_goes(call, by_entry[call.entry_id]) if is_counted else None,
                called(call.by),
                call.at,
            )
        )
    return rows[::-1]


def _seated(
    calls: Iterable[RefereeCall], names: Callable[[int | None], Mapping[int, EntryNames]]
) -> dict[int, tuple[EntryNames, ...]]:
    """Who sits at the tables of the calls, by match."""
    found: dict[int, tuple[EntryNames, ...]] = defaultdict(tuple)
    seats = Seat.objects.filter(match__in={call.match_id for call in calls if call.match_id})
    rows = seats.order_by("-line", "position", "pk").values_list("match_id", "round__number", "entry_id")
    for match_id, number, entry_id in rows:
        found[match_id] += (names(number)[entry_id],)
    return found


def _warnings_by_entry(calls: Iterable[RefereeCall]) -> dict[int | None, list[RefereeCall]]:
    found: dict[int | None, list[RefereeCall]] = defaultdict(list)
    for call in calls:
        if call.kind == Kind.WARNING:
            found[call.entry_id].append(call)
    return found


def _penalty_that_goes(call: RefereeCall, warnings: Sequence[RefereeCall]) -> Penalty | None:
    """Which penalty goes when a warning is taken back: its own first, else the last; none while the warnings
    that stay still earn all there are. `warnings` are the entry's, those taken back too."""
    stay = sum(each.revoked_at is None and each.pk != call.pk for each in warnings)
    penalties = [each.penalty for each in warnings if each.penalty and each.penalty.revoked_at is None]
    if len(penalties) <= stay // EVERY:
        return None
    return next((penalty for penalty in penalties if penalty.pk == call.penalty_id), penalties[-1])


def call_of(tournament: Tournament, pk: int) -> RefereeCall | None:
    """A call of this tournament, by its key."""
    return tournament.calls.filter(pk=pk).first()


def match_at(round: Round, table: int) -> Match | None:
    """The match at a table of the round's standing draw."""
    return round.matches.active().filter(table_number=table).first()


def _locked_evening(tournament: Tournament) -> Tournament:
    tournament = locked(tournament, Reach(referee=True))
    if tournament.state == Tournament.State.FINAL:
        raise ValidationError(_("The standings are final: the referee's log is closed."), code="state")
    return tournament


def _check_place(round: Round, match: Match | None, entry: Entry | None) -> Match | None:
    """The match of the call: the one that was named, or where the entry sits; refusals in sentences."""
    if not Round.every.get(pk=round.pk).is_public:
        raise ValidationError(
            {"round": _("Round %(number)d is not announced yet.") % {"number": round.number}}, code="state"
        )
    if match is not None and (match.round_id != round.pk or not match.is_active):
        raise ValidationError({"table": _("Choose a table of this round.")}, code="table")
    if entry is None:
        return match
    seat = Seat.objects.active().filter(round=round, entry=entry).select_related("match").first()
    at = seat.match if seat is not None else None
    if match is not None and at != match:
        sentence = _("Number %(entry)d does not sit at table %(table)d in round %(round)d.")
        figures = {"entry": entry.number, "table": match.table_number, "round": round.number}
        raise ValidationError({"entry": sentence % figures}, code="table")
    return match or at


def _check_hand(round: Round, hand: int | None) -> None:
    """A match of so many hands has no others, but for the one that a knock-out plays when it is level."""
    phase = round.phase
    if hand is None or phase.hands is None or phase.movement == Phase.Movement.KNOCKOUT:
        return
    if hand > phase.hands:
        sentence = _("A match of this round has %(hands)d hands.") % {"hands": phase.hands}
        raise ValidationError({"hand": sentence}, code="hand")


def _row(tournament: Tournament, called: Called, kind: Kind, by: User | None) -> RefereeCall:
    """The row, validated but not saved; the same press again gives back the row that is there."""
    _check_hand(called.round, called.hand)
    facts = {
        "round": called.round,
        "match": _check_place(called.round, called.match, called.entry),
        "entry": called.entry,
        "kind": kind,
        "hand": called.hand,
        "question": called.question.strip(),
        "decision": called.decision.strip(),
    }
    same = tournament.calls.filter(**facts, pk__in=_written_since(tournament, called.seen or 0))
    if (found := same.filter(revoked_at__isnull=True).first()) is not None:
        return found
    check_since(tournament, called.seen, of_calls(facts["match"], called.entry))
    call = RefereeCall(tournament=tournament, **facts, by=by)
    call.full_clean(exclude=["by", "penalty"])
    return call


def _written_since(tournament: Tournament, seen: int) -> list[int]:
    acts = tournament.acts.filter(verb=Act.Verb.CALL, seq__gte=seen)
    return [facts["call"] for facts in acts.values_list("facts", flat=True)]


def _log(tournament: Tournament, call: RefereeCall, *, by: User | None, change: str, **facts: Any) -> None:
    place: dict[str, Any] = {"call": call.pk, "reason": call.question, "decision": call.decision}
    if call.match is not None:
        place["table"] = call.match.table_number
    if call.hand is not None:
        place["hand"] = call.hand
    if call.entry is not None:
        place["entry"] = call.entry.number
    elif call.match is not None:
        place["entries"] = list(Seat.objects.filter(match=call.match).values_list("entry_id", flat=True))
    write_act(
        tournament=tournament,
        verb=Act.Verb.CALL,
        by=by,
        round=call.round,
        change=change,
        **place,
        **facts,
    )


@transaction.atomic
def write_call(*, called: Called, by: User | None) -> RefereeCall:
    """Note a call at a table. One press twice is one row. Raises ValidationError."""
    tournament = _locked_evening(called.round.tournament)
    call = _row(tournament, called, Kind.CALL, by)
    if call.pk is None:
        call.save()
        _log(tournament, call, by=by, change="call")
    return call


@transaction.atomic
def warn(*, called: Called, by: User | None, mp: int = 0, told: int = 0) -> RefereeCall:
    """Warn an entry. Each second warning of the evening takes a VP, and the MP (negative) that are given.

    A warning that takes VP is written only when the referee was `told` its number; else ValidationError with
    code "told" and `params["number"]`. One press twice is one row.
    """
    tournament = _locked_evening(called.round.tournament)
    call = _row(tournament, called, Kind.WARNING, by)
    if call.pk is not None:
        return call
    late: dict[str, int] = {}
    if called.is_late and call.match is not None:
        check_late_once(call.match, call.entry)
        late["late"] = call.match.pk
    number = warnings_of(tournament).get(call.entry.pk, 0) + 1
    taken: dict[str, int] = {}
    if takes_vp(number):
        if told != number:
            raise _not_told(call.entry, number, mp)
        reason = _reason(number, call.question)
        call.penalty = add_penalty(
            entry=call.entry, round=call.round, reason=reason, by=by, vp=WARNING_VP, mp=mp
        )
        taken = {"vp": WARNING_VP, "mp": mp}
    call.save()
    _log(tournament, call, by=by, change="warning", warning=number, **taken, **late)
    return call


def _not_told(entry: Entry, number: int, mp: int) -> ValidationError:
    sentence = _(
        "This is warning no. %(number)d of number %(entry)d, and takes %(taken)s: press again to write it."
    )
    taken = f"−{-WARNING_VP} V.P." + (f", −{-mp} M.P." if mp else "")
    return ValidationError(
        sentence, code="told", params={"number": number, "entry": entry.number, "taken": taken}
    )


def _reason(number: int, question: str) -> str:
    """What stands beside the penalty, in the 200 characters it has."""
    return (_("Warning no. %(number)d: ") % {"number": number} + question)[:200]


@transaction.atomic
def take_back(*, call: RefereeCall, by: User | None, seen: int | None = None) -> RefereeCall:
    """Take a call or a warning back, and the penalty that is no longer earned; the rows stay.

    Twice changes nothing. Raises ValidationError, ChangedSince where the page did not know what the entry was
    given since: another penalty may go than it said.
    """
    tournament = _locked_evening(call.tournament)
    call = tournament.calls.select_related("round", "match", "entry", "penalty").get(pk=call.pk)
    if call.revoked_at is not None:
        return call
    if call.kind == Kind.WARNING:
        check_since(tournament, seen, of_entry(call.entry))
    _log(tournament, call, by=by, change=f"{call.kind}_back", **_drop(call))
    return call


def penalty_that_goes(warning: RefereeCall) -> Penalty | None:
    """The penalty that is no longer earned when a warning is taken back."""
    warnings = warning.tournament.calls.filter(kind=Kind.WARNING, entry=warning.entry)
    return _penalty_that_goes(warning, list(warnings.select_related("penalty")))


def _drop(call: RefereeCall) -> dict[str, int]:
    """Mark a call's row as taken back, and the penalty that goes with it; the VP and MP given back."""
    goes = penalty_that_goes(call) if call.kind == Kind.WARNING else None
    if goes is not None:
        drop_penalty(goes)
    call.revoked_at = timezone.now()
    call.save(update_fields=["revoked_at"])
    # Taken away was negative: given back is positive.
    return {"vp": -goes.vp, "mp": -goes.mp} if goes is not None else {}


@transaction.atomic
def raise_lateness(*, warning: RefereeCall, late: Match, reason: str, by: User | None, seen: int) -> Penalty:
    """Who was warned for coming late to this table came later still: the warning goes, with the penalty that
    it earned, and the MP of the next step are taken instead, all in one act.

    One press twice is one penalty. Raises ValidationError where the warning is not that of a lateness here
    any more; ChangedSince as `warn`.
    """
    tournament = _locked_evening(late.round.tournament)
    warning = tournament.calls.select_related("round", "entry", "penalty").get(pk=warning.pk)
    facts = {"entry": warning.entry, "round": late.round, "vp": 0, "mp": LATE_MP, "reason": reason}
    raised = tournament.acts.filter(facts__raised=warning.pk, undone_by__isnull=True, seq__gte=seen).first()
    if raised is not None:
        return Penalty.objects.get(pk=raised.facts["penalty"])
    check_since(tournament, seen, of_calls(late, warning.entry))
    if late_at(late).get(warning.entry.number) != ("call", warning.pk):
        raise ValidationError(_("That warning for lateness stands no more: look again."), code="late")
    back = _drop(warning)
    penalty = add_penalty(**facts, by=by)
    write_act(
        tournament=tournament,
        verb=Act.Verb.PENALTY,
        by=by,
        round=late.round,
        table=late.table_number,
        entry=warning.entry.number,
        vp=back.get("vp", 0),
        mp=LATE_MP + back.get("mp", 0),
        reason=reason,
        penalty=penalty.pk,
        late=late.pk,
        raised=warning.pk,
        change="warning_back",
    )
    return penalty
