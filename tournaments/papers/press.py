"""Makes papers, in a worker: reads what is there now, lays it out part by part, joins the parts."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress

from django.db import OperationalError, connection
from django.utils import translation

from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.papers import files, jobs, render
from tournaments.papers.contents import CONTENT, digest, html
from tournaments.papers.sheets import FIRST_PART, PART, NotReadyError, Sheets, spans

READ_TRIES = 5
MOST_BEATS = 60  # of one part: a worker that hangs must fall silent in the end


def make(pk: int) -> None:
    """Make the paper unless somebody else does. Whatever happens, its row says so."""
    paper = jobs.claim(pk)
    if paper is None:
        return
    try:
        with translation.override(paper.language):
            print_paper(paper)
    except jobs.TakenOverError:
        return
    except NotReadyError as refusal:
        jobs.fail(paper, refusal.code)
    except BaseException:
        jobs.give_back(paper)
        raise


def print_paper(paper: Paper) -> None:
    """Lay out each part, put it where it can be downloaded, and join them at the end."""
    sheets = read(paper)
    ranges = spans(len(sheets.pages), FIRST_PART, PART)
    jobs.beat(paper, done=0, total=len(sheets.pages) * sheets.copies)
    for number, (start, end) in enumerate(ranges, 1):
        place = files.part(paper, number)
        if not place.exists():  # a worker that was killed may have left it
            with beating(paper):
                files.write(place, render.pdf(html(sheets, start, end)), attempt=paper.attempts)
        jobs.beat(paper, done=end)
        if number < len(ranges):
            gc.collect()  # a laid out document is full of cycles, and the worker seldom collects by itself
            make_urgent(paper)
    with beating(paper):
        parts = [files.part(paper, number) for number in range(1, len(ranges) + 1)]
        whole, pages = render.join(parts, title=files.download_name(paper), copies=sheets.copies)
        files.write(files.complete(paper), whole, attempt=paper.attempts)
    jobs.finish(paper, pages)
    files.drop_parts(paper)


def read(paper: Paper) -> Sheets:
    """The paper's content at one version: read again if a write came in between, as pages do."""
    for _try in range(READ_TRIES):
        tournament = Tournament.objects.select_related("club").get(pk=paper.tournament_id)
        paper.tournament = tournament
        before = {"tournament_version": tournament.version, "club_version": tournament.club.version}
        jobs.beat(paper, **before)
        # Reading takes a moment; only what is certain early may take long to find out.
        with beating(paper) if paper.kind == Paper.Kind.EARLY else nullcontext():
            sheets = CONTENT[paper.kind](paper)
        now = Tournament.objects.select_related("club").get(pk=paper.tournament_id)
        if before == {"tournament_version": now.version, "club_version": now.club.version}:
            break
    jobs.beat(paper, digest=digest(sheets))
    return sheets


def make_urgent(paper: Paper) -> None:
    """Between two parts of a long paper, make the short ones that somebody waits for."""
    if paper.is_urgent:
        return
    for pk in jobs.urgent():
        with beating(paper):
            make(pk)


@contextmanager
def beating(paper: Paper) -> Iterator[None]:
    """Beat in the background while one step takes long."""
    ended = threading.Event()
    pause = jobs.stale_after().total_seconds() / 3

    def beat() -> None:
        try:
            for _beat in range(MOST_BEATS):
                if ended.wait(pause):
                    return
                with suppress(OperationalError):  # a database too busy for one beat takes the next
                    jobs.beat(paper)
        except jobs.TakenOverError:
            return  # the main thread finds out by itself at its next step
        finally:
            connection.close()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
