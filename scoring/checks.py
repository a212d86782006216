"""Checks: every reason why a record cannot be, one function per rule. Source: V0–V18 of domain 4."""

from collections.abc import Callable

from scoring.bases import Question, Setting, base_faults, explanations
from scoring.bounds import Bounds
from scoring.records import (
    EndReason,
    Hand,
    HandProblem,
    HandScore,
    Layer,
    Level,
    layer,
    penalised,
    resolve,
    spared,
)
from scoring.regulations import Figures, Regulations


class Case:
    """A record with what every check looks at, and the faults found so far.

    ValueError when so many players cannot form so many sides.
    """

    __slots__ = (
        "bounds",
        "closings",
        "covers",
        "found",
        "hand",
        "paid",
        "resolved",
        "rules",
        "setting",
        "sides",
    )

    def __init__(self, hand: Hand, regulations: Regulations, players: int) -> None:
        self.hand, self.rules, self.sides, self.covers = hand, regulations, hand.sides, hand.covers
        self.setting = Setting(regulations, players, len(hand.sides), hand.covers)
        self.bounds: Bounds = self.setting.bounds
        self.paid = penalised(hand, regulations)
        self.resolved = resolve(hand, regulations)
        self.closings = self._most_closings()
        self.found: list[HandProblem] = []

    def _most_closings(self) -> tuple[int, ...]:
        """The most hands each side can have closed, from what was typed."""
        nobody = self.covers == 1 and self.hand.end_reason not in (None, EndReason.CLOSED)
        free = max(0, self.covers - sum(side.closings or 0 for side in self.sides))
        unknown = 0 if nobody else free
        return tuple(unknown if side.closings is None else side.closings for side in self.sides)

    def least_laid(self, i: int) -> int | None:
        """Points the burrachi of a side lay at least, from its counts or its base (V13); None: unknown."""
        counts = self.sides[i].counts
        if counts is not None:
            return sum(self.bounds.cheapest.get(kind, 0) * count for kind, count in counts.items())
        question = base_question(self, i)
        if question is None:
            return None
        return min((way.laid for way in explanations(self.setting, question)), default=0)

    def least_left(self, i: int) -> int:
        """Points a side that pays for its hand has left at least: all but who closed hold a card (V11)."""
        closed = min(self.covers, self.closings[i])
        own = self.bounds.held_closed[i] if self.rules.closing_line_pays_hand else 0
        return closed * own + (self.covers - closed) * self.bounds.held_open[i]

    @property
    def most_points(self) -> int:
        """Most card points of all sides together (V10)."""
        closed = min(self.covers, sum(self.closings))
        return closed * self.bounds.points_closed + (self.covers - closed) * self.bounds.points_open

    def fault(self, code: str, side: int | None, name: str, **figures: int | str) -> None:
        self.found.append(HandProblem(code, Level.ERROR, side, name, Figures(figures)))

    def doubt(self, code: str, side: int | None, name: str, **figures: int | str) -> None:
        self.found.append(HandProblem(code, Level.WARNING, side, name, Figures(figures)))


def _missing(case: Case) -> None:
    """V0: a layer that was begun is complete, and every side has a total."""
    whole = layer(case.hand)
    for i, side in enumerate(case.sides):
        for name in _wanted(side, whole):
            idle = (name == "missed" and not case.rules.missed_pozzetto) or (
                name == "left" and spared(side, case.covers, case.rules)
            )
            if getattr(side, name) is None and not idle:
                case.fault("V0", i, name)
    # Whether a missed pozzetto costs points depends on the others: nobody pays where nobody took one.
    if None in case.paid and any(side.counts is not None and side.missed for side in case.sides):
        for i, side in enumerate(case.sides):
            if side.counts is None and side.missed is None:
                case.fault("V0", i, "missed")


_COUNTED, _CARDS = ("counts", "closings", "missed"), ("laid", "left")
_FIELDS = {Layer.DETAIL: (*_COUNTED, *_CARDS), Layer.QUICK: ("base", "points"), Layer.TOTAL: ("total",)}


def _wanted(side: HandScore, whole: Layer) -> tuple[str, ...]:
    """Fields a side must have, from those it has; of an empty side, the fields of the record's layer."""
    counts, cards = side.counts is not None, side.laid is not None or side.left is not None
    if not (counts or cards) and side.base is None and side.points is None:
        return _FIELDS[whole] if side.total is None else ()
    base = _COUNTED if counts or (cards and side.base is None) else ("base",)
    return base + (_CARDS if cards or (counts and side.points is None) else ("points",))


def _range(case: Case) -> None:
    for i, side in enumerate(case.sides):
        for name, value in (("closings", side.closings), ("missed", side.missed)):
            if value is not None and not 0 <= value <= case.covers:
                case.fault("range", i, name, found=value, lowest=0, highest=case.covers)
        for name, value in (("laid", side.laid), ("left", side.left)):
            if value is not None and value < 0:
                case.fault("range", i, name, found=value, lowest=0)
        if side.counts is not None:
            for kind, count in side.counts.items():
                if count < 0:
                    case.fault("range", i, "counts", kind=kind, found=count, lowest=0)
                elif count and kind not in case.rules.bonuses:
                    case.fault("kind", i, "counts", kind=kind, found=count)


def _steps(case: Case) -> None:
    step, total_step = case.bounds.step, case.bounds.total_step
    for i, side in enumerate(case.sides):
        row = (("laid", side.laid, step), ("left", side.left, step), ("points", side.points, step))
        for name, value, grain in (*row, ("total", side.total, total_step)):
            if value is not None and value % grain:
                below = value - value % grain
                case.fault("V1", i, name, found=value, step=grain, below=below, above=below + grain)


def base_question(case: Case, i: int) -> Question | None:
    """A typed base that no counts explain, and what is known of its hands; None where there is none."""
    side, paid = case.sides[i], case.paid[i]
    if side.base is None or side.counts is not None:
        return None
    if any(typed is not None and not 0 <= typed <= case.covers for typed in (side.closings, side.missed)):
        return None  # out of its range, which is said; no base goes with it
    if not case.rules.missed_pozzetto:
        return Question(side.base, side.closings, (0, 0))
    if paid is None or side.missed is None:
        return Question(side.base, side.closings, (0, case.covers if side.missed is None else side.missed))
    return Question(side.base, side.closings, (paid, paid), side.missed - paid)


def _bases(case: Case) -> None:
    """V2, V5, V7, V8: typed bases without counts are explained, each and together."""
    reason = case.hand.end_reason
    somebody = None if reason is None or case.covers > 1 else reason is EndReason.CLOSED
    questions = tuple(base_question(case, i) for i in range(len(case.sides)))
    for fault in base_faults(case.setting, questions, somebody_closed=somebody):
        name = "end_reason" if fault.code == "V8" else "base"
        figures = Figures[str, int | str](dict(fault.figures))
        case.found.append(HandProblem(fault.code, Level.ERROR, fault.side, name, figures, fault.offered))


def _layers(case: Case) -> None:
    """V3: where two layers were typed, they agree."""
    for i, (side, resolved) in enumerate(zip(case.sides, case.resolved, strict=True)):
        for name, typed, derived in (
            ("base", side.base, resolved.derived_base),
            ("points", side.points, resolved.derived_points),
            ("total", side.total, resolved.derived_total),
        ):
            if typed is not None and derived is not None and typed != derived:
                figures = Figures[str, int | str]({"found": typed, "expected": derived})
                case.found.append(HandProblem("V3", Level.ERROR, i, name, figures, derived))


def _closers(case: Case) -> None:
    """V4: a hand is closed once. V5: the closing side took its pozzetto and has the burraco it needs."""
    closed = sum(side.closings or 0 for side in case.sides)
    if closed > case.covers:
        case.fault("V4", None, "closings", found=closed, highest=case.covers)
    for i, side in enumerate(case.sides):
        if not side.closings:
            continue
        if side.missed and side.closings + side.missed > case.covers:
            case.fault("V5", i, "missed", found=side.missed, highest=case.covers - side.closings)
        if side.counts is not None and case.bounds.closers:
            fit = sum(side.counts.get(kind, 0) for kind in case.bounds.closers)
            hands = min(side.closings, case.covers)  # that more cannot be closed is said above
            if fit < hands:
                needed = case.rules.burraco_to_close
                case.fault("V5", i, "counts", needed=needed, found=fit, lowest=hands)


def _ending(case: Case) -> None:
    """V8, where all closings are typed: nobody closed ⇒ another end reason, and the other way round."""
    reason, typed = case.hand.end_reason, [side.closings for side in case.sides]
    if None in typed:
        return
    closed = sum(closings or 0 for closings in typed)
    if reason is None:
        wrong = not closed and case.covers == 1
    else:
        wrong = not closed if reason is EndReason.CLOSED else closed >= case.covers
    if wrong:
        case.fault("V8", None, "end_reason", closings=closed, found=reason or "")


def _cards(case: Case) -> None:
    """V9 and V10: all cards laid and left, and the card points they make, come from one deck."""
    live, covers = case.bounds.live, case.covers
    dealt = sum((side.laid or 0) + (side.left or 0) for side in case.sides)
    if dealt > live * covers:
        case.fault("V9", None, "laid", found=dealt, highest=live * covers)
    points = [side.points for side in case.resolved if side.points is not None]
    if len(points) == len(case.sides) and sum(points) > case.most_points:
        case.fault("V10", None, "points", found=sum(points), highest=case.most_points)
    elif sum(map(abs, points)) > live * covers:
        case.fault("V10", None, "points", absolute=sum(map(abs, points)), highest=live * covers)


def _held(case: Case) -> None:
    """V11: everybody but who closed holds a card."""
    for i, side in enumerate(case.sides):
        if side.left is None or side.left < 0 or spared(side, case.covers, case.rules):
            continue
        if side.left < case.least_left(i):
            case.fault("V11", i, "left", found=side.left, lowest=case.least_left(i))


def _laid(case: Case) -> None:
    """V13: burrachi lay at least their cheapest cards. Without cards laid, only a warning well below that."""
    for i, side in enumerate(case.sides):
        least = case.least_laid(i)
        if least is None:
            continue
        points, slack = case.resolved[i].points, case.rules.unlikely.meld_slack * case.covers
        if side.laid is not None:
            if 0 <= side.laid < least:
                case.fault("V13", i, "laid", found=side.laid, lowest=least)
        elif points is not None and points < least - slack:
            case.doubt("V13", i, "points", found=points, lowest=least - slack)


def _burrachi(case: Case) -> None:
    """V15 and V16: no more burrachi, cards in burrachi and wilds than the cards allow."""
    limit, covers = case.bounds, case.covers
    number = cards = wilds = 0
    for side in case.sides:
        if side.counts is not None:
            for kind, count in side.counts.items():
                number += count
                cards += count * limit.smallest.get(kind, 0)
                wilds += count if kind in limit.with_wild else 0
    if number > limit.burrachi * covers:
        case.fault("V15", None, "counts", found=number, highest=limit.burrachi * covers)
    elif cards > limit.cards * covers:
        case.fault("V15", None, "counts", cards=cards, highest_cards=limit.cards * covers)
    if wilds > limit.wilds * covers:
        case.fault("V16", None, "counts", found=wilds, highest=limit.wilds * covers)


def _totals(case: Case) -> None:
    """V18: totals the cards cannot give, and figures that are possible but seldom seen."""
    limit, covers, unlikely = case.bounds, case.covers, case.rules.unlikely
    for i, side in enumerate(case.resolved):
        total = side.total
        if total is not None:
            lowest, highest = limit.lowest_total[i] * covers, limit.highest_total[i] * covers
            if not lowest <= total <= highest:
                case.fault("V18", i, "total", found=total, lowest=lowest, highest=highest)
            elif not unlikely.total_below * covers <= total <= unlikely.total_above * covers:
                lowest, highest = unlikely.total_below * covers, unlikely.total_above * covers
                case.doubt("V18", i, "total", found=total, lowest=lowest, highest=highest)
        if side.base is not None and side.base > unlikely.base_above * covers:
            case.doubt("V18", i, "base", found=side.base, highest=unlikely.base_above * covers)
        if side.points is not None and abs(side.points) > unlikely.points_beyond * covers:
            case.doubt("V18", i, "points", found=side.points, highest=unlikely.points_beyond * covers)
    whole = [side.total for side in case.resolved if side.total is not None]
    if len(whole) == len(case.sides) and sum(whole) > limit.highest_sum * covers:
        case.fault("V18", None, "total", found=sum(whole), highest=limit.highest_sum * covers)


def every_problem(case: Case) -> tuple[HandProblem, ...]:
    """Run every check, always in the same order."""
    for check in _CHECKS:
        check(case)
    return tuple(case.found)


_CHECKS: tuple[Callable[[Case], None], ...] = (
    _missing,
    _range,
    _steps,
    _bases,
    _layers,
    _closers,
    _ending,
    _cards,
    _held,
    _laid,
    _burrachi,
    _totals,
)
