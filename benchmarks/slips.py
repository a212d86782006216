"""A hundred slips: our parts against the same pages as one plain WeasyPrint document.

`python -m benchmarks.slips`. Each way runs in a process of its own, on the same rows, in a temporary folder.
The plain way is what WeasyPrint's manual shows: stylesheet linked, no shared fonts, default collector. Ours
is what the worker does, from the claimed row to the joined file. A longer one shows that memory stays flat.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TABLES, MANY = 100, 400
LIMIT = 0.75  # of the plain way's time
REPEATS = 3


def child(way: str, folder: str, tables: int) -> dict[str, Any]:
    """Run one way in a fresh process; seconds, pages and peak memory in MB."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "POZZETTO_VAR": folder,
        "DATABASE_URL": f"sqlite:///{folder}/benchmark.sqlite3",
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "-m", "benchmarks.slips_child", way, str(tables)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    """Compare both ways; 1 when ours is slower than it may be."""
    with tempfile.TemporaryDirectory(prefix="pozzetto-benchmark-") as folder:
        child("seed", folder, TABLES)
        ways = ("plain", "ours", "one")
        found = {way: [child(way, folder, TABLES) for _repeat in range(REPEATS)] for way in ways}
    with tempfile.TemporaryDirectory(prefix="pozzetto-benchmark-") as folder:
        child("seed", folder, MANY)
        found["many"] = [child("ours", folder, MANY)]
    best = {way: min(runs, key=lambda run: run["seconds"]) for way, runs in found.items()}
    for way, words in (
        ("plain", "one plain document"),
        ("ours", "our parts, joined"),
        ("many", "our parts, many tables"),
        ("one", "the slip of one table"),
    ):
        run = best[way]
        print(f"{words:22} {run['pages']:4} pages {run['seconds']:7.2f} s, peak {run['peak_mb']} MB")
    print(f"first {best['ours']['first_pages']} pages in hand after {best['ours']['first_seconds']:.2f} s")
    ratio = best["ours"]["seconds"] / best["plain"]["seconds"]
    print(f"ratio {ratio:.2f} (at most {LIMIT})")
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
