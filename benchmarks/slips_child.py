"""One way of making slips, measured in this process; `benchmarks.slips` starts it."""

import json
import random
import resource
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import django

django.setup()

import weasyprint  # noqa: E402 - after Django is set up, like all that follows
from django.core.management import call_command  # noqa: E402
from django.template.loader import render_to_string  # noqa: E402
from django.utils import translation  # noqa: E402

from clubs.models.clubs import Club  # noqa: E402
from tests.evenings import make_evening, open_round, play_round  # noqa: E402
from tournaments.models.events import Tournament  # noqa: E402
from tournaments.models.papers import Paper  # noqa: E402
from tournaments.papers import files, jobs, press, render, slips  # noqa: E402
from tournaments.tasks import settle  # noqa: E402

TABLES = int(sys.argv[2])
ROUND = 2  # so that slips carry the points so far


def seed() -> dict[str, Any]:
    """An evening of two pairs a table, its second round on the tables."""
    call_command("migrate", verbosity=0)
    evening = make_evening(Club.objects.create(name="Circolo di prova", slug="prova"), entries=2 * TABLES)
    play_round(evening, 1, random.Random(1))
    open_round(evening, ROUND)
    return {}


def _ask(**options: Any) -> Paper:
    evening = Tournament.objects.get()
    jobs.ring = lambda _pk: None  # this process is the worker
    return jobs.ask(
        tournament=evening,
        kind=Paper.Kind.SLIPS,
        round=evening.rounds.get(number=ROUND),
        options={"size": "a5", **options},
        language="it",
        by=None,
    )


def _measured(work: Callable[[], int]) -> dict[str, Any]:
    start = time.perf_counter()
    pages = work()
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "pages": pages, "peak_mb": _peak()}


def _peak() -> int:
    """Most memory this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def plain() -> dict[str, Any]:
    """All slips in one document, with nothing but what WeasyPrint does by itself."""
    paper = _ask()
    style = f'<link rel="stylesheet" href="{render.STYLE.as_uri()}">'

    def work() -> int:
        with translation.override(paper.language):
            sheets = slips.content(paper)
            html = render_to_string(sheets.template, {**sheets.context, "pages": sheets.pages})
        document = weasyprint.HTML(string=html.replace("</head>", f"{style}</head>")).render()
        document.write_pdf(files.complete(paper).with_suffix(".plain.pdf"))
        return len(document.pages)

    files.root().mkdir(parents=True, exist_ok=True)
    return _measured(work)


def ours() -> dict[str, Any]:
    """What the worker does, from the claimed row to the joined file."""
    Paper.objects.all().delete()
    paper = _ask()
    settle()
    beats: list[tuple[float, int]] = []
    beat = jobs.beat

    def note(of: Paper, **facts: Any) -> None:
        beat(of, **facts)
        if facts.get("done"):
            beats.append((time.perf_counter(), facts["done"]))

    jobs.beat = note
    start = time.perf_counter()
    facts = _measured(lambda: _make(paper))
    return {**facts, "first_seconds": beats[0][0] - start, "first_pages": beats[0][1]}


def one() -> dict[str, Any]:
    """The slip of one table, in a worker that has printed before."""
    Paper.objects.all().delete()
    _make(_ask(table=1))
    settle()
    paper = _ask(table=7)
    return _measured(lambda: _make(paper))


def _make(paper: Paper) -> int:
    press.make(paper.pk)
    paper.refresh_from_db()
    return paper.total


WAYS: Mapping[str, Callable[[], dict[str, Any]]] = {"seed": seed, "plain": plain, "ours": ours, "one": one}

if __name__ == "__main__":
    print(json.dumps(WAYS[sys.argv[1]]()))
