"""`hand`: one record from its figures."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.regulations import DEFAULT, PRESETS, as_dict
from tests.scoring.commands.command_line import CommandLine
from tests.scoring.golden import golden


def words(side: dict[str, Any]) -> list[str]:
    counts = side.get("counts") or {}
    figures = {**counts, **{name: figure for name, figure in side.items() if name != "counts"}}
    return ["--side", *(f"{name}={figure}" for name, figure in figures.items())]


def arguments(case: dict[str, Any]) -> list[str]:
    end = ["--end", case["end_reason"]] if "end_reason" in case else []
    options = [
        "--regulations",
        case.get("regulations", DEFAULT),
        "--covers",
        str(case.get("covers", 1)),
        *end,
    ]
    return ["hand", *options, *(word for side in case["sides"] for word in words(side))]


@pytest.mark.parametrize("case", golden("hands.json"), ids=lambda case: str(case["case"]))
def test_a_worked_example_is_counted(scoring: CommandLine, case: dict[str, Any]) -> None:
    answer = scoring(*arguments(case))
    assert (answer.code, answer.err) == (0, [])
    figures = [["?" if figure is None else str(figure) for figure in side] for side in case["resolved"]]
    assert [line.split() for line in answer.out] == [
        ["base", "points", "total"],
        ["NS", *figures[0]],
        ["EW", *figures[1]],
    ]


# An empty side cannot be written on a command line, and what is left out beside cards is 0 there.
WRITABLE = [
    case for case in golden("refused.json") if all(case["sides"]) and case["case"] != "V0: half a detail"
]


@pytest.mark.parametrize("case", WRITABLE, ids=lambda case: str(case["case"]))
def test_a_refused_record_ends_in_1_with_every_reason(scoring: CommandLine, case: dict[str, Any]) -> None:
    answer = scoring(*arguments(case))
    told = [line.split(":")[0] for line in answer.out[3:] if line.startswith("error")]
    names = {0: "NS ", 1: "EW ", None: ""}
    assert told == [f"error {code}, {names[side]}{field}" for code, side, field, _figures in case["errors"]]
    assert answer.code == 1


def test_what_is_unlikely_is_said_and_counts(scoring: CommandLine) -> None:
    answer = scoring("hand", "--side", "total=-405", "--side", "total=0")
    assert answer.code == 0
    assert answer.out[-1] == "unlikely V18, NS total: -405 is rare: seldom below -400."


def test_closed_and_missed_are_words_of_their_own(scoring: CommandLine) -> None:
    sides = ("--side", "clean=1", "closed", "laid=100", "left=5", "--side", "missed", "laid=50", "left=50")
    answer = scoring("hand", "--end", "closed", *sides)
    assert [line.split() for line in answer.out[1:]] == [
        ["NS", "300", "95", "395"],
        ["EW", "-100", "0", "-100"],
    ]


def test_a_table_of_five_has_three_sides(scoring: CommandLine) -> None:
    answer = scoring("hand", "--players", "5", "--side", "total=5", "--side", "total=0", "--side", "total=-5")
    assert [line.split() for line in answer.out[1:]] == [
        ["side", "1", "?", "?", "5"],
        ["side", "2", "?", "?", "0"],
        ["side", "3", "?", "?", "-5"],
    ]


@pytest.mark.parametrize("players", ["2", "3"])
def test_only_a_table_of_four_has_lines(scoring: CommandLine, players: str) -> None:
    answer = scoring("hand", "--players", players, "--side", "total=5", "--side", "total=47")
    assert [line.split()[:2] for line in answer.out[1:3]] == [["side", "1"], ["side", "2"]]
    assert answer.out[3].startswith("error V1, side 2 total: 47 ")


def test_every_wrong_word_is_named_with_its_place(scoring: CommandLine) -> None:
    answer = scoring(
        "hand",
        "--side",
        "bse=130",
        "points=47x",
        "points=3",
        "points=3",
        "--side",
        "closed=1",
        "total=1234567890",
    )
    assert (answer.code, answer.out) == (2, [])
    assert answer.err == [
        "side 1, word 1: 'bse=130' is no figure of a side.",
        "side 1, word 2: '47x' is no whole number.",
        "side 1, word 4: 'points' stands twice.",
        "side 2, word 1: 'closed=1' is no figure of a side.",
        "side 2, word 2: '1234567890' has more than 9 digits.",
    ]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("--side", "total=5"), "4 players do not form 1 sides."),
        (("--regulations", "fibur", "--side", "total=5"), "no regulations are called 'fibur': fibur-2026, "),
        (("--regulations", "nowhere.json", "--side", "total=5"), "nowhere.json: No such file or directory."),
        (("--covers", "13", "--side", "total=5"), "argument --covers: invalid choice: 13"),
        (
            ("--end", "stok", "--side", "total=5"),
            "argument --end: invalid choice: 'stok' (choose from 'closed', 'stock'",
        ),
        ((), "the following arguments are required: --side"),
    ],
)
def test_what_cannot_be_used_ends_in_2(scoring: CommandLine, given: tuple[str, ...], reason: str) -> None:
    answer = scoring("hand", *given)
    assert (answer.code, answer.out) == (2, [])
    assert reason in answer.err[-1]


def test_a_clubs_own_regulations_are_read_from_a_file(scoring: CommandLine, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**as_dict(PRESETS[DEFAULT]), "closing": 50}), encoding="utf-8")
    sides = ("--side", "clean=1", "closed", "laid=100", "left=5", "--side", "laid=50", "left=50")
    answer = scoring("hand", "--regulations", str(own), "--end", "closed", *sides)
    assert answer.out[1].split() == ["NS", "250", "95", "345"]


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"closing": "100"}, ['closing: "100" is no whole number.']),
        (
            {"closing": True, "stock_end": 1},
            ["closing: true is no whole number.", "stock_end: 1 is no word."],
        ),
        ({"closing": 7}, ["closing: 7 is no multiple of 5, the step of the card values."]),
        ({"bonuses": {"clean": [], "dirty": None}}, ["bonuses, dirty: null is no whole number."]),
        (
            {"bonuses": {"clean": 100, "dirty": 200}, "closing": -5},
            ["bonuses, clean: is below 200, that of dirty."],
        ),
        ({"bonuses": {"pulito": 200}}, ["not such a document: 'pulito' is not a valid BurracoKind."]),
        ({"clossing": 100}, ["clossing: no regulations have such a figure."]),
        ({"hand_values": 5}, ["not such a document: 'int' object has no attribute 'items'."]),
        ({"shapes": {"clean": [7, 7, 0]}}, ["shapes, semi_clean: a figure is missing."]),
    ],
)
def test_regulations_that_cannot_be_used_are_told_why(
    scoring: CommandLine, tmp_path: Path, changes: dict[str, Any], reasons: list[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**as_dict(PRESETS[DEFAULT]), **changes}), encoding="utf-8")
    answer = scoring("hand", "--regulations", str(own), "--side", "total=5", "--side", "total=5")
    assert (answer.code, answer.out) == (2, [])
    for reason in reasons:
        assert f"{own}: {reason}" in answer.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", ", line 1, character 2: Expecting property name enclosed in double quotes."),
        ("[]", ": not a table of figures by name."),
        ("{}", ": 'bonuses' is missing."),
        ("[" * 100_000, ": not such a document: "),
        (" " * 1_000_001, ": longer than 1000000 bytes."),
        ("\udcff", ": not such a document: "),
    ],
)
def test_another_document_is_told_from_regulations(
    scoring: CommandLine, tmp_path: Path, text: str, reason: str
) -> None:
    own = tmp_path / "own.json"
    own.write_bytes(text.encode("utf-8", "surrogateescape"))
    answer = scoring("hand", "--regulations", str(own), "--side", "total=5", "--side", "total=5")
    assert (answer.code, answer.out) == (2, [])
    assert answer.err[0].startswith(f"{own}{reason}")
