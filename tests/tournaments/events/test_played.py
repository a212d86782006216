"""The settings of an evening that is being played: what stands is text, unknown awards can still be said."""

import random
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import A_THURSDAY, make_evening, play_evening, play_round, the_round
from tests.tournaments.events.test_bad_input import evening_form
from tests.tournaments.events.test_events import facts_of
from tournaments import rounds
from tournaments.ending import declare_final, publish_provisional
from tournaments.entries import withdraw_entry
from tournaments.events import change_tournament, plans_of
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round
from tournaments.models.scores import Award

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def to_target(cast: Cast, entries: int = 4) -> Tournament:
    return make_evening(cast.club, entries=entries, programme="target")


def settings_of(evening: Tournament) -> str:
    return reverse("tournaments:edit", args=[evening.pk])


def shown(client: Client, url: str) -> str:
    return client.get(url, follow=True).content.decode()


def words(**changed: Any) -> dict[str, Any]:
    """What the page of a running evening sends."""
    form = {
        "name": "Torneo di prova",
        "starts_at_0": "2026-11-26",
        "starts_at_1": "21:45",
        "venue": "",
        "poster": "",
        "capacity": "",
        "entry_mode": "quick",
    }
    return form | changed


AWARDS = {f"fasi-0-{name}": value for name, value in zip(
    ("sit_out_vp", "sit_out_mp", "absence_vp", "absence_mp"), ("2", "305", "0", "-305"), strict=True
)}  # fmt: skip


def test_an_evening_without_awards_goes_on_when_somebody_must_rest(secretary: Client, cast: Cast) -> None:
    evening = to_target(cast)
    play_round(evening, 1, random.Random(1))
    withdraw_entry(entry=evening.entries.get(number=4), by=None)
    here = reverse("tournaments:director", args=[evening.pk])
    field = f"{settings_of(evening)}#id_fasi-0-sit_out_vp"
    assert field in shown(secretary, here)
    rounds.draw_round(round=the_round(evening, 2), by=None, seed=1)
    assert field in shown(secretary, here)
    assert 'id="id_fasi-0-sit_out_vp"' in shown(secretary, settings_of(evening))
    answer = secretary.post(settings_of(evening), words(**AWARDS))
    assert answer.status_code == 302
    assert field not in shown(secretary, here)
    assert rounds.confirm(round=the_round(evening, 2), by=None).state == Round.State.CONFIRMED
    assert (Award.objects.get().vp, Award.objects.get().mp) == (2, 305)
    assert 'id="id_fasi-0-sit_out_vp"' not in shown(secretary, settings_of(evening))


def test_no_field_is_offered_that_would_refuse(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8)
    assert 'name="entry_kind"' not in shown(secretary, settings_of(evening))
    assert 'name="regulations"' in shown(secretary, settings_of(evening))
    rounds.draw_round(round=the_round(evening, 1), by=None, seed=1)
    page = shown(secretary, settings_of(evening))
    for name in ("regulations", "entry_kind", "criteria", "fasi-0-movement", "fasi-0-sit_out_vp"):
        assert f'name="{name}"' not in page
    for text in ("FIBUR 2026", "VP, then MP", "Mitchell", "305"):
        assert text in page
    assert secretary.post(settings_of(evening), words(venue="Sala grande")).status_code == 302
    evening.refresh_from_db()
    assert (evening.venue, evening.regulations) == ("Sala grande", "fibur-2026")


def test_a_final_evening_offers_its_words_only(secretary: Client, cast: Cast) -> None:
    evening = play_evening(to_target(cast), random.Random(1))
    publish_provisional(tournament=evening, by=None)
    declare_final(tournament=evening, by=None)
    page = shown(secretary, settings_of(evening))
    for name in ("starts_at_0", "capacity", "entry_mode", "fasi-0-sit_out_vp"):
        assert f'name="{name}"' not in page
    assert secretary.post(settings_of(evening), words(starts_at_1="23:00")).status_code == 200
    assert secretary.post(settings_of(evening), {"name": "Nuovo nome"}).status_code == 302


def test_a_page_from_before_the_draw_is_answered_not_half_saved(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8)
    rounds.draw_round(round=the_round(evening, 1), by=None, seed=1)
    answer = secretary.post(settings_of(evening), evening_form(regulations="guida", name="Altro nome"))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "The first round is drawn: phases" in page
    assert 'value="Altro nome"' in page
    assert 'name="regulations"' not in page
    evening.refresh_from_db()
    assert (evening.regulations, evening.name) != ("guida", "Altro nome")


def test_an_award_is_said_once(secretary: Client, cast: Cast) -> None:
    evening = to_target(cast)
    rounds.draw_round(round=the_round(evening, 1), by=None, seed=1)
    assert secretary.post(settings_of(evening), words(**AWARDS)).status_code == 302
    other = secretary.post(settings_of(evening), words(**AWARDS | {"fasi-0-sit_out_vp": "1"}))
    assert "The first round is drawn: phases" in other.content.decode()
    assert secretary.post(settings_of(evening), words(**AWARDS)).status_code == 302
    assert evening.phases.get().sit_out_vp == 2


def test_nothing_but_unknown_awards_changes_in_a_drawn_plan(cast: Cast) -> None:
    evening = to_target(cast)
    rounds.draw_round(round=the_round(evening, 1), by=None, seed=1)
    plan = replace(plans_of(evening)[0], sit_out_vp=2, sit_out_mp=305)
    for wrong in ([replace(plan, rounds_count=4)], [plan, plan], []):
        with pytest.raises(ValidationError, match="first round is drawn"):
            change_tournament(tournament=evening, facts=facts_of(evening), phases=wrong, by=None)
    change_tournament(tournament=evening, facts=facts_of(evening), phases=[plan], by=None)
    assert plans_of(evening) == [plan]
    assert the_round(evening, 1).state == Round.State.DRAFT
    assert evening.starts_at == A_THURSDAY
