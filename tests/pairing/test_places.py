"""Tables and sides: fixed seats, free tables in order, the balance of NS and EW."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import past_round
from tournaments.pairing.draws import Options, Relaxation, Seating
from tournaments.pairing.past import read_past
from tournaments.pairing.places import place, place_lines

NOTHING = read_past(())
PAIRS = [(1, 2), (3, 4), (5, 6), (7, 8)]


def seated(*tables: tuple[int, int, int]) -> tuple[Seating, ...]:
    return tuple(Seating(table, (ns,), (ew,)) for table, ns, ew in tables)


def test_without_fixed_seats_the_matches_take_the_tables_in_their_order() -> None:
    assert place(PAIRS, NOTHING, Options()) == (seated((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8)), ())


def test_a_fixed_pair_sits_ns_at_its_table_and_the_others_fill_the_free_ones() -> None:
    seatings, moved = place(PAIRS, NOTHING, Options(fixed=((2, 3),)))
    assert seatings == seated((1, 3, 4), (2, 5, 6), (3, 2, 1), (4, 7, 8))
    assert moved == ()


def test_a_fixed_table_may_lie_beyond_the_others() -> None:
    seatings, _ = place(PAIRS, NOTHING, Options(fixed=((1, 9),)))
    assert seatings == seated((1, 3, 4), (2, 5, 6), (3, 7, 8), (9, 1, 2))


def test_of_two_fixed_pairs_that_meet_the_less_important_moves() -> None:
    seatings, moved = place(PAIRS, NOTHING, Options(fixed=((4, 4), (3, 1))))
    assert seatings == seated((1, 1, 2), (2, 5, 6), (3, 7, 8), (4, 4, 3))
    assert moved == (Relaxation("fixed_seat", (3,)),)


def test_of_two_pairs_with_one_table_the_less_important_moves_and_still_sits_ns() -> None:
    seatings, moved = place(PAIRS, NOTHING, Options(fixed=((5, 1), (8, 1))))
    assert seatings == seated((1, 5, 6), (2, 1, 2), (3, 3, 4), (4, 8, 7))
    assert moved == (Relaxation("fixed_seat", (8,)),)


def test_a_fixed_pair_that_does_not_play_reserves_nothing() -> None:
    assert place(PAIRS, NOTHING, Options(fixed=((9, 1),)))[0][0] == Seating(1, (1,), (2,))


def test_two_fixed_partners_at_one_table_are_both_content() -> None:
    seatings, moved = place_lines([((1, 2), (3, 4))], NOTHING, Options(line_size=2, fixed=((3, 6), (4, 6))))
    assert seatings == (Seating(6, (3, 4), (1, 2)),)
    assert moved == ()


def test_a_schedule_may_say_the_sides_itself_but_not_those_of_a_fixed_pair() -> None:
    past = read_past([past_round(1, (1, 5), (3, 6))])
    assert place([(1, 2), (3, 4)], past, Options(), sides_given=True)[0] == seated((1, 1, 2), (2, 3, 4))
    fixed = Options(fixed=((4, 2),))
    assert place([(1, 2), (3, 4)], past, fixed, sides_given=True)[0] == seated((1, 1, 2), (2, 4, 3))


@given(st.integers(1, 8), st.data())
@settings(max_examples=60, deadline=None)
def test_tables_are_distinct_and_whoever_is_not_named_has_its_seat(half: int, data: st.DataObject) -> None:
    entries = list(range(1, 2 * half + 1))
    order = data.draw(st.permutations(entries))
    pairs = list(zip(order[::2], order[1::2], strict=True))
    earlier = data.draw(st.permutations(entries))
    past = read_past([past_round(1, *zip(earlier[::2], earlier[1::2], strict=True))])
    fixed = data.draw(st.dictionaries(st.sampled_from(entries), st.integers(1, 2 * half), max_size=half))
    seatings, moved = place(pairs, past, Options(fixed=tuple(fixed.items())))
    tables = [seating.table for seating in seatings]
    assert tables == sorted(set(tables))
    assert {frozenset(seating.everybody) for seating in seatings} == {frozenset(pair) for pair in pairs}
    named = {entry for relaxation in moved for entry in relaxation.entries}
    assert named <= set(fixed)
    seats = {seating.ns[0]: seating.table for seating in seatings}
    for entry, table in fixed.items():
        assert (seats.get(entry) == table) == (entry not in named)
    rest_of_tables = [t for t, s in zip(tables, seatings, strict=True) if not {*s.everybody} & {*fixed}]
    reserved = {seats[entry] for entry in fixed if entry not in named}
    free = [table for table in range(1, 4 * half) if table not in reserved]
    assert set(rest_of_tables) <= set(free[: half - len(reserved)])
    for seating in seatings:
        if not {*seating.everybody} & {*fixed}:
            assert past.balance[seating.ns[0]] <= past.balance[seating.ew[0]]
