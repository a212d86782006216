"""Matches as the pages show them: names, points, VP and MP of those who score, derived on each reading."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import models

from scoring.ranking import Figure
from tournaments.hands import LINES, NumberedHand, hands_by_match
from tournaments.models.rounds import Match, Round, Seat, place_of
from tournaments.models.scores import Award
from tournaments.names import EntryNames, entry_names
from tournaments.results import (
    Outcome,
    Rules,
    outcome_of,
    points_together,
    rules_of,
    shown_points,
    vp_together,
)

Awards = dict[str, list[tuple[int, int]]]  # VP and signed MP of the seats that have an award, by place


@dataclass(frozen=True, slots=True)
class MatchSide:
    """Who scores together in a match: a line, or one player at a table of three or five.

    `place` is "NS", "EW" or "1" … "5"; `points` are None before the first hand, `vp` while not complete.
    `given`: VP and MP of each of two single players whose awards differ, as when one of them left.
    """

    place: str
    names: tuple[EntryNames, ...]
    running: tuple[Figure, ...]
    points: Figure | None
    vp: Figure | None
    mp: Figure | None
    given: tuple[tuple[int, int], ...] = ()

    @property
    def each_vp(self) -> tuple[Figure | None, ...]:
        """The VP of the line, or of each of its players where they differ."""
        return tuple(vp for vp, _mp in self.given) or (self.vp,)

    @property
    def each_mp(self) -> tuple[Figure | None, ...]:
        """The MP of the line, or of each of its players where they differ."""
        return tuple(mp for _vp, mp in self.given) or (self.mp,)


@dataclass(frozen=True, slots=True)
class MeetingView:
    """The meeting of two teams that a table belongs to, as seen from it: the other tables by number, which of
    them lack a score, and the points of both tables so far, of the teams that sit N-S and E-W here; `vp` are
    None until all its tables are complete."""

    others: tuple[int, ...]
    missing: tuple[int, ...]
    totals: tuple[int, int]
    vp: tuple[int, int] | None
    has_hands: bool

    @property
    def mp(self) -> int:
        """What the team that sits N-S here is ahead of the other."""
        return self.totals[0] - self.totals[1]


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as the pages show it. Totals are points of NS and EW, `vp` theirs, `mp` that of NS.

    At a table of a meeting of teams `vp` are those of the whole meeting, once all its tables are complete.

    At a table of three or five totals, VP and `running` are the players' by place, and `ns` and `ew` are
    empty. `complete` is also true of a match that the referee decided on both sides (`awarded`). An award
    stands before what was played: VP and MP are then the award's; `is_absence`: because somebody did not
    come, or left. `is_played`: the hands written end it; `extra_hands` of them were played because
    it was level. `stake` is what one of the last matches of a knock-out is for: see
    `knockouts.with_stakes`.
    """

    match_id: int
    table_number: int
    code: str
    ns: tuple[EntryNames, ...]
    ew: tuple[EntryNames, ...]
    hands: tuple[NumberedHand, ...]
    running: tuple[tuple[Figure, ...], ...]
    totals: tuple[Figure, ...]
    vp: tuple[Figure, ...] | None
    mp: Figure | None
    complete: bool
    missing_hands: int | None
    awarded: bool
    postponed: bool
    version: int
    sides: tuple[MatchSide, ...]
    is_played: bool
    meeting: MeetingView | None = None
    is_absence: bool = False
    extra_hands: int = 0
    stake: str = ""

    @property
    def has_lines(self) -> bool:
        return len(self.sides) == 2

    @property
    def hands_written(self) -> int:
        """How many hands the slip has so far."""
        return self.hands[-1].last if self.hands else 0


def match_results(round: Round) -> tuple[MatchView, ...]:
    """Every match of the round with its names and score, by table, in a constant number of queries."""
    return _views(round, round.matches.active())


def match_view(match: Match) -> MatchView:
    """One match as `match_results` shows it."""
    return _views(match.round, Match.objects.filter(pk=match.pk))[0]


def _views(round_: Round, matches: models.QuerySet[Match]) -> tuple[MatchView, ...]:
    if round_.tournament.is_teams:
        asked = set(matches.values_list("pk", flat=True))
        together = Match.objects.filter(encounter__matches__in=asked).distinct().order_by("table_number")
        views = [view for view in _with_meetings(round_, list(together)) if view.match_id in asked]
        return tuple(sorted(views, key=lambda view: view.table_number))  # a table may have moved
    return tuple(_alone(round_, list(matches.order_by("table_number"))))


def _alone(round_: Round, found: Sequence[Match]) -> list[MatchView]:
    """The matches, each by itself."""
    names = entry_names(round_.tournament, at_round=round_.number)
    hands = hands_by_match(match.pk for match in found)
    seats: dict[int, dict[str, list[EntryNames]]] = defaultdict(lambda: {"NS": [], "EW": [], "": []})
    awards: dict[int, Awards] = defaultdict(lambda: defaultdict(list))
    absences: set[int] = set()
    # Those of a match that was undone too: it still says who would have sat there.
    rows = Seat.objects.filter(match__in=[match.pk for match in found]).order_by("position", "pk")
    for match_id, line, position, entry, vp, mp, kind, *players in rows.values_list(
        "match_id",
        "line",
        "position",
        "entry_id",
        "award__vp",
        "award__mp",
        "award__kind",
        "first_player",
        "second_player",
    ):
        seats[match_id][line].append(names[entry].seated(*players))
        if kind == Award.Kind.ABSENCE:
            absences.add(match_id)
        if vp is not None:
            awards[match_id][place_of(line, position)].append((vp, mp))
    views = (
        _view(
            match,
            seats[match.pk],
            hands.get(match.pk, ()),
            rules_of(round_.phase, match.players),
            awards[match.pk],
        )
        for match in found
    )
    return [replace(view, is_absence=view.match_id in absences) for view in views]


def _with_meetings(round_: Round, found: Sequence[Match]) -> Iterator[MatchView]:
    """The matches of whole meetings, each with what its meeting has come to. Its first table holds the
    awards of both."""
    by_encounter: dict[int, list[MatchView]] = defaultdict(list)
    for match, view in zip(found, _alone(round_, found), strict=True):
        by_encounter[match.encounter_id].append(view)
    for tables in by_encounter.values():
        given = {
            side.names[0].entry_id: (side.vp, side.mp)
            for view in tables
            if view.awarded
            for side in view.sides
        }
        facts = {"awarded": bool(given), "is_absence": any(view.is_absence for view in tables)}
        judged = [replace(view, complete=view.is_played or bool(given), **facts) for view in tables]
        yield from (_in_meeting(view, judged, rules_of(round_.phase), given) for view in judged)


def _in_meeting(
    view: MatchView,
    tables: Sequence[MatchView],
    rules: Rules,
    given: Mapping[int, tuple[Figure | None, Figure | None]],
) -> MatchView:
    """A table with the VP of its meeting; `given` are the awards of the teams (VP and MP by key), if any."""
    here = view.ns[0].entry_id
    totals = points_together((each.totals, each.ns[0].entry_id != here) for each in tables)
    others = [each for each in tables if each.match_id != view.match_id]
    is_over = not given and all(each.is_played for each in tables)
    vp = vp_together(totals, rules) if is_over else None
    awards = [given.get(side.names[0].entry_id, (None, side.mp)) for side in view.sides]
    sides = tuple(
        replace(side, vp=vp[at] if vp else awards[at][0], mp=awards[at][1])
        for at, side in enumerate(view.sides)
    )
    meeting = MeetingView(
        tuple(each.table_number for each in others),
        tuple(each.table_number for each in others if not each.complete),
        totals,
        vp,
        any(each.hands for each in tables),
    )
    shown = tuple(side.vp for side in sides if side.vp is not None)
    mp = given[here][1] if given else view.mp
    return replace(view, vp=shown or None, mp=mp, sides=sides, meeting=meeting)


def _view(
    match: Match,
    lines: Mapping[str, list[EntryNames]],
    hands: tuple[NumberedHand, ...],
    rules: Rules,
    awards: Awards,
) -> MatchView:
    outcome = outcome_of(hands, rules)
    sides = _sides(lines, outcome, rules, awards, has_score=bool(hands))
    awarded = all(side.place in awards for side in sides)
    vp = tuple(side.vp for side in sides if side.vp is not None)
    return MatchView(
        match_id=match.pk,
        table_number=match.table_number,
        code=match.code,
        ns=tuple(lines["NS"]),
        ew=tuple(lines["EW"]),
        hands=hands,
        running=outcome.running,
        totals=outcome.totals,
        vp=vp if len(vp) == len(sides) else None,
        mp=sides[0].mp if rules.has_lines else None,
        complete=outcome.complete or awarded,
        missing_hands=outcome.missing_hands,
        awarded=awarded,
        postponed=match.postponed_at is not None,
        version=match.version,
        sides=sides,
        is_played=outcome.complete,
        extra_hands=max(0, hands[-1].last - rules.format.hands) if hands and rules.format.hands else 0,
    )


def _sides(
    lines: Mapping[str, list[EntryNames]], outcome: Outcome, rules: Rules, awards: Awards, *, has_score: bool
) -> tuple[MatchSide, ...]:
    """The lines, or the players by place, with what each has so far, as the table writes it."""
    who: list[tuple[str, tuple[EntryNames, ...]]] = [
        (place_of("", place), (names,)) for place, names in enumerate(lines[""], 1)
    ] or [(line.value, tuple(lines[line])) for line in LINES]
    return tuple(
        MatchSide(
            place,
            names,
            tuple(shown_points(row[side], rules) for row in outcome.running),
            shown_points(outcome.totals[side], rules) if has_score else None,
            *(
                awards[place][-1]
                if place in awards
                else (
                    outcome.vp[side] if outcome.vp else None,
                    outcome.mp[side] if outcome.mp else None,
                )
            ),
            given=tuple(awards[place]) if len({*awards.get(place, ())}) > 1 else (),
        )
        for side, (place, names) in enumerate(who)
    )
