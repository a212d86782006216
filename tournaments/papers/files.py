"""Where papers lie on disk, and what a downloaded one is called. Nothing here is ever served by URL."""

import os
import shutil
from pathlib import Path

from django.conf import settings
from django.utils import translation
from django.utils.text import slugify

from tournaments.models.papers import Paper


def root() -> Path:
    """The folder of all papers; workers on other hosts must see the same one."""
    return Path(settings.PAPERS_ROOT)


def complete(paper: Paper) -> Path:
    """The finished PDF."""
    return root() / f"{paper.pk}.pdf"


def parts_folder(paper: Paper) -> Path:
    """Where parts lie until the last is made. The name holds the versions: older parts are never mixed in."""
    return root() / f"{paper.pk}-{paper.tournament_version}-{paper.club_version}"


def part(paper: Paper, number: int) -> Path:
    """One part, numbered from 1."""
    return parts_folder(paper) / f"{number}.pdf"


def write(path: Path, content: bytes, *, attempt: int) -> None:
    """Put a file in its place in one step: nobody ever reads half of it, whoever else writes it too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{attempt}.tmp")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def drop_parts(paper: Paper) -> None:
    """Throw away parts of every version once the whole is there."""
    for folder in root().glob(f"{paper.pk}-*"):
        shutil.rmtree(folder, ignore_errors=True)


def drop(paper: Paper) -> None:
    """Throw away the finished PDF and all parts."""
    drop_parts(paper)
    complete(paper).unlink(missing_ok=True)


def download_name(paper: Paper, part: int | None = None) -> str:
    """File name of the download, in the paper's language: "tagliandi-turno-2-torneo-del-giovedi.pdf"."""
    with translation.override(paper.language):
        words = [paper.get_kind_display()]
        if paper.round is not None:
            words.append(translation.gettext("Round %(number)d") % {"number": paper.round.number})
        if "table" in paper.options:
            words.append(translation.gettext("Table %(number)d") % {"number": paper.options["table"]})
        if part is not None:
            words.append(translation.gettext("part %(number)d") % {"number": part})
        return f"{slugify(' '.join([*words, paper.tournament.name]))[:120]}.pdf"
