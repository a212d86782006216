"""Every pair of text and ground in the stylesheet keeps 7:1, what outlines a thing 3:1, in every theme."""

import re

import pytest
from django.conf import settings

CSS = (settings.BASE_DIR / "static" / "css" / "pozzetto.css").read_text(encoding="utf-8")
DECLARATION = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{3,6})\b")
DARK = "@media screen and (prefers-color-scheme: dark)"
GROUNDS = ("paper", "band", "card")
TEXT_PAIRS = [
    *[(text, ground) for text in ("ink", "ink-2", "accent", "urgent") for ground in GROUNDS],
    *[("ink", ground) for ground in ("ok-band", "urgent-band", "warn-band")],
    ("accent", "ok-band"),
    ("urgent", "urgent-band"),
    ("warn", "warn-band"),
    *[("warn", ground) for ground in GROUNDS],
    ("on-felt", "felt"),
    ("on-felt-2", "felt"),
    ("on-action", "action"),
    ("on-action", "action-over"),
    ("face-ink", "face"),
    ("face-red", "face"),
]
OUTLINE_PAIRS = [
    *[(line, ground) for line in ("edge", "focus", "gold") for ground in GROUNDS],
    ("felt-focus", "felt"),
]


def _block(start: str) -> dict[str, str]:
    """The colours declared by the first block that begins with `start`."""
    body = CSS[CSS.index(start) + len(start) :]
    return dict(DECLARATION.findall(body[: body.index("}")]))


LIGHT = _block("\n  :root {")
THEMES = {
    "light": LIGHT,
    "dark": LIGHT | _block(f"{DARK} {{\n    :root {{"),
    "print": LIGHT | _block("@media print {\n    :root {"),
}


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast of two colours written #rgb or #rrggbb: from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_the_standard_says() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_theme_says_its_own_paper_and_ink() -> None:
    assert len({theme["paper"] for theme in THEMES.values()}) == 3
    assert {"ink", "ink-2", "accent", "urgent", "warn", "action"} <= _block(f"{DARK} {{\n    :root {{").keys()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_reads_at_seven_to_one(theme: str, text: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours[text], colours[ground]) >= 7


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("line", "ground"), OUTLINE_PAIRS)
def test_outlines_and_focus_show_at_three_to_one(theme: str, line: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours[line], colours[ground]) >= 3


def test_colours_are_named_once_and_used_by_name() -> None:
    rules = CSS[CSS.index("@layer base {") :]
    # The two shadows are black at part strength, on purpose.
    assert re.findall(r"#[0-9a-f]{3,8}\b", rules) == ["#0006", "#0008"]
