"""A club copies regulations, changes them, plays an evening by them; the evening keeps them to its end."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.cast import SECRETARY, Cast, make_cast
from tests.journeys.conftest import OpenBrowser
from tests.journeys.evening import make, secretary, url
from tests.journeys.pages import Page, Visitor
from tournaments.models.events import Tournament
from tournaments.models.regulations import RegulationsCopy

PAIRS = [
    "Peonia Rosa - Peonia Bianca",
    "Malva Ida - Malva Ugo",
    "Salvia Lea - Salvia Teo",
    "Edera Ada - Edera Leo",
]
HAND = {"NS_base": "355", "NS_points": "165", "EW_base": "0", "EW_points": "10-"}


def copied(cast: Cast, visitor: Visitor) -> Page:
    """From the club's tab to saved regulations, with a fault on the way."""
    page = visitor.open(reverse("clubs:dashboard", args=[cast.club.slug]))
    page = visitor.open(page.link("Regulations"))
    page = visitor.open(page.link("FIBUR 2026"))
    assert "200" in page.text
    assert "[2] FIBUR code of January 2026" in page.text
    page = visitor.open(page.link("Copy and change"))
    wrong = {"name": "Del giovedì", "closing": "152", "shortest_run": "2"}
    page = visitor.press(page, "Save the regulations", wrong)
    assert "2 things to put right" in page.text
    assert "so this must be a multiple of 5 too: for example 150, not 152." in page.text
    page = visitor.press(page, "Check the figures", {"closing": "155", "shortest_run": "3"})
    assert "was 565" in page.text, "the examples are counted again without scripts"
    return visitor.press(page, "Save the regulations")


@pytest.mark.django_db
def test_an_evening_is_played_by_the_clubs_own_regulations(cast: Cast) -> None:
    visitor = secretary(cast)
    page = copied(cast, visitor)
    assert "our own; FIBUR 2026: 100" in page.text
    copy = RegulationsCopy.objects.get()
    night = make(cast, visitor, "drawn", regulations=copy.code)
    for code in ("guida", copy.code):
        night.press("Save the evening", {"regulations": code}, on="edit")
        assert Tournament.objects.get().regulations == ("guida" if code == "guida" else "")
    assert Tournament.objects.get().regulations_copy == copy
    night.publish()
    night.paste(PAIRS)
    night.check_in()
    night.draw(1)

    page = visitor.open(url("rules_edit", cast.club.slug, copy.pk))
    changed = visitor.press(page, "Save the regulations", {"name": "Del venerdì", "closing": "50"})
    assert "The regulations are saved." in changed.text
    night.release(1)
    # A closing of 155: no base of the preset, and none of what the copy has become.
    night.write(1, {f"h{number}_{name}": figure for number in (1, 2, 3) for name, figure in HAND.items()})
    words = night.page("regulations").text
    assert "What counts: Del giovedì" in words
    assert "155 our own; FIBUR 2026: 100" in words
    slip = " ".join(" ".join(sheet) for sheet in night.paper("slips", round=1))
    assert "Del giovedì. Burracos: clean 200, semi-clean 150, dirty 100. Closing 155." in slip

    again = visitor.press(night.page("copy"), "Make the evening", {"name": "Di nuovo"})
    form = visitor.open(again.address + "modifica/").form_with(name="regulations")
    assert form.fields["regulations"] == [copy.code]
    assert form.choices["regulations"][copy.code] == "Del venerdì"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_figures_are_checked_while_they_are_typed(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    page = open_browser(email=cast.users[SECRETARY].email)
    page.goto(reverse("tournaments:rules_create", args=[cast.club.slug]) + "?da=fibur-2026")
    page.get_by_label("Name of these regulations").fill("Del giovedì")
    expect(page.locator("#why")).to_contain_text("E1 565 / −10")
    page.get_by_label("Dirty burraco, points", exact=True).fill("103")
    expect(page.locator("#wrong-dirty")).to_contain_text("for example 105, not 103.")
    page.get_by_label("Closing", exact=True).fill("tanto")
    expect(page.locator("#wrong-closing")).to_contain_text("Write a number in figures")
    expect(page.locator("#why")).to_contain_text("2 things to put right")
    page.get_by_label("Dirty burraco, points", exact=True).fill("110")
    expect(page.locator("#wrong-dirty")).to_be_hidden()
    page.get_by_label("Closing", exact=True).fill("150")
    expect(page.locator("#why")).to_contain_text("E1 625 / −10")
    expect(page.locator("#review")).to_contain_text("was 565")
    expect(page.get_by_label("Closing", exact=True)).to_be_focused()
    assert RegulationsCopy.objects.count() == 0
    page.get_by_role("button", name="Save the regulations").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Del giovedì")
    assert RegulationsCopy.objects.get().figures["closing"] == 150
