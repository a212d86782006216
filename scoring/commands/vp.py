"""`vp`: looks up what a difference between two lines is worth."""

from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path
from typing import Any, TextIO

from scoring.commands.figures import whole_number
from scoring.commands.options import Unusable, add_regulations, read_document, regulations_of
from scoring.explain import vp_sentence
from scoring.matches import MOST_HANDS, MatchFormat
from scoring.victory_points import (
    VP_TABLES,
    GapError,
    NoTotalsError,
    VpTable,
    default_table,
    from_dict,
    victory_points,
    vp_problems,
)

EPILOG = "One figure is the difference NS - EW, two are the totals of NS and EW: vp --hands 4 800 1060"


def add(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("vp", help="look up victory points", epilog=EPILOG)
    table = parser.add_mutually_exclusive_group(required=True)
    table.add_argument(
        "--table",
        metavar="TABLE|FILE.json",
        help=f"{', '.join(VP_TABLES)}, or a file of the same form as as_dict() of a table writes",
    )
    table.add_argument(
        "--hands",
        type=int,
        choices=range(1, MOST_HANDS + 1),
        metavar=f"1-{MOST_HANDS}",
        help="the table the codes print for so many hands",
    )
    add_regulations(parser)
    parser.add_argument("figures", nargs="+", metavar="POINTS", help="the difference, or both totals")
    parser.set_defaults(run=run)


def run(options: Namespace, out: TextIO) -> int:
    """Write the VP of NS and EW; 1 where the difference lies in a gap of the table (V20)."""
    table, step = _table(options), regulations_of(options).step
    figures = _figures(options.figures)
    try:
        if len(figures) == 1:
            ns, ew = table.lookup(figures[0], step)
        elif len(figures) == 2:
            ns, ew = victory_points(table, (figures[0], figures[1]), step)
        else:
            raise Unusable("give one difference or two totals.")
    except GapError as error:
        out.write(
            f"error V20: a difference of {error.difference} cannot be: totals go in steps of {error.step}.\n"
        )
        return 1
    except NoTotalsError as error:
        raise Unusable(f"{table.code} needs both totals: its VP are the points themselves.") from error
    out.write(f"NS {ns}  EW {ew}  ({table.code})\n")
    return 0


def _figures(words: list[str]) -> list[int]:
    """The numbers the words say. Unusable with every word that says none, and its place."""
    figures, faults = list[int](), list[str]()
    for place, word in enumerate(words, start=1):
        try:
            figures.append(whole_number(word))
        except ValueError as error:
            faults.append(f"word {place}: {error}")
    if faults:
        raise Unusable(*faults)
    return figures


def _table(options: Namespace) -> VpTable:
    if options.hands is not None:
        code = default_table(MatchFormat(hands=options.hands))
        if code is None:
            raise Unusable(f"no code prints a table for {options.hands} hands: name one with --table.")
        return VP_TABLES[code]
    if options.table in VP_TABLES:
        return VP_TABLES[options.table]
    if not options.table.endswith(".json"):
        raise Unusable(
            f"no table is called {options.table!r}: {', '.join(VP_TABLES)}, or a file named *.json."
        )
    return read_document(Path(options.table), _own_table)


def _own_table(plain: Any) -> VpTable:
    table = from_dict(plain)
    figures = (*table.limits, *(figure for pair in table.pairs for figure in pair))
    if not all(type(figure) is int for figure in figures):
        raise Unusable("limits and pairs hold whole numbers only.")
    found = vp_problems(table)
    if found:
        raise Unusable(*map(vp_sentence, found))
    return table
