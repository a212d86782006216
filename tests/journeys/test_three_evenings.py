"""Three real fields play a whole evening of 3 Mitchell and 1 Danish by HTTP; every paper agrees with it."""

import csv
import random
import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from scoring.matches import MatchFormat
from scoring.regulations import PRESETS
from scoring.samples import random_match
from tests.cast import Cast
from tests.journeys.evening import MINUS, Night, code_on, make, number_of, quick_figures, secretary
from tests.journeys.pages import Visitor

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parent.parent / "data" / "circuit_three_evenings.csv"
FIELDS = {"1": 30, "2": 26, "3": 32}  # pairs of each stage
FOUR_HANDS = MatchFormat(4)
RULES = PRESETS["fibur-2026"]
MITCHELL, DANISH = (1, 2, 3), 4
Results = dict[int, list[dict[str, str]]]


def pairs_of(stage: str) -> list[str]:
    """The pairs of a stage in the published order, as they are pasted."""
    with DATA.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["stage"] == stage]
    return [f"{row['player1']} - {row['player2']}" for row in rows]


def met(row: dict[str, str]) -> frozenset[int]:
    """The numbers of the two pairs of a match."""
    return frozenset({int(row["N-S no."]), int(row["E-W no."])})


def signed(figure: int) -> str:
    """MP as pages and papers write them."""
    return f"{figure:+}".replace("-", MINUS) if figure else "0"


def play(night: Night, number: int, rng: random.Random) -> list[dict[str, str]]:
    """A round from its draw to its close; the slips of the tables come in any order."""
    night.draw(number)
    night.release(number)
    tables = [int(row["Table"]) for row in night.results(number)]
    for table in rng.sample(tables, len(tables)):
        night.write(table, quick_figures(random_match(rng, RULES, FOUR_HANDS)))
    night.close(number)
    return night.results(number)


def check_sums(standings: list[dict[str, str]], results: Results, pairs: int) -> None:
    """The standings are the sums of the matches, and the sums of the standings are what they must be."""
    vp: Counter[int] = Counter()
    mp: Counter[int] = Counter()
    for row in chain.from_iterable(results.values()):
        difference = int(row["N-S points"]) - int(row["E-W points"])
        for line, sign in (("N-S", 1), ("E-W", -1)):
            vp[int(row[f"{line} no."])] += int(row[f"{line} V.P."])
            mp[int(row[f"{line} no."])] += sign * difference
    assert {int(row["No."]): number_of(row["V.P."]) for row in standings} == vp
    assert {int(row["No."]): number_of(row["M.P."]) for row in standings} == mp
    assert sum(vp.values()) == 40 * pairs
    assert sum(mp.values()) == 0
    order = [(-vp[int(row["No."])], -mp[int(row["No."])]) for row in standings]
    assert order == sorted(order)


def check_meetings(results: Results, order: list[int], pairs: int) -> None:
    """Every pair plays each round; nobody meets again in Mitchell; the Danish pairs neighbours."""
    for rows in results.values():
        assert sorted(chain.from_iterable(map(met, rows))) == list(range(1, pairs + 1))
    meetings = Counter(met(row) for number in MITCHELL for row in results[number])
    assert len(meetings) == 3 * pairs // 2
    assert [met(row) for row in results[DANISH]] == [
        frozenset(two) for two in zip(order[::2], order[1::2], strict=True)
    ]


def check_slips(night: Night, number: int, rows: list[dict[str, str]], before: dict[str, str]) -> None:
    """Every match has one slip, with both pairs, their sums so far, and the code that opens its page."""
    sheets = night.paper("slips", round=number, size="a5")
    assert len(sheets) == len(rows)
    codes = set()
    for sheet, row in zip(sheets, rows, strict=True):
        text = " ".join(sheet)
        assert f"N-S · pair {row['N-S no.']} E-W · pair {row['E-W no.']}" in text
        for name in chain(row["N-S"].split(" – "), row["E-W"].split(" – ")):
            assert text.count(name) == 1
        for line in ("N-S", "E-W"):
            assert number == 1 or before[row[f"{line} no."]] in text
        code = code_on(sheet)
        codes.add(code)
        page = Visitor().open(f"/M/{code}")
        assert f"Table {row['Table']} Round {number}" in page.text
    assert len(codes) == len(rows)


def so_far(standings: list[dict[str, str]]) -> dict[str, str]:
    """What a slip says of each pair's points, by the number of the pair."""
    return {
        row["No."]: f"so far {row['V.P.']} V.P., {signed(number_of(row['M.P.']))} M.P." for row in standings
    }


def check_seats(night: Night, number: int, rows: list[dict[str, str]]) -> None:
    """Both lists of seats say of everybody what the results say."""
    by_table = list(chain.from_iterable(night.paper("seats_by_table", round=number)))
    by_name = list(chain.from_iterable(night.paper("seats_by_name", round=number)))
    people = []
    for row in rows:
        line = f"{row['Table']} {row['N-S no.']} {row['N-S']} {row['E-W no.']} {row['E-W']}"
        assert by_table.count(line) == 1
        for side in ("N-S", "E-W"):
            names = row[side].split(" – ")
            people += [f"{name} {row[f'{side} no.']} {side} {row['Table']}" for name in names]
    assert [line for line in by_name if re.match(r"P\d{3} ", line)] == sorted(people)


def check_guides(night: Night, results: Results, pairs: int) -> None:
    """A guide card said beforehand where its pair then sat."""
    text = " ".join(chain.from_iterable(night.paper("guide_cards", round=1)))
    tables: dict[str, list[str]] = {}
    for number in MITCHELL:
        for row in results[number]:
            for line in ("N-S", "E-W"):
                tables.setdefault(row[f"{line} no."], []).append(row["Table"])
    rows = Counter(re.findall(r"Table (\d+ \d+ \d+)", text))
    assert rows == Counter(" ".join(stops) for stops in tables.values())
    assert text.count("you stay at your table") == text.count("you move every round") == pairs // 2


def check_standings(night: Night, standings: list[dict[str, str]]) -> None:
    """The paper's rows are the page's; the full board holds every figure as often as the file."""
    sheets = night.paper("standings", round=DANISH, names="full")
    lines = list(chain.from_iterable(sheets))
    assert lines[0] == "Final standings"
    wanted = [" ".join(row[name] for name in ("Place", "No.", "Names", "V.P.", "M.P.")) for row in standings]
    assert [line for line in lines if re.match(r"\d+[.=] ", line)] == wanted
    assert f"sum of V.P. {40 * len(standings)}, expected {40 * len(standings)}; sum of M.P. 0" in " ".join(
        lines
    )
    board = night.paper("standings", round=DANISH, names="full", board="on")
    words = Counter(" ".join(chain.from_iterable(board)).split())
    figures: Counter[str] = Counter()
    for row in night.csv("board_csv"):
        figures.update(row["Names"].split(" – "))
        figures.update(row[name] for name in ("V.P.", *(f"R{number} VP" for number in (*MITCHELL, DANISH))))
        mp = ("M.P.", *(f"R{number} MP" for number in (*MITCHELL, DANISH)))
        figures.update(signed(int(row[name])) for name in mp)
    assert not figures - words


@pytest.mark.experience(21)
@pytest.mark.parametrize("stage", FIELDS)
def test_a_real_field_plays_its_evening_and_every_paper_agrees(cast: Cast, stage: str) -> None:
    pairs, rng = FIELDS[stage], random.Random(int(stage))
    night, everybody = make(cast, secretary(cast), "3m1d"), Visitor()
    night.publish()
    night.paste(pairs_of(stage))
    night.check_in()
    entered = [row["Players"].replace("–", "-") for row in night.csv("entries_csv")]
    assert entered == pairs_of(stage)
    results = {number: play(night, number, rng) for number in MITCHELL}
    hall = Night(everybody, night.pk)
    before = hall.standings()
    results[DANISH] = play(night, DANISH, rng)
    check_meetings(results, [int(row["No."]) for row in before], pairs)
    for number, so_far_by_pair in ((1, {}), (DANISH, so_far(before))):
        check_slips(night, number, results[number], so_far_by_pair)
        check_seats(night, number, results[number])
    check_guides(night, results, pairs)
    night.finish()
    standings = [row | {"Names": row["Names"].replace(" ", " – ")} for row in hall.standings()]
    check_sums(standings, results, pairs)
    check_standings(night, standings)
    assert [len(sheet) > 10 for sheet in night.paper("blank_slips", phase=2, copies=3, size="a5")] == [
        True
    ] * 3
