"""A club, an evening that has been played, and PDFs read back as people would."""

import io
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from pypdf import PdfReader

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round, play_round
from tests.remembered import remembered
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.papers import files, jobs, press

MILLIMETRE = 72 / 25.4


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova")


def four_rounds(club: Club) -> Tournament:
    tournament = make_evening(club, entries=11)
    rng = random.Random(5)
    for number in (1, 2, 3):
        play_round(tournament, number, rng)
    open_round(tournament, 4, seed=9)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Eleven pairs, three rounds of Mitchell played, the Danish one on the tables."""
    return remembered(four_rounds, club)


@pytest.fixture
def order(club: Club) -> Callable[..., Paper]:
    """Ask for a paper of a round, in English, and leave it waiting."""

    def ask(tournament: Tournament, kind: str, number: int | None = None, **options: Any) -> Paper:
        language = options.pop("language", "en")
        round_ = tournament.rounds.get(number=number) if number else None
        return jobs.ask(
            tournament=tournament,
            kind=Paper.Kind(kind),
            round=round_,
            options=options,
            language=language,
            by=None,
        )

    return ask


@pytest.fixture
def printed(order: Callable[..., Paper]) -> Callable[..., PdfReader]:
    """Ask for a paper, make it here, and read it back."""

    def make(*args: Any, **options: Any) -> PdfReader:
        paper = order(*args, **options)
        press.make(paper.pk)
        paper.refresh_from_db()
        assert paper.state == Paper.State.DONE, paper.error
        return PdfReader(io.BytesIO(files.complete(paper).read_bytes()))

    return make


def size_of(reader: PdfReader, page: int = 0) -> tuple[int, int]:
    """Width and height of a page in whole millimetres."""
    box = reader.pages[page].mediabox
    return round(float(box.width) / MILLIMETRE), round(float(box.height) / MILLIMETRE)


def lines_of(reader: PdfReader) -> list[str]:
    """Every line of the PDF as poppler lays it out, blanks squeezed."""
    reader.stream.seek(0)
    command = [shutil.which("pdftotext") or "pdftotext", "-layout", "-", "-"]
    done = subprocess.run(command, input=reader.stream.read(), capture_output=True, check=True)
    return [re.sub(r"\s+", " ", line).strip() for line in done.stdout.decode().splitlines() if line.strip()]


def text_of(reader: PdfReader) -> str:
    """All words of the PDF, in one line."""
    return " ".join(lines_of(reader))


def ink(reader: PdfReader, *, dots: int = 100) -> list[list[int]]:
    """The first page as poppler draws it, `dots` to the inch: of each row the columns that are dark."""
    reader.stream.seek(0)
    command = [shutil.which("pdftoppm") or "pdftoppm", "-gray", "-singlefile", "-r", str(dots), "-"]
    done = subprocess.run(command, input=reader.stream.read(), capture_output=True, check=True)
    _kind, size, _depth, grey = done.stdout.split(b"\n", 3)
    width, height = map(int, size.split())
    rows = (grey[row * width : (row + 1) * width] for row in range(height))
    return [[column for column, shade in enumerate(row) if shade < 128] for row in rows]


def last_ink(reader: PdfReader) -> float:
    """How far down the first page something is drawn: 1 is the lower edge, where a slip is cut off."""
    rows = ink(reader)
    return max(number for number, columns in enumerate(rows) if columns) / len(rows)
