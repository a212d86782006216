"""Acts are undone strictly last first, and each undo brings back the very facts from before the act."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.cast import REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random, the_round
from tests.facts import facts_of
from tournaments import draws, rounds
from tournaments.check_in import close_check_in, set_present
from tournaments.departures import withdraw_entry
from tournaments.ending import declare_final, publish_provisional
from tournaments.entries import change_members
from tournaments.forms.scores import REASONS
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import ScoreChange
from tournaments.penalties import give_penalty, revoke_penalty
from tournaments.saves import desk_round
from tournaments.scores import swap_lines
from tournaments.undoing import MOST, just_undone, moments, restore, undo, undoable

pytestmark = pytest.mark.django_db


def a_match(tournament: Tournament, number: int, table: int = 1) -> Match:
    matches = Match.objects.active().select_related("round__phase__tournament")
    return matches.get(round__tournament=tournament, round__number=number, table_number=table)


def swap_two(tournament: Tournament, number: int) -> None:
    seats = list(Seat.objects.active().filter(round__tournament=tournament, round__number=number)[:3])
    draws.swap_seats(round=the_round(tournament, number), one=seats[0].pk, other=seats[2].pk, by=None)


STEPS: list[tuple[str, Callable[[Tournament], Any]]] = [
    ("presence", lambda t: set_present(entry=t.entries.get(number=7), present=False, by=None)),
    ("check-in closed", lambda t: close_check_in(tournament=t, by=None)),
    ("drawn", lambda t: draws.draw_round(round=the_round(t, 1), by=None, seed=1)),
    ("drawn again", lambda t: draws.draw_round(round=the_round(t, 1), by=None, seed=2)),
    ("swapped", lambda t: swap_two(t, 1)),
    ("confirmed", lambda t: rounds.confirm(round=the_round(t, 1), by=None)),
    ("announced", lambda t: rounds.announce(round=the_round(t, 1), by=None)),
    ("taken back", lambda t: rounds.take_back(round=the_round(t, 1), by=None)),
    ("announced again", lambda t: rounds.announce(round=the_round(t, 1), by=None)),
    ("started", lambda t: rounds.start(round=the_round(t, 1), by=None)),
    ("scored", lambda t: record_random(a_match(t, 1), random.Random(1))),
    ("lines swapped", lambda t: swap_lines(match=a_match(t, 1), by=None, seen_version=1)),
    ("second score", lambda t: record_random(a_match(t, 1, 2), random.Random(2))),
    ("third score", lambda t: record_random(a_match(t, 1, 3), random.Random(3))),
    (
        "penalty",
        lambda t: give_penalty(
            entry=t.entries.get(number=1), round=the_round(t, 1), reason="tardi", by=None, mp=-100
        ),
    ),
    ("penalty revoked", lambda t: revoke_penalty(penalty=t.entries.get(number=1).penalties.get(), by=None)),
    ("closed", lambda t: rounds.close(round=the_round(t, 1), by=None)),
    ("reopened", lambda t: rounds.reopen(round=the_round(t, 1), by=None)),
    ("closed again", lambda t: rounds.close(round=the_round(t, 1), by=None)),
    ("withdrawn", lambda t: withdraw_entry(entry=t.entries.get(number=2), by=None)),
    ("second round drawn", lambda t: draws.draw_round(round=the_round(t, 2), by=None, seed=3)),
    ("draw undone", lambda t: rounds.undo_draw(round=the_round(t, 2), by=None)),
]


def test_every_act_is_undone_last_first_and_brings_back_what_was(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=7, programme="2m2d")
    before = []
    for _name, act in STEPS:
        before.append(facts_of(evening))
        act(Tournament.objects.get(pk=evening.pk))
        assert facts_of(evening) != before[-1], _name
    for (name, _act), facts in zip(reversed(STEPS), reversed(before), strict=True):
        last = undoable(evening)[0]
        undo(tournament=evening, seq=last.seq, by=None)
        assert facts_of(evening) == facts, name
    assert Act.objects.filter(tournament=evening, verb=Act.Verb.UNDO).count() == len(STEPS)


def test_an_undone_draw_can_be_drawn_and_played_again(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    play_round(evening, 1, random.Random(5))
    facts = facts_of(evening)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=9)
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert facts_of(evening) == facts
    assert Match.objects.filter(round__number=2).count() == 3, "what was drawn is put aside, not deleted"
    play_round(evening, 2, random.Random(6))


def test_the_last_act_is_the_only_one_and_everybodys(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1, by=cast.users[SECRETARY])
    first, second = undoable(evening)[:2]
    with pytest.raises(ValidationError, match="in the meantime"):
        undo(tournament=evening, seq=second.seq, by=cast.users[REFEREE])
    undoing = undo(tournament=evening, seq=first.seq, by=cast.users[REFEREE])
    assert (undoing.by, undoing.facts["what"]) == (cast.users[REFEREE], Act.Verb.START)
    assert undo(tournament=evening, seq=first.seq, by=cast.users[REFEREE]) == undoing, "the same press, twice"
    assert Act.objects.filter(verb=Act.Verb.UNDO).count() == 1


def test_an_undone_score_is_a_version_more(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    record_random(a_match(evening, 1), random.Random(1))
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=cast.users[SECRETARY])
    match = a_match(evening, 1)
    assert (match.version, match.hand_records.count()) == (2, 0)
    assert desk_round(match.round).recent == (), "what is undone was not just saved"
    last = ScoreChange.objects.filter(match=match).latest("version")
    assert (last.reason, last.by, last.after) == ("undone", cast.users[SECRETARY], [])
    record_random(match, random.Random(4))
    assert a_match(evening, 1).version == 3


@pytest.mark.parametrize("back_to_a_moment", [False, True])
def test_a_score_put_back_is_brought_back_and_not_undone(cast: Cast, back_to_a_moment: bool) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    started = undoable(evening)[0]
    record_random(a_match(evening, 1), random.Random(1))
    first = ScoreChange.objects.get(version=1)
    if back_to_a_moment:
        undoing = restore(tournament=evening, seq=started.seq, by=None)
    else:
        undoing = undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert ScoreChange.objects.get(version=2).get_reason_display() == "an act was undone"
    undo(tournament=evening, seq=undoing.seq, by=cast.users[SECRETARY])
    last = ScoreChange.objects.get(version=3)
    assert (last.reason, last.by, last.after) == ("back", cast.users[SECRETARY], first.after)
    assert last.get_reason_display() == "brought back: its undo was taken back"
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert ScoreChange.objects.get(version=4).reason == "undone"


def test_at_most_twenty_and_nothing_behind_a_final_result(cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=6, programme="2m2d"), random.Random(3))
    assert len(undoable(evening)) == MOST
    publish_provisional(tournament=evening, by=None)
    declare_final(tournament=evening, by=None)
    assert undoable(evening) == []
    last = Act.objects.filter(tournament=evening).latest("seq")
    with pytest.raises(ValidationError, match="moment before"):
        undo(tournament=evening, seq=last.seq, by=None)


@pytest.mark.experience(13)
def test_a_final_evening_goes_back_to_the_close_of_a_round(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    facts = facts_of(evening)
    closed = undoable(evening)[0]
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number))
    publish_provisional(tournament=evening, by=None)
    declare_final(tournament=evening, by=None)
    assert closed.seq in [moment.act.seq for moment in moments(evening)]
    restore(tournament=evening, seq=closed.seq, by=cast.users[SECRETARY])
    assert facts_of(evening) == facts
    assert evening.snapshots.count() == 1, "the declared result stays in the book"
    assert evening.acts.latest("seq").verb == Act.Verb.RESTORE
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number + 10))
    with pytest.raises(ValidationError, match="not there any more"):
        restore(tournament=evening, seq=closed.seq + 2, by=None)


def test_rows_changed_behind_the_logs_back_are_not_written_over(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    rounds.confirm(round=the_round(evening, 1), by=None)
    evening.rounds.filter(number=1).update(state="playing")
    with pytest.raises(ValidationError, match="changed since"):
        undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)


def press_last(evening: Tournament) -> Act:
    return undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)


def bring_back(evening: Tournament) -> Act:
    found = just_undone(evening)
    assert found is not None
    return undo(tournament=evening, seq=found[1].seq, by=None)


def test_a_going_back_is_taken_back_by_name(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=7, programme="2m2d")
    seen = []
    for _name, act in STEPS:
        act(Tournament.objects.get(pk=evening.pk))
        seen.append((undoable(evening)[0].seq, facts_of(evening)))
    start, before = seen[0]
    going = restore(tournament=evening, seq=start, by=cast.users[SECRETARY])
    assert facts_of(evening) == before
    assert undoable(evening)[0] == going
    press_last(evening)
    assert facts_of(evening) == seen[-1][1]
    for (seq, _after), (_seq, facts) in zip(reversed(seen), reversed(seen[:-1]), strict=False):
        assert undo(tournament=evening, seq=seq, by=None).facts["undone"] == [seq]
        assert facts_of(evening) == facts


def test_going_back_past_an_earlier_going_back_is_exact(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=7, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    first, closed = undoable(evening)[0].seq, facts_of(evening)
    play_round(evening, 2, random.Random(2))
    second = facts_of(evening)
    restore(tournament=evening, seq=first, by=None)
    play_round(evening, 2, random.Random(3))
    third = facts_of(evening)
    restore(tournament=evening, seq=first, by=None)
    assert facts_of(evening) == closed
    press_last(evening)
    assert facts_of(evening) == third
    back = next(moment for moment in moments(evening) if moment.act.verb == Act.Verb.RESTORE)
    restore(tournament=evening, seq=back.act.seq, by=None)
    assert facts_of(evening) == closed
    press_last(evening)
    restore(tournament=evening, seq=back.act.seq, by=None)
    assert undoable(evening)[1].seq == back.act.seq
    press_last(evening)
    for _unused in range(
        evening.acts.filter(seq__gt=back.act.seq, undone_by=None).exclude(verb="undo").count()
    ):
        press_last(evening)
    press_last(evening)
    assert facts_of(evening) == second, "the first going back is taken back too"


def test_an_undo_is_taken_back_as_long_as_nothing_came_after_it(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=7, programme="2m2d")
    seen = []
    for _name, act in STEPS:
        seen.append(facts_of(evening))
        act(Tournament.objects.get(pk=evening.pk))
    seen.append(facts_of(evening))
    assert just_undone(evening) is None
    for _unused in STEPS:
        press_last(evening)
    for facts in seen[1:]:
        bring_back(evening)
        assert facts_of(evening) == facts
    assert just_undone(evening) is None
    press_last(evening)
    old = just_undone(evening)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=5)
    assert just_undone(evening) is None
    assert old is not None
    with pytest.raises(ValidationError, match="in the meantime"):
        undo(tournament=evening, seq=old[1].seq, by=None)


def test_a_going_back_that_was_undone_is_brought_back(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    first, closed = undoable(evening)[0].seq, facts_of(evening)
    play_round(evening, 2, random.Random(2))
    second = facts_of(evening)
    restore(tournament=evening, seq=first, by=None)
    press_last(evening)
    bring_back(evening)
    assert facts_of(evening) == closed
    press_last(evening)
    assert facts_of(evening) == second
    press_last(evening)
    assert undoable(evening)[0].verb == Act.Verb.SCORE, "the acts that stood stand again"


def test_before_each_act_that_lasts_there_is_a_moment(cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=6, programme="2m2d"), random.Random(3))
    publish_provisional(tournament=evening, by=None)
    give_penalty(
        entry=evening.entries.get(number=1), round=the_round(evening, 4), reason="tardi", by=None, vp=-1
    )
    before = facts_of(evening)
    declare_final(tournament=evening, by=None)
    final = facts_of(evening)
    last = moments(evening)[0]
    assert (last.later, last.act.verb) == (1, Act.Verb.PENALTY)
    restore(tournament=evening, seq=last.act.seq, by=None)
    assert facts_of(evening) == before
    press_last(evening)
    assert facts_of(evening) == final


def test_teams_that_changed_names_come_back_together(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=2, programme="teams-danish")
    one, other = evening.entries.order_by("number")
    people = {
        entry: [member.person for member in entry.members.order_by("position")] for entry in (one, other)
    }
    set_present(entry=one, present=False, by=None)
    before, start = facts_of(evening), undoable(evening)[0].seq
    for entry, name in ((one, "Falchi"), (other, "Squadra 1"), (one, "Squadra 2")):
        change_members(entry=entry, persons=people[entry], by=None, name=name)
    after = facts_of(evening)
    restore(tournament=evening, seq=start, by=None)
    assert facts_of(evening) == before
    press_last(evening)
    assert facts_of(evening) == after


def test_nobody_chooses_a_reason_that_the_program_writes() -> None:
    offered = {code for code, _word in REASONS if code}
    assert offered == {"sum", "swapped", "copy", "referee"}
