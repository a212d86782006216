"""The project's settings with what tests override, all in one place."""

import os
import tempfile
from pathlib import Path

# Everything a test run writes goes to a folder of its own, one for each process of a parallel run.
_process = os.environ.get("PYTEST_XDIST_WORKER", "main")
_var = Path(tempfile.gettempdir()) / f"pozzetto-tests-{os.getpid()}-{_process}"
os.environ["POZZETTO_VAR"] = str(_var)
os.environ.setdefault("SQLITE_SYNCHRONOUS", "OFF")  # a test database need not survive a power cut
os.environ["CELERY_QUEUE"] = f"tests-{os.getpid()}-{_process}"
os.environ["STATIC_MANIFEST"] = "false"
os.environ["EMAIL_URL"] = "memorymail://"
os.environ["LOG_LEVEL"] = "WARNING"

from config.settings import *  # noqa: E402, F403 - after the environment they read

STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405 - whitenoise warns when it is missing
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
for _database in DATABASES.values():  # noqa: F405
    if _database["ENGINE"] == "django.db.backends.sqlite3":
        # A file: a live server's threads and a worker process must see the same rows.
        _database["TEST"] = {"NAME": str(_var / "test.sqlite3")}
