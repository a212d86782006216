"""Round robin, single and double: meetings, sides, rests, late entries, withdrawals, fixed seats."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import (
    as_past,
    assert_everybody_once,
    opponents,
    past_round,
    play,
    resting,
    shuffling,
)
from tournaments.pairing.draws import (
    Options,
    PairsOnly,
    PastRound,
    Relaxation,
    Request,
    Rest,
    RoundDraw,
    Seating,
    TooFewOpponents,
)
from tournaments.pairing.methods import METHODS
from tournaments.pairing.round_robin import round_robin_couples


def go_on(
    draws: Sequence[RoundDraw | PastRound],
    present: Sequence[int],
    *,
    code: str = "round_robin",
    seed: int = 0,
    options: Options | None = None,
) -> RoundDraw:
    """The next round of a phase that these draws began."""
    history = tuple(PastRound(number, draw.seatings, draw.rests) for number, draw in enumerate(draws, 1))
    after = len(draws) + 1
    request = Request(
        tuple(present), history, phase_rounds=after, round_in_phase=after, options=options or Options()
    )
    return METHODS[code](request, random.Random(seed))


def balances(draws: Sequence[RoundDraw]) -> Counter[int]:
    """Times NS minus times EW."""
    balance: Counter[int] = Counter()
    for draw in draws:
        for seating in draw.seatings:
            balance.update(seating.ns)
            balance.subtract(seating.ew)
    return balance


@pytest.mark.parametrize("entries", range(2, 81))
def test_numbers_meet_once_and_change_sides_by_turns(entries: int) -> None:
    seats = entries + entries % 2
    met: Counter[frozenset[int]] = Counter()
    balance = Counter(dict.fromkeys(range(entries), 0))
    for index in range(seats - 1):
        couples = [couple for couple in round_robin_couples(seats, index) if max(couple) < entries]
        met.update(map(frozenset, couples))
        balance.update(ns for ns, _ in couples)
        balance.subtract(ew for _, ew in couples)
        assert max(map(abs, balance.values())) <= 1, "after every round, not only at the end"
    assert set(met.values()) == {1}
    assert len(met) == entries * (entries - 1) // 2
    assert entries % 2 == 0 or set(balance.values()) == {0}


@given(st.integers(2, 20), st.integers(0, 100))
@settings(max_examples=40, deadline=None)
def test_everybody_meets_everybody_once_whatever_the_standings(entries: int, seed: int) -> None:
    rounds = entries - 1 + entries % 2
    draws = play([("round_robin", rounds)], shuffling(entries, seed), seed=seed)
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(meetings) == len(set(meetings)) == entries * (entries - 1) // 2
    assert max(map(abs, balances(draws).values())) <= 1
    rests = Counter(entry for draw in draws for entry in resting(draw))
    assert rests == (Counter(dict.fromkeys(range(1, entries + 1), 1)) if entries % 2 else Counter())
    for draw in draws:
        assert_everybody_once(draw, range(1, entries + 1))
        assert draw.relaxations == ()


@given(st.integers(2, 12), st.integers(0, 100))
@settings(max_examples=30, deadline=None)
def test_in_the_second_leg_everybody_meets_again_on_the_other_side(entries: int, seed: int) -> None:
    leg = entries - 1 + entries % 2
    draws = play([("double_round_robin", 2 * leg)], shuffling(entries, seed), seed=seed)
    seats = [(seating.ns, seating.ew) for draw in draws for seating in draw.seatings]
    assert len(set(seats)) == len(seats) == entries * (entries - 1)
    assert set(balances(draws).values()) == {0}
    assert all(draw.relaxations == () for draw in draws), "the second meeting is meant"
    rests = Counter(entry for draw in draws for entry in resting(draw))
    assert set(rests.values()) == ({2} if entries % 2 else set())


def test_the_numbers_are_drawn_by_lot() -> None:
    firsts = {
        frozenset(opponents(play([("round_robin", 1)], lambda _: range(1, 7), seed=s)[0])) for s in range(99)
    }
    assert len(firsts) == 15, "every pairing of six can be the first round"


@given(st.integers(3, 12), st.integers(0, 50), st.data())
@settings(max_examples=40, deadline=None)
def test_a_first_round_changed_by_hand_is_where_the_rest_begins(
    entries: int, seed: int, data: st.DataObject
) -> None:
    """Other tables, other sides, another pairing: the schedule goes on from what was seated."""
    (first,) = play([("round_robin", 1)], shuffling(entries, seed), seed=seed)
    places = data.draw(st.permutations([entry for s in first.seatings for entry in s.everybody]))
    seatings = [
        Seating(table, (ns,), (ew,))
        for table, (ns, ew) in enumerate(zip(places[::2], places[1::2], strict=True), start=1)
    ]
    draws = [RoundDraw(tuple(seatings), first.rests)]
    for _ in range(entries - 2 + entries % 2):
        draws.append(go_on(draws, range(1, entries + 1), seed=data.draw(st.integers(0, 9))))
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings) == entries * (entries - 1) // 2
    assert max(map(abs, balances(draws).values())) <= 1


def test_a_swap_in_a_later_round_does_not_change_the_rounds_after() -> None:
    draws = play([("round_robin", 5)], lambda _: range(1, 7))
    a, b, c = draws[1].seatings
    swapped = RoundDraw((Seating(1, a.ns, b.ew), Seating(2, b.ns, a.ew), c))
    assert opponents(go_on([draws[0], swapped], range(1, 7))) == opponents(draws[2])


def test_a_late_pair_takes_the_empty_seat_and_meets_all_whom_it_still_can() -> None:
    whole = play([("round_robin", 5)], lambda _: range(1, 6))
    draws: list[RoundDraw] = [whole[0]]
    for seed in range(4):
        draws.append(go_on(draws, [4, 5, 6, 1, 2, 3], seed=seed))
        assert_everybody_once(draws[-1], range(1, 7))
        assert draws[-1].rests == ()
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings) == 14, "all but the late pair and who rested in round 1"
    assert frozenset({6, *resting(whole[0])}) not in meetings


def test_who_withdraws_leaves_opponents_resting_and_the_others_as_they_were() -> None:
    whole = play([("round_robin", 7)], lambda _: range(1, 9))
    draws = whole[:2]
    for number in range(2, 7):
        draws.append(go_on(draws, range(2, 9)))
        kept = {pair for pair in opponents(whole[number]) if 1 not in pair}
        assert opponents(draws[-1]) == kept
        (rest,) = resting(draws[-1])
        assert frozenset({1, rest}) in opponents(whole[number])


def test_a_late_pair_takes_the_seat_of_one_that_left_unless_that_one_is_back_first() -> None:
    whole = play([("round_robin", 5)], lambda _: range(1, 7))
    without = go_on(whole[:1], range(2, 7))
    back = go_on([whole[0], without], range(1, 7))
    assert opponents(back) == opponents(whole[2])
    instead = go_on(whole[:1], range(2, 8))
    assert {pair - {7} for pair in opponents(instead)} == {pair - {1} for pair in opponents(whole[1])}
    assert resting(go_on([whole[0], instead], range(1, 8))) == [1]


def test_a_late_pair_sits_down_where_somebody_waits() -> None:
    whole = play([("round_robin", 7)], lambda _: range(1, 9))
    (a, b), (c, _), *_ = sorted(map(sorted, opponents(whole[1])))
    for gone in ({a, b, c}, {9 - a, 9 - b, 9 - c}):
        waiting = resting(go_on(whole[:1], [entry for entry in range(1, 9) if entry not in gone]))
        late = go_on(whole[:1], [entry for entry in range(1, 10) if entry not in gone])
        assert any(pair == {9, entry} for pair in opponents(late) for entry in waiting)
        assert 9 not in resting(late)


def test_two_late_pairs_keep_the_seats_they_got() -> None:
    whole = play([("round_robin", 7)], lambda _: range(1, 9))
    draws = [whole[0]]
    for seed in range(6):
        draws.append(go_on(draws, range(3, 11), seed=seed))
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings)


def test_who_is_noted_as_absent_in_the_rounds_it_missed_took_no_seat_in_them() -> None:
    (odd,) = play([("round_robin", 1)], lambda _: range(1, 6))
    first = PastRound(1, odd.seatings, odd.rests, absent=(6,))
    request = Request(tuple(range(1, 7)), (first,), phase_rounds=5, round_in_phase=2)
    assert METHODS["round_robin"](request, random.Random(0)) == go_on([odd], range(1, 7))
    (even,) = play([("round_robin", 1)], lambda _: range(1, 7))
    first = PastRound(1, even.seatings, absent=(7,))
    request = Request(tuple(range(1, 8)), (first,), phase_rounds=5, round_in_phase=2)
    assert resting(METHODS["round_robin"](request, random.Random(0))) == [7]


@pytest.mark.parametrize("code", ["round_robin", "howell"])
def test_a_late_pair_may_sit_down_with_who_rests_in_the_first_round(code: str) -> None:
    (first,) = play([(code, 1)], lambda _: range(1, 8))
    seatings = (*first.seatings, Seating(4, (resting(first)[0],), (8,)))
    draws = [RoundDraw(seatings)]
    for _ in range(6):
        draws.append(go_on(draws, range(1, 9), code=code))
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings) == 28


def test_more_rounds_than_opponents_are_refused_with_the_figures() -> None:
    for code, entries, rounds, limit in (
        ("round_robin", 6, 6, 5),
        ("round_robin", 5, 6, 5),
        ("double_round_robin", 6, 11, 10),
        ("howell", 4, 4, 3),
    ):
        with pytest.raises(TooFewOpponents) as refusal:
            METHODS[code](Request(tuple(range(entries)), phase_rounds=rounds), random.Random(0))
        found = refusal.value
        assert (found.rounds, found.limit, found.entries) == (rounds, limit, entries)


def test_meetings_of_an_earlier_phase_are_named() -> None:
    draws = play([("danish", 1), ("round_robin", 5)], lambda _: range(1, 7))
    named = [relaxation for draw in draws[1:] for relaxation in draw.relaxations]
    assert {frozenset(each.entries) for each in named} == opponents(draws[0])
    assert {(each.code, each.rounds) for each in named} == {("rematch", (1,))}


def test_a_rest_again_is_named() -> None:
    history = past_round(1, (1, 2), rests=[3])
    for seed in range(9):
        request = Request((1, 2, 3), (history,), phase_rounds=3)
        draw = METHODS["round_robin"](request, random.Random(seed))
        named = [Relaxation("rest_again", (3,), (1,))] if resting(draw) == [3] else []
        assert [each for each in draw.relaxations if each.code == "rest_again"] == named


@given(st.integers(4, 11), st.integers(0, 50), st.data())
@settings(max_examples=40, deadline=None)
def test_fixed_pairs_keep_table_and_line_and_nobody_meets_twice(
    entries: int, seed: int, data: st.DataObject
) -> None:
    code = data.draw(st.sampled_from(["round_robin", "howell"]))
    fixed = data.draw(st.dictionaries(st.integers(1, entries), st.integers(1, 15), min_size=1, max_size=3))
    options = Options(fixed=tuple(fixed.items()))
    rounds = entries - 1 + entries % 2
    draws = play([(code, rounds)], shuffling(entries, seed), seed=seed, options=options)
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings) == entries * (entries - 1) // 2
    for draw in draws:
        named = {entry for each in draw.relaxations for entry in each.entries}
        seats = {seating.ns[0]: seating.table for seating in draw.seatings}
        for entry, table in fixed.items():
            assert entry in named or entry in resting(draw) or seats[entry] == table


@pytest.mark.parametrize("entries", [6, 10, 14])
@pytest.mark.parametrize("code", ["round_robin", "howell"])
def test_a_seat_fixed_or_freed_in_the_middle_of_a_phase_changes_no_meeting(code: str, entries: int) -> None:
    everybody = range(1, entries + 1)
    plain = play([(code, entries - 1)], lambda _: everybody, seed=4)
    for entry in everybody:
        options = Options(fixed=((entry, 1 + entry % 4),))
        fixed = play([(code, entries - 1)], lambda _: everybody, seed=4, options=options)
        for number in range(2, entries - 1):
            assert opponents(go_on(plain[:number], everybody, code=code, options=options)) == opponents(
                plain[number]
            )
            assert opponents(go_on(fixed[:number], everybody, code=code)) == opponents(fixed[number])


def test_an_entry_alone_rests_and_single_players_are_refused() -> None:
    for code in ("round_robin", "double_round_robin", "howell"):
        assert METHODS[code](Request((7,)), random.Random(0)).rests == (Rest(7),)
        with pytest.raises(PairsOnly):
            METHODS[code](Request((1, 2, 3, 4), options=Options(line_size=2)), random.Random(0))
        missing = replace(Request((1, 2, 3, 4), phase_rounds=2), round_in_phase=2)
        with pytest.raises(ValueError, match="history"):
            METHODS[code](missing, random.Random(0))
        assert as_past(1, METHODS[code](Request(()), random.Random(0))) == PastRound(1, ())
