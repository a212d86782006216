"""A server killed outright after a score was posted, or while it is, comes back with a whole state."""

import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client

from clubs.models.users import User
from tests.cast import SECRETARY, make_cast
from tests.conftest import database_url
from tests.evenings import make_evening, open_round, record_random
from tests.facts import facts_of
from tests.journeys.evening import url
from tests.journeys.pages import Page, read
from tests.slips import E6, posted, quick
from tournaments.hands import hands_of, same_score
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import ScoreChange
from tournaments.undoing import moments, undo, undoable

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(sys.platform == "win32", reason="kills a group of processes"),
]
PATIENCE = 30.0  # seconds
WhenToDie = Callable[[HTTPConnection], bool]


BUTTON = "leave"  # of the forms that are sent here only this one says by which button


class House:
    """The web server in a process of its own, on this test's database; it can be killed and started again."""

    def __init__(self, user: User) -> None:
        client = Client()
        client.force_login(user)
        self.session = client.cookies[settings.SESSION_COOKIE_NAME].value
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": database_url(),
            "STATIC_MANIFEST": "false",
        }
        words = ["gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{self.port}", "--threads", "2"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words, "--log-level", "error"],
            cwd=settings.BASE_DIR,
            env=environment,
            start_new_session=True,
        )
        self._until(answering=True)

    def _until(self, *, answering: bool) -> None:
        deadline, pause = time.monotonic() + PATIENCE, threading.Event()
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                found = False
            else:
                found = True
            if found is answering:
                return
            pause.wait(0.05)
        pytest.fail(f"the server's port is {'closed' if answering else 'open'} after {PATIENCE} seconds")

    def kill(self) -> None:
        """No goodbye: the process and all it started are gone at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._until(answering=False)

    def _ask(self, method: str, path: str, body: str = "", cookie: str = "") -> closing[HTTPConnection]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        own = f"{settings.SESSION_COOKIE_NAME}={self.session}; {settings.LANGUAGE_COOKIE_NAME}=en"
        headers = {"Cookie": f"{own}; {cookie}", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body or None, headers)
        return closing(connection)

    def page(self, path: str) -> tuple[Page, str]:
        """A page, and the cookie that its forms must come back with."""
        with self._ask("GET", path) as asked, asked.getresponse() as response:
            page = read(response.read().decode(), status=response.status, address=path)
            cookie = response.getheader("Set-Cookie") or ""
        assert page.status == 200, page.text[:500]
        return page, cookie.partition(";")[0]

    def save(self, path: str, figures: dict[str, str], *, then_die: bool = False) -> int:
        """Fill in the slip at that address and send it; the answer's status, 0 when killed before it."""
        return self.send(path, "h1_NS_base", figures, when_to_die=(lambda _asked: True) if then_die else None)

    def send(
        self, path: str, name: str, filled: dict[str, str], *, when_to_die: WhenToDie | None = None
    ) -> int:
        """Fill in the form with a field of that name and send it; the answer's status, 0 when killed first.

        `when_to_die` is asked again and again until the answer is there, and says when to kill the server.
        """
        page, cookie = self.page(path)
        form = page.form_with(name=name)
        data = [(field, value) for field, own in form.filled(filled).items() for value in own]
        data += [(BUTTON, "1")] if f'name="{BUTTON}"' in page.html else []
        with self._ask("POST", form.action or path, urlencode(data), cookie) as asked:
            while when_to_die is not None and not select.select([asked.sock], [], [], 0)[0]:
                if when_to_die(asked):
                    self.kill()
                    return 0
            with asked.getresponse() as response:
                return response.status


@pytest.fixture
def evening() -> Tournament:
    """Six pairs at three tables, playing."""
    evening = make_evening(make_cast().club, entries=6)
    open_round(evening, 1)
    return evening


@pytest.fixture
def house(evening: Tournament) -> Iterator[House]:
    house = House(User.objects.get(email=f"{SECRETARY}@prova.example"))
    yield house
    house.kill()


def state(house: House, evening: Tournament) -> list[str]:
    """What the pages say, without the words that only one visit sees."""
    names = ("staff_standings", "log", "rounds", "standings")
    return [house.page(url(name, evening.pk))[0].text for name in names]


def whole(match: Match) -> tuple[int, int, int]:
    """Version of the match, its versions kept, its acts in the log: all are written, or none is."""
    match.refresh_from_db()
    acts = Act.objects.filter(verb=Act.Verb.SCORE, tournament=match.round.tournament_id)
    written = sum(act.facts.get("table") == match.table_number for act in acts)
    return match.version, ScoreChange.objects.filter(match=match).count(), written


@pytest.mark.experience(13)
def test_a_score_outlives_a_server_killed_after_or_during_its_post(house: House, evening: Tournament) -> None:
    slip = {name: str(value) for name, value in posted(E6).items() if name.startswith("h")}
    first, second, _third = Match.objects.active().order_by("table_number").select_related("round")
    assert house.save(url("match_desk", evening.pk, first.pk), slip) == 302
    before = state(house, evening)
    house.kill()
    house.start()
    assert state(house, evening) == before
    assert same_score(hands_of(first), quick(E6))
    assert whole(first) == (1, 1, 1)
    if house.save(url("match_desk", evening.pk, second.pk), slip, then_die=True):
        house.kill()  # the answer was quicker than the blow
    house.start()
    assert whole(second) in {(0, 0, 0), (1, 1, 1)}
    assert len(hands_of(second)) == 4 * second.version
    assert house.save(url("match_desk", evening.pk, second.pk), slip) == 302, "the same slip again is welcome"
    assert whole(second) == (1, 1, 1)


def is_writing(_asked: HTTPConnection) -> bool:
    """Whether the server is in the middle of a transaction that has written something."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            try:
                cursor.execute("BEGIN IMMEDIATE")
            except OperationalError:
                return True
            cursor.execute("ROLLBACK")
            return False
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL"
        )
        return bool(cursor.fetchone()[0])


@pytest.fixture
def impatient() -> Iterator[None]:
    """This test's own connection does not wait for a lock on a file: that it is held is what is asked."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        [before] = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute("PRAGMA busy_timeout = 0")
        yield
        cursor.execute(f"PRAGMA busy_timeout = {int(before)}")


@pytest.mark.experience(13)
@pytest.mark.usefixtures("impatient")
def test_a_mishap_is_there_whole_or_not_at_all_after_the_server_was_killed(
    house: House, evening: Tournament
) -> None:
    first = Match.objects.active().select_related("round__phase__tournament").get(table_number=1)
    record_random(first, random.Random(1))
    leaving = evening.entries.get(seats__match__table_number=2, seats__line="NS")
    mishaps = [
        ("leave", (leaving.pk,), {"justified": "no"}),
        ("throw_away", (1,), {"typed": "1"}),
        ("go_back", (), {"acts": str(moments(evening)[0].later)}),
    ]
    for name, more, filled in mishaps:
        path, before, acts = url(name, evening.pk, *more), facts_of(evening), evening.acts.count()
        for when in (is_writing, None):
            if house.send(path, next(iter(filled)), filled, when_to_die=when) == 0:
                house.start()
            found = evening.acts.count() - acts
            assert found in ((0, 1) if when else (1,))
            if found:
                undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
            assert facts_of(evening) == before, name
            acts = evening.acts.count()
