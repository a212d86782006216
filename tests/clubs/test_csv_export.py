"""Files for the spreadsheet: BOM, semicolons, Italian dates, no formula."""

import csv
import datetime
import io

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.csv_export import BOM, harmless
from clubs.members import leave
from clubs.models.people import Membership
from clubs.people import add_person
from tests.cast import SCORER, TREASURER, Cast


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+SUM(A1)",
        "-2+3+cmd|' /C calc'!A0",
        "@SUM(1)",
        "\t=1",
        "\r=1",
        "＝1+1",
        "=HYPERLINK(1)",
        "+1/2",
    ],
)
def test_a_formula_becomes_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["+355", "-355", "+39 333 0000000", "−355", "Rosa", "1 = 1", "", "-0,5"])
def test_figures_telephones_and_words_stay_as_they_are(text: str) -> None:
    assert harmless(text) == text


def test_nothing_and_numbers_are_written_plainly() -> None:
    assert (harmless(None), harmless(0), harmless(-12)) == ("", "0", "-12")


def test_a_moment_is_the_local_date_and_time() -> None:
    with translation.override("it"):
        assert harmless(datetime.datetime(2026, 7, 1, 22, 30, tzinfo=datetime.UTC)) == "02/07/2026 00.30"


def rows(client: Client, name: str, cast: Cast) -> list[list[str]]:
    with translation.override("it"):
        response = client.get(
            reverse(f"clubs:{name}", args=[cast.club.slug]), headers={"accept-language": "it"}
        )
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = response.content.decode()
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text.removeprefix(BOM)), delimiter=";"))


def test_the_file_of_persons_holds_everybody(cast: Cast, client: Client) -> None:
    add_person(
        club=cast.club, first_name="=1+1", last_name="Canina; Rosa", birth_date=datetime.date(1950, 5, 7)
    )
    client.force_login(cast.users[TREASURER])
    lines = rows(client, "persons_csv", cast)
    assert len(lines) == 7
    assert lines[1] == ["Canina; Rosa", "'=1+1", "", "", "07/05/1950", ""]
    assert lines[2] == ["Gelsomini", "Palmira", "", "", "", "5"]


def test_the_member_book_holds_who_has_left(cast: Cast, client: Client) -> None:
    line = Membership.objects.get(person=cast.people[SCORER])
    leave(membership=line, left_on=datetime.date(2026, 11, 30), reason="resigned")
    client.force_login(cast.users[TREASURER])
    lines = rows(client, "members_csv", cast)
    assert len(lines) == 6
    gone = lines[line.number]
    assert gone[:2] == [str(line.number), "Pervinca"]
    assert gone[8:10] == ["01/01/2020", "30/11/2026"]
