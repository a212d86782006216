"""Seats hang in the hall: everybody once, under the name she chose."""

import random
import re
from collections.abc import Callable

import pytest
from pypdf import PdfReader

from clubs.models.clubs import Club
from clubs.models.people import Person
from tests.evenings import make_evening, open_round, play_round
from tests.tournaments.papers.conftest import lines_of, size_of, text_of
from tournaments.arrivals import admit_late
from tournaments.likeness import Name
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.models.rounds import Seat
from tournaments.names import entry_names
from tournaments.programmes import PhasePlan, Programme

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


def test_who_has_a_bye_or_rests_stands_under_the_own_group(club: Club, printed: Printed) -> None:
    """Three in the final: one has a bye there; of the seven beside it one rests."""
    swiss, final = (
        PhasePlan("swiss", 1),
        PhasePlan("knockout", 2, qualify_each=3, others="play"),
    )
    evening = make_evening(club, entries=10, programme=Programme("", "pairs", (swiss, final)))
    play_round(evening, 1, random.Random(1))
    open_round(evening, 2)
    resting = Seat.objects.active().filter(round__tournament=evening, round__number=2, reason="rests")
    bye, rest = (f"{entry_names(evening)[each.entry_id].public[0]} –" for each in resting.order_by("group"))
    text = text_of(printed(evening, "seats_by_table", 2))
    in_final, beside = text.split("Final A")[1].split("Final B")
    assert bye in in_final
    assert "goes on" in in_final
    assert "SITS" not in in_final
    assert rest in beside
    assert "SITS" in beside
    assert bye not in beside


def test_reserves_of_teams_stand_under_the_group_of_their_team(club: Club, printed: Printed) -> None:
    plan = (PhasePlan("swiss", 1, groups=2, groups_by="lot", vp_table="teams"),)
    evening = make_evening(club, entries=4, programme=Programme("", "teams", plan))
    for team in evening.entries.all():
        EntryMember.objects.create(
            entry=team,
            tournament=evening,
            person=Person.objects.create(club=club, last_name=f"Riserva{team.number}", first_name="Prova"),
            position=5,
        )
    open_round(evening, 1)
    groups = text_of(printed(evening, "seats_by_table", 1)).split("Group A")[1].split("Group B")
    for number, text in enumerate(groups, 1):
        seats = Seat.objects.active().filter(round__tournament=evening, group=number)
        teams = set(seats.values_list("entry__number", flat=True))
        assert {team for team in (1, 2, 3, 4) if f"Riserva{team}" in text} == teams


def test_a_long_name_of_the_evening_leaves_the_page_its_number(club: Club, printed: Printed) -> None:
    evening = make_evening(club, entries=8, programme="individual-rotation")
    Tournament.objects.filter(pk=evening.pk).update(
        name="Trofeo d’autunno delle Associazioni Riunite di San Giovanni"
    )
    open_round(evening, 1)
    evening.refresh_from_db()
    for kind in ("seats_by_table", "seats_by_name"):
        assert any(re.search(r"(^| )1 ?/ ?1$", line) for line in lines_of(printed(evening, kind, 1)))


def test_who_waits_for_a_seat_is_no_sit_out_on_paper(club: Club, printed: Printed) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan("mitchell", 2),))
    evening = make_evening(club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    late = (Name("Ritardo", "Ada"), Name("Ritardo", "Ugo"))
    admit_late(tournament=evening, persons=late, how="next", by=None)
    open_round(evening, 2)
    by_name = lines_of(printed(evening, "seats_by_name", 2))
    assert [line for line in by_name if line.startswith("Ritardo")] == [
        "Ritardo Ada 7 WAITS",
        "Ritardo Ugo 7 WAITS",
    ]
    by_table = text_of(printed(evening, "seats_by_table", 2))
    assert "WAITS 7 Ritardo Ada – Ritardo Ugo" in by_table
    slips = text_of(printed(evening, "slips", 2))
    assert "Waits for a seat: 7." in slips
    board = text_of(printed(evening, "standings", 2, board=True, names="public"))
    assert "S waits for a seat" in board
    for text in (" ".join(by_name), by_table, slips, board):
        assert "sits out" not in text.casefold()
