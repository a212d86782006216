"""Cards as the commands read and show them; every word that is no card is told with its place."""

from argparse import ArgumentParser

from scoring.cards import Card, Letters, UnreadableCards, parse
from scoring.explain import token_sentence
from scoring.melds import Meld


def add_letters(parser: ArgumentParser) -> None:
    """`--letters`."""
    parser.add_argument(
        "--letters",
        choices=[letters.value for letters in Letters],
        default=Letters.ITALIAN.value,
        help="whose letters suits have: C Q F P, or h d c s; both are read, and c is cuori or clubs "
        "(default: %(default)s)",
    )


def read_cards(
    text: str, letters: Letters, faults: list[str], *, place: str = "", before: int = 0
) -> tuple[Card, ...]:
    """The cards of a text with so many characters before it; () and a fault for each word that is no card."""
    try:
        return parse(text, letters)
    except UnreadableCards as unreadable:
        for fault in unreadable.faults:
            where = ", ".join(filter(None, (place, f"character {before + fault.position}")))
            faults.append(f"{where}: {token_sentence(fault)}")
        return ()


def meld_words(meld: Meld) -> list[str]:
    """What a meld is, what its wild is played as, what it counts and what burraco it is."""
    words = [f"{meld.form} of {len(meld.cards)}: {' '.join(map(str, meld.cards))}"]
    if meld.wild is not None:
        words.append(f"{meld.cards[meld.wild]} is wild for {meld.stands_for}")
    words.append(f"{meld.points} points on the table")
    if meld.burraco is not None:
        words.append(f"{meld.burraco.replace('_', '-')} burraco, {meld.bonus} points")
    return words
