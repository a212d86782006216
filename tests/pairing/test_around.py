"""Tables of three and five by lot: sizes, who rests, how seldom anybody meets anybody again."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.evening import as_past
from tournaments.pairing.around import table_sizes
from tournaments.pairing.draws import Options, PastRound, Request, Rest, RoundDraw, Seating
from tournaments.pairing.manual import SeatingProblem, manual_problems
from tournaments.pairing.methods import METHODS

KINDS = [(3,), (5,), (3, 4), (4, 3), (5, 4), (2, 3), (5, 3)]


def evening(entries: int, sizes: tuple[int, ...], rounds: int, seed: int = 1) -> list[RoundDraw]:
    rng, history, draws = random.Random(seed), [], []
    for number in range(1, rounds + 1):
        request = Request(tuple(range(1, entries + 1)), tuple(history), options=Options(2, sizes=sizes))
        draws.append(METHODS["drawn"](request, rng))
        history.append(as_past(number, draws[-1]))
    return draws


def meetings(draws: list[RoundDraw]) -> Counter[frozenset[int]]:
    tables = (seating.everybody for draw in draws for seating in draw.seatings)
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


@pytest.mark.parametrize(
    ("entries", "sizes", "expected"),
    [
        (12, (3,), (3, 3, 3, 3)),
        (13, (3,), (3, 3, 3, 3)),
        (13, (3, 4), (3, 3, 3, 4)),
        (14, (3, 4), (3, 3, 4, 4)),
        (5, (3, 4), (4,)),
        (22, (4, 3), (4, 4, 4, 4, 3, 3)),
        (11, (5,), (5, 5)),
        (11, (5, 3), (5, 3, 3)),
        (18, (5, 4), (5, 5, 4, 4)),
        (7, (2, 3), (2, 2, 3)),
        (2, (3,), ()),
        (0, (3, 4), ()),
    ],
)
def test_as_few_as_possible_are_left_over(
    entries: int, sizes: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert table_sizes(entries, sizes) == expected


@given(st.integers(0, 60), st.sampled_from(KINDS))
def test_no_other_division_leaves_fewer_or_has_more_usual_tables(
    entries: int, sizes: tuple[int, ...]
) -> None:
    usual, spare = sizes[0], sizes[-1]
    found = table_sizes(entries, sizes)
    every = [
        (entries - a * usual - b * spare, -a)
        for a in range(entries // usual + 1)
        for b in range(entries // spare + 1)
        if a * usual + b * spare <= entries and (b == 0 or spare != usual)
    ]
    assert (entries - sum(found), -found.count(usual)) == min(every)


@given(st.integers(3, 40), st.sampled_from(KINDS), st.integers(0, 999))
def test_everybody_sits_once_or_rests(entries: int, sizes: tuple[int, ...], seed: int) -> None:
    for draw in evening(entries, sizes, 2, seed):
        placed = [entry for seating in draw.seatings for entry in seating.everybody]
        assert sorted([*placed, *(rest.entry for rest in draw.rests)]) == list(range(1, entries + 1))
        assert [len(seating.everybody) for seating in draw.seatings] == list(table_sizes(entries, sizes))
        assert [seating.table for seating in draw.seatings] == list(range(1, len(draw.seatings) + 1))
        for seating in draw.seatings:
            assert bool(seating.ring) == (len(seating.everybody) in (3, 5))
            assert len(seating.ns) == len(seating.ew)


@pytest.mark.parametrize(
    ("entries", "sizes", "rounds"), [(12, (3,), 3), (25, (5,), 3), (27, (3,), 5), (20, (4, 3), 3)]
)
def test_nobody_meets_anybody_twice_where_that_is_easy(
    entries: int, sizes: tuple[int, ...], rounds: int
) -> None:
    draws = evening(entries, sizes, rounds)
    assert set(meetings(draws).values()) == {1}
    assert [draw.relaxations for draw in draws] == [()] * rounds


def test_a_meeting_that_cannot_be_spared_is_said() -> None:
    first, second = evening(6, (3,), 2)
    again = {frozenset(two): n for two, n in meetings([first, second]).items() if n > 1}
    assert len(again) == 2  # two of three always meet again at one of two tables of three
    assert {frozenset(each.entries) for each in second.relaxations} == set(again)
    assert {(each.code, each.rounds) for each in second.relaxations} == {("rematch", (1,))}


def test_partners_change_at_the_tables_of_four() -> None:
    draws = evening(4, (4, 3), 3)
    partners = Counter(
        frozenset(line) for draw in draws for each in draw.seatings for line in (each.ns, each.ew)
    )
    assert set(partners.values()) == {1}
    assert len(partners) == 6


def test_nobody_rests_twice_before_all_have_rested() -> None:
    draws = evening(7, (3,), 7)
    rested = Counter(rest.entry for draw in draws for rest in draw.rests)
    assert rested == dict.fromkeys(range(1, 8), 1)


def test_the_same_seed_draws_the_same_tables() -> None:
    assert evening(17, (3, 4), 4, 5) == evening(17, (3, 4), 4, 5) != evening(17, (3, 4), 4, 6)


def apart(sizes: tuple[int, ...], entries: int, seed: int, **options: Any) -> RoundDraw:
    request = Request(tuple(range(1, entries + 1)), options=Options(2, sizes=sizes, **options))
    return METHODS["drawn"](request, random.Random(seed))


@pytest.mark.parametrize("sizes", [(3,), (5, 4), (3, 4)])
def test_families_and_clubs_are_at_tables_of_their_own(sizes: tuple[int, ...]) -> None:
    for seed in range(20):
        draw = apart(sizes, 15, seed, families=((1, 2), (3, 4)), clubs=((5, 6, 7),))
        tables = [set(each.everybody) for each in draw.seatings]
        assert max(len(table & {1, 2}) for table in tables) == 1
        assert max(len(table & {3, 4}) for table in tables) == 1
        assert max(len(table & {5, 6, 7}) for table in tables) == 1
        assert draw.relaxations == ()


def test_who_cannot_be_kept_apart_is_named() -> None:
    draw = apart((3,), 6, 1, families=((1, 2),), clubs=((3, 4, 5, 6),))
    assert max(len({1, 2} & set(each.everybody)) for each in draw.seatings) == 1, "the family comes first"
    met = {frozenset(each.entries) for each in draw.relaxations}
    assert {each.code for each in draw.relaxations} == {"same_club"}
    assert len(met) == 2, "two and two of the club sit at two tables"


def test_who_keeps_a_table_has_it_where_one_of_that_size_is() -> None:
    for seed in range(20):
        draw = apart((5, 4), 14, seed, fixed=((3, 1), (8, 3), (9, 7)))
        table_of = {entry: each for each in draw.seatings for entry in each.everybody}
        named = {entry for each in draw.relaxations for entry in each.entries if each.code == "fixed_seat"}
        assert 9 in named, "there is no table 7"
        for entry, table in ((3, 1), (8, 3)):
            here = table_of[entry]
            assert (here.table == table and entry not in here.ew) != (entry in named)
        assert [len(each.everybody) for each in draw.seatings] == [5, 5, 4]


def test_at_a_table_of_four_who_keeps_it_sits_north_south() -> None:
    for seed in range(10):
        draw = apart((4, 3), 8, seed, fixed=((5, 2),))
        [here] = [each for each in draw.seatings if 5 in each.everybody]
        assert (here.table, 5 in here.ns) == (2, True)
        assert draw.relaxations == ()


RING = (Seating(1, (), (), (1, 2, 3)), Seating(2, (), (), (4, 5, 6)))
SIX = (1, 2, 3, 4, 5, 6)


def test_a_round_of_threes_by_hand_is_right() -> None:
    assert manual_problems(RING, SIX, (), sizes=(3,)) == ()
    mixed = (RING[0], Seating(2, (4, 5), (6, 7)))
    assert manual_problems(mixed, (*SIX, 7), (), line_size=2, sizes=(3, 4)) == ()


def test_a_ring_of_the_wrong_size_and_one_that_meets_again_are_named() -> None:
    assert manual_problems(RING, SIX, ()) == (
        SeatingProblem("line_size", (1, 2, 3), (1,)),
        SeatingProblem("line_size", (4, 5, 6), (2,)),
    )
    uneven = (Seating(1, (1, 2), (3,)),)
    assert manual_problems(uneven, (1, 2, 3), (), sizes=(3,)) == (
        SeatingProblem("line_size", (1, 2, 3), (1,)),
    )
    met = (PastRound(4, (Seating(1, (), (), (3, 1, 9)),), (Rest(2),)),)
    assert manual_problems(RING, SIX, met, sizes=(3,)) == (
        SeatingProblem("rematch", (1, 3), (1,), (4,), warning=True),
    )
