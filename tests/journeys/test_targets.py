"""What is to be pressed in tables and lists, and a link that a paragraph ends with, is large enough for a
thumb, and for an unsteady mouse."""

import random

import pytest
from django.urls import reverse

from tests.cast import SECRETARY, make_cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random
from tests.journeys.conftest import OpenBrowser
from tests.looks import HEIGHT, WIDTHS
from tournaments.table_moves import put_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LEAST = 44  # pixels
BEFORE = ("director", "entries", "check_in")
STAFF = ("director", "desk", "entries", "staff_standings", "penalties", "papers", "log")
PUBLIC = ("director", "seats", "standings", "rounds")
CLUB = ("dashboard", "persons", "members", "board")
SMALL = """least => [...document.querySelectorAll(
    ':is(table, ol, ul, nav) :is(a[href], button, summary, select, input:not([type=hidden])),' +
    'main p a[href]')]
  .filter(each => each.closest('table, ol, ul, nav') || !each.nextSibling?.textContent.trim())
  .map(each => each.matches('label :is([type=radio], [type=checkbox])') ? each.closest('label') : each)
  .filter(each => each.checkVisibility() && !each.closest('.sr'))
  .map(each => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < least - .5 || box.width < least - .5))
  .map(([word, box]) => `${word}: ${Math.round(box.width)} × ${Math.round(box.height)}`)"""


def test_links_and_buttons_of_tables_and_lists_are_large_enough(open_browser: OpenBrowser) -> None:
    rng = random.Random(1)
    cast = make_cast()
    playing = make_evening(cast.club, entries=8)
    play_round(playing, 1, rng)
    written, waits = open_round(playing, 2).matches.active()[:2]
    record_random(written, rng)
    put_off(match=waits, by=None)
    waiting = make_evening(cast.club, entries=4)
    ended = play_evening(make_evening(cast.club, entries=6), rng)
    addresses = [reverse(f"clubs:{name}", args=[cast.club.slug]) for name in CLUB]
    addresses += [
        reverse(f"tournaments:{name}", args=[evening.pk])
        for evening, names in ((waiting, BEFORE), (playing, STAFF), (ended, PUBLIC))
        for name in names
    ]
    page = open_browser(email=cast.users[SECRETARY].email)
    faults = {}
    for path in addresses:
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            if small := page.evaluate(SMALL, LEAST):
                faults[path, width] = small
    assert not faults
