"""A score that was wrong two rounds ago, and a round that nobody can pair yet: by the pages."""

import re

import pytest

from tests.cast import REFEREE, SCORER, Cast
from tests.journeys.evening import Night, make, secretary, url, visitor_of
from tests.journeys.pages import Page, PageForm
from tests.journeys.test_experience import PAIRS, slip
from tests.slips import E6

pytestmark = pytest.mark.django_db
TABLES = (1, 2, 3)


@pytest.fixture
def night(cast: Cast) -> Night:
    """An evening of six pairs, two rounds of Mitchell and two Danish ones, whose check-in is closed."""
    night = make(cast, secretary(cast), "2m2d")
    night.paste(PAIRS)
    night.check_in()
    return night


def play(night: Night, number: int, tables: tuple[int, ...] = TABLES) -> None:
    """Draw and release a round and write these tables; every table has another difference."""
    night.draw(number)
    night.release(number)
    for table in tables:
        night.write(table, slip((*E6[:3], (100, 60, 300, 205 + 100 * number * (table - 1)))))


def delivered(night: Night, number: int, table: int) -> Page:
    """The slip of a closed round, by the desk's page of that round."""
    page = night.page("desk", query=f"?turno={number}")
    return night.visitor.press(page, "Open the slip", {"tavolo": table})


def seats(night: Night, number: int) -> list[tuple[str, ...]]:
    """Who sits where in a round, without the scores."""
    return [tuple(row[name] for name in ("Table", "N-S", "E-W")) for row in night.results(number)]


@pytest.mark.experience(1)
def test_a_result_of_round_1_is_corrected_after_round_3_is_announced(night: Night, cast: Cast) -> None:
    for number in (1, 2):
        play(night, number)
        night.close(number)
    night.draw(3)
    night.release(3)
    sat, before = seats(night, 3), night.csv("board_csv")
    scorer = Night(visitor_of(cast, SCORER), night.pk)
    assert "This is decided by the referee: call Ranuncolo Tullio" in delivered(scorer, 1, 1).text
    referee = Night(visitor_of(cast, REFEREE), night.pk)
    ns, ew = (night.results(1)[0][line] for line in ("N-S", "E-W"))
    right = slip(((1000, *E6[0][1:]), *E6[1:]))
    page = referee.visitor.press(delivered(referee, 1, 1), "Save table 1", right)
    for words in (
        "say why it changes",
        f"4. → 3. {ns} 18 → 21",
        f"2= → 4. {ew} 23 → 20",
        "The first three change, and the prizes with them.",
        "Round 3 was drawn from this score and is announced: its seats stand.",
    ):
        assert words in page.text, page.text
    assert night.csv("board_csv") == before, "nothing is saved without a reason"
    page = referee.visitor.press(page, "Save table 1", {"reason": "sum", "note": "contata di nuovo"})
    assert "Table 1: 1400 – 1060, V.P. 12–8" in page.text
    assert "3 places change, also among the first three." in page.text
    sums = {row["Names"]: (row["Place"], row["V.P."]) for row in night.csv("board_csv")}
    assert (sums[ns], sums[ew]) == (("3", "21"), ("4", "20"))
    assert seats(night, 3) == sat
    log = night.page("log").text
    corrected = "Score corrected · round 1 · table 1 · 1400 – 1060 · error of addition"
    assert f"{corrected} 800 – 1060, V.P. 9 – 11 → 1400 – 1060, V.P. 12 – 8 Ranuncolo Tullio" in log
    history = scorer.visitor.open(delivered(scorer, 1, 1).link("History: 2 versions")).text
    assert re.findall(r"Version (\d)", history) == ["2", "1"]
    assert "contata di nuovo" in history


@pytest.mark.experience(4)
def test_nobody_is_paired_by_standings_that_miss_a_result(night: Night) -> None:
    play(night, 1)
    night.close(1)
    play(night, 2, TABLES[:2])
    page = night.page("director")
    assert "2 tables of 3. Missing: 3" in page.text
    assert "opens when the missing table is in" in page.text
    assert not any(each.words.startswith("Draw round") for form in page.forms for each in form.buttons)
    for address, why in (
        (url("draw", night.pk, 3), "This draw follows the standings: close round 2 first."),
        (url("close", night.pk, 2), "Table 3 is missing: the round cannot be closed."),
    ):
        by_hand = PageForm(address, "post", page.form_with(button="Publish the tournament").fields)
        assert why in night.visitor.send(by_hand, {}).text
    assert not night.results(3)
    night.write(3, slip())
    night.close(2)
    night.draw(3)
    night.release(3)
    assert len(seats(night, 3)) == len(TABLES)
