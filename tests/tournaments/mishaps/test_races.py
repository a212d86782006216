"""Two mishaps that contradict each other, pressed at once in real transactions: one comes first, and the
other is refused in a sentence or finds the evening as the first one left it."""

import random
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.at_once import at_once
from tests.cast import SECRETARY, Cast, make_cast
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.facts import facts_of
from tests.journeys.evening import url
from tests.slips import E6, quick
from tests.tournaments.nights.checks import check_everything
from tests.tournaments.nights.rows import picture
from tournaments import draws, rounds
from tournaments.arrivals import admit_late
from tournaments.departures import withdraw_entry
from tournaments.likeness import Name
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Round
from tournaments.scores import Saved, StaleScore, record_match
from tournaments.undoing import restore, undo, undoable

pytestmark = pytest.mark.django_db(transaction=True)
Press = Callable[[], object]


@pytest.fixture
def house() -> Cast:
    return make_cast()


@pytest.fixture
def evening(house: Cast) -> Tournament:
    """Seven pairs, round 1 closed."""
    evening = make_evening(house.club, entries=7, programme="4d")
    play_round(evening, 1, random.Random(1))
    return Tournament.objects.get(pk=evening.pk)


def whole(evening: Tournament, answers: list[object]) -> list[object]:
    """What was refused; nothing else was raised, and the evening is in order."""
    refused = [answer for answer in answers if isinstance(answer, ValidationError | StaleScore)]
    wrong = [answer for answer in answers if isinstance(answer, Exception) and answer not in refused]
    assert not wrong, wrong
    check_everything(picture(), evening.pk)
    numbers = list(evening.acts.order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    return refused


def match_of(evening: Tournament, number: int, table: int = 1) -> Match:
    matches = Match.objects.active().select_related("round__phase__tournament")
    return matches.get(round__tournament=evening, round__number=number, table_number=table)


def saving(match: Match) -> Press:
    return lambda: record_match(match=match, hands=quick(E6), by=None, seen_version=match.version)


def drawing(evening: Tournament, number: int) -> Press:
    return lambda: draws.draw_round(round=the_round(evening, number), by=None, seed=1)


def leaving(evening: Tournament, number: int = 3) -> Press:
    return lambda: withdraw_entry(entry=evening.entries.get(number=number), by=None)


def test_a_pair_leaves_while_the_round_is_drawn(evening: Tournament) -> None:
    answers = at_once(leaving(evening), drawing(evening, 2))
    assert whole(evening, answers) == []
    last = evening.acts.latest("seq")
    round_ = the_round(evening, 2)
    assert round_.state == (Round.State.DRAFT if last.verb == Act.Verb.DRAW else Round.State.PLANNED)
    assert not round_.seats.active().filter(entry__number=3).exists()


def test_a_pair_comes_and_another_leaves_while_a_draft_is_confirmed(evening: Tournament) -> None:
    drawing(evening, 2)()
    names = [Name("Tardi", "Ida"), Name("Tardi", "Edo")]
    whole(
        evening,
        at_once(
            leaving(evening),
            lambda: admit_late(tournament=evening, persons=names, how="next", by=None),
            lambda: rounds.confirm(round=the_round(evening, 2), by=None),
        ),
    )
    assert the_round(evening, 2).state == Round.State.PLANNED
    assert evening.entries.present().count() == 7


def test_a_pair_leaves_while_the_announcement_is_taken_back(evening: Tournament) -> None:
    resting = open_round(evening, 2).seats.active().get(reason="rests").entry
    answers = at_once(
        leaving(evening, resting.number), lambda: rounds.take_back(round=the_round(evening, 2), by=None)
    )
    assert whole(evening, answers) == []
    assert the_round(evening, 2).state == Round.State.PLANNED


def test_the_same_undo_many_times_is_one(evening: Tournament) -> None:
    before = facts_of(evening)
    seq = Act.objects.get(pk=_done(drawing(evening, 2), evening)).seq
    answers = at_once(*[lambda: undo(tournament=evening, seq=seq, by=None)] * 4)
    assert whole(evening, answers) == []
    assert len({act.pk for act in answers if isinstance(act, Act)}) == 1
    assert facts_of(evening) == before


def _done(press: Press, evening: Tournament) -> int:
    press()
    return int(evening.acts.latest("seq").pk)


def test_an_undo_and_its_taking_back_and_another_undo(evening: Tournament) -> None:
    drawing(evening, 2)()
    rounds.confirm(round=the_round(evening, 2), by=None)
    second, first = undoable(evening)[:2]
    undone = undo(tournament=evening, seq=second.seq, by=None)
    refused = whole(
        evening,
        at_once(
            *[lambda seq=seq: undo(tournament=evening, seq=seq, by=None) for seq in (undone.seq, first.seq)]
        ),
    )
    assert len(refused) == 1, "one of them came first, and for the other something was done in the meantime"
    state = the_round(evening, 2).state
    assert state in {Round.State.CONFIRMED, Round.State.PLANNED}


def test_going_back_loses_no_score_that_came_in_between(evening: Tournament, house: Cast) -> None:
    """The page said how many acts that undoes: a score saved meanwhile makes it one more."""
    open_round(evening, 2)
    match, moment = match_of(evening, 2), undoable(evening)[2]
    before = facts_of(evening)
    client = Client()
    client.force_login(house.users[SECRETARY])
    going = lambda: client.post(url("go_back", evening.pk), {"seq": moment.seq, "acts": "2"})  # noqa: E731
    went, saved = at_once(going, saving(match))
    refused = whole(evening, [went, saved])
    if isinstance(saved, Saved):
        assert evening.acts.latest("seq").verb == Act.Verb.SCORE
        assert match_of(evening, 2).hand_records.exists()
    else:
        assert refused == [saved]
        assert evening.acts.latest("seq").verb == Act.Verb.RESTORE
        undo(tournament=evening, seq=evening.acts.latest("seq").seq, by=None)
        assert facts_of(evening) == before


def test_a_score_is_saved_while_its_round_is_thrown_away(evening: Tournament) -> None:
    open_round(evening, 2)
    match, before = match_of(evening, 2), facts_of(evening)
    thrown, saved = at_once(
        lambda: draws.throw_away(round=the_round(evening, 2), typed=2, by=None), saving(match)
    )
    refused = whole(evening, [thrown, saved])
    assert refused == ([] if isinstance(saved, Saved) else [saved])
    assert the_round(evening, 2).state == Round.State.PLANNED
    for act in undoable(evening)[: 1 + isinstance(saved, Saved)]:
        undo(tournament=evening, seq=act.seq, by=None)
    assert facts_of(evening) == before


def test_two_go_back_to_different_moments(evening: Tournament) -> None:
    """Whoever comes second finds another evening than her page told her."""
    open_round(evening, 2)
    record_random(match_of(evening, 2), random.Random(2))
    acts = undoable(evening)
    answers = at_once(
        *[
            lambda seq=acts[later].seq, later=later: restore(tournament=evening, seq=seq, by=None, seen=later)
            for later in (2, 4)
        ]
    )
    assert len(whole(evening, answers)) == 1


def test_of_two_withdrawals_at_once_the_second_reads_what_the_first_wrote(
    house: Cast, evening: Tournament
) -> None:
    """One says with a good reason, the other without: who comes second is not told that her reason counts."""
    open_round(evening, 2)
    entry = Match.objects.active().filter(round__number=2, round__tournament=evening)[0].seats.all()[0].entry
    address = url("leave", evening.pk, entry.pk)
    presses = []
    for justified in ("yes", "no"):
        client = Client()
        client.force_login(house.users[SECRETARY])
        client.cookies["django_language"] = "en"
        page = client.get(address).content.decode()
        since = page.partition('name="since" value="')[2].partition('"')[0]
        data = {"justified": justified, "leave": "1", "since": since}
        presses.append(lambda client=client, data=data: client.post(address, data, follow=True))
    answers = at_once(*presses)
    assert whole(evening, answers) == []
    texts = [answer.content.decode() for answer in answers]
    act = evening.acts.get(verb=Act.Verb.WITHDRAW)
    reason = "with a good reason" if act.facts["justified"] else "without a good reason"
    done = [f"Number {entry.number} has left." in text for text in texts]
    told = [f"Number {entry.number} has left already: " in text for text in texts]
    assert sorted(done) == sorted(told) == [False, True]
    assert f"{reason}. This stands." in texts[told.index(True)]
    assert act.facts["justified"] == (done.index(True) == 0)
