"""The words of the pages: translations are committed compiled, so that running the site needs no gettext."""

import gettext
import io
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

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
