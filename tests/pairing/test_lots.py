"""Rounds drawn by lot, for pairs and for individuals."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import assert_everybody_once, opponents, play, resting
from tournaments.pairing.draws import Options, PastRound, Request, Rest, Seating
from tournaments.pairing.lots import shuffled
from tournaments.pairing.methods import METHODS

INDIVIDUALS = Options(line_size=2)


def chi_square(counts: Counter[object], outcomes: int, draws: int) -> float:
    expected = draws / outcomes
    missing = (outcomes - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


@pytest.mark.parametrize("entries", [5, 6])
def test_in_a_first_round_every_pairing_is_equally_likely(entries: int) -> None:
    rng = random.Random(2026)
    request = Request(tuple(range(entries)))
    draws = 10_000
    counts: Counter[object] = Counter(
        frozenset(opponents(METHODS["drawn"](request, rng))) for _ in range(draws)
    )
    assert chi_square(counts, 15, draws) < 36.1  # 14 degrees of freedom, 1 in 1000


def test_every_individual_is_as_likely_to_have_each_partner() -> None:
    rng = random.Random(2026)
    request = Request(tuple(range(8)), options=INDIVIDUALS)
    draws = 7_000
    partners: Counter[object] = Counter()
    for _ in range(draws):
        for seating in METHODS["drawn"](request, rng).seatings:
            partners.update(line[0] + line[1] for line in (seating.ns, seating.ew) if 0 in line)
    assert chi_square(partners, 7, draws) < 22.5  # 6 degrees of freedom, 1 in 1000


def test_the_shuffle_does_not_depend_on_the_order_of_its_input() -> None:
    assert shuffled([3, 1, 2, 9], random.Random(4)) == shuffled({9, 2, 3, 1}, random.Random(4))
    assert shuffled(range(30), random.Random(4)) != shuffled(range(30), random.Random(5))


@given(st.integers(4, 14), st.integers(0, 100))
@settings(max_examples=40, deadline=None)
def test_later_rounds_avoid_rematches_while_that_is_certain_to_be_possible(entries: int, seed: int) -> None:
    rounds = entries // 2 if entries % 2 == 0 else 2
    draws = play([("drawn", rounds)], lambda _: range(entries), seed=seed)
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings)
    assert all(draw.relaxations == () for draw in draws)


@given(st.integers(0, 19), st.integers(0, 100))
@settings(max_examples=40, deadline=None)
def test_individuals_sit_four_at_a_table_and_rest_in_turn(entries: int, seed: int) -> None:
    rests: Counter[int] = Counter(dict.fromkeys(range(entries), 0))
    for draw in play([("drawn", 5)], lambda _: range(entries), seed=seed, options=INDIVIDUALS):
        assert_everybody_once(draw, range(entries), line_size=2)
        assert len(draw.rests) == entries % 4
        rests.update(resting(draw))
        assert max(rests.values(), default=0) - min(rests.values(), default=0) <= 1
        assert not [r for r in draw.relaxations if r.code == "rest_again"]


@given(st.sampled_from([8, 9, 12, 13, 16]), st.integers(0, 50))
@settings(max_examples=30, deadline=None)
def test_individuals_do_not_have_a_partner_twice_while_half_of_them_are_new(entries: int, seed: int) -> None:
    rounds = 4 if entries == 8 else 4 + entries % 4
    draws = play([("drawn", rounds)], lambda _: range(entries), seed=seed, options=INDIVIDUALS)
    partners = Counter(frozenset(line) for d in draws for s in d.seatings for line in (s.ns, s.ew))
    assert max(partners.values()) == 1
    assert all(draw.relaxations == () for draw in draws)


def test_a_repeated_partner_is_named_with_the_rounds() -> None:
    everybody = {1, 2, 3, 4}
    partners = {1: (1, 2), 2: (1, 3), 3: (1, 4), 4: (1, 2)}
    past = tuple(
        PastRound(number, (Seating(1, couple, tuple(everybody - set(couple))),))
        for number, couple in partners.items()
    )
    for seed in range(10):
        draw = METHODS["drawn"](Request((1, 2, 3, 4), past, options=INDIVIDUALS), random.Random(seed))
        (seating,) = draw.seatings
        assert {frozenset(r.entries) for r in draw.relaxations} == {
            frozenset(seating.ns),
            frozenset(seating.ew),
        }
        assert {(r.code, r.rounds) for r in draw.relaxations} == {("partner_again", (2,))}, "the oldest"


def test_couples_that_shared_a_table_as_partners_or_opponents_are_kept_apart() -> None:
    """Of 28, a couple has shared a table with at most 6 of the 13 others: half are left (Dirac)."""
    for seed in range(10):
        first, second = play([("drawn", 2)], lambda _: range(28), seed=seed, options=INDIVIDUALS)
        shared = [set(seating.ns + seating.ew) for seating in first.seatings]
        assert not [
            (a, b)
            for seating in second.seatings
            for a in seating.ns
            for b in seating.ew
            if any({a, b} <= table for table in shared)
        ]
        assert second.relaxations == ()


def test_the_fewest_rests_decide_who_rests_among_individuals() -> None:
    past = PastRound(1, (Seating(1, (1, 2), (3, 4)),), (Rest(5), Rest(6), Rest(7)))
    for seed in range(20):
        draw = METHODS["drawn"](
            Request(tuple(range(1, 8)), (past,), options=INDIVIDUALS), random.Random(seed)
        )
        assert set(resting(draw)) < {1, 2, 3, 4}
