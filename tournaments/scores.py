"""Writing scores: each save is a new version with its author and reason, in one transaction with the log."""

import datetime
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models.users import User
from scoring.ranking import Figure
from scoring.small_tables import CHANGING
from tournaments.faults import NEVER_OVERRIDDEN, Fault, faults_of
from tournaments.hands import NumberedHand, as_json, from_json, hands_of, same_score, swapped, write_hands
from tournaments.log import locked_version, write_act
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import UNASKED, ScoreChange
from tournaments.moves import is_correction
from tournaments.results import outcome_of, plain, rules_of
from tournaments.stages import scores_closed, signed_as, why_not_judge
from tournaments.told import Told

Reason = ScoreChange.Reason


@dataclass(frozen=True, slots=True)
class Saved:
    """The match as it stands after a save; `changed` is false when the same score was stored already, and
    `complete` while hands are missing.

    Totals and VP, of NS and EW or of the players by place, are what the desk shows of it; VP are None while
    the match is not complete.
    """

    match: Match
    changed: bool
    totals: tuple[Figure, ...]
    vp: tuple[Figure, ...] | None
    complete: bool


@dataclass(frozen=True, slots=True)
class TypedScore:
    """A score as somebody typed it, with what its save needs: the version of the match that was looked at,
    the rest as `record_match` takes it."""

    hands: tuple[NumberedHand, ...]
    seen_version: int
    reason: str = ""
    note: str = ""
    confirmed: Collection[str] = ()
    override: str = ""
    device: str = ""


class StaleScore(Exception):  # noqa: N818 - somebody else was quicker; nothing is wrong
    """The match was saved by somebody else in between: both versions, to be looked at side by side."""

    def __init__(
        self, *, match: Match, stored: tuple[NumberedHand, ...], typed: tuple[NumberedHand, ...]
    ) -> None:
        super().__init__(f"match {match.pk} is at version {match.version}")
        self.version = match.version
        self.stored = stored
        self.typed = typed
        last = match.changes.select_related("by").order_by("-version").first()
        self.by: User | None = last.by if last else None
        self.at: datetime.datetime | None = last.at if last else None


def _refuse(sentence: str) -> ValidationError:
    return ValidationError(sentence, code="state")


def _stored(match: Match) -> tuple[NumberedHand, ...]:
    """The records of a match read under the lock; one that was never saved has none."""
    return hands_of(match) if match.version else ()


def _locked_match(match: Match, read_at: int) -> Match:
    """A copy of the match with what may have moved read afresh under its tournament's lock; a drawn round's
    phase does not move. While the tournament is at the version that the match was read at, nothing did."""
    fresh, fresh.round, tournament = copy(match), copy(match.round), copy(match.round.tournament)
    if locked_version(tournament) != read_at:
        tournament = Tournament.objects.get(pk=tournament.pk)
        now = Match.objects.values_list("version", "is_active", "round__state").get(pk=match.pk)
        fresh.version, fresh.is_active, fresh.round.state = now
    fresh.round.tournament = fresh.round.phase.tournament = tournament
    return fresh


def _check_takes_scores(match: Match, by: User | None) -> None:
    """Scores are written while the round is announced or played; later only the referee corrects them."""
    why = scores_closed(match, by)
    if why:
        raise _refuse(why)


def _check_reason(
    match: Match, stored: Sequence[NumberedHand], hands: Sequence[NumberedHand], reason: str, by: User | None
) -> str:
    """The reason to write: none is asked for a first entry, or for hands added to those stored."""
    if not is_correction(match, stored, hands):
        return Reason.FIRST
    if reason not in set(Reason.values) - UNASKED:
        raise ValidationError(
            {"reason": _("This score is already stored: say why it changes.")}, code="reason"
        )
    if reason == Reason.REFEREE and (why := why_not_judge(by, match.round.tournament)):
        raise ValidationError({"reason": why}, code="reason")
    return reason


def _check_faults(
    faults: Sequence[Fault], *, confirmed: Collection[str], override: str, by: User | None, match: Match
) -> None:
    """Refuse errors without the referee's written reason, and warnings that nobody confirmed."""
    errors = [fault for fault in faults if fault.is_error]
    fatal = [fault for fault in errors if fault.code in NEVER_OVERRIDDEN]
    if errors and override and not fatal and (why := why_not_judge(by, match.round.tournament)):
        raise ValidationError({"override": why}, code="override")
    if fatal or (errors and not override):
        raise ValidationError(
            _("The score cannot be right: put the marked figures right."),
            code="score",
            params={"faults": tuple(faults)},
        )
    doubts = [fault for fault in faults if not fault.is_error and not fault.is_confirmed(confirmed)]
    if doubts:
        raise ValidationError(
            _("Some figures are unlikely: confirm them or put them right."),
            code="confirm",
            params={"faults": tuple(faults)},
        )


def _marked(
    hands: Sequence[NumberedHand], faults: Sequence[Fault], override: str
) -> tuple[NumberedHand, ...]:
    """The records with what was confirmed or accepted on them; what concerns the match is on the last one."""
    marked = []
    for each in hands:
        is_last = each is hands[-1]
        own = [fault for fault in faults if fault.number == each.number or (is_last and fault.number is None)]
        keys = tuple(fault.key for fault in own if not fault.is_error)
        is_accepted = any(fault.is_error for fault in own)
        marked.append(replace(each, confirmed=keys, override=override if is_accepted else ""))
    return tuple(marked)


@transaction.atomic
def record_match(
    *,
    match: Match,
    hands: Sequence[NumberedHand],
    by: User | None,
    seen_version: int,
    read_at: int = 0,
    written: Sequence[Figure | None] = (None, None),
    reason: str = "",
    note: str = "",
    confirmed: Collection[str] = (),
    override: str = "",
    device: str = "",
) -> Saved:
    """Store the score of a match in the place of the one before. The same score again changes nothing; hands
    of a match that is not over are kept too, and it goes on missing until the others are there.

    `read_at` is the tournament's version in the query that read the match with its round and tournament: as
    long as it stands they are not read again. `written` are the slip's totals of NS and EW, or by place,
    typed as a second look. `confirmed` are keys or codes of warnings, `override` the referee's reason for an
    error. Raises StaleScore when the match is no longer at `seen_version`; ValidationError for a wrong state,
    a missing reason, or with `params["faults"]` (codes "score" and "confirm").
    """
    match = _locked_match(match, read_at)
    rules = rules_of(match.round.phase, match.players)
    hands, stored = tuple(sorted(hands, key=lambda each: each.number)), _stored(match)
    faults = faults_of(hands, rules, written=written)
    if stored and same_score(stored, hands) and not any(fault.code == "V19" for fault in faults):
        return _saved(match, stored, changed=False)
    _check_takes_scores(match, by)
    if match.version != seen_version:
        raise StaleScore(match=match, stored=stored, typed=hands)
    if not hands:
        raise ValidationError(_("Nothing was typed yet."), code="empty")
    _check_faults(faults, confirmed=confirmed, override=override, by=by, match=match)
    if same_score(stored, hands):
        return _saved(match, stored, changed=False)
    kept = _check_reason(match, stored, hands, reason, by)
    marked = _marked(hands, faults, override)
    return _write(match, stored, marked, by=by, reason=kept, note=note, device=device)


def record_within(*, match: Match, typed: TypedScore, by: User | None) -> Saved:
    """Store a score as a part of another act: the caller holds the tournament's lock, has read the match
    under it, and writes the log with the version. Raises as `record_match` does."""
    hands, stored = tuple(sorted(typed.hands, key=lambda each: each.number)), _stored(match)
    if same_score(stored, hands):
        return _saved(match, stored, changed=False)
    _check_takes_scores(match, by)
    if match.version != typed.seen_version:
        raise StaleScore(match=match, stored=stored, typed=hands)
    if not hands:
        raise ValidationError(_("Hands are stored already: change them at the desk."), code="empty")
    faults = faults_of(hands, rules_of(match.round.phase, match.players))
    _check_faults(faults, confirmed=typed.confirmed, override=typed.override, by=by, match=match)
    return _store(
        match,
        stored,
        _marked(hands, faults, typed.override),
        by=by,
        reason=_check_reason(match, stored, hands, typed.reason, by),
        note=typed.note,
        device=typed.device,
    )


@transaction.atomic
def swap_lines(
    *, match: Match, by: User | None, seen_version: int, note: str = "", device: str = ""
) -> Saved:
    """The slip was read with its lines inverted: give each line the other's score.

    Raises StaleScore or ValidationError as `record_match` does.
    """
    match = _locked_match(match, 0)
    _check_takes_scores(match, by)
    stored = _stored(match)
    if match.players in CHANGING:
        raise _refuse(_("This table has no lines to swap: write each player's points in the right place."))
    if not stored:
        raise ValidationError(_("There is no score to swap yet."), code="empty")
    if match.version != seen_version:
        last = match.changes.get(version=match.version)
        if match.version == seen_version + 1 and last.reason == Reason.SWAPPED and last.by == by:
            return _saved(match, stored, changed=False)  # the same press, twice
        raise StaleScore(match=match, stored=stored, typed=swapped(stored))
    return _write(match, stored, swapped(stored), by=by, reason=Reason.SWAPPED, note=note, device=device)


def take_score_back(*, match: Match, version: int, by: User | None, reason: Reason = Reason.UNDONE) -> int:
    """Write the score that stood before that version, as a version of its own: none is ever taken away. The
    number of the new one. `reason` is UNDONE, or BACK where that version was itself an undo.

    The caller holds the tournament's lock, and writes the log. Raises ValidationError when the score is not
    the one that version left.
    """
    change, before = match.changes.get(version=version), _stored(match)
    after = from_json(change.before)
    if not same_score(before, from_json(change.after)):
        raise ValidationError(
            _("The score of table %(table)d has changed since: it cannot be undone.")
            % {"table": match.table_number},
            code="changed",
        )
    write_hands(match, after)
    match.version += 1
    Match.objects.filter(pk=match.pk).update(version=match.version)
    ScoreChange.objects.create(
        match=match,
        version=match.version,
        before=as_json(before),
        after=as_json(after),
        reason=reason,
        by=by,
    )
    return match.version


def _saved(match: Match, hands: tuple[NumberedHand, ...], *, changed: bool) -> Saved:
    outcome = outcome_of(hands, rules_of(match.round.phase, match.players))
    return Saved(match, changed, outcome.totals, outcome.vp, outcome.complete)


def _write(
    match: Match,
    before: tuple[NumberedHand, ...],
    after: tuple[NumberedHand, ...],
    *,
    by: User | None,
    reason: str,
    note: str,
    device: str,
) -> Saved:
    saved = _store(match, before, after, by=by, reason=reason, note=note, device=device)
    is_judged = _is_judged(match, before, after, reason)
    write_act(
        tournament=match.round.tournament,
        verb=Act.Verb.SCORE if reason == Reason.FIRST else Act.Verb.CORRECT,
        by=by,
        round=match.round,
        match=match.pk,
        table=match.table_number,
        totals=[plain(total) for total in saved.totals],
        version=match.version,
        reason=reason,
        things=_told(match, before, saved),
        **(signed_as(by, match.round.tournament) if is_judged else {}),
    )
    return saved


def _told(match: Match, before: tuple[NumberedHand, ...], saved: Saved) -> list[Told]:
    """What was written at the table before, for the log; nothing of a first entry."""
    if not before:
        return []
    sides = [
        {"totals": [plain(total) for total in each.totals], "vp": [plain(vp) for vp in each.vp or ()]}
        for each in (_saved(match, before, changed=False), saved)
    ]
    return [Told("score", [match.round.number, match.table_number], *sides)]


def _is_judged(
    match: Match, before: tuple[NumberedHand, ...], after: tuple[NumberedHand, ...], reason: str
) -> bool:
    """Whether this save is one that only the referee makes."""
    waited = (
        match.postponed_at is not None
        and not outcome_of(before, rules_of(match.round.phase, match.players)).complete
    )
    is_late = not match.round.takes_scores and not waited
    return is_late or reason == Reason.REFEREE or any(each.override for each in after)


def _store(
    match: Match,
    before: tuple[NumberedHand, ...],
    after: tuple[NumberedHand, ...],
    *,
    by: User | None,
    reason: str,
    note: str,
    device: str,
) -> Saved:
    write_hands(match, after, is_first=not before)
    match.version += 1
    Match.objects.filter(pk=match.pk).update(version=match.version)
    change = ScoreChange(
        match=match,
        version=match.version,
        before=as_json(before),
        after=as_json(after),
        reason=reason,
        note=note,
        by=by,
        device=device[:40],
    )
    change.full_clean(exclude=["match", "by", "before"], validate_constraints=False)
    change.save()
    return _saved(match, after, changed=True)
