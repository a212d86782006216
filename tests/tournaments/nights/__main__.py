"""Thousands of random evenings: `make evenings`, or `python -m tests.tournaments.nights --help`.

Evenings are played in lots, each with a seed of its own. A lot ends at its first fault; its seed plays the
very same evenings again, and with `--shrink` finds the shortest one with that fault.
"""

import argparse
import os
import sys
import time
import traceback

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402 - after the settings
from django.test.utils import setup_test_environment  # noqa: E402

from tests.cast import Cast, make_cast  # noqa: E402
from tests.tournaments.nights.machine import Evenings, EveningsByPages  # noqa: E402
from tests.tournaments.nights.night import Tally  # noqa: E402
from tests.tournaments.nights.played import play  # noqa: E402

LOT = 20  # evenings with one seed


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tournaments.nights")
    parser.add_argument("--verbs", type=int, default=2000, help="evenings by the program's verbs")
    parser.add_argument("--pages", type=int, default=100, help="evenings by its pages")
    parser.add_argument("--steps", type=int, default=40, help="steps of an evening at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first lot; each lot adds one")
    parser.add_argument("--minutes", type=float, default=0, help="begin no lot after so many; 0: no limit")
    parser.add_argument("--shrink", action="store_true", help="find the shortest faulty evening of a lot")
    return parser.parse_args()


def lots(machine: type[Evenings], cast: Cast, evenings: int, asked: argparse.Namespace) -> list[int]:
    """Play so many evenings; the seeds of the lots with a fault."""
    tally, failed, with_seed, end = Tally(), [], asked.seed, time.monotonic() + 60 * asked.minutes
    while tally.evenings < evenings and not (asked.minutes and time.monotonic() > end):
        lot = min(LOT, evenings - tally.evenings)
        try:
            play(
                machine,
                cast,
                tally,
                evenings=lot,
                steps=asked.steps,
                with_seed=with_seed,
                shrink=asked.shrink,
            )
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is a fault to show
            failed.append(with_seed)
            print(f"\n{machine.__name__}, seed {with_seed}:", flush=True)
            traceback.print_exception(fault)
        with_seed += 1
    say(machine.__name__, tally, failed)
    return failed


def say(name: str, tally: Tally, failed: list[int]) -> None:
    print(
        f"{name}: {tally.evenings} evenings ({tally.finished} times to the final standings), "
        f"{tally.done} acts, {tally.refused} refusals, {tally.same} presses that changed nothing, "
        f"{tally.pages} pages read; faulty lots: {failed or 'none'}"
    )
    print("  " + ", ".join(f"{verb} {times}" for verb, times in tally.verbs.most_common()), flush=True)


def main() -> int:
    """Play them all in a database in memory; the exit code says whether there was a fault."""
    asked = arguments()
    connection.settings_dict["TEST"]["NAME"] = None
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    cast = make_cast()
    failed = lots(Evenings, cast, asked.verbs, asked) if asked.verbs else []
    failed += lots(EveningsByPages, cast, asked.pages, asked) if asked.pages else []
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main())
