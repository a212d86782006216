"""An evening on a phone: no page wider than it, no name broken inside a word, no field behind what stands."""

import random

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from clubs.models.people import Person
from tests.cast import SECRETARY, Cast, make_cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.journeys.conftest import OpenBrowser
from tests.journeys.evening import url
from tournaments import draws, urls
from tournaments.models.events import Tournament
from tournaments.penalties import give_penalty
from tournaments.table_moves import move_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Longer than those of the demonstration, whose longest word has thirteen letters.
LONGEST = (
    ("Castelbarco Visconti Simonetta", "Maria Antonietta Emanuela"),
    ("Dell'Acquafredda Brambillasca", "Giovanbattista"),
    ("Mandorlato Quadrifoglio", "Massimiliano Ferdinando"),
    ("Zuccherini", "Biancospino"),
)
PLAYED = {
    "all": 6,
    "individual-danish": 1,
    "teams-danish": 1,
    "groups": 4,
    "groups-final": 3,
    "knockout": 1,
    "three": 1,
}
# What everybody looks at, in movements where it looks otherwise; the first of PLAYED shows every page.
LOOKED_AT = (
    *("director", "staff_standings", "desk", "mishaps", "qualified"),
    *("seats", "standings", "rounds", "bracket"),
)
WIDE = """() => {
  const root = document.documentElement, wide = root.clientWidth;
  if (root.scrollWidth <= wide) return '';
  const most = [...document.querySelectorAll("body *")].find(
    each => each.getBoundingClientRect().right > wide + 1);
  return `${root.scrollWidth} > ${wide}: ${most ? most.outerHTML.slice(0, 120) : ''}`;
}"""
# Words of visible text that stand on two lines although they have no hyphen and no dash in them.
BROKEN = """() => {
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest('.sr, script')) continue;
    for (const word of node.data.matchAll(/[\\p{L}'’]{4,}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (tops.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""


def with_long_names(evening: Tournament) -> Tournament:
    """The evening with the longest names among its first players."""
    people = Person.objects.filter(entry_members__tournament=evening).order_by("pk").distinct()
    for person, (last, first) in zip(people, LONGEST, strict=False):
        person.last_name, person.first_name = last, first
        person.save(update_fields=["last_name", "first_name"])
    return evening


def running(cast: Cast, programme: str) -> Tournament:
    """An evening whose last round is being played, one of its tables in."""
    rng = random.Random(3)
    entries = {"all": 8, "teams-danish": 6, "three": 11, "knockout": 11}.get(programme, 12)
    evening = with_long_names(make_evening(cast.club, entries=entries, programme=programme))
    for number in range(1, PLAYED[programme] + 1):
        play_round(evening, number, rng)
    if programme == "all":
        late = evening.entries.get(number=1)
        give_penalty(entry=late, round=the_round(evening, 1), vp=-2, mp=-100, reason="Ritardo", by=None)
    record_random(open_round(evening, PLAYED[programme] + 1).matches.active()[0], rng)
    return evening


def pages_of(cast: Cast, evening: Tournament) -> list[str]:
    """The path of every page of the evening, of staff and public, that an address alone shows."""
    client = Client()
    client.force_login(cast.users[SECRETARY])
    match = evening.rounds.get(number=1).matches.active()[0]
    known = {"pk": evening.pk, "match": match.pk, "entry": evening.entries.get(number=1).pk}
    known |= {"number": 1, "code": match.code}
    found = []
    for pattern in urls.urlpatterns:
        wanted = pattern.pattern.converters
        if not wanted or not wanted.keys() <= known.keys():
            continue
        path = reverse(f"tournaments:{pattern.name}", kwargs={name: known[name] for name in wanted})
        answer = client.get(path)
        if answer.status_code == 200 and answer.content.startswith(b"<!doctype html>"):
            found.append(path)
    return found


def phone(open_browser: OpenBrowser, cast: Cast, width: int = 390, height: int = 844) -> Page:
    return open_browser(email=cast.users[SECRETARY].email, viewport={"width": width, "height": height})


def bottom(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def top(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("programme", PLAYED)
def test_no_page_of_a_running_evening_scrolls_sideways(open_browser: OpenBrowser, programme: str) -> None:
    cast = make_cast()
    evening = running(cast, programme)
    paths = pages_of(cast, evening) if programme == "all" else [url(name, evening.pk) for name in LOOKED_AT]
    assert len(paths) >= (30 if programme == "all" else len(LOOKED_AT))
    page = phone(open_browser, cast)
    faults = {}
    for path in paths:
        page.goto(path)
        if wide := page.evaluate(WIDE):
            faults[path] = wide
    assert not faults


@pytest.mark.parametrize("programme", ["2m2d", "groups", "knockout", "teams-danish", "three"])
def test_no_name_of_a_draft_is_broken_inside_a_word(open_browser: OpenBrowser, programme: str) -> None:
    cast = make_cast()
    evening = with_long_names(make_evening(cast.club, entries=11, programme=programme))
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    page = phone(open_browser, cast, width=360)
    page.goto(url("director", evening.pk))
    expect(page.locator("main")).to_contain_text("Giovanbattista")
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(WIDE) == ""


def test_the_totals_stand_beside_the_names_and_stay_named_while_the_rounds_pass(
    open_browser: OpenBrowser,
) -> None:
    cast = make_cast()
    evening = running(cast, "all")
    page = phone(open_browser, cast)
    page.goto(url("staff_standings", evening.pk))
    row = page.locator(".board tbody tr").nth(3)
    name, last = row.locator("th"), row.locator("td").last
    for cell in (row.locator(".place"), name, row.locator(".vps"), row.locator(".vps + td")):
        expect(cell).to_be_in_viewport(ratio=1)
    expect(last).not_to_be_in_viewport()
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
    for cell in (row.locator(".place"), name):
        expect(cell).to_be_in_viewport(ratio=1)


def test_the_cards_of_the_tables_keep_their_order_after_one_has_moved(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    evening = make_evening(cast.club, entries=8, programme="drawn")
    moved = open_round(evening, 1).matches.active().get(table_number=2)
    move_table(match=moved, to=11, by=None)
    page = phone(open_browser, cast)
    for name in ("director", "mishaps"):
        page.goto(url(name, evening.pk))
        cards = page.locator(".hand a").evaluate_all(
            "all => all.map(each => parseInt(each.innerText.match(/\\d+/)[0]))"
        )
        assert cards == [1, 3, 4, 11]


def test_the_head_of_a_staff_page_leaves_three_quarters_of_the_screen(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    evening = running(cast, "all")
    page = phone(open_browser, cast)
    page.goto(url("staff_standings", evening.pk))
    assert bottom(page.locator("header.phases")) <= 844 / 4
    page.get_by_role("button", name="Menu").click()
    for words in ("Entries", "If something goes wrong", "All evenings"):
        expect(page.get_by_role("link", name=words)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Log out")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("mode", ["quick", "total", "detail"])
def test_the_slips_buttons_are_one_row_and_never_over_the_field_in_hand(
    open_browser: OpenBrowser, mode: str
) -> None:
    cast = make_cast()
    match = open_round(make_evening(cast.club, entries=4, programme="2m2d"), 1).matches.active()[0]
    # What a telephone's keyboard leaves of the screen.
    page = phone(open_browser, cast, height=460)
    page.goto(url("match_desk", match.round.tournament_id, match.pk) + f"?modo={mode}")
    bar = page.locator(".save")
    buttons = bar.get_by_role("button")
    expect(buttons).to_have_count(2)
    assert len({top(each) for each in buttons.all()}) == 1
    assert bottom(bar) - top(bar) <= 80
    for field in page.locator("#slip [data-figure]").all():
        field.focus()
        expect(field).to_be_in_viewport(ratio=1)
        assert bottom(field) <= top(bar), field.get_attribute("id")


def test_the_phase_that_is_on_now_is_in_sight_on_every_page(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    evening = running(cast, "all")
    page = phone(open_browser, cast)
    for name in ("penalties", "papers", "mishaps", "director"):
        page.goto(url(name, evening.pk))
        now = page.locator(".phases ol [data-now]")
        expect(now, name).to_have_count(1)
        expect(now, name).to_contain_text(f"Round {PLAYED['all'] + 1}")
        expect(now, name).to_be_in_viewport(ratio=1)
        expect(page.locator(".phases ol a").first, name).not_to_be_in_viewport()


def test_a_step_that_was_asked_for_is_in_sight_instead_of_the_one_that_is_on(
    open_browser: OpenBrowser,
) -> None:
    cast = make_cast()
    evening = running(cast, "all")
    page = phone(open_browser, cast)
    page.goto(url("director", evening.pk) + "?fase=end")
    expect(page.locator(".phases ol [aria-current]")).to_be_in_viewport(ratio=1)
    page.goto(url("director", evening.pk) + "?fase=before")
    expect(page.locator(".phases ol [aria-current]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 640), (1280, 640)])
def test_the_field_that_cards_are_tapped_into_is_not_behind_the_keys(
    open_browser: OpenBrowser, width: int, height: int
) -> None:
    page = open_browser(viewport={"width": width, "height": height}, has_touch=True)
    page.goto(reverse("tournaments:counter"))
    keys = page.locator("[data-keys]")
    expect(keys).to_be_visible()
    for field in page.locator("[data-cards]").all():
        field.focus()
        expect(field).to_be_focused()
        assert bottom(field) <= top(keys), field.get_attribute("name")
        assert top(field) >= 0
