"""`manage.py serve` for real: an empty folder, a free port, nothing left behind."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from celery import Celery
from django.conf import settings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

# This test is about the installation that nobody configured.
OTHER_INSTALLATIONS = {
    "DATABASE_URL",
    "CELERY_BROKER_URL",
    "CACHE_URL",
    "CELERY_QUEUE",
    "SITE_URL",
    "LOG_LEVEL",
}
Answer = TypeVar("Answer")


def until(what: str, ask: Callable[[], Answer | None], seconds: float = 30) -> Answer:
    """The first answer that is not empty; fails when none comes in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.1)
    return pytest.fail(f"{what}: not in {seconds:.0f} seconds")


@dataclass
class House:
    """A running installation: its folder, its port, the process that supervises it."""

    var: Path
    port: int
    process: subprocess.Popen[str]

    def page(self, path: str) -> str | None:
        """The page at a path, or None while nobody answers."""
        try:
            with urlopen(f"http://localhost:{self.port}{path}", timeout=5) as response:
                return response.read().decode()
        except (URLError, ConnectionError, TimeoutError):
            return None

    def worker(self) -> int | None:
        """The process id that a worker on this folder's broker tells of itself, or None."""
        messages = str(self.var / "broker" / "messages")
        options = {"data_folder_in": messages, "data_folder_out": messages}
        app = Celery(broker="filesystem://", set_as_current=False)
        # Said twice, because CELERY_BROKER_URL in the environment overrides the broker given above.
        app.conf.broker_read_url = app.conf.broker_write_url = "filesystem://"
        app.conf.broker_transport_options = {
            **options,
            "control_folder": str(self.var / "broker" / "control"),
        }
        answers = app.control.inspect(timeout=1, limit=1).stats()
        return next((facts["pid"] for facts in answers.values()), None) if answers else None

    def processes(self) -> set[int]:
        """Every living process that was started for this folder."""
        mark = f"POZZETTO_VAR={self.var}".encode()
        found = set()
        for folder in Path("/proc").iterdir():
            try:
                if folder.name.isdigit() and mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.add(int(folder.name))
            except OSError:
                continue
        return found


def start(var: Path, *words: str) -> House:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if name not in OTHER_INSTALLATIONS}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings", "POZZETTO_VAR": str(var)}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port), *words],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return House(var, port, process)


def clear(running: House) -> None:
    for pid in running.processes():
        os.kill(pid, signal.SIGKILL)
    running.process.communicate()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """An installation without the demo."""
    running = start(tmp_path / "var", "--no-demo")
    yield running
    clear(running)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[], House]]:
    """Start an installation as people do; called again, the same installation again."""
    started: list[House] = []

    def begin() -> House:
        started.append(start(tmp_path / "var"))
        return started[-1]

    yield begin
    for running in started:
        clear(running)


def ended(house: House) -> str:
    """Stop it as a terminal does, and return what it printed."""
    house.process.send_signal(signal.SIGINT)
    printed, _ = house.process.communicate(timeout=30)
    assert house.process.returncode == 0, printed
    return printed


def clubs(house: House) -> list[tuple[str]]:
    with closing(sqlite3.connect(house.var / "pozzetto.sqlite3")) as rows:
        return rows.execute("SELECT name FROM clubs_club").fetchall()


def test_the_second_start_keeps_what_the_first_one_made(opened: Callable[[], House]) -> None:
    first = opened()
    until("start page", lambda: first.page("/"), seconds=90)
    assert "segreteria@demo.example" in ended(first)
    made = clubs(first)
    assert len(made) == 1

    second = opened()
    until("start page", lambda: second.page("/"))
    assert "segreteria@demo.example" in ended(second)
    assert clubs(second) == made


def test_a_site_mends_itself_and_leaves_nothing_behind(house: House) -> None:
    page = until("start page", lambda: house.page("/"))
    assert "Pozzetto" in page
    assert (house.var / "pozzetto.sqlite3").exists()

    first = until("worker", house.worker)
    assert first in house.processes()
    os.kill(first, signal.SIGKILL)
    second = until("another worker", lambda: next(iter({house.worker()} - {first, None}), None))
    assert second != first

    house.process.send_signal(signal.SIGTERM)
    printed, _ = house.process.communicate(timeout=30)
    assert house.process.returncode == 0, printed
    assert f"http://localhost:{house.port}" in printed
    assert house.processes() == set()


@pytest.mark.parametrize(
    ("words", "variables", "sentence"),
    [
        (["--port", "99999"], {}, "65535"),
        (["--port", "٨٠٨٠"], {}, "65535"),
        ([], {"POZZETTO_VAR": "/dev/null/var"}, "name another folder in POZZETTO_VAR"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    words: list[str], variables: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "POZZETTO_VAR": str(tmp_path)}
    environment = {name: value for name, value in environment.items() if name != "SECRET_KEY"} | variables
    refused = subprocess.run(
        [sys.executable, "manage.py", "serve", *words],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode != 0
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr


def test_another_on_its_port_is_refused_and_killed_outright_it_takes_its_children_along(house: House) -> None:
    until("login page", lambda: house.page("/accounts/login/"))
    until("worker", house.worker)
    second = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(house.port), "--no-demo"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "POZZETTO_VAR": str(house.var)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert second.returncode == 1
    assert str(house.port) in second.stderr
    assert house.page("/health/") is not None

    assert len(house.processes()) >= 4  # supervisor, gunicorn and its one process, worker
    house.process.kill()
    until("nobody left", lambda: not house.processes())
