"""Runs `python -m scoring` in this process, on files of a test's own."""

from dataclasses import dataclass

import pytest

from scoring.__main__ import main


@dataclass(frozen=True)
class Answer:
    """What a command wrote and how it ended."""

    code: int
    out: list[str]
    err: list[str]


class CommandLine:
    """`run` a command; argparse's own endings count as its exit code."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Answer:
        try:
            code = main(list(arguments))
        except SystemExit as ended:
            code = int(ended.code or 0)
        written = self._capsys.readouterr()
        return Answer(code, written.out.splitlines(), written.err.splitlines())
