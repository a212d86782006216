"""The desk by keyboard in a real browser: few keys, live sums, sentences before saving, nothing for axe."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.cast import make_cast
from tests.evenings import make_evening, open_round
from tests.looks import faults_of
from tests.slips import E6, quick, reread
from tournaments.hands import hands_of, same_score, swapped
from tournaments.models.rounds import Match
from tournaments.penalties import give_penalty
from tournaments.scores import record_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# As a scorer types the worked round: a minus after its figure, a dash for nothing.
TYPED = (
    "400", "165", "-", "10-", "200", "20", "-", "30", "100-", "45-", "350", "185", "100", "60", "300", "205",
)  # fmt: skip


@pytest.fixture
def match() -> Match:
    evening = make_evening(make_cast().club, entries=4, programme="2m2d")
    return reread(open_round(evening, 1).matches.active().get(table_number=1))


@pytest.fixture
def desk(as_referee: Callable[[str], Page], match: Match) -> Page:
    """The referee's browser at the desk, in English."""
    return as_referee(reverse("tournaments:desk", args=[match.round.tournament_id]))


class Keys:
    """Presses keys and counts those that are not digits."""

    def __init__(self, page: Page) -> None:
        self.page, self.beyond_digits = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.beyond_digits += not key.isdigit()

    def fill(self, *figures: str) -> None:
        for figure in figures:
            self.press(*figure, "Enter")


def open_slip(page: Page, match: Match) -> Keys:
    keys = Keys(page)
    expect(page.locator("#tavolo")).to_be_focused()
    keys.fill("1")
    expect(page.locator("#h1_NS_base")).to_be_focused()
    return keys


@pytest.mark.experience(16)
def test_four_hands_take_at_most_forty_keys_beyond_the_digits(desk: Page, match: Match) -> None:
    keys = open_slip(desk, match)
    keys.fill(*TYPED)
    expect(desk.locator("#t4_NS")).to_have_text("800")
    expect(desk.locator("#t4_EW")).to_have_text("1060")
    expect(desk.locator(".vp")).to_have_text("9 – 11")
    keys.press("Enter", "Enter", "Enter")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 800 – 1060, V.P. 9–11")
    expect(desk.locator("#tavolo")).to_be_focused()
    assert keys.beyond_digits <= 40, keys.beyond_digits
    assert same_score(hands_of(match), quick(E6))


@pytest.mark.experience(15)
def test_an_impossible_and_an_unlikely_figure_say_so_before_saving(desk: Page, match: Match) -> None:
    keys = open_slip(desk, match)
    keys.fill(*TYPED[:9], "345-", "370", *TYPED[11:], "500", "1060")
    note = desk.locator("#review .note.error")
    expect(note).to_contain_text("370 does not come from burracos")
    expect(desk.locator("#h3_EW_base")).to_have_attribute("aria-invalid", "true")
    expect(desk.locator("#why")).to_contain_text("put the error right first")
    expect(desk.locator("[data-save]")).to_be_focused()
    keys.press("Enter")
    expect(desk.get_by_role("button", name="Write 350")).to_be_focused()
    keys.press("Enter")
    expect(desk.locator("#h3_EW_base")).to_have_value("350")
    expect(note).to_have_count(0)
    expect(desk.locator("#review .note.warn")).to_contain_text("below −400 is rare")
    assert not hands_of(match)
    desk.get_by_role("button", name="Confirm −445").press("Enter")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 500 – 1060")


def test_arrows_go_back_and_forth_and_a_field_is_selected(desk: Page, match: Match) -> None:
    keys = open_slip(desk, match)
    keys.press("4", "ArrowDown", "5", "ArrowUp")
    expect(desk.locator("#h1_NS_base")).to_be_focused()
    keys.press("7")
    expect(desk.locator("#h1_NS_base")).to_have_value("7")
    keys.press("ArrowUp")
    expect(desk.locator("#h1_NS_base")).to_be_focused()


def test_esc_leaves_and_asks_again_when_something_was_typed(desk: Page, match: Match) -> None:
    keys = open_slip(desk, match)
    keys.press("4", "Escape")
    expect(desk.locator("#why")).to_contain_text("again")
    keys.press("Escape")
    expect(desk.locator("#tavolo")).to_be_focused()


@pytest.mark.experience(14)
def test_f2_exchanges_what_is_typed_and_what_is_stored(desk: Page, match: Match) -> None:
    keys = open_slip(desk, match)
    keys.fill(*TYPED)
    keys.press("F2")
    expect(desk.locator("#h1_EW_base")).to_have_value("400")
    expect(desk.locator(".vp")).to_have_text("11 – 9")
    desk.locator("[data-save]").press("Enter")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 1060 – 800")
    assert same_score(hands_of(match), swapped(quick(E6)))
    open_slip(desk, match).press("F2")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 800 – 1060")
    assert same_score(hands_of(match), quick(E6))


@pytest.mark.experience(16)
def test_the_sign_key_turns_a_figure_of_a_phone(desk: Page, match: Match) -> None:
    desk.set_viewport_size({"width": 390, "height": 844})
    open_slip(desk, match).press("4", "5")
    desk.get_by_role("button", name="Change the sign").click()
    expect(desk.locator("#h1_NS_base")).to_have_value("−45")
    expect(desk.locator("#h1_NS_base")).to_be_focused()


def test_the_button_stays_in_sight_with_messages_open(desk: Page, match: Match) -> None:
    desk.set_viewport_size({"width": 1366, "height": 640})
    keys = open_slip(desk, match)
    keys.fill(*TYPED[:9], "345-", "370", *TYPED[11:], "500", "1090")
    expect(desk.locator("#review .note")).to_have_count(3)
    expect(desk.locator("[data-save]")).to_be_in_viewport(ratio=1)


@pytest.mark.experience(15)
def test_the_referee_accepts_an_impossible_figure_in_writing(desk: Page, match: Match) -> None:
    keys = open_slip(desk, match)
    reason = desk.locator("#override")
    expect(reason).to_be_hidden()
    keys.fill("130", *TYPED[1:])
    expect(desk.locator("#review .note.error")).to_contain_text("130 does not come from burracos")
    expect(desk.locator("[data-save]")).to_have_attribute("aria-disabled", "true")
    reason.fill("counted twice")
    expect(desk.locator("[data-save]")).not_to_have_attribute("aria-disabled", "true")
    reason.press("Enter")
    expect(desk.locator("[data-save]")).to_be_focused()
    keys.press("Enter")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 530 – 1060")
    assert match.hand_records.get(number=1).override_reason == "counted twice"


@pytest.mark.experience(15)
def test_a_score_accepted_in_writing_is_corrected_without_writing_it_again(desk: Page, match: Match) -> None:
    accepted = quick(((130, *E6[0][1:]), *E6[1:]))
    record_match(match=match, hands=accepted, by=None, seen_version=0, override="counted twice")
    open_slip(desk, match)
    expect(desk.locator("#override")).to_have_value("counted twice")
    desk.locator("#h4_EW_points").fill("200")
    expect(desk.locator("#review .note.error")).to_contain_text("130 does not come from burracos")
    expect(desk.locator("[data-save]")).not_to_have_attribute("aria-disabled", "true")
    desk.locator("#reason").select_option("copy")
    desk.locator("[data-save]").press("Enter")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 530 – 1055")
    assert match.hand_records.get(number=1).override_reason == "counted twice"


def test_a_reason_that_was_missing_frees_the_save_once_it_is_chosen(desk: Page, match: Match) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    open_slip(desk, match)
    desk.locator("#h4_EW_points").fill("200")
    expect(desk.locator("#t4_EW")).to_have_text("1055")
    desk.locator("[data-save]").press("Enter")
    expect(desk.locator("#reason")).to_be_focused()
    expect(desk.locator("[data-save]")).to_have_attribute("aria-disabled", "true")
    desk.locator("#reason").select_option("copy")
    expect(desk.locator("[data-save]")).not_to_have_attribute("aria-disabled", "true")
    desk.locator("[data-save]").press("Enter")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 800 – 1055")


def test_an_error_that_nobody_can_accept_asks_for_no_reason(desk: Page, match: Match) -> None:
    keys = open_slip(desk, match)
    keys.fill("quattro", *TYPED[1:])
    expect(desk.locator("#review .note.error")).to_contain_text("whole number")
    expect(desk.locator("#override")).to_be_hidden()


@pytest.mark.experience(15)
def test_two_unlikely_lines_are_two_presses_and_the_keyboard_keeps_its_place(
    desk: Page, match: Match
) -> None:
    keys = open_slip(desk, match)
    keys.fill(*TYPED[:12], "1100", "600", "-", "305-", "2340", "250")
    expect(desk.locator("[data-confirm]")).to_have_count(2)
    keys.press("Enter")
    expect(desk.locator("[data-confirm]").first).to_be_focused()
    keys.press("Enter")
    left = desk.locator("[data-confirm]")
    expect(left).to_have_count(1)
    expect(left).to_be_focused()
    expect(desk.locator("[data-save]")).to_have_attribute("aria-disabled", "true")
    keys.press("Enter")
    expect(desk.locator("#messages")).to_contain_text("Table 1: 2340 – 250")


def test_on_a_phone_a_penalty_is_revoked_without_scrolling_sideways(
    desk: Page, match: Match, live_server: LiveServer
) -> None:
    tournament = match.round.tournament
    reason = "Ritardo di dieci minuti, secondo richiamo al tavolo"
    give_penalty(entry=tournament.entries.get(number=1), round=match.round, mp=-100, reason=reason, by=None)
    desk.set_viewport_size({"width": 360, "height": 780})
    desk.goto(live_server.url + reverse("tournaments:penalties", args=[tournament.pk]))
    button = desk.get_by_role("button", name="Revoke")
    place = button.bounding_box()
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 360
    button.click()
    expect(desk.locator("main")).to_contain_text("revoked at")


NARROW = """() => [...document.querySelectorAll('.score .in, .score thead th')].filter((each) => {
  const own = each.getBoundingClientRect(), cell = each.closest('td, th').getBoundingClientRect();
  const spills = own.right > cell.right + 1 || own.left < cell.left - 1;
  return spills || (!each.matches('select') && each.scrollWidth > each.clientWidth + 1);
}).map((each) => each.name || each.textContent)"""


@pytest.mark.parametrize("width", [360, 768, 1366])
@pytest.mark.parametrize("mode", ["detail", "quick", "total", "single"])
def test_every_figure_of_the_slip_fits_its_field_and_no_field_lies_on_another(
    desk: Page, match: Match, live_server: LiveServer, mode: str, width: int
) -> None:
    slip = reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk])
    desk.set_viewport_size({"width": width, "height": 844})
    desk.goto(f"{live_server.url}{slip}?modo={mode}")
    for field in desk.locator(".score tbody [data-figure]").all():
        field.focus()
        desk.keyboard.insert_text("12" if "few" in field.get_attribute("class") else "1105")
        place = field.bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width
    assert desk.evaluate(NARROW) == []


def test_axe_finds_nothing(desk: Page, match: Match, live_server: LiveServer) -> None:
    record_match(match=match, hands=quick(E6), by=None, seen_version=0)
    pk = match.round.tournament_id
    slip = reverse("tournaments:match_desk", args=[pk, match.pk])
    history = reverse("tournaments:match_history", args=[pk, match.pk])
    names = ("desk", "penalties", "staff_standings")
    pages = [
        *(reverse(f"tournaments:{name}", args=[pk]) for name in names),
        slip,
        f"{slip}?modo=detail",
        history,
    ]
    faults = []
    for url in pages:
        desk.goto(live_server.url + url)
        faults += faults_of(desk)
    assert not faults, "\n".join(faults)
