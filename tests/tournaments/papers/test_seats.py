"""Seats hang in the hall: everybody once, under the name she chose."""

from collections.abc import Callable

import pytest
from pypdf import PdfReader

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.evenings import make_evening, open_round
from tests.tournaments.papers.conftest import lines_of, size_of, text_of
from tournaments.models.events import Tournament
from tournaments.models.rounds import Seat
from tournaments.names import entry_names

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]


def test_every_person_stands_once_with_line_and_table(evening: Tournament, printed: Printed) -> None:
    lines = lines_of(printed(evening, "seats_by_name", 4))
    expected = []
    names = entry_names(evening)
    for seat in Seat.objects.active().filter(round__tournament=evening, round__number=4):
        place = (
            "SITS OUT"
            if seat.match is None
            else f"{'N-S' if seat.line == 'NS' else 'E-W'} {seat.table_number}"
        )
        expected += [f"{name} {names[seat.entry_id].number} {place}" for name in names[seat.entry_id].public]
    assert len(expected) == 22
    assert [line for line in lines if line.startswith("P0")] == sorted(expected)


def test_a_hidden_name_is_hidden_on_what_hangs_in_the_hall(evening: Tournament, printed: Printed) -> None:
    Person.objects.filter(club=evening.club, last_name="P003").update(
        name_shown=Person.NameShown.HIDDEN, first_name="Segreta"
    )
    for kind in ("seats_by_name", "seats_by_table"):
        text = text_of(printed(evening, kind, 4))
        assert "P. S." in text
        assert "P003" not in text
        assert "Segreta" not in text


def test_tables_are_in_order_and_who_rests_is_last(evening: Tournament, printed: Printed) -> None:
    reader = printed(evening, "seats_by_table", 4)
    text = text_of(reader)
    assert size_of(reader) == (210, 297)
    rest = Seat.objects.active().get(round__tournament=evening, round__number=4, reason="rests")
    first, second = entry_names(evening)[rest.entry_id].public
    assert text.index("SITS") > text.index("Table")
    assert f"{rest.entry.number} {first} – {second}" in text[text.index(first) - 4 :]
    played = Seat.objects.active().filter(round__tournament=evening, round__number=4, match__isnull=False)
    assert max(text.index(f"{seat.entry.number} P") for seat in played) < text.index(first)


def test_two_hundred_rows_flow_over_pages_and_none_is_split(club: Club, printed: Printed) -> None:
    big = make_evening(club, entries=100)
    open_round(big, 1)
    Person.objects.filter(club=club, last_name="P101").update(first_name="Maria Vittoria " * 4)
    reader = printed(big, "seats_by_name", 1)
    pages = [page.extract_text() for page in reader.pages]
    assert 4 < len(pages) < 10
    names = [name for entry in entry_names(big).values() for name in entry.public]
    for name in names:
        holders = [page for page in pages if "".join(name.split()) in "".join(page.split())]
        assert len(holders) == 1, name
    assert all("Name" in page and "Table" in page for page in pages)
    assert f"{len(pages)} / {len(pages)}" in pages[-1]
