"""What the organiser's guide calls a button, a link or a page is called so on the pages."""

import gettext
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"%\(\w+\)[sd]")


def sentences() -> list[str]:
    """Everything that the pages say in Italian, with one blank between words."""
    with (ROOT / "locale/it/LC_MESSAGES/django.mo").open("rb") as file:
        catalog = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return [re.sub(r"\s+", " ", sentence).rstrip(".") for sentence in catalog.values()]


def names_in(guide: str) -> list[str]:
    text = re.sub(r"\s+", " ", (ROOT / "docs" / guide).read_text())
    said = re.findall(r"(?<!\*)\*([^*|]+)\*(?!\*)", text)
    return [name.rstrip("…") for each in said for name in each.split(" → ")]


@pytest.mark.parametrize("guide", ["evening.md", "mishaps.md"])
def test_what_the_guide_names_is_on_the_pages(guide: str) -> None:
    said = sentences()
    together = "\n".join(said).lower()
    # A sentence that is little more than its variables would fit every name.
    patterns = [
        re.compile(re.sub(r"%\\\(\w+\\\)[sd]", ".+?", re.escape(sentence)), re.IGNORECASE)
        for sentence in said
        if len(re.sub(r"\W", "", VARIABLE.sub("", sentence))) > 5
    ]
    missing = [
        name
        for name in names_in(guide)
        if name.lower() not in together and not any(pattern.fullmatch(name) for pattern in patterns)
    ]
    assert not missing, f"docs/{guide} names what no page does"
