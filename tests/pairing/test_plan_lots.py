"""Where rounds are too few for everybody to meet, the lot keeps families and clubs apart in all of them."""

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import opponents, play, shuffling
from tournaments.pairing.draws import Options, RoundDraw, TooFewOpponents
from tournaments.pairing.plan_lots import draw_numbers

FAMILIES = ((1, 2, 3), (4, 5))


def together(draws: list[RoundDraw], sets: tuple[tuple[int, ...], ...]) -> list[int]:
    """How many of one set sit at one table, round by round."""
    return [
        sum(
            any({a, b} <= {*members} for members in sets)
            for seating in draw.seatings
            for a, b in combinations(seating.everybody, 2)
        )
        for draw in draws
    ]


@pytest.mark.parametrize(
    ("code", "line_size", "entries"),
    [("round_robin", 1, 16), ("round_robin", 1, 15), ("howell", 1, 16), ("individual", 2, 20)],
)
def test_in_the_rounds_that_there_are_nobody_meets_her_own(code: str, line_size: int, entries: int) -> None:
    for seed in range(8):
        options = Options(line_size=line_size, families=FAMILIES)  # type: ignore[arg-type]
        draws = play([(code, 4)], shuffling(entries, seed), seed=seed, options=options)
        assert together(draws, FAMILIES) == [0] * 4
        options = Options(line_size=line_size, clubs=FAMILIES, clubs_rounds=2)  # type: ignore[arg-type]
        draws = play([(code, 4)], shuffling(entries, seed), seed=seed, options=options)
        assert together(draws, FAMILIES)[:2] == [0, 0]


def test_clubs_meet_after_the_rounds_asked() -> None:
    options = Options(clubs=FAMILIES, clubs_rounds=1)
    found = [
        sum(together(play([("round_robin", 4)], shuffling(8, s), seed=s, options=options), FAMILIES))
        for s in range(8)
    ]
    assert sum(found) > 0


@given(st.data(), st.integers(4, 5), st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_a_few_have_the_fewest_meetings_that_can_be(data: st.DataObject, entries: int, length: int) -> None:
    """Against all the ways to give out numbers, any pairs meeting in any round."""
    pairs = [(a, b) for a in range(entries) for b in range(a)]
    rounds = [data.draw(st.lists(st.sampled_from(pairs), max_size=3, unique=True)) for _ in range(length)]
    names = [data.draw(st.lists(st.integers(0, 2), min_size=entries, max_size=entries)) for _ in range(2)]
    families, clubs = (
        tuple(tuple(e for e in range(entries) if each[e] == which) for which in set(each)) for each in names
    )
    early = data.draw(st.integers(0, length))

    def meetings(order: tuple[int, ...]) -> tuple[int, int]:
        met = [[{order[a], order[b]} for a, b in each] for each in rounds]
        return (
            sum(pair <= {*members} for each in met for pair in each for members in families),
            sum(pair <= {*members} for each in met[:early] for pair in each for members in clubs),
        )

    options = Options(families=families, clubs=clubs, clubs_rounds=early)
    order = tuple(range(entries))
    found = draw_numbers(order, rounds, options, random.Random(data.draw(st.integers(0, 99))))
    assert sorted(found) == list(order)
    assert meetings(found) == min(map(meetings, permutations(order)))


def test_with_nobody_to_keep_apart_the_lot_stands() -> None:
    order = (3, 1, 2, 0)
    assert draw_numbers(order, [[(0, 1)]], Options(), random.Random(1)) == order


def test_too_long_a_schedule_is_refused_with_families_too() -> None:
    with pytest.raises(TooFewOpponents):
        play([("round_robin", 9)], shuffling(8, 1), options=Options(families=FAMILIES))


def test_a_whole_schedule_still_brings_everybody_together_once() -> None:
    options = Options(families=FAMILIES)
    draws = play([("round_robin", 7)], shuffling(8, 3), options=options)
    assert len({pair for draw in draws for pair in opponents(draw)}) == 28
