"""The director's buttons pressed on a page that shows other seats, or another table, than there are now."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, the_round
from tests.facts import facts_of
from tests.slips import reread
from tournaments import draws, rounds
from tournaments.absences import take_absence_away
from tournaments.departures import absent_at_table
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.table_moves import move_table, put_back, put_off

pytestmark = pytest.mark.django_db
CHANGED = "Nothing was done: the seats of round 1 have changed in the meantime. Look again."


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Round 1 confirmed."""
    tournament = make_evening(cast.club, entries=6, programme="4d")
    draws.draw_round(round=the_round(tournament, 1), by=None, seed=1)
    rounds.confirm(round=the_round(tournament, 1), by=None)
    return tournament


def at(name: str, evening: Tournament, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[evening.pk, *args])


def press(client: Client, action: str, page: str) -> str:
    """Send the form with that action as the page had it; the words of the answer."""
    form = page.partition(f'action="{action}"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert "seen" in fields
    html = client.post(action, fields, follow=True).content.decode()
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def swap_behind_the_back(evening: Tournament) -> None:
    """Somebody goes back to the draft, swaps two seats and confirms again."""
    round_ = the_round(evening, 1)
    rounds.back_to_draft(round=round_, by=None)
    seats = [match.seats.get(line="EW") for match in round_.matches.active()[:2]]
    draws.swap_seats(round=the_round(evening, 1), one=seats[0].pk, other=seats[1].pk, by=None)
    rounds.confirm(round=the_round(evening, 1), by=None)


@pytest.mark.parametrize("name", ["announce", "back_to_draft", "undo_draw"])
def test_a_confirmed_round_with_other_seats_is_not_turned(
    secretary: Client, evening: Tournament, name: str
) -> None:
    older = page_of(secretary, at("director", evening))
    swap_behind_the_back(evening)
    before = facts_of(evening)
    assert CHANGED in press(secretary, at(name, evening, 1), older)
    assert facts_of(evening) == before
    newer = page_of(secretary, at("director", evening))
    assert CHANGED not in press(secretary, at(name, evening, 1), newer)
    assert facts_of(evening) != before


def test_a_draft_drawn_again_is_not_undone(secretary: Client, evening: Tournament) -> None:
    rounds.back_to_draft(round=the_round(evening, 1), by=None)
    older = page_of(secretary, at("director", evening))
    draws.draw_round(round=the_round(evening, 1), by=None, seed=9)
    said = press(secretary, at("undo_draw", evening, 1), older)
    assert "The draft has changed in the meantime: look at it again." in said
    assert the_round(evening, 1).state == Round.State.DRAFT


def test_an_announcement_of_other_seats_is_not_taken_back(secretary: Client, evening: Tournament) -> None:
    rounds.announce(round=the_round(evening, 1), by=None)
    older = page_of(secretary, at("director", evening))
    rounds.take_back(round=the_round(evening, 1), by=None)
    swap_behind_the_back(evening)
    rounds.announce(round=the_round(evening, 1), by=None)
    assert CHANGED in press(secretary, at("take_back", evening, 1), older)
    assert the_round(evening, 1).is_public


@pytest.mark.parametrize("name", ["announce", "back_to_draft", "undo_draw"])
def test_the_same_press_twice_is_one_and_no_refusal(
    secretary: Client, evening: Tournament, name: str
) -> None:
    older = page_of(secretary, at("director", evening))
    for _press in range(2):
        assert CHANGED not in press(secretary, at(name, evening, 1), older)
    assert evening.acts.filter(verb=name).count() == 1


@pytest.fixture
def table(evening: Tournament) -> Match:
    rounds.undo_draw(round=the_round(evening, 1), by=None)
    return reread(open_round(evening, 1).matches.active().get(table_number=1))


def test_an_absence_written_anew_is_not_taken_away(
    secretary: Client, evening: Tournament, table: Match
) -> None:
    absent_at_table(match=table, absent={table.seats.get(line="EW").entry_id}, by=None)
    older = page_of(secretary, at("table_trouble", evening, table.pk))
    take_absence_away(match=reread(table), by=None)
    absent_at_table(match=reread(table), absent={table.seats.get(line="NS").entry_id}, by=None)
    before = facts_of(evening)
    said = press(secretary, at("table_absent_back", evening, table.pk), older)
    assert "Nothing was done: the match has changed." in said
    assert facts_of(evening) == before


def test_a_match_put_off_again_does_not_play_now(
    secretary: Client, evening: Tournament, table: Match
) -> None:
    put_off(match=table, by=None)
    older = page_of(secretary, at("table_trouble", evening, table.pk))
    put_back(match=reread(table), by=None)
    move_table(match=reread(table), to=9, by=None)
    put_off(match=reread(table), by=None)
    said = press(secretary, at("table_put_back", evening, table.pk), older)
    assert "It is at table 9 now: look again." in said
    assert reread(table).postponed_at is not None
