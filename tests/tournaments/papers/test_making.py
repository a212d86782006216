"""How a paper is made: short ones first, alive while it works, read as one moment, the same bytes again."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.evenings import the_round
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Match
from tournaments.names import entry_names
from tournaments.papers import files, jobs, press, slips
from tournaments.papers.sheets import Sheets

pytestmark = pytest.mark.django_db
Order = Callable[..., Paper]
State = Paper.State


def test_the_slip_of_one_table_goes_before_the_rest_of_a_long_paper(
    evening: Tournament, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "FIRST_PART", 2)
    order_of_ends: list[int] = []
    real = jobs.finish

    def finish(paper: Paper, pages: int) -> None:
        order_of_ends.append(paper.pk)
        real(paper, pages)

    monkeypatch.setattr(jobs, "finish", finish)
    long = order(evening, "slips", 4, size="a5")
    short = order(evening, "slips", 4, size="a5", table=3)
    assert (long.is_urgent, short.is_urgent) == (False, True)
    press.make(long.pk)
    assert order_of_ends == [short.pk, long.pk]


def test_the_worker_beats_while_one_step_takes_long(
    evening: Tournament, order: Order, settings: Settings, transactional_db: None
) -> None:
    settings.PAPERS_STALE_SECONDS = 0.15
    paper = jobs.claim(order(evening, "slips", 4, size="a5").pk)
    assert paper is not None
    first = paper.beat_at
    with press.beating(paper):
        while Paper.objects.get(pk=paper.pk).beat_at == first:
            continue
    assert Paper.objects.get(pk=paper.pk).beat_at > first


def test_a_write_in_the_middle_of_reading_makes_it_read_again(
    evening: Tournament, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []

    def read(paper: Paper) -> Sheets:
        sheets = slips.content(paper)
        reads.append(paper.tournament.version)
        if len(reads) == 1:
            Tournament.objects.filter(pk=paper.tournament_id).update(version=paper.tournament.version + 1)
        return sheets

    monkeypatch.setattr(press, "CONTENT", {**press.CONTENT, Paper.Kind.SLIPS: read})
    paper = order(evening, "slips", 4, size="a5")
    press.make(paper.pk)
    paper.refresh_from_db()
    assert len(reads) == 2
    assert paper.tournament_version == reads[1] == reads[0] + 1


def test_the_queries_of_a_round_of_slips_do_not_grow(evening: Tournament) -> None:
    later = the_round(evening, 4)
    names = entry_names(evening)
    with CaptureQueriesContext(
        connection,
    ) as all_tables:
        assert len(slips.round_slips(later, names)) == 5
    Match.objects.filter(round=later, table_number__gt=1).update(is_active=False)
    with CaptureQueriesContext(connection) as one_table:
        assert len(slips.round_slips(later, names)) == 1
    assert len(all_tables) == len(one_table)


def test_the_same_rows_print_the_same_bytes(evening: Tournament, order: Order) -> None:
    paper = order(evening, "slips", 4, size="a5")
    press.make(paper.pk)
    once = files.complete(paper).read_bytes()
    Paper.objects.filter(pk=paper.pk).update(state=State.QUEUED, attempts=0)
    press.make(paper.pk)
    assert files.complete(paper).read_bytes() == once
