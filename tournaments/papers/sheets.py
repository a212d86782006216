"""What a paper is made of before it is a PDF, and why it may not be made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

FIRST_PART = 4  # pages: in hand within a second
PART = 20  # pages: memory stays flat, and an urgent paper waits little more than a second


class NotReadyError(Exception):
    """The paper cannot be made from what is there now. `code` is a key of `words.SENTENCES`."""

    def __init__(self, code: str) -> None:
        """Keep the code; the sentence belongs to the page."""
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Sheets:
    """The content of a paper. Each of `pages` is what the template shows on one printed page.

    A paper whose rows flow from page to page is a single item: it is laid out in one go. `copies` repeats the
    pages. `context` holds what all pages share.
    """

    template: str
    pages: Sequence[Any]
    context: Mapping[str, Any] = field(default_factory=dict)
    copies: int = 1


def spans(pages: int, first: int, then: int) -> list[tuple[int, int]]:
    """Half-open ranges of pages laid out together: a short one that is ready at once, then longer ones."""
    edges = [0, *range(first, pages, then), pages] if pages > first else [0, pages]
    return list(pairwise(edges))
