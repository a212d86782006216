"""Who is late, does not come to the table, or leaves: awards by the code, and what becomes of drawn rounds.

Awards and figures: the phase's own; bands of lateness from the code of the federation (domain of lateness:
a warning in the first five minutes, −100 MP in the next five, then the match is lost).
"""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.models.users import User
from scoring.ranking import Figure
from scoring.victory_points import GapError
from tournaments.journal import open_rounds
from tournaments.log import locked, write_act
from tournaments.match_views import MatchView, match_view
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import Award, HandRecord
from tournaments.results import Rules, progress_of, rules_of, vp_together, worth_of
from tournaments.rounds import drop_drafts, locked_round, refuse

WARNED_UNTIL, FINED_UNTIL = 5, 10  # minutes after the table's clock began
LATE_MP = -100
Consequence = Literal["none", "warning", "penalty", "forfeit"]
Points = tuple[int, int]  # VP and signed MP


@dataclass(frozen=True, slots=True)
class Lateness:
    """How late a table is by its own clock, whole minutes, and what the code takes for it."""

    minutes: int
    consequence: Consequence


def lateness(match: Match, now: datetime.datetime) -> Lateness:
    """How late somebody is who arrives now. Nothing before the table's clock has begun."""
    began = match.started_at or match.round.started_at
    if began is None or now < began:
        return Lateness(0, "none")
    seconds = (now - began).total_seconds()
    if seconds <= WARNED_UNTIL * 60:
        consequence: Consequence = "warning"
    else:
        consequence = "penalty" if seconds <= FINED_UNTIL * 60 else "forfeit"
    return Lateness(int(seconds // 60), consequence)


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
def absent_at_table(*, match: Match, absent: Collection[int], by: User | None) -> Match:
    """Somebody called to the table does not come: `absent` are keys of entries of the match, one line or all.

    Who came gets the award of a sit-out, who did not that of an absence; nobody anything if all are absent.
    The same again changes nothing. Raises ValidationError: wrong moment, nobody named, a score written.
    """
    round_ = locked_round(match.round)
    match = Match.objects.get(pk=match.pk)
    seats = list(_seats_of(match).select_related("award"))
    if not match.is_active or not round_.takes_scores:
        raise refuse(_("Absences are written while the round is announced or played."))
    if not absent or not set(absent) <= {seat.entry_id for seat in seats}:
        raise ValidationError(_("Say who did not come to this table."), code="absent")
    if HandRecord.objects.filter(match__encounter=match.encounter_id).exists():
        raise refuse(_("This table has a score: who left in the middle is written as a withdrawal."))
    came, missed = absence_awards(round_.phase, all_absent=len(set(absent)) == len(seats))
    wanted = {seat.pk: missed if seat.entry_id in absent else came for seat in seats}
    had = {seat.pk: (seat.award.vp, seat.award.mp) for seat in seats if hasattr(seat, "award")}
    if wanted == had:
        return match
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
        numbers=list(numbers),
    )
    return match


def _seats_of(match: Match) -> "QuerySet[Seat]":
    """The seats that awards of the match stand at: of teams, whose VP are those of the whole meeting, the
    seat of the first pair of each."""
    return Seat.objects.filter(match__encounter=match.encounter_id, slot=1).order_by("pk")


def give_award(seat: Seat, points: Points, kind: str) -> None:
    """Write VP and MP beside a seat, in the place of an award that stood there."""
    vp, mp = points
    Award.objects.update_or_create(seat=seat, defaults={"vp": vp, "mp": mp, "kind": kind})


@dataclass(frozen=True, slots=True)
class Departure:
    """What a withdrawal will do: the open match with what each seat of it gets (key, VP and MP), and the
    drawn rounds that are to be drawn again."""

    match: MatchView | None
    awards: tuple[tuple[Seat, Points], ...]
    redrawn: tuple[int, ...]


def departure(entry: Entry, *, justified: bool) -> Departure:
    """What `withdraw_entry` would do now. Raises ValidationError as it does."""
    tournament = entry.tournament
    if tournament.state != Tournament.State.PLAYING or entry.state != Entry.State.PRESENT:
        raise refuse(_("Only who is playing can withdraw."))
    pending = tournament.rounds.filter(state__in=["draft", "confirmed"])
    redrawn = tuple(pending.order_by("number").values_list("number", flat=True))
    if redrawn and redrawn[0] == 1:
        raise refuse(_("Nobody has played yet: undo the draw of round 1, then mark who does not come."))
    match = _open_match(entry)
    if match is None:
        return Departure(None, (), redrawn)
    view = match_view(match)
    if view.complete and not (view.meeting and view.meeting.missing):
        return Departure(None, (), redrawn)
    return Departure(view, tuple(_awards_of(match, view, entry, justified=justified)), redrawn)


def _open_match(entry: Entry) -> Match | None:
    """The match at which the entry sits in a round that takes scores; of a team that of its first pair."""
    matches = Match.objects.active().filter(
        seats__entry=entry, seats__slot=1, round__state__in=["announced", "playing"]
    )
    match = matches.select_related("round__phase").first()
    if match is not None:
        match.round.tournament = match.round.phase.tournament = entry.tournament
    return match


def _awards_of(
    match: Match, view: MatchView, leaving: Entry, *, justified: bool
) -> Iterable[tuple[Seat, Points]]:
    """Who is left gets the better of the sit-out's award and the score so far; who leaves the award of an
    absence, without a good reason no VP."""
    came, missed = absence_awards(match.round.phase, all_absent=False)
    so_far = _score_so_far(match, view)
    for seat in _seats_of(match):
        if seat.entry_id == leaving.pk:
            yield seat, missed if justified else (0, missed[1])
        else:
            yield seat, max(came, so_far.get(seat.place, came))


def _score_so_far(match: Match, view: MatchView) -> dict[str, Points]:
    """Whole VP and MP by place if the match ended with the hands written; nothing without hands or VP."""
    rules = rules_of(match.round.phase, match.players)
    has_hands = view.meeting.has_hands if view.meeting else bool(view.hands)
    try:
        vp, mp = _worth(view, rules)
    except GapError:
        return {}
    places = [side.place for side in view.sides]
    return {place: (int(v), int(m)) for place, v, m in zip(places, vp, mp, strict=True)} if has_hands else {}


def _worth(view: MatchView, rules: Rules) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """VP and MP if the match, or the whole meeting of teams, ended with the hands written."""
    if view.meeting is None:
        return worth_of(progress_of(view.hands, rules), rules)
    return vp_together(view.meeting.totals, rules), (view.meeting.mp, -view.meeting.mp)


@transaction.atomic
def withdraw_entry(*, entry: Entry, by: User | None, justified: bool = True) -> Entry:
    """Somebody leaves while the tournament is played: the past stays, later draws leave her out.

    In the middle of a match it ends by awards; rounds drawn and not announced are put aside, to be drawn
    again. Doing it twice changes nothing. Raises ValidationError.
    """
    tournament = locked(entry.tournament, open_rounds)
    entry = Entry.objects.get(pk=entry.pk)
    entry.tournament = tournament
    if entry.state == Entry.State.WITHDRAWN:
        return entry
    will = departure(entry, justified=justified)
    for seat, points in will.awards:
        kind = Award.Kind.ABSENCE if seat.entry_id == entry.pk else Award.Kind.REFEREE
        give_award(seat, points, kind)
    redrawn = drop_drafts(tournament)
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    write_act(
        tournament=tournament,
        verb=Act.Verb.WITHDRAW,
        by=by,
        numbers=[entry.number],
        justified=justified,
        redrawn=redrawn,
        **({"table": will.match.table_number} if will.match else {}),
    )
    return entry
