"""What the referee wrote is undone like every act: one press, with all that hung on it."""

from tests.cast import Cast
from tests.evenings import the_round
from tests.slips import version_of
from tests.tournaments.referee.conftest import IN_TIME, LATE
from tournaments.awards import Given, award_history, award_match, award_of, take_award_back
from tournaments.calls import Called, take_back, warn, warnings_of
from tournaments.ending import close_objections
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.referee import Objection
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award, Penalty
from tournaments.objections import answer_objection, make_objection
from tournaments.stages import objections_run
from tournaments.undoing import undo, undoable

GIVEN = {"NS": Given(12, 305), "EW": Given(8, -305)}


def undo_last(tournament: Tournament) -> None:
    undo(tournament=tournament, seq=undoable(tournament)[0].seq, by=None)


def standing_penalties() -> int:
    return Penalty.objects.filter(revoked_at__isnull=True).count()


def test_a_second_warning_goes_with_its_penalty_and_comes_back_with_it(playing: Round, north: Entry) -> None:
    evening = playing.tournament
    for number in (1, 2):
        called = Called(playing, "Parla", entry=north, seen=version_of(evening))
        warn(called=called, by=None, told=number)
    undo_last(evening)
    assert (warnings_of(evening), standing_penalties()) == ({north.pk: 1}, 0)
    call = warn(called=Called(playing, "Di nuovo", entry=north), by=None, told=2)
    take_back(call=call, by=None)
    undo_last(evening)
    assert (warnings_of(evening), standing_penalties()) == ({north.pk: 2}, 1)


def test_a_referees_score_its_change_and_its_end_are_undone(playing: Round, match: Match) -> None:
    award_match(match=match, given=GIVEN, reason="Rissa", by=None)
    award_match(match=match, given=GIVEN | {"NS": Given(0, 0)}, reason="Anche N-S", by=None)
    take_award_back(match=match, by=None)
    undo_last(playing.tournament)
    assert award_of(match)["NS"] == Given(0, 0)
    undo_last(playing.tournament)
    assert award_of(match) == GIVEN
    assert [act.reason for act in award_history(match)] == ["Rissa"]
    undo_last(playing.tournament)
    assert not Award.objects.exists()
    assert the_round(playing.tournament, 1).state == Round.State.PLAYING


def test_a_time_closed_early_runs_again_and_objections_stay(
    cast: Cast, provisional_evening: Tournament
) -> None:
    made = make_objection(entry=provisional_evening.entries.get(number=1), text="Un dubbio", now=IN_TIME)
    close_objections(tournament=provisional_evening, by=None, now=IN_TIME)
    undo_last(provisional_evening)
    evening = Tournament.objects.get()
    assert (evening.objections_until, objections_run(evening, IN_TIME)) == (LATE, True)
    undo_last(evening)
    evening = Tournament.objects.get()
    assert (evening.state, evening.objections_until) == (Tournament.State.PLAYING, None)
    answer_objection(objection=made, decision="accepted", answer="Corretto", by=None)
    assert Objection.objects.get().decision == "accepted"
