"""The codes of problems, as they stand in the source of the rules."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import scoring

SOURCE = Path(scoring.__path__[0])
# Kind of problem: the modules it is made in, and who makes it there; the code is the first argument.
MAKERS: Mapping[str, tuple[set[str], set[str]]] = {
    "hand": (
        {"checks", "bases", "matches", "small_tables"},
        {"fault", "doubt", "_fault", "HandProblem", "BaseFault"},
    ),
    "match": ({"matches", "small_tables"}, {"MatchProblem"}),
    "regulations": ({"regulations"}, {"_fault", "RegulationsProblem"}),
    "vp": ({"victory_points"}, {"VpProblem"}),
    "meld": ({"melds"}, {"NoMeld"}),
    "cards": ({"laid"}, {"CardProblem"}),
}


def codes(kind: str) -> set[str]:
    """Every code that the rules can give a problem of this kind."""
    modules, makers = MAKERS[kind]
    found: set[str] = set()
    for path in SOURCE.glob("*.py"):
        if path.stem in modules:
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(call, ast.Call) and _name(call.func) in makers and call.args:
                    found |= set(_words(call.args[0]))
    return found


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _words(code: ast.expr) -> Iterator[str]:
    for node in ast.walk(code):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
