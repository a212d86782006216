"""What is said to be certain before the last results is what the draw then brings, whatever they are."""

import random

import pytest

from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tournaments import draws
from tournaments.departures import absent_at_table
from tournaments.early import early, is_asked
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match
from tournaments.programmes import PhasePlan, Programme
from tournaments.rounds import close
from tournaments.seats import current_seats
from tournaments.undoing import restore, undoable

pytestmark = pytest.mark.django_db


def evening_of(cast: Cast, movement: str, entries: int) -> Tournament:
    """A Mitchell round played, a second round by the movement in which all tables but two are in."""
    plan = (
        PhasePlan(Phase.Movement.MITCHELL, 1),
        PhasePlan(movement, 3),
    )
    evening = make_evening(cast.club, entries=entries, programme=Programme("Prova", "pairs", plan))
    play_round(evening, 1, random.Random(5))
    open_round(evening, 2)
    return evening


def matches(evening: Tournament) -> list[Match]:
    found = Match.objects.active().filter(round__tournament=evening, round__number=2)
    return list(found.select_related("round__phase__tournament").order_by("table_number"))


@pytest.mark.parametrize("entries", [10, 11])
@pytest.mark.parametrize("movement", ["danish", "danish_modified", "danish_no_rematch"])
def test_certain_tables_are_drawn_whatever_the_missing_ones_bring(
    cast: Cast, movement: str, entries: int
) -> None:
    evening = evening_of(cast, movement, entries)
    first, last = matches(evening)[0], matches(evening)[-1]
    assert not is_asked(evening)
    for match in matches(evening)[1:-1]:
        record_random(match, random.Random(match.table_number))
    assert is_asked(evening)
    if movement == "danish":  # the others try two missing tables out for seconds
        known = early(evening)
        assert known is not None
        assert (known.number, known.missing, known.why) == (3, (first.table_number, last.table_number), None)
    record_random(first, random.Random(77))
    closer = early(evening)
    assert closer is not None
    assert closer.certain is not None
    assert closer.certain.tables or entries % 2, "one table of an even field leaves something certain"
    moment = undoable(evening)[0]
    for seed in range(3):
        if seed:
            record_random(matches(evening)[-1], random.Random(seed))
        else:
            absent_at_table(match=last, absent={last.seats.get(line="NS").entry_id}, by=None)
        close(round=the_round(evening, 2), by=None)
        draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
        drawn = {
            (frozenset(seating.everybody), seating.table)
            for seating in current_seats(the_round(evening, 3)).seatings
        }
        for certain in closer.certain.tables:
            if certain.table is None:
                assert frozenset(certain.entries) in {pair for pair, _table in drawn}
            else:
                assert (frozenset(certain.entries), certain.table) in drawn
        restore(tournament=evening, seq=moment.seq, by=None)


def test_nothing_is_written_and_what_cannot_be_told_says_why(cast: Cast) -> None:
    evening = evening_of(cast, "danish_no_rematch", 10)
    record_random(matches(evening)[0], random.Random(1))
    facts = facts_of(evening)
    known = early(evening)
    assert known is not None
    assert (known.why, known.most, known.certain) == ("too_many", 2, None)
    Tournament.objects.filter(pk=evening.pk).update(criteria=["vp", "mp", "best_round_vp"])
    again = early(Tournament.objects.get(pk=evening.pk))
    assert again is not None
    assert again.why == "other_criteria"
    Tournament.objects.filter(pk=evening.pk).update(criteria=["vp", "mp"])
    assert facts_of(evening) == facts


def test_a_round_that_does_not_follow_the_standings_asks_nothing(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="4m")
    round_ = open_round(evening, 1)
    match = round_.matches.active().select_related("round__phase__tournament").get(table_number=1)
    record_random(match, random.Random(1))
    assert early(evening) is None
    assert not is_asked(evening)
