"""The rules are a library by themselves: nothing but the standard library, examples that hold, types."""

import ast
import doctest
import importlib
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scoring

SOURCE = Path(scoring.__path__[0])
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(scoring.__path__, "scoring.")
    if not module.name.endswith("__main__")
)
WITH_EXAMPLES = ("hands", "bases", "bounds", "matches", "victory_points", "ranking", "explain")


def imported(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import"
            yield node.module or ""


@pytest.mark.parametrize(
    "source", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_only_the_standard_library_is_imported(source: Path) -> None:
    foreign = {
        name for name in imported(source) if name.split(".")[0] not in sys.stdlib_module_names | {"scoring"}
    }
    assert foreign == set()


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_what_is_installed_for_is_shown_by_example(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"scoring.{name}")).attempted > 0


def test_its_types_are_for_others_too() -> None:
    assert (SOURCE / "py.typed").is_file()


def test_the_folder_alone_runs_without_anything_installed(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    alone = [sys.executable, "-S", "-s", "-E", "-m", "scoring"]
    answers = [
        subprocess.run(
            [*alone, *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            input="1_total,2_total\n5,5\n",
        )
        for arguments in (
            ["hand", "--side", "base=400", "points=165", "--side", "base=0", "points=-10"],
            ["vp", "--hands", "4", "800", "1060"],
            ["check", "-"],
        )
    ]
    assert [(answer.returncode, answer.stderr) for answer in answers] == [(0, "")] * 3
    assert answers[0].stdout.split() == [
        "base",
        "points",
        "total",
        "NS",
        "400",
        "165",
        "565",
        "EW",
        "0",
        "-10",
        "-10",
    ]
    assert [answer.stdout for answer in answers[1:]] == [
        "NS 9  EW 11  (hands-4)\n",
        "hands: 1, faults: 0, unlikely: 0\n",
    ]
