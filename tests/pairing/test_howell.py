"""Howell: who stays, who follows whom, and the cards that say so."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import as_past, opponents, play, resting, shuffling
from tournaments.pairing.draws import Options, Request, RoundDraw
from tournaments.pairing.howell import guide_cards, howell_couples
from tournaments.pairing.methods import METHODS


@pytest.mark.parametrize("seats", range(2, 61, 2))
def test_every_mover_takes_the_seat_of_the_number_below(seats: int) -> None:
    """The highest number stays NS at the last table."""
    moving = seats - 1
    for index in range(moving - 1):
        now, then = howell_couples(seats, index), howell_couples(seats, index + 1)
        assert now[-1][0] == then[-1][0] == moving
        taken_over = {
            a: b for one, other in zip(now, then, strict=True) for a, b in zip(one, other, strict=True)
        }
        del taken_over[moving]
        assert taken_over == {number: (number + 1) % moving for number in range(moving)}


@given(st.integers(2, 16), st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_everybody_meets_everybody_and_one_pair_never_moves(entries: int, seed: int) -> None:
    rounds = entries - 1 + entries % 2
    draws = play([("howell", rounds)], shuffling(entries, seed), seed=seed)
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings) == entries * (entries - 1) // 2
    if entries % 2 == 0:
        assert len({draw.seatings[-1].ns for draw in draws}) == 1
    else:
        assert sorted(entry for draw in draws for entry in resting(draw)) == list(range(1, entries + 1))


@given(st.integers(2, 15), st.integers(0, 50), st.data())
@settings(max_examples=40, deadline=None)
def test_guide_cards_foretell_every_round(entries: int, seed: int, data: st.DataObject) -> None:
    rounds = entries - 1 + entries % 2
    fixed = data.draw(st.dictionaries(st.integers(1, entries), st.integers(1, 9), max_size=2))
    options = Options(fixed=tuple(fixed.items()))
    draws = play([("howell", rounds)], shuffling(entries, seed), seed=seed, options=options)
    cards = guide_cards(as_past(1, draws[0]), rounds=rounds, options=options)
    assert sorted(card.entry for card in cards) == list(range(1, entries + 1))
    for index, draw in enumerate(draws):
        happened = {(s.ns[0], s.table, "NS", s.ew[0]) for s in draw.seatings}
        happened |= {(s.ew[0], s.table, "EW", s.ns[0]) for s in draw.seatings}
        happened |= {(rest.entry, None, None, None) for rest in draw.rests}
        told = {(card.entry, card.tables[index], card.lines[index], card.opponents[index]) for card in cards}
        assert told == happened


def seats(draw: RoundDraw) -> dict[int, tuple[int, str]]:
    """Table and line of everybody."""
    ns = {seating.ns[0]: (seating.table, "NS") for seating in draw.seatings}
    return ns | {seating.ew[0]: (seating.table, "EW") for seating in draw.seatings}


def test_in_an_even_field_the_pair_with_the_fixed_table_stays() -> None:
    options = Options(fixed=((5, 2),))
    draws = play([("howell", 7)], lambda _: range(1, 9), options=options)
    assert {(s.table, s.ns) for draw in draws for s in draw.seatings if 5 in s.everybody} == {(2, (5,))}
    cards = guide_cards(as_past(1, draws[0]), rounds=7, options=options)
    assert cards[-1].entry == 5
    numbers = [card.entry for card in cards[:-1]]
    for one, two in pairwise(draws):
        seat, then = seats(one), seats(two)
        follows = {entry: next(other for other in then if then[other] == seat[entry]) for entry in numbers}
        assert follows == dict(zip(numbers, numbers[1:] + numbers[:1], strict=True))


def test_a_table_without_a_match_stays_free_and_nobody_else_moves() -> None:
    whole = play([("howell", 7)], lambda _: range(1, 9))
    request = Request(tuple(range(2, 9)), (as_past(1, whole[0]),), phase_rounds=7, round_in_phase=2)
    draw = METHODS["howell"](request, random.Random(3))
    assert draw.seatings == tuple(s for s in whole[1].seatings if 1 not in s.everybody)
