"""Rounds more and less, tables that move, begin late or are put off."""

import random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import SCORER, SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tournaments import draws
from tournaments.arrivals import admit_late
from tournaments.ending import publish_provisional
from tournaments.likeness import Name
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.round_plan import add_round, drop_round
from tournaments.rounds import close, undo_draw
from tournaments.standings import standings
from tournaments.table_moves import move_table, put_off, reopen_table, start_table
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db


def table(tournament: Tournament, number: int, at: int) -> Match:
    matches = Match.objects.active().select_related("round__phase__tournament")
    return matches.get(round__tournament=tournament, round__number=number, table_number=at)


def undo_last(tournament: Tournament) -> None:
    undo(tournament=tournament, seq=undoable(tournament)[0].seq, by=None)


def numbers(tournament: Tournament) -> list[int]:
    return list(tournament.rounds.order_by("number").values_list("number", flat=True))


def test_a_round_more_and_a_round_less(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    with pytest.raises(ValidationError, match="in the settings"):
        add_round(tournament=evening, seen=4, by=None)
    play_round(evening, 1, random.Random(1))
    before = facts_of(evening)
    with pytest.raises(ValidationError, match="look again"):
        drop_round(tournament=evening, seen=5, by=None)  # a round that never was
    add_round(tournament=evening, seen=4, by=None)
    add_round(tournament=evening, seen=4, by=None)
    assert numbers(evening) == [1, 2, 3, 4, 5]
    undo_last(evening)
    assert facts_of(evening) == before
    drop_round(tournament=evening, seen=4, by=None)
    drop_round(tournament=evening, seen=4, by=None)
    assert numbers(evening) == [1, 2, 3]
    undo_last(evening)
    assert facts_of(evening) == before
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number))
    with pytest.raises(ValidationError, match="announced: close it"):
        drop_round(tournament=evening, seen=4, by=None)
    add_round(tournament=evening, seen=4, by=None)
    play_round(evening, 5, random.Random(5))
    publish_provisional(tournament=evening, by=None)
    evening.refresh_from_db()
    with pytest.raises(ValidationError, match="standings are being checked"):
        add_round(tournament=evening, seen=5, by=None)


def test_a_round_that_was_drawn_once_goes_and_comes_back(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    draws.draw_round(round=the_round(evening, 4), by=None, seed=1)
    with pytest.raises(ValidationError, match="undo its draw"):
        drop_round(tournament=evening, seen=4, by=None)
    undo_draw(round=the_round(evening, 4), by=None)
    drop_round(tournament=evening, seen=4, by=None)
    assert numbers(evening) == [1, 2, 3]
    add_round(tournament=evening, seen=3, by=None)
    draws.draw_round(round=the_round(evening, 4), by=None, seed=1)
    assert the_round(evening, 4).draws.count() == 2, "the draw of before is still there, put aside"


def test_the_last_rounds_exemption_is_not_moved_under_a_draw(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    draws.draw_round(round=the_round(evening, 4), by=None, seed=1)
    with pytest.raises(ValidationError, match="drawn and not announced"):
        add_round(tournament=evening, seen=4, by=None)


def test_a_table_moves_with_its_score_but_not_onto_another(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="4d")
    open_round(evening, 1)
    record_random(table(evening, 1, 2), random.Random(1))
    before = facts_of(evening)
    with pytest.raises(ValidationError, match="Table 3 is taken"):
        move_table(match=table(evening, 1, 2), to=3, by=None)
    with pytest.raises(ValidationError, match="from 1 to 1000"):
        move_table(match=table(evening, 1, 2), to=0, by=None)
    moved = move_table(match=table(evening, 1, 2), to=9, by=None)
    assert table(evening, 1, 9) == moved
    assert moved.hand_records.count() == 4
    assert set(moved.seats.values_list("table_number", flat=True)) == {9}
    undo_last(evening)
    assert facts_of(evening) == before
    mitchell = make_evening(cast.club, entries=6, programme="2m2d")
    open_round(mitchell, 1)
    with pytest.raises(ValidationError, match="where everybody goes next"):
        move_table(match=table(mitchell, 1, 2), to=9, by=None)


def tables(tournament: Tournament, number: int) -> list[int]:
    matches = the_round(tournament, number).matches.active()
    return sorted(matches.values_list("table_number", flat=True))


def test_a_table_out_of_use_seats_nobody_until_it_is_used_again(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="drawn")
    open_round(evening, 1)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    before = facts_of(evening)
    with pytest.raises(ValidationError, match="Table 2 is taken"):
        move_table(match=table(evening, 1, 2), to=2, by=None, closes=True)
    move_table(match=table(evening, 1, 2), to=4, by=None, closes=True)
    assert tables(evening, 1) == [1, 3, 4]
    assert tables(evening, 2) == [1, 3, 4], "the draft stayed at the table"
    undo_last(evening)
    assert facts_of(evening) == before
    move_table(match=table(evening, 1, 2), to=4, by=None, closes=True)
    with pytest.raises(ValidationError, match="Table 2 is out of use"):
        move_table(match=table(evening, 1, 1), to=2, by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=2)
    assert tables(evening, 2) == [1, 3, 4]
    reopen_table(tournament=evening, table=2, by=None)
    reopen_table(tournament=evening, table=2, by=None)
    assert evening.acts.filter(facts__change="table_reopened").count() == 1
    draws.draw_round(round=the_round(evening, 2), by=None, seed=2)
    assert tables(evening, 2) == [1, 2, 3]


def test_who_comes_late_is_seated_at_no_table_out_of_use(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="drawn")
    open_round(evening, 1)
    move_table(match=table(evening, 1, 2), to=9, by=None)
    move_table(match=table(evening, 1, 9), to=2, by=None, closes=True)
    people = [Name("Nuova", "Una"), Name("Nuovo", "Due")]
    admit_late(tournament=evening, persons=people, how="fill", by=None)
    assert tables(evening, 1) == [1, 2, 10]


@pytest.mark.experience(4)
def test_a_table_put_off_lets_the_hall_go_on_and_is_written_later(cast: Cast, client: Client) -> None:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    record_random(table(evening, 1, 1), random.Random(1))
    with pytest.raises(ValidationError, match="Table 2 is missing"):
        close(round=the_round(evening, 1), by=None)
    put_off(match=table(evening, 1, 2), by=None)
    put_off(match=table(evening, 1, 2), by=None)
    close(round=the_round(evening, 1), by=None)
    assert standings(evening).missing_matches == 1
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number))
    with pytest.raises(ValidationError, match="Table 2 of round 1 was put off"):
        publish_provisional(tournament=evening, by=None)
    end = reverse("tournaments:director", args=[evening.pk])
    assert "The sums of what was played hold." in client.get(end).content.decode()
    record_random(table(evening, 1, 2), random.Random(2), by=cast.users[SCORER])
    assert standings(evening).missing_matches == 0
    assert "The sums hold: every VP and MP is where it should be." in client.get(end).content.decode()
    publish_provisional(tournament=evening, by=None)


def test_a_score_that_is_there_is_not_put_off(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    record_random(table(evening, 1, 1), random.Random(1))
    with pytest.raises(ValidationError, match="has its score already"):
        put_off(match=table(evening, 1, 1), by=None)
    with pytest.raises(ValidationError, match="has hands already"):
        start_table(match=table(evening, 1, 1), by=None)
    started = start_table(match=table(evening, 1, 2), by=None)
    assert started.started_at == start_table(match=table(evening, 1, 2), by=None).started_at
