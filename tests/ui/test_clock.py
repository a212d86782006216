"""The clock of a round in a real browser: what it says before the end and after it."""

from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

SCRIPT: Path = settings.BASE_DIR / "static" / "js" / "clock.js"
CLOCK = """<p><span>until</span> <span class="clock" data-now="2026-11-26T20:00:00+00:00"
data-ends="{ends}" data-left="left" data-over="time over by">21.06</span></p>"""

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("ends", "words"),
    [("2026-11-26T20:12:30+00:00", "left 12:30"), ("2026-11-26T19:56:32+00:00", "time over by 3:28")],
)
def test_the_words_before_a_clock_are_true_before_and_after_the_end(
    page: Page, ends: str, words: str
) -> None:
    page.clock.install(time="2026-11-26T20:00:00Z")
    page.set_content(CLOCK.format(ends=ends))
    expect(page.locator("p")).to_have_text("until 21.06")
    page.clock.pause_at("2026-11-26T20:00:01Z")
    page.add_script_tag(path=SCRIPT)
    expect(page.locator("p")).to_have_text(words)
