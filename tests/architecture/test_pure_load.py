"""The pure packages load without Django; the linter would miss it in the `__init__` of a parent package."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOAD = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
names = [module.name for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
for name in names:
    importlib.import_module(name)
assert names, "nothing was loaded"
assert "django" not in sys.modules, "Django came along"
"""


@pytest.mark.parametrize("package", ["scoring", "tournaments.pairing"])
def test_a_pure_package_loads_without_django(package: str) -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD, package], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert loaded.returncode == 0, loaded.stderr
