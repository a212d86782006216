"""The form of an evening offers what can be done, and says what cannot."""

import random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_evening, the_round
from tournaments import draws, rounds
from tournaments.ending import declare_final, publish_provisional
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def new_evening(cast: Cast) -> str:
    return reverse("tournaments:create", args=[cast.club.slug]) + "?programma=3m1d"


def posted(client: Client, url: str, **changed: Any) -> dict[str, Any]:
    """What a browser sends of the form as it is shown."""
    context = client.get(url).context
    forms = [
        context["form"],
        *([context["phases"].management_form, *context["phases"]] if context["phases"] else []),
    ]
    data: dict[str, Any] = {}
    for form in forms:
        for field in form:
            if field.field.disabled or field.name == "DELETE":
                continue
            widget = field.subwidgets[0].data if field.name == "starts_at" else None
            if widget:
                data |= {part["name"]: part["value"] for part in widget["subwidgets"]}
            elif field.value() is not None and field.value() is not False:  # a 0 is sent
                data[field.html_name] = field.value()
    return data | changed


def test_only_a_phase_that_is_there_can_be_removed(secretary: Client, cast: Cast) -> None:
    page = secretary.get(new_evening(cast)).content.decode()
    assert 'name="fasi-1-DELETE"' in page
    assert 'name="fasi-2-movement"' in page
    assert 'name="fasi-2-DELETE"' not in page
    data = posted(secretary, new_evening(cast), **{"name": "", "fasi-2-rounds_count": "2"})
    assert 'name="fasi-2-DELETE"' in secretary.post(new_evening(cast), data).content.decode()


def edit_page(evening: Tournament) -> str:
    return reverse("tournaments:edit", args=[evening.pk])


def test_what_stands_after_the_first_draw_is_shown_but_not_offered(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6)
    assert 'name="entry_kind"' not in secretary.get(edit_page(evening)).content.decode()  # there are entries
    open_round(evening, 1)
    page = secretary.get(edit_page(evening))
    assert "The first round is announced: phases, regulations and order stand." in page.content.decode()
    assert page.context["form"].fields["regulations"].disabled
    assert not page.context["form"].fields["venue"].disabled
    assert page.context["phases"].forms[0].fields["rounds_count"].disabled
    shown = page.content.decode()
    for name in ("-DELETE", 'name="regulations"', "-rounds_count", "-movement"):
        assert name not in shown
    for words in ("FIBUR 2026", "Mitchell", "VP, then MP"):
        assert words in shown
    assert 'name="fasi-0-sit_out_vp"' in shown
    sent = posted(secretary, edit_page(evening), venue="Sala grande")
    assert secretary.post(edit_page(evening), sent).status_code == 302
    evening.refresh_from_db()
    assert (evening.venue, evening.rounds.count(), evening.criteria) == ("Sala grande", 4, ["vp", "mp"])


def test_a_page_opened_before_the_draw_is_refused_and_keeps_what_was_typed(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=6)
    sent = posted(secretary, edit_page(evening), regulations="guida", **{"fasi-0-rounds_count": "7"})
    open_round(evening, 1)
    page = secretary.post(edit_page(evening), sent).content.decode()
    assert "phases, regulations and order stand" in page
    assert '<option value="guida" selected>' in page
    assert 'name="fasi-0-rounds_count" value="7"' in page
    assert evening.rounds.count() == 4


def test_who_rests_can_be_given_an_award_in_the_middle_of_an_evening(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=7, programme="target")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    with pytest.raises(ValidationError, match="say in the tournament's settings"):
        rounds.confirm(round=the_round(evening, 1), by=None)
    awards = {"fasi-0-sit_out_vp": "1", "fasi-0-sit_out_mp": "0"}
    assert (
        secretary.post(edit_page(evening), posted(secretary, edit_page(evening), **awards)).status_code == 302
    )
    assert rounds.confirm(round=the_round(evening, 1), by=None).state == Round.State.CONFIRMED


def test_at_the_end_only_words_change(secretary: Client, cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=6), random.Random(1))
    publish_provisional(tournament=evening, by=None)
    declare_final(tournament=evening, by=None)
    page = secretary.get(edit_page(evening))
    assert "only the evening&#x27;s name, place and poster change" in page.content.decode()
    assert page.context["phases"].forms[0].fields["sit_out_vp"].disabled
    sent = posted(secretary, edit_page(evening), name="Torneo d'autunno")
    assert secretary.post(edit_page(evening), sent).status_code == 302
    evening.refresh_from_db()
    assert evening.name == "Torneo d'autunno"


def test_awards_that_nobody_touched_follow_the_table_of_victory_points(secretary: Client, cast: Cast) -> None:
    """3 Mitchell and 1 Danish, played in two hands instead of four: a sit-out is 14, an absence 6."""
    two = {"hands": "2", "vp_table": "hands-2"}
    changed = {f"fasi-{number}-{name}": value for number in (0, 1) for name, value in two.items()}
    data = posted(secretary, new_evening(cast), **{"name": "Corta", "fasi-1-absence_vp": "0", **changed})
    assert data["fasi-0-sit_out_vp"] == 12
    secretary.post(new_evening(cast), data)
    names = ("sit_out_vp", "sit_out_mp", "absence_vp", "absence_mp")
    phases = Tournament.objects.get(name="Corta").phases.order_by("number").values_list(*names)
    assert list(phases) == [(14, 305, 6, -305), (14, 305, 0, -305)]
    evening = Tournament.objects.get(name="Corta")
    to_four = {"fasi-0-hands": "4", "fasi-0-vp_table": "hands-4"}
    secretary.post(edit_page(evening), posted(secretary, edit_page(evening), **to_four))
    assert list(phases.all()) == [(12, 305, 8, -305), (14, 305, 0, -305)]
    without = {"fasi-1-hands": "", "fasi-1-target": "2005", "fasi-1-vp_table": "win-draw-loss"}
    secretary.post(edit_page(evening), posted(secretary, edit_page(evening), **without))
    assert list(phases.all())[1] == (None, None, 0, None)


def test_there_are_places_for_everybody_who_is_in(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    refused = secretary.post(edit_page(evening), posted(secretary, edit_page(evening), capacity="2"))
    assert "4 are in already: write at least so many places." in refused.content.decode()
    kept = secretary.post(edit_page(evening), posted(secretary, edit_page(evening), capacity="4"))
    assert kept.status_code == 302
