"""Somebody leaves during the groups: what the page of who qualifies says of her, and of who comes next."""

import random
import re

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import (
    Movement,
    address,
    in_two_groups,
    look,
    play,
    programme,
    two_hands,
)
from tests.tournaments.shown.conftest import words_of
from tournaments.cuts import cut_of
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Seat

pytestmark = pytest.mark.django_db


def leave(client: Client, evening: Tournament, *entries: int) -> None:
    for entry in entries:
        client.post(address("leave", evening, entry), {"justified": "yes"})
        assert Entry.objects.get(pk=entry).state == Entry.State.WITHDRAWN


def fate_of(client: Client, evening: Tournament, entry: int) -> str:
    """The last column of the entry's line in the standings of its group, and among the next of each group."""
    html = client.get(address("qualified", evening)).content.decode()
    number = Entry.objects.get(pk=entry).number
    rows = re.findall(rf'<th scope="row">{number} [^<]*</th>(.*?)</tr>', html, re.DOTALL)
    (fate,) = {words_of(row.rsplit("<td>", 1)[1]).strip() for row in rows}
    return fate


@pytest.mark.parametrize("stay", [1, 2, 3])
def test_who_left_the_groups_is_neither_qualified_nor_first_out(
    secretary: Client, cast: Cast, stay: int
) -> None:
    evening = make_evening(cast.club, entries=8, programme=in_two_groups(Movement.KNOCKOUT, 2))
    play(secretary, evening, 1, random.Random(1))
    first = Seat.objects.active().filter(round__tournament=evening, round__number=1, group=1)
    keys = list(first.values_list("entry", flat=True))
    staying, gone = keys[:stay], keys[stay:]
    leave(secretary, evening, *gone)
    for number in (2, 3):
        play(secretary, evening, number, random.Random(number))
    page = look(secretary, "qualified", evening)
    assert "qualified and have" not in page
    assert {fate_of(secretary, evening, entry) for entry in gone} == {"withdrawn"}
    cut = cut_of(evening.phases.get(number=2))
    outside = [entry for entry in staying if entry not in cut.field.entries]
    assert page.count("first out") == 1 + bool(outside)
    assert page.count("would play the final, but they have withdrawn") == len(cut.gone)
    for each in cut.gone:
        fates = {fate_of(secretary, evening, entry) for entry in each.offered}
        assert fates <= {"first out"}
    assert page.count("Nobody comes next.") == sum(not each.offered for each in cut.gone)


def test_the_best_of_the_thirds_who_has_left_is_not_first_out(secretary: Client, cast: Cast) -> None:
    groups = two_hands(Movement.ROUND_ROBIN, 3, groups=2, groups_by=Phase.GroupsBy.LOT)
    final = two_hands(Movement.KNOCKOUT, 2, qualify_each=1, qualify_next=1)
    evening = make_evening(cast.club, entries=8, programme=programme(groups, final))
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(number))
    (loses,) = cut_of(evening.phases.get(number=2)).field.first_out
    assert fate_of(secretary, evening, loses) == "first out"
    leave(secretary, evening, loses)
    assert fate_of(secretary, evening, loses) == "withdrawn"
    field = cut_of(evening.phases.get(number=2)).field
    assert loses not in field.first_out
    assert len(field.entries) == 3, "the places themselves are not touched"
    assert "Nothing is open" in look(secretary, "qualified", evening)
