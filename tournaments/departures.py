"""Who does not come to the table, or leaves: the phase's awards, and what becomes of drawn rounds."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models.users import User
from clubs.naming import account_names
from scoring.ranking import Figure
from scoring.victory_points import GapError
from tournaments.hands import NumberedHand, hands_of
from tournaments.journal import open_rounds
from tournaments.log import locked, write_act
from tournaments.match_views import MatchView, match_view
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round, Seat
from tournaments.models.scores import Award, HandRecord
from tournaments.results import Rules, plain, progress_of, rules_of, vp_together, worth_of
from tournaments.rounds import check_table_seen, drop_drafts, locked_round, refuse
from tournaments.scores import TypedScore, record_within
from tournaments.since import check_since, of_departure
from tournaments.stages import signed_as, still_waits

Points = tuple[int, int]  # VP and signed MP


def absence_awards(phase: Phase, *, all_absent: bool) -> tuple[Points, Points]:
    """What who came gets, and what who did not come; nobody gets anything when nobody came.

    Raises ValidationError while the phase does not say.
    """
    if all_absent:
        return (0, 0), (0, 0)
    present, absent = (phase.sit_out_vp, phase.sit_out_mp), (phase.absence_vp, phase.absence_mp)
    if None in present or None in absent:
        raise ValidationError(
            _("Say in the tournament's settings how many VP and MP a sit-out and an absence give."),
            code="award",
        )
    return (present[0] or 0, present[1] or 0), (absent[0] or 0, absent[1] or 0)


@transaction.atomic
def absent_at_table(
    *, match: Match, absent: Collection[int], by: User | None, seen: str | None = None
) -> Match:
    """Somebody called to the table does not come: `absent` are keys of entries of the match, one line or all.

    Who came gets the award of a sit-out, who did not that of an absence; nobody anything if all are absent.
    A match that was put off takes it as long as it waits. The same again changes nothing. `seen` is the
    `table_seen` of the page. Raises ValidationError: wrong moment, nobody named, a score written, a page from
    before.
    """
    round_ = locked_round(match.round)
    match = Match.objects.get(pk=match.pk)
    match.round = round_
    seats = list(_seats_of(match).select_related("award"))
    if not match.is_active or not (round_.takes_scores or still_waits(match)):
        raise refuse(_("Absences are written while the round is announced or played."))
    if not absent or not set(absent) <= {seat.entry_id for seat in seats}:
        raise ValidationError(_("Say who did not come to this table."), code="absent")
    if why := why_not_absent(match):
        raise refuse(why)
    came, missed = absence_awards(round_.phase, all_absent=len(set(absent)) == len(seats))
    wanted = {seat.pk: missed if seat.entry_id in absent else came for seat in seats}
    had = {seat.pk: (seat.award.vp, seat.award.mp) for seat in seats if hasattr(seat, "award")}
    if wanted == had:
        return match
    check_table_seen(match, seen)
    for seat in seats:
        kind = Award.Kind.ABSENCE if seat.entry_id in absent else Award.Kind.REFEREE
        give_award(seat, wanted[seat.pk], kind)
    numbers = Entry.objects.filter(pk__in=absent).order_by("number").values_list("number", flat=True)
    write_act(
        tournament=round_.tournament,
        verb=Act.Verb.ABSENCE,
        by=by,
        round=round_,
        table=match.table_number,
        match=match.pk,
        numbers=list(numbers),
    )
    return match


def why_not_absent(match: Match) -> str:
    """Why nobody can be written absent at a match: hands are written there, or at another table of the same
    meeting of teams. Empty while it can be done."""
    records = HandRecord.objects.filter(match__encounter=match.encounter_id)
    tables = set(records.values_list("match__table_number", flat=True))
    if match.table_number in tables:
        return _("This table has a score: who left in the middle is written as a withdrawal.")
    if tables:
        sentence = _(
            "Table %(table)d of this meeting has a score, and an absence is of the whole team: a team that "
            "goes is written as a withdrawal; if a pair of it is missing, the referee gives the meeting a "
            "score."
        )
        return sentence % {"table": min(tables)}
    return ""


@dataclass(frozen=True, slots=True)
class Left:
    """A withdrawal that stands: who wrote it and when; whether for a good reason, None where that changed
    nothing."""

    by: str
    at: datetime.datetime
    justified: bool | None


def left_of(entry: Entry) -> Left | None:
    """The withdrawal of an entry that has left."""
    acts = Act.objects.filter(tournament=entry.tournament, verb=Act.Verb.WITHDRAW, undone_by__isnull=True)
    acts = acts.select_related("by").order_by("-seq")
    act = next((act for act in acts if entry.number in act.facts["numbers"]), None)
    if act is None:
        return None
    given = Award.objects.filter(
        seat__entry=entry, seat__match=act.facts.get("match"), kind=Award.Kind.ABSENCE
    )
    justified = act.facts["justified"] if "match" in act.facts and given.exists() else None
    return Left(account_names(entry.tournament.club)(act.by), act.at, justified)


def _seats_of(match: Match) -> "QuerySet[Seat]":
    """The seats that awards of the match stand at: of teams, whose VP are those of the whole meeting, the
    seat of the first pair of each."""
    return Seat.objects.filter(match__encounter=match.encounter_id, slot=1).order_by("pk")


def give_award(seat: Seat, points: Points, kind: str) -> None:
    """Write VP and MP beside a seat, in the place of an award that stood there."""
    vp, mp = points
    Award.objects.update_or_create(seat=seat, defaults={"vp": vp, "mp": mp, "kind": kind})


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat of the open match gets when somebody leaves it. `award` is what the code gives the seat,
    `score` what the hands played so far come to, None where there are none or it is the seat of who leaves;
    `points` is what counts: the better of the two."""

    seat: Seat
    leaves: bool
    award: Points
    score: Points | None

    @property
    def points(self) -> Points:
        return self.award if self.score is None else max(self.award, self.score)


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A match that a withdrawal ends by awards: the number of its round, and what each seat of it gets.
    `put_off`: it was to be played later; `begun`: its round is being played, or it has hands."""

    view: MatchView
    round: int
    put_off: bool
    begun: bool
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class Departure:
    """What a withdrawal will do: the open match with what each seat of it gets, and the drawn rounds that are
    to be drawn again. `ends`: the hands that are written with it end the match: their score counts. `also`
    are other matches, put off and not played, that it ends with the hands stored."""

    match: MatchView | None
    shares: tuple[Share, ...]
    redrawn: tuple[int, ...]
    ends: bool = False
    first: Unplayed | None = None
    also: tuple[Unplayed, ...] = ()

    @property
    def every_share(self) -> tuple[Share, ...]:
        """Those of all the matches that it ends."""
        return (*self.shares, *(share for each in self.also for share in each.shares))


def departure(entry: Entry, *, justified: bool, hands: tuple[NumberedHand, ...] | None = None) -> Departure:
    """What `withdraw_entry` would do now; `hands` are those played so far at the open match, None: those that
    are stored. Of a meeting of teams always the stored ones. Raises ValidationError as it does."""
    return departures(entry, hands=hands)[justified]


def departures(entry: Entry, *, hands: tuple[NumberedHand, ...] | None = None) -> Mapping[bool, Departure]:
    """`departure` with a good reason (True) and without one, both from one look at the evening: another
    account may write in between."""
    tournament = entry.tournament
    if tournament.state != Tournament.State.PLAYING or entry.state != Entry.State.PRESENT:
        raise refuse(_("Only who is playing can withdraw."))
    pending = tournament.rounds.filter(state__in=["draft", "confirmed"])
    redrawn = tuple(pending.order_by("number").values_list("number", flat=True))
    if redrawn and redrawn[0] == 1:
        raise refuse(_("Nobody has played yet: undo the draw of round 1, then mark who does not come."))
    waiting = _unplayed(entry)
    return {justified: _departure(entry, redrawn, waiting, hands, justified) for justified in (True, False)}


def _departure(
    entry: Entry,
    redrawn: tuple[int, ...],
    waiting: Sequence[tuple[Match, MatchView]],
    hands: tuple[NumberedHand, ...] | None,
    justified: bool,
) -> Departure:
    if not waiting:
        return Departure(None, (), redrawn)
    (match, view), *others = waiting
    also = tuple(
        replace(_as_unplayed(each, its), shares=_shares_at(each, its, its.hands, entry, justified=justified))
        for each, its in others
    )
    first, so_far = _as_unplayed(match, view), view.hands if hands is None or view.meeting else hands
    if not view.meeting and progress_of(so_far, rules_of(match.round.phase, match.players)).complete:
        return Departure(view, (), redrawn, ends=True, first=first, also=also)
    shares = _shares_at(match, view, so_far, entry, justified=justified)
    return Departure(view, shares, redrawn, first=first, also=also)


def open_match(entry: Entry) -> Match | None:
    """The match that the entry plays, or that was put off, and that is not over; of a team that of its first
    pair. The last round first."""
    return next((match for match, _view in _unplayed(entry)), None)


def _unplayed(entry: Entry) -> list[tuple[Match, MatchView]]:
    """The matches of the entry that are not over: of the round that takes scores, then those put off."""
    matches = Match.objects.active().filter(
        Q(round__state__in=["announced", "playing"]) | Q(round__state="closed", postponed_at__isnull=False),
        seats__entry=entry,
        seats__slot=1,
    )
    found = []
    for match in matches.select_related("round__phase").order_by("-round__number"):
        match.round.tournament = match.round.phase.tournament = entry.tournament
        view = match_view(match)
        if not view.complete or (view.meeting and view.meeting.missing):
            found.append((match, view))
    return found


def _as_unplayed(match: Match, view: MatchView) -> Unplayed:
    begun = match.round.started_at is not None or bool(view.hands)
    return Unplayed(view, match.round.number, match.postponed_at is not None, begun)


def _shares_at(
    match: Match, view: MatchView, hands: tuple[NumberedHand, ...], entry: Entry, *, justified: bool
) -> tuple[Share, ...]:
    """What each seat of a match gets if it ends with these hands because the entry leaves."""
    scores = _scores_so_far(view, hands, rules_of(match.round.phase, match.players))
    return tuple(_shares_of(match, scores, entry, justified=justified))


def _shares_of(
    match: Match, scores: Mapping[str, Points], leaving: Entry, *, justified: bool
) -> Iterable[Share]:
    """Who is left gets the better of the sit-out's award and the score so far; who leaves the award of an
    absence, without a good reason no VP."""
    came, missed = absence_awards(match.round.phase, all_absent=False)
    for seat in _seats_of(match):
        if seat.entry_id == leaving.pk:
            yield Share(seat, leaves=True, award=missed if justified else (0, missed[1]), score=None)
        else:
            yield Share(seat, leaves=False, award=came, score=scores.get(seat.place))


def _scores_so_far(view: MatchView, hands: tuple[NumberedHand, ...], rules: Rules) -> dict[str, Points]:
    """Whole VP and MP by place if the match ended with these hands; nothing without hands or VP."""
    if not (view.meeting.has_hands if view.meeting else hands):
        return {}
    try:
        vp, mp = _worth(view, hands, rules)
    except GapError:
        return {}
    places = [side.place for side in view.sides]
    return {place: (int(v), int(m)) for place, v, m in zip(places, vp, mp, strict=True)}


def _worth(
    view: MatchView, hands: tuple[NumberedHand, ...], rules: Rules
) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """VP and MP if the match, or the whole meeting of teams, ended with the hands written."""
    if view.meeting is None:
        return worth_of(progress_of(hands, rules), rules)
    return vp_together(view.meeting.totals, rules), (view.meeting.mp, -view.meeting.mp)


@transaction.atomic
def withdraw_entry(
    *,
    entry: Entry,
    by: User | None,
    justified: bool = True,
    typed: TypedScore | None = None,
    seen: int | None = None,
) -> Entry:
    """Somebody leaves while the tournament is played: the past stays, later draws leave her out.

    In the middle of a match it ends by awards, or with the score of the hands `typed`, which are stored in
    the same act; rounds drawn and not announced are put aside, to be drawn again. Twice changes nothing.
    Raises ValidationError, and for the hands what `record_match` does; ChangedSince for a page with the
    version `seen` that did not know what was done to the entry, its table or the rounds since.
    """
    tournament = locked(entry.tournament, open_rounds)
    entry = Entry.objects.get(pk=entry.pk)
    entry.tournament = tournament
    check_since(tournament, seen, of_departure(entry, _open_tables(entry)))
    if entry.state == Entry.State.WITHDRAWN:
        return entry
    will = departure(entry, justified=justified, hands=typed.hands if typed else None)
    facts = _record(entry, typed, by) if typed and will.match and not will.match.meeting else {}
    for share in will.every_share:
        give_award(share.seat, share.points, Award.Kind.ABSENCE if share.leaves else Award.Kind.REFEREE)
    facts |= drop_drafts(tournament)
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    facts |= {"numbers": [entry.number], "justified": justified, **_ended_by(will)}
    write_act(tournament=tournament, verb=Act.Verb.WITHDRAW, by=by, **facts)
    return entry


def _ended_by(will: Departure) -> dict[str, Any]:
    """What the log says of the matches that a withdrawal ends."""
    facts: dict[str, Any] = {}
    if will.match:
        facts |= {"table": will.match.table_number, "match": will.match.match_id}
    if will.also:
        facts["also"] = [each.view.match_id for each in will.also]
    return facts


def _open_tables(entry: Entry) -> list[int]:
    """Keys of the matches of the entry that are not over, with all the tables of a meeting of teams."""
    is_open = Q(round__state__in=[Round.State.ANNOUNCED, Round.State.PLAYING]) | Q(postponed_at__isnull=False)
    meetings = Seat.objects.active().filter(entry=entry, match__isnull=False).values("match__encounter")
    return list(Match.objects.active().filter(is_open, encounter__in=meetings).values_list("pk", flat=True))


def _record(entry: Entry, typed: TypedScore, by: User | None) -> dict[str, Any]:
    """Store the hands of the open match; what the act says of them, nothing if they were stored already."""
    match = open_match(entry)
    if match is None:
        return {}
    saved = record_within(match=match, typed=typed, by=by)
    if not saved.changed:
        return {}
    is_judged = any(each.override for each in hands_of(match))
    return {
        "version": saved.match.version,
        "totals": [plain(total) for total in saved.totals],
        **(signed_as(by, entry.tournament) if is_judged else {}),
    }
