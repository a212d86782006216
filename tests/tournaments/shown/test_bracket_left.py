"""What the bracket says of who has left, of whom they would have met, and of an unplayed third place."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.evenings import open_round, the_round
from tests.tournaments.shown.conftest import Read, knock_out, show, words_of
from tests.tournaments.shown.semifinals import EW_WINS, NS_WINS, matches, pair, score, semifinals
from tournaments import rounds
from tournaments.departures import absent_at_table
from tournaments.knockouts import stakes_of
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament

pytestmark = pytest.mark.django_db
THIRD = "plays for the third place"


def leave(client: Client, evening: Tournament, *entries: Entry) -> None:
    for entry in entries:
        here = reverse("tournaments:leave", args=[evening.pk, entry.pk])
        client.post(here, {"justified": "yes"})
        assert Entry.objects.get(pk=entry.pk).state == Entry.State.WITHDRAWN


def bouts(client: Client, evening: Tournament, title: str) -> list[str]:
    """The words of each match of a stage of the public bracket, the match for the third place apart."""
    html = client.get(reverse("tournaments:bracket", args=[evening.pk])).content.decode()
    (stage,) = [part for part in html.split("<section")[1:] if title in words_of(part)]
    return [words_of(item) for item in re.findall(r"<li>(.*?)</li>", stage, re.DOTALL)]


def name(entry: Entry) -> str:
    return entry.members.order_by("position")[0].person.last_name


def play_out(evening: Tournament, number: int) -> None:
    """N-S wins every match that has no score; the round is closed."""
    for match in matches(evening, number):
        if not match.version and not match.seats.filter(award__isnull=False).exists():
            score(match, NS_WINS)
    rounds.close(round=the_round(evening, number), by=None)


def test_who_won_a_quarter_final_and_left_plays_for_nothing(secretary: Client, cast: Cast) -> None:
    evening = knock_out(cast, 8, 0)
    open_round(evening, 1)
    play_out(evening, 1)
    (leaving, _), (waits, _) = (pair(match) for match in matches(evening, 1)[:2])
    leave(secretary, evening, leaving)
    quarters = bouts(secretary, evening, "Quarter-finals")
    assert "Then against" not in quarters[0], "it is over for them"
    assert "Then against nobody" in quarters[1]
    show(evening, 2)
    semis = bouts(secretary, evening, "Semifinals")
    assert re.search(rf"{name(leaving)} .*left before this match", semis[0])
    assert f"{name(waits)} Prova" in semis[0]
    assert "goes on without playing" in semis[0]
    assert THIRD not in "".join(semis)
    assert bouts(secretary, evening, "Quarter-finals") == quarters
    play_out(evening, 2)
    assert THIRD not in "".join(bouts(secretary, evening, "Semifinals"))
    show(evening, 3)
    semis = bouts(secretary, evening, "Semifinals")
    assert THIRD not in "".join(semis)
    assert semis[1].count("third, without a match") == 1


def test_two_matches_from_which_nobody_comes_leave_the_next_without_opponents(
    secretary: Client, cast: Cast
) -> None:
    evening = knock_out(cast, 8, 0)
    open_round(evening, 1)
    first, second, *_others = matches(evening, 1)
    absent_at_table(match=first, absent=[each.pk for each in pair(first)], by=None)
    quarters = bouts(secretary, evening, "Quarter-finals")
    assert "did not come" in quarters[0]
    assert "Then" not in quarters[0]
    assert "not decided yet Then against nobody" in quarters[1]
    play_out(evening, 1)
    leave(secretary, evening, pair(second)[0])
    assert "Then" not in "".join(bouts(secretary, evening, "Quarter-finals")[:2])
    show(evening, 2)
    empty, played = bouts(secretary, evening, "Semifinals")
    assert "left before this match" in empty
    assert "not decided yet" not in empty
    assert "Then" not in empty
    assert "Then against nobody" in played
    play_out(evening, 2)
    show(evening, 3)
    empty, played = bouts(secretary, evening, "Semifinals")
    assert "not decided yet" not in empty
    assert THIRD not in played
    assert "Then against nobody" in played
    (final,) = bouts(secretary, evening, "Final")
    assert "wins" in final
    assert "without playing" in final


@pytest.mark.parametrize("leaves", ["loser", "winner", "nobody"])
def test_the_third_place_is_named_while_it_can_be_played(
    secretary: Client, read: Read, cast: Cast, leaves: str
) -> None:
    evening = semifinals(cast)
    winner, loser = pair(matches(evening, 1)[0])
    assert read("bracket", evening.pk).count(THIRD) == 2
    if leaves != "nobody":
        leave(secretary, evening, loser if leaves == "loser" else winner)
    expected = 0 if leaves == "loser" else 2
    assert read("bracket", evening.pk).count(THIRD) == expected
    show(evening, 2)
    assert read("bracket", evening.pk).count(THIRD) == expected


@pytest.mark.parametrize("both", [False, True])
def test_the_match_for_the_third_place_is_no_final_where_finalists_have_left(
    secretary: Client, cast: Cast, both: bool
) -> None:
    evening = semifinals(cast)
    first, second = (pair(match)[0] for match in matches(evening, 1))
    leave(secretary, evening, *((first, second) if both else (first,)))
    show(evening, 2)
    (last,) = matches(evening, 2)
    assert stakes_of(last.round) == {last.pk: "For the third place"}


def test_who_went_on_before_a_correction_is_told_why(secretary: Client, cast: Cast) -> None:
    evening = knock_out(cast, 8, 0)
    open_round(evening, 1)
    play_out(evening, 1)
    show(evening, 2)
    why = "The score was corrected when the next round was announced already: its seats stand."
    assert not any(why in each for each in bouts(secretary, evening, "Quarter-finals"))
    corrected = matches(evening, 1)[0]
    sits, _ = pair(corrected)
    score(corrected, EW_WINS)
    first, *others = bouts(secretary, evening, "Quarter-finals")
    assert re.search(rf"{name(sits)} .*goes on", first)
    assert why in first
    assert not any(why in each for each in [*others, *bouts(secretary, evening, "Semifinals")])
