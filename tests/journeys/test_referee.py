"""The referee's evening in real browsers: two warnings, an objection from a phone, its answer, the final."""

import random
import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.hands import Hand, HandScore
from tests.cast import ADMIN, REFEREE, SECRETARY, Cast, make_cast
from tests.evenings import make_evening, open_round, play_evening
from tests.journeys.conftest import OpenBrowser
from tests.journeys.evening import url
from tests.looks import faults_of
from tests.tournaments.referee.conftest import provisional
from tournaments.awards import Given, award_match
from tournaments.calls import Called, warn
from tournaments.departures import withdraw_entry
from tournaments.ending import publish_provisional
from tournaments.hands import NumberedHand
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.objections import answer_objection, make_objection
from tournaments.scores import TypedScore
from tournaments.standings import standings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words).click()


def told(page: Page, words: str) -> None:
    expect(page.locator("#messages")).to_contain_text(words)


def warns_twice(phone: Page, evening: Tournament) -> None:
    """The second warning is said before it is written."""
    for what in ("Talks", "Talks again"):
        phone.goto(url("calls", evening.pk))
        phone.get_by_label("warning", exact=True).check()
        phone.get_by_label("Who").select_option(label=next(_options(phone, "1 ")))
        phone.get_by_label("What happened").fill(what)
        press(phone, "Write it down")
        if what == "Talks":
            told(phone, "The warning is written.")
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("This is warning no. 2 of number 1, and takes −1 V.P.")
    press(phone, "Write it down")
    told(phone, "The warning is written.")
    expect(phone.locator("main")).to_contain_text("warning no. 2")


def _options(page: Page, start: str) -> Any:
    words = page.get_by_label("Who").locator("option").all_inner_texts()
    return (each for each in words if each.startswith(start))


def objects(player: Page, evening: Tournament) -> None:
    """From the card, without a login; the clock counts down meanwhile."""
    player.goto(url("entry_card", evening.pk, 2))
    clock = player.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^14:\d\d$"))  # from 15:00 it has gone down at least once
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    player.get_by_role("link", name="Object to a score").click()
    expect(player.get_by_label("Number of the pair or player")).to_have_value("2")
    slip = Match.objects.active().get(seats__entry__number=2, round__number=1)
    player.get_by_label("Code on a slip of yours").fill(slip.code)
    player.get_by_label("Round whose score is wrong").select_option("1")
    player.get_by_label("What is wrong").fill("100 points are missing")
    press(player, "Send the objection")
    expect(player.locator("main")).to_contain_text("the referee has not answered yet")


def answers(phone: Page, evening: Tournament) -> None:
    phone.goto(url("objections", evening.pk))
    expect(phone.locator("main")).to_contain_text("100 points are missing")
    phone.get_by_label("refused", exact=True).check()
    phone.get_by_label("Why").fill("The sum is right")
    press(phone, "Write the answer")
    told(phone, "The answer is written.")


def closes_early_and_finally(laptop: Page, evening: Tournament) -> None:
    laptop.goto(url("director", evening.pk))
    expect(laptop.locator("#why-final")).to_contain_text("Players may object until")
    laptop.locator("summary", has_text="Close the time for objections early").click()
    laptop.get_by_label("Everybody has looked: no more objections").check()
    press(laptop, "Close the time for objections")
    told(laptop, "The time for objections is over.")
    laptop.locator("summary", has_text="Declare the standings final").click()
    press(laptop, "Declare the standings final")
    told(laptop, "The standings are final.")


def test_two_warnings_an_objection_and_the_final(open_browser: OpenBrowser, phone: dict[str, Any]) -> None:
    cast = make_cast()
    evening = make_evening(cast.club, entries=4, programme="2m2d", objection_minutes=15)
    play_evening(evening, random.Random(3))
    before = {row.number: row.vp for row in standings(evening).rows}
    judge = open_browser(email=cast.users[REFEREE].email, **phone)
    warns_twice(judge, evening)
    assert {row.number: row.vp for row in standings(evening).rows} == before | {1: before[1] - 1}
    publish_provisional(tournament=Tournament.objects.get(), by=None)
    player = open_browser(**phone)
    player.goto(url("standings", evening.pk))
    expect(player.locator("main")).to_contain_text("−1 V.P. of penalties, already counted.")
    objects(player, evening)
    laptop = open_browser(email=cast.users[SECRETARY].email)
    laptop.goto(url("director", evening.pk))
    expect(laptop.locator("#why-final")).to_contain_text("1 objection waits for its answer")
    answers(judge, evening)
    player.reload()
    expect(player.locator("main")).to_contain_text("The sum is right")
    closes_early_and_finally(laptop, evening)


def addresses(cast: Cast) -> list[str]:
    """Pages empty and full: calls, a referee's score, objections made and answered, the time over."""
    empty = open_round(make_evening(cast.club, entries=4, programme="2m2d"), 1)
    full = open_round(make_evening(cast.club, entries=6, programme="2m2d"), 1)
    match = full.matches.active()[0]
    warned = Entry.objects.get(seats__match=match, seats__line="NS")
    for number in (1, 2):
        called = Called(full, f"Parla {number}", entry=warned)
        warn(called=called, by=None, told=number, mp=-50)
    score = {"NS": Given(12, 305), "EW": Given(8, -305)}
    award_match(match=match, given=score, reason="E-W assenti", by=None)
    ended, over = provisional(cast, now=timezone.now()), provisional(cast)
    first, second = (
        make_objection(entry=ended.entries.get(number=number), text=f"Mancano {number}00 punti")
        for number in (1, 2)
    )
    answer_objection(objection=first, decision="refused", answer="La somma è giusta", by=None)
    pages = [url("calls", each.tournament_id) for each in (empty, full)]
    pages += [url(name, full.tournament_id, match.pk) for name in ("award", "match_history", "match_desk")]
    pages += [url("award", empty.tournament_id, empty.matches.active()[0].pk)]
    names = ("objections", "director", "objection", "standings")
    pages += [url(name, each.pk) for each in (ended, over) for name in names]
    return [*pages, *(url("entry_card", ended.pk, each.entry.number) for each in (first, second))]


def test_axe_finds_nothing_and_nothing_sticks_out(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    looked = addresses(cast)
    page = open_browser(email=cast.users[ADMIN].email)
    faults = []
    for path in looked:
        page.goto(path)
        for summary in page.locator("details.ask > summary").all():
            summary.click()
        faults += faults_of(page)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["it", "en"])
def test_what_stands_instead_of_a_score_finds_its_room_on_a_phone(
    open_browser: OpenBrowser, phone: dict[str, Any], language: str
) -> None:
    cast = make_cast()
    round_ = open_round(make_evening(cast.club, entries=6, programme="2m2d"), 1)
    given, left, single = round_.matches.active().order_by("table_number")
    award_match(match=given, given={"NS": Given(12, 305), "EW": Given(8, -305)}, reason="Deciso", by=None)
    hand = NumberedHand(1, Hand((HandScore(total=600), HandScore(total=300))))
    typed = TypedScore((hand,), seen_version=0)
    withdraw_entry(entry=left.seats.get(line="NS").entry, by=None, typed=typed)
    page = open_browser(email=cast.users[ADMIN].email, **phone)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    for path in (url("rounds", round_.tournament_id), url("director", round_.tournament_id) + "?fase=1"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(url("match_desk", round_.tournament_id, single.pk) + "?modo=single")
    assert page.locator(".score tbody th").first.bounding_box()["height"] < 60, "the label is one line"
