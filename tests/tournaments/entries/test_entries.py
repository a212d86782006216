"""Entries by verbs: who may be in, where, what is refused, what a repeat does."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.users import User
from tests.evenings import make_evening, the_round
from tests.tournaments.entries.conftest import evening_of
from tournaments import draws, entries, rounds
from tournaments.check_in import close_check_in, open_check_in, set_present
from tournaments.departures import withdraw_entry
from tournaments.entries import (
    add_entry,
    cancel_entry,
    change_members,
    join_singles,
    promote_entry,
    readmit_entry,
    reinstate_entry,
)
from tournaments.likeness import Name
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.roster import entry_of, roster, usual_partner

State = Entry.State
People = dict[str, Person]


def pair(people: People, *names: str) -> list[Person]:
    return [people[name] for name in names]


def refused(verb: object, code: str | None = None, **facts: object) -> str:
    """The sentences of a refusal; nothing may have been written by it."""
    before = (Entry.objects.count(), EntryMember.objects.count(), Act.objects.count(), Person.objects.count())
    with pytest.raises(ValidationError) as caught:
        verb(by=None, **facts)  # type: ignore[operator]
    after = (Entry.objects.count(), EntryMember.objects.count(), Act.objects.count(), Person.objects.count())
    assert after == before
    assert code is None or {error.code for error in caught.value.error_list} == {code}
    return " ".join(caught.value.messages)


def names_in(entry: Entry) -> str:
    return entry_of(entry.tournament, entry.pk)[1].names


def test_a_pair_gets_the_next_number_and_one_line_in_the_log(
    tournament: Tournament, people: People, secretary: User
) -> None:
    first = add_entry(
        tournament=tournament, persons=pair(people, "Aquilone Marisa", "Brigantino Ugo"), by=secretary
    )
    second = add_entry(
        tournament=tournament, persons=pair(people, "Girasole Vera", "Zibibbo Flora"), by=secretary
    )
    assert [first.number, second.number] == [1, 2]
    assert names_in(first) == "Aquilone Marisa – Brigantino Ugo"
    acts = Act.objects.filter(tournament=tournament, verb=Act.Verb.ENTER)
    assert [act.facts["numbers"] for act in acts] == [[1], [2]]
    assert {act.by for act in acts} == {secretary}


def test_the_same_pair_twice_is_one_entry_and_one_line_in_the_log(
    tournament: Tournament, people: People
) -> None:
    persons = pair(people, "Aquilone Marisa", "Brigantino Ugo")
    first = add_entry(tournament=tournament, persons=persons, by=None)
    acts = Act.objects.count()
    assert add_entry(tournament=tournament, persons=persons, by=None) == first
    assert add_entry(tournament=tournament, persons=persons[::-1], by=None) == first
    assert (Entry.objects.count(), Act.objects.count()) == (1, acts)


def test_somebody_new_is_put_on_the_list_once(tournament: Tournament, people: People) -> None:
    before = Person.objects.count()
    new = [people["Aquilone Marisa"], Name("Lavanda", "Ada")]
    entry = add_entry(tournament=tournament, persons=new, by=None)
    assert add_entry(tournament=tournament, persons=new, by=None) == entry
    assert Person.objects.count() == before + 1
    assert names_in(entry) == "Aquilone Marisa – Lavanda Ada"


def test_somebody_already_entered_is_named_with_her_number(tournament: Tournament, people: People) -> None:
    add_entry(tournament=tournament, persons=pair(people, "Aquilone Marisa", "Brigantino Ugo"), by=None)
    sentence = refused(
        add_entry,
        "entered",
        tournament=tournament,
        persons=[Name("Lavanda", "Ada"), people["Brigantino Ugo"]],
    )
    assert sentence == "Brigantino Ugo is already entered, with number 1."


def test_the_database_itself_refuses_a_person_in_two_entries(tournament: Tournament, people: People) -> None:
    entry = add_entry(tournament=tournament, persons=[people["Aquilone Marisa"]], by=None)
    other = Entry.objects.create(tournament=tournament, number=9)
    with pytest.raises(IntegrityError), transaction.atomic():
        EntryMember.objects.create(entry=other, tournament=tournament, person=people["Aquilone Marisa"])
    assert entry.members.count() == 1


def test_a_pair_is_two_different_persons_of_the_club(
    tournament: Tournament, people: People, club: Club
) -> None:
    twice = pair(people, "Aquilone Marisa", "Aquilone Marisa")
    assert "two different" in refused(add_entry, "same", tournament=tournament, persons=twice)
    elsewhere = Club.objects.create(name="Altrove", slug="altrove")
    stranger = Person.objects.create(club=elsewhere, last_name="Rosolio", first_name="Irma")
    assert "not on the club's list" in refused(add_entry, tournament=tournament, persons=[stranger])
    three = pair(people, "Aquilone Marisa", "Brigantino Ugo", "Zibibbo Flora")
    assert "One or two" in refused(add_entry, tournament=tournament, persons=three)
    assert "One or two" in refused(add_entry, tournament=tournament, persons=[])
    singles = evening_of(club, programme="individual")
    assert "One player" in refused(add_entry, tournament=singles, persons=three[:2])


def test_who_comes_after_the_last_place_waits_and_is_taken_in_order(club: Club, people: People) -> None:
    tournament = evening_of(club, capacity=2)
    made = [
        add_entry(tournament=tournament, persons=pair(people, one, two), by=None)
        for one, two in (
            ("Aquilone Marisa", "Brigantino Ugo"),
            ("Girasole Vera", "Girasole Dora"),
            ("Zibibbo Flora", "Frantoio Loris"),
        )
    ]
    assert [entry.state for entry in made] == [State.ENTERED, State.ENTERED, State.WAITING]
    assert "All 2 places are taken" in refused(promote_entry, "full", entry=made[2])
    cancel_entry(entry=made[0], by=None)
    late = add_entry(tournament=tournament, persons=[people["Calamaio Olga"]], by=None)
    assert late.state == State.WAITING, "somebody else waits: a newcomer does not pass her"
    promoted = promote_entry(entry=made[2], by=None)
    assert (promoted.state, promoted.number) == (State.ENTERED, 3)
    acts = Act.objects.count()
    assert promote_entry(entry=made[2], by=None).state == State.ENTERED
    assert Act.objects.count() == acts


def test_a_cancelled_entry_frees_its_players_and_may_come_back(
    tournament: Tournament, people: People
) -> None:
    persons = pair(people, "Aquilone Marisa", "Brigantino Ugo")
    entry = add_entry(tournament=tournament, persons=persons, by=None)
    assert cancel_entry(entry=entry, by=None).state == State.CANCELLED
    acts = Act.objects.count()
    assert cancel_entry(entry=entry, by=None).state == State.CANCELLED
    assert Act.objects.count() == acts
    assert names_in(entry) == "Aquilone Marisa – Brigantino Ugo"
    other = add_entry(tournament=tournament, persons=[people["Aquilone Marisa"]], by=None)
    assert other.number == 2
    sentence = refused(reinstate_entry, "entered", entry=entry)
    assert sentence == "Aquilone Marisa is already entered, with number 2."
    cancel_entry(entry=other, by=None)
    assert reinstate_entry(entry=entry, by=None).state == State.ENTERED
    assert names_in(entry) == "Aquilone Marisa – Brigantino Ugo"


def test_who_comes_back_without_a_place_waits(club: Club, people: People) -> None:
    tournament = evening_of(club, capacity=2)
    first, second, third = (
        add_entry(tournament=tournament, persons=[people[name]], by=None)
        for name in ("Aquilone Marisa", "Brigantino Ugo", "Zibibbo Flora")
    )
    cancel_entry(entry=first, by=None)
    promote_entry(entry=third, by=None)
    assert reinstate_entry(entry=first, by=None).state == State.WAITING
    assert second.number == 2


def test_a_player_may_be_replaced_before_play_and_the_first_is_remembered(
    tournament: Tournament, people: People
) -> None:
    entry = add_entry(
        tournament=tournament, persons=pair(people, "Aquilone Marisa", "Brigantino Ugo"), by=None
    )
    change_members(entry=entry, persons=pair(people, "Aquilone Marisa", "Zibibbo Flora"), by=None)
    assert names_in(entry) == "Aquilone Marisa – Zibibbo Flora"
    gone = entry.members.get(person=people["Brigantino Ugo"])
    assert (gone.is_current, gone.to_round) == (False, 0)
    acts = Act.objects.count()
    change_members(entry=entry, persons=pair(people, "Zibibbo Flora", "Aquilone Marisa"), by=None)
    assert Act.objects.count() == acts
    change_members(entry=entry, persons=pair(people, "Brigantino Ugo", "Zibibbo Flora"), by=None)
    assert names_in(entry) == "Brigantino Ugo – Zibibbo Flora"


def test_nobody_is_put_in_who_plays_elsewhere(tournament: Tournament, people: People) -> None:
    add_entry(tournament=tournament, persons=pair(people, "Aquilone Marisa", "Brigantino Ugo"), by=None)
    single = add_entry(tournament=tournament, persons=[people["Zibibbo Flora"]], by=None)
    sentence = refused(
        change_members, "entered", entry=single, persons=pair(people, "Zibibbo Flora", "Brigantino Ugo")
    )
    assert sentence == "Brigantino Ugo is already entered, with number 1."


def test_two_players_without_a_partner_become_a_pair(tournament: Tournament, people: People) -> None:
    one = add_entry(tournament=tournament, persons=[people["Aquilone Marisa"]], by=None)
    two = add_entry(tournament=tournament, persons=[people["Zibibbo Flora"]], by=None)
    joined = join_singles(entry=two, other=one, by=None)
    assert (joined.number, names_in(joined)) == (1, "Aquilone Marisa – Zibibbo Flora")
    assert [line.number for line in roster(tournament)] == [1]
    acts = Act.objects.count()
    assert join_singles(entry=two, other=one, by=None) == joined
    assert Act.objects.count() == acts
    assert "in another entry now" in refused(reinstate_entry, "state", entry=two)


def test_a_pair_is_not_joined_to_anybody(tournament: Tournament, people: People) -> None:
    one = add_entry(tournament=tournament, persons=pair(people, "Aquilone Marisa", "Brigantino Ugo"), by=None)
    two = add_entry(tournament=tournament, persons=[people["Zibibbo Flora"]], by=None)
    assert "both alone" in refused(join_singles, "state", entry=one, other=two)
    assert "two different" in refused(join_singles, entry=two, other=two)


def test_entries_stand_once_the_check_in_is_closed_or_round_1_is_drawn(
    club: Club, tournament: Tournament, people: People
) -> None:
    entry = add_entry(tournament=tournament, persons=[people["Aquilone Marisa"]], by=None)
    open_check_in(tournament=tournament, by=None)
    close_check_in(tournament=tournament, by=None)
    persons = [people["Zibibbo Flora"]]
    assert "open it again" in refused(add_entry, "state", tournament=tournament, persons=persons)
    assert "open it again" in refused(change_members, "state", entry=entry, persons=persons)
    evening = make_evening(club)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    playing = evening.entries.first()
    assert "undo its draw" in refused(add_entry, "state", tournament=evening, persons=persons)
    assert "undo its draw" in refused(cancel_entry, "state", entry=playing)


def test_who_leaves_during_the_tournament_is_left_out_of_later_draws(club: Club) -> None:
    evening = make_evening(club, programme="4d", entries=5)
    leaving = evening.entries.get(number=3)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    assert "undo the draw of round 1" in refused(withdraw_entry, "state", entry=leaving)
    for verb in (rounds.confirm, rounds.announce):
        verb(round=the_round(evening, 1), by=None)
    leaving = Tournament.objects.get(pk=evening.pk).entries.get(number=3)
    assert withdraw_entry(entry=leaving, by=None).state == State.WITHDRAWN
    acts = Act.objects.count()
    assert withdraw_entry(entry=leaving, by=None).state == State.WITHDRAWN
    assert Act.objects.count() == acts
    assert leaving.pk not in evening.entries.present().values_list("pk", flat=True)
    assert readmit_entry(entry=leaving, by=None).state == State.PRESENT


def test_an_entry_that_loses_a_player_is_no_longer_present(tournament: Tournament, people: People) -> None:
    entry = add_entry(
        tournament=tournament, persons=pair(people, "Aquilone Marisa", "Brigantino Ugo"), by=None
    )
    open_check_in(tournament=tournament, by=None)
    set_present(entry=entry, present=True, by=None)
    assert change_members(entry=entry, persons=[people["Brigantino Ugo"]], by=None).state == State.ENTERED


def test_the_usual_partner_is_the_most_frequent_then_the_last(club: Club, people: People) -> None:
    def played(days: int, *names: str) -> None:
        add_entry(tournament=evening_of(club, days=days), persons=pair(people, *names), by=None)

    played(-30, "Aquilone Marisa", "Brigantino Ugo")
    played(-20, "Aquilone Marisa", "Zibibbo Flora")
    tonight = evening_of(club)
    assert usual_partner(tonight, people["Aquilone Marisa"].pk) == people["Zibibbo Flora"]
    played(-10, "Brigantino Ugo", "Aquilone Marisa")
    assert usual_partner(tonight, people["Aquilone Marisa"].pk) == people["Brigantino Ugo"]
    add_entry(tournament=tonight, persons=[people["Brigantino Ugo"]], by=None)
    assert usual_partner(tonight, people["Aquilone Marisa"].pk) == people["Zibibbo Flora"]
    assert usual_partner(tonight, people["Frantoio Loris"].pk) is None


def test_who_cancelled_or_was_replaced_before_play_was_no_partner(club: Club, people: People) -> None:
    cancelled, replaced = (
        add_entry(
            tournament=evening_of(club, days=-days),
            persons=pair(people, "Aquilone Marisa", "Brigantino Ugo"),
            by=None,
        )
        for days in (9, 8)
    )
    cancel_entry(entry=cancelled, by=None)
    change_members(entry=replaced, persons=pair(people, "Aquilone Marisa", "Zibibbo Flora"), by=None)
    assert usual_partner(evening_of(club), people["Aquilone Marisa"].pk) == people["Zibibbo Flora"]


def test_the_list_takes_two_queries_however_long(
    tournament: Tournament, people: People, django_assert_num_queries: object
) -> None:
    for name in people:
        add_entry(tournament=tournament, persons=[people[name]], by=None)
    with django_assert_num_queries(2):  # type: ignore[operator]
        lines = roster(tournament)
    assert len(lines) == len(people)
    assert [line.names for line in roster(tournament, "gir")] == ["Girasole Vera", "Girasole Dora"]


def test_set_aside_is_told_to_the_rows_in_hand(tournament: Tournament, people: People) -> None:
    entry = add_entry(tournament=tournament, persons=[people["Aquilone Marisa"]], by=None)
    entries.set_aside([entry])
    assert entry.state == State.CANCELLED == Entry.objects.get(pk=entry.pk).state
