"""Keeps child processes alive until told to stop, and leaves none behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

GRACE = 10.0  # seconds a child has to finish what it is doing
STEADY = 10.0  # seconds after which a child counts as well started
SLOWEST = 15.0  # seconds between two starts of a child that keeps dying
PR_SET_PDEATHSIG = 1
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has only the one
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """In the child, on Linux: be told to stop if the supervisor itself is killed outright."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """One program to keep running. Times are seconds of the monotonic clock."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    failures: int = 0

    def start(self, environment: Mapping[str, str], now: float) -> None:
        """Start the program in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        self.started = now
        self.process = subprocess.Popen(  # noqa: S603 - our own programs
            self.command,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=die_with_parent if LIBC is not None else None,  # noqa: PLW1509 - no threads yet
        )

    def died(self, now: float) -> bool:
        """Whether it ended since last asked; sets when it is due again: at once, later if it keeps dying."""
        if self.process is None or self.process.poll() is None:
            return False
        self.signal(KILL)  # what it had started must not keep its port
        self.process = None
        self.failures = 0 if now - self.started > STEADY else self.failures + 1
        self.due = now + min(SLOWEST, 2.0**self.failures / 4 if self.failures > 1 else 0.0)
        return True

    def signal(self, number: int) -> None:
        """Send a signal to the program and to whatever it started."""
        if self.process is None:
            return
        try:
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, number)
            else:
                self.process.send_signal(number)
        except ProcessLookupError:
            return


@dataclass
class Supervisor:
    """Runs `children`, restarts those that die, calls `every` each `period` seconds, until `stop`.

    `on_death` is told the name of a child that ended by itself, before it is started again.
    """

    children: Sequence[Child]
    environment: Mapping[str, str]
    on_death: Callable[[str], object]
    every: Callable[[], object]
    period: float = 5.0
    stopping: threading.Event = field(default_factory=threading.Event)

    def stop(self, *_signal: object) -> None:
        """Ask for a clean end; fit to be a signal handler."""
        self.stopping.set()

    def run(self) -> None:
        """Work until `stop`; on the way out, end every child whatever happened."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        due = 0.0
        try:
            while not self.stopping.is_set():
                now = time.monotonic()
                self.tend(now)
                if now >= due:
                    self.every()
                    due = now + self.period
                self.stopping.wait(0.25)
        finally:
            self.end()

    def tend(self, now: float) -> None:
        """Start what is due, notice what died."""
        for child in self.children:
            if child.died(now):
                self.on_death(child.name)
            if child.process is None and now >= child.due:
                child.start(self.environment, now)

    def end(self) -> None:
        """Let the children finish for a while, then kill what is left of their sessions."""
        for child in self.children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE
        for child in self.children:
            if child.process is None:
                continue
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.process.wait(max(0.0, deadline - time.monotonic()))
            child.signal(KILL)
            child.process.wait()
