"""Figures as the keyboards of the world type them."""

import unicodedata


def plain_figures(text: str) -> str:
    """The text with every decimal figure of any script as 0 to 9: ٣ becomes 3, ½ stays."""
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)
