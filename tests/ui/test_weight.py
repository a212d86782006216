"""What a phone fetches once, and what a strict content security policy forbids."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from django.conf import settings

STATIC = settings.BASE_DIR / "static"
TEMPLATES = settings.BASE_DIR / "templates"
FIRST_VISIT = 60_000  # bytes over the wire, the page itself included
PAGE_SHARE = 8_000
OUR_TEMPLATES = sorted(TEMPLATES.rglob("*.html"))


def _wire(path: Path) -> int:
    """Bytes of a file as whitenoise sends it: brotli for text, as it is for a font."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(brotli.compress(data))


def test_stylesheet_stays_small_enough_to_be_read() -> None:
    css = (STATIC / "css" / "pozzetto.css").read_bytes()
    assert len(css) <= 26_000
    assert len(gzip.compress(css)) <= 7_000


def test_first_visit_of_a_phone_keeps_its_budget() -> None:
    scripts = [STATIC / "js" / name for name in ("htmx.min.js", "poll.js", "page.js")]
    fonts = [
        STATIC / "fonts" / f"{family}-{weight}.woff2"
        for family in ("atkinson", "figures")
        for weight in (400, 700)
    ]
    files = [STATIC / "css" / "pozzetto.css", STATIC / "icons" / "mark.svg", *scripts, *fonts]
    assert sum(map(_wire, files)) <= FIRST_VISIT - PAGE_SHARE


def test_stylesheets_name_only_files_that_are_there() -> None:
    for sheet in ("pozzetto.css", "paper.css"):
        css = (STATIC / "css" / sheet).read_text(encoding="utf-8")
        for address in re.findall(r'url\("([^"]+)"\)', css):
            assert (STATIC / "css" / address).resolve().is_file(), address


def test_paper_has_no_flex_and_no_grid() -> None:
    css = re.sub(
        r"/\*.*?\*/", "", (STATIC / "css" / "paper.css").read_text(encoding="utf-8"), flags=re.DOTALL
    )
    assert not re.search(r"\b(flex|grid)\b", css)


@pytest.mark.parametrize("template", OUR_TEMPLATES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_templates_hold_no_inline_style_script_or_foreign_address(template: Path) -> None:
    html = template.read_text(encoding="utf-8")
    assert not re.search(r"<[^>]*\sstyle=|<style|\son[a-z]+=|javascript:", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)
    assert not re.search(r'(src|href)="(https?:)?//', html)
