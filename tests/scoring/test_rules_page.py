"""docs/rules.md says everything that the rules have, and nothing that they have not."""

import ast
import csv
import importlib
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest

from scoring.regulations import PRESETS, Regulations, Unlikely
from tests.scoring.codes import MAKERS, SOURCE, codes
from tests.scoring.golden import GOLDEN, golden

PAGE = (SOURCE.parent / "docs" / "rules.md").read_text(encoding="utf-8")
SPANS = re.findall(r"`([^`\n]+)`", PAGE)
NAMES = [
    span for span in SPANS if re.fullmatch(r"\w+\.\w+", span) and not span.endswith((".csv", ".json", ".md"))
]
CASES = [span for span in SPANS if re.match(r"\w+\.(json|csv)\b", span) and span != "hands.csv"]
CLASSES = {"Regulations": Regulations, "Unlikely": Unlikely}


def functions() -> Iterator[str]:
    """Public functions of the modules that are the library; commands are for the command line alone."""
    for source in sorted(SOURCE.glob("*.py")):
        for node in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield f"{source.stem}.{node.name}"


def table(kind: str) -> list[str]:
    """First cells of the table of a kind of problem."""
    _, _, rest = PAGE.partition(f"| {kind} problem |")
    return re.findall(r"^\| `([^`]+)` \|", rest.partition("\n\n")[0], re.MULTILINE)


@pytest.mark.parametrize("name", list(functions()))
def test_every_function_is_named(name: str) -> None:
    assert name in NAMES


@pytest.mark.parametrize("owner", CLASSES)
def test_every_figure_is_explained_once(owner: str) -> None:
    explained = re.findall(rf"^\| `{owner}\.(\w+)` \| \S", PAGE, re.MULTILINE)
    assert sorted(explained) == sorted(each.name for each in fields(CLASSES[owner]))


@pytest.mark.parametrize("kind", MAKERS)
def test_the_table_of_a_kind_holds_exactly_the_codes_there_are(kind: str) -> None:
    assert sorted(table(kind)) == sorted(codes(kind))


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_what_is_named_exists(name: str) -> None:
    owner, _, attribute = name.partition(".")
    if owner in CLASSES:
        assert attribute in {each.name for each in fields(CLASSES[owner])}
    else:
        assert hasattr(importlib.import_module(f"scoring.{owner}"), attribute)


@pytest.mark.parametrize("span", sorted(set(CASES)))
def test_an_example_is_a_golden_case(span: str) -> None:
    file, _, case = span.partition(": ")
    if file.endswith(".csv"):
        with (GOLDEN / file).open(encoding="utf-8", newline="") as lines:
            assert len(list(csv.reader(lines))) > 1
        return
    cases = golden(file)
    names = list(cases) if isinstance(cases, dict) else [each["case"] for each in cases]
    assert case
    assert any(name.startswith(case) for name in names)


def test_every_preset_is_looked_at() -> None:
    assert len(NAMES) > 60
    assert len(CASES) > 30
    assert all(code in PRESETS for code in re.findall(r"`([a-z]+-20\d\d)`", PAGE))


def test_every_rule_has_its_source_function_and_example() -> None:
    rows = [
        row
        for part in PAGE.split("| function | example |\n")[1:]
        for row in part.partition("\n\n")[0].splitlines()[1:]
    ]
    assert len(rows) > 40
    for row in rows:
        *_, source, function, example = (cell.strip() for cell in row.strip("|").split(" | "))
        assert re.fullmatch(r"(F|2|C|D|S[0-4])(, (F|2|C|D|S[0-4]))*", source), row
        assert function.startswith("`"), row
        assert example.startswith("`"), row
