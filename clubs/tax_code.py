"""The Italian tax code (codice fiscale): whether a code was copied right.

Source: decree of the Minister of Finance 23 December 1976, no. 13813 (ordinary supplement to the Gazzetta
Ufficiale no. 345 of 29 December 1976): the sixteen characters, the check character, the letters that stand
for figures when two persons would have the same code (omocodia), the eleven figures of a provisional code.
Pure: text in, a word out.
"""

import re
from enum import Enum

from clubs.figures import plain_figures

FIGURES, LETTERS = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Omocodia: 0 becomes L, 1 M, 2 N, 3 P, 4 Q, 5 R, 6 S, 7 T, 8 U, 9 V, in any of seven places.
_FIGURE = "[0-9LMNP-V]"
_SHAPE = re.compile(rf"[A-Z]{{6}}{_FIGURE}{{2}}[ABCDEHLMPRST]{_FIGURE}{{2}}[A-Z]{_FIGURE}{{3}}[A-Z]")
_PROVISIONAL = re.compile(r"[0-9]{11}")
# What a character in an odd place (the first is odd) is worth, 0 to 9 and then A to Z; the ten first letters
# are worth the same as the ten figures. In an even place each is worth its own rank.
_ODD = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)


class TaxCodeFault(Enum):
    """What is wrong with a code."""

    LENGTH = "length"
    SHAPE = "shape"
    CHECK = "check"


def tidy(text: str) -> str:
    """The code as it is written on the card: capitals and plain figures without spaces."""
    return "".join(plain_figures(text).split()).upper()


def fault_of(code: str) -> TaxCodeFault | None:
    """What is wrong with a tidy code, or None. It says nothing about whose code it is."""
    if len(code) not in (11, 16):
        return TaxCodeFault.LENGTH
    if _PROVISIONAL.fullmatch(code):
        return None if _check_figure(code[:-1]) == code[-1] else TaxCodeFault.CHECK
    if not _SHAPE.fullmatch(code):
        return TaxCodeFault.SHAPE
    return None if _check_letter(code[:-1]) == code[-1] else TaxCodeFault.CHECK


def _check_letter(first_fifteen: str) -> str:
    ranks = [(FIGURES if sign in FIGURES else LETTERS).index(sign) for sign in first_fifteen]
    total = sum(_ODD[rank] if place % 2 else rank for place, rank in enumerate(ranks, start=1))
    return LETTERS[total % 26]


def _check_figure(first_ten: str) -> str:
    """Figures in even places count double, the two figures of a double apart; all make a whole ten."""
    odd = sum(int(figure) for figure in first_ten[::2])
    even = sum(sum(divmod(2 * int(figure), 10)) for figure in first_ten[1::2])
    return str(-(odd + even) % 10)
