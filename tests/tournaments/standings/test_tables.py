"""The same declaration makes the page and the file: true numbers, a BOM, semicolons, no formulas."""

import csv
import io
import random

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from clubs.csv_export import BOM, csv_response
from clubs.models.people import Person
from clubs.templatetags.ui import minus, signed
from scoring.ranking import Criterion
from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, play_evening, play_round, the_round
from tournaments.code_words import CRITERIA
from tournaments.forms.events import order_words
from tournaments.match_views import match_results
from tournaments.models.events import Tournament
from tournaments.models.rounds import Seat
from tournaments.penalties import give_penalty
from tournaments.standings import standings
from tournaments.tables.scores import ResultRow, ResultsTable
from tournaments.tables.standings import BoardTable, StandingsTable


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


def test_on_a_page_the_totals_of_the_board_stand_before_its_rounds(cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=6, programme="2m2d"), random.Random(3))
    names = [column.name for column in BoardTable(standings(evening)).columns]
    assert names[:6] == ["place", "number", "names", "vp", "mp", "raw"]
    assert names[6:8] == ["round_1_vp", "round_1_mp"]


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


def evening_ranked_by(cast: Cast, *criteria: str) -> Tournament:
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    Tournament.objects.filter(pk=evening.pk).update(criteria=list(criteria))
    evening.refresh_from_db()
    return play_evening(evening, random.Random(5))


def test_the_public_sees_the_points_where_they_rank(cast: Cast) -> None:
    evening = evening_ranked_by(cast, "raw_points", "vp", "mp")
    table = StandingsTable(standings(evening), audience="public")
    figures = [row.record.raw for row in table.rows]
    assert figures == sorted(figures, reverse=True)
    assert figures != [row.raw for row in sorted(table.found.rows, key=lambda row: (-row.vp, -row.mp))]
    assert [row.get_cell("raw") for row in table.rows] == [minus(figure) for figure in figures]
    assert table.columns["raw"].attrs["td"]["class"] == "n vps"  # on a phone too: no "wide"
    # There the two others stand under the names.
    for name in ("vp", "mp"):
        assert table.columns[name].attrs["td"]["class"] == "n wide"
    for row in table.rows:
        line = f"V.P. {minus(row.record.vp)}, M.P. {signed(row.record.mp)}"
        assert f'<span class="phone dim">{line}</span>' in row.get_cell("names")


def test_points_that_do_not_rank_stand_only_on_the_board(cast: Cast) -> None:
    found = standings(evening_ranked_by(cast, "vp", "mp"))
    assert "raw" not in StandingsTable(found, audience="public").columns
    assert "raw" in StandingsTable(found, audience="staff", board=True).columns


# Where the reader of the public standings finds each figure: a column, or the V.P. of every round.
SHOWN = {
    Criterion.VP: "vp",
    Criterion.MP: "mp",
    Criterion.RAW_POINTS: "raw",
    Criterion.BEST_ROUND_VP: "round_1_vp",
    Criterion.LAST_ROUND_VP: "round_2_vp",
    Criterion.DIRECT_VP: "round_1_vp",
    Criterion.DIRECT_MP: "mp",
}


@pytest.mark.parametrize("codes", CRITERIA)
def test_every_order_that_is_offered_can_be_read_in_the_standings(cast: Cast, codes: str) -> None:
    """An order by lot is not offered: no lot is drawn that could be shown."""
    found = standings(evening_ranked_by(cast, *codes.split(",")))
    columns = StandingsTable(found, audience="public").columns
    assert [SHOWN[Criterion(code)] for code in found.criteria if SHOWN[Criterion(code)] not in columns] == []
    assert order_words(found.criteria)


def test_a_hidden_name_is_hidden_in_the_public_results_too(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    Person.objects.filter(last_name="P006").update(name_shown=Person.NameShown.HIDDEN)
    rows = [ResultRow(1, view) for view in match_results(the_round(evening, 1))]
    public = csv_response(ResultsTable(rows, audience="public"), "p.csv").content.decode()
    assert "P006" not in public
    assert "P006" in csv_response(ResultsTable(rows), "s.csv").content.decode()


def test_who_rested_or_was_absent_comes_last_in_the_results_of_the_round(cast: Cast, client: Client) -> None:
    evening = make_evening(cast.club, entries=7, programme="4d")
    play_round(evening, 1, random.Random(1))
    seat = Seat.objects.get(reason=Seat.Reason.RESTS)
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    for name, who in (("results_csv", "Prova"), ("rounds_csv", "P")):
        for reason, word in ((Seat.Reason.ABSENT, "ABSENT"), (Seat.Reason.RESTS, "SIT-OUT")):
            Seat.objects.filter(pk=seat.pk).update(reason=reason)
            Tournament.objects.filter(pk=evening.pk).update(version=F("version") + 1)
            file = client.get(reverse(f"tournaments:{name}", args=[evening.pk])).content.decode()
            last = [line.split(";") for line in file.splitlines()][-1]
            assert last[:3] == ["1", "", str(seat.entry.number)]
            assert who in last[3]
            assert last[4:] == ["", word, "", "", "305", "12", ""]
    page = client.get(reverse("tournaments:director", args=[evening.pk]), {"fase": "1"}).content.decode()
    assert page.index("SIT-OUT") > page.rindex("/risultati/")
    hands = client.get(reverse("tournaments:hands_csv", args=[evening.pk])).content.decode()
    assert len(hands.splitlines()) == 1 + 3 * 4 * 2
