"""Lots of evenings, each with a seed of its own, as a process that plays nothing else plays them.

A new process imports this module before any other of ours: it begins with Django itself.
"""

import os
import time
import traceback
from dataclasses import dataclass

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402 - after the settings
from django.test.utils import setup_test_environment  # noqa: E402

from tests.cast import Cast, make_cast  # noqa: E402
from tests.tournaments.nights.machine import Evenings, EveningsByPages  # noqa: E402
from tests.tournaments.nights.night import Tally  # noqa: E402
from tests.tournaments.nights.played import play  # noqa: E402

MACHINES: dict[str, type[Evenings]] = {"verbs": Evenings, "pages": EveningsByPages}
CASTS: list[Cast] = []


@dataclass(frozen=True)
class Lot:
    """So many evenings with one seed. After `ends_at`, a time, it is not begun; 0 is no limit."""

    machine: str
    evenings: int
    seed: int
    steps: int
    shrink: bool
    ends_at: float


def open_hall() -> None:
    """A database in memory with the cast, for this process alone."""
    connection.settings_dict["TEST"]["NAME"] = None
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    CASTS.append(make_cast())


def play_lot(lot: Lot) -> tuple[Lot, Tally, str]:
    """Play a lot here: what was run, and the first fault as Python prints it, empty when there was none."""
    tally = Tally()
    if lot.ends_at and time.time() > lot.ends_at:
        return lot, tally, ""
    try:
        play(
            MACHINES[lot.machine],
            CASTS[0],
            tally,
            evenings=lot.evenings,
            steps=lot.steps,
            with_seed=lot.seed,
            shrink=lot.shrink,
        )
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is a fault to show
        return lot, tally, "".join(traceback.format_exception(fault))
    return lot, tally, ""
