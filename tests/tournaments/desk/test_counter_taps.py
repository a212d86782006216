"""The counter under a thumb: melds are tapped on a phone, and the count follows; nothing for axe."""

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import faults_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Page:
    """A phone at the counter, in English."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url}])
    page = context.new_page()
    page.goto(live_server.url + reverse("tournaments:counter"))
    return page


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"[data-keys] [data-rank='{key}'], [data-keys] [data-suit='{key}']").tap()


def test_melds_are_tapped_and_counted(phone: Page) -> None:
    phone.locator("#NS_melds").tap()
    tap(phone, "♥", "3", "4", "5", "6", "7", "8", "9")
    phone.get_by_role("button", name="New meld").tap()
    tap(phone, "", "K", "K", "K", "K", "K", "K", "Jolly", "A")
    phone.get_by_role("button", name="Take the last card away").tap()
    expect(phone.locator("#NS_melds")).to_have_value("3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥\nK K K K K K Jolly")
    phone.locator("#NS_held").tap()
    tap(phone, "5", "10")
    expect(phone.locator("[data-keys] output")).to_have_text("N-S 420")
    expect(phone.locator("#count")).to_contain_text("Clean burraco: 7 cards in order, no wild")
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width == 390


def test_the_telephones_keyboard_comes_only_when_asked_for(phone: Page) -> None:
    melds = phone.locator("#NS_melds")
    expect(melds).to_have_attribute("inputmode", "none")
    phone.get_by_role("button", name="Keyboard").tap()
    expect(melds).to_have_attribute("inputmode", "text")


def test_axe_finds_nothing_with_a_count_and_with_faults(phone: Page) -> None:
    for melds, words in (("3-9♥", "200"), ("3♥ 4♥ 7♥", "No meld"), ("3x", "is no card")):
        phone.locator("#NS_melds").fill(melds)
        expect(phone.locator("#count")).to_contain_text(words)
        assert not faults_of(phone, [390])
