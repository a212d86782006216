"""`python -m scoring`: the rules on the command line. Exit code 0: in order, 1: faults, 2: unusable."""

import os
import sys
from argparse import ArgumentParser

from scoring.commands import cards, check, hand, meld, vp
from scoring.commands.options import Unusable

FAMILIES = (meld, cards, hand, vp, check)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and say how it ended."""
    parser = ArgumentParser(prog="python -m scoring", description="The rules of burraco and its tournaments.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for family in FAMILIES:
        family.add(commands)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options, sys.stdout)
        sys.stdout.flush()
    except Unusable as error:
        sys.stderr.writelines(f"{reason}\n" for reason in error.reasons)
        return 2
    except BrokenPipeError:
        # Whoever read the lines has enough of them; what is left must not be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        sys.stderr.write(f"{error.filename or 'output'}: {error.strerror or error}.\n")
        return 2
    return code


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # any name may be in a message
    sys.exit(main())
