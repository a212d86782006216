"""Bad input for each form that makes or seats an evening: a sentence, nothing lost, no row."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.bad_input import assert_survives, rows_of
from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, the_round
from tournaments import draws
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Round, Seat
from tournaments.seats import present_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(cast: Cast, client: Client) -> Client:
    client.force_login(cast.users[SECRETARY])
    return client


def counts() -> dict[str, int]:
    return rows_of(Tournament, Phase, Round, Draw, Seat, Act)


def evening_form(**changed: Any) -> dict[str, Any]:
    """What the browser sends for an evening of one phase: each more makes every page of the sweep slower."""
    form = {
        "name": "Torneo del giovedì",
        "starts_at_0": "2026-12-03",
        "starts_at_1": "20:45",
        "venue": "Sala",
        "poster": "",
        "entry_kind": "pairs",
        "capacity": "32",
        "regulations": "fibur-2026",
        "entry_mode": "quick",
        "objection_minutes": "15",
        "criteria": "vp,mp",
        "fasi-TOTAL_FORMS": "1",
        "fasi-INITIAL_FORMS": "1",
    }
    for index, movement in enumerate(("mitchell",)):
        form |= {
            f"fasi-{index}-movement": movement, f"fasi-{index}-rounds_count": "2", f"fasi-{index}-hands": "4",
            f"fasi-{index}-target": "", f"fasi-{index}-minutes": "60", f"fasi-{index}-vp_table": "hands-4",
            f"fasi-{index}-table_size": "4", f"fasi-{index}-spare_size": "", f"fasi-{index}-switch_at": "",
            f"fasi-{index}-mitchell_step": "1", f"fasi-{index}-resting_line": "NS",
            f"fasi-{index}-sit_out_vp": "12", f"fasi-{index}-sit_out_mp": "305",
            f"fasi-{index}-absence_vp": "8", f"fasi-{index}-absence_mp": "-305",
        }  # fmt: skip
    return form | changed


def test_making_an_evening(secretary: Client, cast: Cast) -> None:
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"
    assert_survives(secretary, url, evening_form(), counts)


def test_changing_an_evening(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=2)
    assert_survives(secretary, reverse("tournaments:edit", args=[evening.pk]), evening_form(), counts)


def test_copying_an_evening(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=2)
    url = reverse("tournaments:copy", args=[evening.pk])
    valid = {"name": "Di nuovo", "starts_at_0": "2026-12-10", "starts_at_1": "20:45"}
    assert_survives(secretary, url, valid, counts)


def test_seating_by_hand(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="individual")
    places = [
        f"t{table}-{line}-{position}" for table in (1, 2) for line in ("NS", "EW") for position in (1, 2)
    ]
    valid = dict(zip(places, present_entries(evening), strict=True))
    assert_survives(secretary, reverse("tournaments:seat_by_hand", args=[evening.pk, 1]), valid, counts)


def test_swapping_seats_refuses_junk_with_a_sentence(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4)
    evening.phases.update(allow_second_cycle=True)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    before = counts()
    for junk in ("", "x", "\x00", "-1", str(10**30), "1e9", "<b>"):
        answer = secretary.post(
            reverse("tournaments:swap", args=[evening.pk, 1]), {"seat": [junk, junk + "1"]}, follow=True
        )
        assert answer.status_code == 200
        assert 'class="note error"' in answer.content.decode()
    assert counts() == before


def test_the_programme_asked_for_may_be_junk(secretary: Client, cast: Cast) -> None:
    for junk in ("", "x", "\x00", "3m1d'--", "é" * 300):
        url = reverse("tournaments:create", args=[cast.club.slug])
        assert secretary.get(url, {"programma": junk}).status_code == 200


def test_a_wrong_phase_keeps_what_was_typed(secretary: Client, cast: Cast) -> None:
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"
    answer = secretary.post(url, evening_form(**{"fasi-0-hands": "4", "fasi-0-target": "2005"}))
    page = answer.content.decode()
    assert 'value="2005"' in page
    assert Tournament.objects.count() == 0


def test_the_same_evening_posted_twice_is_two_evenings_only_on_purpose(secretary: Client, cast: Cast) -> None:
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"
    secretary.post(url, evening_form())
    secretary.post(url, evening_form())
    made = Tournament.objects.get()
    assert made.starts_at == datetime.datetime(2026, 12, 3, 19, 45, tzinfo=datetime.UTC)


def test_a_new_evening_is_proposed_at_a_quarter_to_nine_here(secretary: Client, cast: Cast) -> None:
    page = secretary.get(reverse("tournaments:create", args=[cast.club.slug]), {"programma": "3m1d"})
    assert 'value="20:45"' in page.content.decode()


@pytest.mark.parametrize(
    ("movement", "groups", "words"),
    [
        ("knockout", "2", "after it a knock-out as the final of the first of each group"),
        ("manual", "2", "choose a movement that draws them"),
        ("howell", "2", ""),
        ("knockout", "0", ""),
    ],
)
def test_groups_that_cannot_be_are_refused_with_an_offer(
    secretary: Client, cast: Cast, movement: str, groups: str, words: str
) -> None:
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"
    typed = evening_form(**{"fasi-0-movement": movement, "fasi-0-groups": groups})
    page = " ".join(secretary.post(url, typed, headers={"accept-language": "en"}).content.decode().split())
    assert words in page
    assert Tournament.objects.exists() is (words == "")


@pytest.mark.parametrize("count", ["-1", "-3", "99", "x"])
def test_a_spoilt_count_of_phases_is_no_crash(secretary: Client, cast: Cast, count: str) -> None:
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"
    answer = secretary.post(url, evening_form(**{"fasi-INITIAL_FORMS": count}))
    assert answer.status_code in {200, 302}


def test_another_evening_of_the_same_name_and_hour_is_refused(secretary: Client, cast: Cast) -> None:
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"
    secretary.post(url, evening_form())
    answer = secretary.post(url, evening_form(**{"fasi-0-rounds_count": "5"}))
    assert "already an evening with this name" in answer.content.decode()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_an_evening_in_no_year_of_ours_is_refused(secretary: Client, cast: Cast, day: str) -> None:
    url = reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"
    answer = secretary.post(url, evening_form(starts_at_0=day))
    assert "check the date" in answer.content.decode()
    assert Tournament.objects.count() == 0
