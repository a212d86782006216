"""Swiss rounds: the best by the stated order, against every pairing there is and against networkx."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import as_past, opponents, past_round, play, resting, shuffling
from tests.pairing.oracles import Pairs, perfect_matchings
from tournaments.pairing.draws import (
    Options,
    PairsOnly,
    PastRound,
    Relaxation,
    Request,
    Rest,
    RoundDraw,
    Seating,
)
from tournaments.pairing.methods import METHODS

A, B, C, D, E, F = range(1, 7)
NAMES = range(1, 21)


def swiss(request: Request) -> RoundDraw:
    return METHODS["swiss"](request, random.Random(0))


def drawn(ranking: tuple[int, ...], *history: PastRound, options: Options | None = None) -> RoundDraw:
    return swiss(Request(ranking, history, options=options or Options()))


@st.composite
def requests(draw: st.DrawFn, most: int, *, least: int = 0) -> Request:
    """Some of a field that has met at random, often more than once, with groups apart and fixed seats."""
    rounds = draw(st.integers(0, 6))
    history = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(NAMES[: most + 2]))
        tables = draw(st.integers(0, len(order) // 2))
        resters = order[2 * tables : 2 * tables + draw(st.integers(0, 2))]
        pairs = zip(order[: 2 * tables : 2], order[1 : 2 * tables : 2], strict=True)
        history.append(past_round(number, *pairs, rests=resters))
    ranking = draw(st.permutations(NAMES[: most + 2]))[: draw(st.integers(least, most))]
    sets = st.lists(
        st.lists(st.sampled_from(NAMES[: most + 2]), unique=True, max_size=6).map(tuple), max_size=2
    )
    fixed = draw(st.dictionaries(st.sampled_from(NAMES[: most + 2]), st.integers(1, most + 2), max_size=4))
    options = Options(families=tuple(draw(sets)), clubs=tuple(draw(sets)), fixed=tuple(fixed.items()))
    return Request(tuple(ranking), tuple(history), options=options)


def rest_counts(request: Request) -> dict[int, int]:
    return {
        entry: sum(rest.entry == entry for past in request.history for rest in past.rests)
        for entry in request.ranking
    }


def meetings(request: Request, a: int, b: int) -> list[int]:
    return [past.number for past in request.history for s in past.seatings if {*s.everybody} == {a, b}]


def due(request: Request, entry: int) -> int:
    """Above 0 when the entry has more need of NS, below when of EW."""
    sides = [
        (entry in s.ew) - (entry in s.ns)
        for past in request.history
        for s in past.seatings
        if entry in s.everybody
    ]
    return sum(sides) or (sides[-1] if sides else 0)


def price(request: Request, pairs: Pairs, left_over: int | None) -> tuple[int, ...]:
    """The levels of the stated order, most important first, in the words of the rules."""
    place = {entry: i for i, entry in enumerate(request.ranking)}
    last = len(request.history)
    earlier = [rounds for a, b in pairs if (rounds := meetings(request, a, b))]
    fixed = {entry for entry, _ in request.options.fixed}
    rests = rest_counts(request)
    return (
        rests[left_over] if left_over is not None else 0,
        sum(last in rounds for rounds in earlier),
        sum(len(rounds) for rounds in earlier),
        len(earlier),
        *(sum(rounds[-1] == number for rounds in earlier) for number in range(last, 0, -1)),
        sum(any({a, b} <= {*family} for family in request.options.families) for a, b in pairs),
        sum(any({a, b} <= {*club} for club in request.options.clubs) for a, b in pairs),
        -place[left_over] if left_over is not None else 0,
        sum((place[a] - place[b]) ** 2 for a, b in pairs),
        sum({a, b} <= fixed for a, b in pairs),
        sum(due(request, a) * due(request, b) > 0 for a, b in pairs),
    )


def every_price(request: Request) -> Iterator[tuple[int, ...]]:
    order = request.ranking
    if len(order) % 2 == 0:
        yield from (price(request, pairs, None) for pairs in perfect_matchings(order))
    for left_over in order if len(order) % 2 else ():
        others = [entry for entry in order if entry != left_over]
        yield from (price(request, pairs, left_over) for pairs in perfect_matchings(others))


def price_of(request: Request, draw: RoundDraw) -> tuple[int, ...]:
    pairs = tuple((seating.ns[0], seating.ew[0]) for seating in draw.seatings)
    return price(request, pairs, next(iter(resting(draw)), None))


@given(requests(most=8))
@settings(max_examples=60, deadline=None)
def test_no_draw_is_better_by_the_stated_order(request: Request) -> None:
    assert price_of(request, swiss(request)) == min(every_price(request))


@given(requests(most=10, least=9))
@settings(max_examples=8, deadline=None)
def test_no_draw_of_nine_or_ten_is_better(request: Request) -> None:
    assert price_of(request, swiss(request)) == min(every_price(request))


def packed(levels: tuple[int, ...]) -> int:
    """Levels as one weight; no sum over a field of the tests reaches the base."""
    weight = 0
    for level in levels:
        weight = weight * 10**6 + level
    return weight


def least_by_networkx(request: Request) -> int:
    graph = networkx.Graph()
    order = request.ranking
    graph.add_weighted_edges_from(
        (a, b, packed(price(request, ((a, b),), None))) for a, b in combinations(order, 2)
    )
    if len(order) % 2:
        graph.add_weighted_edges_from((0, entry, packed(price(request, (), entry))) for entry in order)
    matching = networkx.min_weight_matching(graph)
    return sum(graph.edges[edge]["weight"] for edge in matching)


@given(st.integers(20, 35), st.integers(0, 8), st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_the_cost_is_the_one_networkx_finds_for_the_same_weights(
    entries: int, rounds: int, seed: int
) -> None:
    rng = random.Random(seed)
    names = range(1, entries + 1)
    history = []
    for number in range(1, rounds + 1):
        order = sorted(names, key=lambda entry: entry + rng.uniform(0, 12))
        rests = order[2 * (entries // 2) :]
        history.append(past_round(number, *zip(order[::2], order[1::2], strict=False), rests=rests))
    clubs = tuple(tuple(rng.sample(names, entries * share // 10)) for share in (6, 2))
    families = (tuple(rng.sample(names, 3)),)
    ranking = sorted(names, key=lambda entry: entry + rng.uniform(0, 12))
    options = Options(families=families, clubs=clubs, fixed=((1, 5), (2, 7)))
    request = Request(tuple(ranking), tuple(history), options=options)
    assert packed(price_of(request, swiss(request))) == least_by_networkx(request)


@given(requests(most=9, least=4), st.data())
@settings(max_examples=60, deadline=None)
def test_one_more_ban_never_lowers_the_cost(request: Request, data: st.DataObject) -> None:
    apart = data.draw(st.permutations(request.ranking))[:2]
    clubs = (*request.options.clubs, tuple(apart))
    stricter = replace(request, options=replace(request.options, clubs=clubs))
    assert price_of(stricter, swiss(stricter)) >= price_of(request, swiss(request))


@given(requests(most=14), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_other_names_change_only_the_names(request: Request, rng: random.Random) -> None:
    others = list(NAMES)
    rng.shuffle(others)
    new = dict(zip(NAMES, others, strict=True))

    def renamed(seatings: tuple[Seating, ...]) -> tuple[Seating, ...]:
        return tuple(replace(s, ns=(new[s.ns[0]],), ew=(new[s.ew[0]],)) for s in seatings)

    history = tuple(
        PastRound(past.number, renamed(past.seatings), tuple(Rest(new[rest.entry]) for rest in past.rests))
        for past in request.history
    )
    options = Options(
        families=tuple(tuple(new[entry] for entry in family) for family in request.options.families),
        clubs=tuple(tuple(new[entry] for entry in club) for club in request.options.clubs),
        fixed=tuple((new[entry], table) for entry, table in request.options.fixed),
    )
    before = swiss(request)
    after = swiss(Request(tuple(new[entry] for entry in request.ranking), history, options=options))
    assert after.seatings == renamed(before.seatings)
    assert [rest.entry for rest in after.rests] == [new[rest.entry] for rest in before.rests]
    assert after.relaxations == tuple(
        replace(given_up, entries=tuple(new[entry] for entry in given_up.entries))
        for given_up in before.relaxations
    )


@given(st.integers(2, 14), st.integers(0, 200))
@settings(max_examples=30, deadline=None)
def test_up_to_half_as_many_rounds_as_pairs_nobody_meets_again(half: int, seed: int) -> None:
    draws = play([("swiss", half)], shuffling(2 * half, seed))  # Dirac's bound
    assert all(draw.relaxations == () for draw in draws)
    assert len(set().union(*map(opponents, draws))) == half * half


def test_neighbours_meet_unless_they_have_met() -> None:
    assert opponents(drawn((A, B, C, D, E, F))) == {frozenset(pair) for pair in ((A, B), (C, D), (E, F))}
    met = past_round(1, (A, B), (C, E), (D, F))
    draw = drawn((A, B, C, D, E, F), met)
    assert opponents(draw) == {frozenset(pair) for pair in ((A, C), (B, D), (E, F))}
    assert [seating.table for seating in draw.seatings] == [1, 2, 3]


def test_the_last_round_lifts_no_ban() -> None:
    request = Request((A, B, C, D), (past_round(1, (A, B), (C, D)),), last_round=True)
    assert swiss(request).relaxations == ()


def test_a_family_is_conceded_before_a_rematch_and_a_club_before_a_family() -> None:
    met = past_round(1, (A, B), (C, D)), past_round(2, (A, C), (B, D))
    family = drawn((A, B, C, D), *met, options=Options(families=((A, D),)))
    assert family.relaxations == (Relaxation("same_family", (A, D)),)
    club = drawn((A, B, C, D), met[0], options=Options(families=((A, D),), clubs=((A, C, B),)))
    assert club.relaxations == (Relaxation("same_club", (A, C)),)


def test_every_ban_of_a_meeting_is_named() -> None:
    draw = drawn((A, B), past_round(1, (A, B)), options=Options(families=((A, B),), clubs=((B, A),)))
    assert [relaxation.code for relaxation in draw.relaxations] == [
        "previous_unavoidable",
        "same_family",
        "same_club",
    ]


def test_of_a_club_with_more_than_half_of_the_pairs_no_more_meet_than_must() -> None:
    draw = drawn(tuple(NAMES), options=Options(clubs=(tuple(NAMES[:14]),)))
    assert [relaxation.code for relaxation in draw.relaxations] == ["same_club"] * 4
    assert len(draw.seatings) == 10


def test_two_fixed_pairs_are_kept_apart_where_the_distance_allows() -> None:
    met = past_round(1, (C, D))
    near, other = {frozenset({C, E}), frozenset({D, F})}, {frozenset({A, C}), frozenset({B, D})}
    assert opponents(drawn((A, B, C, D, E, F), met, options=Options(fixed=((A, 2), (C, 1))))) >= near
    assert opponents(drawn((A, B, C, D, E, F), met, options=Options(fixed=((E, 2), (C, 1))))) >= other
    draw = drawn((A, B, C, D, E, F), options=Options(fixed=((A, 2), (B, 1))))
    assert draw.relaxations == (Relaxation("fixed_seat", (B,)),), "places count before seats"


def test_of_two_pairings_as_near_the_one_that_balances_the_lines_is_drawn() -> None:
    """C and D have met: A-B, C-E, D-F and A-C, B-D, E-F are equally near."""
    due_alike = past_round(1, (C, D), (7, A), (8, B)), past_round(2, (D, 9))
    assert frozenset({A, C}) in opponents(drawn((A, B, C, D, E, F), *due_alike))
    assert frozenset({A, B}) in opponents(drawn((A, B, C, D, E, F), past_round(1, (D, C), (7, A), (B, 8))))


def test_individuals_are_refused() -> None:
    with pytest.raises(PairsOnly):
        drawn((A, B, C, D), options=Options(line_size=2))


def test_the_same_evening_twice_is_the_same_draw() -> None:
    one, other = (play([("swiss", 6)], shuffling(31, 5)) for _ in range(2))
    assert one == other
    history = tuple(as_past(number, draw) for number, draw in enumerate(one, start=1))
    ranking = tuple(shuffling(31, 5)(7))
    assert swiss(Request(ranking, history)) == swiss(Request(ranking, history[::-1]))
