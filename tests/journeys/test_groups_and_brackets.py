"""Groups, brackets and certain tables in a real browser: nothing for axe, nothing too wide."""

import random
from itertools import count

import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.cast import SECRETARY, Cast, make_cast
from tests.evenings import make_evening, open_round, record_random
from tests.journeys.conftest import OpenBrowser
from tests.looks import faults_of
from tests.tournaments.early.test_early import evening_of, matches
from tests.tournaments.shown.conftest import draw, end_level, in_groups, knock_out, show
from tournaments.models.events import Tournament
from tournaments.models.rounds import Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def nearly_in(cast: Cast) -> Tournament:
    """A pure Danish round follows; all tables but one are in."""
    evening = evening_of(cast, "danish", 12)
    for match in matches(evening)[1:]:
        record_random(match, random.Random(match.table_number))
    return evening


def addresses(cast: Cast) -> dict[str, str]:
    """Every page that shows groups, a bracket, or what is certain, by a name for it."""
    groups, played = in_groups(cast, 13), knock_out(cast, 11, 4)
    draft, going = knock_out(cast, 8, 1), knock_out(cast, 16, 1)
    draw(draft, 2)
    show(going, 2)
    level = knock_out(cast, 4, 0)
    end_level(open_round(level, 1).matches.active().select_related("round__phase__tournament")[0])
    few = make_evening(cast.club, entries=9, programme="knockout")
    out = Seat.objects.active().filter(round__tournament=going, reason="out")[0].entry.number
    pages = {f"groups-{name}": reverse(f"tournaments:{name}", args=[groups.pk]) for name in PUBLIC}
    pages |= {f"going-{name}": reverse(f"tournaments:{name}", args=[going.pk]) for name in PUBLIC}
    pages |= {
        "groups-card": reverse("tournaments:entry_card", args=[groups.pk, 1]),
        "groups-board": reverse("tournaments:staff_standings", args=[groups.pk]),
        "going-bracket": reverse("tournaments:bracket", args=[going.pk]),
        "going-card": reverse("tournaments:entry_card", args=[going.pk, out]),
        "bracket": reverse("tournaments:bracket", args=[played.pk]),
        "no-bracket": reverse("tournaments:bracket", args=[few.pk]),
    }
    for name, evening in (("draft", draft), ("level", level), ("needs", few), ("early", nearly_in(cast))):
        pages[name] = reverse("tournaments:director", args=[evening.pk])
    pages["early-alone"] = reverse("tournaments:early", args=[Tournament.objects.latest("pk").pk, 2])
    return pages


PUBLIC = ("seats", "standings", "rounds")


def test_axe_finds_nothing_and_nothing_sticks_out(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    found = addresses(cast)
    page = open_browser(email=cast.users[SECRETARY].email)
    faults = []
    for name, path in found.items():
        page.goto(path)
        if name == "early":
            expect(page.locator("#early h2")).to_be_visible()
        faults += faults_of(page)
    assert not faults, "\n".join(faults)


def test_what_is_certain_comes_by_itself_and_again_when_a_table_comes_in(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    evening = evening_of(cast, "danish", 12)
    first, *others = matches(evening)
    page = open_browser(email=cast.users[SECRETARY].email)
    page.goto(reverse("tournaments:director", args=[evening.pk]))
    expect(page.locator("#early h2")).to_have_count(0)
    for match in others:
        record_random(match, random.Random(match.table_number))
    page.locator("#tables").dispatch_event("poll")
    expect(page.locator("#early h2")).to_have_text("Already certain for round 3")
    expect(page.locator("#tables")).to_contain_text("5 tables of 6")
    record_random(first, random.Random(1))
    page.locator("#tables").dispatch_event("poll")
    expect(page.locator("#tables")).to_contain_text("All in.")
    expect(page.locator("#early h2")).to_have_count(0)


def test_a_table_that_comes_in_while_it_is_asked_what_is_certain_is_not_missed(
    open_browser: OpenBrowser,
) -> None:
    """The answer of before took the place of the section, and the question behind it was lost."""
    cast = make_cast()
    evening = evening_of(cast, "danish", 12)
    page = open_browser(email=cast.users[SECRETARY].email)
    held: list[Route] = []
    page.route("**/certi/", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/certi/"):
        page.goto(reverse("tournaments:director", args=[evening.pk]))
    for match in matches(evening)[1:]:
        record_random(match, random.Random(match.table_number))
    page.locator("#tables").dispatch_event("poll")
    expect(page.locator("#tables")).to_contain_text("5 tables of 6")
    expect(page.locator("#early h2")).to_have_text("Already certain for round 3")


def test_a_table_that_comes_in_the_moment_after_an_answer_is_not_missed(open_browser: OpenBrowser) -> None:
    """For 20 milliseconds after each answer the new section heard nothing."""
    cast = make_cast()
    evening = evening_of(cast, "danish", 12)
    page = open_browser(email=cast.users[SECRETARY].email)
    page.add_init_script(
        """document.addEventListener("htmx:afterSwap", (event) => {
          if (event.detail.elt.id !== "early" || window.wasTold) return;
          window.wasTold = true;
          setTimeout(() => document.body.dispatchEvent(new Event("tables-in")));
        });"""
    )
    answers = count(1)
    with page.expect_response(lambda answer: answer.url.endswith("/certi/") and next(answers) == 2):
        page.goto(reverse("tournaments:director", args=[evening.pk]))
