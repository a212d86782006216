"""The steps of an evening, each done by its page: make it, enter, check in, press rounds on, write slips."""

import csv
import io
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.test import TestCase
from django.urls import reverse

from scoring.hands import Hand
from tests.cast import PASSWORD, SECRETARY, Cast
from tests.journeys.pages import Page, Visitor, squeezed
from tournaments import tasks

MINUS = "\N{MINUS SIGN}"
MOST_QUESTIONS = 12  # of one slip: each press of a confirm button answers one


def url(name: str, *args: object) -> str:
    """The path of a page of tournaments."""
    return reverse(f"tournaments:{name}", args=args)


def number_of(text: str) -> int:
    """A figure as a page writes it, with a true minus or a plus."""
    return int(text.replace(MINUS, "-").replace("+", ""))


def as_written(figure: int) -> str:
    """A figure as scorers type it: the minus behind."""
    return f"{-figure}-" if figure < 0 else str(figure)


def quick_figures(hands: Iterable[Hand]) -> dict[str, str]:
    """Base and points of each hand by the names of the slip's fields."""
    return {
        f"h{number}_{line}_{name}": as_written(figure)
        for number, hand in enumerate(hands, 1)
        for line, side in zip(("NS", "EW"), hand.sides, strict=True)
        for name, figure in (("base", side.base or 0), ("points", side.points or 0))
    }


def sheets_of(pdf: bytes) -> list[list[str]]:
    """Every line of each page of a PDF as poppler lays it out, blanks squeezed."""
    command = [shutil.which("pdftotext") or "pdftotext", "-layout", "-", "-"]
    done = subprocess.run(command, input=pdf, capture_output=True, check=True)
    pages = done.stdout.decode().removesuffix("\f").split("\f")
    return [[text for line in page.splitlines() if (text := squeezed(line))] for page in pages]


def code_on(sheet: Iterable[str]) -> str:
    """The code of the match on a slip: it stands at the head, before any other figures."""
    found = re.search(r"\b([0-9A-Z]{4}) ([0-9A-Z]{4})\b", " ".join(sheet))
    assert found is not None, "a slip without a code"
    return found[1] + found[2]


def secretary(cast: Cast) -> Visitor:
    """The secretary of the cast, at her own browser."""
    return visitor_of(cast, SECRETARY)


def visitor_of(cast: Cast, role: str) -> Visitor:
    """Somebody of the cast, logged in by the login page."""
    visitor = Visitor()
    visitor.log_in(cast.users[role].email, PASSWORD)
    return visitor


def make(cast: Cast, visitor: Visitor, programme: str, **facts: Any) -> "Night":
    """A new evening: the kind is chosen on the first page, everything else on the second."""
    page = visitor.open(url("create", cast.club.slug))
    kind = page.form_with(button="Go on")
    field = next(name for name, choices in kind.choices.items() if programme in choices)
    page = visitor.press(page, "Go on", {field: programme})
    facts = {"name": "Serata di prova", "starts_at_0": "2026-11-26", "starts_at_1": "20:45", **facts}
    page = visitor.press(page, "Make the evening", facts)
    assert "The tournament is there. Now the entries." in page.text, page.alerts
    return Night(visitor, int(page.address.strip("/").rpartition("/")[2]))


@dataclass
class Night:
    """An evening that one visitor runs by its pages."""

    visitor: Visitor
    pk: int

    def page(self, name: str, *args: object, query: str = "") -> Page:
        """A page of this evening."""
        return self.visitor.open(url(name, self.pk, *args) + query)

    def press(self, words: str, values: Mapping[str, Any] | None = None, *, on: str = "director") -> Page:
        """Press the button with these words on a page of the evening."""
        return self.visitor.press(self.page(on), words, values)

    def publish(self, query: str = "") -> None:
        """Let everybody see it; the button is on the page of the phase before the evening."""
        page = self.visitor.press(self.page("director", query=query), "Publish the tournament")
        assert "The tournament can be seen by everybody." in page.text

    def paste(self, lines: Sequence[str], *, asked: Mapping[str, str] | None = None) -> Page:
        """Paste the list, look at the preview, confirm it."""
        text = "\n".join(lines)
        kinds = "entry" if len(lines) == 1 else "entries"
        page = self.press("Show what will happen", {"text": text, "order": "surname"}, on="entries_paste")
        assert f"{len(lines)} {kinds} {'is' if len(lines) == 1 else 'are'} added." in page.text, page.text
        page = self.visitor.press(page, f"Add {len(lines)} {kinds}", asked)
        assert f"{len(lines)} {kinds} added." in page.text
        return page

    def check_in(self) -> Page:
        """Open the check-in, press the button of each line, close it."""
        self.press("Open the check-in")
        page = self.page("check_in")
        while words := next(_buttons(page, "Present:"), ""):
            page = self.visitor.press(page, words)
        assert "Everybody is here." in page.text
        return self.visitor.press(page, "Close the check-in")

    def draw(self, number: int) -> Page:
        """Draw a round; the draft comes back."""
        page = self.press(f"Draw round {number}")
        assert f"Round {number}: draft" in page.text
        return page

    def release(self, number: int) -> Page:
        """Confirm, announce and start a drawn round."""
        self.press(f"Confirm round {number}")
        self.press(f"Announce round {number}")
        page = self.press(f"Start round {number}")
        assert f"Round {number} is being played" in page.text
        return page

    def close(self, number: int) -> Page:
        """Close a round whose tables are all in."""
        page = self.press(f"Close round {number}")
        assert f"Round {number} is closed." in page.text
        return page

    def finish(self) -> Page:
        """Provisional, the time for objections closed by a deliberate press, then final."""
        self.press("Open the check of the standings")
        page = self.press("Close the time for objections", {"sure": "1"})
        assert "The time for objections is over." in page.text
        page = self.press("Declare the standings final")
        assert "The standings are final." in page.text
        return page

    def slip(self, table: int) -> Page:
        """Type a table's number at the desk: its slip opens."""
        page = self.press("Open the slip", {"tavolo": table}, on="desk")
        assert f"Save table {table}" in page.text
        return page

    def write(self, table: int, figures: Mapping[str, Any]) -> Page:
        """Type a slip and save it; what is unlikely is confirmed by the button beside it."""
        page = self.visitor.press(self.slip(table), f"Save table {table}", figures)
        for _question in range(MOST_QUESTIONS):
            confirms = [each for form in page.forms for each in form.buttons if each.name == "confirm"]
            if not confirms:
                break
            form = page.form_with(button=confirms[0].words)
            page = self.visitor.send(form, {}, confirms[0])
        saved = rf"Table {table}: \S+ – \S+(, V\.P\. |\. For the V\.P\. )"
        assert re.search(saved, page.text), page.text[:2000]
        return page

    def results(self, number: int) -> list[dict[str, str]]:
        """The matches of a round with numbers, names and scores, by the file that the desk's page gives."""
        return [row for row in self.csv("results_csv") if row["Round"] == str(number)]

    def standings(self) -> list[dict[str, str]]:
        """The standings everybody reads, row by row, by the words over the columns."""
        page = self.page("standings")
        heading, *rows = next(rows for rows in page.tables if rows and "V.P." in rows[0])
        found = [dict(zip(heading, row, strict=True)) for row in rows]
        cards = {address: words for words, address in page.links}
        return [row | {"Names": cards[url("entry_card", self.pk, row["No."])]} for row in found]

    def csv(self, name: str) -> list[dict[str, str]]:
        """A table of the evening as a file, row by row."""
        content = self.visitor.download(url(name, self.pk)).decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(content), delimiter=";"))

    def paper(self, kind: str, **choices: Any) -> list[list[str]]:
        """Ask for a paper on its page, let the task make it, fetch it there: lines of text by sheet."""
        asked = url("paper_ask", self.pk, kind)
        form = next(form for form in self.page("papers").forms if form.action == asked)
        # The bell rings on commit, which a test's own transaction never reaches by itself.
        with TestCase.captureOnCommitCallbacks(execute=True):
            waiting = self.visitor.send(form, {"language": "en", **choices}, form.buttons[0])
        tasks.make_paper.run(int(waiting.address.rstrip("/").rpartition("/")[2]))
        ready = self.visitor.open(waiting.address)
        assert "ready, " in ready.text, ready.text
        return sheets_of(self.visitor.download(ready.link("Open the PDF")))


def _buttons(page: Page, start: str) -> Iterator[str]:
    """Words of the buttons that begin so, in the order of the page."""
    return (each.words for form in page.forms for each in form.buttons if each.words.startswith(start))
