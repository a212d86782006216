"""Every page and press of the director on an evening of 1,000 pairs: none may take two seconds.

python -m benchmarks.actions
"""

import random
import sys
import time

from benchmarks.throwaway import database

PAIRS, LIMIT = 1000, 2.0  # seconds


def main() -> int:
    """Print the processor seconds of each, slowest first; 1 when one takes longer than it may."""
    with database():
        from benchmarks.actions_evening import measure  # noqa: PLC0415 - models exist once Django is set up

        found = measure(PAIRS, random.Random(7), time.process_time)
    for name, seconds in sorted(found.items(), key=lambda item: -item[1]):
        print(f"{seconds:6.2f} s  {seconds / LIMIT:4.0%} of the limit  {name}")
    return int(max(found.values()) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
