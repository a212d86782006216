"""What is written of who is missing can be taken away at its table; what was not played is no score."""

import random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, open_round, record_random, the_round
from tests.facts import facts_of
from tests.slips import reread
from tests.tournaments.mishaps.test_absence_shown import press, words
from tournaments import rounds, stages
from tournaments.absences import take_absence_away, written_at
from tournaments.board import tables_of
from tournaments.departures import absent_at_table, departure, withdraw_entry
from tournaments.draws import draw_round
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award
from tournaments.penalties import penalties_of
from tournaments.table_moves import put_back, put_off
from tournaments.undoing import undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    tournament = make_evening(cast.club, entries=8, programme="2m2d")
    open_round(tournament, 1)
    return tournament


@pytest.fixture
def match(evening: Tournament) -> Match:
    return table(evening, 1)


def table(evening: Tournament, number: int) -> Match:
    return reread(Match.objects.active().get(round__tournament=evening, round__number=1, table_number=number))


def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def last(evening: Tournament) -> int:
    return int(Act.objects.filter(tournament=evening).latest("seq").seq)


def test_the_secretary_takes_away_an_absence_that_other_acts_followed(
    client: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    page = secretary(client, cast)
    missing = match.seats.get(line="EW").entry
    press(page, "table_absent", evening.pk, match.pk, absent=missing.pk)
    record_random(table(evening, 2), random.Random(1))
    said = words(page, "table_trouble", evening.pk, match.pk)
    assert "take it away" in said
    assert "Change the awards" not in said  # there is a referee in this club
    press(page, "table_absent_back", evening.pk, match.pk)
    assert not Award.objects.exists()
    assert written_at(match) == []
    press(page, "table_absent", evening.pk, match.pk, absent=match.seats.get(line="NS").entry_id)
    assert [each.numbers for each in written_at(match)] == [(match.seats.get(line="NS").entry.number,)]


def test_the_desk_offers_the_referees_score_to_who_may_give_it(
    client: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    assert "Give a referee's score" not in words(secretary(client, cast), "match_desk", evening.pk, match.pk)
    client.force_login(cast.users[REFEREE])
    for name in ("match_desk", "match_history"):
        assert "Give a referee's score" in words(client, name, evening.pk, match.pk)


def test_a_withdrawal_taken_away_brings_her_back_and_is_undone_by_name(
    evening: Tournament, match: Match
) -> None:
    entry = match.seats.get(line="NS").entry
    entry.tournament = evening
    withdraw_entry(entry=entry, by=None)
    before = facts_of(evening)
    take_absence_away(match=match, by=None)
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.PRESENT
    assert not Award.objects.exists()
    undo(tournament=evening, seq=last(evening), by=None)
    assert facts_of(evening) == before


def test_who_was_absent_and_then_left_comes_back_before_the_absence_is_taken_away(
    client: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    page, missing = secretary(client, cast), match.seats.get(line="EW").entry
    press(page, "table_absent", evening.pk, match.pk, absent=missing.pk)
    said = words(page, "table_trouble", evening.pk, match.pk)
    assert "Nobody is missing" in said
    assert "plays on" not in said, "nobody has left"
    press(page, "leave", evening.pk, missing.pk, justified="yes", leave="1")
    assert Entry.objects.get(pk=missing.pk).state == Entry.State.WITHDRAWN
    said = words(page, "table_trouble", evening.pk, match.pk)
    assert f"Number {missing.number} has left since: let them come back first" in said
    assert f"Number {missing.number}: let them come back" in said
    assert "Nobody is missing" not in said
    press(page, "table_absent_back", evening.pk, match.pk)
    assert Award.objects.count() == 2
    press(page, "entry_readmit", evening.pk, missing.pk)
    press(page, "table_absent_back", evening.pk, match.pk)
    assert not Award.objects.exists()
    assert Entry.objects.get(pk=missing.pk).state == Entry.State.PRESENT


def test_a_closed_round_keeps_its_absences(evening: Tournament, match: Match) -> None:
    absent_at_table(match=match, absent={match.seats.get(line="NS").entry_id}, by=None)
    for number in (2, 3, 4):
        record_random(table(evening, number), random.Random(number))
    rounds.close(round=the_round(evening, 1), by=None)
    with pytest.raises(ValidationError, match="Round 1 is closed"):
        take_absence_away(match=reread(match), by=None)


@pytest.fixture
def announced(cast: Cast) -> Round:
    tournament = make_evening(cast.club, entries=8, programme="2m2d")
    draw_round(round=the_round(tournament, 1), by=None, seed=1)
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(tournament, 1), by=None)
    return the_round(tournament, 1)


def test_who_leaves_before_the_round_is_played_keeps_it_from_nothing(
    client: Client, cast: Cast, announced: Round
) -> None:
    evening = announced.tournament
    match = table(evening, 1)
    entry = match.seats.get(line="NS").entry
    page = secretary(client, cast)
    assert "is not played. Who stays gets" in words(page, "leave", evening.pk, entry.pk)
    withdraw_entry(entry=entry, by=None)
    assert not stages.has_scores(announced)
    assert tables_of(announced).begun == 0
    assert "Left before playing" in words(page, "table_trouble", evening.pk, match.pk)
    before = facts_of(evening)
    assert rounds.take_back(round=announced, by=None).state == Round.State.PLANNED
    undo(tournament=evening, seq=last(evening), by=None)
    assert facts_of(evening) == before


def test_an_absence_goes_with_the_announcement_and_comes_back_with_it(announced: Round) -> None:
    evening = announced.tournament
    match = table(evening, 1)
    absent_at_table(match=match, absent={match.seats.get(line="NS").entry_id}, by=None)
    before = facts_of(evening)
    assert rounds.take_back(round=announced, by=None).state == Round.State.CONFIRMED
    assert (Award.objects.count(), written_at(reread(match))) == (0, [])
    undo(tournament=evening, seq=last(evening), by=None)
    assert facts_of(evening) == before
    assert len(written_at(reread(match))) == 1


@pytest.fixture
def waiting(evening: Tournament, match: Match) -> Match:
    """Table 1 of round 1 was put off; the round is closed."""
    put_off(match=match, by=None)
    for number in (2, 3, 4):
        record_random(table(evening, number), random.Random(number))
    rounds.close(round=the_round(evening, 1), by=None)
    return reread(match)


def test_who_leaves_ends_the_match_that_was_put_off(
    client: Client, cast: Cast, evening: Tournament, waiting: Match
) -> None:
    entry = waiting.seats.get(line="NS").entry
    evening.refresh_from_db()
    entry.tournament = evening
    said = words(secretary(client, cast), "leave", evening.pk, entry.pk)
    assert "The match at table 1 of round 1, which was put off, is not played any more" in said
    before = facts_of(evening)
    withdraw_entry(entry=entry, by=None)
    assert {award.seat.line: award.vp for award in Award.objects.all()} == {"NS": 8, "EW": 12}
    undo(tournament=evening, seq=last(evening), by=None)
    assert facts_of(evening) == before


def test_who_leaves_in_a_later_round_ends_both(evening: Tournament, waiting: Match) -> None:
    open_round(Tournament.objects.get(pk=evening.pk), 2)
    entry = waiting.seats.get(line="NS").entry
    entry.tournament = Tournament.objects.get(pk=evening.pk)
    will = departure(entry, justified=True)
    assert (will.first.round, [each.round for each in will.also]) == (2, [1])
    withdraw_entry(entry=entry, by=None)
    assert Award.objects.filter(seat__match=waiting).count() == 2
    assert Award.objects.count() == 4
    assert [each.leaves for each in written_at(waiting)] == [True]
    take_absence_away(match=reread(waiting), by=None)
    assert not Award.objects.exists()


def test_an_absence_is_written_for_a_match_that_waits(
    client: Client, cast: Cast, evening: Tournament, waiting: Match
) -> None:
    page = secretary(client, cast)
    assert "Somebody does not come" in words(page, "table_trouble", evening.pk, waiting.pk)
    press(page, "table_absent", evening.pk, waiting.pk, absent=waiting.seats.get(line="NS").entry_id)
    assert Award.objects.count() == 2
    take_absence_away(match=reread(waiting), by=None)
    assert not Award.objects.exists()


def test_a_match_is_played_now_after_all(
    client: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    page = secretary(client, cast)
    put_off(match=match, by=None)
    said = words(page, "table_trouble", evening.pk, match.pk)
    assert "it plays now" in said
    assert "is late" not in said
    press(page, "table_put_back", evening.pk, match.pk)
    assert reread(match).postponed_at is None
    put_back(match=match, by=None)
    assert Act.objects.filter(verb=Act.Verb.POSTPONE).count() == 2


def test_nobody_is_late_at_a_table_that_is_in(
    client: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    page = secretary(client, cast)
    record_random(match, random.Random(1))
    assert "Somebody is late" not in words(page, "table_trouble", evening.pk, match.pk)
    entry = match.seats.get(line="NS").entry_id
    for name in ("table_late", "table_warn"):
        page.post(reverse(f"tournaments:{name}", args=[evening.pk, match.pk, entry]), {"told": 1, "seen": 0})
    assert penalties_of(evening) == []
    assert not evening.calls.exists()
