"""Standings and results, derived on each reading from what was typed: a constant number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.db import models

from scoring.ranking import Criterion, RoundTally, SumsCheck, Tally, check_sums, rank
from tournaments.formats import vp_table
from tournaments.hands import NumberedHand, hands_by_match
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round, Seat
from tournaments.models.scores import Award, Penalty
from tournaments.names import EntryNames, entry_names
from tournaments.results import Rules, result_of, rules_of, vp_of

Kind = Literal["played", "rests", "absent", "referee", "missing"]
AWARD_KINDS: Mapping[str, Kind] = {
    Award.Kind.REST: "rests",
    Award.Kind.ABSENCE: "absent",
    Award.Kind.REFEREE: "referee",
}


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What an entry did in a round: VP, signed MP, own and opponents' points; None while unknown.

    `kind` says where the figures come from; "missing" is a match without a complete score. `partner` and
    `opponents` are keys of entries.
    """

    round: int
    kind: Kind
    table: int | None
    line: str
    partner: tuple[int, ...]
    opponents: tuple[int, ...]
    vp: int | None
    mp: int | None
    raw: int | None
    against: int | None


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings. `vp` and `mp` are what ranks: the rounds' sum with the penalties taken off."""

    place: int
    shared: bool
    entry_id: int
    number: int
    names: EntryNames
    vp: int
    mp: int
    raw: int
    penalty_vp: int
    penalty_mp: int
    rounds: tuple[RoundScore, ...]
    withdrawn: bool

    def in_round(self, number: int) -> RoundScore | None:
        return next((score for score in self.rounds if score.round == number), None)


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody in order. `check` is V22 over what was played, before penalties; None where it says nothing:
    raw points as VP, or a line that got the referee's score.

    `missing_matches` counts announced matches without a complete score; `rounds` are the numbers shown;
    `criteria` are the codes of what ranked them, the first before all.
    """

    tournament_id: int
    rows: tuple[StandingRow, ...]
    rounds: tuple[int, ...]
    through: int | None
    missing_matches: int
    check: SumsCheck | None
    criteria: tuple[str, ...]
    is_final: bool
    tournament_version: int


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as the pages show it. Totals are points of NS and EW, `vp` theirs, `mp` the difference NS − EW.

    `complete` is also true of a match that the referee decided on both sides (`awarded`).
    """

    match_id: int
    table_number: int
    code: str
    ns: tuple[EntryNames, ...]
    ew: tuple[EntryNames, ...]
    hands: tuple[NumberedHand, ...]
    running: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    vp: tuple[int, int] | None
    mp: int | None
    complete: bool
    missing_hands: int | None
    awarded: bool
    version: int


class _Sat(NamedTuple):
    """A seat as one query brings it, with its award."""

    round_number: int
    entry: int
    match: int | None
    line: str
    position: int
    table: int | None
    reason: str
    award_kind: str | None
    award_vp: int | None
    award_mp: int | None


class _Played(NamedTuple):
    """A match's outcome: points and VP of NS and EW, None while incomplete."""

    totals: tuple[int, int]
    vp: tuple[int, int]


def _seats(tournament: Tournament, numbers: Iterable[int]) -> list[_Sat]:
    rows = (
        Seat.objects.active()
        .filter(round__tournament=tournament, round__number__in=list(numbers))
        .order_by("round__number", "match__table_number", "line", "position", "pk")
        .values_list(
            "round__number",
            "entry_id",
            "match_id",
            "line",
            "position",
            "table_number",
            "reason",
            "award__kind",
            "award__vp",
            "award__mp",
        )
    )
    return [_Sat(*row) for row in rows]


def _outcomes(rounds: Iterable[Round], seats: Iterable[_Sat]) -> dict[int, _Played]:
    """Complete matches by key, in one query."""
    rules = {round_.number: rules_of(round_.phase) for round_ in rounds}
    round_of = {seat.match: seat.round_number for seat in seats if seat.match is not None}
    played = {}
    tournament_matches = Match.objects.filter(round__in=[round_.pk for round_ in rounds]).active()
    for match_id, hands in hands_by_match(tournament_matches.values("pk")).items():
        of = rules[round_of[match_id]]
        result = result_of(hands, of)
        vp = vp_of(result, of)
        if vp is not None:
            played[match_id] = _Played(result.totals, vp)
    return played


def _score(seat: _Sat, company: Iterable[_Sat], outcome: _Played | None, *, is_public: bool) -> RoundScore:
    """One seat's round: an award stands before a played score; an unannounced round gives nothing yet."""
    partner = tuple(one.entry for one in company if one.line == seat.line and one.entry != seat.entry)
    opponents = tuple(one.entry for one in company if one.line != seat.line)
    kind: Kind = "rests" if seat.reason == Seat.Reason.RESTS else "absent"
    kind = "missing" if seat.match is not None else kind
    vp = mp = raw = against = None
    if outcome is not None:
        side = 0 if seat.line == Seat.Line.NS else 1
        kind, raw, against = "played", outcome.totals[side], outcome.totals[1 - side]
        vp, mp = outcome.vp[side], raw - against
    if seat.award_kind is not None:
        kind = AWARD_KINDS[seat.award_kind]
        vp, mp = (seat.award_vp, seat.award_mp) if is_public else (None, None)
    return RoundScore(
        seat.round_number, kind, seat.table, seat.line, partner, opponents, vp, mp, raw, against
    )


def _by_match(seats: Iterable[_Sat]) -> dict[int, list[_Sat]]:
    company: dict[int, list[_Sat]] = defaultdict(list)
    for seat in seats:
        if seat.match is not None:
            company[seat.match].append(seat)
    return company


def _missing(company: Mapping[int, list[_Sat]], played: Mapping[int, _Played], public: set[int]) -> int:
    """Announced matches without a complete score and not decided by the referee on both sides."""
    return sum(
        match_id not in played and any(seat.award_kind is None for seat in seats)
        for match_id, seats in company.items()
        if seats[0].round_number in public
    )


def _tally(entry_id: int, scores: Iterable[RoundScore], penalty: tuple[int, int]) -> Tally:
    counted = [score for score in scores if score.vp is not None]
    rounds = tuple(
        RoundTally(
            score.round,
            score.opponents[0] if score.kind == "played" and len(score.opponents) == 1 else None,
            score.vp or 0,
            score.mp or 0,
            score.raw or 0,
            score.kind == "played",
        )
        for score in counted
    )
    return Tally(
        key=entry_id,
        vp=sum(score.vp for score in rounds) + penalty[0],
        mp=sum(score.mp for score in rounds) + penalty[1],
        raw_points=sum(score.raw or 0 for score in counted),
        wins=sum(score.kind == "played" and (score.mp or 0) > 0 for score in counted),
        sit_outs=sum(score.kind == "rests" for score in counted),
        rounds=rounds,
        lot=None,
    )


def _penalties(tournament: Tournament, numbers: Iterable[int]) -> dict[int, tuple[int, int]]:
    sums: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    rows = Penalty.objects.filter(
        entry__tournament=tournament, round__number__in=list(numbers), revoked_at__isnull=True
    )
    for entry_id, vp, mp in rows.values_list("entry_id", "vp", "mp"):
        sums[entry_id] = (sums[entry_id][0] + vp, sums[entry_id][1] + mp)
    return sums


def standings(
    tournament: Tournament, *, through: int | None = None, announced_only: bool = False
) -> Standings:
    """The standings after round `through` (None: after all), by the tournament's criteria.

    Only announced rounds give points, complete matches only: the rest is counted as missing. `announced_only`
    also leaves the seats of unannounced rounds out of each row; the figures are the same.
    """
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    rounds = [
        round_
        for round_ in tournament.rounds.drawn().select_related("phase__tournament")
        if (through is None or round_.number <= through) and (round_.is_public or not announced_only)
    ]
    public = {round_.number for round_ in rounds if round_.is_public}
    seats = _seats(tournament, [round_.number for round_ in rounds])
    company, played = _by_match(seats), _outcomes(rounds, seats)
    scores: dict[int, list[RoundScore]] = defaultdict(list)
    for seat in seats:
        at_table = company.get(seat.match, []) if seat.match is not None else []
        outcome = played.get(seat.match) if seat.match is not None else None
        scores[seat.entry].append(_score(seat, at_table, outcome, is_public=seat.round_number in public))
    penalties = _penalties(tournament, [round_.number for round_ in rounds])
    return Standings(
        tournament_id=tournament.pk,
        rows=_rows(tournament, scores, penalties),
        rounds=tuple(round_.number for round_ in rounds),
        through=through,
        missing_matches=_missing(company, played, public),
        check=_check(rounds, scores),
        criteria=tuple(tournament.criteria),
        is_final=tournament.state == Tournament.State.FINAL,
        tournament_version=version,
    )


def _check(rounds: Iterable[Round], scores: Mapping[int, list[RoundScore]]) -> SumsCheck | None:
    """V22: what was played adds up, phase by phase if their tables share out different VP."""
    worth = {round_.number: vp_table(round_.phase).total for round_ in rounds}
    every = [score for row in scores.values() for score in row]
    if None in worth.values() or any(score.kind == "referee" for score in every):
        return None
    parts = [
        check_sums([_tally(0, [score for score in every if worth[score.round] == total], (0, 0))], total)
        for total in set(worth.values())
        if total is not None
    ]
    return SumsCheck(
        sum(part.expected_vp for part in parts),
        sum(part.found_vp for part in parts),
        sum(part.found_mp for part in parts),
    )


def _rows(
    tournament: Tournament,
    scores: Mapping[int, list[RoundScore]],
    penalties: Mapping[int, tuple[int, int]],
) -> tuple[StandingRow, ...]:
    names = entry_names(tournament)
    in_the_field = dict(Entry.objects.filter(tournament=tournament).in_the_field().values_list("pk", "state"))
    tallies = [
        _tally(entry_id, scores.get(entry_id, []), penalties.get(entry_id, (0, 0)))
        for entry_id in {**in_the_field, **scores}
    ]
    ranked = rank(tallies, tuple(Criterion(code) for code in tournament.criteria))
    return tuple(
        StandingRow(
            place=each.place,
            shared=each.shared,
            entry_id=each.tally.key,
            number=names[each.tally.key].number,
            names=names[each.tally.key],
            vp=each.tally.vp,
            mp=each.tally.mp,
            raw=each.tally.raw_points,
            penalty_vp=penalties.get(each.tally.key, (0, 0))[0],
            penalty_mp=penalties.get(each.tally.key, (0, 0))[1],
            rounds=tuple(scores.get(each.tally.key, [])),
            withdrawn=in_the_field.get(each.tally.key) == Entry.State.WITHDRAWN,
        )
        for each in ranked
    )


def match_results(round: Round) -> tuple[MatchView, ...]:
    """Every match of the round with its names and score, by table, in a constant number of queries."""
    return _views(round, round.matches.active())


def match_view(match: Match) -> MatchView:
    """One match as `match_results` shows it."""
    return _views(match.round, Match.objects.filter(pk=match.pk))[0]


def _views(round_: Round, matches: models.QuerySet[Match]) -> tuple[MatchView, ...]:
    rules = rules_of(round_.phase)
    names = entry_names(round_.tournament, at_round=round_.number)
    found = list(matches.order_by("table_number"))
    hands = hands_by_match(match.pk for match in found)
    seats: dict[int, dict[str, list[EntryNames]]] = defaultdict(lambda: {"NS": [], "EW": []})
    unawarded: set[int] = set()
    # Those of a match that was undone too: it still says who would have sat there.
    rows = Seat.objects.filter(match__in=[match.pk for match in found]).order_by("position", "pk")
    for match_id, line, entry, award in rows.values_list("match_id", "line", "entry_id", "award__pk"):
        seats[match_id][line].append(names[entry])
        if award is None:
            unawarded.add(match_id)
    return tuple(
        _view(match, seats[match.pk], hands.get(match.pk, ()), rules, awarded=match.pk not in unawarded)
        for match in found
    )


def _view(
    match: Match,
    lines: Mapping[str, list[EntryNames]],
    hands: tuple[NumberedHand, ...],
    rules: Rules,
    *,
    awarded: bool,
) -> MatchView:
    result = result_of(hands, rules)
    return MatchView(
        match_id=match.pk,
        table_number=match.table_number,
        code=match.code,
        ns=tuple(lines["NS"]),
        ew=tuple(lines["EW"]),
        hands=hands,
        running=result.running,
        totals=result.totals,
        vp=vp_of(result, rules),
        mp=result.difference if result.complete else None,
        complete=result.complete or awarded,
        missing_hands=result.missing_hands,
        awarded=awarded,
        version=match.version,
    )
