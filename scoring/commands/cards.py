"""`cards`: counts a hand from what lies on the table and what is left in the hands."""

import re
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TextIO

from scoring.cards import Card, Letters
from scoring.commands.figures import shown
from scoring.commands.hand import add_end, figure_lines, problem_line, side_names
from scoring.commands.meld import CARDS
from scoring.commands.options import (
    LONGEST_FILE,
    Unusable,
    add_players,
    add_regulations,
    as_text,
    called,
    regulations_of,
)
from scoring.commands.written_cards import add_letters, meld_words, read_cards
from scoring.explain import cards_sentence
from scoring.hands import EndReason, Level
from scoring.laid import CardProblem, Counted, HandCards, SideCards, count
from scoring.regulations import Regulations

EPILOG = f"""\
A side is its melds, each a word of its own, and what else is to say of it:
  held=CARDS      left in its players' hands
  unplayed=CARDS  a pozzetto that was taken and not played
  closed          it closed the hand
  missed          it took no pozzetto
{CARDS}
  python -m scoring cards --side closed 3-9h "K K K K K K Jolly" "A A A" held="5f 10q" \\
                          --side 8-Jp "4 4 4 2p" held="Jolly A Q 3 6 9 K"

In a file each of these stands on a line of its own, after the line "side" with which a side begins; "end" and
"discard" may stand there too, and what follows a # is not read:
  side closed
  3-9h
  held 5f 10q

Exit code 0: counted; 1: cards that contradict each other, or cannot be; 2: unreadable.
"""
_CARDS, _FLAGS, _OF_HAND = ("held", "unplayed"), ("closed", "missed"), ("end", "discard")
_LINE = re.compile(r"\s*(?P<first>[^\s#]+)\s*(?P<rest>[^#]*)")


class _Word(NamedTuple):
    """One thing that was said: where, about what ("side", "meld" or its own name), the text after that."""

    place: str
    about: str
    text: str = ""
    before: int = 0


@dataclass(frozen=True, slots=True)
class _Side:
    """A side as far as it was said."""

    melds: list[tuple[Card, ...]] = field(default_factory=list)
    said: dict[str, tuple[Card, ...]] = field(default_factory=dict)


def add(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "cards",
        help="count one hand from its cards",
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a text with the cards, or - for standard input"
    )
    add_regulations(parser)
    add_players(parser)
    add_letters(parser)
    add_end(parser)
    parser.add_argument("--discard", metavar="CARD", help="the last card thrown by who closed")
    parser.add_argument(
        "--side",
        nargs="+",
        action="append",
        default=[],
        metavar="MELD",
        help="a side's cards; once for each side, the lone player of a table of 3 or 5 first",
    )
    parser.set_defaults(run=run)


def run(options: Namespace, out: TextIO) -> int:
    """Write the melds, base, points and total of each side, and every problem; 1 where one is an error."""
    regulations, letters = regulations_of(options), Letters(options.letters)
    if bool(options.side) == bool(options.file):
        raise Unusable("name a file, or give the cards of each side after --side.")
    words = [*(_words_of_file(options.file) if options.file else _words_of_sides(options.side))]
    words += [
        _Word(f"--{each}", each, text) for each in _OF_HAND if (text := getattr(options, each)) is not None
    ]
    cards = _hand(words, letters)
    try:
        counted = count(cards, regulations, options.players)
    except ValueError as error:
        raise Unusable(f"{error}.") from error
    out.writelines(
        f"{line}\n" for line in _lines(counted, regulations, side_names(len(cards.sides), options.players))
    )
    return int(any(isinstance(each, CardProblem) or each.level is Level.ERROR for each in counted.problems))


def _lines(counted: Counted, regulations: Regulations, names: tuple[str, ...]) -> Iterator[str]:
    """Every meld, the figures unless the cards contradict each other, and every problem."""
    for name, melds in zip(names, counted.melds, strict=True):
        yield from (f"{name:8}{'; '.join(meld_words(meld))}" for meld in melds if meld is not None)
    if not any(isinstance(each, CardProblem) for each in counted.problems):
        yield from figure_lines(counted.hand, regulations, names)
    for problem in counted.problems:
        yield _problem(problem, names) if isinstance(problem, CardProblem) else problem_line(problem, names)


def _problem(problem: CardProblem, names: tuple[str, ...]) -> str:
    side = "" if problem.side is None else f", {names[problem.side]}"
    meld = "" if problem.meld is None else f" meld {problem.meld + 1}"
    return f"error {problem.code}{side}{meld}: {cards_sentence(problem)}"


def _words_of_sides(sides: list[list[str]]) -> Iterator[_Word]:
    for number, words in enumerate(sides, start=1):
        yield _Word(f"side {number}", "side")
        for n, word in enumerate(words, start=1):
            about, equals, text = word.partition("=")
            place = f"side {number}, word {n}"
            if equals and about in _CARDS:
                yield _Word(place, about, text, len(about) + 1)
            else:
                yield _Word(place, word) if word in _FLAGS else _Word(place, "meld", word)


def _words_of_file(file: str) -> Iterator[_Word]:
    name = called(file)
    if file == "-":
        text = as_text(name, sys.stdin.buffer.read(LONGEST_FILE + 1))
    else:
        with open(file, "rb") as source:
            text = as_text(name, source.read(LONGEST_FILE + 1))
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _LINE.match(line):
            yield from _words_of_line(f"{name}, line {number}", found)


def _words_of_line(place: str, line: re.Match[str]) -> Iterator[_Word]:
    about, rest = line["first"].lower().rstrip(":"), line["rest"].strip()
    if about == "side":
        yield _Word(place, "side")
        for word in re.finditer(r"\S+", rest):
            before = line.start("rest") + word.start()
            flag = word[0].lower() in _FLAGS
            yield _Word(place, word[0].lower()) if flag else _Word(place, "meld", word[0], before)
    elif about in (*_CARDS, *_OF_HAND):
        yield _Word(place, about, rest, line.start("rest"))
    elif about in _FLAGS and not rest:
        yield _Word(place, about)
    else:
        yield _Word(place, "meld", line[0])


def _hand(words: Iterable[_Word], letters: Letters) -> HandCards:
    """The hand that was said. Unusable with everything that cannot be read, or is said twice."""
    faults: list[str] = []
    sides: list[_Side] = []
    of_hand: dict[str, str] = {}
    discard: tuple[Card, ...] = ()
    for word in words:
        if word.about == "side":
            sides.append(_Side())
        elif word.about in _OF_HAND:
            if word.about in of_hand:
                faults.append(f"{word.place}: {word.about} stands twice.")
            of_hand[word.about] = word.text
            if word.about == "discard":
                discard = _discard(word, letters, faults)
            elif word.text not in tuple(EndReason):
                faults.append(f"{word.place}: {shown(word.text)} is none of {', '.join(EndReason)}.")
        elif not sides:
            faults.append(f'{word.place}: begin with a line "side".')
        else:
            _add_to(sides[-1], word, letters, faults)
    closers = [i for i, side in enumerate(sides) if "closed" in side.said]
    if len(closers) > 1:
        faults.append(f"sides {' and '.join(str(i + 1) for i in closers)} closed: a hand is closed once.")
    if faults:
        raise Unusable(*faults)
    return HandCards(
        tuple(_cards(side) for side in sides),
        closers[0] if closers else None,
        EndReason(of_hand["end"]) if "end" in of_hand else None,
        discard[0] if discard else None,
    )


def _discard(word: _Word, letters: Letters, faults: list[str]) -> tuple[Card, ...]:
    cards = read_cards(word.text, letters, faults, place=word.place, before=word.before)
    if len(cards) > 1:
        faults.append(f"{word.place}: {shown(word.text)} is more than one card.")
    return cards


def _add_to(side: _Side, word: _Word, letters: Letters, faults: list[str]) -> None:
    cards = read_cards(word.text, letters, faults, place=word.place, before=word.before)
    if word.about == "meld":
        side.melds.append(cards)
        if not word.text.strip():
            faults.append(f"{word.place}: there are no cards.")
    else:
        if word.about in side.said:
            faults.append(f"{word.place}: {word.about} stands twice.")
        side.said[word.about] = cards


def _cards(side: _Side) -> SideCards:
    """A side that took its pozzetto, unless it is said to have missed it."""
    missed = "missed" in side.said
    return SideCards(
        tuple(side.melds), side.said.get("held", ()), int(not missed), side.said.get("unplayed", ())
    )
