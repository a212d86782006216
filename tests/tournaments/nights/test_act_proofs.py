"""The proofs of single acts find what is wrong: each fault here is made on purpose, on rows of a real act."""

import datetime
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from scoring.hands import Hand, HandScore
from tests.cast import ANONYMOUS, REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random
from tests.tournaments.nights import checks
from tests.tournaments.nights.bracket_proofs import winners_go_on
from tests.tournaments.nights.certain import Promise, check_kept, promise_of
from tests.tournaments.nights.clock import Clock
from tests.tournaments.nights.draw_proofs import (
    no_table_out_of_use_is_given,
    nobody_meets_in_silence,
    who_keeps_a_table_sits_there,
)
from tests.tournaments.nights.fields import crowd
from tests.tournaments.nights.moments import by_the_clock, moment
from tests.tournaments.nights.night import Night, Tally
from tests.tournaments.nights.programmes import PLANS
from tests.tournaments.nights.proofs import PROOFS, prove_act
from tests.tournaments.nights.rows import Picture, picture
from tests.tournaments.nights.test_proof import first
from tests.tournaments.nights.verbs import ByVerbs
from tournaments.hands import NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
Fault = Callable[[Act, Picture, Picture], Any]


def night_of(cast: Cast, evening: Tournament) -> Night:
    return Night(cast, evening, ByVerbs(cast, evening), Tally())


def provisional(cast: Cast, clock: Clock) -> Night:
    """Standings that are open to objections for a quarter of an hour, a minute ago."""
    evening = make_evening(cast.club, entries=4, programme="2m2d", objection_minutes=15)
    play_evening(evening, random.Random(3))
    night = night_of(cast, evening)
    night.do("provisional", SECRETARY)
    clock.forward(minutes=1)
    return night


def objects(night: Night, **facts: Any) -> Act | None:
    code = first(night.now, "match", table_number=1, is_active=True)["code"]
    match = first(night.now, "match", code=code)
    seat = first(night.now, "seat", match_id=match["id"])
    number = night.now["entry"][seat["entry_id"]]["number"]
    wanted = {"number": number, "round": None, "code": code, "text": "Segnato male"}
    return night.do("object", ANONYMOUS, **wanted | facts)


def test_the_end_of_an_evening_is_proved(cast: Cast, clock: Clock) -> None:
    """Two objections, of which one waits: the final comes after their answers and after the hour."""
    night = provisional(cast, clock)
    assert objects(night) is not None
    assert objects(night) is None, "the same again"
    assert objects(night, code="AAAAAAAA", text="Altro") is None, "a slip of nobody"
    [made] = night.now["objection"]
    answer = {"objection": made, "decision": "refused", "seen": ""}
    assert night.do("answer", SECRETARY, **answer) is None, "only the referee judges"
    assert night.do("final", SECRETARY) is None
    assert night.do("answer", REFEREE, **answer) is not None
    assert night.do("final", SECRETARY) is None, "the clock runs"
    clock.forward(minutes=15)
    assert objects(night, text="Altro") is None, "too late"
    assert night.do("final", SECRETARY) is not None


def made_late(act: Act, _before: Picture, _after: Picture) -> None:
    act.at += datetime.timedelta(hours=1)


def of_two(_act: Act, _before: Picture, after: Picture) -> None:
    [made] = after["objection"].values()
    after["objection"][10_000] = {**made, "id": 10_000}


def of_nobody_there(_act: Act, _before: Picture, after: Picture) -> None:
    [made] = after["objection"].values()
    made["match_id"] = 10_000


def before_the_check(_act: Act, before: Picture, _after: Picture) -> None:
    first(before, "tournament")["state"] = "playing"


@pytest.mark.parametrize("fault", [made_late, of_two, of_nobody_there, before_the_check])
def test_an_objection_that_could_not_be_made_is_found(cast: Cast, clock: Clock, fault: Fault) -> None:
    night = provisional(cast, clock)
    before = picture()
    act = objects(night)
    assert act is not None
    after = picture()
    fault(act, before, after)
    with pytest.raises((AssertionError, ValueError)):
        prove_act(act, before, after, referee=cast.users[REFEREE].pk)


def unsigned(act: Act, _before: Picture, _after: Picture) -> None:
    act.by_id = 10_000


def without_a_word(_act: Act, _before: Picture, after: Picture) -> None:
    first(after, "objection")["answer"] = ""


@pytest.mark.parametrize("fault", [unsigned, without_a_word])
def test_an_answer_that_nobody_could_give_is_found(cast: Cast, clock: Clock, fault: Fault) -> None:
    night = provisional(cast, clock)
    objects(night)
    before = picture()
    act = night.do("answer", REFEREE, objection=first(before, "objection")["id"], decision="refused", seen="")
    assert act is not None
    after = picture()
    fault(act, before, after)
    with pytest.raises(AssertionError):
        prove_act(act, before, after, referee=cast.users[REFEREE].pk)


def test_a_final_that_does_not_wait_is_found(cast: Cast, clock: Clock) -> None:
    night = provisional(cast, clock)
    objects(night)
    waiting = picture()
    act = Act(verb="final", facts={}, at=clock.now)
    with pytest.raises(AssertionError, match="objections until"):
        PROOFS["final"][0](act, waiting, waiting)
    act.at += datetime.timedelta(hours=1)
    with pytest.raises(AssertionError, match="an objection waits"):
        PROOFS["final"][0](act, waiting, waiting)
    first(waiting, "tournament")["state"] = "final"
    with pytest.raises(AssertionError, match="final, and objections"):
        checks.nothing_final_waits(waiting)


def test_a_correction_after_the_end_is_the_referees(cast: Cast, clock: Clock) -> None:
    night = provisional(cast, clock)
    before = picture()
    match = first(before, "match", table_number=1, is_active=True)
    facts = {"match": match["id"], "seen": match["version"]}
    assert night.do("swap_lines", SCORER, **facts) is None
    act = night.do("swap_lines", REFEREE, **facts)
    assert act is not None
    with pytest.raises(AssertionError, match="not signed by the referee"):
        prove_act(act, before, picture(), referee=10_000)


def warned(cast: Cast, times: int) -> tuple[Night, Picture, Act]:
    """A night whose first entry is warned so often, the rows before the last warning, and that act."""
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    night = night_of(cast, evening)
    entry = first(night.now, "seat", table_number=1)["entry_id"]
    act, before = None, picture()
    for number in range(1, times + 1):
        before = picture()
        seen = first(before, "tournament")["version"]
        facts = {"number": 1, "table": 1, "kind": "warning", "entry": entry, "seen": seen, "told": number}
        act = night.do("call", REFEREE, **facts)
    assert act is not None
    return night, before, act


def a_free_warning(_act: Act, before: Picture, after: Picture) -> None:
    for key in after["penalty"].keys() - before["penalty"].keys():
        del after["penalty"][key]


def a_dear_warning(_act: Act, before: Picture, after: Picture) -> None:
    for key in after["penalty"].keys() - before["penalty"].keys():
        after["penalty"][key]["vp"] = -2


def counted_twice(_act: Act, before: Picture, after: Picture) -> None:
    last = max(after["call"])
    after["call"][10_000] = {**after["call"][last], "id": 10_000}


@pytest.mark.parametrize("fault", [a_free_warning, a_dear_warning, counted_twice])
def test_warnings_that_do_not_add_up_are_found(cast: Cast, fault: Fault) -> None:
    _night, before, act = warned(cast, 2)
    after = picture()
    fault(act, before, after)
    with pytest.raises((AssertionError, ValueError)):
        prove_act(act, before, after, referee=cast.users[REFEREE].pk)


def test_a_warning_taken_back_gives_its_penalty_back(cast: Cast) -> None:
    night, _before, _act = warned(cast, 3)
    before = picture()
    act = night.do("take_call_back", REFEREE, call=min(before["call"]))
    assert act is not None, "two are left, and earn what the second has taken"
    assert len(list(night.now.where("penalty", revoked_at=None))) == 1
    assert night.do("take_call_back", REFEREE, call=max(before["call"])) is not None
    assert not list(night.now.where("penalty", revoked_at=None))
    after = picture()
    first(after, "penalty")["revoked_at"] = None
    with pytest.raises(AssertionError):
        PROOFS["call"][0](Act.objects.latest("seq"), before, after)


def test_the_clock_of_a_table_is_read_again(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    taken = picture()
    match, began = (
        first(taken, "match", table_number=1),
        moment(first(taken, "round", number=1)["started_at"]),
    )
    assert began is not None
    after = {minutes: began + datetime.timedelta(minutes=minutes) for minutes in (-1, 0, 5, 6, 10, 11)}
    assert {minutes: by_the_clock(taken, match, now) for minutes, now in after.items()} == {
        -1: "none",
        0: "warning",
        5: "warning",
        6: "penalty",
        10: "penalty",
        11: "forfeit",
    }


def drawn(cast: Cast, known: int, programme: Any = "drawn", entries: int = 8) -> tuple[Act, Picture]:
    """The act that drew the first round of a field of which something is known, and the rows after it."""
    evening = make_evening(cast.club, entries=entries, programme=programme)
    crowd(evening, known)
    act = night_of(cast, evening).do("draw", SECRETARY, number=1, seed=5)
    assert act is not None
    return act, picture()


def test_two_of_a_family_who_meet_in_silence_are_found(cast: Cast) -> None:
    act, after = drawn(cast, 4)
    nobody_meets_in_silence(act, after, after)
    seat = first(after, "seat", table_number=1, line="NS")
    other = first(after, "seat", table_number=1, line="EW")
    for column in ("family", "club_name"):
        for each in (seat, other):
            after["entry"][each["entry_id"]][column] = "Zeta"
        with pytest.raises(AssertionError, match="is not named"):
            nobody_meets_in_silence(act, after, after)
        after["entry"][seat["entry_id"]][column] = ""


def test_who_keeps_a_table_and_sits_elsewhere_in_silence_is_found(cast: Cast) -> None:
    act, after = drawn(cast, 3)
    who_keeps_a_table_sits_there(act, after, after)
    after["entry"][first(after, "seat", table_number=3)["entry_id"]]["fixed_table"] = 4
    with pytest.raises(AssertionError, match="keeps table 4"):
        who_keeps_a_table_sits_there(act, after, after)


def test_a_table_out_of_use_that_is_given_is_found(cast: Cast) -> None:
    _act, after = drawn(cast, 3)
    before = Picture({name: {} for name in after.tables})
    no_table_out_of_use_is_given(before, after)
    first(after, "tournament")["closed_tables"] = json.dumps([1])
    with pytest.raises(AssertionError, match="table 1 is out of use"):
        no_table_out_of_use_is_given(before, after)


@pytest.mark.parametrize("plan", ["knock-out", "teams knocked out"])
def test_a_knock_out_in_which_the_wrong_ones_go_on_is_found(cast: Cast, plan: str) -> None:
    evening = make_evening(cast.club, entries=6, programme=PLANS[plan].programme)
    play_round(evening, 1, random.Random(1))
    act = night_of(cast, evening).do("draw", SECRETARY, number=2, seed=5)
    assert act is not None
    after = picture()
    winners_go_on(act, after, after)
    for side in after["side"].values():
        side["base"], side["points"], side["total"] = None, None, 100
    with pytest.raises(AssertionError, match="are level"):
        winners_go_on(act, after, after)
    after = picture()
    for side in after["side"].values():
        side["base"], side["points"] = -(side["base"] or 0), -(side["points"] or 0)
    with pytest.raises(AssertionError, match=r"has won and is|has lost and goes on"):
        winners_go_on(act, after, after)


def test_a_hand_too_many_is_found(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme=PLANS["knock-out"].programme)
    play_round(evening, 1, random.Random(1))
    taken = picture()
    checks.matches_have_their_hands(taken)
    taken = picture()
    record = first(taken, "record", number=2)
    taken["record"][10_000] = {**record, "id": 10_000, "number": 3}
    with pytest.raises(AssertionError, match="a hand too many"):
        checks.matches_have_their_hands(taken)


def test_what_was_certain_and_is_not_drawn_is_found(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=10, programme=PLANS["danish alone"].programme)
    play_round(evening, 1, random.Random(5))
    round_ = open_round(evening, 2)
    night = night_of(cast, evening)
    rng = random.Random(4)
    hands = [match.pk for match in Match.objects.active().filter(round=round_).order_by("table_number")]
    machine = ByVerbs(cast, evening)
    for pk in hands[1:]:
        score(machine, pk, rng)
    night.now = picture()
    promise = promise_of(evening.pk)
    assert promise is not None
    assert promise.tables, "something is certain"
    score(machine, hands[0], rng)
    night.now = picture()
    night.do("close", SECRETARY, number=2)
    night.promise = promise
    act = night.do("draw", SECRETARY, number=3, seed=5)
    assert act is not None
    assert night.promise is None, "kept"
    entries, table = promise.tables[0]
    wrong = [
        Promise(3, promise.missing, ((frozenset((1, 10_000)), None),), None),
        Promise(3, promise.missing, ((entries, (table or 0) + 50),), None),
        Promise(3, promise.missing, (), next(iter(entries))),
    ]
    for each in wrong:
        with pytest.raises(AssertionError, match="certain to"):
            check_kept(each, act, picture())


def score(machine: ByVerbs, pk: int, rng: random.Random) -> None:
    record_random(machine._match(pk), rng)


def test_an_impossible_score_that_another_accepts_is_found(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    open_round(evening, 1)
    night = night_of(cast, evening)
    match = first(night.now, "match", table_number=1)
    wrong = Hand((HandScore(base=370, points=185), HandScore(base=-100, points=-45)))
    facts = {"match": match["id"], "hands": [NumberedHand(1, wrong)], "seen": 0, "reason": ""}
    before = picture()
    assert night.do("score", REFEREE, **facts) is None
    assert night.do("score", SCORER, **facts, override="letto così") is None
    act = night.do("score", REFEREE, **facts, override="letto così")
    assert act is not None
    with pytest.raises(AssertionError, match="accepted by another"):
        prove_act(act, before, picture(), referee=10_000)
