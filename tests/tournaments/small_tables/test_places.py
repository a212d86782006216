"""Who sits where at tables of three and five: each seat says its place, on the draft and in the hall."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import open_round, the_round
from tests.tournaments.small_tables.test_pages import evening, in_english
from tournaments import draws, rounds

pytestmark = pytest.mark.django_db
WORDS = {"1": "place 1", "2": "place 2", "3": "place 3", "NS": "N-S", "EW": "E-W"}


def test_on_a_mixed_draft_each_seat_says_its_place(client: Client, cast: Cast) -> None:
    mixed = evening(cast, 7, spare_size=4)
    draws.draw_round(round=the_round(mixed, 1), by=None, seed=1)
    director = in_english(client, cast, SECRETARY)
    for confirmed in (False, True):
        if confirmed:
            rounds.confirm(round=the_round(mixed, 1), by=None)
        page = director.get(reverse("tournaments:director", args=[mixed.pk])).content.decode()
        head = page[page.index("Seats by table") : page.index("<tbody>", page.index("Seats by table"))]
        assert "N-S" not in head
        assert "Players" in head
        said = re.findall(r'<span class="dim">([^<]+?)\s*</span>\s*<b>(\d+)</b>', page)
        seats = the_round(mixed, 1).seats.active()
        assert sorted(said) == sorted((WORDS[seat.place], str(seat.entry.number)) for seat in seats)


def test_where_all_tables_have_lines_the_columns_say_them(client: Client, cast: Cast) -> None:
    fours = evening(cast, 8, table_size=4)
    draws.draw_round(round=the_round(fours, 1), by=None, seed=1)
    director = in_english(client, cast, SECRETARY)
    page = director.get(reverse("tournaments:director", args=[fours.pk])).content.decode()
    assert '<th scope="col">N-S</th><th scope="col">E-W</th>' in page
    assert '<span class="dim">' not in page[page.index("Seats by table") : page.index("</table>")]


def test_in_the_hall_everybody_reads_her_place_beside_the_table(client: Client, cast: Cast) -> None:
    mixed = evening(cast, 7, spare_size=4)
    open_round(mixed, 1)
    client.cookies["django_language"] = "en"
    page = client.get(reverse("tournaments:seats", args=[mixed.pk])).content.decode()
    for seat in the_round(mixed, 1).seats.active():
        name = seat.entry.members.get().person.last_name
        line = page[page.index(name) :]
        assert line[: line.index("</li>")].count(WORDS[seat.place]) == 1
