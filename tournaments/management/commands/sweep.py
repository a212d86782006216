"""Rings again for papers whose message or worker was lost. `manage.py serve` does it by itself."""

import argparse
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand
from django.db import OperationalError, close_old_connections

from tournaments.papers import jobs

PERIOD = 5.0  # seconds


class Command(BaseCommand):
    """One of these runs beside any number of web servers and workers."""

    help = "Look every few seconds for papers that were lost, until stopped."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *_args: object, **options: Any) -> None:
        stopped = threading.Event()
        if not options["once"]:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_signal: stopped.set())
        while not stopped.is_set():
            try:
                jobs.sweep()
            except OperationalError as error:
                if options["once"]:
                    raise
                self.stderr.write(f"{error}")  # the database may come back
            close_old_connections()
            if options["once"]:
                return
            stopped.wait(PERIOD)
