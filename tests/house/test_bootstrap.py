"""The script that makes a machine ready: what it asks, what it skips, what it says."""

import ast
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config import bootstrap
from tournaments.papers import checks

SCRIPT = settings.BASE_DIR / "config" / "bootstrap.py"


def test_it_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    assert names
    assert names - set(sys.stdlib_module_names) == set()


def test_an_older_python_can_still_read_it() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))


def test_a_word_it_does_not_know_gets_the_list_of_commands() -> None:
    result = subprocess.run([sys.executable, SCRIPT, "dance"], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    for command in bootstrap.COMMANDS:
        assert f"bootstrap.py {command}" in result.stderr


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """A machine with a virtual environment and a lock; what would be run on it is only noted."""
    (tmp_path / "lock.txt").write_text("one==1 --hash=sha256:0\n", encoding="ascii")
    done: list[tuple[str, ...]] = []
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "INSTALLED", tmp_path / "installed.json")
    monkeypatch.setattr(bootstrap, "make_venv", lambda: None)
    monkeypatch.setattr(bootstrap, "do", lambda *words, **_: done.append(tuple(map(str, words))))
    return done


def test_a_lock_is_installed_by_hash_once_and_again_when_it_changed(
    machine: list[tuple[str, ...]], tmp_path: Path
) -> None:
    bootstrap.install("lock.txt")
    bootstrap.install("lock.txt")
    assert len(machine) == 1
    assert "--require-hashes" in machine[0]
    lock = tmp_path / "lock.txt"
    assert json.loads((tmp_path / "installed.json").read_text()) == {
        "lock.txt": hashlib.sha256(lock.read_bytes()).hexdigest()
    }
    lock.write_text("one==2 --hash=sha256:1\n", encoding="ascii")
    bootstrap.install("lock.txt")
    assert len(machine) == 2


def test_without_root_it_prints_a_line_for_each_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "LIBRARIES", {"Linux": ("libno-such-thing.so.0",)})
    monkeypatch.setattr(bootstrap, "can_apt", lambda: False)
    bootstrap.need_pango()
    printed = capsys.readouterr().err
    for word in ("apt install libpango-1.0-0", "dnf install pango", "brew install pango", "pacman -S"):
        assert word in printed


def test_the_script_and_the_site_print_the_same_lines() -> None:
    assert checks.HINT.splitlines() == [f"{system}: {line}" for system, line in bootstrap.PANGO_LINES]


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "LIBRARIES", {"Linux": ("libno-such-thing.so.0",)})
    assert bootstrap.missing_libraries() == ["libno-such-thing.so.0"]


def test_the_browser_may_be_named_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/opt/own/chromium")
    assert bootstrap.chromium() == "/opt/own/chromium"
