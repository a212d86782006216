"""Nobody rests twice before all have, and stands last; a draw always comes out, and says what it repeats."""

import random
import re
from collections import Counter
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, record_random
from tournaments.models.entries import EntryMember
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Round, Seat
from tournaments.programmes import PhasePlan, Programme

pytestmark = pytest.mark.django_db
Movement = Phase.Movement


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def press(secretary: Client, evening: Tournament, number: int, *names: str) -> str:
    """Press buttons of a round; the director's page afterwards, as words."""
    for name in names:
        secretary.post(reverse(f"tournaments:{name}", args=[evening.pk, number]))
    page = secretary.get(reverse("tournaments:director", args=[evening.pk])).content.decode()
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def play(secretary: Client, evening: Tournament, number: int) -> None:
    press(secretary, evening, number, "confirm", "announce", "start")
    matches = Match.objects.active().filter(round__tournament=evening, round__number=number)
    for match in matches.select_related("round__phase__tournament"):
        record_random(match, random.Random(match.pk))
    press(secretary, evening, number, "close")
    assert evening.rounds.get(number=number).state == Round.State.CLOSED


@pytest.mark.experience(19)
@pytest.mark.parametrize("movement", [Movement.SWISS, Movement.DANISH_NO_REMATCH])
def test_seventeen_pairs_and_six_rounds_rest_six_different_pairs(
    secretary: Client, cast: Cast, movement: str
) -> None:
    plan = (PhasePlan(movement, 6, hands=2, vp_table="hands-2"),)
    evening = make_evening(cast.club, entries=17, programme=Programme("Prova", "pairs", plan))
    for number in range(1, 7):
        page = press(secretary, evening, number, "draw")
        resting = Seat.objects.active().get(round__tournament=evening, round__number=number, reason="rests")
        names = list(resting.entry.members.values_list("person__last_name", flat=True))
        seats = page[page.index("Draw again") :]
        last = max(seats.index(name) for name in names)
        everybody = set(EntryMember.objects.values_list("person__last_name", flat=True))
        assert all(seats.index(name) < last for name in everybody - set(names)), "rests stand last"
        play(secretary, evening, number)
    rests = Counter(Seat.objects.active().filter(reason="rests").values_list("entry", flat=True))
    assert len(rests) == 6
    assert set(rests.values()) == {1}


@pytest.mark.experience(20)
@pytest.mark.parametrize("movement", [Movement.SWISS, Movement.DANISH_NO_REMATCH, Movement.DRAWN])
def test_a_forced_repeat_is_drawn_and_named_before_it_is_accepted(
    secretary: Client, cast: Cast, movement: str
) -> None:
    plan = (PhasePlan(movement, 4, hands=2, vp_table="hands-2"),)
    evening = make_evening(cast.club, entries=4, programme=Programme("Prova", "pairs", plan))
    for number in (1, 2, 3):
        page = press(secretary, evening, number, "draw")
        assert "again" not in page.split("Confirm round")[0].replace("Nobody meets or rests again", "")
        play(secretary, evening, number)
    page = press(secretary, evening, 4, "draw")
    assert evening.rounds.get(number=4).state == Round.State.DRAFT
    assert len(re.findall(r"must meet again \(round 1\): there is no better draw", page)) == 2
    play(secretary, evening, 4)
