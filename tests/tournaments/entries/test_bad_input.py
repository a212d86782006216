"""Whatever is sent to the forms of entries: a sentence, nothing lost, nothing written, never an error."""

import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models.people import Person
from tests.bad_input import NASTY, assert_survives, rows_of
from tournaments.check_in import open_check_in
from tournaments.entries import add_entry
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.roster import entry_numbers, roster

People = dict[str, Person]


def counts() -> dict[str, int]:
    return rows_of(Person, Entry, EntryMember, Act)


@pytest.fixture
def entry(tournament: Tournament, people: People) -> Entry:
    persons = [people["Aquilone Marisa"], people["Brigantino Ugo"]]
    return add_entry(tournament=tournament, persons=persons, by=None)


def test_adding_a_pair(desk: Client, tournament: Tournament, people: People) -> None:
    valid = {"first": "Zibibbo Flora", "second": "Lavanda Ada"}
    assert_survives(desk, reverse("tournaments:entry_add", args=[tournament.pk]), valid, counts)


def test_adding_a_pair_with_a_question(desk: Client, tournament: Tournament, people: People) -> None:
    valid = {
        "first": "Zibibbo Flore",
        "first_is": str(people["Zibibbo Flora"].pk),
        "second": "Girasole",
        "second_is": "new",
    }
    assert_survives(desk, reverse("tournaments:entry_add", args=[tournament.pk]), valid, counts)


def test_changing_a_pair(desk: Client, tournament: Tournament, entry: Entry) -> None:
    valid = {"first": "Zibibbo Flora", "second": "Lavanda Ada"}
    assert_survives(desk, reverse("tournaments:entry_change", args=[tournament.pk, entry.pk]), valid, counts)


def test_entering_a_list(desk: Client, tournament: Tournament, people: People) -> None:
    valid = {
        "text": "Zibibbo Flora - Lavanda Ada\nAquilone Mariza - Frantoio Loris",
        "order": "surname",
        "who-2-1": "new",
    }
    assert_survives(desk, reverse("tournaments:entries_import", args=[tournament.pk]), valid, counts)


def test_previewing_whatever_is_pasted_or_uploaded(
    desk: Client, tournament: Tournament, people: People
) -> None:
    rng = random.Random(20261130)
    before = counts()
    url = reverse("tournaments:entries_paste", args=[tournament.pk])
    for _number in range(200):
        text = "\n".join(rng.choices(NASTY, k=rng.randint(0, 6)))
        data: dict[str, object] = {"text": text, "order": rng.choice(["surname", "name", "", "x"])}
        if rng.random() < 0.5:
            noise = bytes(rng.choices(range(256), k=rng.randint(0, 80)))
            start = rng.choice([b"", b"PK\x03\x04", b"\xff\xfe", b"\xef\xbb\xbf", "à;è\n".encode("cp1252")])
            data["file"] = SimpleUploadedFile("iscritti.csv", start + noise)
        response = desk.post(url, data, headers=rng.choice([{}, {"HX-Request": "true"}]))
        page = response.content.decode()
        assert response.status_code == 200, data
        assert 'role="alert"' in page or "<ol" in page, data
    assert counts() == before


def test_pressing_buttons_with_anything(desk: Client, tournament: Tournament, entry: Entry) -> None:
    open_check_in(tournament=tournament, by=None)
    before = counts()
    presses = {
        "entry_presence": ([tournament.pk, entry.pk], "present"),
        "entry_join": ([tournament.pk, entry.pk], "other"),
        "close_check_in": ([tournament.pk], "absent_seen"),
    }
    for name, (args, field) in presses.items():
        url = reverse(f"tournaments:{name}", args=args)
        for value in NASTY:
            if value.strip() in {"0", "1"}:  # who may be meant
                continue
            assert desk.post(url, {field: value}).status_code == 302, (name, value)
    assert counts() == before


def test_figures_of_any_script_are_the_numbers_they_say(
    desk: Client, tournament: Tournament, people: People, entry: Entry
) -> None:
    open_check_in(tournament=tournament, by=None)
    key = "".join(chr(ord("٠") + int(digit)) for digit in str(people["Girasole Vera"].pk))
    data = {"first": f"Girasole Vera #{key}", "second": "Zibibbo Flora"}
    desk.post(reverse("tournaments:entry_add", args=[tournament.pk]), data)
    assert entry_numbers(tournament)[people["Girasole Vera"].pk] == 2
    data = {"text": "١. Lavanda Ada - Frantoio Loris", "order": "surname"}
    desk.post(reverse("tournaments:entries_import", args=[tournament.pk]), data)
    assert roster(tournament)[-1].names == "Lavanda Ada – Frantoio Loris"
    desk.post(reverse("tournaments:close_check_in", args=[tournament.pk]), {"absent_seen": "٣"})
    tournament.refresh_from_db()
    assert tournament.check_in_closed_at is not None


@pytest.mark.parametrize("name", ["check_in", "entry_people", "entry_partner"])
def test_searching_for_anything(desk: Client, tournament: Tournament, entry: Entry, name: str) -> None:
    url = reverse(f"tournaments:{name}", args=[tournament.pk])
    for word in NASTY:
        for field in ("q", "first", "second"):
            assert desk.get(url, {field: word}).status_code == 200, word
