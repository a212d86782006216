"""What every test may ask for: a browser set up for the hall, and a real worker."""

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection
from django.template import Context, RequestContext, Template
from django.test.utils import instrumented_test_render
from django.utils import translation
from playwright.sync_api import expect

from config import bootstrap
from config.celery import app

pytest_plugins = ["tests.cast"]

BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


PATIENCE = 20_000  # milliseconds: two cores may be shared with others
expect.set_options(timeout=PATIENCE)


def pytest_collection_finish() -> None:
    """Look for dead cycles seldom: what has been imported and collected by now, most of the heap, stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(500_000, 20, 100)


def pytest_unconfigure() -> None:
    """Leave nothing of this run behind."""
    if settings.configured:
        shutil.rmtree(settings.VAR, ignore_errors=True)


def _note_pages(template: Template, context: Context) -> str:
    """Render as Django's tests do, who note the context, but only the page itself, not what it includes."""
    if isinstance(context, RequestContext) and context.template is template:
        return instrumented_test_render(template, context)
    return template.nodelist.render(context)


@pytest.fixture(autouse=True, scope="session")
def contexts_of_pages(django_test_environment: None) -> None:
    """Keep the context of each page for `response.context`, not also of its hundreds of small templates."""
    Template._render = _note_pages  # which Django itself replaces in tests, and gives back at their end


@pytest.fixture(autouse=True)
def own_language() -> None:
    """Begin in the settings' language: a page asked for in another leaves its language to the thread."""
    translation.deactivate()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The distribution's Chromium, cut off from the internet."""
    path = bootstrap.chromium()
    assert path, "Chromium is missing: install the distribution's, or put its path in CHROMIUM"
    return {**browser_type_launch_args, "executable_path": path, "args": BROWSER_ARGUMENTS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """An Italian laptop; `phone` makes it a phone."""
    hall = {"locale": "it-IT", "timezone_id": "Europe/Rome", "viewport": {"width": 1366, "height": 768}}
    return {**browser_context_args, **hall}


@pytest.fixture(scope="session")
def phone() -> dict[str, Any]:
    """Arguments for `browser.new_context` that make a player's phone."""
    size = {"width": 390, "height": 844}
    return {"locale": "it-IT", "timezone_id": "Europe/Rome", "viewport": size, "has_touch": True}


def database_url() -> str:
    """The URL of the database this test writes to, for a process of its own."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{facts['NAME']}"
    who = f"{quote(facts['USER'])}:{quote(facts['PASSWORD'] or '')}@{facts['HOST']}:{facts['PORT']}"
    return f"postgres://{who}/{quote(facts['NAME'])}"


@pytest.fixture
def start_worker(transactional_db: None) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Start a real Celery worker on this test's database and broker, and wait until it answers.

    May be called again, when a test has killed the one before.
    """
    started: list[subprocess.Popen[bytes]] = []
    words = ["worker", "-P", "solo", "-c", "1", "--without-gossip", "--without-mingle", "--without-heartbeat"]

    def start() -> subprocess.Popen[bytes]:
        name = f"{settings.CELERY_TASK_DEFAULT_QUEUE}-{len(started)}@test"
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": database_url(),
        }
        command = [sys.executable, "-m", "celery", "-A", "config", *words, "-n", name, "--loglevel", "ERROR"]
        process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment)
        started.append(process)
        for _attempt in range(60):
            if process.poll() is None and app.control.ping(destination=[name], timeout=0.5):
                return process
        pytest.fail("the worker did not answer in 30 seconds")

    yield start
    for process in started:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def celery_worker_process(start_worker: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """A real Celery worker, answering."""
    return start_worker()
