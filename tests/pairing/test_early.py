"""Pairings that are certain before the last results, against every completion of small fields."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import past_round
from tournaments.pairing.draws import Options, PastRound, Request, RoundDraw
from tournaments.pairing.early import (
    Band,
    Certain,
    CertainTable,
    Key,
    Standing,
    TooMuchMissing,
    bands_of,
    missing_tables,
)
from tournaments.pairing.early_pure import certain_pure
from tournaments.pairing.early_tried import certain_tried, possible_orders
from tournaments.pairing.methods import METHODS, PAIRERS
from tournaments.pairing.past import fewest_rests, read_past

Order = tuple[int, ...]
Tables = Sequence[tuple[int, int]]
NIGHT = bands_of(
    (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000), [(10 + i, 10 - i) for i in range(11)], 3000, 5
)
SMALL = (Band(2, 0, 1, 2), Band(1, 1, -1, 1), Band(0, 2, -2, -1))
NO_OPTIONS = Options()
DRAWN = (Band(1, 1, 0, 0),)
PUNISHED = (*SMALL, Band(2, 1, 1, 1, mp_sum=-2), Band(0, 0, 0, 0))


def completions(standings: Sequence[Standing], playing: Tables, bands: Sequence[Band]) -> Iterator[Order]:
    """Every order that can come, found the slow way: all results, and all orders of the equal."""
    missing = missing_tables(standings, playing, bands)
    for endings in product(*(table.endings for table in missing)):
        keys: dict[int, Key] = {standing.entry: standing.key() for standing in standings}
        for table, ending in zip(missing, endings, strict=True):
            keys.update(zip(table.entries, ending, strict=True))
        groups: dict[Key, list[int]] = {}
        for entry in sorted(keys, key=keys.__getitem__):
            groups.setdefault(keys[entry], []).append(entry)
        for orders in product(*(permutations(group) for group in groups.values())):
            yield tuple(entry for group in orders for entry in group)


def in_all(orders: Iterator[Order], draw: Callable[[Order], RoundDraw]) -> Certain:
    """What all draws have in common."""
    draws = [draw(order) for order in set(orders)]
    tables = [
        {(*sorted(seating.ns + seating.ew), seating.table) for seating in each.seatings} for each in draws
    ]
    pairs = [{(a, b) for a, b, _ in each} for each in tables]
    always, same_number = (
        set.intersection(*pairs),
        {(a, b): table for a, b, table in set.intersection(*tables)},
    )
    rests = set.intersection(*({rest.entry for rest in each.rests} for each in draws))
    found = tuple(CertainTable(pair, same_number.get(pair)) for pair in sorted(always))
    return Certain(found, next(iter(rests), None))


def by_entries(certain: Certain) -> Certain:
    """The same in the order of the entries."""
    tables = (CertainTable((min(table.entries), max(table.entries)), table.table) for table in certain.tables)
    return Certain(tuple(sorted(tables, key=lambda table: table.entries)), certain.rest)


@st.composite
def fields(
    draw: st.DrawFn, entries: st.SearchStrategy[int], most_tables: int, most_vp: int = 4
) -> tuple[list[Standing], list[tuple[int, int]]]:
    """Small standings, close together, and missing tables; the waiting may have tie-breaks of others."""
    count = draw(entries)
    names = draw(st.permutations(range(1, count + 1)))
    missing = draw(st.integers(1, min(most_tables, count // 2)))
    playing = [(names[2 * i], names[2 * i + 1]) for i in range(missing)]
    waiting = {entry for table in playing for entry in table}
    standings = [
        Standing(
            entry,
            draw(st.integers(0, most_vp)),
            draw(st.integers(-1, 1)),
            draw(st.integers(1, count)) if entry in waiting else entry,
        )
        for entry in range(1, count + 1)
    ]
    return standings, playing


def danish_draw(
    method: str, standings: Sequence[Standing], *history: PastRound, options: Options = NO_OPTIONS
) -> Callable[[Order], RoundDraw]:
    return lambda order: METHODS[method](Request(order, history, options=options), random.Random(0))


@given(fields(st.sampled_from([4, 6, 8]), 2), st.sampled_from([SMALL, PUNISHED, SMALL[1:2], SMALL[:1]]))
@settings(max_examples=60, deadline=None)
def test_with_even_entries_exactly_what_no_result_can_change_is_certain(
    field: tuple[list[Standing], list[tuple[int, int]]], bands: tuple[Band, ...]
) -> None:
    standings, playing = field
    expected = in_all(completions(standings, playing, bands), danish_draw("danish", standings))
    assert by_entries(certain_pure(standings, playing, bands)) == expected


@given(
    fields(st.sampled_from([3, 5, 7]), 2),
    st.sampled_from([SMALL, PUNISHED, SMALL[1:2], DRAWN]),
    st.sets(st.integers(1, 7), max_size=2),
)
@settings(max_examples=60, deadline=None)
def test_with_odd_entries_the_rest_is_known_exactly_and_nothing_false_is_certain(
    field: tuple[list[Standing], list[tuple[int, int]]], bands: tuple[Band, ...], rested: set[int]
) -> None:
    standings, playing = field
    rested &= set(range(1, len(standings) + 1))
    before = past_round(1, rests=sorted(rested))
    may_rest = fewest_rests([standing.entry for standing in standings], read_past([before]))
    expected = in_all(completions(standings, playing, bands), danish_draw("danish", standings, before))
    found = by_entries(certain_pure(standings, playing, bands, may_rest))
    assert found.rest == expected.rest
    assert set(found.tables) <= set(expected.tables)
    if found.rest is not None:
        assert found == expected


@given(
    fields(st.integers(3, 6), 2),
    st.sampled_from([SMALL[:1], SMALL[:2], PUNISHED[2:]]),
    st.sampled_from(["danish", "danish_modified", "danish_no_rematch", "swiss"]),
    st.sampled_from([(), ((3, 1),), ((1, 2), (2, 2))]),
)
@settings(max_examples=60, deadline=None)
def test_trying_all_orders_finds_exactly_what_all_draws_have_in_common(
    field: tuple[list[Standing], list[tuple[int, int]]],
    bands: tuple[Band, ...],
    method: str,
    fixed: tuple[tuple[int, int], ...],
) -> None:
    standings, playing = field
    past, options = past_round(1, *playing), Options(fixed=fixed)
    expected = in_all(
        completions(standings, playing, bands), danish_draw(method, standings, past, options=options)
    )
    request = Request(tuple(standing.entry for standing in standings), (past,), options=options)
    found = certain_tried(request, PAIRERS[method], standings=standings, playing=playing, bands=bands)
    assert by_entries(found) == expected


@given(fields(st.integers(3, 7), 2), st.sampled_from([SMALL, PUNISHED]))
@settings(max_examples=40, deadline=None)
def test_every_order_that_can_come_is_tried_once(
    field: tuple[list[Standing], list[tuple[int, int]]], bands: tuple[Band, ...]
) -> None:
    standings, playing = field
    found = list(possible_orders(standings, missing_tables(standings, playing, bands)))
    assert len(set(found)) == len(found)
    assert set(found) == set(completions(standings, playing, bands))


ODD_BANDS = st.lists(
    st.builds(
        lambda ns, ew, low, span, mp_sum: Band(ns, ew, low, low + span, mp_sum=mp_sum),
        *(st.integers(0, 1), st.integers(0, 1), st.integers(-2, 2), st.integers(0, 3), st.integers(-2, 2)),
    ),
    min_size=1,
    max_size=3,
)


@given(fields(st.integers(4, 6), 2, most_vp=1), ODD_BANDS)
@settings(max_examples=60, deadline=None)
def test_they_are_the_same_when_both_lines_may_win_or_lose_together(
    field: tuple[list[Standing], list[tuple[int, int]]], bands: list[Band]
) -> None:
    standings, playing = field
    found = list(possible_orders(standings, missing_tables(standings, playing, bands)))
    assert len(set(found)) == len(found)
    assert set(found) == set(completions(standings, playing, bands))


def test_of_four_who_wait_for_real_scores_one_table_ends_around_the_other() -> None:
    """Nobody else is near: over a million pairs of endings lead to 13 orders. What one line wins the other
    loses, so that the larger difference stands outside; the equal go by their numbers."""
    field = [Standing(entry, 40, 0, entry) for entry in (1, 2, 3, 4)]
    found = set(possible_orders(field, missing_tables(field, [(1, 2), (3, 4)], NIGHT)))
    around = {order for order in permutations((1, 2, 3, 4)) if {order[0], order[3]} in ({1, 2}, {3, 4})}
    same_difference = {(1, 3, 2, 4), (1, 4, 2, 3), (2, 3, 1, 4), (2, 4, 1, 3)}
    assert found == {*around, *same_difference, (1, 2, 3, 4)}


def standing(entry: int, vp: int) -> Standing:
    return Standing(entry, vp, 0, entry)


def test_far_ahead_and_far_behind_the_pairings_are_certain() -> None:
    """The last table plays for places three to six; those above and below are known, with their tables."""
    field = [
        standing(1, 60),
        standing(2, 55),
        standing(3, 30),
        standing(4, 30),
        standing(5, 45),
        standing(6, 40),
    ]
    field += [standing(7, 10), standing(8, 5)]
    found = certain_pure(field, [(3, 4)], NIGHT)
    assert found.tables == (CertainTable((1, 2), 1), CertainTable((7, 8), 4))


def test_two_opponents_who_share_out_twenty_points_may_leave_those_between_them_certain() -> None:
    """One of the two who play ends above 3 and 4 and the other below, whoever wins."""
    field = [
        standing(1, 60),
        standing(3, 30),
        standing(4, 30),
        standing(5, 20),
        standing(6, 20),
        standing(2, 0),
    ]
    without_draws = tuple(band for band in NIGHT if band.vp_ns != band.vp_ew)
    assert certain_pure(field, [(5, 6)], without_draws).tables == (CertainTable((3, 4), 2),)
    assert certain_pure(field, [(5, 6)], NIGHT).tables == ()


def test_when_nothing_is_missing_everything_is_certain() -> None:
    field = [standing(entry, 50 - entry) for entry in range(1, 8)]
    found = certain_pure(field, [], NIGHT, frozenset({2, 6}))
    assert found == Certain((CertainTable((1, 2), 1), CertainTable((3, 4), 2), CertainTable((5, 7), 3)), 6)


def test_more_than_two_missing_tables_are_too_many_to_try() -> None:
    field = [standing(entry, 50 - entry) for entry in range(1, 9)]
    with pytest.raises(TooMuchMissing) as refused:
        certain_tried(
            Request(()),
            PAIRERS["danish_modified"],
            standings=field,
            playing=[(1, 2), (3, 4), (5, 6)],
            bands=NIGHT,
        )
    assert (refused.value.tables, refused.value.most) == (3, 2)


def test_entries_without_an_order_and_tables_without_an_end_are_refused() -> None:
    twins = [Standing(1, 10, 0, 0), Standing(2, 10, 0, 0), standing(3, 1), standing(4, 0)]
    with pytest.raises(ValueError, match="no order"):
        certain_pure(twins, [(3, 4)], NIGHT)
    with pytest.raises(ValueError, match="a way to end"):
        certain_pure(twins, [(3, 4)], [])
    with pytest.raises(ValueError, match="nobody may rest"):
        certain_pure([standing(1, 1)], [], NIGHT)


def test_the_bands_of_a_table_hold_every_difference() -> None:
    differences = [mp for band in NIGHT for mp in range(band.mp_min, band.mp_max + 1, band.step)]
    assert sorted(differences) == sorted([0, *range(-3000, 3001, 5)]), "nil is in the middle of both signs"
    vp = {(mp, band.vp_ns) for band in NIGHT for mp in range(band.mp_min, band.mp_max + 1, band.step)}
    assert {(-105, 9), (-100, 10), (0, 10), (100, 10), (105, 11), (2000, 19), (2005, 20)} <= vp
    assert all(band.vp_ns + band.vp_ew == 20 for band in NIGHT)
