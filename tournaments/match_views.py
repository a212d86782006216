"""Matches as the pages show them: names, points, VP and MP of those who score, derived on each reading."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import models

from scoring.ranking import Figure
from tournaments.hands import LINES, NumberedHand, hands_by_match
from tournaments.models.rounds import Match, Round, Seat, place_of
from tournaments.names import EntryNames, entry_names
from tournaments.results import Outcome, Rules, outcome_of, rules_of, shown_points

Awards = dict[str, tuple[int, int]]  # VP and signed MP by place, of the seats that have an award


@dataclass(frozen=True, slots=True)
class MatchSide:
    """Who scores together in a match: a line, or one player at a table of three or five.

    `place` is "NS", "EW" or "1" … "5"; `points` are None before the first hand, `vp` while not complete.
    """

    place: str
    names: tuple[EntryNames, ...]
    running: tuple[Figure, ...]
    points: Figure | None
    vp: Figure | None
    mp: Figure | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as the pages show it. Totals are points of NS and EW, `vp` theirs, `mp` that of NS.

    At a table of three or five totals, VP and `running` are the players' by place, and `ns` and `ew` are
    empty. `complete` is also true of a match that the referee decided on both sides (`awarded`). An award
    stands before what was played: VP and MP are then the award's.
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

    @property
    def has_lines(self) -> bool:
        return len(self.sides) == 2


def match_results(round: Round) -> tuple[MatchView, ...]:
    """Every match of the round with its names and score, by table, in a constant number of queries."""
    return _views(round, round.matches.active())


def match_view(match: Match) -> MatchView:
    """One match as `match_results` shows it."""
    return _views(match.round, Match.objects.filter(pk=match.pk))[0]


def _views(round_: Round, matches: models.QuerySet[Match]) -> tuple[MatchView, ...]:
    names = entry_names(round_.tournament, at_round=round_.number)
    found = list(matches.order_by("table_number"))
    hands = hands_by_match(match.pk for match in found)
    seats: dict[int, dict[str, list[EntryNames]]] = defaultdict(lambda: {"NS": [], "EW": [], "": []})
    awards: dict[int, Awards] = defaultdict(dict)
    # Those of a match that was undone too: it still says who would have sat there.
    rows = Seat.objects.filter(match__in=[match.pk for match in found]).order_by("position", "pk")
    for match_id, line, position, entry, vp, mp in rows.values_list(
        "match_id", "line", "position", "entry_id", "award__vp", "award__mp"
    ):
        seats[match_id][line].append(names[entry])
        if vp is not None:
            awards[match_id][place_of(line, position)] = (vp, mp)
    return tuple(
        _view(
            match,
            seats[match.pk],
            hands.get(match.pk, ()),
            rules_of(round_.phase, match.players),
            awards[match.pk],
        )
        for match in found
    )


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
            *awards.get(
                place,
                (
                    outcome.vp[side] if outcome.vp else None,
                    outcome.mp[side] if outcome.mp else None,
                ),
            ),
        )
        for side, (place, names) in enumerate(who)
    )
