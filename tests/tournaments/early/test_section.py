"""The director's page says what is certain of the next round, to the staff alone, and asks nobody to wait."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from tests.cast import SCORER, SECRETARY, Cast
from tests.evenings import open_round, record_random, the_round
from tests.tournaments.early.test_early import evening_of, matches
from tournaments import draws, rounds
from tournaments.early import early
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.names import entry_names
from tournaments.papers import press

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def here(evening: Tournament, number: int = 2) -> str:
    return reverse("tournaments:early", args=[evening.pk, number])


def section(client: Client, evening: Tournament) -> str:
    answer = client.get(here(evening), headers={"hx-request": "true"})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def all_but(evening: Tournament, missing: int) -> None:
    for match in matches(evening)[missing:]:
        record_random(match, random.Random(match.table_number))


def named(evening: Tournament, section: str) -> set[frozenset[int]]:
    """The pairs of numbers that the section lists."""
    rows = section.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0].split("<tr>")[1:]
    return {frozenset(map(int, re.findall(r"<b>(\d+)</b>", row))) for row in rows}


def test_the_page_fetches_the_section_and_the_section_what_is_certain(secretary: Client, cast: Cast) -> None:
    evening = evening_of(cast, "danish", 10)
    page = secretary.get(reverse("tournaments:director", args=[evening.pk])).content.decode()
    assert f'hx-get="{here(evening)}" hx-trigger="load, tables-in from:body"' in page
    assert "Already certain" not in section(secretary, evening)
    all_but(evening, 1)
    said = section(secretary, evening)
    assert "Already certain for round 3" in said
    known = early(evening)
    assert known is not None
    assert known.certain is not None
    number = {key: names.number for key, names in entry_names(evening).items()}
    assert named(evening, said) == {
        frozenset(number[entry] for entry in each.entries) for each in known.certain.tables
    }
    assert not Paper.objects.exists()
    record_random(matches(evening)[0], random.Random(3))
    assert "Already certain" not in section(secretary, evening)


def test_tables_that_come_in_wake_the_section(secretary: Client, cast: Cast) -> None:
    evening = evening_of(cast, "danish", 10)
    address = reverse("tournaments:tables", args=[evening.pk, 2])
    answer = secretary.get(address, {"v": "0"}, headers={"hx-request": "true"})
    assert "tables-in" in answer.headers["HX-Trigger-After-Swap"]


def test_two_missing_tables_are_worked_out_by_the_worker(
    secretary: Client,
    cast: Cast,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.PAPERS_STALE_SECONDS = 600  # a beat by another thread would wait for this test's transaction
    evening = evening_of(cast, "danish_no_rematch", 8)
    all_but(evening, 2)
    with django_capture_on_commit_callbacks():
        waiting = section(secretary, evening)
    assert "being worked out" in waiting
    assert "every 2s" in waiting
    assert "Already certain for round 3" in secretary.get(here(evening)).content.decode()
    paper = Paper.objects.get()
    assert (paper.kind, paper.round.number) == (Paper.Kind.EARLY, 3)
    press.make(paper.pk)
    said = section(secretary, evening)
    known = early(evening)
    assert known is not None
    assert known.certain is not None
    assert ("<tbody>" in said) == bool(known.certain.tables)
    assert "every 2s" not in said
    assert Paper.objects.count() == 1
    page = secretary.get(reverse("tournaments:papers", args=[evening.pk])).content.decode()
    assert "Certain tables" not in page
    assert (
        secretary.post(
            reverse("tournaments:paper_ask", args=[evening.pk, "early"]), {"language": "en"}
        ).status_code
        == 404
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "no more than 2 tables are missing; now they are 4"),
        ({"criteria": ["vp", "mp", "best_round_vp"]}, "ordered by more than V.P. and M.P."),
    ],
)
def test_what_cannot_be_told_says_why(
    secretary: Client, cast: Cast, change: dict[str, object], sentence: str
) -> None:
    evening = evening_of(cast, "danish_no_rematch", 10)
    all_but(evening, 4)
    Tournament.objects.filter(pk=evening.pk).update(**change)
    assert sentence in section(secretary, evening)
    assert not Paper.objects.exists()


def test_points_as_victory_points_say_why(secretary: Client, cast: Cast) -> None:
    evening = evening_of(cast, "danish", 10)
    all_but(evening, 1)
    evening.phases.update(vp_table="raw")
    assert "V.P. here are points" in section(secretary, evening)


@pytest.mark.experience(22)
def test_nobody_but_the_staff_finds_it_anywhere(client: Client, cast: Cast) -> None:
    evening = evening_of(cast, "danish", 10)
    all_but(evening, 1)
    names = {name for each in entry_names(evening).values() for name in each.full}
    for headers in ({}, {"hx-request": "true"}):
        answer = client.get(here(evening), headers=headers)
        assert answer.status_code == 302
        assert not any(name in answer.content.decode() for name in names)
    for name in ("seats", "standings", "rounds", "public"):
        page = client.get(reverse(f"tournaments:{name}", args=[evening.pk]), follow=True).content.decode()
        assert here(evening) not in page
        assert "Already certain" not in page
    client.force_login(cast.users[SCORER])
    client.cookies["django_language"] = "en"
    assert "Already certain for round 3" in section(client, evening)


def test_a_round_that_asks_nothing_has_no_section(secretary: Client, cast: Cast) -> None:
    evening = evening_of(cast, "danish", 8)
    all_but(evening, 0)
    rounds.close(round=the_round(evening, 2), by=None)
    assert "Already certain" not in section(secretary, evening)
    for number in (3, 4):
        draws.draw_round(round=the_round(evening, number), by=None, seed=1)
        rounds.undo_draw(round=the_round(evening, number), by=None)
        open_round(evening, number)
        if number == 3:
            for match in the_round(evening, 3).matches.active().select_related("round__phase__tournament"):
                record_random(match, random.Random(match.table_number))
            rounds.close(round=the_round(evening, 3), by=None)
    page = secretary.get(reverse("tournaments:director", args=[evening.pk])).content.decode()
    assert here(evening, 4) not in page


def test_a_rest_may_be_certain_where_no_table_is(secretary: Client, cast: Cast) -> None:
    evening = evening_of(cast, "danish", 5)
    record_random(matches(evening)[1], random.Random(2))
    known = early(evening)
    assert known is not None
    assert known.certain is not None
    assert known.certain.tables == ()
    assert known.certain.rest is not None
    said = section(secretary, evening)
    assert "Nothing is certain yet" not in said
    assert "No table is certain yet: they depend on the missing ones." in said
    assert "SIT-OUT" in said
