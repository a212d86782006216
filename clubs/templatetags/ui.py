"""Template words shared by every page: icons, states in three signals, figures with a true minus."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Protocol

from django import template
from django.contrib.staticfiles import finders
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

MINUS = "\N{MINUS SIGN}"
STATE_ICONS = {"ok": "check", "wait": "clock", "bad": "circle-alert"}
NOTE_KINDS = {"success": "ok", "warning": "warn", "error": "error"}
_BODY = re.compile(r"<svg[^>]*>(?P<body>.*)</svg>", re.DOTALL)


class SharedPlace(Protocol):
    """What `place` reads of a ranked row: its place (from 1) and whether others hold the same."""

    place: int
    shared: bool


@register.simple_tag
def icon(name: str) -> SafeString:
    """Inline the vendored icon `name`, hidden from screen readers: a word always stands beside it.

    Raises LookupError when static/icons has no such file.
    """
    return mark_safe(  # noqa: S308  the body is a file of our own
        f'<svg class="i" viewBox="0 0 24 24" aria-hidden="true">{_icon_body(name)}</svg>'
    )


@register.simple_tag
def state(kind: str, word: str) -> SafeString:
    """Say a state in three signals: colour, icon, word. `kind` is "ok", "wait" or "bad"."""
    return format_html('<span class="state {}">{}{}</span>', kind, icon(STATE_ICONS[kind]), word)


@register.filter
def note_kind(level_tag: str) -> str:
    """Class of the note that shows a message of Django's level tag: "ok", "warn", "error" or nothing."""
    return NOTE_KINDS.get(level_tag, "")


@register.filter
def signed(number: int | Fraction | None) -> str:
    """Match points with their sign: 355 → "+355", -355 → "−355" (U+2212), 0 → "0", None → ""."""
    if number is None:
        return ""
    return f"+{minus(number)}" if number > 0 else minus(number)


@register.filter
def minus(number: int | Fraction | None) -> str:
    """A number with a true minus (U+2212) when negative; None → "".

    Fractions have one decimal, rounded half away from zero, so that quarters and eighths stay apart: 25/2 →
    "12,5", 45/4 → "11,3".
    """
    if isinstance(number, Fraction) and number.denominator > 1:
        sign = MINUS if number < 0 else ""
        tenths = (20 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
        return f"{sign}{tenths // 10}{get_format('DECIMAL_SEPARATOR')}{tenths % 10}"
    return "" if number is None else str(number).replace("-", MINUS)


@register.filter
def minus_each(numbers: Iterable[int | Fraction | None]) -> str:
    """Several numbers of one line as `minus` writes each: "14 / 6"."""
    return " / ".join(map(minus, numbers))


@register.filter
def signed_each(numbers: Iterable[int | Fraction | None]) -> str:
    """Several numbers of one line as `signed` writes each: "+160 / −160"."""
    return " / ".join(map(signed, numbers))


@register.filter
def place(ranked: SharedPlace | tuple[int, bool]) -> str:
    """A place in a ranking: "5." when held alone, "3=" when shared. Takes a ranked row or (place, shared)."""
    number, shared = ranked if isinstance(ranked, tuple) else (ranked.place, ranked.shared)
    return f"{number}=" if shared else f"{number}."


@cache
def _icon_body(name: str) -> str:
    path = finders.find(f"icons/{name}.svg")
    if path is None:
        raise LookupError(f"no icon {name!r} in static/icons")
    match = _BODY.search(Path(path).read_text(encoding="utf-8"))
    if match is None:
        raise LookupError(f"icon {name!r} is not an svg file")
    return match["body"]
