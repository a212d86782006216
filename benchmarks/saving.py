"""Saving a hand at the desk against a bare view that does one INSERT, behind the same middleware and login.

python -m benchmarks.saving
"""

import sys

from benchmarks.throwaway import database

AT_MOST = 4.0


def main() -> int:
    """Print milliseconds and ratios; 1 when saving a hand takes more than four times the bare view."""
    with database(urlconf="benchmarks.saving_urls"):
        from benchmarks.saving_requests import measure  # noqa: PLC0415 - models exist once Django is set up

        bare, hand, slip = measure()
    print(f"bare view with one INSERT: {bare * 1000:6.2f} ms")
    print(f"saving one hand:           {hand * 1000:6.2f} ms, {hand / bare:.2f} times")
    print(f"saving a slip of 4 hands:  {slip * 1000:6.2f} ms, {slip / bare:.2f} times")
    print(f"at most {AT_MOST:g} times asked of one hand: {'yes' if hand <= AT_MOST * bare else 'NO'}")
    return int(hand > AT_MOST * bare)


if __name__ == "__main__":
    sys.exit(main())
