"""The polling script in a real browser, on the browser's own clock held in hand."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route

SCRIPTS: Path = settings.BASE_DIR / "static" / "js"
ORIGIN = "http://127.0.0.1:9"  # nothing listens here: every answer below is given by the test
LIVE = '<p id="board" data-every="10" hx-get="/board?v={v}" hx-trigger="poll" hx-swap="outerHTML">{word}</p>'
DOCUMENT = (settings.BASE_DIR / "templates" / "_document.html").read_text()
(CONFIG,) = re.findall('<meta name="htmx-config".*>', DOCUMENT)
PAGE = (
    f"<!doctype html>{CONFIG}"
    """<title>Hall</title><p data-offline hidden>No connection</p>{live}
<script src="/htmx.min.js"></script><script src="/poll.js"></script>"""
)

pytestmark = pytest.mark.browser


class Hall:
    """What the server would say: a list of answers, and the addresses that were asked."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.answers: list[str | None] = []
        self.cut = False
        page.clock.install()
        page.route(f"{ORIGIN}/**", self.answer)
        page.goto(f"{ORIGIN}/")

    def answer(self, route: Route) -> None:
        """Serve the page, the scripts, and the next answer of the board: None is 204."""
        path = route.request.url.removeprefix(ORIGIN)
        if path == "/":
            route.fulfill(
                content_type="text/html", body=PAGE.replace("{live}", LIVE.format(v=1, word="9 of 13"))
            )
        elif path.endswith(".js"):
            route.fulfill(content_type="text/javascript", path=SCRIPTS / path.removeprefix("/"))
        elif path.startswith("/board"):
            self.asked.append(path)
            if self.cut:
                route.abort()
            elif body := self.answers.pop(0):
                route.fulfill(content_type="text/html", body=body)
            else:
                route.fulfill(status=204)
        else:
            route.fulfill(status=404)


def _ask(page: Page, milliseconds: int = 13_000) -> None:
    """Let one period of 10 seconds pass, with its jitter of up to 3."""
    with page.expect_event("requestfinished"):
        page.clock.run_for(milliseconds)


def test_a_live_part_asks_by_version_and_stops_when_told(page: Page) -> None:
    hall = Hall(page)
    hall.answers = [None, LIVE.format(v=2, word="10 of 13"), '<p id="board">Closed</p>']
    page.clock.run_for(9_900)
    assert hall.asked == []
    _ask(page, 3_200)
    assert page.inner_text("#board") == "9 of 13"  # 204: nothing moved
    _ask(page)
    page.wait_for_function("document.querySelector('#board').textContent === '10 of 13'")
    _ask(page)
    page.wait_for_function("document.querySelector('#board').textContent === 'Closed'")
    page.clock.run_for(60_000)
    assert hall.asked == ["/board?v=1", "/board?v=1", "/board?v=2"]


def test_a_lost_connection_is_said_and_unsaid(page: Page) -> None:
    hall = Hall(page)
    hall.cut = True
    with page.expect_event("requestfailed"):
        page.clock.run_for(13_000)
    page.wait_for_selector("[data-offline]", state="visible")
    hall.cut = False
    hall.answers = [LIVE.format(v=2, word="10 of 13")]
    _ask(page)
    page.wait_for_selector("[data-offline]", state="hidden")
    assert page.inner_text("#board") == "10 of 13"
