"""A real worker makes the paper; killed outright in the middle, another one finishes it."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable

import pytest
from pypdf import PdfReader
from pytest_django import Settings

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round
from tournaments.models.papers import Paper
from tournaments.papers import files, jobs

pytestmark = pytest.mark.django_db(transaction=True)
Order = Callable[..., Paper]
Start = Callable[[], subprocess.Popen[bytes]]
PATIENCE = 60.0  # seconds


def wait_for(paper: Paper, reached: Callable[[Paper], bool], meanwhile: Callable[[], object]) -> Paper:
    """The row once it is as wished; `meanwhile` is done between two looks."""
    look = threading.Event()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        row = Paper.objects.get(pk=paper.pk)
        if reached(row):
            return row
        meanwhile()
        look.wait(0.05)
    pytest.fail(f"still {row.state}, {row.done} of {row.total}, attempt {row.attempts}")


def is_done(paper: Paper) -> bool:
    return paper.state == Paper.State.DONE


def test_a_paper_is_made_by_the_worker_process(
    club: Club, order: Order, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    evening = make_evening(club, entries=12)
    open_round(evening, 1)
    evening.refresh_from_db()
    papers = [
        order(evening, "slips", 1, size="a5"),
        order(evening, "seats_by_table", 1),
        order(evening, "seats_by_name", 1),
        order(evening, "guide_cards", 1),
        order(evening, "standings", 1, board=True, names="full"),
        order(evening, "blank_slips", phase=1, size="a4", copies=7),
    ]
    for paper, pages in zip(papers, (6, 1, 1, 2, 1, 4), strict=True):
        row = wait_for(paper, is_done, lambda: None)
        assert (row.done, row.total, row.attempts, row.error) == (pages, pages, 1, "")
        assert len(PdfReader(files.complete(row)).pages) == pages


@pytest.mark.experience(13)
def test_a_paper_outlives_a_worker_killed_in_the_middle(
    club: Club, order: Order, start_worker: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PAPERS_STALE_SECONDS = 2
    monkeypatch.setenv("PAPERS_STALE_SECONDS", "2")
    evening = make_evening(club, entries=160)
    open_round(evening, 1)
    evening.refresh_from_db()
    worker = start_worker()
    paper = order(evening, "slips", 1, size="a5")
    wait_for(paper, lambda row: row.done > 0, lambda: None)
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    broken = Paper.objects.get(pk=paper.pk)
    assert (broken.state, broken.attempts) == (Paper.State.RUNNING, 1)
    assert 0 < broken.done < broken.total
    start_worker()
    row = wait_for(paper, is_done, jobs.sweep)
    assert (row.done, row.attempts) == (80, 2)
    reader = PdfReader(files.complete(row))
    tables = [page.extract_text() for page in reader.pages]
    assert len(tables) == 80
    assert len(set(tables)) == 80
    assert [path.name for path in files.root().glob(f"{row.pk}*")] == [f"{row.pk}.pdf"]
