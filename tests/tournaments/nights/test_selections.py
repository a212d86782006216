"""The checks of selections fail on a wrong list, a tie that nobody decided, and a person with two places."""

import random

import pytest

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, play_round
from tests.tournaments.nights.machine import Evenings
from tests.tournaments.nights.night import Night, Tally
from tests.tournaments.nights.programmes import PLANS
from tests.tournaments.nights.rows import own, picture
from tests.tournaments.nights.selections import (
    Event,
    chosen,
    entered,
    lead_on,
    one_place_a_person,
    selection_stands,
    to_be_entered,
)
from tests.tournaments.nights.verbs import ByVerbs
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def selection(cast: Cast) -> tuple[Night, Event]:
    """Tonight's selection, its round played and its standings out, and the event."""
    evening = make_evening(cast.club, entries=6, programme=PLANS["selection"].programme)
    event = lead_on(cast, evening, 3)
    evening = Tournament.objects.get(pk=evening.pk)
    play_round(evening, 1, random.Random(3))
    night = Night(cast, evening, ByVerbs(cast, evening), Tally(), event)
    night.do("provisional", SECRETARY)
    return night, event


def test_a_list_of_others_is_found(cast: Cast) -> None:
    night, event = selection(cast)
    for entry in chosen(night.now, event.persons).through:
        wrong = night.look()
        wrong["entry"][entry]["state"] = "withdrawn"
        with pytest.raises(AssertionError, match="instead of"):
            selection_stands(wrong, night.pk, event)


def test_who_has_a_place_from_before_and_is_not_passed_over_is_found(cast: Cast) -> None:
    night, event = selection(cast)
    first = chosen(night.now, event.persons).through[0]
    person = EntryMember.objects.filter(entry=first).first().person_id
    with pytest.raises(AssertionError, match="instead of"):
        selection_stands(night.now, night.pk, Event(event.pk, (*event.earlier, frozenset({person}))))


def test_a_tie_is_nobodys_until_it_is_decided(cast: Cast) -> None:
    night, event = selection(cast)
    level = night.look()
    for side in level["side"].values():
        side["base"], side["points"], side["total"] = None, None, 100
    found = chosen(level, event.persons)
    assert len(found.tied) > 2
    with pytest.raises(AssertionError, match="instead of"):
        selection_stands(level, night.pk, event)


def test_an_act_that_writes_in_another_tournament_is_found(cast: Cast) -> None:
    night, event = selection(cast)

    class Faulty(ByVerbs):
        def do(self, name: str, role: str, facts: dict[str, object]) -> None:
            super().do(name, role, facts)
            Tournament.objects.filter(pk=event.pk).update(name="Altra")

    night.hands = Faulty(cast, Tournament.objects.get(pk=night.pk))
    with pytest.raises(AssertionError, match="wrote in another tournament"):
        night.do("final", SECRETARY)


def test_two_places_of_one_person_are_found(cast: Cast) -> None:
    night, event = selection(cast)
    hands = night.hands.at(Tournament.objects.get(pk=event.pk))
    wanted = to_be_entered(own(picture(), event.pk), event.earlier)
    assert wanted == list(event.earlier)
    hands.do("enter_qualified", SECRETARY, {"only": None})
    rows = own(picture(), event.pk)
    one_place_a_person(rows)
    assert set(entered(rows)) >= set(wanted)
    assert to_be_entered(rows, event.earlier) == []
    rows = own(picture(), event.pk)
    one, _partner, other, *_others = rows["member"].values()
    other["person_id"] = one["person_id"]
    with pytest.raises(AssertionError, match="are entered"):
        one_place_a_person(rows)


def test_an_evening_that_leads_on_goes_through_by_verbs(cast: Cast) -> None:
    """Whatever is pressed in the event: everybody once, who cancels once, the next for that place."""
    tally = Tally()
    machine = type("One", (Evenings,), {"cast": cast, "tally": tally})()
    machine.begin(plan="selection", extra=2, late=0, seed=5, far=0, minutes=0, known=8)
    for step, what in enumerate(("all", "cancel", "all", "wrong", "next")):
        machine.steps(5, step)
        machine.enter_in_the_event(step, what)
    machine.teardown()
    assert tally.elsewhere >= 5
