"""What an entry did in one round: where its figures come from, with whom and against whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Literal

from scoring.ranking import Figure
from tournaments.at_tables import Played, Sat
from tournaments.hands import LINES
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Seat, passes_on, place_of
from tournaments.models.scores import Award

Kind = Literal["played", "rests", "waits", "bye", "absent", "gone", "left_alone", "referee", "missing"]
NO_MATCH: frozenset[Kind] = frozenset({"rests", "waits", "bye"})
"""Who had no opponents by the draw, and is not to blame for it."""
AWAY: frozenset[Kind] = frozenset({"absent", "gone"})


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What an entry did in a round: VP, signed MP, own and opponents' points; None while unknown.

    `kind` says where the figures come from; "missing" is a match without a complete score, "absent" one to
    which the entry did not come, "gone" one that it left, "left_alone" one that others did not come to or
    left; who "waits" came when every seat was taken; with a "bye" it goes on in a knock-out. `partner` and
    `opponents` are keys of entries. `line` is the place at a table of three or five ("1" … "5"), where
    `against` is None: everybody opposes everybody.
    """

    round: int
    kind: Kind
    table: int | None
    line: str
    partner: tuple[int, ...]
    opponents: tuple[int, ...]
    vp: Figure | None
    mp: Figure | None
    raw: Figure | None
    against: Figure | None


def _without_match(seat: Sat, phase: Phase) -> Kind:
    """Why an entry sits nowhere in a round."""
    if seat.reason == Seat.Reason.WAITS:
        return "waits"
    if seat.reason == Seat.Reason.RESTS:
        return "bye" if passes_on(phase, seat.group) else "rests"
    return "absent"


def _awarded(kind: Kind, award: str, *, is_absence: bool, has_left: bool) -> Kind:
    """What an award says of a round; a rest's leaves it what it is."""
    if award == Award.Kind.REFEREE:
        return "left_alone" if is_absence else "referee"
    if award == Award.Kind.ABSENCE:
        return "gone" if has_left else "absent"
    return kind


def score_of(
    seat: Sat,
    company: Iterable[Sat],
    outcome: Played | None,
    *,
    phase: Phase,
    is_public: bool,
    is_absence: bool,
    has_left: bool,
) -> RoundScore:
    """One seat's round: an award stands before a played score; an unannounced round gives nothing yet."""
    others = [one for one in company if one.entry != seat.entry]
    partner = tuple(one.entry for one in others if seat.line and one.line == seat.line)
    opponents = tuple(one.entry for one in others if one.entry not in partner)
    place = place_of(seat.line, seat.position) if seat.match is not None else seat.line
    kind: Kind = "missing" if seat.match is not None else _without_match(seat, phase)
    vp = mp = raw = against = None
    if outcome is not None and outcome.vp is not None:
        side = LINES.index(Seat.Line(seat.line)) if seat.line else seat.position - 1
        kind, raw, vp, mp = "played", outcome.totals[side], outcome.vp[side], outcome.mp[side]
        against = outcome.totals[1 - side] if seat.line else None
    if seat.award_kind is not None:
        kind = _awarded(kind, seat.award_kind, is_absence=is_absence, has_left=has_left)
        vp, mp = (seat.award_vp, seat.award_mp) if is_public else (None, None)
    return RoundScore(seat.round_number, kind, seat.table, place, partner, opponents, vp, mp, raw, against)


def left_at(tournament: Tournament, seats: Iterable[Sat]) -> frozenset[tuple[int, int]]:
    """Who left which meeting, and was not written absent there again after coming back; no query where no
    award of an absence stands."""
    seats = list(seats)
    if not any(seat.award_kind == Award.Kind.ABSENCE for seat in seats):
        return frozenset()
    meetings = {seat.match: seat.encounter for seat in seats if seat.encounter is not None}
    acts = tournament.acts.filter(verb__in=[Act.Verb.WITHDRAW, Act.Verb.ABSENCE], undone_by__isnull=True)
    left: set[tuple[int, int]] = set()
    for verb, facts in acts.order_by("seq").values_list("verb", "facts"):
        tables = (facts.get("match"), *facts.get("also", ()))
        who = set(product((meetings[key] for key in tables if key in meetings), facts["numbers"]))
        left = left | who if verb == Act.Verb.WITHDRAW else left - who
    return frozenset(left)
