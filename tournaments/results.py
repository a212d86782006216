"""One match folded by the rules of its phase: totals, whether it is over, VP."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring.bounds import bounds
from scoring.hands import EndReason, HandProblem, problems, resolve
from scoring.matches import MatchFormat, MatchResult, fold
from scoring.ranking import Figure
from scoring.regulations import Regulations
from scoring.small_tables import (
    CHANGING,
    TableHand,
    TableResult,
    fold_table,
    hand_problems,
    known_from_sides,
    player_scores,
    rounded_up,
)
from scoring.victory_points import VpTable, victory_points
from tournaments.formats import match_format, regulations_of, vp_table
from tournaments.hands import NumberedHand
from tournaments.models.events import Phase


@dataclass(frozen=True, slots=True)
class Rules:
    """By what a match of a phase is judged; `switch` is in points, None: sides are formed to the end.

    `in_meetings`: teams meet at several tables and VP are those of the sum, so that one table gives none.
    """

    format: MatchFormat
    table: VpTable
    regulations: Regulations
    players: int = 4
    switch: int | None = None
    round_up: bool = False
    in_meetings: bool = False

    @property
    def step(self) -> int:
        """All totals are multiples of it, in points."""
        return bounds(self.regulations).total_step

    @property
    def has_lines(self) -> bool:
        """Whether two lines meet; at tables of three and five everybody opposes everybody."""
        return self.players not in CHANGING


Progress: TypeAlias = MatchResult | TableResult


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match so far by those who score: NS and EW, or the players by place. Points, VP and MP are exact.

    `vp` and `mp` are None while the match is not complete; `vp` also at one table of a meeting of teams.
    """

    running: tuple[tuple[Figure, ...], ...]
    totals: tuple[Figure, ...]
    complete: bool
    missing_hands: int | None
    vp: tuple[Figure, ...] | None
    mp: tuple[Figure, ...] | None


def rules_of(phase: Phase, players: int = 4) -> Rules:
    """The rules of the phase's tables of so many players; its tournament is read with it."""
    return Rules(
        match_format(phase),
        vp_table(phase),
        regulations_of(phase.tournament),
        players,
        phase.switch_at,
        phase.round_up_halves,
        phase.tournament.is_teams,
    )


def totals_of(hands: Iterable[NumberedHand], regulations: Regulations) -> list[tuple[int, int]]:
    """Points of NS and EW in each record, as stored: a stored record always has totals."""
    pairs = []
    for each in hands:
        ns, ew = (side.total or 0 for side in resolve(each.hand, regulations))
        pairs.append((ns, ew))
    return pairs


def result_of(hands: tuple[NumberedHand, ...], rules: Rules) -> MatchResult:
    """The match of two lines so far; a last hand ended by time ends it: hands never started do not exist."""
    totals = totals_of(hands, rules.regulations)
    covers = [each.covers for each in hands]
    return fold(totals, rules.format, covers=covers, timed_out=_timed_out(hands))


def table_result(
    hands: Sequence[NumberedHand], rules: Rules, *, timed_out: bool | None = None
) -> TableResult:
    """The match at a table of three or five so far, in half points by place.

    `timed_out` None: as the end of the last hand says.
    """
    is_over = _timed_out(hands) if timed_out is None else timed_out
    folded: list[TableHand] = []
    for each in hands:
        switched = fold_table(folded, rules.format, rules.players, switch=rules.switch).alone[-1]
        hand = known_from_sides(each.hand, each.alone, rules.players, switched=switched)
        totals = tuple(side.total or 0 for side in resolve(hand, rules.regulations))
        folded.append(TableHand(totals, each.alone))
    return fold_table(folded, rules.format, rules.players, switch=rules.switch, timed_out=is_over)


def progress_of(hands: tuple[NumberedHand, ...], rules: Rules) -> Progress:
    """The match so far, whatever the table; what it is worth is not asked."""
    return result_of(hands, rules) if rules.has_lines else table_result(hands, rules)


def running_of(progress: Progress) -> tuple[tuple[Figure, ...], ...]:
    """Points after each record, of NS and EW or of the players by place."""
    if isinstance(progress, MatchResult):
        return progress.running
    return tuple(tuple(map(_points, row)) for row in progress.running)


def vp_of(progress: Progress, rules: Rules) -> tuple[Figure, ...] | None:
    """VP of those who score; None while the match is not complete, and at one table of a meeting of teams.

    GapError as in `VpTable.lookup`.
    """
    return worth_of(progress, rules)[0] if progress.complete and not rules.in_meetings else None


def _mp_of(progress: Progress, rules: Rules) -> tuple[Figure, ...] | None:
    return worth_of(progress, rules)[1] if progress.complete else None


def worth_of(progress: Progress, rules: Rules) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """VP and signed MP of those who score if the match ended here. GapError as in `VpTable.lookup`."""
    if isinstance(progress, MatchResult):
        vp = victory_points(rules.table, progress.totals, rules.step)
        return vp, (progress.difference, -progress.difference)
    scores = player_scores(progress.totals, rules.table, rules.step)
    return tuple(exact(score.vp) for score in scores), tuple(exact(score.mp) for score in scores)


def outcome_of(hands: tuple[NumberedHand, ...], rules: Rules) -> Outcome:
    """The match so far with what it is worth."""
    progress = progress_of(hands, rules)
    is_halves = isinstance(progress, TableResult)
    return Outcome(
        running_of(progress),
        tuple(map(_points, progress.totals)) if is_halves else progress.totals,
        progress.complete,
        progress.missing_hands,
        vp_of(progress, rules),
        _mp_of(progress, rules),
    )


def points_together(tables: Iterable[tuple[Sequence[Figure], bool]]) -> tuple[int, int]:
    """Points of two teams at the tables of their meeting: each table with its points of NS and EW, and
    whether the first team sits E-W there."""
    turned = [tuple(points)[::-1] if is_turned else tuple(points) for points, is_turned in tables]
    first, second = (int(sum(points[side] for points in turned)) for side in (0, 1))
    return first, second


def vp_together(points: tuple[int, int], rules: Rules) -> tuple[int, int]:
    """VP of two teams for their points at all tables of a meeting. Source: domain 5 (teams: on the sum).

    GapError as in `VpTable.lookup`.
    """
    return victory_points(rules.table, points, rules.step)


def problems_of(each: NumberedHand, rules: Rules, *, switched: bool = False) -> tuple[HandProblem, ...]:
    """Every fault of a record at its table; `switched`: dealt after everybody began to play alone."""
    if rules.has_lines:
        return problems(each.hand, rules.regulations, rules.players)
    return hand_problems(each.hand, each.alone, rules.regulations, rules.players, switched=switched)


def exact(figure: Fraction) -> Figure:
    """The same figure, as a whole number where it is one."""
    return figure.numerator if figure.denominator == 1 else figure


def plain(figure: Figure) -> int | str:
    """The figure for JSON: 385/2 is written "385/2"."""
    return figure if isinstance(figure, int) else str(figure)


def shown_points(points: Figure, rules: Rules) -> Figure:
    """Points as the table writes them: some codes round halves up."""
    return rounded_up(int(2 * points)) if rules.round_up else points


def _points(halves: int) -> Figure:
    return exact(Fraction(halves, 2))


def _timed_out(hands: Sequence[NumberedHand]) -> bool:
    return bool(hands) and hands[-1].hand.end_reason is EndReason.TIME
