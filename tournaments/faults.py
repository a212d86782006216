"""Every fault of a match's records at once: of each hand, of their order, of the sums on the slip."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.hands import HandProblem, resolve
from scoring.hands import Level as Severity
from scoring.matches import match_problems, running_problem
from scoring.ranking import Figure
from scoring.regulations import Figures
from scoring.small_tables import TableResult, player_scores
from scoring.victory_points import GapError, VpKind, victory_points
from tournaments.hands import LINES, NumberedHand
from tournaments.results import (
    Rules,
    exact,
    plain,
    problems_of,
    running_of,
    shown_points,
    table_result,
)

# Errors that leave nothing to derive a result from: no referee can let them pass.
NEVER_OVERRIDDEN = frozenset({"T1", "T2", "V0", "V20", "gap", "overlap", "too_many_hands", "after_target"})
NO_FIGURES = Figures[str, int | str]({})


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in its place: rule, first hand of the record (None: the whole match), line ("" both), field.

    `figures` are those of its sentence, `typed` the field's own figure, `suggestion` one that would do.
    """

    code: str
    is_error: bool
    number: int | None = None
    line: str = ""
    field: str = ""
    figures: Mapping[str, Figure | str] = NO_FIGURES
    typed: int | None = None
    suggestion: int | tuple[int, ...] | None = None

    @property
    def key(self) -> str:
        """What a confirmation names: another figure in the same field is another question."""
        return f"{self.code}.{self.number or 0}.{self.line or 'both'}.{self.field}.{self.typed}"

    def is_confirmed(self, confirmed: Collection[str]) -> bool:
        """Whether a warning was confirmed, by its key or by its bare code."""
        return self.key in confirmed or self.code in confirmed


def faults_of(
    hands: Sequence[NumberedHand], rules: Rules, *, written: Sequence[Figure | None] = (None, None)
) -> tuple[Fault, ...]:
    """All faults, errors and warnings. `written` are the slip's totals of NS and EW, or of the players by
    place, where typed again."""
    if not rules.has_lines:
        return _faults_of_players(hands, rules, written)
    found = [fault for each in hands for fault in _of_record(each, rules)]
    found += _order(hands)
    totals = _totals(hands, rules)
    if totals is None:
        return tuple(found)
    covers = [each.covers for each in hands]
    found += [
        Fault(problem.code, is_error=True, number=hands[problem.record].number, figures=problem.figures)
        for problem in match_problems(totals, rules.format, covers=covers)
    ]
    found += _gap(totals, rules)
    found += _written(totals, written, hands)
    return tuple(found)


def _faults_of_players(
    hands: Sequence[NumberedHand], rules: Rules, written: Sequence[Figure | None]
) -> tuple[Fault, ...]:
    """The same at a table of three or five, hand by hand: each depends on what the players had before it."""
    found = list(_order(hands))
    before: list[NumberedHand] = []
    for each in hands:
        reached = table_result(before, rules, timed_out=False)
        own = _of_record(each, rules, switched=reached.alone[-1])
        found += own
        found += _late(each, reached, rules)
        if any(fault.code in ("T1", "T2", "V0") for fault in own):
            return tuple(found)  # nobody knows whose points these are, so nothing can be added to them
        before.append(each)
    found += _written_by_players(before, rules, written)
    try:
        player_scores(table_result(before, rules).totals, rules.table, rules.step)
    except GapError as error:
        difference = plain(exact(Fraction(error.difference, 2)))
        found.append(Fault("V20", is_error=True, figures={"difference": difference, "step": rules.step}))
    return tuple(found)


def _written_by_players(
    hands: Sequence[NumberedHand], rules: Rules, written: Sequence[Figure | None]
) -> Iterator[Fault]:
    """V19 at the foot of the slip, by place: some tables write halves rounded up."""
    if not hands or all(paper is None for paper in written):
        return
    totals = running_of(table_result(hands, rules))[-1]
    for place, (total, paper) in enumerate(zip(totals, written, strict=True), 1):
        expected = shown_points(total, rules)
        if paper is not None and paper != expected:
            yield Fault(
                "V19",
                is_error=False,
                line=str(place),
                field="written",
                figures={"expected": expected, "written": paper},
                typed=int(2 * paper),  # in halves: it only tells one confirmation from another
            )


def _late(each: NumberedHand, reached: TableResult, rules: Rules) -> Iterator[Fault]:
    """A hand that came after the end of the match."""
    if not reached.complete:
        return
    if rules.format.target is not None:
        code, figures = "after_target", {"target": rules.format.target}
    else:
        code, figures = "too_many_hands", {"hands": rules.format.hands or 0, "found": each.number}
    yield Fault(code, is_error=True, number=each.number, figures=figures)


def _of_record(each: NumberedHand, rules: Rules, *, switched: bool = False) -> list[Fault]:
    """The problems of one record. Its sides have names only where it fits its table."""
    return [
        placed(problem, () if problem.side is None else each.sides, each.number)
        for problem in problems_of(each, rules, switched=switched)
    ]


def placed(problem: HandProblem, sides: Sequence[str], number: int | None = None) -> Fault:
    """A problem of a record as a fault of that hand, or of a hand that has no number yet.

    `sides` are what the record's sides are called, as of `side_keys`.
    """
    found = problem.figures.get("found")
    return Fault(
        problem.code,
        problem.level is Severity.ERROR,
        number,
        "" if problem.side is None else sides[problem.side],
        problem.field or "",
        problem.figures,
        found if isinstance(found, int) else None,
        problem.suggestion,
    )


def _order(hands: Sequence[NumberedHand]) -> Iterator[Fault]:
    """Hands follow each other from the first, none twice."""
    expected = 1
    for each in sorted(hands, key=lambda one: one.number):
        if each.number < expected:
            yield Fault("overlap", is_error=True, number=each.number, figures={"found": each.number})
        elif each.number > expected:
            yield Fault("gap", is_error=True, number=expected, figures={"expected": expected})
        expected = max(expected, each.last + 1)


def _totals(hands: Sequence[NumberedHand], rules: Rules) -> list[tuple[int, int]] | None:
    """Totals of the records, None as long as one of them is unknown."""
    pairs = []
    for each in hands:
        ns, ew = (side.total for side in resolve(each.hand, rules.regulations))
        if ns is None or ew is None:
            return None
        pairs.append((ns, ew))
    return pairs


def _sums(totals: Iterable[tuple[int, int]]) -> tuple[int, int]:
    pairs = list(totals)
    return sum(ns for ns, _ in pairs), sum(ew for _, ew in pairs)


def _gap(totals: Sequence[tuple[int, int]], rules: Rules) -> Iterator[Fault]:
    """V20: a difference that cannot arise from card values."""
    if rules.table.kind is VpKind.RAW:
        return
    try:
        victory_points(rules.table, _sums(totals), rules.step)
    except GapError as error:
        figures = {"difference": error.difference, "step": error.step}
        yield Fault("V20", is_error=True, figures=figures)


def _written(
    totals: Sequence[tuple[int, int]], written: Sequence[Figure | None], hands: Sequence[NumberedHand]
) -> Iterator[Fault]:
    """V19 at the foot of the slip: the total written there against the sum of the hands."""
    if not hands:
        return
    sums = _sums(totals)
    for side, (total, paper) in enumerate(zip(sums, written, strict=True)):
        problem = None if paper is None else running_problem(0, total, paper, side)
        if problem is not None:
            yield Fault(
                "V19",
                is_error=False,
                line=LINES[side].value,
                field="written",
                figures=problem.figures,
                typed=paper,
                suggestion=problem.suggestion,
            )
