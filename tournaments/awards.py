"""The referee's scores: VP and MP given to the lines of a match instead of what was played."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.models.users import User
from clubs.naming import account_names
from clubs.templatetags.ui import minus
from tournaments.formats import vp_table
from tournaments.journal import Reach
from tournaments.log import locked, write_act
from tournaments.models.events import Phase
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Seat, in_their_order
from tournaments.models.scores import Award
from tournaments.since import check_since, of_scores
from tournaments.stages import scores_closed, signed_as, why_not_judge

MOST_VP, MOST_MP = 400, 50_000
LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Given:
    """VP and signed MP of one line, or of one player at a table of three or five."""

    vp: int
    mp: int


Score = dict[str, Given]  # by place: "NS" and "EW", or "1" … "5"


@dataclass(frozen=True, slots=True)
class AwardAct:
    """What the referee gave a match at some moment, and why; `given` is empty where it was taken back."""

    given: Score
    reason: str
    by: str
    at: datetime.datetime


def award_of(match: Match) -> Score:
    """What a match got instead of a played score, by place; empty without one. An absence gives it too."""
    return _by_place(match, *Award.Kind.values)


def _by_place(match: Match, *kinds: str) -> Score:
    return {
        place: Given(seat.award.vp, seat.award.mp)
        for place, seat in _holders(match)
        if hasattr(seat, "award") and seat.award.kind in kinds
    }


def _holders(match: Match) -> list[tuple[str, Seat]]:
    """The seats that hold the awards of a match, each with its entry's place there. Of teams, whose VP are
    those of the whole meeting, they are the seats of the first pairs, whichever table is asked about."""
    here = {seat.entry_id: seat.place for seat in match.seats.all()}
    seats = Seat.objects.filter(match__encounter=match.encounter_id, slot=1).select_related("award")
    return [(here[seat.entry_id], seat) for seat in seats.order_by("-line", "position")]


def proposed(match: Match, present: str) -> Score:
    """What the code gives when only one line came: the sit-out award to the line that is `present`, the
    absence award to the other. Empty where the phase does not say, or for a table without lines."""
    phase = match.round.phase
    rest, absence = (phase.sit_out_vp, phase.sit_out_mp), (phase.absence_vp, phase.absence_mp)
    if present not in Seat.Line.values or None in (*rest, *absence):
        return {}
    return {line: Given(*(rest if line == present else absence)) for line in Seat.Line.values}


def award_history(match: Match) -> list[AwardAct]:
    """Every referee's score of the match, the last first."""
    called = account_names(match.round.tournament.club)
    acts = _acts(match).select_related("by").order_by("-seq")
    return [
        AwardAct(
            {place: Given(*figures) for place, figures in in_their_order(act.facts["awards"])},
            act.facts["reason"],
            called(act.by),
            act.at,
        )
        for act in acts
    ]


def _acts(match: Match) -> QuerySet[Act]:
    """What was given at the table of the match, or at another one of its meeting of teams."""
    acts = Act.objects.filter(tournament=match.round.tournament, verb=Act.Verb.AWARD, undone_by__isnull=True)
    return acts.filter(facts__match__in=_tables(match))


def _locked_match(match: Match, by: User | None) -> Match:
    """The match read afresh under its tournament's lock, where the referee may still decide it."""
    tournament = locked(match.round.tournament, Reach(rounds=(match.round_id,)))
    match = Match.objects.select_related("round__phase").get(pk=match.pk)
    match.round.tournament = match.round.phase.tournament = tournament
    if why := scores_closed(match, by) or why_not_judge(by, tournament):
        raise ValidationError(why, code="state")
    return match


def vp_limits(match: Match) -> tuple[int, int]:
    """The least and the most VP that one line can be given: what a match shares out, where it shares VP."""
    total = vp_table(match.round.phase).total
    return (-MOST_VP, MOST_VP) if total is None else (0, total)


def unusual(match: Match, given: Mapping[str, Given]) -> list[str]:
    """What no match played comes to, though a referee may mean it: to be said again before it counts. Less
    than a match shares out is usual: both lines may be at fault."""
    if set(given) != {"NS", "EW"}:
        return []
    total, ns, ew = vp_table(match.round.phase).total, given["NS"], given["EW"]
    said = []
    if total is not None and ns.vp + ew.vp > total:
        figures = {"found": ns.vp + ew.vp, "total": total}
        said.append(_("Together they get %(found)d V.P.; a match gives %(total)d.") % figures)
    if ns.mp > 0 and ew.mp > 0:
        said.append(_("Both lines get M.P. of a match won."))
    if match.round.phase.movement == Phase.Movement.KNOCKOUT and (ns.vp, ns.mp) == (ew.vp, ew.mp):
        said.append(_("Level: nobody goes on by this, and the next round waits."))
    return said


def check_award(match: Match, given: Mapping[str, Given], reason: str) -> None:
    """ValidationError where `award_match` would refuse these figures or this reason."""
    seats = [(place, seat) for place, seat in _holders(match) if seat.is_active]
    if set(given) != {place for place, _seat in seats}:
        raise ValidationError(_("Write V.P. and M.P. of everybody at the table."), code="places")
    least, most = vp_limits(match)
    for each in given.values():
        if not least <= each.vp <= most or abs(each.mp) > MOST_MP:
            limits = {"least": minus(least), "most": most, "mp": MOST_MP}
            raise ValidationError(
                _("V.P. go from %(least)s to %(most)d, M.P. from −%(mp)d to %(mp)d.") % limits, code="range"
            )
    reason = reason.strip()
    if not reason:
        raise ValidationError({"reason": _("Say why: it stays in the history of the match.")}, code="reason")
    if len(reason) > LONGEST_REASON:
        raise ValidationError(
            {"reason": _("Write at most %(most)d characters.") % {"most": LONGEST_REASON}}, code="reason"
        )


def _plain(score: Mapping[str, Given]) -> dict[str, list[int]]:
    return {place: [each.vp, each.mp] for place, each in score.items()}


def _write_act(
    match: Match, before: Score, after: Score, *, reason: str, change: str, by: User | None
) -> None:
    write_act(
        tournament=match.round.tournament,
        verb=Act.Verb.AWARD,
        by=by,
        round=match.round,
        match=match.pk,
        table=match.table_number,
        before=_plain(before),
        awards=_plain(after),
        reason=reason,
        change=change,
        **signed_as(by, match.round.tournament),
    )


def check_award_since(match: Match, given: Mapping[str, Given], reason: str, seen: int | None) -> None:
    """Refuse a score from a page that did not know what was written at the table since; what is given already
    is the same press. Raises ChangedSince."""
    if not _is_given(match, given, reason):
        check_since(match.round.tournament, seen, of_scores(_tables(match)))


def _tables(match: Match) -> list[int]:
    """Keys of the match and of the other tables of its meeting."""
    return list(Match.objects.filter(encounter=match.encounter_id).values_list("pk", flat=True))


def _is_given(match: Match, given: Mapping[str, Given], reason: str) -> bool:
    last = _acts(match).order_by("-seq").first()
    return last is not None and award_of(match) == dict(given) and last.facts["reason"] == reason.strip()


@transaction.atomic
def award_match(
    *,
    match: Match,
    given: Mapping[str, Given],
    reason: str,
    by: User | None,
    confirmed: bool = False,
    seen: int | None = None,
) -> Match:
    """Give the lines of a match VP (within `vp_limits`) and signed MP instead of a played score, or change
    them.

    A score that was typed stays and counts again once this is taken back. The same again changes nothing.
    Raises ValidationError, with code "confirm" for what is `unusual` and was not `confirmed`; ChangedSince as
    `check_award_since`, for a page with the version `seen`.
    """
    match, reason = _locked_match(match, by), reason.strip()
    check_award(match, given, reason)
    seats = [(place, seat) for place, seat in _holders(match) if seat.is_active]
    if _is_given(match, given, reason):
        return match
    check_award_since(match, given, reason, seen)
    doubts = unusual(match, given)
    if doubts and not confirmed:
        raise ValidationError(" ".join(doubts), code="confirm")
    before = _by_place(match, *Award.Kind.values)
    for place, seat in seats:
        facts = {"vp": given[place].vp, "mp": given[place].mp, "kind": Award.Kind.REFEREE}
        Award.objects.update_or_create(seat=seat, defaults=facts)
    change = "award_meant" if doubts else "award"
    _write_act(match, before, dict(given), reason=reason, change=change, by=by)
    return match


@transaction.atomic
def take_award_back(*, match: Match, by: User | None, reason: str = "", seen: int | None = None) -> Match:
    """Let the played score count again, or wait for one; twice changes nothing. Raises ValidationError,
    ChangedSince for a page with the version `seen` that showed the table otherwise.

    So who was absent has come after all. What had been given stays in the log.
    """
    match = _locked_match(match, by)
    before = award_of(match)
    if before:
        check_since(match.round.tournament, seen, of_scores(_tables(match)))
        holders = [seat.pk for _place, seat in _holders(match)]
        Award.objects.filter(seat__in=holders).delete()
        _write_act(match, before, {}, reason=reason.strip()[:LONGEST_REASON], change="award_back", by=by)
    return match
