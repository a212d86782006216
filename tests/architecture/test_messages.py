"""The words of the pages: translations are committed compiled, so that running the site needs no gettext."""

import ast
import datetime
import gettext
import io
import itertools
import shutil
import subprocess
from pathlib import Path

import allauth
import django
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format

from config import words

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def source(language: str) -> Path:
    return settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"


def tool(name: str) -> str:
    path = shutil.which(name)
    assert path, f"{name} is missing: install gettext"
    return path


def catalogue(compiled: bytes) -> dict[object, str]:
    return dict(gettext.GNUTranslations(io.BytesIO(compiled))._catalog)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_words_are_those_of_the_source(language: str, tmp_path: Path) -> None:
    fresh = tmp_path / "django.mo"
    subprocess.run([tool("msgfmt"), "--check", "--output-file", fresh, source(language)], check=True)
    assert catalogue(source(language).with_suffix(".mo").read_bytes()) == catalogue(fresh.read_bytes())


def test_italian_has_every_word() -> None:
    for flag in ("--untranslated", "--only-fuzzy"):
        words = [tool("msgattrib"), flag, "--no-obsolete", source("it")]
        left = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        assert left == ""


def test_italian_writes_days_and_months_in_lower_case() -> None:
    evening = datetime.datetime(2026, 12, 1, 20, 45)
    with translation.override("it"):
        assert date_format(evening, "DATETIME_FORMAT") == "martedì 1 dicembre 2026, 20.45"
        assert date_format(evening, "DATE_FORMAT") == "1 dicembre 2026"


def test_words_said_in_our_own_way_are_still_words_of_others() -> None:
    theirs: dict[object, str] = {}
    for package in (django, allauth):
        folder = "conf" if package is django else "."
        compiled = Path(package.__file__).parent / folder / "locale" / "it" / "LC_MESSAGES" / "django.mo"
        theirs |= catalogue(compiled.read_bytes())
    ours = catalogue(source("it").with_suffix(".mo").read_bytes())
    listed = (words.DAYS, words.MONTHS, words.FIELDS, words.REFUSALS, words.MESSAGES)
    for word in itertools.chain.from_iterable(listed):
        assert word in theirs
        assert ours[word] != theirs[word]


def test_no_sentence_hides_inside_an_f_string() -> None:
    """The tool that collects sentences does not look there: they would stay in English."""
    names = {"_", "gettext", "ngettext", "pgettext", "gettext_lazy"}
    hidden = [
        f"{path}:{call.lineno}"
        for app in ("clubs", "config", "tournaments")
        for path in (settings.BASE_DIR / app).rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names
    ]
    assert hidden == []
