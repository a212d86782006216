"""Standings of 20, 200 and 1,000 pairs after four rounds of four hands: the queries stay the same.

python -m benchmarks.standings
"""

import random
import sys
import time
from itertools import pairwise

from benchmarks.throwaway import database

SIZES = (20, 200, 1000)
ROUNDS = 4


def main() -> int:
    """Print queries and milliseconds; 1 when the number of queries grows."""
    with database():
        from benchmarks.standings_evening import measure  # noqa: PLC0415 - models exist once Django is set up

        found = {pairs: measure(pairs, ROUNDS, random.Random(pairs), time.perf_counter) for pairs in SIZES}
    for pairs, (queries, seconds) in found.items():
        print(f"{pairs:5} pairs, {ROUNDS} rounds: {queries} queries, {seconds * 1000:7.1f} ms")
    for small, large in pairwise(SIZES):
        growth = found[large][1] / found[small][1]
        print(f"{small} → {large} pairs ({large / small:.0f} times as many): {growth:.1f} times the time")
    counts = {queries for queries, _seconds in found.values()}
    print("queries are constant" if len(counts) == 1 else "QUERIES GROW")
    return int(len(counts) > 1)


if __name__ == "__main__":
    sys.exit(main())
