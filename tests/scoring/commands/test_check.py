"""`check`: files of records, however they are written and whatever is wrong with them."""

import csv
import io
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from scoring.commands.check import LONGEST_LINE
from scoring.hands import Hand, Layer, totals
from scoring.regulations import PRESETS, BurracoKind
from scoring.samples import random_hand
from tests.scoring.commands.command_line import CommandLine

ROOT = Path(__file__).parents[3]
FIELDS = {
    Layer.DETAIL: ("closings", "missed", "laid", "left"),
    Layer.QUICK: ("base", "points"),
    Layer.TOTAL: ("total",),
}
Written = Callable[..., str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A file of these lines; where it lies."""

    def write(*lines: str, encoding: str = "utf-8", end: str = "\n") -> str:
        path = tmp_path / "hands.csv"
        path.write_bytes("".join(line + end for line in lines).encode(encoding, "surrogateescape"))
        return str(path)

    return write


def as_lines(hands: Iterable[Hand], layer: Layer, prefixes: tuple[str, ...] = ("ns", "ew")) -> list[str]:
    kinds = list(BurracoKind) if layer is Layer.DETAIL else []
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            "hand",
            "covers",
            "end_reason",
            *(f"{p}_{name}" for p in prefixes for name in (*kinds, *FIELDS[layer])),
        ]
    )
    for number, hand in enumerate(hands, start=1):
        row = [f"n. {number}", hand.covers, hand.end_reason or ""]
        for side in hand.sides:
            row += [(side.counts or {}).get(kind, 0) for kind in kinds]
            row += [getattr(side, name) for name in FIELDS[layer]]
        writer.writerow(["" if cell is None else cell for cell in row])
    return text.getvalue().splitlines()


@pytest.mark.parametrize("layer", Layer)
@pytest.mark.parametrize("table", [("fibur-2026", 4), ("guida", 2), ("classico", 4), ("fitab-2025", 5)])
def test_legal_hands_pass_and_their_totals_are_written(
    scoring: CommandLine, written: Written, tmp_path: Path, table: tuple[str, int], layer: Layer
) -> None:
    code, players = table
    rng, regulations = random.Random(5), PRESETS[code]
    hands = [
        random_hand(rng, regulations, layer=layer, players=players, covers=1 + number % 3)
        for number in range(60)
    ]
    prefixes = ("1", "2", "3") if players == 5 else ("ns", "ew")
    path = written(*as_lines(hands, layer, prefixes))
    out = tmp_path / "totals.csv"
    asked = ("check", path, "--regulations", code, "--players", str(players), "--totals", str(out))
    answer = scoring(*asked)
    assert (answer.code, answer.err) == (0, [])
    assert answer.out[-1].startswith("hands: 60, faults: 0, unlikely: ")
    with out.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))
    assert rows[0] == ["line", "hand", *(f"{prefix}_total" for prefix in prefixes)]
    expected = [totals(hand, regulations, players) for hand in hands]
    assert rows[1:] == [
        [str(n + 1), f"n. {n}", *map(str, points)] for n, points in enumerate(expected, start=1)
    ]


def test_every_fault_is_told_with_its_line_and_column(scoring: CommandLine, written: Written) -> None:
    path = written(
        "ns_base,ns_points,ew_base,ew_points,ew_closings,end_reason,covers",
        "400,165,0,-10,,,",
        "130,47,0,10,,,",
        "",
        "1x,165,,-10,,closd,0",
        "-100,5,-100,-50,,,",
        "200,5,100,5,1,stock,",
        "0,700,0,400,,,",
        "0,5,0,5,,",
        "0,5,0,5,,,,,",
        "0,1234567890,0,5,,,13",
        "0,5,0,,,,",
    )
    answer = scoring("check", path)
    assert answer.code == 1
    assert answer.out == [
        "line 3, ns_points: 47 is no multiple of 5; the nearest are 45 and 50. (V1)",
        "line 3, ns_base: 130 comes from no burracos, closing and pozzetto; the nearest are 100 and 150. (V2)",  # noqa: E501
        "line 5, ns_base: '1x' is no whole number.",
        "line 5, end_reason: 'closd' is none of closed, stock, time, stall, referee.",
        "line 5, covers: 0 cannot be: it goes from 1 to 12.",
        "line 6, ns_base, ew_base: where no side took a pozzetto, nobody pays for it: the bases are 0 and 0. (V7)",  # noqa: E501
        "line 7, ew_base: who closes has a base of 200 or more, not 100. (V5)",
        "line 8, ns_points, ew_points: all sides have 1100 points together, and the cards allow 1035. (V10)",
        "line 8, ns_points: unlikely, 700 is rare: seldom above 500. (V18)",
        "line 9: the line has 6 cells, the first line 7.",
        "line 10: the line has 9 cells, the first line 7.",
        "line 11, ns_points: '1234567890' has more than 9 digits.",
        "line 11, covers: 13 cannot be: it goes from 1 to 12.",
        "line 12, ew_points: a figure is missing here. (V0)",
        "hands: 10, faults: 13, unlikely: 1",
    ]


def test_counts_are_named_by_the_columns_that_are_there(scoring: CommandLine, written: Written) -> None:
    path = written(
        "ns_clean,ns_super,ns_closings,ns_missed,ns_laid,ns_left,ew_clean,ew_closings,ew_missed,ew_laid,ew_left,end_reason",
        "8,,0,0,480,10,7,0,0,400,10,stock",
        "0,1,0,0,75,10,0,0,0,20,40,stock",
        "0,0,1,0,75,10,0,0,0,20,40,closed",
        "0,0,0,0,75,10,0,0,0,20,40,",
    )
    answer = scoring("check", path)
    assert [line.split(": ")[0] for line in answer.out[:-1] if "unlikely" not in line] == [
        "line 2, ns_clean, ns_super, ew_clean",
        "line 3, ns_super",
        "line 4, ns_clean, ns_super",
        "line 5, end_reason",
    ]


@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", ","), ("utf-8-sig", ";"), ("utf-8", "\t")])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_of_other_programs_are_read(
    scoring: CommandLine, written: Written, encoding: str, mark: str, end: str
) -> None:
    lines = ["NS_Base, ns_points,ew_base,ew_points", '"400",165, 0 ,−10', "", "+200,20,0,30", ",,,"]
    path = written(*(line.replace(",", mark) for line in lines), encoding=encoding, end=end)
    answer = scoring("check", path)
    assert (answer.code, answer.out) == (0, ["hands: 2, faults: 0, unlikely: 0"])


def test_bytes_that_are_no_text_are_a_fault_of_their_cell(scoring: CommandLine, written: Written) -> None:
    path = written("ns_total,ew_total", "5,\udcff5", "5,\x00", "5,١")
    assert scoring("check", path).out == [
        "line 2, ew_total: '\\\\xff5' is no whole number.",
        "line 3, ew_total: '\\x00' is no whole number.",
        "line 4, ew_total: '١' is no whole number.",
        "hands: 3, faults: 3, unlikely: 0",
    ]


def test_long_words_are_cut(scoring: CommandLine, written: Written) -> None:
    path = written("ns_total,ew_total", f"5,{'x' * 1000}")
    assert scoring("check", path).out[0] == f"line 2, ew_total: '{'x' * 40}…' is no whole number."


def test_what_is_unlikely_is_a_fault_only_where_it_is_asked(
    scoring: CommandLine, written: Written, tmp_path: Path
) -> None:
    path, out = written("ns_total,ew_total", "-405,0"), tmp_path / "totals.csv"
    answer = scoring("check", path, "--totals", str(out))
    assert (answer.code, answer.out[-1]) == (0, "hands: 1, faults: 0, unlikely: 1")
    assert out.read_text() == "line,ns_total,ew_total\n2,-405,0\n"
    out.unlink()
    answer = scoring("check", path, "--totals", str(out), "--strict")
    assert (answer.code, answer.out[-1]) == (1, "hands: 1, faults: 1, unlikely: 0")
    assert not out.exists()


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["ns_total,ew_total", "5,5", "47,5"], 1),
        (["ns_total,ew_total", "5,5", "x,5"], 1),
        (["ns_total,ew_total", "5,5", '"5,5'], 2),
        (["ns_total,ew_total", "5,5", "5" * (LONGEST_LINE + 1)], 2),
        (["ns_total,ew_totl", "5,5"], 2),
    ],
)
def test_totals_are_whole_or_left_as_they_were(
    scoring: CommandLine, written: Written, tmp_path: Path, lines: list[str], code: int
) -> None:
    path, out = written(*lines), tmp_path / "totals.csv"
    assert scoring("check", path, "--totals", str(out)).code == code
    assert not out.exists()
    out.write_text("earlier")
    assert scoring("check", path, "--totals", str(out)).code == code
    assert out.read_text() == "earlier"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["hands.csv", "totals.csv"]


def test_totals_go_to_standard_output_where_it_is_asked(scoring: CommandLine, written: Written) -> None:
    answer = scoring("check", written("hand,ns_total,ew_total", "a,5,5"), "--totals", "-")
    assert (answer.code, answer.out) == (0, ["line,hand,ns_total,ew_total", "2,a,5,5"])
    assert answer.err == ["hands: 1, faults: 0, unlikely: 0"]
    answer = scoring("check", written("ns_total,ew_total", "5,5", "5,47"), "--totals", "-")
    assert (answer.code, answer.out) == (1, [])
    assert [line.split(":")[0] for line in answer.err] == ["line 3, ew_total", "hands"]
    assert not Path("-").exists()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_told_so(scoring: CommandLine, written: Written, encoding: str) -> None:
    path = written("ns_total,ew_total\n5,5", encoding=encoding, end="")
    answer = scoring("check", path)
    assert (answer.code, answer.out) == (2, [])
    assert answer.err == [f'{path}: this is UTF-16, not UTF-8: save it again, in Excel as "CSV UTF-8".']


def test_totals_never_replace_the_hands_they_come_from(scoring: CommandLine, written: Written) -> None:
    path = written("match,ns_total,ew_total", '"1, bis",5,5')
    before = Path(path).read_bytes()
    answer = scoring("check", path, "--totals", path)
    assert answer.code == 2
    assert "would replace the hands" in " ".join(answer.err)
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize("place", [".", "no-such-folder/totals.csv"])
def test_totals_need_the_name_of_a_file(
    scoring: CommandLine, written: Written, tmp_path: Path, place: str
) -> None:
    answer = scoring("check", written("ns_total,ew_total", "5,5"), "--totals", str(tmp_path / place))
    assert answer.code == 2
    assert "in a folder that exists" in " ".join(answer.err)


@pytest.mark.parametrize(
    ("lines", "reasons"),
    [
        ([], ["line 1: columns begin with ns_ and ew_, or with 1_, 2_ … for every side."]),
        (["match,hand"], ["line 1: columns begin with ns_ and ew_, or with 1_, 2_ … for every side."]),
        (["ns_total"], ["line 1: columns begin with ns_ and ew_, or with 1_, 2_ … for every side."]),
        (["ns_total,2_total"], ["line 1: columns begin with ns_ and ew_, or with 1_, 2_ … for every side."]),
        (["1_total,2_total,3_total"], ["line 1: 4 players do not form 3 sides."]),
        (
            ["ns_total,ew_totl,6_total,ns_total"],
            [
                "line 1, column 2: 'ew_totl' is no column of a record.",
                "line 1, column 3: '6_total' is no column of a record.",
                "line 1: column ns_total stands 2 times.",
            ],
        ),
        (["ns_total,ew_total", "5,5", '5,"5"5'], ["line 3: ',' expected after '\"'."]),
        (["ns_total,ew_total", "5,5", '5,"5'], ["line 3: unexpected end of data."]),
        (
            ["ns_total,ew_total", "5,5", f"5,{'5' * LONGEST_LINE}"],
            [f"line 3: longer than {LONGEST_LINE} characters."],
        ),
    ],
)
def test_a_file_that_is_none_of_records_ends_in_2(
    scoring: CommandLine, written: Written, lines: list[str], reasons: list[str]
) -> None:
    answer = scoring("check", written(*lines))
    assert (answer.code, answer.out, answer.err) == (2, [], reasons)


def test_a_file_that_is_not_there_ends_in_2(scoring: CommandLine, written: Written, tmp_path: Path) -> None:
    absent = str(tmp_path / "absent.csv")
    assert scoring("check", absent).err == [f"{absent}: No such file or directory."]
    assert scoring("check", str(tmp_path)).err == [f"{tmp_path}: Is a directory."]
    path = written("ns_total,ew_total", "5,5")
    for out in (tmp_path / "absent" / "totals.csv", tmp_path):
        answer = scoring("check", path, "--totals", str(out))
        assert answer.code == 2
        assert len(answer.err) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["hands.csv"]


def piped(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "scoring", "check", "-", *options]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True, check=False)


def test_standard_input_is_a_file_too() -> None:
    answer = piped(b"ns_total,ew_total\n5,5\n47,5\n")
    assert answer.returncode == 1
    assert answer.stdout.splitlines() == [
        b"line 3, ns_total: 47 is no multiple of 5; the nearest are 45 and 50. (V1)",
        b"hands: 2, faults: 1, unlikely: 0",
    ]


def test_whoever_has_read_enough_may_leave(written: Written) -> None:
    command = [sys.executable, "-m", "scoring", "check", written("ns_total,ew_total", *["47,5"] * 20_000)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout
        assert child.stderr
        assert child.stdout.readline().startswith(b"line 2")
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 1
