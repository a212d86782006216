"""Mitchell for families, clubs and fixed seats: one line, out of reach, at their table."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import assert_everybody_once, opponents, play
from tournaments.pairing.draws import Line, Options, PastRound, Relaxation, Request, Rest, RoundDraw, Seating
from tournaments.pairing.methods import METHODS

Sets = tuple[tuple[int, ...], ...]


def mitchell(entries: int, options: Options, *, rounds: int = 1, seed: int = 0) -> list[RoundDraw]:
    return play([("mitchell", rounds)], lambda _: range(1, entries + 1), seed=seed, options=options)


def lines_of(draw: RoundDraw) -> dict[int, Line]:
    seated: dict[int, Line] = {}
    for seating in draw.seatings:
        seated |= {seating.ns[0]: "NS", seating.ew[0]: "EW"}
    return seated | {rest.entry: rest.line for rest in draw.rests if rest.line}


def split(draw: RoundDraw, sets: Sets) -> list[tuple[int, ...]]:
    """The families or clubs with members on both lines."""
    line = lines_of(draw)
    return [members for members in sets if len({line[entry] for entry in members}) == 2]


def some_of(entries: int, sizes: list[int]) -> Sets:
    """Disjoint sets of these sizes, as far as the entries go."""
    names = iter(range(1, entries + 1))
    sets = [tuple(entry for entry, _ in zip(names, range(size), strict=False)) for size in sizes]
    return tuple(members for members in sets if len(members) > 1)


clubs_of_a_field = st.tuples(st.integers(4, 24), st.lists(st.integers(1, 8), max_size=6))


@given(clubs_of_a_field, st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_at_most_one_club_is_split_and_none_if_whole_ones_can_fill_a_line(
    field: tuple[int, list[int]], seed: int
) -> None:
    entries, sizes = field
    clubs = some_of(entries, sizes)
    (draw,) = mitchell(entries, Options(clubs=clubs), seed=seed)
    assert_everybody_once(draw, range(1, entries + 1))
    sums = {0}
    for size in [*map(len, clubs), *([1] * (entries - sum(map(len, clubs))))]:
        sums |= {some + size for some in sums}
    fits = (entries + 1) // 2 in sums
    assert len(split(draw, clubs)) == (0 if fits else 1)


@given(clubs_of_a_field, st.data())
@settings(max_examples=60, deadline=None)
def test_what_meets_although_it_should_not_is_named_and_nothing_else(
    field: tuple[int, list[int]], data: st.DataObject
) -> None:
    entries, sizes = field
    clubs = some_of(entries, sizes)
    names = st.lists(st.integers(1, entries), unique=True, min_size=2, max_size=4).map(tuple)
    families = tuple(data.draw(st.lists(names, max_size=2)))
    tables = (entries + 1) // 2
    options = Options(families=families, clubs=clubs, step=data.draw(st.integers(1, max(tables - 1, 1))))
    for draw in mitchell(entries, options, rounds=min(tables, 4)):
        met = opponents(draw)
        for code, sets in (("same_family", families), ("same_club", clubs)):
            named = {frozenset(given_up.entries) for given_up in draw.relaxations if given_up.code == code}
            assert named == {pair for pair in met if any(pair <= {*members} for members in sets)}


@given(st.integers(6, 12), st.lists(st.integers(2, 3), max_size=3), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_a_family_never_meets_in_a_mitchell(tables: int, sizes: list[int], seed: int) -> None:
    families = some_of(2 * tables, sizes)
    clubs = some_of(2 * tables, [2 * tables - 3])
    for draw in mitchell(2 * tables, Options(families=families, clubs=clubs), rounds=2, seed=seed):
        assert split(draw, families) == []


@pytest.mark.parametrize(("tables", "step"), [(15, 1), (15, 2), (15, 7), (16, 3), (17, 16)])
def test_a_split_club_is_out_of_reach_for_all_rounds(tables: int, step: int) -> None:
    """Two clubs and a half: T − a − b + 1 rounds are sure, whatever the step without a salto."""
    clubs = some_of(2 * tables, [tables - 4, tables - 4, 8])
    for seed in range(10):
        draws = mitchell(2 * tables, Options(clubs=clubs, step=step), rounds=tables - 7, seed=seed)
        assert len(split(draws[0], clubs)) == 1
        assert all(draw.relaxations == () for draw in draws)


def test_rather_than_a_family_two_clubs_are_split() -> None:
    """Lines of six from 5 and 5 and 2: one club in part, but each is a family of two and one of three."""
    options = Options(families=((1, 2), (3, 4, 5), (6, 7), (8, 9, 10), (11, 12)), clubs=((1, 3), (6, 8)))
    for seed in range(20):
        (draw,) = mitchell(12, options, seed=seed)
        assert split(draw, options.families) == []


def test_clubs_split_by_wishes_are_each_out_of_reach() -> None:
    clubs = ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))
    wishes: list[tuple[int, Line]] = [(entry, "NS" if entry % 2 else "EW") for entry in range(1, 13)]
    for seed in range(10):
        draws = mitchell(24, Options(clubs=clubs, lines=tuple(wishes)), rounds=7, seed=seed)
        assert split(draws[0], clubs) == [*clubs]
        assert all(draw.relaxations == () for draw in draws)


def test_two_clubs_linked_by_a_family_go_together() -> None:
    options = Options(families=((1, 4),), clubs=((1, 2, 3), (4, 5)))
    for seed in range(20):
        (draw,) = mitchell(12, options, seed=seed)
        assert split(draw, ((1, 2, 3, 4, 5),)) == []


def test_a_club_follows_the_one_who_asks_for_a_line() -> None:
    options = Options(clubs=((1, 2, 3), (4, 5)), lines=((2, "EW"), (5, "NS")))
    for seed in range(20):
        (draw,) = mitchell(12, options, seed=seed)
        assert {lines_of(draw)[entry] for entry in (1, 2, 3)} == {"EW"}
        assert {lines_of(draw)[entry] for entry in (4, 5)} == {"NS"}


def test_a_family_sits_together_although_it_asks_for_both_lines() -> None:
    options = Options(families=((1, 2),), lines=((1, "NS"), (2, "EW")))
    for seed in range(20):
        (draw,) = mitchell(8, options, seed=seed)
        assert lines_of(draw)[1] == lines_of(draw)[2]
        assert [given_up.code for given_up in draw.relaxations] == ["line_changed"]


def test_a_family_larger_than_a_line_is_split_as_little_as_possible() -> None:
    (draw,) = mitchell(6, Options(families=((1, 2, 3, 4),)))
    lines = [lines_of(draw)[entry] for entry in (1, 2, 3, 4)]
    assert sorted((lines.count("NS"), lines.count("EW"))) == [1, 3]


@pytest.mark.parametrize("phantom", ["NS", "EW"])
def test_a_fixed_pair_sits_ns_at_its_table_in_every_round(phantom: Line) -> None:
    options = Options(fixed=((3, 5), (7, 1)), lines=((3, "EW"),), phantom=phantom)
    for draw in mitchell(9, options, rounds=5):
        seats = {seating.ns[0]: seating.table for seating in draw.seatings}
        seats |= {rest.entry: rest.table or 0 for rest in draw.rests if rest.line == "NS"}
        assert (seats[3], seats[7]) == (5, 1)
        assert not [given_up for given_up in draw.relaxations if given_up.code == "fixed_seat"]


def test_who_cannot_have_its_fixed_table_is_named_in_every_round() -> None:
    options = Options(fixed=((3, 2), (4, 2), (5, 99)))
    for draw in mitchell(8, options, rounds=3):
        assert draw.relaxations == (Relaxation("fixed_seat", (4,)), Relaxation("fixed_seat", (5,)))
        assert {lines_of(draw)[entry] for entry in (3, 4, 5)} == {"NS"}


def test_the_family_of_a_fixed_pair_sits_ns_too() -> None:
    options = Options(fixed=((3, 2),), families=((3, 4, 5),), lines=((4, "EW"),))
    (draw,) = mitchell(8, options)
    assert {lines_of(draw)[entry] for entry in (3, 4, 5)} == {"NS"}


FIRST = PastRound(
    1, (Seating(2, (12,), (2,)), Seating(3, (13,), (3,))), (Rest(1, "EW", 1), Rest(11, "NS", 4))
)
"""Four tables; empty are the NS home of table 1 and the EW home of table 4."""


def late(entry: int, options: Options, *, gone: int = 0) -> RoundDraw:
    present = tuple(here for here in (1, 2, 3, 11, 12, 13, entry) if here != gone)
    request = Request(present, (FIRST,), phase_rounds=3, round_in_phase=2, options=options)
    return METHODS["mitchell"](request, random.Random(0))


def test_a_late_pair_gets_its_fixed_seat_if_it_is_empty() -> None:
    assert Seating(1, (99,), (2,)) in late(99, Options(fixed=((99, 1),)), gone=13).seatings
    assert frozenset({99, 2}) in opponents(late(99, Options(), gone=13)), "at table 3 somebody waits"
    assert late(99, Options(fixed=((99, 4),))).relaxations == (Relaxation("fixed_seat", (99,)),)


@pytest.mark.parametrize(("relative", "line"), [(3, "EW"), (12, "NS")])
def test_a_late_pair_is_kept_out_of_reach_of_its_family(relative: int, line: Line) -> None:
    """In the third round, NS at table 1 meets EW of home 3, and EW of home 4 meets NS at table 2."""
    assert lines_of(late(99, Options(families=((relative, 99),))))[99] == line
    assert lines_of(late(99, Options(clubs=((relative, 99),))))[99] == line
