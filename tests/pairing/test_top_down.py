"""Pairing from the top, against every pairing there is."""

import random
from collections.abc import Iterator, Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.oracles import Pairs, perfect_matchings
from tournaments.pairing.past import Rounds
from tournaments.pairing.top_down import Pairing, pair_from_the_top

Barred = dict[int, dict[int, Rounds]]
PAST = (1, 2, 3, 4)


@st.composite
def fields(draw: st.DrawFn, most: int) -> tuple[list[int], Barred, frozenset[int]]:
    """An order of entries, earlier meetings (sometimes of nearly all), and who may rest."""
    size = draw(st.integers(0, most))
    order = draw(st.permutations(range(10, 10 + size)))
    share = draw(st.sampled_from([0, 2, 5, 8, 10]))
    barred: Barred = {entry: {} for entry in order}
    for i, a in enumerate(order):
        for b in order[:i]:
            if draw(st.integers(1, 10)) <= share:
                rounds = tuple(sorted(draw(st.sets(st.sampled_from(PAST), min_size=1, max_size=2))))
                barred[a][b] = barred[b][a] = rounds
    may_rest = draw(st.sets(st.sampled_from(order), min_size=1)) if order else set()
    return list(order), barred, frozenset(may_rest)


def every_pairing(order: list[int], may_rest: frozenset[int]) -> Iterator[tuple[Pairs, int | None]]:
    """All pairings with everybody who may rest, the lowest first, each time from the top."""
    if len(order) % 2 == 0:
        yield from ((pairs, None) for pairs in perfect_matchings(order))
        return
    for left_over in reversed(order):
        if left_over in may_rest:
            others = [entry for entry in order if entry != left_over]
            yield from ((pairs, left_over) for pairs in perfect_matchings(others))


def price(pairs: Pairs, barred: Mapping[int, Mapping[int, Rounds]]) -> tuple[int, ...]:
    """The concessions of a pairing, most important first, in the words of the rules."""
    met = [barred[a][b] for a, b in pairs if b in barred[a]]
    return (
        sum(PAST[-1] in rounds for rounds in met),
        sum(len(rounds) for rounds in met),
        len(met),
        *(sum(rounds[-1] == number for rounds in met) for number in reversed(PAST)),
    )


def answer(order: list[int], barred: Barred, may_rest: frozenset[int]) -> Pairing:
    return pair_from_the_top(order, barred, may_rest, PAST)


@given(fields(most=8))
@settings(max_examples=100, deadline=None)
def test_it_is_the_first_from_the_top_of_the_least_concessions(
    field: tuple[list[int], Barred, frozenset[int]],
) -> None:
    order, barred, may_rest = field
    best = min(every_pairing(order, may_rest), key=lambda found: price(found[0], barred))
    pairing = answer(order, barred, may_rest)
    assert (pairing.pairs, pairing.left_over) == best
    assert pairing.conceded == tuple((a, b) for a, b in best[0] if b in barred[a])


@given(fields(most=10))
@settings(max_examples=60, deadline=None)
def test_without_a_barred_meeting_it_is_the_lexicographic_minimum(
    field: tuple[list[int], Barred, frozenset[int]],
) -> None:
    order, barred, may_rest = field
    clean = (found for found in every_pairing(order, may_rest) if not any(price(found[0], barred)))
    first = next(clean, None)
    pairing = answer(order, barred, may_rest)
    assert (not pairing.conceded) == (first is not None)
    if first is not None:
        assert (pairing.pairs, pairing.left_over) == first


@given(fields(most=9), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_other_names_change_only_the_names(
    field: tuple[list[int], Barred, frozenset[int]], rng: random.Random
) -> None:
    order, barred, may_rest = field
    names = list(order)
    rng.shuffle(names)
    new = dict(zip(order, names, strict=True))
    renamed = {new[a]: {new[b]: rounds for b, rounds in others.items()} for a, others in barred.items()}
    before = answer(order, barred, may_rest)
    after = answer([new[a] for a in order], renamed, frozenset(new[a] for a in may_rest))
    assert after.pairs == tuple((new[a], new[b]) for a, b in before.pairs)
    assert after.left_over == (None if before.left_over is None else new[before.left_over])


def test_the_oldest_rematch_is_conceded_first() -> None:
    barred: Barred = {
        1: {2: (3,), 3: (2,), 4: (1,)},
        2: {1: (3,), 3: (1,), 4: (2,)},
        3: {1: (2,), 2: (1,), 4: (3,)},
        4: {1: (1,), 2: (2,), 3: (3,)},
    }
    assert answer([1, 2, 3, 4], barred, frozenset()).conceded == ((1, 4), (2, 3))


def test_the_previous_opponent_is_conceded_after_any_number_of_older_meetings() -> None:
    barred: Barred = {
        1: {2: (4,), 3: (1, 2, 3), 4: (4,)},
        2: {1: (4,), 3: (4,), 4: (1, 2, 3)},
        3: {1: (1, 2, 3), 2: (4,), 4: (4,)},
        4: {1: (4,), 2: (1, 2, 3), 3: (4,)},
    }
    assert answer([1, 2, 3, 4], barred, frozenset()).conceded == ((1, 3), (2, 4))


def test_of_those_who_met_more_than_once_the_last_meeting_counts() -> None:
    barred: Barred = {
        1: {2: (1, 3), 3: (1, 2), 4: (1, 4)},
        2: {1: (1, 3), 3: (1, 4), 4: (1, 2)},
        3: {1: (1, 2), 2: (1, 4), 4: (1, 3)},
        4: {1: (1, 4), 2: (1, 2), 3: (1, 3)},
    }
    assert answer([1, 2, 3, 4], barred, frozenset()).conceded == ((1, 3), (2, 4))
