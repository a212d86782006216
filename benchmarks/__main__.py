"""All comparisons, one after the other, each in a process of its own: `make benchmarks`."""

import subprocess
import sys

NAMES = (
    "hands",
    "melds",
    "csv_check",
    "danish",
    "swiss",
    "early",
    "individual",
    "standings",
    "saving",
    "slips",
    "actions",
)


def main() -> int:
    """Run them all; the exit code says how many could not be run."""
    failed = 0
    for name in NAMES:
        print(f"== benchmarks.{name}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode != 0  # noqa: S603
    return failed


if __name__ == "__main__":
    sys.exit(main())
