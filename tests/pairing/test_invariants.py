"""What holds of every round of every movement."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import (
    BY_STANDINGS,
    DRAWN_FOR_PAIRS,
    as_past,
    assert_everybody_once,
    opponents,
    play,
    shuffling,
)
from tournaments.pairing.draws import Options, PastRound, Request
from tournaments.pairing.methods import METHODS


@given(st.sampled_from(DRAWN_FOR_PAIRS), st.integers(0, 15), st.integers(0, 100))
@settings(max_examples=100, deadline=None)
def test_everybody_is_there_exactly_once(code: str, entries: int, seed: int) -> None:
    options = Options(second_cycle=True)
    for draw in play([(code, 6)], shuffling(entries, seed), seed=seed, options=options):
        assert_everybody_once(draw, range(1, entries + 1))
        assert len(draw.rests) == entries % 2


@given(st.sampled_from(["drawn", *BY_STANDINGS]), st.integers(1, 13), st.integers(0, 100))
@settings(max_examples=60, deadline=None)
def test_nobody_rests_twice_before_all_have_rested_once(code: str, entries: int, seed: int) -> None:
    counts = dict.fromkeys(range(1, entries + 1), 0)
    for draw in play([(code, 2 * entries)], shuffling(entries, seed), seed=seed):
        for rest in draw.rests:
            counts[rest.entry] += 1
        assert max(counts.values()) - min(counts.values()) <= 1
        assert "rest_again" not in {relaxation.code for relaxation in draw.relaxations}


@given(st.sampled_from(["drawn", *BY_STANDINGS]), st.integers(3, 11), st.data())
@settings(max_examples=60, deadline=None)
def test_those_always_there_rest_alike_while_others_come_and_go(
    code: str, entries: int, data: st.DataObject
) -> None:
    always, passing = range(1, entries + 1), st.sets(st.integers(50, 54), max_size=3)
    history: list[PastRound] = []
    counts = dict.fromkeys(always, 0)
    for number in range(1, 9):
        present = data.draw(st.permutations([*always, *data.draw(passing)]))
        draw = METHODS[code](Request(tuple(present), tuple(history)), random.Random(number))
        assert_everybody_once(draw, present)
        history.append(as_past(number, draw))
        for rest in draw.rests:
            if rest.entry in counts:
                counts[rest.entry] += 1
        assert max(counts.values()) - min(counts.values()) <= 1


@given(st.sampled_from(["drawn", *BY_STANDINGS]), st.integers(2, 14), st.integers(0, 100))
@settings(max_examples=60, deadline=None)
def test_at_every_table_ns_has_not_sat_ns_more_often(code: str, entries: int, seed: int) -> None:
    balance = dict.fromkeys(range(1, entries + 1), 0)
    for draw in play([(code, 6)], shuffling(entries, seed), seed=seed):
        for seating in draw.seatings:
            assert balance[seating.ns[0]] <= balance[seating.ew[0]]
        for seating in draw.seatings:
            balance[seating.ns[0]] += 1
            balance[seating.ew[0]] -= 1


@given(st.sampled_from(["drawn", "danish_no_rematch", "swiss"]), st.integers(2, 10), st.integers(0, 100))
@settings(max_examples=60, deadline=None)
def test_a_rematch_is_never_silent_and_never_invented(code: str, entries: int, seed: int) -> None:
    seen: dict[frozenset[int], list[int]] = {}
    draws = play([(code, entries + 2)], shuffling(entries, seed), seed=seed)
    for number, draw in enumerate(draws, start=1):
        named = {
            frozenset(relaxation.entries): (relaxation.code, list(relaxation.rounds))
            for relaxation in draw.relaxations
        }
        assert named == {
            pair: ("previous_unavoidable" if number - 1 in seen[pair] else "rematch_unavoidable", seen[pair])
            for pair in opponents(draw)
            if pair in seen
        }
        for pair in opponents(draw):
            seen[pair] = [*seen.get(pair, []), number]


@given(st.sampled_from(DRAWN_FOR_PAIRS), st.integers(2, 12), st.integers(0, 100), st.data())
@settings(max_examples=60, deadline=None)
def test_the_same_seed_and_facts_in_another_order_give_the_same_draw(
    code: str, entries: int, seed: int, data: st.DataObject
) -> None:
    ranking = tuple(shuffling(entries, seed)(4))
    options = Options(second_cycle=True)
    draws = play([(code, 3)], shuffling(entries, seed), seed=seed, options=options)
    history = [as_past(number, draw) for number, draw in enumerate(draws, start=1)]
    mixed = [
        PastRound(past.number, tuple(data.draw(st.permutations(past.seatings))), past.rests)
        for past in data.draw(st.permutations(history))
    ]
    one, other = (
        METHODS[code](
            Request(ranking, tuple(facts), phase_rounds=4, round_in_phase=4, options=options),
            random.Random(seed),
        )
        for facts in (history, mixed)
    )
    assert one == other


@pytest.mark.parametrize("code", ["drawn", "mitchell"])
def test_a_draw_by_lot_does_not_depend_on_the_order_of_the_names(code: str) -> None:
    names = list(range(1, 16))
    draws = []
    for seed in range(5):
        random.Random(seed).shuffle(names)
        draws.append(METHODS[code](Request(tuple(names)), random.Random(77)))
    assert all(draw == draws[0] for draw in draws)


@pytest.mark.parametrize("code", ["drawn", "mitchell"])
def test_another_seed_is_another_draw(code: str) -> None:
    request = Request(tuple(range(1, 31)))
    assert METHODS[code](request, random.Random(1)) != METHODS[code](request, random.Random(2))
