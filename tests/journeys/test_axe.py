"""Every page of the staff in a real browser: nothing for axe, nothing too wide."""

import random

import pytest
from django.urls import reverse

from tests.cast import SECRETARY, Cast, make_cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random, the_round
from tests.journeys.conftest import OpenBrowser
from tests.looks import faults_of
from tests.tournaments.regulations.conftest import copy_in
from tournaments import draws
from tournaments.ending import publish_provisional

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLUB_PAGES = ("dashboard", "settings", "persons", "person_add", "members", "member_admit", "board", "rights")
EVENING_PAGES = ("log", "edit", "copy", "entries", "desk", "penalties", "staff_standings", "papers")


def _addresses(cast: Cast) -> list[str]:
    """The club's pages, and an evening in each of its states."""
    rng = random.Random(1)
    waiting = make_evening(cast.club, entries=4)
    draft = make_evening(cast.club, entries=7, programme="2m2d")
    play_round(draft, 1, rng)
    draws.draw_round(round=the_round(draft, 2), by=None, seed=1)
    playing = make_evening(cast.club, entries=8)
    match = open_round(playing, 1).matches.active()[0]
    record_random(match, rng)
    ended = play_evening(make_evening(cast.club, entries=6), rng)
    publish_provisional(tournament=ended, by=None)
    singles = make_evening(cast.club, entries=8, programme="individual")
    pages = [reverse(f"clubs:{name}", args=[cast.club.slug]) for name in CLUB_PAGES]
    pages += [
        reverse(f"clubs:{name}", args=[cast.club.slug, cast.mandate.pk])
        for name in ("mandate_correct", "mandate_remove")
    ]
    held, line = cast.mandate.seats.get(), cast.people[SECRETARY].memberships.get()
    pages += [
        reverse(f"clubs:{name}", args=[cast.club.slug, held.pk]) for name in ("seat_end", "seat_remove")
    ]
    pages += [reverse("clubs:member_correct", args=[cast.club.slug, line.pk])]
    pages += [reverse(f"tournaments:{name}", args=[cast.club.slug]) for name in ("list", "create")]
    pages += [reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"]
    pages += [reverse("tournaments:director", args=[each.pk]) for each in (waiting, draft, playing, ended)]
    pages += [reverse("tournaments:director", args=[draft.pk]) + "?fase=1"]
    pages += [reverse(f"tournaments:{name}", args=[playing.pk]) for name in EVENING_PAGES]
    pages += [
        reverse(f"tournaments:{name}", args=[playing.pk, match.pk])
        for name in ("match_desk", "match_history")
    ]
    copy = copy_in(cast, closing=150)
    pages += [reverse("tournaments:rules", args=[cast.club.slug])]
    pages += [reverse("tournaments:rules_preset", args=[cast.club.slug, "fitab-2025"])]
    pages += [reverse("tournaments:rules_create", args=[cast.club.slug]) + "?da=guida"]
    pages += [
        reverse(f"tournaments:{name}", args=[cast.club.slug, copy.pk])
        for name in ("rules_copy", "rules_edit")
    ]
    return [*pages, reverse("tournaments:seat_by_hand", args=[singles.pk, 1]), reverse("clubs:my_clubs")]


def test_axe_finds_nothing_and_nothing_sticks_out(open_browser: OpenBrowser) -> None:
    cast = make_cast()
    addresses = _addresses(cast)
    page = open_browser(email=cast.users[SECRETARY].email)
    faults = []
    for path in addresses:
        page.goto(path)
        faults += faults_of(page)
    assert not faults, "\n".join(faults)
