"""Individual Danish: fours by standings, partners by pattern, as few partners again as possible."""

import random
from dataclasses import replace
from itertools import combinations, permutations
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import as_past, resting
from tests.pairing.single_players import (
    INDIVIDUALS,
    couples,
    next_round,
    phase,
    rests_of,
    spread,
    tables_of,
)
from tournaments.pairing.draws import (
    IndividualsOnly,
    Options,
    PastRound,
    Relaxation,
    Request,
    Rest,
    RoundDraw,
    Seating,
)
from tournaments.pairing.individual_danish import draw_individual_danish

DANISH = "individual_danish"
Couples = set[frozenset[int]]


def drawn(
    ranking: tuple[int, ...],
    *history: PastRound,
    pattern: Literal["1+4", "1+2", "lot"] = "1+4",
    seed: int = 0,
) -> RoundDraw:
    options = replace(INDIVIDUALS, pattern=pattern)
    return draw_individual_danish(Request(ranking, history, options=options), random.Random(seed))


def partners_before(*pairs: tuple[int, int]) -> PastRound:
    """A round in which these were partners, against strangers numbered from 900."""
    seatings = (Seating(t, pair, (900 + 2 * t, 901 + 2 * t)) for t, pair in enumerate(pairs, start=1))
    return PastRound(1, tuple(seatings))


def in_couples(draw: RoundDraw) -> list[Couples]:
    return [{frozenset(seating.ns), frozenset(seating.ew)} for seating in draw.seatings]


def test_the_best_and_the_last_of_four_neighbours_are_partners() -> None:
    assert in_couples(drawn((5, 6, 7, 8, 1, 2, 3, 4))) == [
        {frozenset({5, 8}), frozenset({6, 7})},
        {frozenset({1, 4}), frozenset({2, 3})},
    ]


def test_or_the_two_best_against_the_two_others() -> None:
    assert in_couples(drawn((1, 2, 3, 4), pattern="1+2")) == [{frozenset({1, 2}), frozenset({3, 4})}]


def test_or_partners_by_lot_who_are_all_possible() -> None:
    seen = {frozenset(in_couples(drawn((1, 2, 3, 4), pattern="lot", seed=seed))[0]) for seed in range(40)}
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("pattern", "before", "expected"),
    [
        ("1+4", [(1, 4)], (1, 3)),
        ("1+4", [(2, 3), (2, 4)], (1, 2)),
        ("1+2", [(3, 4)], (1, 4)),
        ("1+2", [(1, 2), (2, 3)], (1, 3)),
        ("1+4", [(1, 4), (1, 3), (2, 4), (1, 2)], (1, 4)),
    ],
)
def test_the_partition_with_the_fewest_partners_again_is_taken_then_the_more_balanced(
    pattern: Literal["1+4", "1+2"], before: list[tuple[int, int]], expected: tuple[int, int]
) -> None:
    (table,) = in_couples(drawn((1, 2, 3, 4), partners_before(*before), pattern=pattern))
    assert frozenset(expected) in table


def test_when_all_three_repeat_the_neighbours_at_the_edge_of_two_tables_change_places() -> None:
    draw = drawn((1, 2, 3, 4, 5, 6, 7, 8), partners_before((1, 4), (1, 3), (1, 2)))
    assert draw.relaxations == ()
    assert tables_of(draw) == {frozenset({1, 2, 3, 5}), frozenset({4, 6, 7, 8})}
    assert in_couples(draw)[0] == {frozenset({1, 5}), frozenset({2, 3})}, "5 is the last of the four now"


def test_when_the_neighbour_cannot_help_another_table_does() -> None:
    """1 has had 2 … 8 as partner: somebody of the third table comes up."""
    before = partners_before(*((1, other) for other in range(2, 9)))
    draw = drawn(tuple(range(1, 13)), before)
    assert draw.relaxations == ()
    assert tables_of(draw) == {frozenset({1, 2, 3, 9}), frozenset({4, 10, 11, 12}), frozenset({5, 6, 7, 8})}


def test_a_table_that_could_not_be_helped_is_looked_at_again_after_later_exchanges() -> None:
    before = ((1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (3, 4), (3, 8), (4, 5), (5, 7), (5, 8))
    assert drawn(tuple(range(1, 9)), partners_before(*before)).relaxations == ()


def test_after_an_exchange_partners_go_by_the_standings() -> None:
    """2 has had 1, 3 … 7 as partner and goes down to 8: 5 is the last of the first table, not its second."""
    draw = drawn(tuple(range(1, 9)), partners_before(*((2, other) for other in (1, 3, 4, 5, 6, 7))))
    assert in_couples(draw) == [
        {frozenset({1, 5}), frozenset({3, 4})},
        {frozenset({2, 8}), frozenset({6, 7})},
    ]


def test_a_partner_again_is_named_with_its_rounds() -> None:
    seatings = [Seating(1, (1, a), tuple({2, 3, 4} - {a})) for a in (2, 3, 4)]
    history = [PastRound(number, (seating,)) for number, seating in enumerate(seatings, start=1)]
    draw = drawn((1, 2, 3, 4), *history)
    assert set(draw.relaxations) == {
        Relaxation("partner_again", line, (3,)) for line in (draw.seatings[0].ns, draw.seatings[0].ew)
    }
    assert {frozenset(each.entries) for each in draw.relaxations} == {frozenset({1, 4}), frozenset({2, 3})}


def fewest_by_exchange(order: tuple[int, ...], met: Couples) -> tuple[int, set[int]]:
    """Partners again as the standings have them, and after each possible single exchange."""

    def repeated(four: tuple[int, ...]) -> int:
        return min(
            sum(frozenset(line) in met for line in (each[:2], each[2:])) for each in permutations(four)
        )

    def total(places: list[int]) -> int:
        return sum(repeated(tuple(places[i : i + 4])) for i in range(0, len(places), 4))

    after = set()
    for i, j in combinations(range(len(order)), 2):
        places = list(order)
        places[i], places[j] = places[j], places[i]
        after.add(total(places))
    return total(list(order)), after


@given(
    st.sampled_from([8, 12]),
    st.sets(st.sampled_from([*combinations(range(1, 13), 2)]), min_size=15, max_size=50),
)
@settings(max_examples=60, deadline=None)
def test_no_single_exchange_would_spare_another_partner(players: int, pairs: set[tuple[int, int]]) -> None:
    met = {frozenset(pair) for pair in pairs}
    draw = drawn(tuple(range(1, players + 1)), partners_before(*sorted(pairs)))
    seated = tuple(entry for seating in draw.seatings for entry in seating.everybody)
    now, others = fewest_by_exchange(seated, met)
    assert len([each for each in draw.relaxations if each.code == "partner_again"]) == now
    assert now <= min(others)


@given(st.integers(0, 25), st.integers(1, 8), st.integers(0, 100), st.sampled_from(["1+4", "1+2", "lot"]))
@settings(max_examples=40, deadline=None)
def test_everybody_is_there_once_and_rests_are_even(
    players: int, rounds: int, seed: int, pattern: Literal["1+4", "1+2", "lot"]
) -> None:
    options = replace(INDIVIDUALS, pattern=pattern)
    draws: list[RoundDraw] = []
    for number in range(rounds):
        ranking = random.Random(seed + number).sample(range(players), players)
        draws.append(next_round(DANISH, ranking, draws, options=options))
        if players:
            assert spread(rests_of(draws, range(players))) <= 1
        assert "rest_again" not in {each.code for each in draws[-1].relaxations}


@pytest.mark.parametrize("players", [16, 17, 22, 31])
def test_with_room_nobody_has_a_partner_twice(players: int) -> None:
    for seed in range(5):
        assert max(couples(phase(DANISH, players, 6, seed=seed)).values()) == 1


def test_the_lowest_of_those_who_have_rested_least_rest() -> None:
    before = PastRound(1, (Seating(1, (1, 2), (3, 4)),), (Rest(5), Rest(6)))
    assert resting(drawn((1, 2, 3, 4, 5, 6), before)) == [3, 4]


@given(st.integers(4, 16), st.data())
@settings(max_examples=30, deadline=None)
def test_other_names_give_the_same_round_of_others(players: int, data: st.DataObject) -> None:
    ranking = tuple(range(players))
    names = dict(zip(ranking, data.draw(st.permutations(range(50, 50 + players))), strict=True))
    first = drawn(ranking)
    second = drawn(ranking, as_past(1, first))
    other_first = drawn(tuple(names[e] for e in ranking))
    other_second = drawn(tuple(names[e] for e in ranking), as_past(1, other_first))
    for one, other in ((first, other_first), (second, other_second)):
        assert [
            (seating.table, tuple(names[e] for e in seating.ns), tuple(names[e] for e in seating.ew))
            for seating in one.seatings
        ] == [(seating.table, seating.ns, seating.ew) for seating in other.seatings]


def test_it_is_for_individuals() -> None:
    with pytest.raises(IndividualsOnly):
        draw_individual_danish(Request((1, 2, 3, 4), options=Options()), random.Random(1))
