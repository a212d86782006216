"""Regulations given to a new evening: chosen from their page, they come along with the target they have."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.regulations import PRESETS, changed
from tests.cast import Cast
from tests.evenings import make_evening, open_round
from tests.tournaments.events.test_pages import posted
from tests.tournaments.regulations.conftest import copy_in
from tournaments.models.events import Tournament
from tournaments.regulations import change_copy

pytestmark = pytest.mark.django_db


def new_evening(cast: Cast, **asked: str) -> str:
    words = "&".join(f"{name}={value}" for name, value in asked.items())
    return reverse("tournaments:create", args=[cast.club.slug]) + f"?{words}"


def test_an_evening_begun_from_a_copy_proposes_its_target(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast, default_target=1005)
    page = secretary.get(reverse("tournaments:rules_copy", args=[cast.club.slug, copy.pk])).content.decode()
    first = new_evening(cast, regolamento=copy.code)
    assert f'href="{first}"' in page
    kinds = secretary.get(first).content.decode()
    assert re.search(r'value="target"[^>]* checked', kinds)
    assert f'name="regolamento" value="{copy.code}"' in kinds
    second = secretary.get(new_evening(cast, programma="target", regolamento=copy.code))
    assert [form["target"].value() for form in second.context["phases"].initial_forms] == [1005]
    shown = second.content.decode()
    assert f'<option value="{copy.code}" selected>Del giovedì (to 1005 points)</option>' in shown


def test_it_is_a_proposal_that_the_organiser_writes_over(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast, default_target=1005)
    address = new_evening(cast, programma="target", regolamento=copy.code)
    data = posted(secretary, address)
    for changes in ({"name": "Come proposto"}, {"name": "Altro", "fasi-0-target": "3005"}):
        assert secretary.post(address, data | changes).status_code == 302
    evenings = Tournament.objects.order_by("pk")
    assert [each.phases.get().target for each in evenings] == [1005, 3005]
    assert {each.regulations_copy for each in evenings} == {copy}


def test_where_hands_are_counted_no_target_comes_in(secretary: Client, cast: Cast) -> None:
    copy = copy_in(cast, default_target=1005)
    forms = secretary.get(new_evening(cast, programma="3m1d", regolamento=copy.code)).context["phases"]
    assert [(form["hands"].value(), form["target"].value()) for form in forms.initial_forms] == [
        (4, None)
    ] * 2
    without = copy_in(cast, name="Senza")
    page = secretary.get(new_evening(cast, regolamento=without.code)).content.decode()
    assert re.search(r'value="3m1d"[^>]* checked', page)
    forms = secretary.get(new_evening(cast, programma="target", regolamento=without.code)).context["phases"]
    assert forms.initial_forms[0]["target"].value() == 2005


@pytest.mark.parametrize("junk", ["x", "copia-99999", "%00", "copia-%D9%A3"])
def test_unknown_regulations_are_404(secretary: Client, cast: Cast, junk: str) -> None:
    for kind in ("", "target"):
        assert secretary.get(new_evening(cast, programma=kind, regolamento=junk)).status_code == 404


def test_a_preset_proposes_its_target_too(secretary: Client, cast: Cast) -> None:
    page = secretary.get(new_evening(cast, programma="target", regolamento="guida"))
    assert page.context["phases"].initial_forms[0]["target"].value() == 1505


def test_the_pages_say_which_version_an_evening_keeps(secretary: Client, cast: Cast) -> None:
    copy, fibur = copy_in(cast), PRESETS["fibur-2026"]
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    Tournament.objects.filter(pk=evening.pk).update(regulations="", regulations_copy=copy)
    reader = Client(headers={"accept-language": "en"})
    tab = reverse("tournaments:regulations", args=[evening.pk])
    change_copy(copy=copy, name="Nuovo", regulations=changed(fibur, closing=150), seen_version=1, by=None)
    assert "Version 2: the evening follows every change" in reader.get(tab).content.decode()
    settings = reverse("tournaments:edit", args=[evening.pk])
    assert "version" not in secretary.get(settings).content.decode()
    open_round(Tournament.objects.get(pk=evening.pk), 1)
    change_copy(copy=copy, name="Altro", regulations=fibur, seen_version=2, by=None)
    kept = reader.get(tab).content.decode()
    assert "Version 2, as it stood when the first round was drawn" in kept
    assert "What counts: Nuovo" in kept
    assert "Nuovo, version 2, as it stood when the first round" in secretary.get(settings).content.decode()
    own = secretary.get(reverse("tournaments:rules_copy", args=[cast.club.slug, copy.pk])).content.decode()
    assert "This is version 3, of " in own


def test_a_preset_has_no_version(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    tab = reverse("tournaments:regulations", args=[evening.pk])
    page = Client(headers={"accept-language": "en"}).get(tab).content.decode()
    assert "What counts: FIBUR 2026" in page
    assert "Version" not in page
