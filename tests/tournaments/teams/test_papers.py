"""Papers of teams: V.P. once a meeting, on the slip of its first table; seats with line and reserves."""

import pytest

from clubs.models.people import Person
from tests.cast import Cast
from tests.evenings import make_evening, open_round
from tests.tournaments.papers.conftest import (  # noqa: F401 - fixtures
    club,
    last_ink,
    lines_of,
    order,
    printed,
)
from tests.tournaments.papers.test_slips import Printed
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.models.rounds import Seat
from tournaments.programmes import PROGRAMMES, PhasePlan, Programme
from tournaments.table_moves import move_table

pytestmark = pytest.mark.django_db


def teams_of(cast: Cast, pairs: int, hands: int = 4) -> Tournament:
    """Four teams, the first with a reserve, at the tables of round 1."""
    plan = PhasePlan(
        "drawn", 1, hands=hands, vp_table="own", vp_limits="225 525 825 1200 1575 1950 2400 2850 3300 3750"
    )
    programme = Programme(PROGRAMMES["teams-swiss"].name, "teams", (plan,), team_pairs=pairs)
    evening = make_evening(cast.club, entries=4, programme=programme)
    waiting = Person.objects.create(club=cast.club, last_name="Riserva", first_name="Prova")
    EntryMember.objects.create(
        entry=evening.entries.get(number=1), tournament=evening, person=waiting, position=2 * pairs + 1
    )
    open_round(evening, 1)
    return evening


@pytest.mark.parametrize("pairs", [2, 3])
def test_vp_have_their_boxes_on_one_slip_of_the_meeting(cast: Cast, printed: Printed, pairs: int) -> None:  # noqa: F811
    evening = teams_of(cast, pairs)
    tables = list(range(1, pairs + 1))
    for table in tables:
        lines = lines_of(printed(evening, "slips", 1, size="a5", table=table))
        boxes = [line for line in lines if line.startswith("V.P. of the sum")]
        assert len(boxes) == (table == 1)
        assert any(line.startswith("diff.") for line in lines) == (table == 1)
        text = " ".join(lines)
        assert (f"Tables 1–{pairs} sum" in text) == (table == 1)
        told = f"V.P. are those of tables 1–{pairs} together"
        assert (told in text) == (table != 1)
        assert (f"they are written on the slip of table {tables[0]}." in text) == (table != 1)


@pytest.mark.parametrize("hands", [1, 2, 3, 4, 5, 6, 7, 8, 12])
def test_the_slip_of_the_sum_stays_on_its_page(
    cast: Cast,
    printed: Printed,  # noqa: F811
    hands: int,
) -> None:
    reader = printed(teams_of(cast, 2, hands), "slips", 1, size="a5", table=1)
    assert len(reader.pages) == 1
    text = " ".join(lines_of(reader))
    assert "signature of the referee" in text
    assert "Pozzetto not taken" in text
    assert last_ink(reader) < 0.98


def test_a_table_that_moved_is_named_where_it_is(cast: Cast, printed: Printed) -> None:  # noqa: F811
    evening = teams_of(cast, 2)
    match = evening.rounds.get(number=1).matches.active().select_related("round__phase__tournament").first()
    move_table(match=match, to=9, by=None)
    first = " ".join(lines_of(printed(evening, "slips", 1, size="a5", table=2)))
    assert "Tables 2, 9 sum" in first
    other = " ".join(lines_of(printed(evening, "slips", 1, size="a5", table=9)))
    assert "they are written on the slip of table 2." in other


def test_a_blank_slip_may_stand_for_that_of_the_sum(cast: Cast, printed: Printed) -> None:  # noqa: F811
    text = " ".join(lines_of(printed(teams_of(cast, 3), "blank_slips", phase=1, size="a5", copies=1)))
    assert "All tables sum" in text
    assert "V.P. of the sum" in text


def test_seats_say_the_team_the_line_and_who_waits(cast: Cast, printed: Printed) -> None:  # noqa: F811
    evening = teams_of(cast, 3)
    by_table = lines_of(printed(evening, "seats_by_table", 1))
    assert any(line.startswith("RESERVE 1 Squadra 1 – Riserva Prova") for line in by_table)
    by_name = lines_of(printed(evening, "seats_by_name", 1))
    assert any(line.startswith("Riserva Prova Squadra 1 1 RESERVE") for line in by_name)
    for seat in (
        Seat.objects.active().filter(round__tournament=evening).select_related("entry", "first_player")
    ):
        line = {"NS": "N-S", "EW": "E-W"}[seat.line]
        wanted = f"{seat.first_player} {seat.entry.name} {seat.entry.number} {line} {seat.table_number}"
        assert wanted in by_name
