"""One machine, one command: the web server and the worker, on SQLite and a folder, for a whole evening."""

import argparse
import io
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import segno
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections
from django.utils.translation import gettext as _

from clubs.models.clubs import Club
from tournaments.management.demo_data import login_lines
from tournaments.management.network import addresses, port_is_free
from tournaments.management.static_files import collect
from tournaments.management.supervisor import Child, Supervisor
from tournaments.papers import jobs

WEB, WORKER = "web", "worker"
HIGHEST_PORT = 65_535
THREADS = "8"  # one process: on SQLite writers queue anyway, and fragments are cached per process


def port(typed: str) -> int:
    """A port to listen on, as typed. ArgumentTypeError with a sentence for anything else."""
    if not (typed.isascii() and typed.isdigit() and 1 <= int(typed) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(_("a port is a number from 1 to %d") % HIGHEST_PORT)
    return int(typed)


def web(host: str, port: int) -> Child:
    """The web server: gunicorn, or waitress where gunicorn does not run."""
    listen = f"{host}:{port}"
    if sys.platform == "win32":
        words = ["waitress", f"--listen={listen}", f"--threads={THREADS}", "config.wsgi:application"]
    else:
        words = ["gunicorn", "--bind", listen, "--workers", "1", "--worker-class", "gthread"]
        words += ["--threads", THREADS, "--graceful-timeout", "5"]
        # Its warnings about malformed requests would write addresses into the log.
        words += ["--log-level", "error"]
        words += ["--no-control-socket", "config.wsgi:application"]
    return Child(WEB, [sys.executable, "-m", *words])


def worker() -> Child:
    """The Celery worker: one task at a time, without the talk between workers that a single one needs not."""
    words = ["celery", "--quiet", "-A", "config", "worker", "-P", "solo", "-c", "1", "--loglevel", "WARNING"]
    words += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    # The warning is about a worker that serves strangers' messages; this one reads a folder of its own user.
    return Child(WORKER, [sys.executable, "-W", "ignore:You're running the worker with", "-m", *words])


class Command(BaseCommand):
    """Prepares the database, then runs web server and worker until Ctrl-C."""

    help = "Start Pozzetto on this machine: database, web server and worker."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=port, default=8000, help="where to listen (8000)")
        parser.add_argument("--lan", action="store_true", help="let the hall's network in; show a QR code")
        parser.add_argument("--no-demo", action="store_true", help="start without the demo association")

    def handle(self, *_args: object, **options: Any) -> None:
        port, lan = options["port"], options["lan"]
        host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 - asked for by --lan
        if not port_is_free(host, port):
            raise CommandError(_("Port %d is taken: is Pozzetto running already? Try --port.") % port)
        names = [*addresses(), f"{socket.gethostname()}.local"] if lan else ["localhost"]
        hosts = ",".join(filter(None, [os.environ.get("ALLOWED_HOSTS"), *names]))
        url = os.environ.get("SITE_URL") or f"http://{names[0]}:{port}"
        self.prepare(demo=not options["no_demo"])
        self.announce(url, lan=lan)
        Supervisor(
            children=[web(host, port), worker()],
            environment={"LOG_LEVEL": "WARNING", **os.environ, "SITE_URL": url, "ALLOWED_HOSTS": hosts},
            on_death=self.mourn,
            every=self.sweep,
        ).run()
        self.stdout.write(_("Stopped. Everything is saved."))

    def mourn(self, name: str) -> None:
        """Say that a child died; what the worker was making waits for the next one at once."""
        self.stderr.write(_("%s stopped unexpectedly: starting it again.") % name)
        if name == WORKER:
            self.tell(jobs.abandon)

    def sweep(self) -> None:
        """Ring again for papers whose message was lost."""
        self.tell(jobs.sweep)

    def tell(self, ask: Callable[[], int]) -> None:
        """Ask something of the rows; a database that is busy now is asked again at the next sweep."""
        try:
            ask()
        except DatabaseError as error:
            self.stderr.write(str(error))
        close_old_connections()

    def prepare(self, *, demo: bool) -> None:
        """Bring tables and static files up to date; on the first start, load the demo evening."""
        call_command("migrate", verbosity=0, interactive=False)
        collect()
        # Everybody knows the passwords of the demo: no public site gets it unasked.
        if demo and not settings.HTTPS and not Club.objects.exists():
            self.stdout.write(_("First start: loading the demo association …"))
            call_command("demo", stdout=io.StringIO())  # `announce` says the same, below the address

    def announce(self, url: str, *, lan: bool) -> None:
        """Say where to go, and as whom to try it."""
        self.stdout.write(self.style.SUCCESS(_("Pozzetto is at %s") % url))
        if lan:
            drawing = io.StringIO()
            segno.make(url, error="m").terminal(out=drawing, border=2, compact=True)
            self.stdout.write(drawing.getvalue())
        if Club.objects.filter(is_demo=True).exists():
            for line in login_lines():
                self.stdout.write(line)
        self.stdout.write(_("Ctrl-C stops it."))
        self.stdout.flush()
