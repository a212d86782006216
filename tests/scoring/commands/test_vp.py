"""`vp`: what a difference is worth."""

import json
from pathlib import Path

import pytest

from scoring.victory_points import VP_TABLES, as_dict
from tests.scoring.commands.command_line import CommandLine
from tests.scoring.golden import golden

EXAMPLES = golden("matches.json")


@pytest.mark.parametrize("code", EXAMPLES["E7"]["vp"])
def test_one_result_under_four_tables(scoring: CommandLine, code: str) -> None:
    totals = [str(total) for total in EXAMPLES["E7"]["totals"]]
    ns, ew = EXAMPLES["E7"]["vp"][code]
    assert scoring("vp", "--table", code, *totals).out == [f"NS {ns}  EW {ew}  ({code})"]


def test_a_difference_may_be_negative(scoring: CommandLine) -> None:
    assert scoring("vp", "--hands", "4", "-260").out == ["NS 9  EW 11  (hands-4)"]


def test_a_difference_in_a_gap_is_an_error(scoring: CommandLine) -> None:
    answer = scoring("vp", "--hands", "4", "102")
    assert answer.code == 1
    assert answer.out == ["error V20: a difference of 102 cannot be: totals go in steps of 5."]
    assert scoring("vp", "--hands", "4", "--regulations", "guida", "102").code == 0


def test_raw_points_are_their_own_vp(scoring: CommandLine) -> None:
    assert scoring("vp", "--table", "raw", "1740", "-210").out == ["NS 1740  EW -210  (raw)"]
    assert scoring("vp", "--table", "raw", "100").code == 2


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("--hands", "5", "100"), "no code prints a table for 5 hands: name one with --table."),
        (("--table", "four", "100"), "no table is called 'four': hands-2, hands-3, hands-4, teams, "),
        (("--hands", "4", "5", "1OO"), "word 2: '1OO' is no whole number."),
        (("--hands", "4", "1", "2", "3"), "give one difference or two totals."),
        (("100",), "one of the arguments --table --hands is required"),
    ],
)
def test_what_cannot_be_used_ends_in_2(scoring: CommandLine, given: tuple[str, ...], reason: str) -> None:
    answer = scoring("vp", *given)
    assert (answer.code, answer.out) == (2, [])
    assert reason in answer.err[-1]


def test_a_clubs_own_table_is_read_from_a_file(scoring: CommandLine, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    plain = as_dict(VP_TABLES["hands-4"])
    own.write_text(json.dumps({**plain, "code": "own", "limits": [10 * limit for limit in plain["limits"]]}))
    assert scoring("vp", "--table", str(own), "1005").out == ["NS 11  EW 9  (own)"]
    own.write_text(json.dumps({**plain, "limits": plain["limits"][::-1]}))
    assert (
        f"{own}: row 2: the band ends at 1700, not beyond 2000."
        in scoring("vp", "--table", str(own), "5").err
    )
    for wrong in ({"limits": [100.5, *plain["limits"][1:]]}, {"pairs": [[True, 10]] * 11}):
        own.write_text(json.dumps({**plain, **wrong}))
        answer = scoring("vp", "--table", str(own), "5")
        assert (answer.code, answer.err) == (2, [f"{own}: limits and pairs hold whole numbers only."])
