"""HTML to PDF: nothing from outside, the same bytes twice, and a sentence when Pango is missing."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader
from weasyprint.urls import FatalURLFetchingError

from tournaments.papers import checks, render
from tournaments.papers.sheets import NotReadyError, spans


def test_the_same_page_gives_the_same_bytes() -> None:
    page = "<p style='break-after: page'>uno</p><p>due</p>"
    assert render.pdf(page) == render.pdf(page)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/a.png",
        "file:///etc/passwd",
        "../config/settings.py",
        "css/../../manage.py",
        "data:image/png;base64,AAAA",
    ],
)
def test_a_paper_reads_nothing_outside_our_static_files(address: str) -> None:
    with pytest.raises(FatalURLFetchingError):
        render.pdf(f'<img src="{address}">')


def test_our_own_pictures_may_be_read() -> None:
    assert render.pdf('<img src="icons/check.svg">').startswith(b"%PDF")


def test_parts_are_joined_in_order_and_repeated(tmp_path: Path) -> None:
    parts = [tmp_path / "1.pdf", tmp_path / "2.pdf"]
    for part, word in zip(parts, ("uno", "due"), strict=True):
        part.write_bytes(render.pdf(f"<p>{word}</p>"))
    whole, pages = render.join(parts, title="Prova", copies=2)
    reader = PdfReader(io.BytesIO(whole))
    assert [page.extract_text().split()[0] for page in reader.pages] == ["uno", "due", "uno", "due"]
    assert pages == 4
    assert render.join(parts, title="Prova", copies=2)[0] == whole


def test_all_fonts_are_ours() -> None:
    fonts = set()
    for page in PdfReader(io.BytesIO(render.pdf("<p>Tè 123 <b>−45 Łódź</b></p>"))).pages:
        for font in page["/Resources"]["/Font"].values():
            fonts.add(font.get_object()["/BaseFont"].split("+")[1].split("-")[0])
    assert fonts <= {"Figures", "Atkinson", "AtkinsonExt", "Atkinson Hyperlegible", "Hanken Grotesk"}, fonts


def test_without_pango_a_paper_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "weasyprint", None)
    with pytest.raises(NotReadyError) as refusal:
        render.pdf("<p>")
    assert refusal.value.code == "pango"


def test_the_system_check_warns_when_pango_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.pango_is_here() == []
    monkeypatch.setattr(checks, "LIBRARIES", {sys.platform: ("libnobody-has-this.so.7",)})
    warning = checks.pango_is_here()[0]
    assert warning.id == "tournaments.W001"
    assert "libnobody-has-this.so.7" in warning.msg
    assert "apt install libpango-1.0-0" in (warning.hint or "")


def test_a_web_process_never_loads_what_draws_papers() -> None:
    words = (
        "import os, sys, django;"
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'; django.setup();"
        "import config.urls, config.wsgi;"
        "sys.exit('weasyprint' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0


@pytest.mark.parametrize(
    ("pages", "ranges"),
    [
        (1, [(0, 1)]),
        (4, [(0, 4)]),
        (5, [(0, 4), (4, 5)]),
        (54, [(0, 4), (4, 54)]),
        (120, [(0, 4), (4, 54), (54, 104), (104, 120)]),
    ],
)
def test_parts_cover_every_page_once(pages: int, ranges: list[tuple[int, int]]) -> None:
    assert spans(pages, 4, 50) == ranges
