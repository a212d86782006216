"""A press from a page that was loaded before somebody else did something: it says what stands."""

import random
import re

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime

from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tests.slips import E6, posted, reread
from tests.tournaments.mishaps.conftest import url, words
from tournaments import rounds
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.draws import throw_away
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.undoing import moments

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Round 1 played, round 2 announced."""
    tournament = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(tournament, 1, random.Random(1))
    open_round(tournament, 2)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("acts", [1, 3])
def test_going_back_twice_says_that_it_was_done_by_whom_and_when(
    secretary: Client, evening: Tournament, acts: int
) -> None:
    moment = next(each for each in moments(evening) if each.later >= acts)
    asked = {"seq": moment.act.seq, "acts": moment.later}
    assert "The evening is back at that moment." in words(
        secretary.post(url("go_back", evening.pk), asked, follow=True)
    )
    after, going = facts_of(evening), evening.acts.latest("seq")
    again = words(secretary.post(url("go_back", evening.pk), asked, follow=True))
    at = date_format(localtime(going.at), "H.i")
    assert re.search(rf"The evening went back to that moment already: [^:]+, {re.escape(at)}\.", again)
    assert "Nothing was undone" not in again
    assert facts_of(evening) == after
    assert evening.acts.latest("seq") == going
    assert moment.act.seq not in [each.act.seq for each in moments(evening)], "it is the evening as it stands"


def test_a_withdrawal_from_an_older_page_says_what_stands(secretary: Client, evening: Tournament) -> None:
    entry = evening.entries.get(number=2)
    address = url("leave", evening.pk, entry.pk)
    withdraw_entry(entry=entry, by=None, justified=False)
    act = evening.acts.get(verb=Act.Verb.WITHDRAW)
    again = words(secretary.post(address, {"justified": "yes", "leave": "1"}, follow=True))
    at = date_format(localtime(act.at), "H.i")
    assert f"Number 2 has left already: Pozzetto, {at}, without a good reason. This stands." in again


def since_of(page: str) -> str:
    found = re.search(r'name="since" value="(\d+)"', page)
    assert found is not None
    return found[1]


def test_a_withdrawal_whose_table_was_decided_in_between_says_it_and_asks_again(
    secretary: Client, evening: Tournament
) -> None:
    entry = evening.entries.get(number=2)
    address = url("leave", evening.pk, entry.pk)
    old = {"justified": "no", "leave": "1", "since": since_of(secretary.get(address).content.decode())}
    match = evening.rounds.get(number=2).matches.active().get(seats__entry=entry)
    absent_at_table(match=match, absent={entry.pk}, by=None)
    response = secretary.post(address, old)
    assert "Since this page was opened: Absence at the table · round 2" in words(response)
    assert "Number 2 has left." not in words(response)
    entry.refresh_from_db()
    assert entry.state == Entry.State.PRESENT
    again = old | {"since": since_of(response.content.decode())}
    assert "Number 2 has left." in words(secretary.post(address, again, follow=True))


def test_a_withdrawal_whose_round_was_closed_in_between_shows_what_happens_now(
    secretary: Client, evening: Tournament
) -> None:
    address = url("leave", evening.pk, evening.entries.get(number=2).pk)
    page = secretary.get(address)
    assert "The match at table" in words(page)
    for match in evening.rounds.get(number=2).matches.active():
        record_random(reread(match), random.Random(1))
    rounds.close(round=the_round(evening, 2), by=None)
    old = {"justified": "yes", "leave": "1", "since": since_of(page.content.decode())}
    shown = words(secretary.post(address, old))
    assert "Round closed · round 2" in shown
    assert "The match at table" not in shown
    assert "The next draws leave them out." in shown


def test_another_table_s_score_does_not_hold_a_withdrawal_up(secretary: Client, evening: Tournament) -> None:
    entry = evening.entries.get(number=2)
    address = url("leave", evening.pk, entry.pk)
    since = since_of(secretary.get(address).content.decode())
    other = evening.rounds.get(number=2).matches.active().exclude(seats__entry=entry)[0]
    record_random(reread(other), random.Random(1))
    posted_ = {"justified": "yes", "leave": "1", "since": since}
    assert "Number 2 has left." in words(secretary.post(address, posted_, follow=True))


def test_a_second_substitution_from_an_older_page_is_refused_in_a_sentence(
    secretary: Client, evening: Tournament
) -> None:
    entry = evening.entries.get(number=1)
    leaving = entry.members.get(position=1).person_id
    address = url("replace", evening.pk, entry.pk)
    secretary.post(address, {"first": "Cambio Ida", "leaving": leaving})
    again = words(secretary.post(address, {"first": "Cambio Ugo", "leaving": leaving}))
    assert "Who was to go is not in this entry any more: choose again." in again
    assert "valid choice" not in again


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("table_trouble", "get"),
        ("table_absent", "post"),
        ("table_move", "post"),
        ("table_put_off", "post"),
        ("table_start", "post"),
        ("award", "get"),
        ("match_history", "get"),
    ],
)
def test_a_table_of_a_round_thrown_away_leads_to_the_evening(
    secretary: Client, evening: Tournament, name: str, method: str
) -> None:
    round_ = evening.rounds.get(number=2)
    match = round_.matches.active().get(table_number=1)
    throw_away(round=round_, typed=2, by=None)
    response = getattr(secretary, method)(url(name, evening.pk, match.pk), {"to": "9"}, follow=True)
    assert response.redirect_chain == [(url("director", evening.pk), 302)]
    assert "that table is there no more, round 2 was taken back." in words(response)
    other = getattr(secretary, method)(url(name, evening.pk, 10**6), {"to": "9"})
    assert other.status_code == 404


def test_the_desk_of_a_round_thrown_away_does_not_say_that_all_is_in(
    secretary: Client, evening: Tournament
) -> None:
    round_ = evening.rounds.get(number=2)
    match = round_.matches.active().get(table_number=1)
    throw_away(round=round_, typed=2, by=None)
    page = words(secretary.post(url("match_desk", evening.pk, match.pk), posted(E6)))
    assert "All tables are in." not in page
