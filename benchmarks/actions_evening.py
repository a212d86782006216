"""An evening of many pairs at its third round, and every page and press of the director in it."""

import random
from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from benchmarks.standings_evening import written_evening
from clubs.models.users import User
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.undoing import undoable

PAGES = (
    "director",
    "entries",
    "check_in",
    "desk",
    "staff_standings",
    "papers",
    "mishaps",
    "go_back",
    "log",
    "standings",
    "seats",
    "rounds",
)


def measure(pairs: int, rng: random.Random, clock: Callable[[], float]) -> dict[str, float]:
    """Seconds by the name of a page or press, through the whole stack of middleware."""
    evening = written_evening(pairs, 2, rng)
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.create_superuser("direzione@prova.example", "una parola lunga"))
    taken: dict[str, float] = {}

    def timed(name: str, ask: Callable[[], object]) -> None:
        start = clock()
        ask()
        taken[name] = clock() - start

    def press(name: str, *more: object, **data: object) -> None:
        address = reverse(f"tournaments:{name}", args=[evening.pk, *more])
        timed(f"press {name}", lambda: client.post(address, data))

    for name in ("draw", "confirm", "announce", "start"):
        press(name, 3)
    _match_presses(evening, press)
    press("undo_act", seen=undoable(evening)[0].seq)
    for name in PAGES:
        address = reverse(f"tournaments:{name}", args=[evening.pk])
        timed(f"page {name}", lambda address=address: client.get(address))
    return taken


def _match_presses(evening: Tournament, press: Callable[..., None]) -> None:
    match = Match.objects.active().filter(round__tournament=evening, round__number=3).earliest("pk")
    press("table_put_off", match.pk)
    leaving = Seat.objects.active().filter(round=match.round).exclude(match=match).earliest("pk").entry
    press("leave", leaving.pk, justified="yes")
