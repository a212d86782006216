"""Frames: records that have no problem, recognised at once; all others are left to the checks.

Most of a record repeats from hand to hand: burrachi, closing, pozzetto, base, end reason. Such facts pass
every check once and are kept with the amounts they allow; then a record costs a few comparisons.
"""

from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from scoring.checks import Case, every_problem
from scoring.records import EndReason, Hand, HandScore, Layer, spared
from scoring.regulations import Regulations


class Allowed(NamedTuple):
    """What one side may have whatever the others have, in points; beyond it the checks must be asked.

    `amounts` are its card points, or its totals in a record of totals; `base` makes a total of them. `laid`
    and `left` matter where they are typed; `pays`: what is left is taken off.
    """

    amounts: range
    base: int
    laid: range
    left: range
    pays: bool


class Frame(NamedTuple):
    """What each side may have where the facts are given, and the most that all may lay and hold together."""

    sides: tuple[Allowed, ...]
    live: int


# What is kept of a side, before the fields that must be empty where nothing but these amounts is typed.
_FACTS = ("counts", "closings", "missed", "base")
_FIELDS = 7
_Facts = tuple[Any, ...]


def clear_totals(hand: Hand, regulations: Regulations, players: int) -> tuple[int, ...] | None:
    """Totals of a record without any problem; None: perhaps it has one, the checks know.

    ValueError when so many players cannot form so many sides.
    """
    sides = hand.sides
    if sides and sides[0].points is not None:
        return _of_points(hand, regulations, players)
    if sides and sides[0].total is not None:
        return _of_totals(hand, regulations, players)
    return _of_cards(hand, regulations, players)


# Loops are written out and `zip` is not strict: an evening's figures pass here, and either doubles the time.
# ruff: noqa: B905


def _of_points(hand: Hand, regulations: Regulations, players: int) -> tuple[int, ...] | None:
    facts: _Facts = ()
    for s in hand.sides:
        facts += (s.counts, s.closings, s.missed, s.base, s.laid, s.left, s.total)
    frame = _points_frame(regulations, players, hand.covers, hand.end_reason, facts)
    if frame is None:
        return None
    totals = []
    for side, (amounts, base, _, _, _) in zip(hand.sides, frame.sides):
        points = side.points
        if points is None or points not in amounts:
            return None
        totals.append(base + points)
    return tuple(totals)


def _of_totals(hand: Hand, regulations: Regulations, players: int) -> tuple[int, ...] | None:
    facts: _Facts = ()
    for s in hand.sides:
        facts += (s.counts, s.closings, s.missed, s.base, s.laid, s.left, s.points)
    frame = _totals_frame(regulations, players, hand.covers, hand.end_reason, facts)
    if frame is None:
        return None
    totals = []
    for side, allowed in zip(hand.sides, frame.sides):
        if side.total is None or side.total not in allowed.amounts:
            return None
        totals.append(side.total)
    return tuple(totals)


def _of_cards(hand: Hand, regulations: Regulations, players: int) -> tuple[int, ...] | None:
    facts: _Facts = ()
    for s in hand.sides:
        facts += (s.counts, s.closings, s.missed, s.base, s.points, s.total, None)
    frame = _cards_frame(regulations, players, hand.covers, hand.end_reason, facts)
    if frame is None:
        return None
    totals, dealt = [], 0
    for side, (amounts, base, may_lay, may_keep, pays) in zip(hand.sides, frame.sides):
        laid, left = side.laid, side.left
        if left is None and not pays:
            left = 0
        if laid is None or left is None or laid not in may_lay or left not in may_keep:
            return None
        points = laid - left if pays else laid
        if points not in amounts:
            return None
        totals.append(base + points)
        dealt += laid + left
    return tuple(totals) if dealt <= frame.live else None


def _frame(  # noqa: PLR0917 - a cached function is called by position
    layer: Layer,
    regulations: Regulations,
    players: int,
    covers: int,
    end_reason: EndReason | None,
    facts: _Facts,
) -> Frame | None:
    """The frame of these facts; None where the record with the lowest amounts already has a problem.

    So the facts have passed every check that looks at them, and the ranges hold every check of amounts.
    """
    rows = [facts[start : start + _FIELDS] for start in range(0, len(facts), _FIELDS)]
    blank = tuple(HandScore(**dict(zip(_FACTS, row))) for row in rows)
    case = Case(Hand(blank, covers, end_reason), regulations, players)
    if any(field is not None for row in rows for field in row[len(_FACTS) :]):
        return None
    allowed = tuple(_allowed(case, i, layer) for i in range(len(blank)))
    lowest = tuple(_with_lowest(side, row, layer) for side, row in zip(blank, allowed))
    if every_problem(Case(Hand(lowest, covers, end_reason), regulations, players)):
        return None
    return Frame(allowed, case.bounds.live * covers)


_points_frame, _totals_frame, _cards_frame = (
    lru_cache(maxsize=16384)(partial(_frame, layer)) for layer in (Layer.QUICK, Layer.TOTAL, Layer.DETAIL)
)


def _allowed(case: Case, i: int, layer: Layer) -> Allowed:
    limit, unlikely, covers, sides = case.bounds, case.rules.unlikely, case.covers, len(case.sides)
    base, laid = case.resolved[i].base or 0, case.least_laid(i) or 0
    lowest = max(unlikely.total_below, limit.lowest_total[i]) * covers - base
    # What the sides may have together is shared out evenly: within the shares no common bound is broken.
    highest = min(unlikely.total_above, limit.highest_sum // sides) * covers - base
    if layer is not Layer.TOTAL:
        share = min(unlikely.points_beyond * covers, limit.live * covers // sides)
        lowest, highest = max(lowest, -share), min(highest, share, case.most_points // sides)
    if layer is Layer.QUICK:
        lowest = max(lowest, laid - unlikely.meld_slack * covers)
    pays = not spared(case.sides[i], covers, case.rules)
    least_left = case.least_left(i) if pays else 0
    step, live = limit.total_step if layer is Layer.TOTAL else limit.step, limit.live * covers
    return Allowed(
        _multiples(lowest, highest, step),
        base,
        _multiples(laid, live, step),
        _multiples(least_left, live, step),
        pays,
    )


def _multiples(lowest: int, highest: int, step: int) -> range:
    return range(-(-lowest // step) * step, highest + 1, step)


def _with_lowest(side: HandScore, allowed: Allowed, layer: Layer) -> HandScore:
    if layer is Layer.DETAIL:
        return replace(side, laid=allowed.laid.start, left=allowed.left.start)
    if layer is Layer.QUICK:
        return replace(side, points=allowed.amounts.start)
    return replace(side, total=allowed.amounts.start)
