"""Late entries by every way the state allows, and substitutions that do not rewrite the past."""

import random

import pytest
from django.core.exceptions import ValidationError

from clubs.models.people import Person
from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tournaments import draws
from tournaments.arrivals import Way, admit_late, exchange_of, replace_player, ways_in
from tournaments.departures import withdraw_entry
from tournaments.drafts import notes_of
from tournaments.ending import publish_provisional
from tournaments.entries import readmit_entry
from tournaments.forms.draws import note_sentence
from tournaments.forms.waiting import waiting_sentence
from tournaments.likeness import Name
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.names import entry_names
from tournaments.programmes import PhasePlan, Programme
from tournaments.rounds import close, undo_draw
from tournaments.standings import standings
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db
LATE = (Name("Ritardo", "Ada"), Name("Ritardo", "Ugo"))


def again(tournament: Tournament) -> Tournament:
    """The tournament as the next request reads it."""
    return Tournament.objects.get(pk=tournament.pk)


def undo_last(tournament: Tournament) -> None:
    undo(tournament=tournament, seq=undoable(tournament)[0].seq, by=None)


@pytest.mark.experience(6)
@pytest.mark.parametrize("programme", ["3m1d", "4d"])
def test_in_round_1_she_fills_the_table_of_who_rests(cast: Cast, programme: str) -> None:
    evening = make_evening(cast.club, entries=5, programme=programme)
    open_round(evening, 1)
    resting = Seat.objects.active().get(reason="rests")
    fill, following = ways_in(again(evening))
    assert fill == Way("fill", 1, (), (), resting.entry_id)
    assert following == Way("next", 2, (1,))
    before = facts_of(evening)
    entry = admit_late(tournament=evening, persons=LATE, how="fill", by=None)
    assert admit_late(tournament=evening, persons=LATE, how="fill", by=None) == entry
    seat = Seat.objects.active().get(entry=entry)
    assert set(seat.match.seats.values_list("entry", flat=True)) == {entry.pk, resting.entry_id}
    undo_last(evening)
    assert facts_of(evening) == before
    entry = admit_late(tournament=evening, persons=LATE, how="fill", by=None)
    for match in Match.objects.active().filter(round__number=1).select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    close(round=the_round(evening, 1), by=None)
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number))
    assert {row.entry_id: len(row.rounds) for row in standings(evening).rows}[entry.pk] == 4
    assert not Seat.objects.active().filter(reason="rests").exists()


@pytest.mark.experience(6)
def test_in_round_2_she_plays_from_the_next_and_the_missed_ones_give_the_absence(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    play_round(evening, 1, random.Random(1))
    open_round(evening, 2)
    past = {row.entry_id: (row.vp, row.mp) for row in standings(evening).rows}
    assert ways_in(again(evening)) == (Way("next", 3, (1, 2)),)
    before = facts_of(evening)
    admit_late(tournament=evening, persons=LATE, how="next", by=None)
    undo_last(evening)
    assert facts_of(evening) == before
    entry = admit_late(tournament=evening, persons=LATE, how="next", by=None)
    rows = {row.entry_id: row for row in standings(evening).rows}
    assert [(score.kind, score.vp, score.mp) for score in rows[entry.pk].rounds] == [("absent", 8, -305)] * 2
    assert {key: (row.vp, row.mp) for key, row in rows.items() if key != entry.pk} == past
    for match in Match.objects.active().filter(round__number=2).select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    close(round=the_round(evening, 2), by=None)
    play_round(evening, 3, random.Random(3))
    assert Seat.objects.active().filter(entry=entry, round__number=3).exists()


def test_a_draft_is_drawn_again_with_her(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    play_round(evening, 1, random.Random(1))
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    assert ways_in(again(evening)) == (Way("next", 2, (1,), (2,)),)
    admit_late(tournament=evening, persons=LATE, how="next", by=None)
    assert the_round(evening, 2).state == "planned"


def test_what_the_state_does_not_allow_is_not_offered(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    assert ways_in(again(evening)) == ()
    with pytest.raises(ValidationError, match="moved on"):
        admit_late(tournament=evening, persons=LATE, how="next", by=None)
    open_round(evening, 1)
    assert [way.how for way in ways_in(again(evening))] == ["next"], "nobody rests: no table to fill"
    with pytest.raises(ValidationError, match="Nobody rests any more in round 1"):
        admit_late(tournament=evening, persons=LATE, how="fill", by=None)
    with pytest.raises(ValidationError, match="Both players"):
        admit_late(tournament=evening, persons=LATE[:1], how="next", by=None)
    for match in Match.objects.active().select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    close(round=the_round(evening, 1), by=None)
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number))
    publish_provisional(tournament=evening, by=None)
    evening.refresh_from_db()
    assert ways_in(again(evening)) == ()
    with pytest.raises(ValidationError, match="standings are being checked"):
        admit_late(tournament=evening, persons=LATE, how="next", by=None)


def test_a_substitute_plays_on_and_the_past_keeps_its_player(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    entry = again(evening).entries.get(number=1)
    leaving = entry.members.get(position=2).person
    other = Person.objects.create(club=cast.club, last_name="Cambio", first_name="Ida")
    assert exchange_of(entry, leaving.pk).round == 2
    before = facts_of(evening)
    replace_player(entry=entry, leaving=leaving.pk, arriving=other, by=None)
    replace_player(entry=entry, leaving=leaving.pk, arriving=other, by=None)
    assert leaving.pk in entry_names(evening, at_round=1)[entry.pk].person_ids
    assert other.pk in entry_names(evening, at_round=2)[entry.pk].person_ids
    assert evening.acts.filter(verb="substitute").count() == 1
    undo_last(evening)
    assert facts_of(evening) == before


def test_nobody_is_replaced_after_half_or_by_somebody_entered(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    entry = again(evening).entries.get(number=1)
    leaving = entry.members.get(position=2).person
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    taken = again(evening).entries.get(number=2).members.first().person
    with pytest.raises(ValidationError, match="already entered, with number 2"):
        replace_player(entry=entry, leaving=leaving.pk, arriving=taken, by=None)
    play_round(evening, 3, random.Random(3))
    with pytest.raises(ValidationError, match="More than half"):
        replace_player(entry=entry, leaving=leaving.pk, arriving=Name("Cambio", "Ida"), by=None)
    assert not Person.objects.filter(last_name="Cambio").exists(), "a refusal writes nothing"


def test_a_whole_evening_still_adds_up(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=7, programme="4d")
    play_round(evening, 1, random.Random(1))
    admit_late(tournament=evening, persons=LATE, how="next", by=None)
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number))
    assert len(standings(evening).rows) == 8


@pytest.mark.parametrize(
    ("movement", "entries", "groups"),
    [("mitchell", 8, 0), ("howell", 6, 0), ("round_robin", 6, 0), ("mitchell", 8, 2), ("howell", 8, 2)],
)
def test_where_no_seat_is_empty_they_wait_with_the_award_of_an_absence_until_the_next_phase(
    cast: Cast, movement: str, entries: int, groups: int
) -> None:
    phases = (PhasePlan(movement, 2, groups=groups, groups_by="lot"), PhasePlan("danish", 1))
    evening = make_evening(cast.club, entries=entries, programme=Programme("Prova", "pairs", phases))
    play_round(evening, 1, random.Random(1))
    [way] = ways_in(again(evening))
    assert (way.round, way.waits, way.then) == (2, True, 3)
    late = admit_late(tournament=evening, persons=LATE, how="next", by=None)
    play_round(evening, 2, random.Random(2))
    waiting = Seat.objects.active().get(round__number=2, entry=late)
    phase = evening.phases.get(number=1)
    assert waiting.reason == Seat.Reason.WAITS
    assert (waiting.award.vp, waiting.award.mp) == (phase.absence_vp, phase.absence_mp)
    assert phase.absence_vp != phase.sit_out_vp
    seats = Seat.objects.active().filter(round__number=2).exclude(entry=late)
    assert set(seats.values_list("reason", flat=True)) == {Seat.Reason.PLAYS}
    play_round(evening, 3, random.Random(3))
    resting = Seat.objects.active().get(round__number=3, reason=Seat.Reason.RESTS)
    assert resting.entry != late, "who waited has rested"
    assert resting.award.vp == evening.phases.get(number=2).sit_out_vp


@pytest.mark.parametrize(
    ("following", "start"),
    [
        ((), 0),
        ((PhasePlan("danish", 1),), 3),
        ((PhasePlan("knockout", 1),), 3),
        ((PhasePlan("swiss", 1, qualify_each=4, others="stop"),), 0),
        ((PhasePlan("swiss", 1, qualify_each=4, others="swiss"),), 3),
    ],
)
def test_the_next_phase_is_promised_to_who_waits_only_where_one_takes_them(
    cast: Cast, following: tuple[PhasePlan, ...], start: int
) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan("mitchell", 2), *following))
    evening = make_evening(cast.club, entries=8, programme=plan)
    play_round(evening, 1, random.Random(1))
    [way] = ways_in(again(evening))
    assert (way.waits, way.then) == (True, start)
    late = admit_late(tournament=evening, persons=LATE, how="next", by=None)
    draws.draw_round(round=the_round(evening, 2), by=None)
    [note] = [note for note in notes_of(the_round(evening, 2)) if note.entries == (late.pk,)]
    said = note_sentence(note, entry_names(evening))
    assert ("in round 3, the next phase begins" in said) == (start == 3)
    assert ("until a seat is free." in said) == (start == 0)
    if start:
        undo_draw(round=the_round(evening, 2), by=None)
        play_round(evening, 2, random.Random(2))
        draws.draw_round(round=the_round(evening, 3), by=None)
        assert Seat.objects.active().filter(round__number=3, entry=late).exclude(reason="out").exists()


@pytest.mark.parametrize("movement", ["mitchell", "howell", "round_robin"])
def test_two_who_come_late_meet_at_a_table_more(cast: Cast, movement: str) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan(movement, 3),))
    evening = make_evening(cast.club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    one = admit_late(tournament=evening, persons=LATE, how="next", by=None)
    people = (Name("Tardi", "Ida"), Name("Tardi", "Edo"))
    other = admit_late(tournament=evening, persons=people, how="next", by=None)
    play_round(evening, 2, random.Random(2))
    seats = Seat.objects.active().filter(round__number=2, entry__in=[one, other])
    assert len(set(seats.values_list("match", flat=True))) == 1
    assert {seat.table_number for seat in seats} == {4}
    play_round(evening, 3, random.Random(3))
    seats = Seat.objects.active().filter(round__number=3, entry__in=[one, other])
    assert set(seats.values_list("reason", flat=True)) == {Seat.Reason.WAITS}


@pytest.mark.parametrize("movement", ["mitchell", "howell", "round_robin"])
def test_in_groups_two_who_come_late_meet_too_as_the_page_promises(cast: Cast, movement: str) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan(movement, 3, groups=2, groups_by="lot"),))
    evening = make_evening(cast.club, entries=12, programme=plan)
    play_round(evening, 1, random.Random(1))
    late = []
    for name in ("Ida", "Edo"):
        [way] = ways_in(again(evening))
        assert "two who wait meet each other once" in waiting_sentence(way)
        people = (Name("Tardi", name), Name("Tardi", f"{name}a"))
        late.append(admit_late(tournament=evening, persons=people, how="next", by=None))
    play_round(evening, 2, random.Random(2))
    seats = Seat.objects.active().filter(round__number=2)
    assert len({seat.match_id for seat in seats.filter(entry__in=late)}) == 1
    assert not seats.filter(match=None).exists()


@pytest.mark.parametrize("movement", ["mitchell", "howell", "round_robin"])
def test_a_seat_that_somebody_left_is_a_way_in(cast: Cast, movement: str) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan(movement, 3),))
    evening = make_evening(cast.club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    assert [(way.waits, way.then) for way in ways_in(again(evening))] == [(True, 0)]
    gone = evening.entries.get(number=2)
    withdraw_entry(entry=gone, by=None)
    assert [(way.round, way.waits) for way in ways_in(again(evening))] == [(2, False)]
    late = admit_late(tournament=evening, persons=LATE, how="next", by=None)
    play_round(evening, 2, random.Random(2))
    assert Seat.objects.active().get(round__number=2, entry=late).match is not None
    readmit_entry(entry=gone, by=None)
    draws.draw_round(round=the_round(evening, 3), by=None)
    resting = Seat.objects.active().filter(round__number=3, reason=Seat.Reason.WAITS)
    assert resting.get().entry in {gone, late}, "one of the two whose seat it is"
