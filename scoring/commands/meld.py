"""`meld`: what some cards are together, or why they are no meld."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from typing import TextIO

from scoring.bounds import DECKS
from scoring.cards import Letters
from scoring.commands.options import Unusable, add_players, add_regulations, regulations_of
from scoring.commands.written_cards import add_letters, meld_words, read_cards
from scoring.explain import cards_sentence
from scoring.melds import NoMeld, classify

CARDS = """\
Cards are a rank and a suit, 7♥ or 7h or 10 di cuori, or a rank alone where suits do not matter; a joker is
Jolly; 3-9h is seven cards. They stand apart by blanks or commas; 7h8h9h and KKK are understood too.
"""
EPILOG = f"""\
{CARDS}
Exit code 0: a meld; 1: none; 2: no cards.

  python -m scoring meld 2f-8f Jolly
"""


def add(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "meld",
        help="say what a meld is worth, or why it is none",
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_regulations(parser)
    add_players(parser)
    add_letters(parser)
    parser.add_argument("cards", nargs="+", metavar="CARD", help="the cards, in any order")
    parser.set_defaults(run=run)


def run(options: Namespace, out: TextIO) -> int:
    """Write what the cards are; 1 where they are no meld."""
    regulations, faults = regulations_of(options), list[str]()
    cards = read_cards(" ".join(options.cards), Letters(options.letters), faults)
    if faults:
        raise Unusable(*faults)
    found = classify(cards, regulations, DECKS[options.players])
    if isinstance(found, NoMeld):
        out.write(f"no meld ({found.code}): {cards_sentence(found)}\n")
        return 1
    out.writelines(f"{words}\n" for words in meld_words(found))
    return 0
