"""Those who would face an empty seat meet one another, and the plan of the others stays as it is."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import as_past, assert_everybody_once, opponents, past_round, play, resting
from tournaments.pairing.draws import Options, Relaxation, Request, RoundDraw
from tournaments.pairing.lines import offset
from tournaments.pairing.methods import METHODS
from tournaments.pairing.past import read_past
from tournaments.pairing.waiting import meet_instead


def after(
    code: str, draws: Sequence[RoundDraw], present: Sequence[int], rounds: int, options: Options | None = None
) -> RoundDraw:
    """The next round of a phase of so many."""
    history = tuple(as_past(number, draw) for number, draw in enumerate(draws, start=1))
    number = len(draws) + 1
    request = Request(tuple(present), history, rounds, number, number == rounds, options or Options())
    return METHODS[code](request, random.Random(number))


def with_one_gone(code: str, entries: int, rounds: int, gone: int) -> list[RoundDraw]:
    """A phase in which one withdraws after the first round."""
    draws = play([(code, 1)], lambda _: range(1, entries + 1))
    present = [entry for entry in range(1, entries + 1) if entry != gone]
    for _unused in range(rounds - 1):
        draws.append(after(code, draws, present, rounds))
        assert_everybody_once(draws[-1], present, tables_of=entries)
    return draws


def test_of_nine_in_a_mitchell_one_withdraws_and_the_two_left_over_meet_unless_they_have_met() -> None:
    full = 0
    for gone in range(1, 10):
        first, second = with_one_gone("mitchell", 9, 2, gone)
        assert not opponents(first) & opponents(second)
        full += len(second.seatings) == 4
        assert not resting(second) or frozenset(resting(second)) in opponents(first)
    assert full == 8


@given(st.integers(4, 14), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_leaves_a_mitchell_no_two_rest_who_could_meet(entries: int, data: st.DataObject) -> None:
    tables = (entries + 1) // 2
    rounds = data.draw(st.integers(2, tables))
    step = data.draw(st.integers(1, tables - 1))
    options = Options(step=step)
    draws = play([("mitchell", 1)], lambda _: range(1, entries + 1), options=options)
    first = draws[0]
    home = {e: ("NS", s.table - 1) for s in first.seatings for e in s.ns}
    home |= {e: ("EW", s.table - 1) for s in first.seatings for e in s.ew}
    home |= {rest.entry: (rest.line or "", (rest.table or 0) - 1) for rest in first.rests}
    present = list(range(1, entries + 1))

    def planned(index: int) -> set[frozenset[int]]:
        moved = offset(index, step, tables)
        seats = {seat: entry for entry, seat in home.items() if entry in present}
        couples = ((seats.get(("NS", t)), seats.get(("EW", (t - moved) % tables))) for t in range(tables))
        return {frozenset((a, b)) for a, b in couples if a is not None and b is not None}

    for index in range(1, rounds):
        leaving = data.draw(
            st.lists(st.sampled_from(present), max_size=min(2, len(present) - 2), unique=True)
        )
        present = [entry for entry in present if entry not in leaving]
        draw = after("mitchell", draws, present, rounds, options)
        assert_everybody_once(draw, present, tables_of=entries)
        met = {pair for earlier in draws for pair in opponents(earlier)}
        exchanged = {entry for each in draw.relaxations if each.code == "exchanged" for entry in each.entries}
        lost = {pair for pair in planned(index) - met - opponents(draw) if not pair & exchanged}
        assert not lost, "the plan of the others stays"
        assert opponents(draw) & met <= planned(index), "who meet again were due to, and found nobody else"
        for seating in draw.seatings:
            one, other = seating.ns[0], seating.ew[0]
            assert (
                home[one] == ("NS", seating.table - 1) or frozenset((one, other)) not in planned(index) - met
            )
        early = {
            (frozenset(each.entries), each.rounds) for each in draw.relaxations if each.code == "met_early"
        }
        assert early == {
            (pair, (min(after + 1 for after in range(index + 1, rounds) if pair in planned(after)),))
            for pair in opponents(draw) - met
            if any(pair in planned(after) for after in range(index + 1, rounds))
        }
        assert all(frozenset(pair) in met for pair in combinations(resting(draw), 2)), "no two could meet"
        draws.append(draw)


def test_two_who_met_before_their_turn_exchange_opponents_when_it_comes() -> None:
    draws = play([("mitchell", 1)], lambda _: range(1, 9))
    present = [1, 2, 3, 4, 6, 8]
    for _unused in range(3):
        draws.append(after("mitchell", draws, present, 4))
        assert_everybody_once(draws[-1], present, tables_of=8)
    told = [[each for each in draw.relaxations if each.code in {"met_early", "exchanged"}] for draw in draws]
    assert told == [[], [Relaxation("met_early", (6, 8), (4,))], [], [Relaxation("exchanged", (8, 4))]]
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings)


@pytest.mark.parametrize("fixed", [(), ((3, 2), (9, 5))])
def test_in_a_larger_mitchell_nobody_meets_again_for_having_met_early(
    fixed: tuple[tuple[int, int], ...],
) -> None:
    options = Options(fixed=fixed)
    first = play([("mitchell", 1)], lambda _: range(1, 13), options=options)
    exchanged = 0
    for gone in combinations(range(1, 13), 2):
        draws, present = [*first], [entry for entry in range(1, 13) if entry not in gone]
        for _unused in range(4):
            draws.append(after("mitchell", draws, present, 5, options))
            assert_everybody_once(draws[-1], present, tables_of=12)
        meetings = [pair for draw in draws for pair in opponents(draw)]
        assert len(set(meetings)) == len(meetings)
        exchanged += any(each.code == "exchanged" for draw in draws for each in draw.relaxations)
    assert exchanged


def test_who_swapped_seats_by_hand_is_not_swapped_back() -> None:
    """That two meet again then is the director's doing, and stays."""
    draws = play([("mitchell", 1)], lambda _: range(1, 9))
    second = after("mitchell", draws, range(1, 9), 4)
    a, b, *others = second.seatings
    by_hand = RoundDraw((replace(a, ew=b.ew), replace(b, ew=a.ew), *others))
    third = after("mitchell", [*draws, by_hand], range(1, 9), 4)
    untouched = after("mitchell", [*draws, second], range(1, 9), 4)
    assert third.seatings == untouched.seatings


@pytest.mark.parametrize("gone", [(1, 5), (2, 8), (1, 7)])
def test_two_left_over_in_a_full_mitchell_do_not_rest_in_every_round(gone: tuple[int, int]) -> None:
    first = past_round(1, (1, 5), (2, 6), (3, 7), (4, 8))
    present = [entry for entry in range(1, 9) if entry not in gone]
    draws = [RoundDraw(first.seatings)]
    for _unused in range(3):
        draws.append(after("mitchell", draws, present, 4))
        assert_everybody_once(draws[-1], present, tables_of=8)
        assert len({seating.table for seating in draws[-1].seatings}) == len(draws[-1].seatings)
    tables = sum(len(draw.seatings) for draw in draws[1:])
    assert tables > 6, "two would rest in each round if the plan were all"


@pytest.mark.parametrize("code", ["mitchell", "howell", "round_robin"])
def test_who_finds_no_seat_waits_until_one_is_left_and_two_who_wait_meet(code: str) -> None:
    draws = play([(code, 1)], lambda _: range(1, 9))
    two = after(code, draws, range(1, 11), 3)
    assert_everybody_once(two, range(1, 11))
    assert frozenset((9, 10)) in opponents(two)
    assert {frozenset(p) for p in opponents(two)} - {frozenset((9, 10))} == opponents(
        after(code, draws, range(1, 9), 3)
    ), "the movement goes on as it was"
    one = after(code, draws, range(1, 10), 3)
    assert resting(one) == [9]
    assert Relaxation("no_seat", (9,)) in one.relaxations
    third = after(code, [*draws, one], [2, 3, 4, 5, 6, 7, 8, 9], 3)
    assert resting(third) == [], "a seat was left"


@pytest.mark.parametrize("code", ["howell", "round_robin"])
def test_two_of_a_schedule_who_face_missing_ones_meet_if_they_never_will(code: str) -> None:
    entries, rounds = 9, 3
    rested: Counter[int] = Counter()
    without = 0
    for gone in range(1, entries + 1):
        draws = with_one_gone(code, entries, rounds, gone)
        meetings = [pair for draw in draws for pair in opponents(draw)]
        assert len(set(meetings)) == len(meetings)
        rested[len(resting(draws[1]))] += 1
        without += not resting(draws[1])
    assert set(rested) <= {0, 2}
    assert without >= 7, rested


@given(st.sampled_from(["howell", "round_robin"]), st.integers(5, 14), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_leaves_a_schedule_two_rest_together_only_if_they_have_met_or_are_to_meet(
    code: str, entries: int, data: st.DataObject
) -> None:
    rounds = data.draw(st.integers(2, entries - 1))
    draws = play([(code, 1)], lambda _: range(1, entries + 1))
    everybody = range(1, entries + 1)
    plan = [draws[0]]
    for _unused in range(rounds - 1):
        plan.append(after(code, plan, everybody, rounds))
    present = list(everybody)
    rests: Counter[int] = Counter(resting(draws[0]))
    for index in range(1, rounds):
        leaving = data.draw(
            st.lists(st.sampled_from(present), max_size=min(2, len(present) - 2), unique=True)
        )
        present = [entry for entry in present if entry not in leaving]
        draw = after(code, draws, present, rounds)
        assert_everybody_once(draw, present, tables_of=entries)
        met = {pair for earlier in draws for pair in opponents(earlier)}
        later = {pair for each in plan[index + 1 :] for pair in opponents(each)}
        here = {pair for pair in opponents(plan[index]) if pair <= {*present}}
        assert here <= opponents(draw), "the plan of the others stays"
        assert not opponents(draw) & met
        left = resting(draw)
        assert all(frozenset(pair) in met | later for pair in combinations(left, 2)), "no two could meet"
        over = {entry for pair in opponents(draw) - here for entry in pair}
        for one, other in product(left, over):
            (mate,) = next(pair for pair in opponents(draw) if other in pair) - {other}
            if frozenset((one, mate)) not in met | later:
                assert rests[one] <= rests[other], (one, other)
        rests.update(left)
        draws.append(draw)


def test_a_round_robin_to_the_end_keeps_every_meeting_for_its_round() -> None:
    draws = with_one_gone("round_robin", 9, 9, 4)
    meetings = Counter(pair for draw in draws for pair in opponents(draw))
    assert set(meetings.values()) == {1}
    assert {frozenset(p) for p in combinations([1, 2, 3, 5, 6, 7, 8, 9], 2)} <= set(meetings)


def test_the_odd_one_is_who_rested_least_and_not_who_has_rested() -> None:
    past = read_past([past_round(1, (4, 5), (6, 7), rests=[1])])
    pairs, rest = meet_instead((1, 2, 3), past, [], Options())
    assert (pairs, rest) == (((1, 2),), (3,))
    assert meet_instead((3, 2, 1), past, [], Options())[1] == (3,)


def test_of_equals_the_last_to_come_rests_wherever_it_stands_in_the_order() -> None:
    for order in permutations((11, 12, 13)):
        (met,), left = meet_instead(order, read_past(()), [], Options())
        assert ({*met}, left) == ({11, 12}, (13,))


@given(st.integers(2, 6), st.integers(1, 6), st.data())
@settings(max_examples=60, deadline=None)
def test_nobody_waits_again_instead_of_another_who_has_waited_less(
    waiting: int, rounds: int, data: st.DataObject
) -> None:
    """Of those who wait, whoever is left over could not have changed with one who waited less."""
    code = data.draw(st.sampled_from(["mitchell", "howell", "round_robin"]))
    draws = play([(code, 1)], lambda _: range(1, 15))
    late = list(range(15, 15 + waiting))
    coming = {entry: data.draw(st.integers(0, rounds - 1)) for entry in late}
    waits: Counter[int] = Counter()
    for after_first in range(rounds):
        here = [entry for entry in late if coming[entry] <= after_first]
        present = data.draw(st.permutations([*range(1, 15), *here]))
        met = {pair for draw in draws for pair in opponents(draw)}
        draws.append(after(code, draws, present, 7))
        left, mates = resting(draws[-1]), opponents(draws[-1])
        assert set(left) <= set(here)
        for one in left:
            for other in here:
                mate = next((entry for pair in mates if other in pair for entry in pair - {other}), None)
                if mate is not None and frozenset((one, mate)) not in met:
                    assert waits[one] <= waits[other], (one, other)
        waits.update(left)


def test_a_family_is_kept_apart_unless_somebody_would_rest_for_it() -> None:
    nobody = read_past(())
    assert meet_instead((1, 2, 3, 4), nobody, [], Options(families=((1, 2),)))[0] != ((1, 2), (3, 4))
    assert meet_instead((1, 2), nobody, [], Options(families=((1, 2),))) == (((1, 2),), ())
    assert meet_instead((1, 2), nobody, [(2, 1)], Options()) == ((), (1, 2))


def test_a_guest_leaves_its_own_table_for_a_round_and_goes_on_from_its_seat() -> None:
    first = past_round(1, (11, 1), (12, 2), (13, 3), (14, 4))
    present = [12, 13, 14, 11, 1, 2]
    second = after("mitchell", [RoundDraw(first.seatings)], present, 3)
    assert resting(second) == []
    third = after("mitchell", [RoundDraw(first.seatings), second], [*present, 3, 4], 3)
    assert [(s.table, s.ns[0], s.ew[0]) for s in third.seatings] == [
        (1, 11, 3),
        (2, 12, 4),
        (3, 13, 1),
        (4, 14, 2),
    ]


def test_of_two_with_fixed_seats_who_meet_as_guests_one_is_named() -> None:
    first = past_round(1, (11, 1), (12, 2), (13, 3), (14, 4))
    options = Options(fixed=((11, 1), (12, 2)))
    draw = after("mitchell", [RoundDraw(first.seatings)], [11, 12, 13, 14, 2, 3], 4, options)
    assert next(s for s in draw.seatings if {*s.everybody} == {11, 12}).ns == (11,)
    assert Relaxation("fixed_seat", (12,)) in draw.relaxations


def test_the_line_of_a_newcomer_that_meets_as_a_host_is_read_again() -> None:
    first = past_round(1, (11, 1), (12, 2), (13, 3), (14, 4))
    options = Options(lines=((99, "EW"),))
    second = after("mitchell", [RoundDraw(first.seatings)], [12, 14, 1, 2, 3, 99], 3, options)
    seat = next(s for s in second.seatings if 99 in s.everybody)
    assert seat.ew == (99,)
    third = after("mitchell", [RoundDraw(first.seatings), second], [12, 14, 1, 2, 3, 99], 3, options)
    places = {s.ew[0]: s.table for s in third.seatings} | {r.entry: r.table for r in third.rests}
    assert places.get(99, seat.table % 4 + 1) == seat.table % 4 + 1
