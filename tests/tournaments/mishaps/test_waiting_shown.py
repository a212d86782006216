"""Who waits for a seat is said to wait wherever a seat is shown: it is no sit-out and gives another award."""

import random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tests.tournaments.mishaps.conftest import url, words
from tournaments import draws
from tournaments.arrivals import admit_late
from tournaments.likeness import Name
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.programmes import PhasePlan, Programme
from tournaments.rounds import announce, close, confirm, undo_draw
from tournaments.sit_outs import give_rest_awards
from tournaments.standings import standings
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """A Mitchell in which number 7 finds no seat in round 2, which is drawn."""
    plan = Programme("Prova", "pairs", (PhasePlan("mitchell", 3), PhasePlan("danish", 1)))
    tournament = make_evening(cast.club, entries=6, programme=plan)
    play_round(tournament, 1, random.Random(1))
    late = (Name("Ritardo", "Ada"), Name("Ritardo", "Ugo"))
    admit_late(tournament=tournament, persons=late, how="next", by=None)
    draws.draw_round(round=the_round(tournament, 2), by=None, seed=1)
    return tournament


def open_second(evening: Tournament) -> None:
    confirm(round=the_round(evening, 2), by=None)
    announce(round=the_round(evening, 2), by=None)


def test_a_draft_and_a_confirmed_draw_say_who_waits(secretary: Client, evening: Tournament) -> None:
    for _stage in ("draft", "confirmed"):
        page = words(secretary.get(url("director", evening.pk)))
        assert "waits 7 Ritardo Ada – Ritardo Ugo waits for a seat" in page
        assert "rest 7 " not in page
        confirm(round=the_round(evening, 2), by=None)


def test_who_waits_again_is_not_said_to_rest_again(secretary: Client, evening: Tournament) -> None:
    open_second(evening)
    for match in Match.objects.active().filter(round__number=2):
        record_random(match, random.Random(match.table_number))
    close(round=the_round(evening, 2), by=None)
    page = words(secretary.post(url("draw", evening.pk, 3), follow=True))
    assert "found every seat of this movement taken" in page
    assert "rests again" not in page


def test_everybody_reads_that_they_wait_and_no_sit_out(secretary: Client, evening: Tournament) -> None:
    open_second(evening)
    for name, args, said in (
        ("seats", (), "WAITS"),
        ("entry_card", (7,), "WAITS every seat is taken: you wait for one"),
        ("rounds", (), "WAITS"),
        ("standings", (), "S waits for a seat"),
        ("staff_standings", (), "S waits for a seat"),
    ):
        page = words(secretary.get(url(name, evening.pk, *args)))
        assert said in page, name
        assert "SIT-OUT" not in page, name
        assert "R sits out" not in page, name
    rows = secretary.get(url("seats_csv", evening.pk)).content.decode()
    assert "waits for a seat" in rows
    for name in ("results_csv", "rounds_csv"):
        rows = secretary.get(url(name, evening.pk)).content.decode()
        assert "WAITS" in rows, name
        assert "SIT-OUT" not in rows, name
    for match in Match.objects.active().filter(round__number=2).select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    page = words(secretary.get(url("director", evening.pk)))
    assert "WAITS" in page
    assert "SIT-OUT" not in page
    close(round=the_round(evening, 2), by=None)
    open_round(evening, 3)
    card = words(secretary.get(url("entry_card", evening.pk, 7)))
    assert card.count("WAITS") == 3, "now, and in the list of both rounds"


def test_who_sits_out_is_still_said_to_sit_out(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="3m1d")
    open_round(evening, 1)
    page = words(secretary.get(url("seats", evening.pk)))
    assert ("SIT-OUT" in page, "WAITS" in page) == (True, False)
    assert "R sits out" in words(secretary.get(url("standings", evening.pk)))


def test_waiting_gives_the_award_of_an_absence_and_counts_as_no_match(evening: Tournament) -> None:
    open_second(evening)
    row = next(row for row in standings(evening).rows if row.number == 7)
    score = row.in_round(2)
    phase = evening.phases.get(number=1)
    assert score is not None
    assert (score.kind, score.vp, score.mp) == ("waits", phase.absence_vp, phase.absence_mp)


def test_until_an_absence_has_an_award_that_of_a_sit_out_is_given(evening: Tournament) -> None:
    evening.phases.update(absence_vp=None, absence_mp=None)
    open_second(evening)
    phase = evening.phases.get(number=1)
    award = Seat.objects.active().get(round__number=2, reason="waits").award
    assert (award.vp, award.mp) == (phase.sit_out_vp, phase.sit_out_mp)


def test_without_any_award_it_is_asked_for(evening: Tournament) -> None:
    evening.phases.update(sit_out_vp=None, sit_out_mp=None)
    give_rest_awards(the_round(evening, 2))
    Seat.objects.active().get(reason="waits").award.delete()
    evening.phases.update(absence_vp=None)
    with pytest.raises(ValidationError, match="how many VP and MP a sit-out gives"):
        give_rest_awards(the_round(evening, 2))


def test_who_gives_a_seat_to_who_waited_sits_out(evening: Tournament) -> None:
    before = facts_of(evening)
    waits = Seat.objects.active().get(round__number=2, reason="waits")
    seated = Seat.objects.active().filter(round__number=2, reason="plays").order_by("pk")[0]
    draws.swap_seats(round=the_round(evening, 2), one=waits.pk, other=seated.pk, by=None)
    seats = Seat.objects.active().filter(round__number=2, match=None)
    assert [(seat.entry, seat.reason) for seat in seats] == [(seated.entry, Seat.Reason.RESTS)]
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_who_waited_goes_on_waiting_when_the_round_is_drawn_again(evening: Tournament) -> None:
    undo_draw(round=the_round(evening, 2), by=None)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=2)
    assert Seat.objects.active().get(round__number=2, reason="waits").entry.number == 7
    open_second(evening)
    for match in Match.objects.active().filter(round__number=2).select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    close(round=the_round(evening, 2), by=None)
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    assert Seat.objects.active().get(round__number=3, reason="waits").entry.number == 7
