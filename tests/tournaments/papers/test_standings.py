"""The number on paper is the number on the screen."""

import random
from collections.abc import Callable

import pytest
from pypdf import PdfReader

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.templatetags.ui import minus, place, signed
from tests.evenings import make_evening, open_round, play_evening, play_round
from tests.tournaments.papers.conftest import lines_of, size_of, text_of
from tournaments.models.events import Tournament
from tournaments.models.scores import Penalty
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Printed = Callable[..., PdfReader]


@pytest.mark.experience(21)
def test_every_line_of_the_paper_is_a_line_of_the_standings(evening: Tournament, printed: Printed) -> None:
    found = standings(evening, through=3)
    expected = [
        f"{place(row)} {row.number} {' – '.join(row.names.public)} {minus(row.vp)} {signed(row.mp)}"
        for row in found.rows
    ]
    lines = lines_of(printed(evening, "standings", 3, board=False, names="public"))
    at = lines.index(expected[0])
    assert lines[at : at + len(expected)] == expected


def test_the_board_shows_each_round_as_it_was(evening: Tournament, printed: Printed) -> None:
    found = standings(evening, through=3)
    text = text_of(printed(evening, "standings", 3, board=True, names="public"))
    for row in found.rows:
        for score in row.rounds:
            assert score.mp is not None
            assert f" {signed(score.mp)} " in text
    assert [f"Round {number}" in text for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert sum(score.kind == "rests" for row in found.rows for score in row.rounds) == 3
    assert text.count("12 R ") == 3


def test_a_long_board_lies_on_its_side(club: Club, printed: Printed) -> None:
    evening = make_evening(club, entries=8)
    play_evening(evening, random.Random(2))
    assert size_of(printed(evening, "standings", 4, board=True, names="public")) == (210, 297)
    evening.phases.filter(number=2).update(rounds_count=2)
    evening.rounds.create(phase=evening.phases.get(number=2), number=5)
    Tournament.objects.filter(pk=evening.pk).update(state=Tournament.State.PLAYING)
    evening.refresh_from_db()
    play_round(evening, 5, random.Random(3))
    assert size_of(printed(evening, "standings", 5, board=True, names="public")) == (297, 210)


def test_missing_results_are_counted_and_the_state_is_said(evening: Tournament, printed: Printed) -> None:
    text = text_of(printed(evening, "standings", 4, board=False, names="public"))
    assert "Provisional standings" in text
    assert "After round 4 · 5 results missing" in text


def test_only_the_last_round_of_a_final_tournament_is_final(club: Club, printed: Printed) -> None:
    evening = make_evening(club, entries=8)
    play_evening(evening, random.Random(2))
    Tournament.objects.filter(pk=evening.pk).update(state=Tournament.State.FINAL)
    assert "Final standings" in text_of(printed(evening, "standings", 4, board=False, names="public"))
    assert "Provisional" in text_of(printed(evening, "standings", 2, board=False, names="public"))


def test_the_check_of_the_sums_and_the_lines_to_sign_are_there(club: Club, printed: Printed) -> None:
    evening = make_evening(club, entries=8)
    play_evening(evening, random.Random(2))
    text = text_of(printed(evening, "standings", 4, board=False, names="public"))
    assert "sum of V.P. 320, expected 320; sum of M.P. 0, expected 0. It agrees." in text
    for who in ("the director", "the referee", "for the association"):
        assert who in text


def test_a_penalty_is_shown_and_taken_off(evening: Tournament, printed: Printed) -> None:
    before = standings(evening, through=3).rows[0]
    Penalty.objects.create(
        entry_id=before.entry_id, round=evening.rounds.get(number=3), vp=-2, mp=-100, reason="Ritardo"
    )
    lines = lines_of(printed(evening, "standings", 3, board=False, names="public"))
    line = next(line for line in lines if f" {before.number} {before.names.public[0]} " in line)
    assert line.endswith(f"{minus(before.vp - 2)} {signed(before.mp - 100)}")
    assert " −2 −100 " in line


def test_names_are_as_chosen_unless_asked_in_full(evening: Tournament, printed: Printed) -> None:
    Person.objects.filter(club=evening.club, last_name="P003").update(name_shown=Person.NameShown.HIDDEN)
    assert "P003" not in text_of(printed(evening, "standings", 3, board=False, names="public"))
    full = text_of(printed(evening, "standings", 3, board=False, names="full"))
    assert "P003 Prova" in full


def test_the_paper_for_the_files_says_on_each_page_that_it_names_everybody(
    club: Club, printed: Printed
) -> None:
    big = make_evening(club, entries=60)
    open_round(big, 1)
    mark = "names in full, for the files"
    pages = printed(big, "standings", 1, board=False, names="full").pages
    assert len(pages) > 1
    assert all(mark in " ".join(page.extract_text().split()) for page in pages)
    assert mark not in text_of(printed(big, "standings", 1, board=False, names="public"))


@pytest.mark.parametrize("entries", range(24, 36))
@pytest.mark.parametrize("board", [False, True])
def test_the_lines_to_sign_stand_under_the_last_three_rows(
    club: Club, printed: Printed, entries: int, *, board: bool
) -> None:
    evening = make_evening(club, entries=entries)
    open_round(evening, 1)
    pages = [
        page.extract_text() for page in printed(evening, "standings", 1, board=board, names="public").pages
    ]
    signed = next(page for page in pages if "the director" in page)
    assert all(word in signed for word in ("the referee", "for the association"))
    lowest = [row.names.public[0] for row in standings(evening, through=1).rows[-3:]]
    assert all(name in signed for name in lowest)
    assert signed == pages[-1]
    assert sum(page.count("P0") for page in pages) == 2 * entries


@pytest.mark.experience(21)
def test_no_row_is_split_over_two_pages(club: Club, printed: Printed) -> None:
    big = make_evening(club, entries=200)
    open_round(big, 1)
    Person.objects.filter(club=club).update(first_name="Maria Vittoria Immacolata della Torre")
    reader = printed(big, "standings", 1, board=False, names="public")
    pages = ["".join(page.extract_text().split()) for page in reader.pages]
    for row in standings(big, through=1).rows:
        names = "".join("–".join(row.names.public).split())
        assert sum(names in page for page in pages) == 1, row.number
