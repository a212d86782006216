"""Families and clubs apart in rounds that are drawn or go by the standings, and fixed seats there."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import BY_STANDINGS, assert_everybody_once, opponents, past_round, play, shuffling
from tests.pairing.oracles import has_perfect_matching
from tournaments.pairing.draws import Options, Request, RoundDraw
from tournaments.pairing.methods import METHODS

FREE = ("drawn", *BY_STANDINGS)
A, B, C, D, E, F = range(1, 7)


def one_round(code: str, entries: int, options: Options, seed: int = 0) -> RoundDraw:
    (draw,) = play([(code, 1)], shuffling(entries, seed), seed=seed, options=options)
    return draw


@given(st.sampled_from(FREE), st.integers(2, 14), st.data())
@settings(max_examples=60, deadline=None)
def test_nobody_of_a_family_or_club_meets_whenever_that_is_possible(
    code: str, entries: int, data: st.DataObject
) -> None:
    names = st.lists(st.integers(1, entries), unique=True, max_size=entries - 1).map(tuple)
    families, clubs = (tuple(data.draw(st.lists(names, max_size=3))) for _ in range(2))
    draw = one_round(code, entries, Options(families=families, clubs=clubs), data.draw(st.integers(0, 99)))
    apart = [
        {other - 1 for group in (*families, *clubs) if entry in group for other in group} | {entry - 1}
        for entry in range(1, entries + 1)
    ]
    if entries % 2:
        apart.append({entries})  # whoever rests
    conflicts = [pair for pair in opponents(draw) if any(pair <= {*group} for group in (*families, *clubs))]
    assert bool(conflicts) != has_perfect_matching(apart)
    assert {frozenset(given_up.entries) for given_up in draw.relaxations} == set(conflicts)


@pytest.mark.parametrize("code", FREE)
def test_a_club_is_given_up_before_a_family_and_both_before_a_rematch(code: str) -> None:
    met = past_round(1, (A, B), (C, D))
    options = Options(families=((A, C),), clubs=((A, D), (B, C)))
    if code in ("drawn", "swiss", "danish_no_rematch"):
        draw = METHODS[code](Request((A, B, C, D), (met,), options=options), random.Random(0))
        assert [given_up.code for given_up in draw.relaxations] == ["same_club", "same_club"]
    free = METHODS[code](Request((A, B, C, D), options=options), random.Random(0))
    assert free.relaxations == ()
    assert opponents(free) == {frozenset({A, B}), frozenset({C, D})}


@pytest.mark.parametrize("code", FREE)
def test_members_of_a_club_that_are_too_many_are_named(code: str) -> None:
    draw = one_round(code, 6, Options(clubs=((A, B, C, D, E),)))
    assert [given_up.code for given_up in draw.relaxations] == ["same_club"] * 2


def test_drawn_rounds_with_clubs_apart_are_still_by_lot() -> None:
    """Two pairs of two clubs: the ten pairings that keep both apart come out, none far more often."""
    options = Options(clubs=((A, B), (C, D)))
    rng = random.Random(11)
    counts = Counter(
        frozenset(opponents(METHODS["drawn"](Request((A, B, C, D, E, F), options=options), rng)))
        for _ in range(3000)
    )
    assert len(counts) == 10
    assert max(counts.values()) < 3 * min(counts.values())


@given(st.sampled_from(FREE), st.integers(2, 12), st.data())
@settings(max_examples=60, deadline=None)
def test_fixed_pairs_sit_ns_at_their_table_unless_a_message_names_them(
    code: str, entries: int, data: st.DataObject
) -> None:
    tables = (entries + 1) // 2
    seats = st.dictionaries(st.integers(1, entries), st.integers(1, tables), max_size=4)
    fixed = data.draw(seats)
    options = Options(fixed=tuple(fixed.items()))
    for draw in play([(code, 3)], shuffling(entries, 1), options=options):
        assert_everybody_once(draw, range(1, entries + 1))
        named = {given_up.entries[0] for given_up in draw.relaxations if given_up.code == "fixed_seat"}
        resting = {rest.entry for rest in draw.rests}
        ns = {seating.ns[0]: seating.table for seating in draw.seatings}
        assert {entry for entry in fixed if ns.get(entry) != fixed[entry]} - resting == named


@pytest.mark.parametrize("code", BY_STANDINGS)
def test_the_other_matches_fill_the_free_tables_by_the_standings(code: str) -> None:
    request = Request((A, B, C, D, E, F), options=Options(fixed=((B, 3),)))
    draw = METHODS[code](request, random.Random(0))
    assert [(s.table, s.ns[0], s.ew[0]) for s in draw.seatings] == [(1, C, D), (2, E, F), (3, B, A)]


SINGLE = [("drawn", ()), ("drawn", (4,)), ("drawn", (3,)), ("drawn", (5, 3)), ("individual_danish", ())]


@pytest.mark.parametrize(("code", "sizes"), SINGLE)
@pytest.mark.parametrize("rounds", [1, 4])
def test_single_players_of_a_family_or_club_sit_at_different_tables(
    code: str, sizes: tuple[int, ...], rounds: int
) -> None:
    """Also when everybody has met many others: that somebody meets again counts less."""
    options = Options(line_size=2, sizes=sizes, families=((1, 2), (3, 4, 5)), clubs=((6, 7, 1),))
    for seed in range(6):
        for draw in play([(code, rounds)], shuffling(15 if 3 in sizes else 16, seed), options=options):
            assert not any(given.code in {"same_family", "same_club"} for given in draw.relaxations)
            for seating in draw.seatings:
                together = {*seating.everybody}
                assert all(len({*group} & together) < 2 for group in (*options.families, *options.clubs))


@pytest.mark.parametrize(("code", "sizes"), SINGLE)
def test_of_single_players_who_must_sit_together_the_club_is_given_up_before_the_family(
    code: str, sizes: tuple[int, ...]
) -> None:
    options = Options(line_size=2, sizes=sizes, families=((1, 2, 3),), clubs=((4, 5, 6, 7, 8),))
    players = 9 if sizes == (3,) else 12
    for seed in range(4):
        (draw,) = play([(code, 1)], shuffling(players, seed), options=options)
        assert "same_family" not in {given.code for given in draw.relaxations}
        assert "same_club" in {given.code for given in draw.relaxations}
        for named in draw.relaxations:
            (seating,) = (each for each in draw.seatings if named.entries[0] in each.everybody)
            assert {*named.entries} <= {*seating.everybody}


@pytest.mark.parametrize(("code", "sizes"), [each for each in SINGLE if len(each[1]) < 2])
def test_single_players_keep_their_table_unless_they_are_named(code: str, sizes: tuple[int, ...]) -> None:
    options = Options(line_size=2, sizes=sizes, fixed=((7, 3), (8, 1), (9, 3)))
    for seed in range(4):
        for draw in play([(code, 3)], shuffling(15 if 3 in sizes else 16, seed), options=options):
            table_of = {entry: each.table for each in draw.seatings for entry in each.everybody}
            named = {given.entries[0] for given in draw.relaxations if given.code == "fixed_seat"}
            elsewhere = {entry for entry, table in options.fixed if table_of.get(entry, table) != table}
            assert elsewhere <= named
            assert 7 not in named
            assert sorted(each.table for each in draw.seatings) == list(range(1, len(draw.seatings) + 1))


def test_individuals_of_a_family_who_must_meet_are_named() -> None:
    options = Options(line_size=2, families=((0, 1, 2),), fixed=((3, 4),))
    draw = METHODS["drawn"](Request((0, 1, 2, 3), options=options), random.Random(0))
    (seating,) = draw.seatings
    assert (seating.table, 3 in seating.ns) == (4, True)
    named = {(given_up.code, frozenset(given_up.entries)) for given_up in draw.relaxations}
    assert named == {("same_family", frozenset(pair)) for pair in ((0, 1), (0, 2), (1, 2))}
