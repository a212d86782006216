"""`hand`: counts one record from its figures."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Iterator
from typing import TextIO

from scoring.commands.figures import shown, whole_number
from scoring.commands.options import Unusable, add_players, add_regulations, regulations_of
from scoring.explain import hand_sentence
from scoring.hands import EndReason, Hand, HandProblem, HandScore, Level, resolve, settle
from scoring.matches import MOST_HANDS
from scoring.regulations import BurracoKind, Regulations

EPILOG = """\
A side is written as its figures, in points but for burracos, closings and missed pozzetti, which are counted:
  counted from the cards  clean=1 dirty=1 closed laid=180 left=15   (what is not written is 0)
  base and card points    base=400 points=165
  total alone             total=565
closed is closings=1, missed is missed=1. Kinds: {kinds}.

  python -m scoring hand --end closed --side clean=1 dirty=1 closed laid=180 left=15 --side laid=75 left=85
"""
_KINDS = {kind.value.replace("_", "-"): kind for kind in BurracoKind}
_FIELDS = ("closings", "missed", "laid", "left", "base", "points", "total")
_FLAGS = {"closed": "closings", "missed": "missed"}


def add(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "hand",
        help="count one hand from its figures",
        epilog=EPILOG.format(kinds=", ".join(_KINDS)),
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_regulations(parser)
    add_players(parser)
    parser.add_argument(
        "--covers",
        type=int,
        choices=range(1, MOST_HANDS + 1),
        default=1,
        metavar=f"1-{MOST_HANDS}",
        help="hands the record holds (default: %(default)s)",
    )
    add_end(parser)
    parser.add_argument(
        "--side",
        nargs="+",
        action="append",
        required=True,
        metavar="FIGURE",
        help="a side's figures; once for each side, the lone player of a table of 3 or 5 first",
    )
    parser.set_defaults(run=run)


def add_end(parser: ArgumentParser) -> None:
    """`--end`."""
    parser.add_argument(
        "--end",
        choices=[reason.value for reason in EndReason],
        metavar="|".join(EndReason),
        help="why the hand ended",
    )


def run(options: Namespace, out: TextIO) -> int:
    """Write base, points and total of each side and every problem; 1 where one is an error."""
    regulations = regulations_of(options)
    reason = None if options.end is None else EndReason(options.end)
    hand = Hand(_sides(options.side), options.covers, reason)
    try:
        found, _totals = settle(hand, regulations, options.players)
    except ValueError as error:
        raise Unusable(f"{error}.") from error
    names = side_names(len(hand.sides), options.players)
    out.writelines(f"{line}\n" for line in figure_lines(hand, regulations, names))
    out.writelines(f"{problem_line(problem, names)}\n" for problem in found)
    return int(any(problem.level is Level.ERROR for problem in found))


def side_names(sides: int, players: int) -> tuple[str, ...]:
    """What sides are called: the two of a table of four are lines, others have numbers."""
    lines = players == 4 and sides == 2
    return ("NS", "EW") if lines else tuple(f"side {number}" for number in range(1, sides + 1))


def figure_lines(hand: Hand, regulations: Regulations, names: tuple[str, ...]) -> Iterator[str]:
    """A table of base, points and total of each side."""
    yield f"{'':8}{'base':>8}{'points':>8}{'total':>8}"
    for name, side in zip(names, resolve(hand, regulations), strict=True):
        figures = ("?" if figure is None else figure for figure in (side.base, side.points, side.total))
        yield f"{name:8}" + "".join(f"{figure:>8}" for figure in figures)


def problem_line(problem: HandProblem, names: tuple[str, ...]) -> str:
    """A problem with its rule, side and field."""
    place = filter(None, ("" if problem.side is None else names[problem.side], problem.field))
    level = "error" if problem.level is Level.ERROR else "unlikely"
    return f"{level} {problem.code}, {' '.join(place)}: {hand_sentence(problem)}"


def _sides(written: list[list[str]]) -> tuple[HandScore, ...]:
    """The sides as written. Unusable with every word that is no figure of a side."""
    faults: list[str] = []
    sides = tuple(_side(words, number, faults) for number, words in enumerate(written, start=1))
    if faults:
        raise Unusable(*faults)
    return sides


def _side(words: list[str], number: int, faults: list[str]) -> HandScore:
    counts: dict[BurracoKind, int] = {}
    figures: dict[str, int] = {}
    for place, word in enumerate(words, start=1):
        name, equals, figure = word.partition("=")
        kind = _KINDS.get(name.replace("_", "-"))
        field = name if equals else _FLAGS.get(name)
        try:
            value = whole_number(figure) if equals else 1
            if kind in counts or field in figures:
                raise ValueError(f"{shown(name)} stands twice.")
            if kind is not None and equals:
                counts[kind] = value
            elif field in _FIELDS:
                figures[field] = value
            else:
                raise ValueError(f"{shown(word)} is no figure of a side.")
        except ValueError as error:
            faults.append(f"side {number}, word {place}: {error}")
    if "base" not in figures and (counts or figures.keys() & {"laid", "left"}):
        return HandScore(counts=counts, **{"closings": 0, "missed": 0, **figures})
    return HandScore(counts=counts or None, **figures)
