"""A round more or less, and a movement that bends to who is left: said before, and then done."""

import random

import pytest
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening, play_round
from tests.facts import facts_of
from tests.tournaments.mishaps.conftest import url, words
from tournaments.departures import withdraw_entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.programmes import PhasePlan, Programme
from tournaments.undoing import undoable

pytestmark = pytest.mark.django_db


def test_two_left_over_in_a_mitchell_do_not_rest_in_every_round(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="4m")
    play_round(evening, 1, random.Random(1))
    seats = Seat.objects.active().filter(round__number=1).select_related("entry")
    for table, line in ((1, "NS"), (2, "EW")):
        withdraw_entry(entry=seats.get(table_number=table, line=line).entry, by=None)
    tables = 0
    for number in (2, 3, 4):
        assert "is drawn" in words(secretary.post(url("draw", evening.pk, number), follow=True))
        secretary.post(url("undo_draw", evening.pk, number))
        play_round(evening, number, random.Random(number))
        tables += Match.objects.active().filter(round__number=number).count()
    assert tables > 6, "three rounds with two tables each, if the plan were all"


def test_the_draft_says_why_those_rest_who_could_fill_a_table(secretary: Client, cast: Cast) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan("round_robin", 7),))
    evening = make_evening(cast.club, entries=8, programme=plan)
    play_round(evening, 1, random.Random(1))
    first = Match.objects.active().filter(round__number=1).order_by("table_number")
    gone = [match.seats.order_by("line")[0].entry for match in first[:3]]
    for entry in gone:
        withdraw_entry(entry=entry, by=None)
    said = False
    for number in (2, 3, 4):
        drawn = words(secretary.post(url("draw", evening.pk, number), follow=True))
        resting = Seat.objects.active().filter(round__number=number, reason=Seat.Reason.RESTS).count()
        why = "any two of them have met, or are to meet in a later round" in drawn
        assert why == (resting > 1)
        said = said or why
        secretary.post(url("undo_draw", evening.pk, number))
        play_round(evening, number, random.Random(number))
    assert said


@pytest.mark.parametrize(
    ("movement", "says"),
    [
        ("mitchell 1", "meet again"),
        ("mitchell 3", "The tables are too few for the step of this Mitchell"),
        ("round_robin 1", "All have met in this movement: the round is drawn as Swiss"),
        ("howell 1", "All have met in this movement: the round is drawn as Swiss"),
    ],
)
def test_a_phase_too_long_for_who_is_left_is_played_to_its_end(
    secretary: Client, cast: Cast, movement: str, says: str
) -> None:
    name, step = movement.split()
    plan = (PhasePlan("danish", 1), PhasePlan(name, 4, mitchell_step=int(step)), PhasePlan("danish", 1))
    evening = make_evening(
        cast.club, entries=8 if name == "mitchell" else 6, programme=Programme("Prova", "pairs", plan)
    )
    play_round(evening, 1, random.Random(1))
    for number in (1, 2):
        withdraw_entry(entry=evening.entries.get(number=number), by=None)
    said = ""
    for number in range(2, 7):
        said = words(secretary.post(url("draw", evening.pk, number), follow=True)) if number < 6 else said
        play_round(evening, number, random.Random(number))
        assert not Seat.objects.active().filter(round__number=number, reason=Seat.Reason.RESTS).exists()
    assert says in said


def test_fewer_groups_are_drawn_where_those_present_cannot_fill_them(secretary: Client, cast: Cast) -> None:
    phases = (PhasePlan("danish", 1), PhasePlan("round_robin", 1, groups=3))
    evening = make_evening(cast.club, entries=6, programme=Programme("Prova", "pairs", phases))
    play_round(evening, 1, random.Random(1))
    withdraw_entry(entry=evening.entries.get(number=1), by=None)
    drawn = words(secretary.post(url("draw", evening.pk, 2), follow=True))
    assert "Those present cannot fill all the groups of the settings: fewer are drawn." in drawn
    assert set(Seat.objects.active().filter(round__number=2).values_list("group", flat=True)) == {1, 2}


def test_rounds_more_and_less_by_the_page(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    secretary.post(url("round_add", evening.pk), {"seen": 4})
    assert Tournament.objects.get(pk=evening.pk).rounds.count() == 5
    stale = words(secretary.post(url("round_drop", evening.pk), {"seen": 4}, follow=True))
    assert "changed in the meantime" in stale
    secretary.post(url("round_drop", evening.pk), {"seen": 5})
    assert Tournament.objects.get(pk=evening.pk).rounds.count() == 4


def test_the_movement_of_a_round_more_or_less_is_said_and_comes_back(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    before = [round_.phase_id for round_ in evening.rounds.order_by("number")]
    counts = [phase.rounds_count for phase in evening.phases.all()]
    movements = ["Mitchell", "Danish, not the previous opponents"]
    for seen, less, more in ((4, 1, 1), (3, 1, 1), (2, 0, 1)):
        page = words(secretary.get(url("mishaps", evening.pk)))
        assert f"A round less: {movements[less]}" in page
        assert f"A round more: {movements[more]}" in page
        if seen > 2:
            done = words(secretary.post(url("round_drop", evening.pk), {"seen": seen}, follow=True))
            assert f"A round less: round {seen}, {movements[less]}, is taken away." in done
    for seen in (2, 3):
        done = words(secretary.post(url("round_add", evening.pk), {"seen": seen}, follow=True))
        assert f"A round more: round {seen + 1}, {movements[1]}." in done
    assert [round_.phase_id for round_ in evening.rounds.order_by("number")] == before
    assert [phase.rounds_count for phase in evening.phases.all()] == counts


@pytest.mark.parametrize(
    ("movement", "rounds", "says"),
    [
        ("mitchell", 3, "the round begins a second cycle, in which pairs meet again"),
        ("round_robin", 5, "the phase becomes one in which everybody meets twice"),
        ("round_robin", 4, "It is drawn like the others of its phase"),
        ("howell", 4, "It is drawn like the others of its phase"),
    ],
)
def test_a_round_more_says_what_it_will_be_and_is_drawn(
    secretary: Client, cast: Cast, movement: str, rounds: int, says: str
) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan(movement, rounds),))
    evening = make_evening(cast.club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert says in page
    assert f"The evening then has {rounds + 1} rounds" in page
    assert f"Round {rounds} is taken away" in page
    before = facts_of(evening)
    secretary.post(url("round_add", evening.pk), {"seen": rounds})
    secretary.post(url("undo_act", evening.pk), {"seen": undoable(evening)[0].seq})
    assert facts_of(evening) == before
    secretary.post(url("round_add", evening.pk), {"seen": rounds})
    for number in range(2, rounds + 2):
        drawn = words(secretary.post(url("draw", evening.pk, number), follow=True))
        assert f"Round {number} is drawn" in drawn
        secretary.post(url("undo_draw", evening.pk, number))
        play_round(evening, number, random.Random(number))


@pytest.mark.parametrize(
    ("movement", "rounds", "says"),
    [
        ("mitchell", 3, "The second cycle goes with it: the phase is a Mitchell of one cycle again."),
        ("round_robin", 5, "The phase is again one in which everybody meets once."),
    ],
)
def test_a_round_less_takes_back_what_the_round_more_made_of_the_phase(
    secretary: Client, cast: Cast, movement: str, rounds: int, says: str
) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan(movement, rounds),))
    evening = make_evening(cast.club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    before = facts_of(evening)
    for more in (0, 1):
        secretary.post(url("round_add", evening.pk), {"seen": rounds + more})
    longer = facts_of(evening)
    assert says not in words(secretary.get(url("mishaps", evening.pk))), "the round before needs it as well"
    secretary.post(url("round_drop", evening.pk), {"seen": rounds + 2})
    assert facts_of(evening)["phases"][0][1:3] == longer["phases"][0][1:3]
    assert says in words(secretary.get(url("mishaps", evening.pk)))
    secretary.post(url("round_drop", evening.pk), {"seen": rounds + 1})
    assert facts_of(evening) == before
    assert says not in words(secretary.get(url("mishaps", evening.pk)))
    for _back in (1, 2):
        secretary.post(url("undo_act", evening.pk), {"seen": undoable(evening)[0].seq})
    assert facts_of(evening) == longer


def test_a_round_less_leaves_what_the_settings_say_of_the_phase(secretary: Client, cast: Cast) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan("mitchell", 4, allow_second_cycle=True),))
    evening = make_evening(cast.club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    secretary.post(url("round_drop", evening.pk), {"seen": 4})
    assert evening.phases.get().allow_second_cycle


@pytest.mark.parametrize(("movement", "rounds"), [("howell", 5), ("double_round_robin", 10)])
def test_a_round_more_is_not_offered_where_all_have_met(
    secretary: Client, cast: Cast, movement: str, rounds: int
) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan(movement, rounds),))
    evening = make_evening(cast.club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "All have met by the last round of this phase" in page
    assert "The evening then has" in page, "a round less is offered"
    done = words(secretary.post(url("round_add", evening.pk), {"seen": rounds}, follow=True))
    assert "it has no round more" in done
    assert evening.rounds.count() == rounds


def test_rounds_more_than_there_are_opponents_are_foretold(secretary: Client, cast: Cast) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan("danish_no_rematch", 3),))
    evening = make_evening(cast.club, entries=4, programme=plan)
    play_round(evening, 1, random.Random(1))
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "Phase 1: 4 rounds without rematches, but only 3 are possible." in page
    assert "In the settings you can" not in page, "the phases stand"


def test_a_draft_foretells_the_second_meeting_of_two_left_over_and_names_who_exchange_for_it(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=8, programme="4m")
    play_round(evening, 1, random.Random(1))
    seats = Seat.objects.active().filter(round__number=1).select_related("entry")
    for table, line in ((1, "NS"), (2, "EW")):
        withdraw_entry(entry=seats.get(table_number=table, line=line).entry, by=None)
    said = []
    for number in (2, 3, 4):
        said.append(words(secretary.post(url("draw", evening.pk, number), follow=True)))
        secretary.post(url("undo_draw", evening.pk, number))
        play_round(evening, number, random.Random(number))
    told = "would rest and meet already now: the plan has their meeting in round 4"
    assert [told in page for page in said] == [True, False, False]
    assert ["exchange opponents in this round" in page for page in said] == [False, False, True]
    met = Match.objects.active().filter(round__tournament=evening)
    pairs = [frozenset(match.seats.values_list("entry", flat=True)) for match in met]
    assert len(set(pairs)) == len(pairs)


def test_who_comes_back_to_a_seat_that_is_taken_is_told_that_they_wait(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="3m1d")
    play_round(evening, 1, random.Random(1))
    gone = evening.entries.get(number=2)
    withdraw_entry(entry=gone, by=None)
    names = {"first": "Ritardo Ada", "second": "Ritardo Ugo", "how": "next"}
    secretary.post(url("late", evening.pk), names)
    play_round(evening, 2, random.Random(2))
    page = words(secretary.get(url("entry", evening.pk, gone.pk)))
    assert "Every seat of this movement is taken: they come back and wait" in page
    assert "until a seat is free or, in round 4, the next phase begins." in page
    done = words(secretary.post(url("entry_readmit", evening.pk, gone.pk), follow=True))
    assert "They are back, and wait for a seat: 2, " in done
    drawn = words(secretary.post(url("draw", evening.pk, 3), follow=True))
    assert "found every seat of this movement taken" in drawn
    assert Seat.objects.active().get(round__number=3, entry=gone).match is None


@pytest.mark.parametrize("rounds", [2, 3])
def test_who_comes_back_before_the_draw_has_the_seat_and_who_came_for_it_waits(
    secretary: Client, cast: Cast, rounds: int
) -> None:
    phases = (PhasePlan("mitchell", rounds), PhasePlan("danish", 1))[: 1 + rounds % 2]
    evening = make_evening(cast.club, entries=6, programme=Programme("Prova", "pairs", phases))
    play_round(evening, 1, random.Random(1))
    gone = evening.entries.get(number=2)
    warned = "if who left it comes back before round 2 is drawn"
    assert warned not in words(secretary.get(url("late", evening.pk)))
    withdraw_entry(entry=gone, by=None)
    assert "They have their seat back" not in words(secretary.get(url("entry", evening.pk, gone.pk)))
    assert warned in words(secretary.get(url("late", evening.pk)))
    names = {"first": "Ritardo Ada", "second": "Ritardo Ugo", "how": "next"}
    admitted = words(secretary.post(url("late", evening.pk), names, follow=True))
    assert "Number 7 is in, and plays from the next draw on." in admitted
    assert warned in admitted
    page = words(secretary.get(url("entry", evening.pk, gone.pk)))
    assert "They have their seat back. 7 Ritardo Ada – Ritardo Ugo, not drawn yet" in page
    assert ("or, in round 4, the next phase begins" in page) == (rounds == 3)
    done = words(secretary.post(url("entry_readmit", evening.pk, gone.pk), follow=True))
    assert "They play again from the next draw: 2, " in done
    assert "now 7 Ritardo Ada – Ritardo Ugo waits for one" in done
    again = words(secretary.post(url("entry_readmit", evening.pk, gone.pk), follow=True))
    assert "waits for one" not in again, "the second press changed nothing"
    secretary.post(url("draw", evening.pk, 2))
    seats = Seat.objects.active().filter(round__number=2)
    assert seats.get(entry=gone).match is not None
    assert seats.get(entry__number=7).match is None


def test_who_leaves_is_said_to_give_the_seat_to_who_waits(secretary: Client, cast: Cast) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan("howell", 4),))
    evening = make_evening(cast.club, entries=6, programme=plan)
    play_round(evening, 1, random.Random(1))
    leave = url("leave", evening.pk, evening.entries.get(number=2).pk)
    assert "waiting for a seat" not in words(secretary.get(leave))
    names = {"first": "Ritardo Ada", "second": "Ritardo Ugo", "how": "next"}
    secretary.post(url("late", evening.pk), names)
    said = "7 Ritardo Ada – Ritardo Ugo, waiting for a seat, has one from round 2 on."
    assert said in words(secretary.get(leave))
    own = url("leave", evening.pk, evening.entries.get(number=7).pk)
    assert "waiting for a seat" not in words(secretary.get(own)), "who leaves has no seat"
    secretary.post(leave, {"leave": "1", "justified": "yes"})
    secretary.post(url("draw", evening.pk, 2))
    assert Seat.objects.active().get(round__number=2, entry__number=7).match is not None


@pytest.mark.parametrize(("entries", "left"), [(9, 0), (8, 3), (4, 1)])
def test_who_leaves_is_said_to_leave_too_few_for_the_groups_of_a_later_phase(
    secretary: Client, cast: Cast, entries: int, left: int
) -> None:
    plan = Programme("Prova", "pairs", (PhasePlan("danish", 1), PhasePlan("danish", 1, groups=4)))
    evening = make_evening(cast.club, entries=entries, programme=plan)
    play_round(evening, 1, random.Random(1))
    page = words(secretary.get(url("leave", evening.pk, evening.entries.get(number=1).pk)))
    assert ("Phase 2 will have 3 groups instead of 4" in page) == (left == 3)
    assert ("Phase 2 will have no groups any more" in page) == (left == 1)
    secretary.post(url("leave", evening.pk, evening.entries.get(number=1).pk), {"leave": "1"})
    drawn = words(secretary.post(url("draw", evening.pk, 2), follow=True))
    assert ("fewer are drawn" in drawn) == bool(left)
    groups = {*Seat.objects.active().filter(round__number=2).values_list("group", flat=True)}
    assert len(groups) == (left or 4)
