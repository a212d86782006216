"""The desk on a phone: whole figures, an error that is no focus ring, nothing hidden behind the buttons."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.cast import make_cast
from tests.evenings import make_evening, open_round
from tests.slips import reread
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Associazione di Promozione Sociale Circolo di prova del Tallone e del Pozzetto"
STYLE = "(one) => { const s = getComputedStyle(one); return [s.outlineColor, s.borderColor, s.boxShadow]; }"


@pytest.fixture
def match() -> Match:
    evening = make_evening(make_cast().club, entries=4, programme="2m2d")
    return reread(open_round(evening, 1).matches.active().get(table_number=1))


@pytest.fixture
def slip(page: Page, as_referee: Callable[[str], Page], match: Match) -> Page:
    """The referee's small phone at the slip."""
    page.set_viewport_size({"width": 360, "height": 780})
    return as_referee(reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk]))


def box(found: Locator) -> dict[str, float]:
    measured = found.bounding_box()
    assert measured is not None
    return dict(measured)


def type_wrong(slip: Page) -> Locator:
    """A base that no burracos make; the hand is back on it."""
    wrong = slip.locator("#h1_NS_base")
    expect(wrong).to_be_focused()
    slip.keyboard.type("55-")
    slip.keyboard.press("Enter")
    slip.keyboard.type("1100-")
    slip.keyboard.press("Enter")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    return wrong


def test_a_negative_figure_of_four_digits_is_read_whole(slip: Page) -> None:
    type_wrong(slip)
    fields = slip.locator(".score tbody input.in")
    assert fields.count() == 16
    for field in fields.all():
        field.evaluate("one => { one.value = '−1100'; }")
        assert field.evaluate("one => one.scrollWidth <= one.clientWidth"), field.get_attribute("id")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_error_looks_otherwise_than_the_focus(slip: Page, scheme: str) -> None:
    slip.emulate_media(color_scheme=scheme)
    wrong = type_wrong(slip)
    ring, edge, shadow = wrong.evaluate(STYLE)
    assert edge in shadow  # the border and what thickens it
    wrong.focus()
    ring = wrong.evaluate(STYLE)[0]
    assert ring != edge
    red, _green, blue = (int(part) for part in ring[4:-1].split(","))
    error_red, _error_green, error_blue = (int(part) for part in edge[4:-1].split(","))
    assert (red > blue) != (error_red > error_blue) or scheme == "dark"
    mark = "one => getComputedStyle(one, '::before').content"
    assert wrong.locator("..").evaluate(mark).startswith('"!"')
    assert slip.locator("#h2_NS_base").locator("..").evaluate(mark) == "none"


def test_the_field_with_the_focus_is_not_behind_the_buttons(slip: Page) -> None:
    type_wrong(slip)
    for name in ("h4_EW_points", "w_NS"):
        field = slip.locator(f"#{name}")
        field.focus()
        expect(field).to_be_in_viewport(ratio=1)
        assert box(field)["y"] + box(field)["height"] <= box(slip.locator(".save"))["y"]


@pytest.mark.parametrize("width", [360, 390])
def test_a_long_name_leaves_the_menu_its_place(
    page: Page, slip: Page, live_server: LiveServer, match: Match, width: int
) -> None:
    tournament = match.round.tournament
    tournament.name = LONG
    tournament.save(update_fields=["name"])
    tournament.club.name = LONG.replace(" ", "")
    tournament.club.save(update_fields=["name"])
    slip.set_viewport_size({"width": width, "height": 780})
    for name in ("desk", "standings"):
        page.goto(live_server.url + reverse(f"tournaments:{name}", args=[tournament.pk]))
        menu = box(page.get_by_role("button", name="Menu"))
        assert menu["x"] + menu["width"] <= width - 16
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
