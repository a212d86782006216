"""A small evening in real browsers: the secretary's laptop, the referee's phone, a player's phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.cast import REFEREE, SECRETARY, Cast, make_cast
from tests.journeys.conftest import OpenBrowser
from tests.journeys.evening import url
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import HandRecord, ScoreChange

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAIRS = (
    "Aquilone Marisa - Brigantino Ugo",
    "Calamaio Carla - Ditale Renzo",
    "Fagottini Zeno - Grissini Gina",
    "Lavanda Ada - Merletto Olga",
    "Nocciolini Elsa - Ombrellini Ettore",
    "Panforte Ines - Quadrifoglio Pia",
)


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def told(page: Page, words: str) -> None:
    expect(page.locator("#messages")).to_contain_text(words)


def make_it(page: Page, cast: Cast) -> int:
    """A round of two hands at drawn tables, made on the two pages for it, and published."""
    page.goto(url("create", cast.club.slug))
    page.get_by_label("Drawn tables, 3 rounds of 3 hands").check()
    press(page, "Go on")
    page.get_by_label("Name", exact=True).fill("Torneo di prova")
    page.locator("#id_starts_at_0").fill("2026-11-26")
    page.locator("#id_starts_at_1").fill("20:45")
    phase = page.locator("fieldset.phase").first
    phase.get_by_label("Rounds", exact=True).fill("1")
    phase.get_by_label(re.compile("^Hands")).fill("2")
    phase.get_by_label(re.compile("^Victory points")).select_option("hands-2")
    press(page, "Make the evening")
    told(page, "The tournament is there. Now the entries.")
    press(page, "Publish the tournament")
    told(page, "The tournament can be seen by everybody.")
    return Tournament.objects.get().pk


def fill_it(page: Page) -> None:
    """The list is pasted and judged while it is; everybody is checked in."""
    page.get_by_role("link", name="Paste a list of names").click()
    page.get_by_label("Names").fill("\n".join(PAIRS))
    press(page, "Add 6 entries")
    told(page, "6 entries added.")
    page.get_by_role("link", name=re.compile(", now$")).click()
    press(page, "Open the check-in")
    told(page, "The check-in is open.")
    for arrived in range(1, len(PAIRS) + 1):
        page.get_by_role("button", name=re.compile("^Present")).first.click()
        expect(page.locator("#counts")).to_contain_text(
            f"{arrived} present · {len(PAIRS) - arrived} expected"
        )
    press(page, "Close the check-in")
    page.get_by_role("link", name="Go on to the draw").click()


def release(page: Page) -> None:
    """From the draw to cards on the tables."""
    press(page, "Draw round 1")
    press(page, "Confirm round 1")
    press(page, "Announce round 1")
    press(page, "Start round 1")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 is being played")


def referee_enters_table_1(page: Page, pk: int) -> None:
    """On a phone: an impossible hand is refused, an unlikely one asks, and then the score is in."""
    page.goto(url("desk", pk))
    page.get_by_label("Table").fill("1")
    press(page, "Open the slip")
    for name, figure in {
        "h1_NS_base": "370", "h1_NS_points": "165", "h1_EW_base": "0", "h1_EW_points": "10-",
        "h2_NS_base": "100-", "h2_NS_points": "345-", "h2_EW_base": "350", "h2_EW_points": "185",
    }.items():  # fmt: skip
        page.locator(f"#{name}").fill(figure)
    error = page.locator("#review .note.error")
    expect(error).to_contain_text("370 does not come from burracos, closing and pozzetto.")
    expect(page.locator("#why")).to_contain_text("put the error right first")
    page.locator("[data-save]").press("Enter")
    expect(page.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
    assert not HandRecord.objects.exists()
    page.locator("#h1_NS_base").fill("400")
    expect(error).to_have_count(0)
    doubt = page.locator("#review .note.warn")
    expect(doubt).to_contain_text("N-S makes −445: below −400 is rare.")
    expect(page.locator("#why")).to_contain_text("confirm the warning first, or put it right")
    assert not HandRecord.objects.exists()
    doubt.get_by_role("button", name="Confirm −445").click()
    told(page, "Table 1: 120 – 525, V.P. ")
    assert HandRecord.objects.filter(match__table_number=1).count() == 2
    assert ScoreChange.objects.get().by.email == f"{REFEREE}@prova.example"


def secretary_types_table(page: Page, table: int, *, swapped: bool = False) -> int:
    """By keyboard alone, in quick mode; the number of keys beyond the digits."""
    beyond = 0

    def keys(*pressed: str) -> None:
        nonlocal beyond
        for key in pressed:
            page.keyboard.press(key)
            beyond += not key.isdigit()

    expect(page.locator("#tavolo")).to_be_focused()
    keys(str(table), "Enter")
    expect(page.locator("#h1_NS_base")).to_be_focused()
    for figure in ("200", "20", "-", "30", "100-", "45-", "350", "185"):
        keys(*figure, "Enter")
    expect(page.locator(".vp")).to_have_text(re.compile(r"^\d+ – \d+$"))
    keys("Enter", "Enter")  # past the two totals of the slip
    if swapped:
        keys("F2")
        expect(page.locator("#h1_EW_base")).to_have_value("200")
    expect(page.locator("#why")).to_be_empty()
    expect(page.locator("[data-save]")).to_be_focused()
    keys("Enter")
    told(page, f"Table {table}: {'565 – 75' if swapped else '75 – 565'}, V.P. ")
    return beyond


def player_finds_her_seat(page: Page, cast: Cast) -> None:
    """Without a login: from the club's page to the tournament, and by surname to the table."""
    page.goto(url("club", cast.club.slug))
    page.get_by_role("link", name="Where do I play?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where do I play?")
    page.locator("#id_q").fill("lavanda")
    press(page, "Find")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lavanda Ada")
    seat = Match.objects.get(seats__entry__members__person__last_name="Lavanda")
    expect(page.locator(".seat .card")).to_contain_text(f"Table{seat.table_number}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def player_reads_the_standings(page: Page, heading: str) -> None:
    tabs = page.get_by_role("navigation", name="Tournament")
    tabs.get_by_role("link", name="Standings", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.locator("table.standings tbody tr")).to_have_count(len(PAIRS))
    expect(page.locator("table.standings")).to_contain_text("Lavanda Ada")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.experience(15)
@pytest.mark.experience(16)
def test_an_evening_with_secretary_referee_and_player(
    open_browser: OpenBrowser, phone: dict[str, Any]
) -> None:
    cast = make_cast()
    laptop = open_browser(email=cast.users[SECRETARY].email)
    pk = make_it(laptop, cast)
    fill_it(laptop)
    release(laptop)
    player = open_browser(**phone)
    player_finds_her_seat(player, cast)
    referee_enters_table_1(open_browser(email=cast.users[REFEREE].email, **phone), pk)
    laptop.goto(url("desk", pk))
    for table, swapped in ((2, False), (3, True)):
        beyond = secretary_types_table(laptop, table, swapped=swapped)
        assert beyond <= 20, f"{beyond} keys beyond the digits for two hands"
    player_reads_the_standings(player, "Standings, round 1")
    laptop.goto(url("director", pk))
    press(laptop, "Close round 1")
    press(laptop, "Open the check of the standings")
    laptop.locator("summary", has_text="Close the time for objections early").click()
    laptop.get_by_label("Everybody has looked: no more objections").check()
    press(laptop, "Close the time for objections")
    told(laptop, "The time for objections is over.")
    laptop.locator("summary", has_text="Declare the standings final").click()
    press(laptop, "Declare the standings final")
    told(laptop, "The standings are final.")
    player_reads_the_standings(player, "Final standings")
    saved = Act.objects.filter(verb=Act.Verb.SCORE).count()
    assert saved == 3
