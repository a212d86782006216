"""Entries that do not change any more are only shown; what is typed too late is shown back, unwritten."""

import random
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.evenings import make_evening, open_round, play_evening
from tournaments.check_in import close_check_in
from tournaments.ending import declare_final, publish_provisional
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament

HTMX = {"HX-Request": "true"}


def closed(evening: Tournament) -> None:
    close_check_in(tournament=evening, by=None)


def playing(evening: Tournament) -> None:
    open_round(evening, 1)


def final(evening: Tournament) -> None:
    play_evening(evening, random.Random(1))
    publish_provisional(tournament=evening, by=None)
    declare_final(tournament=evening, by=None)


STAGES = [
    (closed, "The check-in is closed: open it again first.", "check_in"),
    (playing, "Entries stand as they are. Round 1 is announced: take the announcement back", "director"),
    (final, "Entries stand as they are. The evening has been played", "director"),
]
Stage = Callable[[Tournament], None]


@pytest.fixture
def evening(club: Club) -> Tournament:
    return make_evening(club, entries=8)


def main_of(response: object) -> str:
    """The page without its strip of phases."""
    page = response.content.decode()  # type: ignore[attr-defined]
    return page[page.index("<main") : page.index("</main>")]


def words(response: object) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", main_of(response)).split())


def counts() -> tuple[int, int]:
    return Person.objects.count(), Entry.objects.count()


@pytest.mark.parametrize("moment", STAGES)
@pytest.mark.parametrize("name", ["entry_add", "entries_paste", "entry"])
def test_no_field_is_offered_but_the_reason_and_the_way_on(
    desk: Client, evening: Tournament, moment: tuple[Stage, str, str], name: str
) -> None:
    stage, sentence, way_on = moment
    args = [evening.pk, evening.entries.get(number=1).pk] if name == "entry" else [evening.pk]
    address = reverse(f"tournaments:{name}", args=args)
    before = main_of(desk.get(address))
    assert "<input" in before or "<textarea" in before
    stage(evening)
    response = desk.get(address)
    page = main_of(response)
    assert sentence in words(response)
    assert f'class="action" href="{reverse(f"tournaments:{way_on}", args=[evening.pk])}"' in page
    assert ("Kept apart" in page) == (stage is not final and name == "entry"), "next draws can still heed it"
    without = re.sub(r"<summary>Kept apart.*?</details>", "", page, flags=re.DOTALL)
    assert not re.search(r'<(textarea|select|button|input(?! type="hidden"))', without)
    leaving = reverse("tournaments:leave", args=[evening.pk, evening.entries.get(number=1).pk])
    assert (leaving in page) == (stage is playing and name == "entry"), "only leaving is still possible"


@pytest.mark.parametrize(("stage", "sentence", "_way_on"), STAGES)
@pytest.mark.parametrize("second", ["Lavanda Ada", ""])
def test_names_typed_too_late_are_shown_back(
    desk: Client, evening: Tournament, stage: Stage, sentence: str, _way_on: str, second: str
) -> None:
    stage(evening)
    before = counts()
    one = evening.entries.get(number=1)
    for name, args in (("entry_add", [evening.pk]), ("entry_change", [evening.pk, one.pk])):
        data = {"first": "Mughetto <Ida>", "second": second}
        response = desk.post(reverse(f"tournaments:{name}", args=args), data)
        text = words(response)
        assert "Not saved" in text
        assert sentence in text
        assert "Mughetto &lt;Ida&gt;" in text
        assert second in text
        assert 'role="alert"' in main_of(response)
    assert counts() == before


@pytest.mark.parametrize(("stage", "sentence", "_way_on"), STAGES)
@pytest.mark.parametrize("name", ["entries_paste", "entries_import"])
def test_a_list_that_comes_too_late_is_shown_back_whole(
    desk: Client, evening: Tournament, stage: Stage, sentence: str, _way_on: str, name: str
) -> None:
    stage(evening)
    before = counts()
    text = "Mughetto Ida - Lavanda Ada\nSalvia Pia - Timo Ugo"
    response = desk.post(
        reverse(f"tournaments:{name}", args=[evening.pk]), {"text": text, "order": "surname"}
    )
    assert sentence in words(response)
    typed = re.search(r"<textarea[^>]*readonly[^>]*>([^<]*)</textarea>", main_of(response))
    assert typed is not None
    assert typed[1].splitlines() == text.splitlines()
    assert counts() == before


def test_a_preview_made_too_late_says_so(desk: Client, evening: Tournament) -> None:
    closed(evening)
    data = {"text": "Mughetto Ida - Lavanda Ada", "order": "surname"}
    address = reverse("tournaments:entries_paste", args=[evening.pk])
    fragment = desk.post(address, data, headers=HTMX).content.decode()
    assert "The check-in is closed" in fragment
    assert "<button" not in fragment


@pytest.mark.parametrize(("stage", "sentence", "_way_on"), STAGES)
def test_the_list_of_entries_offers_nothing_that_would_be_refused(
    desk: Client, evening: Tournament, stage: Stage, sentence: str, _way_on: str
) -> None:
    Entry.objects.filter(tournament=evening, number=4).update(state=Entry.State.WAITING)
    address = reverse("tournaments:entries", args=[evening.pk])
    assert "Give a place to number 4" in words(desk.get(address))
    stage(evening)
    text = words(desk.get(address))
    assert sentence in text
    for offer in ("Add a pair", "Paste a list", "Give a place", "Find a partner"):
        assert offer not in text
