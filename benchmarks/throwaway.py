"""Django on a database of its own in a folder that goes away, for comparisons that need rows."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connections


@contextmanager
def database(urlconf: str = "config.urls") -> Iterator[None]:
    """Migrated and empty; settings are the installation's own except for where they write."""
    with tempfile.TemporaryDirectory(prefix="pozzetto-benchmark-") as folder:
        os.environ["POZZETTO_VAR"] = folder
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder).as_posix()}/benchmark.sqlite3"
        os.environ["LOG_LEVEL"] = "WARNING"
        os.environ["STATIC_MANIFEST"] = "false"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        django.setup()
        django.conf.settings.ROOT_URLCONF = urlconf
        Path(django.conf.settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
        call_command("migrate", verbosity=0)
        yield
        connections.close_all()
