"""A draw is pressed from a page: twice is once, an old page is refused, changed standings are said."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.users import User
from tests.cast import PRESIDENT, REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, play_round, the_round
from tests.tournaments.director.test_director import by_hand, page, press
from tournaments import draws, rounds
from tournaments.drafts import is_outdated, outdated_round
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Match, Round
from tournaments.models.scores import ScoreChange
from tournaments.penalties import give_penalty, revoke_penalty
from tournaments.scores import swap_lines
from tournaments.seats import fingerprint, present_entries

pytestmark = pytest.mark.django_db
State = Round.State


@pytest.fixture
def secretary(client: Client, cast: Cast) -> User:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return cast.users[SECRETARY]


def seen_in(shown: str) -> str:
    found = re.search(r'name="seen" value="(\w+)"', shown)
    assert found
    return found[1]


def drawn(evening: Tournament) -> int:
    return Act.objects.filter(tournament=evening, verb=Act.Verb.DRAW).count()


@pytest.mark.usefixtures("secretary")
def test_the_same_draw_twice_is_one_draw_and_one_answer(client: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8)
    for _draft in range(2):  # the first draw of the round, and drawing it again
        before = drawn(evening)
        seen = seen_in(page(client, evening))
        for _press in range(2):
            assert "is drawn: look at it" in press(client, evening, "draw", 1, seen=seen)
        assert drawn(evening) == before + 1
    assert Draw.objects.count() == 2


@pytest.mark.usefixtures("secretary")
def test_the_draw_of_an_old_page_does_not_throw_swaps_away(client: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8)
    old = seen_in(page(client, evening))
    draws.draw_round(round=the_round(evening, 1), by=cast.users[PRESIDENT], seed=1, seen=old)
    assert "changed in the meantime" in press(client, evening, "draw", 1, seen=old)
    old = seen_in(page(client, evening))
    one, other = list(the_round(evening, 1).seats.active().values_list("pk", flat=True))[:2]
    draws.swap_seats(round=the_round(evening, 1), one=one, other=other, by=cast.users[PRESIDENT])
    swapped = fingerprint(the_round(evening, 1))
    assert "changed in the meantime" in press(client, evening, "draw", 1, seen=old)
    assert (fingerprint(the_round(evening, 1)), drawn(evening)) == (swapped, 1)
    assert "is drawn: look at it" in press(client, evening, "draw", 1, seen=seen_in(page(client, evening)))


@pytest.mark.usefixtures("secretary")
def test_seats_by_hand_of_an_old_page_are_not_written_over_newer_ones(client: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="individual")
    keys = present_entries(evening)
    url = reverse("tournaments:seat_by_hand", args=[evening.pk, 1])
    old = seen_in(client.get(url).content.decode())
    for _press in range(2):
        client.post(url, by_hand(evening, keys) | {"seen": old})
    assert drawn(evening) == 1
    answer = client.post(url, by_hand(evening, keys[::-1]) | {"seen": old}).content.decode()
    assert "changed in the meantime" in answer
    assert drawn(evening) == 1
    assert client.post(url, by_hand(evening, keys[::-1]) | {"seen": seen_in(answer)}).status_code == 302


@pytest.mark.usefixtures("secretary")
def test_who_is_left_over_is_said_before_the_seats_are_written(client: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=9, programme="individual")
    url = reverse("tournaments:seat_by_hand", args=[evening.pk, 1])
    shown = client.get(url).content.decode()
    assert "1 of those present is left over" in shown
    form = by_hand(evening, present_entries(evening)[1:]) | {"seen": seen_in(shown)}
    asked = client.post(url, form).content.decode()
    assert "Nobody seated 1 P" in asked
    assert drawn(evening) == 0
    key = re.search(r'name="rests" value="([\d,]+)"', asked)
    assert key
    other = by_hand(evening, present_entries(evening)[:8]) | {"seen": form["seen"], "rests": key[1]}
    assert "Nobody seated 9" in client.post(url, other).content.decode()
    assert client.post(url, form | {"rests": key[1]}).status_code == 302
    assert drawn(evening) == 1


def danish(cast: Cast, entries: int = 8) -> Tournament:
    """An evening whose first two rounds are played; the third follows the standings and is drawn."""
    evening = make_evening(cast.club, entries=entries, programme="2m2d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    return evening


def a_match(evening: Tournament, number: int = 2) -> Match:
    found = Match.objects.active().select_related("round__phase__tournament")
    return found.filter(round__tournament=evening, round__number=number).earliest("pk")


def correct(evening: Tournament, by: User | None = None) -> None:
    match = a_match(evening)
    swap_lines(match=match, by=by, seen_version=match.version)


@pytest.mark.usefixtures("secretary")
def test_a_draw_from_standings_that_changed_is_to_be_drawn_again(client: Client, cast: Cast) -> None:
    evening = danish(cast)
    assert "standings have changed" not in page(client, evening)
    match = a_match(evening)
    client.force_login(cast.users[REFEREE])
    shown = press(client, evening, "match_swap", match.pk, seen=match.version)
    assert "Round 3 is drawn from the standings before this: draw it again." in shown
    client.force_login(cast.users[SECRETARY])
    shown = page(client, evening)
    assert "The standings have changed after this draw: draw again." in shown
    press(client, evening, "draw", 3, seen=seen_in(shown))
    assert "standings have changed" not in page(client, evening)


@pytest.mark.usefixtures("secretary")
def test_a_confirmed_draw_says_so_too_and_an_announced_one_stands(client: Client, cast: Cast) -> None:
    evening = danish(cast)
    rounds.confirm(round=the_round(evening, 3), by=None)
    correct(evening)
    shown = page(client, evening)
    assert "The standings have changed after this draw: undo it, then draw again." in shown
    assert shown.count(reverse("tournaments:undo_draw", args=[evening.pk, 3])) == 1
    rounds.announce(round=the_round(evening, 3), by=None)
    assert "standings have changed" not in page(client, evening)
    assert outdated_round(evening) is None


def test_only_standings_that_are_other_ones_make_a_draw_old(cast: Cast) -> None:
    evening = danish(cast)
    correct(evening)
    assert is_outdated(the_round(evening, 3))
    correct(evening)  # and back again
    assert ScoreChange.objects.filter(match=a_match(evening)).count() == 3
    assert not is_outdated(the_round(evening, 3))
    entry = evening.entries.get(number=1)
    penalty = give_penalty(entry=entry, round=the_round(evening, 1), reason="ritardo", by=None, mp=-100)
    assert is_outdated(the_round(evening, 3))
    revoke_penalty(penalty=penalty, by=None)
    assert not is_outdated(the_round(evening, 3))


def test_a_mitchell_does_not_follow_the_standings(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    match = a_match(evening, 1)
    swap_lines(match=match, by=None, seen_version=match.version)
    assert the_round(evening, 2).phase.movement == Phase.Movement.MITCHELL
    assert not is_outdated(the_round(evening, 2))
