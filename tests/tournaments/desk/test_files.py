"""Every table is a file too, says what the page says, and is led to from its page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SCORER, SECRETARY, Cast
from tests.slips import E6, quick
from tests.tournaments.desk.test_pages import in_english
from tournaments.models.rounds import Match
from tournaments.penalties import give_penalty
from tournaments.scores import record_match


@pytest.mark.parametrize(
    "name", ["board_csv", "results_csv", "penalties_csv", "hands_csv", "log_csv", "seats_csv"]
)
def test_every_table_is_a_file_too(client: Client, cast: Cast, match: Match, name: str) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    url = reverse(f"tournaments:{name}", args=[match.round.tournament_id])
    response = in_english(client, cast, SECRETARY).get(url)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.decode().startswith("\ufeff")
    assert (b"-260" in response.content) is (name in ("board_csv", "results_csv"))


def lines_of(response: Any) -> list[list[str]]:
    return [line.split(";") for line in response.content.decode().removeprefix("\ufeff").splitlines()]


def test_the_files_say_what_was_typed_done_and_drawn(client: Client, cast: Cast, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=cast.users[SCORER], seen_version=0)
    staff = in_english(client, cast, SECRETARY)

    def read(name: str) -> list[list[str]]:
        return lines_of(staff.get(reverse(f"tournaments:{name}", args=[match.round.tournament_id])))

    hands = read("hands_csv")
    assert [line[4:8] for line in hands[1:5]] == [
        ["N-S", "400", "165", "565"],
        ["E-W", "0", "-10", "-10"],
        ["N-S", "200", "20", "220"],
        ["E-W", "0", "30", "30"],
    ]
    assert len(hands) == 9
    log = read("log_csv")
    assert [line[0] for line in log[1:]] == [str(number) for number in range(len(log) - 1, 0, -1)]
    assert log[1][2:] == ["Score entered", "1", "1", "800 – 1060", "", "", "Pervinca Dalia"]
    seats = read("seats_csv")
    assert [line[0:4] for line in seats[1:]] == [
        ["1", "being played", table, line] for table in "12" for line in ("N-S", "E-W")
    ]


@pytest.mark.parametrize(
    ("page", "files"),
    [
        ("desk", ("results_csv", "hands_csv")),
        ("staff_standings", ("board_csv", "results_csv", "hands_csv")),
        ("log", ("log_csv",)),
        ("penalties", ("penalties_csv",)),
        ("rounds", ("rounds_csv",)),
        ("standings", ("standings_csv",)),
    ],
)
def test_a_page_leads_to_its_files(
    client: Client, cast: Cast, match: Match, page: str, files: tuple[str, ...]
) -> None:
    entry = match.round.tournament.entries.get(number=1)
    give_penalty(entry=entry, round=match.round, mp=-100, reason="Ritardo", by=None)
    pk = [match.round.tournament_id]
    shown = in_english(client, cast, SECRETARY).get(reverse(f"tournaments:{page}", args=pk)).content.decode()
    for name in files:
        assert f'href="{reverse(f"tournaments:{name}", args=pk)}"' in shown
