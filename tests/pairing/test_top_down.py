"""Pairing from the top, against every pairing there is."""

import random
from collections.abc import Iterator
from itertools import combinations

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.oracles import Pairs, perfect_matchings
from tournaments.pairing.bans import Bans, groups_of
from tournaments.pairing.past import Rounds
from tournaments.pairing.top_down import pair_from_the_top

Met = dict[int, dict[int, Rounds]]
Field = tuple[list[int], Bans, frozenset[int]]
PAST = (1, 2, 3, 4)
NOBODY = 0


@st.composite
def fields(draw: st.DrawFn, most: int) -> Field:
    """An order of entries, earlier meetings (sometimes of nearly all), groups apart, and who may rest."""
    size = draw(st.integers(0, most))
    order = draw(st.permutations(range(10, 10 + size)))
    share = draw(st.sampled_from([0, 2, 5, 8, 10]))
    met: Met = {entry: {} for entry in order}
    for i, a in enumerate(order):
        for b in order[:i]:
            if draw(st.integers(1, 10)) <= share:
                rounds = tuple(sorted(draw(st.sets(st.sampled_from(PAST), min_size=1, max_size=2))))
                met[a][b] = met[b][a] = rounds
    may_rest = draw(st.sets(st.sampled_from(order), min_size=1)) if order else set()
    sets = st.lists(st.lists(st.sampled_from(order), unique=True, max_size=size), max_size=2)
    families, clubs = (groups_of(draw(sets)) if order else {} for _ in range(2))
    return list(order), Bans(met, PAST, families, clubs), frozenset(may_rest)


@st.composite
def host_fields(draw: st.DrawFn, least: int, most: int) -> Field:
    """Where one club has more than half of the field, not all of whom may rest; now and then another club
    or a family crosses it."""
    size = draw(st.integers(least, most))
    order = draw(st.permutations(range(10, 10 + size)))
    club = draw(st.permutations(order))[: draw(st.integers(size // 2 + 2, size))]
    met: Met = {entry: {} for entry in order}
    for number in PAST[: draw(st.integers(0, 4))]:
        tables = draw(st.permutations(order))
        for a, b in zip(tables[::2], tables[1::2], strict=False):
            met[a][b] = met[b][a] = (*met[a].get(b, ()), number)
    other, family = (draw(st.permutations(order))[: draw(st.sampled_from([0, 3, 4]))] for _ in range(2))
    may_rest = draw(st.sets(st.sampled_from(order), min_size=1))
    return list(order), Bans(met, PAST, groups_of([family]), groups_of([club, other])), frozenset(may_rest)


def every_pairing(order: list[int], may_rest: frozenset[int]) -> Iterator[tuple[Pairs, int | None]]:
    """All pairings with everybody who may rest, the lowest first, each time from the top."""
    if len(order) % 2 == 0:
        yield from ((pairs, None) for pairs in perfect_matchings(order))
        return
    for left_over in reversed(order):
        if left_over in may_rest:
            others = [entry for entry in order if entry != left_over]
            yield from ((pairs, left_over) for pairs in perfect_matchings(others))


def price(pairs: Pairs, bans: Bans) -> tuple[int, ...]:
    """The concessions of a pairing, most important first, in the words of the rules."""
    met = [bans.met[a][b] for a, b in pairs if b in bans.met[a]]
    return (
        sum(PAST[-1] in rounds for rounds in met),
        sum(len(rounds) for rounds in met),
        len(met),
        *(sum(rounds[-1] == number for rounds in met) for number in reversed(PAST)),
        sum(b in bans.families.get(a, ()) for a, b in pairs),
        sum(b in bans.clubs.get(a, ()) for a, b in pairs),
    )


def cheapest_by_networkx(order: list[int], bans: Bans, may_rest: frozenset[int]) -> set[frozenset[int]]:
    """The pairing of least price by one matching, its price spelled in a number with the digits of `price`,
    of the place of whoever rests and of the distances from the top."""
    size, graph = len(order), networkx.Graph()
    for a, b in combinations(range(size), 2):
        distances = [b - a if place == a else 0 for place in range(size)]
        levels = (*price(((order[a], order[b]),), bans), 0, *distances)
        graph.add_edge(order[a], order[b], weight=spelled(levels))
    for a in range(size) if size % 2 else ():
        if order[a] in may_rest:
            levels = (*[0] * len(price((), bans)), size - 1 - a, *[0] * size)
            graph.add_edge(order[a], NOBODY, weight=spelled(levels))
    pairs = networkx.min_weight_matching(graph)
    return {frozenset(pair) for pair in pairs if NOBODY not in pair}


def spelled(levels: tuple[int, ...]) -> int:
    return sum(level * 100**i for i, level in enumerate(reversed(levels)))


@given(fields(most=8))
@settings(max_examples=60, deadline=None)
def test_it_is_the_first_from_the_top_of_the_least_concessions(field: Field) -> None:
    order, bans, may_rest = field
    best = min(every_pairing(order, may_rest), key=lambda found: price(found[0], bans))
    pairing = pair_from_the_top(order, bans, may_rest)
    assert (pairing.pairs, pairing.left_over) == best


@given(host_fields(least=4, most=9))
@settings(max_examples=60, deadline=None)
def test_where_a_club_has_more_than_half_of_the_field_it_is_still_that_one(field: Field) -> None:
    order, bans, may_rest = field
    best = min(every_pairing(order, may_rest), key=lambda found: price(found[0], bans))
    pairing = pair_from_the_top(order, bans, may_rest)
    assert (pairing.pairs, pairing.left_over) == best


@given(host_fields(least=10, most=24))
@settings(max_examples=30, deadline=None)
def test_and_in_larger_fields_what_networkx_finds_by_costs(field: Field) -> None:
    order, bans, may_rest = field
    pairing = pair_from_the_top(order, bans, may_rest)
    assert {frozenset(pair) for pair in pairing.pairs} == cheapest_by_networkx(order, bans, may_rest)


@given(fields(most=10))
@settings(max_examples=60, deadline=None)
def test_without_a_barred_meeting_it_is_the_lexicographic_minimum(field: Field) -> None:
    order, bans, may_rest = field
    clean = (found for found in every_pairing(order, may_rest) if not any(price(found[0], bans)))
    first = next(clean, None)
    pairing = pair_from_the_top(order, bans, may_rest)
    assert any(price(pairing.pairs, bans)) == (first is None)
    if first is not None:
        assert (pairing.pairs, pairing.left_over) == first


@given(fields(most=9), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_other_names_change_only_the_names(field: Field, rng: random.Random) -> None:
    order, bans, may_rest = field
    names = list(order)
    rng.shuffle(names)
    new = dict(zip(order, names, strict=True))
    families, clubs = (
        {new[a]: {new[b] for b in others} for a, others in groups.items()}
        for groups in (bans.families, bans.clubs)
    )
    met = {new[a]: {new[b]: rounds for b, rounds in others.items()} for a, others in bans.met.items()}
    before = pair_from_the_top(order, bans, may_rest)
    renamed = Bans(met, PAST, families, clubs)
    after = pair_from_the_top([new[a] for a in order], renamed, frozenset(new[a] for a in may_rest))
    assert after.pairs == tuple((new[a], new[b]) for a, b in before.pairs)
    assert after.left_over == (None if before.left_over is None else new[before.left_over])


def pairs_of_four(met: Met) -> Pairs:
    """Four who have all met: whom the order of concessions brings together again."""
    return pair_from_the_top([1, 2, 3, 4], Bans(met, PAST), frozenset()).pairs


def test_the_oldest_rematch_is_conceded_first() -> None:
    met: Met = {
        1: {2: (3,), 3: (2,), 4: (1,)},
        2: {1: (3,), 3: (1,), 4: (2,)},
        3: {1: (2,), 2: (1,), 4: (3,)},
        4: {1: (1,), 2: (2,), 3: (3,)},
    }
    assert pairs_of_four(met) == ((1, 4), (2, 3))


def test_the_previous_opponent_is_conceded_after_any_number_of_older_meetings() -> None:
    met: Met = {
        1: {2: (4,), 3: (1, 2, 3), 4: (4,)},
        2: {1: (4,), 3: (4,), 4: (1, 2, 3)},
        3: {1: (1, 2, 3), 2: (4,), 4: (4,)},
        4: {1: (4,), 2: (1, 2, 3), 3: (4,)},
    }
    assert pairs_of_four(met) == ((1, 3), (2, 4))


def test_of_those_who_met_more_than_once_the_last_meeting_counts() -> None:
    met: Met = {
        1: {2: (1, 3), 3: (1, 2), 4: (1, 4)},
        2: {1: (1, 3), 3: (1, 4), 4: (1, 2)},
        3: {1: (1, 2), 2: (1, 4), 4: (1, 3)},
        4: {1: (1, 4), 2: (1, 2), 3: (1, 3)},
    }
    assert pairs_of_four(met) == ((1, 3), (2, 4))
