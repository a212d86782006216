"""The whole installation on an empty folder, as `make run` starts it, under a name of its own."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

HOST = "pozzetto.example"  # Chromium is told where it is
SITE = f"http://{HOST}"
BROKEN = "rotta/"  # a path that fails
SECONDS = 180  # to answer
Facts = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class House:
    """A running installation: its port, the folder it writes to, and what its processes are told."""

    port: int
    folder: Path
    environment: dict[str, str]

    def stage(self, part: str) -> Facts:
        """Let `docs.screenshots.stage` write a part of what there is to see; the keys of what it made."""
        return _stage(part, self.environment)

    def letters(self) -> list[str]:
        """The letters that were sent, the oldest first."""
        files = sorted((self.folder / "mail").glob("*"), key=lambda path: path.stat().st_mtime_ns)
        return [path.read_text() for path in files]


def _stage(part: str, environment: dict[str, str]) -> Facts:
    words = f"from docs.screenshots import stage; stage.{part}()"
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", words],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def environment_of(folder: Path) -> dict[str, str]:
    """What every process of the installation is told."""
    ours = {
        "POZZETTO_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "docs.screenshots.settings",
        "SECRET_KEY": "the same in every run: links in the pictures are made from it",
        "SITE_URL": SITE,
        "LOG_LEVEL": "CRITICAL",  # one page breaks on purpose
    }
    theirs = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {**theirs, **ours}


@contextmanager
def running() -> Iterator[tuple[House, Facts]]:
    """A house with the demonstration in it, and the keys of what that made; gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="pozzetto-screens-"))
    house = House(_free_port(), folder, environment_of(folder))
    try:
        facts = house.stage("demonstration")
        server = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "manage.py", "serve", "--port", str(house.port)],
            env=house.environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            _wait(house.port)
            yield house, facts
        finally:
            server.terminate()
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(port: int) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        try:
            with urlopen(Request(f"http://127.0.0.1:{port}/health/"), timeout=5):
                return
        except OSError:  # nobody listens yet, or nobody has time
            time.sleep(0.2)
    raise TimeoutError("the installation does not answer")
