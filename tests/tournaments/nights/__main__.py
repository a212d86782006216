"""Thousands of random evenings: `make evenings`, or `python -m tests.tournaments.nights --help`.

Evenings are played in lots, each with a seed of its own, in as many processes as there are cores. A lot ends
at its first fault; its seed plays the very same evenings again, whatever plays beside it, and with `--shrink`
finds the shortest one with that fault.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator

from tests.tournaments.nights.lots import MACHINES, Lot, open_hall, play_lot
from tests.tournaments.nights.night import Tally
from tests.tournaments.nights.played import add

LOT = 20  # evenings with one seed


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tournaments.nights")
    parser.add_argument("--verbs", type=int, default=2000, help="evenings by the program's verbs")
    parser.add_argument("--pages", type=int, default=100, help="evenings by its pages")
    parser.add_argument("--steps", type=int, default=40, help="steps of an evening at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first lot; each lot adds one")
    parser.add_argument("--minutes", type=float, default=0, help="begin no lot after so many; 0: no limit")
    parser.add_argument("--shrink", action="store_true", help="find the shortest faulty evening of a lot")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many play at once")
    return parser.parse_args()


def lots(machine: str, evenings: int, asked: argparse.Namespace) -> Iterator[Lot]:
    """So many evenings, by verbs or by pages, in lots."""
    ends_at = time.time() + 60 * asked.minutes if asked.minutes else 0
    for number, begun in enumerate(range(0, evenings, LOT)):
        size = min(LOT, evenings - begun)
        yield Lot(machine, size, asked.seed + number, asked.steps, asked.shrink, ends_at)


def say(name: str, tally: Tally, failed: list[int]) -> None:
    print(
        f"{name}: {tally.evenings} evenings ({tally.finished} times to the final standings), "
        f"{tally.done} acts, {tally.refused} refusals, {tally.same} presses that changed nothing, "
        f"{tally.pages} pages read, "
        f"{tally.promises} promises of certain tables, {tally.elsewhere} acts in another event; "
        f"faulty lots: {failed or 'none'}"
    )
    print("  " + ", ".join(f"{verb} {times}" for verb, times in tally.verbs.most_common()), flush=True)


def main() -> int:
    """Play them all, faults shown as they come; the exit code says whether there was one."""
    asked = arguments()
    faulty = False
    spawn = multiprocessing.get_context("spawn")  # forked processes would share one connection
    with spawn.Pool(asked.processes, initializer=open_hall) as processes:
        for machine, evenings in (("verbs", asked.verbs), ("pages", asked.pages)):
            whole, failed = Tally(), []
            for lot, tally, fault in processes.imap_unordered(play_lot, lots(machine, evenings, asked)):
                add(whole, tally)
                if fault:
                    failed.append(lot.seed)
                    print(f"\n{MACHINES[machine].__name__}, seed {lot.seed}:\n{fault}", flush=True)
            if evenings:
                say(MACHINES[machine].__name__, whole, sorted(failed))
            faulty = faulty or bool(failed)
    return int(faulty)


if __name__ == "__main__":
    sys.exit(main())
