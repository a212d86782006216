"""What each kind of paper says, read from what is there now; laying it out is the press's business."""

import hashlib
from collections.abc import Callable, Mapping

from django.template.loader import render_to_string
from django.utils import translation

from tournaments.models.papers import Paper
from tournaments.papers import blank_slips, early_sheet, guide_cards, reserve, seats, slips, standings
from tournaments.papers.sheets import NotReadyError, Sheets

CONTENT: Mapping[str, Callable[[Paper], Sheets]] = {
    Paper.Kind.SLIPS: slips.content,
    Paper.Kind.SEATS_BY_TABLE: seats.by_table,
    Paper.Kind.SEATS_BY_NAME: seats.by_name,
    Paper.Kind.GUIDE_CARDS: guide_cards.content,
    Paper.Kind.STANDINGS: standings.content,
    Paper.Kind.BLANK_SLIPS: blank_slips.content,
    Paper.Kind.RESERVE: reserve.content,
    Paper.Kind.EARLY: early_sheet.content,
}


def html(sheets: Sheets, start: int = 0, end: int | None = None) -> str:
    """The document of pages `start` to `end`, half open, as the press lays it out.

    A part does not know how many pages the others will have, so it counts none.
    """
    pages = sheets.pages[start:end]
    is_part = len(pages) < len(sheets.pages)
    return render_to_string(sheets.template, {**sheets.context, "pages": pages, "is_part": is_part})


def digest(sheets: Sheets) -> str:
    """Of every word on the paper, in the language that is active: two that differ anywhere differ here."""
    return hashlib.sha256(html(sheets).encode()).hexdigest()


def digest_now(paper: Paper) -> str:
    """What the paper's digest would be if it were made again now; empty when it could not be made."""
    with translation.override(paper.language):
        try:
            return digest(CONTENT[paper.kind](paper))
        except NotReadyError:
            return ""
