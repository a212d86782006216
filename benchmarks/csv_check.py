"""A million hands through `python -m scoring check`, memory and speed: `python -m benchmarks.csv_check`.

The child's peak of memory is the system's count for all its children, so each file is checked by the only
child of a process of its own.
"""

import csv
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from scoring.hands import HandScore, Layer
from scoring.regulations import PRESETS, BurracoKind, Regulations
from scoring.samples import random_hand

ROOT = Path(__file__).resolve().parent.parent
HANDS = 1_000_000
DEALT = 100_000  # different hands; the file repeats them
AT_MOST = 100  # MB
FIELDS = {Layer.DETAIL: (*BurracoKind, "closings", "missed", "laid", "left"), Layer.QUICK: ("base", "points")}


def write(path: Path, regulations: Regulations, layer: Layer, *, faulty: bool) -> None:
    """A file of legal hands, or of hands of which each has a fault."""
    rng = random.Random(3)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["end_reason", *(f"{line}_{name}" for line in ("ns", "ew") for name in FIELDS[layer])]
        )
        rows = []
        for _ in range(DEALT):
            hand = random_hand(rng, regulations, layer=layer)
            figures = [_figure(side, name) for side in hand.sides for name in FIELDS[layer]]
            rows.append([hand.end_reason or "", *figures[:-1], figures[-1] + faulty])
        for number in range(HANDS):
            writer.writerow(rows[number % DEALT])


def _figure(side: HandScore, name: str) -> int:
    return (side.counts or {}).get(BurracoKind(name), 0) if name in list(BurracoKind) else getattr(side, name)


def check(path: Path, code: str) -> None:
    """In a process of its own: check by a child; print how it ended, processor seconds, peak in MB."""
    command = [sys.executable, "-m", "scoring", "check", str(path), "--regulations", code]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)  # noqa: S603
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def main() -> int:
    """Print one line for each file; 1 when one takes more memory than it may, or is judged wrongly."""
    missed = False
    with tempfile.TemporaryDirectory(prefix="pozzetto-benchmark-") as folder:
        path = Path(folder) / "hands.csv"
        for code, layer, faulty in (
            ("fibur-2026", Layer.QUICK, False),
            ("fitab-2025", Layer.DETAIL, False),
            ("fibur-2026", Layer.QUICK, True),
        ):
            write(path, PRESETS[code], layer, faulty=faulty)
            command = [sys.executable, "-m", "benchmarks.csv_check", str(path), code]
            told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603
            ended, seconds, peak = map(float, told.split())
            kind = "each with a fault" if faulty else "legal"
            print(
                f"{HANDS:,} hands, {code}, {layer}, {kind}: {seconds:.1f} s, "
                f"{HANDS / seconds:,.0f} a second a core, peak {peak:.0f} MB",
                flush=True,
            )
            missed |= ended != faulty or peak >= AT_MOST
    print(f"below {AT_MOST} MB: {'NO' if missed else 'yes'}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(check(Path(sys.argv[1]), sys.argv[2]) if len(sys.argv) > 1 else main())
