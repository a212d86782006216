"""Danish without rematch against networkx on the same graph: `python -m benchmarks.danish [--full]`.

All pair the seventh round of an evening whose six earlier rounds are simulated. networkx is asked twice: with
the squared distance in the standings, which are small weights and nearly the same question, and with weights
that spell the pairing from the top, which must give our very answer. The target is judged on the former, the
quicker of the two. At 1,000 pairs the former takes a minute or two; the latter, very slow, needs `--full`.
Last, 500 pairs of whom one club has sent 300: it must meet itself, and that must cost little more.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import networkx

from benchmarks.seasoned import seasoned
from tournaments.pairing.draws import Options, Request
from tournaments.pairing.methods import METHODS

Met = set[frozenset[int]]
EARLIER_ROUNDS = 6
TARGET_AT_200 = 30
TIMES_ORDINARY = 3


def top_down(request: Request) -> Met:
    """Our pairing, as the caller gets it."""
    draw = METHODS["danish_no_rematch"](request, random.Random(0))
    return {frozenset(seating.ns + seating.ew) for seating in draw.seatings}


def by_networkx(request: Request, weight: Callable[[int, int, int], int]) -> Met:
    """One maximum-weight matching of full cardinality; `weight` takes two places and the number of pairs."""
    met = {frozenset(seating.ns + seating.ew) for past in request.history for seating in past.seatings}
    order = request.ranking
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (order[a], order[b], weight(a, b, len(order)))
        for a in range(len(order))
        for b in range(a + 1, len(order))
        if frozenset((order[a], order[b])) not in met
    )
    return {frozenset(pair) for pair in networkx.max_weight_matching(graph, maxcardinality=True)}


def squared_distance(request: Request) -> Met:
    """The ordinary use: the least sum of squared distances."""
    return by_networkx(request, lambda a, b, _: -((b - a) ** 2))


def spelled(request: Request) -> Met:
    """Our answer by weights: place a adds its distance to a lower opponent at a level of its own."""
    return by_networkx(request, lambda a, b, size: (a - b) * size ** (size - a))


def timed(pairing: Callable[[Request], Met], request: Request, times: int) -> tuple[float, Met]:
    """Median milliseconds, and the pairing."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        found = pairing(request)
        spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent), found


def host_club() -> tuple[float, float]:
    """Milliseconds of processor time, the least of several, without and with a club of more than half."""
    request = seasoned("danish_no_rematch", 500, EARLIER_ROUNDS, seed=500)
    club = tuple(random.Random(1).sample(request.ranking, 300))
    fastest = []
    for asked in (request, replace(request, options=Options(clubs=(club,)))):
        spent = []
        for _ in range(7):
            start = time.process_time()
            top_down(asked)
            spent.append((time.process_time() - start) * 1000)
        fastest.append(min(spent))
    return fastest[0], fastest[1]


def main() -> None:
    """Print one table; stop with an error when the answers differ or the target is missed."""
    parser = argparse.ArgumentParser(description="Danish without rematch, round 7")
    parser.add_argument("--full", action="store_true", help="the very answer at 1,000 pairs too")
    full = parser.parse_args().full
    print(f"{'pairs':>6}{'top-down ms':>13}{'squared ms':>13}{'ratio':>7}{'same answer ms':>16}{'ratio':>7}")
    ratios = {}
    for pairs in (50, 100, 200, 1000):
        request = seasoned("danish_no_rematch", pairs, EARLIER_ROUNDS, seed=pairs)
        ours, pairing = timed(top_down, request, times=5)
        squared, _ = timed(squared_distance, request, times=1)
        ratios[pairs] = squared / ours
        print(f"{pairs:>6}{ours:>13.1f}{squared:>13.1f}{ratios[pairs]:>7.0f}", end="", flush=True)
        if pairs == 1000 and not full:
            print(f"{'(--full)':>16}")
            continue
        exact, oracle = timed(spelled, request, times=1)
        print(f"{exact:>16.1f}{exact / ours:>7.0f}")
        assert pairing == oracle, f"two different pairings of {pairs}"
    ordinary, crowded = host_club()
    print(f"500 pairs: {ordinary:.1f} ms; when 300 of them are of one club {crowded:.1f} ms")
    assert crowded <= TIMES_ORDINARY * ordinary, f"a large club costs over {TIMES_ORDINARY} times as much"
    assert ratios[200] >= TARGET_AT_200, f"at 200 pairs less than {TARGET_AT_200} times faster"


if __name__ == "__main__":
    main()
