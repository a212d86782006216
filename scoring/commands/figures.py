"""Whole numbers as people write them, "-45", "−45", "+5", and how a word that is none is shown."""

import re

MOST_DIGITS = 9
LONGEST_SHOWN = 40
_FIGURE = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)


def whole_number(text: str) -> int:
    """The number a word says. ValueError, with the word, for anything else and for more than nine digits."""
    found = _FIGURE.fullmatch(text.replace("−", "-", 1))
    if found is None:
        raise ValueError(f"{shown(text)} is no whole number.")
    if len(text.strip().lstrip("+−-")) > MOST_DIGITS:
        raise ValueError(f"{shown(text)} has more than {MOST_DIGITS} digits.")
    return int(found[0])


def shown(text: str) -> str:
    """A word in quotes; long ones cut, and what cannot be printed written as Python would."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")
