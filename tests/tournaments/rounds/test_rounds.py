"""A round goes from draft to closed one step at a time, and back only where nothing was lost."""

import random

import pytest
from django.core.exceptions import ValidationError

from clubs.models.clubs import Club
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tournaments import draws, rounds
from tournaments.drafts import notes_of
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Round, Seat
from tournaments.models.scores import Award
from tournaments.pairing.draws import Seating, TooManyRounds
from tournaments.seats import current_seats, history, present_entries
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
State = Round.State


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova")


@pytest.fixture
def evening(club: Club) -> Tournament:
    return make_evening(club, entries=8)


def refused(verb: object, **facts: object) -> str:
    with pytest.raises(ValidationError) as caught:
        verb(by=None, **facts)  # type: ignore[operator]
    return " ".join(caught.value.messages)


def test_a_drawn_round_seats_everybody_once(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None, seed=7)
    seats = Seat.objects.active().filter(round__tournament=evening)
    assert sorted(seat.entry.number for seat in seats) == list(range(1, 9))
    assert the_round(evening, 1).state == State.DRAFT
    evening.refresh_from_db()
    assert evening.state == Tournament.State.PLAYING


def test_the_same_seed_draws_the_same_tables(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None, seed=7)
    first = current_seats(the_round(evening, 1))
    draws.draw_round(round=the_round(evening, 1), by=None, seed=8)
    second = current_seats(the_round(evening, 1))
    draws.draw_round(round=the_round(evening, 1), by=None, seed=7)
    assert current_seats(the_round(evening, 1)) == first != second
    assert Draw.objects.count() == 3


def test_undoing_a_draw_moves_nothing_else_and_stays_in_the_log(evening: Tournament) -> None:
    play_round(evening, 1, random.Random(3))
    before = standings(evening).rows
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    rounds.undo_draw(round=the_round(evening, 2), by=None)
    assert the_round(evening, 2).state == State.PLANNED
    assert not the_round(evening, 2).seats.active().exists()
    assert the_round(evening, 2).seats.count() == 8  # superseded, not deleted
    assert standings(evening).rows == before
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    verbs = list(Act.objects.filter(round__number=2).values_list("verb", flat=True))
    assert verbs == [Act.Verb.DRAW, Act.Verb.UNDO_DRAW, Act.Verb.DRAW]


def test_undoing_the_first_draw_opens_the_check_in_again(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None)
    rounds.undo_draw(round=the_round(evening, 1), by=None)
    evening.refresh_from_db()
    assert evening.state == Tournament.State.CHECK_IN


def test_every_step_needs_the_one_before(evening: Tournament) -> None:
    one = the_round(evening, 1)
    for verb in (rounds.confirm, rounds.announce, rounds.start, rounds.close):
        assert "draw it first" in refused(verb, round=one)
    assert "Confirm round 1 first" in refused(draws.draw_round, round=the_round(evening, 2))


def test_the_same_press_twice_is_one_act(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None)
    for verb in (rounds.confirm, rounds.announce, rounds.start):
        verb(round=the_round(evening, 1), by=None)
        before = Act.objects.count()
        verb(round=the_round(evening, 1), by=None)
        assert Act.objects.count() == before


def test_closing_names_the_missing_tables(evening: Tournament) -> None:
    round_ = open_round(evening, 1)
    for match in round_.matches.active().exclude(table_number__in=[2, 4]):
        record_random(match, random.Random(1))
    assert "2, 4" in refused(rounds.close, round=round_)


def test_an_announcement_is_taken_back_only_before_any_score(evening: Tournament) -> None:
    round_ = open_round(evening, 1)
    rounds.take_back(round=round_, by=None)
    assert the_round(evening, 1).state == State.CONFIRMED
    for verb in (rounds.announce, rounds.start):
        verb(round=the_round(evening, 1), by=None)
    match = the_round(evening, 1).matches.active().first()
    assert match is not None
    record_random(match, random.Random(1))
    assert "seats stand" in refused(rounds.take_back, round=round_)
    assert "seats stand" in refused(rounds.undo_draw, round=round_)


def test_a_danish_round_waits_for_the_results(evening: Tournament) -> None:
    rng = random.Random(5)
    for number in (1, 2):
        play_round(evening, number, rng)
    open_round(evening, 3)
    assert "close round 3 first" in refused(draws.draw_round, round=the_round(evening, 4))


def test_a_mitchell_round_can_be_drawn_while_the_one_before_is_played(evening: Tournament) -> None:
    open_round(evening, 1)
    draws.draw_round(round=the_round(evening, 2), by=None)
    rounds.confirm(round=the_round(evening, 2), by=None)
    assert "Close round 1 first" in refused(rounds.announce, round=the_round(evening, 2))


def test_the_danish_round_follows_the_standings(evening: Tournament) -> None:
    rng = random.Random(11)
    for number in (1, 2, 3):
        play_round(evening, number, rng)
    order = [row.entry_id for row in standings(evening, through=3).rows]
    draws.draw_round(round=the_round(evening, 4), by=None)
    tables = current_seats(the_round(evening, 4)).seatings
    assert [set(seating.ns + seating.ew) for seating in tables] == [
        {order[index], order[index + 1]} for index in range(0, 8, 2)
    ]


def test_swapping_two_seats_exchanges_only_them(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None, seed=2)
    before = current_seats(the_round(evening, 1)).seatings
    one = Seat.objects.active().get(entry_id=before[0].ns[0])
    other = Seat.objects.active().get(entry_id=before[2].ew[0])
    draws.swap_seats(round=the_round(evening, 1), one=one.pk, other=other.pk, by=None)
    after = current_seats(the_round(evening, 1)).seatings
    assert after[0].ns == before[2].ew
    assert after[2].ew == before[0].ns
    assert (after[1], after[3]) == (before[1], before[3])


def test_a_swap_says_who_meets_again(evening: Tournament) -> None:
    play_round(evening, 1, random.Random(2))
    draws.draw_round(round=the_round(evening, 2), by=None)
    assert notes_of(the_round(evening, 2)) == ()
    met = current_seats(the_round(evening, 1)).seatings[0]
    now = current_seats(the_round(evening, 2)).seatings
    opponent = next(seating.ew[0] for seating in now if met.ns[0] in seating.ns)
    seats = {seat.entry_id: seat.pk for seat in the_round(evening, 2).seats.active()}
    draws.swap_seats(round=the_round(evening, 2), one=seats[met.ew[0]], other=seats[opponent], by=None)
    codes = [(note.code, set(note.entries), note.rounds) for note in notes_of(the_round(evening, 2))]
    assert ("rematch", {met.ns[0], met.ew[0]}, (1,)) in codes


def test_a_confirmed_round_takes_no_swap(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None)
    rounds.confirm(round=the_round(evening, 1), by=None)
    one, other = Seat.objects.active()[:2]
    assert "draft" in refused(draws.swap_seats, round=the_round(evening, 1), one=one.pk, other=other.pk)
    rounds.back_to_draft(round=the_round(evening, 1), by=None)
    draws.swap_seats(round=the_round(evening, 1), one=one.pk, other=other.pk, by=None)


def test_with_an_odd_field_the_rest_gets_its_award_when_confirmed(club: Club) -> None:
    evening = make_evening(club, entries=7)
    draws.draw_round(round=the_round(evening, 1), by=None)
    assert not Award.objects.exists()
    rounds.confirm(round=the_round(evening, 1), by=None)
    award = Award.objects.get()
    assert (award.vp, award.mp, award.kind) == (12, 305, Award.Kind.REST)
    assert award.seat.reason == Seat.Reason.RESTS
    rounds.undo_draw(round=the_round(evening, 1), by=None)
    assert not Award.objects.exists()


def test_nobody_rests_twice_in_an_odd_mitchell(club: Club) -> None:
    evening = make_evening(club, entries=7)
    rng = random.Random(4)
    for number in (1, 2, 3, 4):
        play_round(evening, number, rng)
    resting = Seat.objects.active().filter(reason=Seat.Reason.RESTS).values_list("entry", flat=True)
    assert len(set(resting)) == 4


def test_a_rest_without_an_award_asks_for_it(club: Club) -> None:
    evening = make_evening(club, entries=7)
    evening.phases.update(sit_out_vp=None, sit_out_mp=None)
    draws.draw_round(round=the_round(evening, 1), by=None)
    assert "settings" in refused(rounds.confirm, round=the_round(evening, 1))


def test_nobody_is_drawn_while_somebody_is_expected(evening: Tournament) -> None:
    Entry.objects.filter(tournament=evening, number=3).update(state=Entry.State.ENTERED)
    assert "1 entry is still expected" in refused(draws.draw_round, round=the_round(evening, 1))


def test_too_many_mitchell_rounds_are_refused_with_the_figures(club: Club) -> None:
    evening = make_evening(club, entries=4)  # two tables, three rounds of Mitchell
    with pytest.raises(TooManyRounds):
        draws.draw_round(round=the_round(evening, 1), by=None)
    evening.phases.filter(movement=Phase.Movement.MITCHELL).update(allow_second_cycle=True)
    draws.draw_round(round=the_round(evening, 1), by=None)


def test_seats_typed_by_hand_are_checked_all_at_once(club: Club) -> None:
    evening = make_evening(club, entries=8, programme="individual")
    keys = present_entries(evening)
    wrong = [
        Seating(1, (keys[0], keys[1]), (keys[0], keys[3])),
        Seating(2, (keys[4], keys[5]), (keys[6], keys[7])),
    ]
    with pytest.raises(ValidationError) as caught:
        draws.seat_by_hand(round=the_round(evening, 1), seatings=wrong, by=None)
    assert {problem.code for problem in caught.value.params["problems"]} == {"both_lines", "twice", "missing"}
    right = [
        Seating(1, (keys[0], keys[1]), (keys[2], keys[3])),
        Seating(2, (keys[4], keys[5]), (keys[6], keys[7])),
    ]
    draws.seat_by_hand(round=the_round(evening, 1), seatings=right, by=None)
    assert current_seats(the_round(evening, 1)).seatings == tuple(right)


def test_a_closed_round_opens_again_only_before_the_next_draw(evening: Tournament) -> None:
    play_round(evening, 1, random.Random(9))
    rounds.reopen(round=the_round(evening, 1), by=None)
    assert the_round(evening, 1).state == State.PLAYING
    rounds.close(round=the_round(evening, 1), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None)
    assert "Undo the draw of round 2" in refused(rounds.reopen, round=the_round(evening, 1))


def test_an_absence_is_no_sit_out_in_the_history(evening: Tournament) -> None:
    round_ = open_round(evening, 1)
    seat = round_.seats.active().first()
    assert seat is not None
    seat.match, seat.reason = None, Seat.Reason.ABSENT
    seat.save()
    assert history(evening, before=2)[0].rests == ()
