"""The same declaration makes the page and the file: true numbers, a BOM, semicolons, no formulas."""

import csv
import io
import random

from clubs.csv_export import BOM, csv_response
from clubs.models.people import Person
from tests.cast import Cast
from tests.evenings import make_evening, play_evening, play_round, the_round
from tournaments.match_views import match_results
from tournaments.penalties import give_penalty
from tournaments.standings import standings
from tournaments.tables.scores import ResultRow, ResultsTable
from tournaments.tables.standings import StandingsTable


def lines_of(table: object) -> list[dict[str, str]]:
    text = csv_response(table, "prova.csv").content.decode()
    assert text.startswith(BOM)
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM)), delimiter=";"))


def test_the_full_board_as_a_file_has_true_numbers(cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=6, programme="2m2d"), random.Random(3))
    found = standings(evening)
    lines = lines_of(StandingsTable(found, audience="staff", board=True))
    headings = list(lines[0])
    assert [int(line[headings[0]]) for line in lines] == [row.place for row in found.rows]
    assert [int(line[headings[-1]]) for line in lines] == [row.mp for row in found.rows]
    assert [int(line[headings[-2]]) for line in lines] == [row.vp for row in found.rows]
    per_round = [[int(line[heading]) for heading in headings if " " in heading] for line in lines]
    assert per_round == [
        [figure for score in row.rounds for figure in (score.vp, score.mp)] for row in found.rows
    ]


def test_penalties_have_columns_only_when_there_are_any(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    without = StandingsTable(standings(evening), audience="staff")
    give_penalty(
        entry=evening.entries.get(number=1), round=the_round(evening, 1), mp=-100, reason="Ritardo", by=None
    )
    with_one = StandingsTable(standings(evening), audience="staff")
    assert {column.name for column in with_one.columns} - {column.name for column in without.columns} == {
        "penalty_mp"
    }


def test_a_hidden_name_is_initials_for_the_public_and_full_for_the_staff(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    Person.objects.filter(last_name="P006").update(name_shown=Person.NameShown.HIDDEN)
    found = standings(evening)
    public = csv_response(StandingsTable(found, audience="public"), "p.csv").content.decode()
    staff = csv_response(StandingsTable(found, audience="staff"), "s.csv").content.decode()
    assert "P006" not in public
    assert "P006" in staff


def test_a_name_that_looks_like_a_formula_is_harmless(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    Person.objects.filter(last_name="P006").update(last_name="=1+1")
    lines = lines_of(StandingsTable(standings(evening), audience="staff"))
    names = [list(line.values())[2] for line in lines]
    assert any(name.startswith("'=1+1") for name in names)
    assert not any(name.startswith("=") for name in names)


def test_results_say_numbers_names_points_and_vp(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    views = match_results(the_round(evening, 1))
    lines = lines_of(ResultsTable([ResultRow(1, view) for view in views]))
    got = [[int(value) for value in list(line.values())[-5:]] for line in lines]
    assert got == [[*view.totals, view.mp, *view.vp] for view in views]
