"""Faults found by random evenings and while they were written, each by the shortest way to it."""

import random
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random, the_round
from tests.facts import facts_of
from tests.tournaments.nights.programmes import PLANS
from tournaments import draws, rounds
from tournaments.arrivals import admit_late, replace_player
from tournaments.awards import Given, award_match
from tournaments.departures import absent_at_table, withdraw_entry
from tournaments.early import early
from tournaments.ending import declare_final, publish_provisional
from tournaments.events import change_tournament, plans_of
from tournaments.likeness import Name
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round, Seat
from tournaments.objections import answer_objection, make_objection
from tournaments.pairing.finals import BESIDE
from tournaments.penalties import give_penalty
from tournaments.round_plan import add_round, drop_round
from tournaments.seats import present_entries
from tournaments.table_moves import move_table, put_off
from tournaments.undoing import restore, undo, undoable

pytestmark = pytest.mark.django_db


def undo_last(evening: Tournament, times: int = 1) -> None:
    for _unused in range(times):
        undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)


def test_an_added_round_is_undone_after_its_draw_was(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    for number in (1, 2, 3, 4):
        play_round(evening, number, random.Random(number))
    before = facts_of(evening)
    add_round(tournament=evening, seen=4, by=None)
    draws.draw_round(round=the_round(evening, 5), by=None, seed=1)
    undo_last(evening, 2)
    assert facts_of(evening) == before
    add_round(tournament=evening, seen=4, by=None)
    assert the_round(evening, 5).state == Round.State.PLANNED


def test_phases_change_after_a_draw_was_undone(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    before = facts_of(evening)
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    rounds.undo_draw(round=the_round(evening, 1), by=None)
    mitchell, danish = plans_of(evening)
    plans = [mitchell, replace(danish, rounds_count=1), replace(danish, rounds_count=3)]
    change_tournament(tournament=evening, facts={}, phases=plans, by=None)
    longer = [(number, "planned", phase) for number, phase in enumerate((1, 1, 2, 3, 3, 3), 1)]
    assert facts_of(evening)["rounds"] == longer
    change_tournament(tournament=evening, facts={}, phases=[mitchell], by=None)
    assert facts_of(evening)["rounds"] == longer[:2]
    undo_last(evening)
    assert facts_of(evening)["rounds"] == longer
    undo_last(evening, 3)
    assert facts_of(evening) == before


def test_who_has_played_in_a_round_plays_for_nobody_else_in_it(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="4d")
    round_ = open_round(evening, 1)
    played, waiting = round_.matches.active().order_by("table_number")
    record_random(played, random.Random(1))
    left = played.seats.first().entry
    person = left.members.get(position=1).person
    replace_player(entry=left, leaving=person.pk, arriving=Name("Cambio", "Ida"), by=None)
    other, before = waiting.seats.first().entry, facts_of(evening)
    leaving = other.members.get(position=1).person_id
    with pytest.raises(ValidationError, match="in round 1: from the next one on"):
        replace_player(entry=other, leaving=leaving, arriving=person, by=None)
    with pytest.raises(ValidationError, match="in round 1: from the next one on"):
        admit_late(tournament=evening, persons=[person, Name("Tardi", "Edo")], how="fill", by=None)
    assert facts_of(evening) == before
    record_random(waiting, random.Random(2))
    replace_player(entry=other, leaving=leaving, arriving=person, by=None)
    assert other.members.get(is_current=True, position=1).from_round == 2


def test_nobody_is_replaced_in_an_entry_whose_admission_was_undone(client: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    late = admit_late(
        tournament=evening, persons=[Name("Tardi", "Ida"), Name("Tardi", "Edo")], how="next", by=None
    )
    undo_last(evening)
    client.force_login(cast.users[SECRETARY])
    page = client.get(
        reverse("tournaments:replace", args=[evening.pk, late.pk]), headers={"Accept-Language": "en"}
    )
    assert "Players are changed in the list of entries now." in page.content.decode()


def test_who_left_while_a_round_was_announced_does_not_sit_in_it_when_it_is_taken_back(cast: Cast) -> None:
    """Seed 9004: the announcement was taken back with the seat of the pair that had rested in it and left."""
    evening = make_evening(cast.club, entries=5, programme="4d")
    play_round(evening, 1, random.Random(1))
    round_ = open_round(evening, 2)
    before = facts_of(evening)
    withdraw_entry(entry=round_.seats.get(reason="rests").entry, by=None)
    rounds.take_back(round=round_, by=None)
    assert the_round(evening, 2).state == Round.State.PLANNED
    assert not round_.seats.active().exists()
    undo_last(evening, 2)
    assert facts_of(evening) == before
    rounds.take_back(round=round_, by=None)
    assert the_round(evening, 2).state == Round.State.CONFIRMED


def test_who_came_while_a_round_was_announced_plays_in_it_when_it_is_taken_back(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="4d")
    round_ = open_round(evening, 1)
    late = admit_late(
        tournament=evening, persons=[Name("Tardi", "Ida"), Name("Tardi", "Edo")], how="next", by=None
    )
    rounds.take_back(round=round_, by=None)
    draws.draw_round(round=round_, by=None, seed=2)
    assert round_.seats.active().get(entry=late).reason == "plays"
    assert set(late.members.values_list("from_round", flat=True)) == {1}


def test_who_came_or_took_a_place_plays_in_the_round_that_was_thrown_away(cast: Cast) -> None:
    """Seed 9014: a pair that had come from round 3 on was drawn in round 2 without any player."""
    evening = make_evening(cast.club, entries=4, programme="4d")
    play_round(evening, 1, random.Random(1))
    match = open_round(evening, 2).matches.active().first()
    record_random(match, random.Random(2))
    changed = match.seats.first().entry
    leaving = changed.members.get(position=1)
    before = facts_of(evening)
    replace_player(entry=changed, leaving=leaving.person_id, arriving=Name("Cambio", "Ida"), by=None)
    names = [Name("Tardi", "Ida"), Name("Tardi", "Edo")]
    late = admit_late(tournament=evening, persons=names, how="next", by=None)
    assert changed.members.get(is_current=True, position=1).from_round == 3
    draws.throw_away(round=the_round(evening, 2), typed=2, by=None)
    assert changed.members.get(is_current=True, position=1).from_round == 2
    leaving.refresh_from_db()
    assert leaving.to_round == 1
    assert set(late.members.values_list("from_round", flat=True)) == {2}
    undo_last(evening, 3)
    assert facts_of(evening) == before


def test_a_table_of_a_round_that_was_taken_away_is_refused_in_a_sentence(cast: Cast) -> None:
    """Seed 9020: moving a table of such a round, from a page that was still open, was a server error."""
    evening = make_evening(cast.club, entries=4, programme="4d")
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    match = open_round(evening, 4).matches.active().first()
    draws.throw_away(round=the_round(evening, 4), typed=4, by=None)
    gone = the_round(evening, 4)
    drop_round(tournament=evening, seen=4, by=None)
    presses = (
        lambda: move_table(match=match, to=9, by=None),
        lambda: put_off(match=match, by=None),
        lambda: absent_at_table(match=match, absent=[match.seats.first().entry_id], by=None),
        lambda: draws.draw_round(round=gone, by=None),
        lambda: rounds.confirm(round=gone, by=None),
    )
    for press in presses:
        with pytest.raises(ValidationError, match="Round 4 was taken away"):
            press()
    with pytest.raises(ValidationError, match="Round 4 is not announced yet"):
        give_penalty(entry=evening.entries.get(number=1), round=gone, reason="tardi", by=None, vp=-1)


def test_two_who_do_not_play_are_not_swapped(cast: Cast) -> None:
    """Seed 9035: in a knock-out two who were out were swapped, an act of the log that changed nothing."""
    evening = make_evening(cast.club, entries=6, programme=PLANS["knock-out"].programme)
    play_round(evening, 1, random.Random(1))
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    one, other = the_round(evening, 2).seats.active().filter(reason="out")[:2]
    acts = evening.acts.count()
    with pytest.raises(ValidationError, match="Neither of the two sits at a table"):
        draws.swap_seats(round=the_round(evening, 2), one=one.pk, other=other.pk, by=None)
    assert evening.acts.count() == acts


def test_a_team_whose_meeting_was_undone_has_all_its_pairs_in_the_next_draw(cast: Cast) -> None:
    """Seed 30026: a late team met the one that rested; undone, the next draw knew two of its three pairs."""
    evening = make_evening(cast.club, entries=5, programme=PLANS["teams of three pairs"].programme)
    round_ = open_round(evening, 1)
    resting = round_.seats.active().get(reason="rests").entry
    persons = [Name("Tardivo", f"Ada{at}") for at in range(6)]
    admit_late(tournament=evening, persons=persons, how="fill", by=None, name="Ritardatari")
    undo_last(evening)
    for match in round_.matches.active().select_related("round__phase__tournament"):
        record_random(match, random.Random(match.pk))
    rounds.close(round=the_round(evening, 1), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    own = the_round(evening, 2).seats.active().filter(entry=resting).order_by("slot")
    seated = [key for pair in own.values_list("first_player", "second_player") for key in pair]
    members = resting.members.order_by("position").values_list("person", flat=True)
    assert seated == list(members)[:6]


def test_a_referees_score_given_at_the_other_table_of_a_meeting_is_the_same(cast: Cast) -> None:
    """Seed 30046: the same figures at another table of two teams wrote an act that changed nothing."""
    evening = make_evening(cast.club, entries=4, programme="teams-swiss")
    one, other = open_round(evening, 1).matches.active().order_by("table_number")[:2]
    given = {"NS": Given(12, 100), "EW": Given(8, -100)}
    award_match(match=one, given=given, reason="deciso", by=None)
    acts = evening.acts.count()
    swapped = {"NS": given["EW"], "EW": given["NS"]}
    award_match(match=other, given=swapped, reason="deciso", by=None)
    assert evening.acts.count() == acts


def test_a_family_is_kept_apart_at_tables_of_five(cast: Cast) -> None:
    """Seed 50000: at tables of three and five nobody was kept apart, and no note said so."""
    programme = PLANS["single players at tables of five"].programme
    evening = make_evening(cast.club, entries=10, programme=programme)
    evening.entries.filter(number__in=(3, 6)).update(family="Bertoldi")
    evening.entries.filter(number=3).update(fixed_table=2)
    for seed in range(1, 9):
        draw = draws.draw_round(round=the_round(evening, 1), by=None, seed=seed)
        seats = the_round(evening, 1).seats.active()
        tables = dict(seats.filter(entry__number__in=(3, 6)).values_list("entry__number", "table_number"))
        assert tables == {3: 2, 6: 1}
        assert draw.notes == []


def test_nothing_is_final_again_while_an_objection_waits(cast: Cast) -> None:
    """Back from the final, somebody objects; the going back undone, the objection waited beside the final."""
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_evening(evening, random.Random(3))
    publish_provisional(tournament=evening, by=None)
    moment = undoable(evening)[0].seq
    declare_final(tournament=evening, by=None)
    restore(tournament=evening, seq=moment, by=None)
    entry, by = evening.entries.get(number=1), cast.users[SECRETARY]
    objection = make_objection(entry=entry, text="Segnato male", by=by)
    acts = evening.acts.count()
    with pytest.raises(ValidationError, match="1 objection waits for its answer"):
        undo_last(evening)
    assert evening.acts.count() == acts
    evening.refresh_from_db()
    assert evening.state == Tournament.State.PROVISIONAL
    answer_objection(objection=objection, decision="refused", answer="Visto", by=None)
    undo_last(evening)
    evening.refresh_from_db()
    assert evening.state == Tournament.State.FINAL


def test_the_number_of_a_table_out_of_use_is_not_called_certain(cast: Cast) -> None:
    """Seed 80046: who was certain to be at table 2, which was out of use, sat behind the last one."""
    evening = make_evening(cast.club, entries=4, programme=PLANS["danish without rematch"].programme)
    evening.closed_tables = [2]
    evening.save(update_fields=["closed_tables"])
    play_round(evening, 1, random.Random(1))
    record_random(open_round(evening, 2).matches.active().get(table_number=1), random.Random(1))
    found = early(evening)
    assert found is not None
    assert found.certain is not None
    assert len(found.certain.tables) == 2, "without a rematch round 3 can be drawn in one way"
    assert {each.table for each in found.certain.tables} <= {1, None}
    assert None in {each.table for each in found.certain.tables}


def test_beside_a_final_that_left_a_table_out_of_use_everybody_plays_on(cast: Cast) -> None:
    """Seed 80058: the table of the final was behind those of the others, who lost theirs and one of them."""
    chosen = PLANS["final A by danish, B by mitchell"]
    evening = make_evening(cast.club, entries=9, programme=chosen.programme)
    evening.closed_tables = [2]
    evening.save(update_fields=["closed_tables"])
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    beside = Seat.objects.active().filter(round__tournament=evening, group=BESIDE)
    hosts = {seat.entry_id: seat.table_number for seat in beside.filter(round__number=2, line="NS")}
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    seats = Seat.objects.active().filter(round__tournament=evening, round__number=3)
    assert set(seats.values_list("entry", flat=True)) == set(present_entries(evening))
    drawn = {seat.entry_id: seat.table_number for seat in beside.filter(round__number=3, line="NS")}
    assert drawn == hosts
