"""Standings and results, derived on each reading from what was typed: a constant number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.ranking import Criterion, Figure, RoundTally, SumsCheck, Tally, check_sums, rank
from tournaments.at_tables import Played, Sat, of_meetings, outcomes, seats_in, stored_hands
from tournaments.brackets import Place, Result, final_places
from tournaments.formats import vp_table
from tournaments.hands import NumberedHand
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round
from tournaments.models.scores import Award, Penalty
from tournaments.names import EntryNames, entry_names
from tournaments.round_scores import AWAY, NO_MATCH, RoundScore, left_at, score_of


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings. `vp` and `mp` are what ranks: the rounds' sum with the penalties taken off."""

    place: int
    shared: bool
    entry_id: int
    number: int
    names: EntryNames
    vp: Figure
    mp: Figure
    raw: Figure
    penalty_vp: int
    penalty_mp: int
    rounds: tuple[RoundScore, ...]
    withdrawn: bool

    def in_round(self, number: int) -> RoundScore | None:
        return next((score for score in self.rounds if score.round == number), None)


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody in order. `check` is V22 over what was played, before penalties; None where it says nothing:
    raw points as VP, or a line that got the referee's score, or what an absence leaves.

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

    @property
    def left(self) -> int:
        """How many of the rows have withdrawn."""
        return sum(row.withdrawn for row in self.rows)

    @property
    def playing(self) -> int:
        """How many of the rows are still there."""
        return len(self.rows) - self.left


def _by_match(seats: Iterable[Sat]) -> dict[int, list[Sat]]:
    company: dict[int, list[Sat]] = defaultdict(list)
    for seat in seats:
        if seat.match is not None:
            company[seat.match].append(seat)
    return company


def _missing(company: Mapping[int, list[Sat]], played: Mapping[int, Played], public: set[int]) -> int:
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
        sit_outs=sum(score.kind in NO_MATCH for score in counted),
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


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the standings are folded from, read once; `played` by the key of a match, `left` the key of a
    meeting with the number of who left it."""

    tournament: Tournament
    through: int | None
    version: int
    rounds: tuple[Round, ...]
    seats: tuple[Sat, ...]
    played: Mapping[int, Played]
    penalties: Mapping[int, tuple[int, int]]
    names: Mapping[int, EntryNames]
    in_the_field: Mapping[int, str]
    left: frozenset[tuple[int, int]]
    order: tuple[int, ...]


def _drawn_from(rounds: Iterable[Round]) -> tuple[int, ...]:
    """The ranking that the last announced round was drawn from; asked where it tells a final from the match
    for the third place beside it."""
    last = next((round_ for round_ in reversed([*rounds]) if round_.is_public), None)
    if last is None or not last.phase.third_place:
        return ()
    draws = last.draws.filter(superseded_at__isnull=True).values_list("order", flat=True)
    return tuple(draws.first() or ())


def _facts(tournament: Tournament, through: int | None = None, *, announced_only: bool = False) -> _Facts:
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    rounds = tuple(
        round_
        for round_ in tournament.rounds.drawn().select_related("phase__tournament")
        if (through is None or round_.number <= through) and (round_.is_public or not announced_only)
    )
    numbers = [round_.number for round_ in rounds]
    seats = tuple(seats_in(tournament, numbers))
    field = Entry.objects.filter(tournament=tournament).in_the_field()
    return _Facts(
        tournament,
        through,
        version,
        rounds,
        seats,
        outcomes(rounds, seats, stored_hands(rounds)),
        _penalties(tournament, numbers),
        entry_names(tournament),
        dict(field.values_list("pk", "state")),
        left_at(tournament, seats),
        _drawn_from(rounds),
    )


@dataclass(frozen=True, slots=True)
class Tried:
    """What could be written: hands by the key of their match; awards by round and entry, VP and signed MP,
    None for taking away the one that stands."""

    hands: Mapping[int, tuple[NumberedHand, ...]] = field(default_factory=dict)
    awards: Mapping[tuple[int, int], tuple[int, int] | None] = field(default_factory=dict)


def standings(
    tournament: Tournament, *, through: int | None = None, announced_only: bool = False
) -> Standings:
    """The standings after round `through` (None: after all), by the tournament's criteria.

    Only announced rounds give points, complete matches only: the rest is counted as missing. `announced_only`
    also leaves the seats of unannounced rounds out of each row; the figures are the same.
    """
    return _fold(_facts(tournament, through, announced_only=announced_only), {})


def before_and_after(
    tournament: Tournament, tried: Tried, *, through: int | None = None, announced_only: bool = False
) -> tuple[Standings, Standings]:
    """The `standings` as stored, and as they would be with what is tried: both from the same reading."""
    facts = _facts(tournament, through, announced_only=announced_only)
    seats = tuple(_with_award(seat, tried.awards) for seat in facts.seats)
    return _fold(facts, {}), _fold(replace(facts, seats=seats), tried.hands)


def _with_award(seat: Sat, awards: Mapping[tuple[int, int], tuple[int, int] | None]) -> Sat:
    if (seat.round_number, seat.entry) not in awards:
        return seat
    given = awards[seat.round_number, seat.entry]
    if given is None:
        return seat._replace(award_kind=None, award_vp=None, award_mp=None)
    return seat._replace(award_kind=Award.Kind.REFEREE, award_vp=given[0], award_mp=given[1])


def _fold(facts: _Facts, instead: Mapping[int, tuple[NumberedHand, ...]]) -> Standings:
    tournament = facts.tournament
    public = {round_.number for round_ in facts.rounds if round_.is_public}
    phases = {round_.number: round_.phase for round_ in facts.rounds}
    company = _by_match(facts.seats)
    without = {s.encounter for s in facts.seats if s.award_kind == Award.Kind.ABSENCE} - {None}
    played = {match: outcome for match, outcome in facts.played.items() if match not in instead}
    played |= outcomes(facts.rounds, facts.seats, instead)
    scores: dict[int, list[RoundScore]] = defaultdict(list)
    seats: Sequence[Sat] = facts.seats
    results: Mapping[int, Played] = played
    if tournament.is_teams:
        seats, results = of_meetings(facts.rounds, facts.seats, played)
    for seat in seats:
        at_table = company.get(seat.match, []) if seat.match is not None else []
        outcome = results.get(seat.match) if seat.match is not None else None
        score = score_of(
            seat,
            at_table,
            outcome,
            phase=phases[seat.round_number],
            is_public=seat.round_number in public,
            is_absence=seat.encounter in without,
            has_left=(seat.encounter, facts.names[seat.entry].number) in facts.left,
        )
        scores[seat.entry].append(score)
    return Standings(
        tournament_id=tournament.pk,
        rows=_in_bracket_order(facts, scores, _rows(facts, scores)),
        rounds=tuple(round_.number for round_ in facts.rounds),
        through=facts.through,
        missing_matches=_missing(company, played, public),
        check=_check(facts.rounds, scores),
        criteria=tuple(tournament.criteria),
        is_final=tournament.state == Tournament.State.FINAL,
        tournament_version=facts.version,
    )


def results_of(scores: Mapping[int, Iterable[RoundScore]]) -> dict[tuple[int, int], Result]:
    """Each entry's rounds as results of a knock-out."""
    return {
        (score.round, entry): Result(score.vp, score.mp, score.opponents, absent=score.kind in AWAY)
        for entry, rounds in scores.items()
        for score in rounds
    }


def _in_bracket_order(
    facts: _Facts, scores: Mapping[int, list[RoundScore]], rows: tuple[StandingRow, ...]
) -> tuple[StandingRow, ...]:
    """In a knock-out, how far an entry came before what it scored; who is in no knock-out and in no final
    follows those who are."""
    seats = (seat for seat in facts.seats if seat.slot == 1)  # a team has its place once
    sat = (Place(s.round_number, s.entry, s.table, s.line, s.reason, s.group) for s in seats)
    ranked = [(row.entry_id, row.place) for row in rows]
    places = final_places(
        facts.rounds,
        sat,
        results_of(scores),
        ranked,
        gone=[row.entry_id for row in rows if row.withdrawn],
        order=facts.order,
    )
    inside = [
        replace(row, place=places[row.entry_id][0], shared=places[row.entry_id][1])
        for row in rows
        if row.entry_id in places
    ]
    others = [row for row in rows if row.entry_id not in places]
    behind = [
        replace(row, place=len(inside) + 1 + sum(other.place < row.place for other in others))
        for row in others
    ]
    return tuple(sorted(inside, key=lambda row: row.place)) + tuple(behind) if places else rows


def _check(rounds: Iterable[Round], scores: Mapping[int, list[RoundScore]]) -> SumsCheck | None:
    """V22: what was played adds up, phase by phase if their tables share out different VP."""
    worth = {round_.number: vp_table(round_.phase).total for round_ in rounds}
    every = [score for row in scores.values() for score in row]
    if None in worth.values() or any(score.kind in {"referee", "left_alone"} for score in every):
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


def _rows(facts: _Facts, scores: Mapping[int, list[RoundScore]]) -> tuple[StandingRow, ...]:
    names, penalties, in_the_field = facts.names, facts.penalties, facts.in_the_field
    tallies = [
        _tally(entry_id, scores.get(entry_id, []), penalties.get(entry_id, (0, 0)))
        for entry_id in {**in_the_field, **scores}
    ]
    ranked = rank(tallies, tuple(Criterion(code) for code in facts.tournament.criteria))
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
