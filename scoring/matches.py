"""Matches: hands folded into running totals, and when a match is over. Source: domain 5."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.records import HandProblem, Level, Line
from scoring.regulations import Figures

# Names of the usual targets, in points (domain 5; 1505 is S3's).
TARGETS: Mapping[int, str] = {
    505: "turbo",
    1005: "semiturbo",
    1505: "guida",
    2005: "standard",
    3005: "lunga",
    5005: "maratona",
}
MOST_HANDS = 12


class FormatError(ValueError):
    """A format that names no end: neither or both of hands and target, or a figure outside its range."""


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How long a match lasts: so many hands (1–12), or until a line reaches a target in points.

    `pass_target`: the target must be passed, not just reached (S2). `minutes` is an optional time limit.
    `extra`: where somebody has to win, a match of so many hands that ends level goes on, hand by hand.
    FormatError when the figures contradict each other.
    """

    hands: int | None = None
    target: int | None = None
    pass_target: bool = False
    minutes: int | None = None
    extra: bool = False

    def __post_init__(self) -> None:
        if (self.hands is None) == (self.target is None):
            raise FormatError("exactly one of hands and target")
        if self.hands is not None and not 1 <= self.hands <= MOST_HANDS:
            raise FormatError(f"hands: 1 to {MOST_HANDS}")
        if self.target is not None and self.target < 1:
            raise FormatError("target: more than 0")
        if self.minutes is not None and self.minutes < 1:
            raise FormatError("minutes: more than 0")


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match so far. Totals and the signed difference NS − EW (the MP of NS) are points."""

    hands_played: int
    running: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    difference: int
    complete: bool
    missing_hands: int | None  # None where a target decides
    winner: Line | None  # None while incomplete, and in a draw


@dataclass(frozen=True, slots=True)
class MatchProblem:
    """A record that cannot belong to the match: a code, its place among the records (from 0), its figures."""

    code: str
    record: int
    figures: Mapping[str, int] = Figures({})


def fold(
    hand_totals: Sequence[tuple[int, int]],
    match_format: MatchFormat,
    *,
    covers: Sequence[int] | None = None,
    timed_out: bool = False,
) -> MatchResult:
    """Add up the records of a match: the points of NS and EW in each; `covers` are the hands each holds.

    With a target the match ends after the hand in which a line reaches it; both over: the higher total wins;
    equal: another hand. `timed_out` ends a match as it stands: hands never started do not exist.

    >>> match = fold([(565, -10), (220, 30), (-145, 535), (160, 505)], MatchFormat(hands=4))
    >>> match.totals, match.difference, match.winner.value
    ((800, 1060), -260, 'EW')
    """
    running = []
    ns = ew = 0
    for one, other in hand_totals:
        ns, ew = ns + one, ew + other
        running.append((ns, ew))
    played = len(hand_totals) if covers is None else sum(covers)
    missing = None if match_format.hands is None else max(0, match_format.hands - played)
    complete = timed_out or (_reached((ns, ew), match_format) if missing is None else missing == 0)
    winner = None if ns == ew or not complete else Line.NS if ns > ew else Line.EW
    return MatchResult(played, tuple(running), (ns, ew), ns - ew, complete, missing, winner)


def _reached(totals: tuple[int, int], match_format: MatchFormat) -> bool:
    if match_format.target is None or totals[0] == totals[1]:
        return False
    return max(totals) >= match_format.target + match_format.pass_target


def match_problems(
    hand_totals: Sequence[tuple[int, int]], match_format: MatchFormat, *, covers: Sequence[int] | None = None
) -> tuple[MatchProblem, ...]:
    """Every record that came after the end: beyond the number of hands, unless the match was level until then
    and goes on, or after the target was reached.

    ValueError when `covers` does not say for each record how many hands it holds.
    """
    spans = [1] * len(hand_totals) if covers is None else list(covers)
    problems = []
    ns = ew = played = 0
    over = False
    for record, ((one, other), span) in enumerate(zip(hand_totals, spans, strict=True)):
        played += span
        if over and match_format.target is not None:
            problems.append(MatchProblem("after_target", record, Figures({"target": match_format.target})))
        goes_on = match_format.extra and ns == ew
        if match_format.hands is not None and played > match_format.hands and not goes_on:
            figures = Figures({"hands": match_format.hands, "found": played})
            problems.append(MatchProblem("too_many_hands", record, figures))
        ns, ew = ns + one, ew + other
        over = over or _reached((ns, ew), match_format)
    return tuple(problems)


def running_problem(previous: int, total: int, written: int, side: int) -> HandProblem | None:
    """V19: the running total on the slip should be the previous one plus this hand's total (points)."""
    expected = previous + total
    if written == expected:
        return None
    figures = Figures({"expected": expected, "written": written})
    return HandProblem("V19", Level.WARNING, side, "running", figures, suggestion=expected)
