"""Papers of tables of three and five: a column for each player, who plays alone, places on the lists."""

import random
from collections.abc import Callable

import pytest
from django.utils import translation
from pypdf import PdfReader

from clubs.models.clubs import Club
from clubs.templatetags.ui import minus, signed
from tests.evenings import make_evening, open_round, play_round
from tests.tournaments.papers.conftest import lines_of, size_of, text_of
from tournaments.models.events import Phase, Tournament
from tournaments.names import entry_names
from tournaments.programmes import PhasePlan, Programme
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]


def evening_of(
    club: Club, entries: int, *, hands: int = 4, switch: int | None = None, **sizes: int
) -> Tournament:
    """Two rounds, the first played, the second on the tables."""
    plan = PhasePlan(Phase.Movement.DRAWN, 2, hands=hands, switch_at=switch, **sizes)
    tournament = make_evening(club, entries=entries, programme=Programme("", "individuals", (plan,)))
    play_round(tournament, 1, random.Random(2))
    open_round(tournament, 2)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def threes(club: Club) -> Tournament:
    return evening_of(club, 7, table_size=3, spare_size=4)


def test_each_table_has_one_page_whatever_its_size(threes: Tournament, printed: Printed) -> None:
    slips = printed(threes, "slips", 2, size="a5")
    assert len(slips.pages) == 2
    assert {size_of(slips, page) for page in range(2)} == {(148, 210)}
    assert len(printed(threes, "slips", 2, size="a4").pages) == 1


@pytest.mark.parametrize("hands", [1, 2, 3, 4, 5])
def test_a_slip_of_five_stays_on_one_page(club: Club, printed: Printed, hands: int) -> None:
    fives = evening_of(club, 5, hands=hands, table_size=5)
    assert len(printed(fives, "slips", 2, size="a5").pages) == 1


def test_a_slip_of_three_has_a_column_for_each_and_a_row_for_who_is_alone(
    club: Club, printed: Printed
) -> None:
    threes = evening_of(club, 7, table_size=3, spare_size=4, switch=1500)
    slip = printed(threes, "slips", 2, size="a5", table=1)
    text, lines = text_of(slip), lines_of(slip)
    assert [sum(word in line for line in lines) for word in ("alone ✕", "base")] == [4, 4]
    seats = threes.rounds.get(number=2).seats.active().filter(table_number=1)
    names = entry_names(threes)
    assert all(name in text for seat in seats for name in names[seat.entry_id].full)
    assert all(f"place {place}" in text and f"signature {place}" in text for place in (1, 2, 3))
    assert "half of the pair's total" in text
    assert "All alone once a player has 1500." in text
    assert "Difference" not in text
    of_four = text_of(printed(threes, "slips", 2, size="a5", table=2))
    assert "signature N-S" in of_four
    assert "alone" not in of_four


def test_lists_of_seats_say_the_place(threes: Tournament, printed: Printed) -> None:
    by_name = lines_of(printed(threes, "seats_by_name", 2))
    for seat in threes.rounds.get(number=2).seats.active().filter(table_number=1):
        number = seat.entry.number
        assert any(f"{number} place {seat.position} 1" in line for line in by_name)
    by_table = lines_of(printed(threes, "seats_by_table", 2))
    assert "Table Players" in by_table
    seats = threes.rounds.get(number=2).seats.active()
    words = {"1": "place 1", "2": "place 2", "3": "place 3", "NS": "N-S", "EW": "E-W"}
    for seat in seats:
        assert any(f"{words[seat.place]} {seat.entry.number} " in line for line in by_table)
    assert not any(line.startswith("Table N-S") for line in by_table)


def test_blank_slips_are_of_the_usual_table(threes: Tournament, printed: Printed) -> None:
    text = text_of(printed(threes, "blank_slips", None, size="a5", copies=1, phase=1))
    assert "place 3" in text
    assert "place 4" not in text


def test_the_full_board_shows_fractions(threes: Tournament, printed: Printed) -> None:
    text = text_of(printed(threes, "standings", 1, board=True, language="it"))
    rows = standings(threes, through=1).rows
    fractions = [row for row in rows if not isinstance(row.vp, int)]
    assert fractions
    with translation.override("it"):
        assert all(minus(row.vp) in text and signed(row.mp) in text for row in rows)
        assert all("," in minus(row.vp) for row in fractions)
