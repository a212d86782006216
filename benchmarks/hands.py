"""Checking and totalling ready hands against the bare additions: `python -m benchmarks.hands`.

The additions are written inline and check nothing; both ways read the same hands and give the same totals.
Time is the processor's, the least of several readings taken in turns.
"""

import gc
import random
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from scoring.hands import Hand, HandScore, Layer, problems, settle, totals
from scoring.regulations import DEFAULT, PRESETS, BurracoKind
from scoring.samples import random_hand

HANDS, REPEATS = 20_000, 9
AT_MOST = 15.0  # times the bare additions
AT_LEAST = 100_000  # hands a second on one core, made and settled
RULES = PRESETS[DEFAULT]
CLEAN, SEMI_CLEAN, DIRTY = BurracoKind.CLEAN, BurracoKind.SEMI_CLEAN, BurracoKind.DIRTY
Way = Callable[[], list[Any]]


def quick_ways(hands: list[Hand]) -> Mapping[str, Way]:
    """Bases and card points: added, and settled."""

    def added() -> list[Any]:
        sums = []
        for hand in hands:
            ns, ew = hand.sides
            sums.append((ns.base + ns.points, ew.base + ew.points))
        return sums

    figures = [[(side.base, side.points) for side in hand.sides] for hand in hands]

    def made() -> list[Any]:
        return [
            settle(Hand((HandScore(base=a, points=b), HandScore(base=c, points=d))), RULES)[1]
            for (a, b), (c, d) in figures
        ]

    return {"added": added, "made": made, **settled(hands)}


def detail_ways(hands: list[Hand]) -> Mapping[str, Way]:
    """Counts, closing, pozzetto and cards: added, from plain dictionaries of counts, and settled."""
    counts = [
        [dict.fromkeys(BurracoKind, 0) | dict(side.counts or {}) for side in hand.sides] for hand in hands
    ]

    def added() -> list[Any]:
        sums = []
        for hand, (a, b) in zip(hands, counts):  # noqa: B905 - nothing but the additions
            ns, ew = hand.sides
            ns_bonus = 200 * a[CLEAN] + 150 * a[SEMI_CLEAN] + 100 * a[DIRTY]
            ew_bonus = 200 * b[CLEAN] + 150 * b[SEMI_CLEAN] + 100 * b[DIRTY]
            ns_base = ns_bonus + 100 * ns.closings - 100 * (ns.missed > ew.missed)
            ew_base = ew_bonus + 100 * ew.closings - 100 * (ew.missed > ns.missed)
            sums.append((ns_base + ns.laid - ns.left, ew_base + ew.laid - ew.left))
        return sums

    figures = [
        (*((dict(s.counts or {}), s.closings, s.missed, s.laid, s.left) for s in hand.sides), hand.end_reason)
        for hand in hands
    ]

    def made() -> list[Any]:
        return [settle(Hand((HandScore(*ns), HandScore(*ew)), 1, end), RULES)[1] for ns, ew, end in figures]

    return {"added": added, "made": made, **settled(hands)}


def settled(hands: list[Hand]) -> Mapping[str, Way]:
    """Problems and totals of ready hands: in one call, and in two."""
    return {
        "settled": lambda: [settle(hand, RULES)[1] for hand in hands],
        "two calls": lambda: [(problems(hand, RULES), totals(hand, RULES))[1] for hand in hands],
    }


def nanoseconds(ways: Mapping[str, Way]) -> dict[str, float]:
    """The least time of each way for one hand; all give the same totals."""
    least = dict.fromkeys(ways, float("inf"))
    answers = {name: way() for name, way in ways.items()}
    assert all(answer == answers["added"] for answer in answers.values())
    for _ in range(REPEATS):
        for name, way in ways.items():
            gc.collect()
            start = time.process_time_ns()
            way()
            least[name] = min(least[name], (time.process_time_ns() - start) / HANDS)
    return least


def main() -> int:
    """Print one table; 1 when a target is missed."""
    print(
        f"{'layer':8}{'added':>9}{'settled':>9}{'ratio':>7}{'two calls':>11}{'ratio':>7}{'made, settled':>21}"
    )
    missed = False
    for layer, ways_of in ((Layer.QUICK, quick_ways), (Layer.DETAIL, detail_ways)):
        rng = random.Random(1)
        found = nanoseconds(ways_of([random_hand(rng, RULES, layer=layer) for _ in range(HANDS)]))
        ratio, in_two = (found[way] / found["added"] for way in ("settled", "two calls"))
        speed = 1e9 / found["made"]
        print(
            f"{layer:8}{found['added']:>6.0f} ns{found['settled']:>6.0f} ns{ratio:>7.1f}"
            f"{found['two calls']:>8.0f} ns{in_two:>7.1f}{speed:>13,.0f} a second"
        )
        missed |= ratio > AT_MOST or speed < AT_LEAST
    print(f"at most {AT_MOST:g} times, at least {AT_LEAST:,} a second: {'NO' if missed else 'yes'}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
