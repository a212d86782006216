"""`cards`: a hand from what lies on the table and what is held."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.scoring.commands.command_line import CommandLine

ROOT = Path(__file__).parents[3]
E1 = (
    ("--side", "closed", "3-9h", "K K K K K K Jolly", "A A A", "held=5f 10q"),
    ("--side", "8-Jp", "4 4 4 2p", "held=Jolly A Q 3 6 9 K"),
)
TEXT = """\
# what lay on the table
Side closed   # north and south
  3-9h
  K K K K K K Jolly
  A A A
  held: 5f 10q  # the partner's

side
  8-Jp
  4 4 4 2p
  HELD Jolly A Q 3 6 9 K
discard 4h
end closed
"""
ON_TABLE = "points on the table"
COUNTED = [
    "NS      run of 7: 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥; 45 points on the table; clean burraco, 200 points",
    f"NS      set of 7: K K K K K K Jolly; Jolly is wild for K; 90 {ON_TABLE}; dirty burraco, 100 points",
    "NS      set of 3: A A A; 45 points on the table",
    "EW      run of 4: 8♠ 9♠ 10♠ J♠; 40 points on the table",
    "EW      set of 4: 4 4 4 2♠; 2♠ is wild for 4; 35 points on the table",
    "            base  points   total",
    "NS           400     165     565",
    "EW             0     -10     -10",
]


def test_a_hand_is_counted_from_its_cards(scoring: CommandLine) -> None:
    answer = scoring("cards", *E1[0], *E1[1])
    assert (answer.code, answer.out, answer.err) == (0, COUNTED, [])


@pytest.mark.parametrize(("encoding", "end"), [("utf-8", "\n"), ("utf-8-sig", "\r\n")])
def test_a_file_says_the_same(scoring: CommandLine, tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "hand.txt"
    path.write_bytes(TEXT.replace("\n", end).encode(encoding))
    assert scoring("cards", str(path)).out == COUNTED


def test_standard_input_is_a_file_too() -> None:
    command = [sys.executable, "-m", "scoring", "cards", "-"]
    answer = subprocess.run(command, cwd=ROOT, input=TEXT.encode(), capture_output=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert answer.stdout.decode().splitlines() == COUNTED
    wrong = subprocess.run(command, cwd=ROOT, input=b"side\n 7x", capture_output=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert wrong.stderr.startswith(b"standard input, line 2, character 2: '7x' is no card")


def test_the_codes_of_play_differ(scoring: CommandLine) -> None:
    sides = ("--side", "missed", "7 7 7", "held=K K", "--side", "missed", "8 8 8", "held=K K")
    assert [line.split() for line in scoring("cards", "--end", "stall", *sides).out[-2:]] == [
        ["NS", "0", "-5", "-5"],
        ["EW", "0", "10", "10"],
    ]
    manual = scoring("cards", "--end", "stall", "--regulations", "manuale", *sides)
    assert [line.split() for line in manual.out[-2:]] == [
        ["NS", "-100", "-5", "-105"],
        ["EW", "-100", "10", "-90"],
    ]


def test_an_unplayed_pozzetto_counts_in_the_hand(scoring: CommandLine) -> None:
    sides = (
        "--side", "8-Jp", "Q Q Q Jolly", "7 7 7", "held=K 10", "unplayed=4 A 2 3 3 6 8 9 10 J Q",
        "--side", "closed", "3-9h", "K K K K", "A A A", "5 5 5 5", "held=10 J",
    )  # fmt: skip
    answer = scoring("cards", *sides)
    # K and 10 are 20; the pozzetto 5 15 20 5 5 5 10 10 10 10 10: 105.
    assert (answer.code, answer.out[-2].split()[2]) == (0, str(40 + 60 + 15 - 125))


def test_cards_that_contradict_each_other_end_in_1_without_a_total(scoring: CommandLine) -> None:
    answer = scoring(
        "cards", "--discard", "2h", "--side", "closed", "7 7 7", "4h 5h 7h", "held=K♥ K♥ K♥",
        "--side", "missed", "8 8 8", "held=", "unplayed=7",
    )  # fmt: skip
    assert (answer.code, answer.err) == (1, [])
    assert answer.out == [
        "NS      set of 3: 7 7 7; 15 points on the table",
        "EW      set of 3: 8 8 8; 30 points on the table",
        "error gap, NS meld 2: before 7♥ a card is missing.",
        "error closing_wild, NS: a hand is not closed by throwing a wild: 2♥.",
        "error often: there are not so many K♥ in 2 decks.",
        "error unplayed_missed, EW: 1 cards of a pozzetto that was not taken.",
        "error empty_hand, EW: who did not close holds a card, so 1 or more, not 0.",
    ]


def test_a_record_that_cannot_be_ends_in_1_with_its_figures(scoring: CommandLine) -> None:
    answer = scoring(
        "cards", "--side", "closed", "7 7 7", "held=5 5", "--side", "8 8 8", "held=5 5", "--players", "4"
    )
    assert answer.code == 1
    assert answer.out[2:] == [
        "            base  points   total",
        "NS           100       5     105",
        "EW             0      20      20",
        "error V5, NS counts: who closes needs a burraco.",
    ]


def test_the_lone_player_comes_first(scoring: CommandLine) -> None:
    answer = scoring(
        "cards", "--players", "3", "--end", "stock",
        "--side", "7 7 7", "held=5", "--side", "8 8 8", "held=5 5",
    )  # fmt: skip
    assert (answer.code, [line.split()[:2] for line in answer.out[-2:]]) == (
        0,
        [["side", "1"], ["side", "2"]],
    )


def test_every_wrong_word_is_named_with_its_place(scoring: CommandLine) -> None:
    answer = scoring(
        "cards", "--discard", "4 5", "--side", "3-9x", "", "foo=1", "held=7 7x", "held=7",
        "--side", "closed", "closed", "--side", "closed",
    )  # fmt: skip
    hint = "is no card: write for example 7♥, 7h, QP, 10 di cuori or Jolly."
    assert (answer.code, answer.out) == (2, [])
    assert answer.err == [
        f"side 1, word 1, character 1: '3-9x' {hint}",
        "side 1, word 2: there are no cards.",
        f"side 1, word 3, character 1: 'foo=1' {hint}",
        f"side 1, word 4, character 8: '7x' {hint}",
        "side 1, word 5: held stands twice.",
        "side 2, word 2: closed stands twice.",
        "--discard: '4 5' is more than one card.",
        "sides 2 and 3 closed: a hand is closed once.",
    ]


def test_every_wrong_line_is_named_with_its_number(scoring: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text("held 5\nside closd\n 3-9x\n held 7  7z\nheld\n::\nclosed 5\nend bogus\nend time\n")
    hint = "is no card: write for example 7♥, 7h, QP, 10 di cuori or Jolly."
    answer = scoring("cards", str(path))
    assert (answer.code, answer.out) == (2, [])
    assert answer.err == [
        f'{path}, line 1: begin with a line "side".',
        f"{path}, line 2, character 6: 'closd' {hint}",
        f"{path}, line 3, character 2: '3-9x' {hint}",
        f"{path}, line 4, character 10: '7z' {hint}",
        f"{path}, line 5: held stands twice.",
        f"{path}, line 6, character 1: '::' {hint}",
        f"{path}, line 7, character 1: 'closed' {hint}",
        f"{path}, line 8: 'bogus' is none of closed, stock, time, stall, referee.",
        f"{path}, line 9: end stands twice.",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TEXT.encode("utf-16"), ': this is UTF-16, not UTF-8: save it again, in Excel as "CSV UTF-8".'),
        (b"side\n7\xe0", ", line 2: the byte e0 is no UTF-8."),
        (b" " * 1_000_001, ": longer than 1000000 bytes."),
    ],
)
def test_another_file_is_told_from_cards(
    scoring: CommandLine, tmp_path: Path, text: bytes, reason: str
) -> None:
    path = tmp_path / "hand.txt"
    path.write_bytes(text)
    assert scoring("cards", str(path)).err == [f"{path}{reason}"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ((), "name a file, or give the cards of each side after --side."),
        (("hand.txt", "--side", "7 7 7"), "name a file, or give the cards of each side after --side."),
        (("--side", "7 7 7"), "4 players do not form 1 sides."),
        (("no-such.txt",), "no-such.txt: No such file or directory."),
        (("--side", "7 7 7", "--end", "bogus"), "argument --end: invalid choice: 'bogus'"),
    ],
)
def test_what_cannot_be_used_ends_in_2(scoring: CommandLine, given: tuple[str, ...], reason: str) -> None:
    answer = scoring("cards", *given)
    assert (answer.code, answer.out) == (2, [])
    assert reason in answer.err[-1]
