"""Mitchell: the salto, lines, rests, late pairs, withdrawals, second cycles."""

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import as_past, assert_everybody_once, opponents, past_round, play, resting
from tournaments.pairing.draws import (
    Line,
    Options,
    PairsOnly,
    PastRound,
    Relaxation,
    Request,
    Rest,
    RoundDraw,
    Seating,
    TooManyRounds,
    WrongStep,
)
from tournaments.pairing.lines import offset
from tournaments.pairing.methods import METHODS
from tournaments.pairing.mitchell import guide_cards

NS_AND_EW = past_round(1, (11, 1), (12, 2), (13, 3), (14, 4), (15, 5), (16, 6))
"""Six tables whose EW pairs bear the number of their first table."""


def continue_with(
    history: Sequence[PastRound], present: Sequence[int], *, seed: int = 0, options: Options | None = None
) -> RoundDraw:
    """The next round of a phase that began with the first round of the history."""
    request = Request(
        tuple(present),
        tuple(history),
        phase_rounds=len(history) + 1,
        round_in_phase=len(history) + 1,
        options=options or Options(),
    )
    return METHODS["mitchell"](request, random.Random(seed))


def everybody(first: PastRound) -> list[int]:
    return [entry for seating in first.seatings for entry in seating.ns + seating.ew]


def run(first: PastRound, rounds: int, options: Options) -> list[RoundDraw]:
    """The rounds after the first."""
    history = [first]
    for number in range(2, rounds + 1):
        history.append(as_past(number, continue_with(history, everybody(first), options=options)))
    return [RoundDraw(past.seatings, past.rests) for past in history[1:]]


def ew_by_table(draw: RoundDraw) -> list[int]:
    return [seating.ew[0] for seating in draw.seatings]


def test_ew_move_one_table_up() -> None:  # E13
    (second,) = run(NS_AND_EW, 2, Options())
    assert ew_by_table(second) == [6, 1, 2, 3, 4, 5]
    assert [seating.ns[0] for seating in second.seatings] == [11, 12, 13, 14, 15, 16]


def test_after_a_closed_cycle_ew_take_one_table_more() -> None:  # E13
    second, third, fourth, fifth, sixth = run(NS_AND_EW, 6, Options(step=2))
    assert ew_by_table(second) == [5, 6, 1, 2, 3, 4]
    assert ew_by_table(third) == [3, 4, 5, 6, 1, 2]
    assert ew_by_table(fourth) == [6, 1, 2, 3, 4, 5], "two tables more would be those of the first round"
    assert ew_by_table(fifth) == [4, 5, 6, 1, 2, 3]
    assert ew_by_table(sixth) == [2, 3, 4, 5, 6, 1]


@pytest.mark.parametrize("tables", range(2, 41))
def test_any_step_gives_as_many_rounds_as_tables_without_a_rematch(tables: int) -> None:
    for step in range(1, tables):
        moved = [offset(index, step, tables) for index in range(tables)]
        assert sorted(moved) == list(range(tables))
        gains = {(b - a) % tables for a, b in pairwise(moved)}
        assert gains <= {step, (step + 1) % tables}


@given(st.integers(2, 17), st.data())
@settings(max_examples=60, deadline=None)
def test_a_whole_mitchell_keeps_its_promises(entries: int, data: st.DataObject) -> None:
    tables = (entries + 1) // 2
    phantom: Line = data.draw(st.sampled_from(["NS", "EW"]))
    options = Options(step=data.draw(st.integers(1, max(tables - 1, 1))), phantom=phantom)
    draws = play([("mitchell", tables)], lambda _: range(1, entries + 1), options=options)
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings) == tables * (entries // 2)
    lines = [{s.ns[0]: s.table for s in draw.seatings} for draw in draws]
    for seats in lines:
        for entry, table in seats.items():
            assert all(other.get(entry, table) == table for other in lines), "NS sit still"
    rested = [rest for draw in draws for rest in draw.rests]
    assert len(rested) == (tables if entries % 2 else 0)
    assert len({rest.entry for rest in rested}) == len(rested), "rests are all different"
    assert all(rest.line != phantom for rest in rested)
    assert all(draw.relaxations == () for draw in draws)


def test_a_resting_ns_pair_keeps_its_table_and_a_resting_ew_pair_is_due_at_the_empty_seat() -> None:
    for phantom, line in (("EW", "NS"), ("NS", "EW")):
        options = Options(phantom=phantom)  # type: ignore[arg-type]
        first, second, third = play([("mitchell", 3)], lambda _: range(1, 6), options=options)
        assert [(rest.line, rest.table) for rest in first.rests] == [(line, 3)], "last on paper"
        tables = (second.rests[0].table, third.rests[0].table)
        assert tables == ((1, 2) if phantom == "EW" else (3, 3))


def test_the_seed_draws_the_lines_and_the_order_of_the_names_does_not() -> None:
    request = Request(tuple(range(1, 21)))
    backwards = Request(tuple(range(20, 0, -1)))
    mitchell = METHODS["mitchell"]
    assert mitchell(request, random.Random(5)) == mitchell(backwards, random.Random(5))
    assert mitchell(request, random.Random(5)) != mitchell(request, random.Random(6))


def test_entries_sit_on_the_line_they_ask_for() -> None:
    options = Options(lines=((1, "NS"), (2, "NS"), (3, "EW"), (99, "EW")))
    for seed in range(20):
        draw = METHODS["mitchell"](Request(tuple(range(1, 9)), options=options), random.Random(seed))
        ns = {seating.ns[0] for seating in draw.seatings}
        assert {1, 2} <= ns
        assert 3 not in ns
        assert draw.relaxations == ()


def test_a_wish_without_room_is_named() -> None:
    options = Options(lines=tuple((entry, "NS") for entry in (1, 2, 3)))
    draw = METHODS["mitchell"](Request((1, 2, 3, 4), options=options), random.Random(0))
    (moved,) = (seating.ew[0] for seating in draw.seatings if seating.ew[0] != 4)
    assert draw.relaxations == (Relaxation("line_changed", (moved,)),)


def test_a_pair_that_withdraws_leaves_its_opponents_resting() -> None:
    present = [entry for entry in everybody(NS_AND_EW) if entry != 6]
    draw = continue_with([NS_AND_EW], present)
    assert draw.rests == (Rest(11, "NS", 1),)
    assert ew_by_table(draw) == [1, 2, 3, 4, 5]
    assert draw.relaxations == ()


def test_two_withdrawn_pairs_may_leave_a_table_empty() -> None:
    present = [entry for entry in everybody(NS_AND_EW) if entry not in (6, 11)]
    draw = continue_with([NS_AND_EW], present)
    assert [seating.table for seating in draw.seatings] == [2, 3, 4, 5, 6]
    assert draw.rests == ()


def test_a_second_rest_before_others_have_rested_is_named() -> None:
    first = PastRound(1, (Seating(1, (11,), (1,)), Seating(2, (12,), (2,))), (Rest(13, "NS", 3),))
    draw = continue_with([first], [12, 13, 1])
    assert draw.rests == (Rest(13, "NS", 3),), "11 has gone, 2 too: it moves to table 3 with nobody"
    assert draw.relaxations == (Relaxation("rest_again", (13,), (1,)),)


def test_a_late_pair_takes_the_empty_seat_and_meets_whom_it_would_have_met() -> None:
    *_, first = play([("mitchell", 1)], lambda _: range(1, 6))
    draw = continue_with([as_past(1, first)], [1, 2, 3, 4, 5, 6])
    assert_everybody_once(draw, range(1, 7))
    assert draw.rests == ()
    assert 6 in {seating.ew[0] for seating in draw.seatings}
    history = [as_past(1, first), as_past(2, draw)]
    third = continue_with(history, [1, 2, 3, 4, 5, 6])
    assert not opponents(third) & (opponents(draw) | opponents(first))


def test_a_late_pair_prefers_its_line_then_a_seat_where_somebody_waits() -> None:
    present = [entry for entry in everybody(NS_AND_EW) if entry not in (6, 11, 13)]
    waiting = continue_with([NS_AND_EW], [*present, 99])
    assert opponents(waiting) >= {frozenset({99, 2})}, "11 and 6 would have met: nobody waits there"
    asked = continue_with([NS_AND_EW], [*present, 99], options=Options(lines=((99, "EW"),)))
    assert asked.rests == ()
    assert asked.seatings[0] == Seating(1, (2,), (99,)), (
        "the only EW seat is due at 11's table: 2 comes there"
    )


def test_two_late_pairs_sit_down_together_at_an_empty_table() -> None:
    present = [entry for entry in everybody(NS_AND_EW) if entry not in (6, 11)]
    draw = continue_with([NS_AND_EW], [*present, 98, 99])
    assert set(draw.seatings[0].ns + draw.seatings[0].ew) == {98, 99}


def test_a_pair_that_comes_back_finds_its_seat_unless_a_late_pair_has_it() -> None:
    without = [entry for entry in everybody(NS_AND_EW) if entry != 6]
    second = as_past(2, continue_with([NS_AND_EW], without))
    back = continue_with([NS_AND_EW, second], [*without, 6])
    assert ew_by_table(back) == [5, 6, 1, 2, 3, 4]
    second = as_past(2, continue_with([NS_AND_EW], [*without, 99]))
    third = continue_with([NS_AND_EW, second], [*without, 99, 6])
    assert Relaxation("no_seat", (6,)) in third.relaxations
    assert resting(third) == [6]


def test_two_late_pairs_without_an_empty_seat_meet_at_a_table_more() -> None:
    draw = continue_with([NS_AND_EW], [*everybody(NS_AND_EW), 98, 99])
    *plan, new = draw.seatings
    assert ({*new.everybody}, new.table) == ({98, 99}, 7)
    assert tuple(plan) == continue_with([NS_AND_EW], everybody(NS_AND_EW)).seatings


def test_a_hand_made_swap_in_one_round_does_not_change_the_rounds_after() -> None:
    second = continue_with([NS_AND_EW], everybody(NS_AND_EW))
    a, b, *others = second.seatings
    swapped = PastRound(2, (Seating(1, a.ns, b.ew), Seating(2, b.ns, a.ew), *others))
    third = continue_with([NS_AND_EW, swapped], everybody(NS_AND_EW))
    assert ew_by_table(third) == [5, 6, 1, 2, 3, 4]


def test_more_rounds_than_tables_are_refused_from_the_first_round() -> None:
    with pytest.raises(TooManyRounds) as refusal:
        METHODS["mitchell"](Request(tuple(range(1, 7)), phase_rounds=4), random.Random(0))
    assert (refusal.value.rounds, refusal.value.tables) == (4, 3)


def test_a_second_cycle_if_allowed_names_its_rematches() -> None:
    options = Options(second_cycle=True)
    draws = play([("mitchell", 8)], lambda _: range(1, 9), options=options)
    assert all(draw.relaxations == () for draw in draws[:4])
    for number, draw in enumerate(draws[4:], start=5):
        assert {frozenset(r.entries) for r in draw.relaxations} == opponents(draw)
        assert all(r.code == "rematch" and len(r.rounds) == 1 for r in draw.relaxations), number
    again = [pair for draw in draws[4:] for pair in opponents(draw)]
    assert len(set(again)) == 16, "the second cycle too meets everybody once"


@pytest.mark.parametrize("step", [-1, 0, 3, 4])
def test_a_step_that_does_not_lead_round_the_tables_is_refused(step: int) -> None:
    with pytest.raises(WrongStep) as refusal:
        METHODS["mitchell"](Request(tuple(range(1, 7)), options=Options(step=step)), random.Random(0))
    assert (refusal.value.step, refusal.value.tables) == (step, 3)


def test_a_mitchell_after_another_phase_begins_from_its_own_first_round() -> None:
    draws = play([("danish", 2), ("mitchell", 3)], lambda _: range(1, 7))
    mitchell = [pair for draw in draws[2:] for pair in opponents(draw)]
    assert len(set(mitchell)) == 9
    named = {frozenset(r.entries) for draw in draws[2:] for r in draw.relaxations if r.code == "rematch"}
    assert named == set(mitchell) & (opponents(draws[0]) | opponents(draws[1]))


def test_a_history_without_the_phase_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="history"):
        METHODS["mitchell"](Request((1, 2, 3, 4), phase_rounds=2, round_in_phase=2), random.Random(0))


def test_individuals_are_refused() -> None:
    with pytest.raises(PairsOnly):
        METHODS["mitchell"](Request((1, 2, 3, 4), options=Options(line_size=2)), random.Random(0))


@given(st.integers(2, 15), st.data())
@settings(max_examples=40, deadline=None)
def test_guide_cards_foretell_every_round(entries: int, data: st.DataObject) -> None:
    tables = (entries + 1) // 2
    step = data.draw(st.integers(1, max(tables - 1, 1)))
    options = Options(step=step, phantom=data.draw(st.sampled_from(["NS", "EW"])))
    draws = play([("mitchell", tables)], lambda _: range(1, entries + 1), options=options)
    cards = guide_cards(as_past(1, draws[0]), step=step, rounds=tables)
    assert sorted(card.entry for card in cards) == list(range(1, entries + 1))
    told: list[set[tuple[int, str, int, int | None]]] = [set() for _ in draws]
    for card in cards:
        for place, (table, opponent) in enumerate(zip(card.tables, card.opponents, strict=True)):
            told[place].add((card.entry, card.line, table, opponent))
    for draw, foretold in zip(draws, told, strict=True):
        happened = {(s.ns[0], "NS", s.table, s.ew[0]) for s in draw.seatings}
        happened |= {(s.ew[0], "EW", s.table, s.ns[0]) for s in draw.seatings}
        happened |= {(rest.entry, rest.line, rest.table, None) for rest in draw.rests}
        assert foretold == happened


def test_one_pair_alone_rests() -> None:
    assert resting(METHODS["mitchell"](Request((7,)), random.Random(0))) == [7]
