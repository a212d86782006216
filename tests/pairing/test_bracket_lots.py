"""A bracket drawn by lot: families as late as possible, clubs in the rounds asked, fair among the best."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.cups import Cup
from tests.pairing.evening import opponents
from tournaments.pairing import bracket_lots
from tournaments.pairing.draws import Options, PastRound, Relaxation, Request, RoundDraw
from tournaments.pairing.knockout import bracket, draw_knockout, rounds_needed, seed_order

Sets = tuple[tuple[int, ...], ...]


def drawn(entries: int, options: Options, seed: int = 0) -> RoundDraw:
    request = Request(tuple(range(entries)), phase_rounds=rounds_needed(entries), options=options)
    return draw_knockout(request, random.Random(seed))


def meetings(seeds: Sequence[int], sets: Sets, rounds: int) -> list[int]:
    """For each round up to `rounds`, but not the final, how many of one set could have met by then."""
    size = 2 ** rounds_needed(len(seeds))
    line = {seeds[seed - 1]: line for line, seed in enumerate(seed_order(size)) if seed <= len(seeds)}
    fellows = [pair for members in sets for pair in combinations(members, 2)]
    last = min(rounds, rounds_needed(len(seeds)) - 1)
    return [sum(line[a] >> n == line[b] >> n for a, b in fellows) for n in range(1, last + 1)]


def parted(names: Sequence[int]) -> Sets:
    """The entries by the name that each has."""
    return tuple(tuple(i for i, name in enumerate(names) if name == which) for which in set(names))


@given(st.data(), st.integers(2, 7), st.integers(0, 3), st.booleans())
@settings(max_examples=40, deadline=None)
def test_no_bracket_of_a_few_has_fewer_meetings_in_any_round(
    data: st.DataObject, entries: int, clubs_rounds: int, shuffles: bool
) -> None:
    names = st.lists(st.integers(0, 2), min_size=entries, max_size=entries)
    families, clubs = parted(data.draw(names)), parted(data.draw(names))
    options = Options(groups_by="lot", families=families, clubs=clubs, clubs_rounds=clubs_rounds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bracket_lots, "TRIES", 100 if shuffles else 0)
        found = drawn(entries, options, data.draw(st.integers(0, 99))).seeds
    assert sorted(found) == list(range(entries))
    for sets, rounds in ((families, 9), (clubs, clubs_rounds)):
        all_brackets = [meetings(order, sets, rounds) for order in permutations(range(entries))]
        assert meetings(found, sets, rounds) == [min(each) for each in zip(*all_brackets, strict=True)]


@given(st.data(), st.integers(8, 40), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_every_part_of_a_large_bracket_has_its_share_of_each_family_and_club(
    data: st.DataObject, entries: int, clubs_rounds: int
) -> None:
    """One more or less: with many families and clubs that cross each other no shuffle would find that."""
    names = st.lists(st.integers(0, 7), min_size=entries, max_size=entries)
    families, clubs = parted(data.draw(names)), parted(data.draw(names))
    options = Options(groups_by="lot", families=families, clubs=clubs, clubs_rounds=clubs_rounds)
    draw = drawn(entries, options, data.draw(st.integers(0, 99)))
    size = 2 ** rounds_needed(entries)
    line = {draw.seeds[seed - 1]: line for line, seed in enumerate(seed_order(size)) if seed <= entries}
    for sets, rounds in ((families, 9), (clubs, clubs_rounds)):
        for number in range(1, min(rounds, rounds_needed(entries) - 1) + 1):
            for members in sets:
                parts = Counter(line[entry] >> number for entry in members)
                shares = [parts[part] for part in range(size >> number)]
                assert max(shares) - min(shares) <= 1
    named = {frozenset(each.entries) for each in draw.relaxations}
    assert named == {pair for pair in opponents(draw) if any(pair <= {*sets} for sets in (*families, *clubs))}


def test_a_family_that_is_too_large_is_named() -> None:
    draw = drawn(4, Options(groups_by="lot", families=((0, 1, 2),), clubs=((0, 3), (1, 2))))
    (conceded,) = draw.relaxations
    assert conceded.code == "same_family"
    assert drawn(4, Options(families=((0, 3),))).relaxations == (Relaxation("same_family", (0, 3)),)


@pytest.mark.parametrize(("tries", "entries"), [(100, 5), (0, 4)])
def test_every_best_bracket_is_as_likely(tries: int, entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of a family of two in each half, by shuffles, and by halving and a walk: chi-square within five
    standard deviations."""
    monkeypatch.setattr(bracket_lots, "TRIES", tries)
    options = Options(groups_by="lot", families=((0, 1),))
    brackets = list(permutations(range(entries)))
    best = min(meetings(order, options.families, 9) for order in brackets)
    all_best = [order for order in brackets if meetings(order, options.families, 9) == best]
    expected = 40
    counts = Counter(drawn(entries, options, seed).seeds for seed in range(expected * len(all_best)))
    assert set(counts) == set(all_best)
    square = sum((counts[order] - expected) ** 2 / expected for order in all_best)
    freedom = len(all_best) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5


def test_the_same_lot_whatever_the_order_of_the_entries() -> None:
    options = Options(
        groups_by="lot", families=((0, 1, 2), (5, 6)), clubs=((0, 7, 8), (3, 4)), clubs_rounds=2
    )
    backwards = Request(tuple(range(11))[::-1], phase_rounds=4, options=options)
    assert draw_knockout(backwards, random.Random(4)) == drawn(11, options, 4)
    assert len({drawn(11, options, seed).seeds for seed in range(20)}) == 20


@given(st.integers(2, 12), st.integers(0, 5), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_given_seeds_keep_their_places(entries: int, given_seeds: int, seed: int) -> None:
    seeds = tuple(range(min(given_seeds, entries)))
    family = tuple(range(0, entries, 2))
    draw = drawn(entries, Options(groups_by="lot", seeds=seeds, families=(family,)), seed)
    assert draw.seeds[: len(seeds)] == seeds
    assert sorted(draw.seeds) == list(range(entries))


def test_among_given_seeds_the_lot_puts_the_family_where_it_can() -> None:
    for seed in range(20):
        draw = drawn(4, Options(groups_by="lot", seeds=(0, 1), families=((0, 2),)), seed)
        assert opponents(draw) == {frozenset({0, 3}), frozenset({1, 2})}


@given(st.integers(4, 20), st.integers(0, 99))
@settings(max_examples=30, deadline=None)
def test_later_rounds_follow_the_lot(entries: int, seed: int) -> None:
    """Given back as seeds, the lot says the bracket: who wins goes on along its lines."""
    options = Options(groups_by="lot", families=((0, 1, 2),))
    draw = drawn(entries, options, seed)
    cup = Cup(range(entries), Options(groups_by="lot", families=((0, 1, 2),), seeds=draw.seeds))
    place = {entry: number for number, entry in enumerate(draw.seeds, 1)}
    cup.play(draw, lambda a, b: min(a, b, key=place.__getitem__))
    for number in range(2, rounds_needed(entries) + 1):
        following = cup.draw()
        alive = 2 ** rounds_needed(entries) >> (number - 1)
        assert {sum(place[entry] for entry in pair) for pair in opponents(following)} == {alive + 1}
        assert following.seeds == ()
        cup.play(following, lambda a, b: min(a, b, key=place.__getitem__))
    first = bracket([PastRound(1, draw.seatings, draw.rests)], draw.seeds)[0]
    expected = [draw.seeds[s - 1] if s <= entries else None for s in seed_order(2 ** rounds_needed(entries))]
    assert [set(match.entries) for match in first.matches] == [
        {*pair} for pair in zip(expected[::2], expected[1::2], strict=True)
    ]
