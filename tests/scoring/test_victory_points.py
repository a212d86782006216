"""VP tables: the printed figures, the gaps, the awards, a club's own table."""

import csv
from dataclasses import replace

import pytest

from scoring.matches import MatchFormat
from scoring.victory_points import (
    ABSENCE,
    SIT_OUT,
    VP_TABLES,
    GapError,
    NoTotalsError,
    VpKind,
    VpTable,
    as_dict,
    default_table,
    from_dict,
    pair_problem,
    victory_points,
    vp_problems,
)
from tests.scoring.golden import GOLDEN, golden

EXAMPLES = golden("matches.json")
BANDED = [table for table in VP_TABLES.values() if table.kind is VpKind.BANDS]


def boundary_cases() -> list[dict[str, int]]:
    with (GOLDEN / "vp_boundary_cases.csv").open(encoding="utf-8", newline="") as lines:
        return [{key: int(value) for key, value in row.items()} for row in csv.DictReader(lines)]


def test_every_limit_of_the_three_and_four_hand_tables_holds() -> None:
    rows = boundary_cases()
    assert len(rows) == 126
    for row in rows:
        found = victory_points(VP_TABLES[f"hands-{row['hands']}"], (row["ns_points"], row["ew_points"]))
        assert found == (row["vp_ns"], row["vp_ew"]), row


@pytest.mark.parametrize("code", EXAMPLES["E7"]["vp"])
def test_one_result_under_four_tables(code: str) -> None:
    ns, ew = EXAMPLES["E7"]["totals"]
    assert list(victory_points(VP_TABLES[code], (ns, ew))) == EXAMPLES["E7"]["vp"][code]
    assert list(victory_points(VP_TABLES[code], (ew, ns))) == EXAMPLES["E7"]["vp"][code][::-1]


@pytest.mark.parametrize(("code", "difference", "vp"), EXAMPLES["E8"])
def test_a_limit_belongs_to_its_band(code: str, difference: int, vp: int) -> None:
    assert VP_TABLES[code].lookup(difference) == (vp, 20 - vp)
    assert VP_TABLES[code].lookup(-difference) == (20 - vp, vp)


def test_a_difference_in_a_gap_is_an_error_and_never_rounded() -> None:
    gap = EXAMPLES["E8 gap"]
    for sign in (1, -1):
        with pytest.raises(GapError) as raised:
            VP_TABLES[gap["table"]].lookup(sign * gap["difference"])
        assert (raised.value.difference, raised.value.below) == (sign * gap["difference"], gap["below"])
        assert raised.value.step == 5
    with pytest.raises(GapError):
        VP_TABLES["hands-4"].lookup(2002)


def test_a_step_of_one_is_looked_up_by_the_upper_limits() -> None:
    table = VP_TABLES["hands-4"]
    assert [table.lookup(difference, step=1) for difference in (100, 101, 102)] == [
        (10, 10),
        (11, 9),
        (11, 9),
    ]


def test_a_match_is_looked_up_by_the_step_of_its_code() -> None:
    table = VP_TABLES["hands-4"]
    assert victory_points(table, (102, 0), step=1) == (11, 9)
    with pytest.raises(GapError) as raised:
        victory_points(table, (101, 0), step=3)
    assert (raised.value.step, raised.value.below) == (3, 100)


def test_a_difference_inside_a_band_is_no_gap() -> None:
    assert VP_TABLES["hands-4"].lookup(52) == (10, 10)


@pytest.mark.parametrize("award", EXAMPLES["E9"])
def test_sit_outs_get_the_bottom_of_the_band_of_their_vp(award: str) -> None:
    assert [SIT_OUT[award].vp, SIT_OUT[award].mp] == EXAMPLES["E9"][award]
    assert [ABSENCE[award].vp, ABSENCE[award].mp] == EXAMPLES["E10"][award]
    table = VP_TABLES[award]
    assert table.lookup(SIT_OUT[award].mp)[0] == SIT_OUT[award].vp
    assert table.lookup(SIT_OUT[award].mp - 5)[0] == SIT_OUT[award].vp - 1


def test_twelve_to_nine_is_refused() -> None:
    problem = pair_problem(VP_TABLES["hands-4"], (12, 9))
    assert problem is not None
    assert (problem.code, dict(problem.figures)) == ("V21", {"expected": 20, "found": 21})
    assert pair_problem(VP_TABLES["hands-4"], (12, 8)) is None
    assert pair_problem(VP_TABLES["raw"], (1200, 9)) is None


@pytest.mark.parametrize(("totals", "vp"), [((5, 0), (2, 0)), ((100, 100), (1, 1)), ((3, 100), (0, 2))])
def test_win_draw_and_loss(totals: tuple[int, int], vp: tuple[int, int]) -> None:
    assert victory_points(VP_TABLES["win-draw-loss"], totals) == vp


def test_raw_points_are_their_own_vp() -> None:
    assert victory_points(VP_TABLES["raw"], (1740, -210)) == (1740, -210)
    with pytest.raises(NoTotalsError):
        VP_TABLES["raw"].lookup(100)


def test_the_table_follows_the_hands_where_a_code_prints_one() -> None:
    assert [default_table(MatchFormat(hands=hands)) for hands in (1, 2, 3, 4, 5)] == [
        None,
        "hands-2",
        "hands-3",
        "hands-4",
        None,
    ]
    assert default_table(MatchFormat(target=2005)) is None


@pytest.mark.parametrize("code", VP_TABLES)
def test_the_printed_tables_have_no_fault_and_survive_writing(code: str) -> None:
    assert vp_problems(VP_TABLES[code]) == ()
    assert from_dict(as_dict(VP_TABLES[code])) == VP_TABLES[code]


@pytest.mark.parametrize(
    ("limits", "pairs", "faults"),
    [
        ((100, 300), ((5, 5), (7, 3), (10, 0)), []),
        ((), ((5, 5),), []),
        ((100,), ((5, 5),), [("rows", None)]),
        ((-5, 300), ((5, 5), (7, 3), (10, 0)), [("start", 0)]),
        ((300, 300), ((5, 5), (7, 3), (10, 0)), [("overlap", 1)]),
        ((100, 300), ((6, 4), (7, 3), (10, 0)), [("draw", 0)]),
        ((100, 300), ((5, 5), (5, 5), (10, 0)), [("rises", 1)]),
        ((100, 300), ((5, 5), (7, 3), (6, 4)), [("rises", 2)]),
        ((100, 300), ((5, 5), (7, 2), (10, 0)), [("constant", 1)]),
        ((300, 100), ((5, 5), (4, 6), (11, -1)), [("overlap", 1), ("rises", 1), ("negative", 2)]),
    ],
)
def test_a_clubs_own_table_is_told_every_fault(
    limits: tuple[int, ...], pairs: tuple[tuple[int, int], ...], faults: list[tuple[str, int | None]]
) -> None:
    table = VpTable("own", VpKind.BANDS, limits, pairs)
    assert [(problem.code, problem.row) for problem in vp_problems(table)] == faults


def test_a_fault_of_a_table_has_its_figures() -> None:
    assert [dict(each.figures) for each in vp_problems(VpTable("own", VpKind.BANDS, (5,), ((5, 5),)))] == [
        {"expected": 2, "found": 1}
    ]
    table = VpTable("own", VpKind.BANDS, (-5, -5), ((6, 4), (4, 6), (12, -1)))
    assert [(each.code, each.row, dict(each.figures)) for each in vp_problems(table)] == [
        ("start", 0, {"found": -5}),
        ("overlap", 1, {"previous": -5, "found": -5}),
        ("draw", 0, {"higher": 6, "lower": 4}),
        ("rises", 1, {"previous": 6, "found": 4}),
        ("negative", 2, {"found": -1}),
        ("constant", 2, {"expected": 10, "found": 11}),
    ]


def test_a_table_that_starts_at_0_and_one_that_gives_nothing_are_no_fault() -> None:
    assert vp_problems(VpTable("own", VpKind.BANDS, (0,), ((1, 1), (2, 0)))) == ()
    nothing = VpTable("own", VpKind.RESULT, (), ((0, 0),))
    assert (nothing.total, vp_problems(nothing)) == (0, ())
    assert vp_problems(replace(VP_TABLES["raw"], limits=(5, 5))) == ()


def test_a_table_is_written_as_plain_values() -> None:
    assert as_dict(VP_TABLES["win-draw-loss"]) == {
        "code": "win-draw-loss",
        "kind": "result",
        "limits": [0],
        "pairs": [[1, 1], [2, 0]],
    }


@pytest.mark.parametrize("table", BANDED, ids=lambda table: table.code)
def test_vp_rise_with_the_difference_and_sum_to_twenty(table: VpTable) -> None:
    row = [table.lookup(difference) for difference in range(-3000, 3005, 5)]
    assert all(sum(pair) == 20 for pair in row)
    assert [pair[0] for pair in row] == sorted(pair[0] for pair in row)
    assert [pair[::-1] for pair in reversed(row)] == row
