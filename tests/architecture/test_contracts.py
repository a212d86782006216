"""The directions of architecture: who may import whom, and that the linter is really told so."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from django.conf import settings

LINTER = Path(sys.executable).parent / "lint-imports"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([LINTER, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


def test_every_import_goes_the_right_way() -> None:
    result = lint(settings.BASE_DIR)
    assert result.returncode == 0, result.stdout


def test_the_contracts_refuse_rules_that_know_the_database(tmp_path: Path) -> None:
    for name in ("config", "clubs", "tournaments", "scoring"):
        (tmp_path / name).symlink_to(settings.BASE_DIR / name)
    (tmp_path / "scoring").unlink()
    copy = shutil.copytree(settings.BASE_DIR / "scoring", tmp_path / "scoring")
    with (copy / "cards.py").open("a", encoding="utf-8") as cards:
        cards.write("from django.db import models\n")
    (tmp_path / "pyproject.toml").write_bytes((settings.BASE_DIR / "pyproject.toml").read_bytes())
    result = lint(tmp_path)
    assert result.returncode == 1
    assert "scoring.cards -> django" in result.stdout


def test_inner_layers_are_exhaustive() -> None:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    inner = {c["containers"][0]: c["exhaustive"] for c in contracts if "containers" in c}
    assert inner == {"tournaments": True, "scoring": True}
