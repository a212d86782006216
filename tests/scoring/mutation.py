"""Mutation testing of the rules, run by hand: see `docs/quality.md`.

mutmut makes the mutants; they are tried here, in a process that reads the tests once and forks for each.
mutmut leaves decorated functions alone, so in the mutated copy a decorator stands below its function, as in
`bounds = lru_cache(maxsize=256)(bounds)`. Every test begins without what the rules keep in mind; properties
are tried on few examples that never change.
"""

import ast
import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import unified_diff
from functools import _lru_cache_wrapper
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

ROOT = Path(__file__).parents[2]
# Words and where figures come from are no rules; samples make hands for tests.
NOT_MUTATED = ("__init__.py", "__main__.py", "explain.py", "sources.py", "samples.py")
# What reads the source or starts other programs would see the copy, and not the rules.
LEFT_OUT = (
    "test_by_itself.py",
    "test_explain.py",
    "test_rules_page.py",
    "test_sources.py",
    "test_samples.py",
)
ALIVE = ("survived", "untested")
EXAMPLES = 15
CPU_SECONDS, MEMORY = 20, 2 << 30  # of one mutant, seconds and bytes
_SETTINGS = "_hypothesis_internal_use_settings"  # where Hypothesis keeps what @settings says of a test


def copy(folder: Path, modules: Iterable[str], every: int, earlier: Mapping[str, str]) -> dict[str, str]:
    """The rules with all their mutants, and the tests, in a new folder; `mutants.json` names those to try.

    What became of the others is known from an earlier trial, and given back.
    """
    shutil.copytree(ROOT / "scoring", folder / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").write_text('[tool.mutmut]\nsource_paths = ["scoring"]\n', encoding="utf-8")
    os.chdir(folder)
    names: list[str] = []
    for source in sorted(Path("scoring").glob("*.py")):
        if source.name not in NOT_MUTATED and (not modules or source.stem in modules):
            mutated = mutate_file_contents(source.name, undecorated(source.read_text(encoding="utf-8")))
            source.write_text(mutated.code, encoding="utf-8")
            names += [f"scoring.{source.stem}.{name}" for name in mutated.mutant_names[::every]]
    ignored = shutil.ignore_patterns("__pycache__", "commands", *LEFT_OUT)
    shutil.copytree(ROOT / "tests" / "scoring", folder / "tests" / "scoring", ignore=ignored)
    shutil.copytree(ROOT / "tests" / "golden", folder / "tests" / "golden")
    shutil.copy(ROOT / "tests" / "__init__.py", folder / "tests")
    known = {name: earlier[name] for name in names if earlier.get(name, ALIVE[0]) not in ALIVE}
    tried = [name for name in names if name not in known]
    (folder / "mutants.json").write_text(json.dumps(tried), encoding="utf-8")
    return known


def undecorated(source: str) -> str:
    """The same module; decorators of functions stand below them as calls."""
    lines = source.splitlines()
    functions = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef)]
    for function in sorted(functions, key=lambda each: -each.lineno):
        for decorator in function.decorator_list:
            call = f"{function.name} = {ast.unparse(decorator)}({function.name})"
            lines.insert(function.end_lineno or 0, " " * function.col_offset + call)
            del lines[decorator.lineno - 1 : function.lineno - 1]
    return "\n".join(lines) + "\n"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out whole deals, which try everything at once; give every property its few examples."""
    items[:] = [item for item in items if not (item.path.stem == "test_laid" and "deal" in item.name)]
    for item in items:
        test: Any = getattr(item, "obj", None)
        if hasattr(test, "hypothesis"):
            quick = settings(
                max_examples=min(EXAMPLES, getattr(test, _SETTINGS, settings()).max_examples),
                derandomize=True,
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            )
            setattr(test, _SETTINGS, quick)


def pytest_runtest_setup() -> None:
    """Forget what the rules remember: the next test asks them again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("scoring"):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Try every mutant; a run for one mutant only is an ordinary one."""
    if os.environ["MUTANT_UNDER_TEST"] != "stats":
        return None
    at_import, tests = set(state()._stats), _tests_by_function(session)
    os.environ["MUTANT_UNDER_TEST"] = ""
    gc.freeze()
    fates: dict[str, str] = {}
    for name in json.loads(Path("mutants.json").read_text(encoding="utf-8")):
        function = name.rpartition("__mutmut_")[0]
        fates[name] = _fate(name, tests.get(function, []), at_import=function in at_import)
    Path("fates.json").write_text(json.dumps(fates, indent=1), encoding="utf-8")
    return True


def _tests_by_function(session: pytest.Session) -> dict[str, list[pytest.Item]]:
    """The tests in which each function is called, the quickest first; all pass without a mutant."""
    seconds: dict[pytest.Item, float] = {}
    called: dict[str, list[pytest.Item]] = {}
    for item in session.items:
        state()._stats.clear()
        begun = process_time()
        if not _passes(item):
            raise pytest.UsageError(f"{item.nodeid} fails without a mutant")
        seconds[item] = process_time() - begun
        for name in state()._stats:
            called.setdefault(name, []).append(item)
    return {name: sorted(items, key=lambda item: seconds[item]) for name, items in called.items()}


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _fate(name: str, items: list[pytest.Item], *, at_import: bool) -> str:
    """How a mutant ends: "killed", "survived", "timeout", or "untested", where nothing calls its function.

    What is called while modules are read needs a process that reads them again, and all tests.
    """
    if not items and not at_import:
        return "untested"
    fate = _ending(name, lambda: int(not all(map(_passes, items))))
    if fate == "survived" and at_import:
        return _ending(name, lambda: _afresh(name.split(".")[1]))
    return fate


def _ending(name: str, attempt: Callable[[], int]) -> str:
    """What became of the mutant in a process of its own."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS + int(process_time()), resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        set_mutant_under_test(name)
        try:
            os._exit(attempt())
        except BaseException:  # noqa: BLE001 - whatever it is, the mutant is found out
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {0: "survived", -signal.SIGXCPU: "timeout"}.get(code, "killed")


def _afresh(module: str) -> int:
    return subprocess.run([sys.executable, *_pytest(module)], check=False).returncode


def _pytest(module: str = "") -> list[str]:
    """Arguments of a run of all tests, or of those in which the figures of a module are written down."""
    options = ["-p", "tests.scoring.mutation", "-p", "no:django", "-p", "no:cacheprovider"]
    names = dict.fromkeys([module, "hands", "bounds", "regulations", "melds"]) if module else ()
    files = [each for name in names if (each := Path("tests", "scoring", f"test_{name}.py")).exists()]
    return ["-m", "pytest", "-x", "-q", *options, *map(str, files or [Path("tests/scoring")])]


def table(fates: dict[str, str]) -> Iterator[str]:
    """A line for each module, and the names of the mutants that no test found."""
    ends = ("killed", "timeout", *ALIVE)
    by_module = Counter((name.split(".")[1], fate) for name, fate in fates.items())
    for module in sorted({module for module, _ in by_module}):
        figures = [by_module[module, end] for end in ends]
        yield f"{module:16}{sum(figures):6}" + "".join(
            f"  {end} {n}" for end, n in zip(ends, figures, strict=True)
        )
    for name, fate in fates.items():
        if fate in ALIVE:
            yield f"{fate}: {name}"
            yield from difference(name)


def difference(name: str) -> Iterator[str]:
    """The lines in which a mutant differs from its function."""
    _, module, mutant = name.split(".", 2)
    source = Path("scoring", f"{module}.py").read_text(encoding="utf-8")
    bodies = {
        each.name: [ast.unparse(line) for line in each.body]
        for each in ast.walk(ast.parse(source))
        if isinstance(each, ast.FunctionDef)
    }
    original = bodies[mutant.rpartition("__mutmut_")[0] + "__mutmut_orig"]
    lines = ("\n".join(body).splitlines() for body in (original, bodies[mutant]))
    yield from (
        f"    {line}"
        for line in unified_diff(*lines, n=0, lineterm="")
        if line[:3] not in {"---", "+++", "@@ "}
    )


def main() -> None:
    """Make the mutants, try them, and write what became of them."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
    parser.add_argument("modules", nargs="*", metavar="module", help="modules of the rules; none: all")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="try every Nth mutant, from the first"
    )
    parser.add_argument("--again", type=Path, metavar="FATES.json", help="try only what survived there")
    options = parser.parse_args()
    folder: Path = options.folder.absolute()
    earlier = json.loads(options.again.read_text(encoding="utf-8")) if options.again else {}
    known = copy(folder, options.modules, options.every, earlier)
    environment = {**os.environ, "MUTANT_UNDER_TEST": "stats", "PYTHONPATH": "."}
    subprocess.run([sys.executable, *_pytest()], cwd=folder, env=environment, check=True)
    fates = known | json.loads((folder / "fates.json").read_text(encoding="utf-8"))
    (folder / "fates.json").write_text(json.dumps(fates, indent=1), encoding="utf-8")
    sys.stdout.writelines(f"{line}\n" for line in table(fates))


if __name__ == "__main__":
    main()
