"""Why somebody did not play a round: sat out, went on without playing, was absent, left. Each has a mark of
its own in the standings, with its words beside, and the other pages and papers say the same."""

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import make_evening, open_round, the_round
from tests.slips import reread
from tests.tournaments.shown.conftest import Read, knock_out
from tournaments.absences import take_absence_away
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.names import entry_names
from tournaments.papers.slips import resting
from tournaments.standings import standings
from tournaments.tables.standings import legend

pytestmark = pytest.mark.django_db


def marks(html: str) -> set[tuple[str, str]]:
    """Each mark of the page with its words."""
    return set(re.findall(r'<abbr title="([^"]+)">([^<]+)</abbr>', html))


def rows_of(client: Client, evening: Tournament) -> list[list[str]]:
    text = client.get(reverse("tournaments:rounds_csv", args=[evening.pk])).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";"))


def test_a_bye_of_a_knock_out_is_no_rest(client: Client, read: Read, cast: Cast) -> None:
    evening = knock_out(cast, 7, 1)
    bye = Seat.objects.active().get(round__tournament=evening, reason=Seat.Reason.RESTS).entry
    for page in ("staff_standings", "standings"):
        html = read(page, evening.pk, raw=True)
        assert marks(html) == {("goes on without playing", "B")}
        assert "B goes on without playing. 3= means a shared place." in html
        assert "sits out" not in html
    assert "SIT-OUT" not in read("director", evening.pk, query="?fase=1")
    assert "goes on without playing" in read("director", evening.pk, query="?fase=1")
    assert "1 goes on without playing" in read("entry_card", evening.pk, bye.number)
    (row,) = [row for row in rows_of(client, evening) if "goes on without playing" in row]
    assert str(bye.number) in row
    assert not any("SIT-OUT" in row for row in rows_of(client, evening))
    found = resting(the_round(evening, 1), entry_names(evening))
    assert ([who.number for who in found["byes"]], found["rests"]) == ([bye.number], [])


def test_a_rest_says_that_it_is_one(read: Read, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="4d")
    open_round(evening, 1)
    for page in ("staff_standings", "standings"):
        html = read(page, evening.pk, raw=True)
        assert marks(html) == {("sits out", "R")}
        assert "R sits out · … missing. 3=" in html
    assert "SIT-OUT" in read("rounds", evening.pk)


@pytest.fixture
def hall(cast: Cast) -> tuple[Tournament, Match, Match]:
    """A round on two tables."""
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    one, two = Match.objects.active().filter(round__tournament=evening).order_by("table_number")
    return evening, reread(one), reread(two)


def test_who_was_absent_and_who_left_have_marks_of_their_own(
    read: Read, hall: tuple[Tournament, Match, Match]
) -> None:
    evening, one, two = hall
    absent, leaves = (match.seats.get(line="EW").entry for match in (one, two))
    absent_at_table(match=one, absent={absent.pk}, by=None)
    withdraw_entry(entry=leaves, by=None)
    kinds = {row.number: [score.kind for score in row.rounds] for row in standings(evening).rows}
    assert kinds.pop(absent.number) == ["absent"]
    assert kinds.pop(leaves.number) == ["gone"]
    assert set(map(tuple, kinds.values())) == {("left_alone",)}
    said = {("absent", "A"), ("left the tournament", "W"), ("the others absent or gone", "°")}
    for page in ("staff_standings", "standings"):
        assert marks(read(page, evening.pk, raw=True)) == said
    assert legend(standings(evening)) == ("A absent · W left the tournament · ° the others absent or gone")
    assert "left the tournament −305 8" in read("entry_card", evening.pk, leaves.number)
    assert "left the tournament" not in read("entry_card", evening.pk, absent.number)


def test_who_came_back_and_did_not_come_to_the_table_was_absent(
    hall: tuple[Tournament, Match, Match],
) -> None:
    evening, one, _two = hall
    entry = one.seats.get(line="EW").entry
    withdraw_entry(entry=entry, by=None)
    take_absence_away(match=reread(one), by=None)
    absent_at_table(match=reread(one), absent={entry.pk}, by=None)
    assert [row.rounds[0].kind for row in standings(evening).rows if row.number == entry.number] == ["absent"]
