"""Late at the table, absent, withdrawn: the awards of the code, and nobody called again who left."""

import datetime
import random

import pytest
from django.core.exceptions import ValidationError

from scoring.hands import Hand, HandScore
from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tournaments import draws
from tournaments.departures import absent_at_table, departure, withdraw_entry
from tournaments.hands import NumberedHand
from tournaments.lateness import lateness
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.rounds import close, confirm
from tournaments.scores import record_match
from tournaments.standings import StandingRow, standings
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db


def again(tournament: Tournament) -> Tournament:
    """The tournament as the next request reads it."""
    return Tournament.objects.get(pk=tournament.pk)


def the_match(tournament: Tournament, number: int, entry: int) -> Match:
    matches = Match.objects.active().select_related("round__phase__tournament")
    return matches.get(round__tournament=tournament, round__number=number, seats__entry__number=entry)


def other_at(match: Match, entry: Entry) -> Entry:
    return match.seats.exclude(entry=entry).get().entry


def row_of(tournament: Tournament, entry: Entry) -> StandingRow:
    return next(row for row in standings(tournament).rows if row.entry_id == entry.pk)


@pytest.mark.parametrize(
    ("seconds", "minutes", "consequence"),
    [
        (-1, 0, "none"),
        (0, 0, "warning"),
        (300, 5, "warning"),
        (301, 5, "penalty"),
        (600, 10, "penalty"),
        (601, 10, "forfeit"),
    ],
)
def test_lateness_goes_by_the_tables_own_clock(
    cast: Cast, seconds: int, minutes: int, consequence: str
) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    match = the_match(evening, 1, 1)
    match.started_at = match.round.started_at + datetime.timedelta(hours=1)
    late = lateness(match, match.started_at + datetime.timedelta(seconds=seconds))
    assert (late.minutes, late.consequence) == (minutes, consequence)
    match.started_at = None
    late = lateness(match, match.round.started_at + datetime.timedelta(seconds=seconds))
    assert (late.minutes, late.consequence) == (minutes, consequence)


def test_one_line_absent_gives_the_awards_of_the_phase(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    match, missing = the_match(evening, 1, 1), again(evening).entries.get(number=1)
    present = other_at(match, missing)
    before = facts_of(evening)
    absent_at_table(match=match, absent={missing.pk}, by=None)
    absent_at_table(match=match, absent={missing.pk}, by=None)
    assert (row_of(evening, present).vp, row_of(evening, present).mp) == (12, 305)
    assert (row_of(evening, missing).vp, row_of(evening, missing).mp) == (8, -305)
    assert evening.acts.filter(verb="absence").count() == 1
    record_random(match.round.matches.active().exclude(pk=match.pk).get(), random.Random(1))
    close(round=the_round(evening, 1), by=None)
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_both_absent_get_nothing_and_a_table_with_a_score_is_not_absent(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    match = the_match(evening, 1, 1)
    with pytest.raises(ValidationError, match="who did not come"):
        absent_at_table(match=match, absent=set(), by=None)
    with pytest.raises(ValidationError, match="who did not come"):
        absent_at_table(match=match, absent={0}, by=None)
    absent_at_table(match=match, absent={seat.entry_id for seat in match.seats.all()}, by=None)
    assert {(row.vp, row.mp) for row in standings(evening).rows} == {(0, 0)}
    other = match.round.matches.active().exclude(pk=match.pk).get()
    record_random(other, random.Random(1))
    with pytest.raises(ValidationError, match="withdrawal"):
        absent_at_table(match=other, absent={other.seats.first().entry_id}, by=None)


@pytest.mark.experience(7)
def test_after_round_2_the_past_stays_and_opponents_get_the_award(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="3m1d")
    rng = random.Random(4)
    for number in (1, 2):
        play_round(evening, number, rng)
    past = standings(evening, through=2).rows
    open_round(evening, 3)
    leaving = again(evening).entries.get(number=3)
    opponent = other_at(the_match(evening, 3, 3), leaving)
    will = departure(leaving, justified=True)
    assert will.match is not None
    withdraw_entry(entry=leaving, by=None)
    assert [(row.entry_id, row.vp, row.mp) for row in standings(evening, through=2).rows] == [
        (row.entry_id, row.vp, row.mp) for row in past
    ]
    third = row_of(evening, opponent).in_round(3)
    assert third is not None
    assert (third.vp, third.mp) == (12, 305)
    own = row_of(evening, leaving).in_round(3)
    assert own is not None
    assert (own.vp, own.mp) == (8, -305)
    for match in the_round(evening, 3).matches.active().filter(seats__award=None).distinct():
        record_random(match, rng)
    close(round=the_round(evening, 3), by=None)
    play_round(evening, 4, rng)
    seats = Seat.objects.active().filter(entry=leaving, round__number=4)
    assert not seats.exists()
    assert row_of(evening, leaving).withdrawn


@pytest.mark.parametrize(("base", "vp", "mp"), [(600, 14, 600 + 300), (100, 12, 305)])
def test_in_the_middle_of_a_match_the_better_of_award_and_score_counts(
    cast: Cast, base: int, vp: int, mp: int
) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    match = the_match(evening, 1, 1)
    stays = match.seats.get(line="NS").entry
    leaves = match.seats.get(line="EW").entry
    extra = 300 if base == 600 else 100
    hand = Hand((HandScore(base=base, points=extra), HandScore(base=0, points=0)))
    record_match(
        match=match, hands=[NumberedHand(1, hand)], by=None, seen_version=0, confirmed={"V13", "V18"}
    )
    withdraw_entry(entry=leaves, by=None, justified=False)
    row = row_of(evening, stays)
    assert (row.vp, row.mp) == (vp, mp)
    assert row_of(evening, leaves).vp == 0


def test_a_draft_is_put_aside_and_undo_brings_it_back(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    play_round(evening, 1, random.Random(4))
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    confirm(round=the_round(evening, 2), by=None)
    before = facts_of(evening)
    leaving = again(evening).entries.get(number=2)
    assert departure(leaving, justified=True).redrawn == (2,)
    withdraw_entry(entry=leaving, by=None)
    assert the_round(evening, 2).state == "planned"
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == before


def test_before_anybody_played_it_is_no_withdrawal(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    with pytest.raises(ValidationError, match="undo the draw of round 1"):
        withdraw_entry(entry=again(evening).entries.get(number=2), by=None)
