"""A real individual event, entered through the pages, gives exactly its published totals."""

import csv
from pathlib import Path

import pytest

from tests.cast import REFEREE, Cast
from tests.journeys.evening import Night, make, number_of, secretary, visitor_of

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parent.parent / "data"
PLACES = {"ns_player1": "NS-1", "ns_player2": "NS-2", "ew_player1": "EW-1", "ew_player2": "EW-2"}


def rows_of(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


MATCHES = rows_of("individual_8_players_matches.csv")
TOTALS = rows_of("individual_8_players_totals.csv")


def name_of(player: str) -> str:
    """What the player with that code is called here; her entry's number is the code and one."""
    return f"P{player} Prova"


def seat_by_hand(night: Night, number: int) -> None:
    """Choose by name who sits at each place, as the data has it."""
    page = night.page("seat_by_hand", number)
    form = page.form_with(name="t1-NS-1")
    values = {
        f"t{match['table']}-{place}": form.value_of(
            f"t{match['table']}-{place}", f"{int(match[player]) + 1} {name_of(match[player])}"
        )
        for match in MATCHES
        if int(match["round"]) == number
        for player, place in PLACES.items()
    }
    page = night.visitor.send(form, values, form.buttons[0])
    assert f"Round {number} is seated" in page.text


def play(night: Night, number: int) -> None:
    """Seat a round, release it, type one total of three hands a table, close it."""
    seat_by_hand(night, number)
    night.release(number)
    for match in MATCHES:
        if int(match["round"]) == number:
            figures = {"h1_NS_total": match["ns_points"], "h1_EW_total": match["ew_points"]}
            night.write(int(match["table"]), figures)
    night.close(number)


def test_the_event_gives_its_published_totals(cast: Cast) -> None:
    night = make(cast, secretary(cast), "individual", entry_mode="single")
    night.publish()
    night.paste([name_of(row["player"]) for row in TOTALS])
    night.check_in()
    for number in (1, 2):
        play(night, number)
    night.finish()
    points = {name_of(row["player"]): int(row["points_recomputed"]) for row in TOTALS}
    vp = {name_of(row["player"]): int(row["vp_recomputed_std_table"]) for row in TOTALS}
    assert points == {name_of(row["player"]): int(row["points_as_stored"]) for row in TOTALS}
    assert {row["Names"]: number_of(row["V.P."]) for row in night.standings()} == vp
    assert {row["Names"]: int(row["V.P."]) for row in night.csv("standings_csv")} == vp
    board = night.csv("board_csv")
    assert {row["Names"]: (int(row["Points"]), int(row["V.P."])) for row in board} == {
        name: (points[name], vp[name]) for name in points
    }


def test_a_match_is_one_record_of_its_three_hands(cast: Cast) -> None:
    night = make(cast, secretary(cast), "individual", entry_mode="single")
    night.paste([name_of(row["player"]) for row in TOTALS])
    night.check_in()
    play(night, 1)
    first = MATCHES[0]
    row = night.results(1)[0]
    assert [row["N-S points"], row["E-W points"]] == [first["ns_points"], first["ew_points"]]
    referee = visitor_of(cast, REFEREE)  # the round is closed
    slip = referee.open(f"/serata/{night.pk}/risultati/?tavolo=1&turno=1").form_with(name="h1_NS_total")
    assert not any(name.startswith("h2_") for name in slip.names)
    assert slip.fields["h1_NS_total"] == [first["ns_points"]]
