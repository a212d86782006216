"""A player more joins a team during the evening: a reserve until a line-up seats her."""

import random
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.bad_input import assert_survives
from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tournaments import draws, rounds
from tournaments.arrivals import join_team, joins_from
from tournaments.hall import hall_seats
from tournaments.likeness import Name
from tournaments.line_ups import change_line_up, teams_in
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Seat
from tournaments.names import entry_names, reserves
from tournaments.papers.seats import people, seats_on_paper
from tournaments.programmes import PROGRAMMES
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db
FIFTH = Name("Quinto", "Ada")


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Four teams of four, four rounds, the first one being played."""
    made = make_evening(cast.club, entries=4, programme="teams-danish")
    open_round(made, 1)
    made.refresh_from_db()
    return made


def team(evening: Tournament, number: int = 1) -> Entry:
    return evening.entries.get(number=number)


def join(evening: Tournament, name: Name = FIFTH, number: int = 1) -> Entry:
    return join_team(entry=team(evening, number), arriving=name, by=None)


def play_rest(evening: Tournament) -> None:
    rng = random.Random(1)
    for match in the_round(evening, 1).matches.active():
        match.round.tournament = match.round.phase.tournament = evening
        record_random(match, rng)
    rounds.close(round=the_round(evening, 1), by=None)


def test_she_is_a_reserve_from_the_next_round_that_is_not_announced(
    evening: Tournament, client: Client
) -> None:
    assert joins_from(team(evening)) == 2
    join(evening)
    member = EntryMember.objects.get(entry=team(evening), position=5)
    assert (str(member.person), member.from_round) == ("Quinto Ada", 2)
    assert "Quinto Ada" not in {seat.surname_first for seat in hall_seats(the_round(evening, 1))}
    play_rest(evening)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    [own] = [each for each in teams_in(the_round(evening, 2)) if each.names.number == 1]
    assert own.reserves == ["Quinto Ada"]
    (one, two), second = own.pairs
    change_line_up(
        round=the_round(evening, 2), entry=team(evening), pairs=[(one, member.person_id), second], by=None
    )
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 2), by=None)
    found = {seat.surname_first: seat for seat in hall_seats(the_round(evening, 2))}
    assert found["Quinto Ada"].table
    waiting = str(EntryMember.objects.get(entry=team(evening), person=two).person)
    assert (found[waiting].table, found[waiting].reserve) == (None, True)
    card = reverse("tournaments:entry_card", args=[evening.pk, 1])
    assert f"Reserve: {waiting}" in client.get(card, headers={"accept-language": "en"}).content.decode()
    seats = seats_on_paper(the_round(evening, 2))
    names = entry_names(evening, at_round=2)
    assert [(each.number, each.full) for each in reserves(seats, names)] == [(1, ("Squadra 1", waiting))]
    [on_paper] = [each for each in people(seats, names) if each.reserve]
    assert (on_paper.name, on_paper.team, on_paper.number) == (waiting, "Squadra 1", 1)


def test_a_draft_takes_her_at_once(evening: Tournament) -> None:
    play_rest(evening)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    join(evening)
    [own] = [each for each in teams_in(the_round(evening, 2)) if each.names.number == 1]
    assert own.reserves == ["Quinto Ada"]
    assert Seat.objects.active().filter(round__number=2, entry=team(evening)).count() == 2


def test_it_is_in_the_log_done_once_and_undone(evening: Tournament) -> None:
    before = facts_of(evening)
    join(evening)
    acts = Act.objects.count()
    person = EntryMember.objects.get(entry=team(evening), position=5).person
    join_team(entry=team(evening), arriving=person, by=None)
    assert Act.objects.count() == acts
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before
    join_team(entry=team(evening, 2), arriving=person, by=None)


def test_a_full_team_takes_nobody_and_nobody_is_in_two(evening: Tournament) -> None:
    join(evening)
    taken = EntryMember.objects.get(entry=team(evening), position=5).person
    with pytest.raises(ValidationError, match="Quinto Ada is already entered, with number 1"):
        join_team(entry=team(evening, 2), arriving=taken, by=None)
    join(evening, Name("Sesto", "Ugo"))
    with pytest.raises(ValidationError, match="This team has 6 players: it takes no more"):
        join(evening, Name("Settimo", "Ivo"))


def test_after_half_of_the_rounds_teams_stay_as_they_are(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="teams-danish")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    evening.refresh_from_db()
    assert joins_from(team(evening)) == 3  # two of four have begun: half, not more
    open_round(evening, 3)
    with pytest.raises(ValidationError, match="More than half of the rounds have begun"):
        join(evening)


def test_only_teams_take_a_player_more(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4)
    with pytest.raises(ValidationError, match="Only a team takes one player more"):
        join(evening)


def test_the_page_says_from_when_and_does_it(secretary: Client, evening: Tournament) -> None:
    page = reverse("tournaments:join", args=[evening.pk, team(evening).pk])
    for name, args in (("mishaps", []), ("entry", [team(evening).pk])):
        assert (
            page in secretary.get(reverse(f"tournaments:{name}", args=[evening.pk, *args])).content.decode()
        )
    shown = secretary.get(page).content.decode()
    assert "One player more for 1 Squadra 1" in shown
    assert "From round 2 on she is of the team, as its reserve." in shown
    assert secretary.post(page, {"first": "Quinto Ada"}).status_code == 302
    assert team(evening).members.filter(is_current=True).count() == 5
    log = secretary.get(reverse("tournaments:log", args=[evening.pk])).content.decode()
    assert "Entry changed · round 2 · 1 Squadra 1 · Quinto Ada · a player more" in log
    secretary.post(page, {"first": "Sesto Ugo"})
    assert "it takes no more" in secretary.get(page).content.decode()


def test_the_page_survives_bad_input(secretary: Client, evening: Tournament) -> None:
    def counts() -> dict[str, int]:
        return {model.__name__: model.objects.count() for model in (Entry, EntryMember, Act)}

    page = reverse("tournaments:join", args=[evening.pk, team(evening).pk])
    assert_survives(secretary, page, {"first": "Quinto Ada"}, counts, n=60)


def test_it_says_who_is_in_the_team_already(secretary: Client, evening: Tournament) -> None:
    page = reverse("tournaments:join", args=[evening.pk, team(evening).pk])
    done = secretary.post(page, {"first": "Quinto Ada"}, follow=True).content.decode()
    assert "Quinto Ada is of number 1 from round 2 on." in done
    acts = Act.objects.count()
    again = secretary.post(page, {"first": "Quinto Ada"}, follow=True).content.decode()
    assert "Quinto Ada is in team 1 already: nothing has changed." in again
    assert Act.objects.count() == acts


def test_a_word_alone_is_asked_about(secretary: Client, evening: Tournament) -> None:
    page = reverse("tournaments:join", args=[evening.pk, team(evening).pk])
    asked = secretary.post(page, {"first": "Quinto"})
    assert "say that there is only this word" in asked.content.decode()
    assert team(evening).members.count() == 4
    assert secretary.post(page, {"first": "Quinto", "first_is": "new"}).status_code == 302
    assert team(evening).members.count() == 5


def test_nobody_joins_for_what_lies_beyond_half_of_the_rounds(cast: Cast) -> None:
    """Of three rounds two are announced: she would play the third alone, though only one has begun."""
    plan = PROGRAMMES["teams-danish"]
    three = replace(plan, phases=(replace(plan.phases[0], rounds_count=3),))
    evening = make_evening(cast.club, entries=4, programme=three)
    play_round(evening, 1, random.Random(1))
    evening.refresh_from_db()
    assert joins_from(team(evening)) == 2
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 2), by=None)
    with pytest.raises(ValidationError, match="She could play from round 3 only"):
        join(evening)
