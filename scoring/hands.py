"""Hands: every reason why a record cannot be, all at once, and its totals. Source: domain 4.

The words of a record come from `records` and are offered here too: whoever checks hands needs both.
"""

from scoring.checks import Case, every_problem
from scoring.frames import clear_totals
from scoring.records import (
    EndReason,
    Hand,
    HandProblem,
    HandScore,
    Layer,
    Level,
    Line,
    Resolved,
    layer,
    resolve,
)
from scoring.regulations import Regulations

__all__ = [
    "EndReason",
    "Hand",
    "HandProblem",
    "HandScore",
    "ImpossibleHand",
    "Layer",
    "Level",
    "Line",
    "Resolved",
    "layer",
    "problems",
    "resolve",
    "settle",
    "totals",
]


class ImpossibleHand(ValueError):  # noqa: N818 — the hand is impossible; the program is not in error
    """A record with errors was asked for its totals; `problems` holds them all."""

    def __init__(self, problems: tuple[HandProblem, ...]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems


def settle(
    hand: Hand, regulations: Regulations, players: int = 4
) -> tuple[tuple[HandProblem, ...], tuple[int, ...]]:
    """Every problem of a record and, where none is an error, the points of each side; () where one is.

    ValueError when so many players cannot form so many sides.

    >>> from scoring.regulations import PRESETS
    >>> slip = Hand((HandScore(base=400, points=165), HandScore(base=0, points=-10)))
    >>> settle(slip, PRESETS["fibur-2026"])
    ((), (565, -10))
    """
    clear = clear_totals(hand, regulations, players)
    if clear is not None:
        return (), clear
    case = Case(hand, regulations, players)
    found = every_problem(case)
    if any(problem.level is Level.ERROR for problem in found):
        return found, ()
    return found, tuple(side.total for side in case.resolved if side.total is not None)


def problems(hand: Hand, regulations: Regulations, players: int = 4) -> tuple[HandProblem, ...]:
    """Every fault of a record at once, V0–V18 of domain 4, always in the same order; errors and warnings.

    ValueError when so many players cannot form so many sides.

    >>> from scoring.regulations import PRESETS
    >>> slip = Hand((HandScore(base=130, points=47), HandScore(base=0, points=0)))
    >>> [(each.code, each.side, each.field) for each in problems(slip, PRESETS["fibur-2026"])]
    [('V1', 0, 'points'), ('V2', 0, 'base')]
    """
    return settle(hand, regulations, players)[0]


def totals(hand: Hand, regulations: Regulations, players: int = 4) -> tuple[int, ...]:
    """Points of each side. ImpossibleHand with all problems if one is an error; warnings do not matter.

    Nobody took a pozzetto, so by some codes nobody pays for it:

    >>> from scoring.regulations import PRESETS, BurracoKind
    >>> ns = HandScore(counts={}, closings=0, missed=1, laid=75, left=70)
    >>> ew = HandScore(counts={}, closings=0, missed=1, laid=45, left=95)
    >>> hand = Hand((ns, ew), end_reason=EndReason.STALL)
    >>> totals(hand, PRESETS["fibur-2026"]), totals(hand, PRESETS["manuale"])
    ((5, -50), (-95, -150))
    """
    found, points = settle(hand, regulations, players)
    if not points:
        raise ImpossibleHand(found)
    return points
