"""The command line for the tests of this folder."""

import pytest

from tests.scoring.commands.command_line import CommandLine


@pytest.fixture
def scoring(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)
