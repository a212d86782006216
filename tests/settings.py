"""The project's settings with what tests override, all in one place."""

import os
import tempfile
from pathlib import Path

# Everything a test run writes goes to a folder of its own, one for each process of a parallel run.
_process = f"{os.getpid()}-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
_var = Path(tempfile.gettempdir()) / f"pozzetto-tests-{_process}"
os.environ["POZZETTO_VAR"] = str(_var)
os.environ["CELERY_QUEUE"] = f"tests-{_process}"
os.environ.setdefault("SQLITE_SYNCHRONOUS", "OFF")  # a test database need not survive a power cut
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright keeps an event loop in this thread

from config.settings import *  # noqa: E402, F403 - after the environment they read

LANGUAGE_CODE = "en"  # tests read the source's sentences; who wants Italian asks for it as a browser does
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,  # noqa: F405
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405 - whitenoise warns when it is missing
CACHES["default"]["KEY_PREFIX"] = _process  # noqa: F405 - parallel processes have rows with the same keys
for _database in DATABASES.values():  # noqa: F405
    if _database["ENGINE"] == "django.db.backends.sqlite3":
        # A file: a live server's threads and a worker process must see the same rows.
        _database["TEST"] = {"NAME": str(_var / "test.sqlite3")}
