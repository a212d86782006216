"""One match folded by the rules of its phase: totals, whether it is over, VP."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.bounds import bounds
from scoring.hands import EndReason, resolve
from scoring.matches import MatchFormat, MatchResult, fold
from scoring.regulations import Regulations
from scoring.victory_points import VpTable, victory_points
from tournaments.formats import match_format, regulations_of, vp_table
from tournaments.hands import NumberedHand
from tournaments.models.events import Phase


@dataclass(frozen=True, slots=True)
class Rules:
    """By what a match of a phase is judged."""

    format: MatchFormat
    table: VpTable
    regulations: Regulations

    @property
    def step(self) -> int:
        """All totals are multiples of it, in points."""
        return bounds(self.regulations).total_step


def rules_of(phase: Phase) -> Rules:
    """The phase's rules; its tournament is read with it."""
    return Rules(match_format(phase), vp_table(phase), regulations_of(phase.tournament))


def totals_of(hands: Iterable[NumberedHand], regulations: Regulations) -> list[tuple[int, int]]:
    """Points of NS and EW in each record, as stored: a stored record always has totals."""
    pairs = []
    for each in hands:
        ns, ew = (side.total or 0 for side in resolve(each.hand, regulations))
        pairs.append((ns, ew))
    return pairs


def result_of(hands: tuple[NumberedHand, ...], rules: Rules) -> MatchResult:
    """The match so far; a last hand ended by time ends the match: hands never started do not exist."""
    timed_out = bool(hands) and hands[-1].hand.end_reason is EndReason.TIME
    totals = totals_of(hands, rules.regulations)
    return fold(totals, rules.format, covers=[each.covers for each in hands], timed_out=timed_out)


def vp_of(result: MatchResult, rules: Rules) -> tuple[int, int] | None:
    """VP of NS and EW; None while the match is not complete."""
    return victory_points(rules.table, result.totals, rules.step) if result.complete else None
