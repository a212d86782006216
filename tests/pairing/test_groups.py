"""Phases in groups: who is in which, tables, late entries, fixed seats, any movement inside."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import as_past, opponents, past_round, play, resting, shuffling
from tournaments.pairing.draws import (
    Options,
    PastRound,
    Relaxation,
    Request,
    RoundDraw,
    TooFewOpponents,
    TooManyGroups,
    TooManyRounds,
)
from tournaments.pairing.groups import form_groups, in_groups, read_groups
from tournaments.pairing.knockout import draw_knockout
from tournaments.pairing.methods import METHODS

CODES = ("drawn", "mitchell", "danish", "danish_no_rematch", "round_robin", "double_round_robin", "howell")


def draw_next(
    code: str,
    history: Sequence[PastRound],
    ranking: Sequence[int],
    options: Options,
    *,
    before: int = 0,
    rounds: int = 0,
    seed: int = 1,
) -> RoundDraw:
    """The next round of a phase in groups that began after `before` rounds."""
    place = len(history) - before + 1
    request = Request(tuple(ranking), tuple(history), max(rounds, place), place, options=options)
    return in_groups(METHODS[code])(request, random.Random(seed))


def play_groups(
    code: str,
    rounds: int,
    entries: int,
    options: Options,
    *,
    seed: int = 1,
    history: Sequence[PastRound] = (),
) -> list[RoundDraw]:
    """All rounds of a phase in groups; the standings change at random."""
    played, before = list(history), len(history)
    draws = []
    for _ in range(rounds):
        ranking = shuffling(entries, seed)(len(played) + 1)
        draws.append(draw_next(code, played, ranking, options, before=before, rounds=rounds, seed=seed))
        played.append(as_past(len(played) + 1, draws[-1]))
    return draws


def members(draw: RoundDraw) -> dict[int, set[int]]:
    """The entries by group."""
    found: dict[int, set[int]] = {}
    for seating in draw.seatings:
        found.setdefault(seating.group, set()).update(seating.everybody)
    for rest in draw.rests:
        found.setdefault(rest.group, set()).add(rest.entry)
    return found


@given(st.integers(4, 60), st.integers(2, 9), st.integers(0, 50))
@settings(max_examples=60, deadline=None)
def test_by_lot_a_snake_makes_groups_whose_sizes_differ_by_one_at_most(
    entries: int, groups: int, seed: int
) -> None:
    ranking = shuffling(entries, seed)(1)
    request = Request(tuple(ranking), options=Options(groups=groups, groups_by="lot"))
    if groups > entries // 2:
        with pytest.raises(TooManyGroups) as refusal:
            form_groups(request)
        found = refusal.value
        assert (found.groups, found.entries, found.limit) == (groups, entries, entries // 2)
        return
    formed = form_groups(request)
    assert sorted(entry for group in formed for entry in group) == sorted(ranking)
    sizes = [len(group) for group in formed]
    assert max(sizes) - min(sizes) <= 1
    for row in range(min(sizes)):
        tier = ranking[groups * row : groups * (row + 1)]
        ways = tier if row % 2 == 0 else tier[::-1]
        assert [group[row] for group in formed] == list(ways), "1 … g, g … 1"


@given(st.integers(4, 60), st.integers(2, 9), st.sampled_from([1, 2]))
@settings(max_examples=60, deadline=None)
def test_by_standing_the_ranking_is_cut_in_blocks_of_whole_tables(
    entries: int, groups: int, line: int
) -> None:
    options = Options(groups=groups, line_size=line)  # type: ignore[arg-type]
    table = 2 * line
    if groups > entries // table:
        return
    formed = form_groups(Request(tuple(range(entries)), options=options))
    assert [entry for group in formed for entry in group] == list(range(entries))
    sizes = [len(group) for group in formed]
    assert all(size % table == 0 for size in sizes[:-1]), "nobody rests but in the last group"
    tables = [size // table for size in sizes]
    assert max(tables) - min(tables) <= 1
    assert tables == sorted(tables, reverse=True)


def test_within_a_row_families_and_then_clubs_change_groups() -> None:
    clubs = ((1, 4), (2, 3))
    request = Request(tuple(range(1, 9)), options=Options(groups=2, groups_by="lot", clubs=clubs))
    assert [set(group) for group in form_groups(request)] == [{1, 3, 5, 8}, {2, 4, 6, 7}]
    both = replace(request.options, families=((1, 3),))
    formed = form_groups(replace(request, options=both))
    assert not any({1, 3} <= set(group) for group in formed), "a family before clubs"


@given(st.sampled_from(CODES), st.integers(4, 24), st.integers(2, 4), st.sampled_from(["standing", "lot"]))
@settings(max_examples=60, deadline=None)
def test_any_movement_stays_inside_the_groups_and_at_their_tables(
    code: str, entries: int, groups: int, by: str
) -> None:
    if groups > entries // 2:
        return
    options = Options(groups=groups, groups_by=by, second_cycle=True)  # type: ignore[arg-type]
    smallest = min(map(len, form_groups(Request(tuple(range(entries)), options=options))))
    rounds = max(1, min(4, smallest - 1))
    draws = play_groups(code, rounds, entries, options, seed=entries)
    first = members(draws[0])
    assert set(first) == set(range(1, groups + 1))
    where: dict[int, set[int]] = {}
    for draw in draws:
        assert members(draw) == first
        tables = [seating.table for seating in draw.seatings]
        assert tables == sorted(set(tables))
        seated = [e for s in draw.seatings for e in s.everybody]
        assert sorted(seated + resting(draw)) == list(range(1, entries + 1))
        for seating in draw.seatings:
            where.setdefault(seating.group, set()).add(seating.table)
    for group in range(1, groups):
        assert max(where[group]) < min(where[group + 1]), "tables run on from one group to the next"
    assert max(where[groups]) <= (entries + groups) // 2


@pytest.mark.parametrize("code", ["round_robin", "howell", "mitchell"])
def test_a_movement_inside_a_group_keeps_its_own_promises(code: str) -> None:
    for entries in (12, 13, 15):
        options = Options(groups=3, groups_by="lot")
        rounds = {"mitchell": 2}.get(code, 3 if entries == 12 else 5)
        sizes = {12: (4, 4, 4), 13: (4, 4, 5), 15: (5, 5, 5)}[entries]
        draws = play_groups(code, rounds, entries, options)
        assert sorted(map(len, members(draws[0]).values())) == list(sizes)
        meetings = [pair for draw in draws for pair in opponents(draw)]
        assert len(meetings) == len(set(meetings))
        assert all(draw.relaxations == () for draw in draws)
        if code != "mitchell":
            assert len(meetings) == sum(size * (size - 1) // 2 for size in sizes), "everybody in the group"


def test_danish_in_groups_pairs_neighbours_of_the_group() -> None:
    options = Options(groups=2)
    first = draw_next("danish", (), range(1, 9), options)
    assert [(s.table, s.group, set(s.everybody)) for s in first.seatings] == [
        (1, 1, {1, 2}),
        (2, 1, {3, 4}),
        (3, 2, {5, 6}),
        (4, 2, {7, 8}),
    ]
    second = draw_next("danish", [as_past(1, first)], (8, 4, 1, 7, 2, 5, 6, 3), options)
    assert [set(s.everybody) for s in second.seatings] == [{4, 1}, {2, 3}, {8, 7}, {5, 6}]


def test_groups_formed_after_other_phases_remember_them_only_as_the_past() -> None:
    before = [as_past(n, d) for n, d in enumerate(play([("danish", 2)], lambda _: range(1, 9)), 1)]
    draws = play_groups("round_robin", 3, 8, Options(groups=2), history=before)
    named = {frozenset(r.entries) for draw in draws for r in draw.relaxations if r.code == "rematch"}
    earlier = {frozenset(s.everybody) for past in before for s in past.seatings}
    assert named == earlier & {pair for draw in draws for pair in opponents(draw)}


def test_a_late_pair_joins_the_smallest_group_and_of_equals_the_last() -> None:
    options = Options(groups=2, groups_by="lot")
    first = as_past(1, draw_next("round_robin", (), range(1, 9), options, rounds=3))
    draw = draw_next("danish", [first], range(1, 10), options)
    assert 9 in members(draw)[2]
    odd = as_past(1, draw_next("round_robin", (), range(1, 8), options, rounds=3))
    sizes = {group: len(who) for group, who in members(RoundDraw(odd.seatings, odd.rests)).items()}
    assert sizes == {1: 3, 2: 4}
    history = [odd]
    for _ in range(2):
        draw = draw_next("round_robin", history, range(1, 9), options)
        assert 8 in members(draw)[1]
        assert draw.rests == ()
        assert [s.table for s in draw.seatings] == [1, 2, 3, 4]
        assert [s.group for s in draw.seatings] == [1, 1, 2, 2]
        history.append(as_past(len(history) + 1, draw))
    second, third = (members(RoundDraw(past.seatings, past.rests)) for past in history[1:])
    assert second == third
    met = [pair for past in history for pair in opponents(RoundDraw(past.seatings))]
    assert len(set(met)) == len(met) == 3 + 4 + 4


SEATED = ("mitchell", "howell", "round_robin", "double_round_robin")


@pytest.mark.parametrize("code", SEATED)
@pytest.mark.parametrize("groups", [2, 3])
def test_two_late_pairs_that_find_no_seat_in_groups_come_into_one_and_meet(code: str, groups: int) -> None:
    options = Options(groups=groups, groups_by="lot")
    everybody = range(1, 8 * groups + 1)
    one, other, third = 101, 102, 103
    first = as_past(1, draw_next(code, (), everybody, options, rounds=4))
    both = draw_next(code, [first], [*everybody, one, other], options, rounds=4)
    assert frozenset((one, other)) in opponents(both)
    assert both.rests == ()
    alone = draw_next(code, [first], [*everybody, one], options, rounds=4)
    assert resting(alone) == [one]
    assert alone.rests[0].group == groups, "of equals the last"
    second = as_past(2, alone)
    meeting = draw_next(code, [first, second], [*everybody, one, other], options, rounds=4)
    assert frozenset((one, other)) in opponents(meeting)
    after = draw_next(
        code, [first, second, as_past(3, meeting)], [*everybody, one, other, third], options, rounds=4
    )
    assert resting(after) != [one, other, third], "the third joins those whom it can meet"
    assert len(resting(after)) == 1


@pytest.mark.parametrize("code", SEATED)
def test_who_waits_in_one_group_takes_the_seat_that_is_left_in_another(code: str) -> None:
    options = Options(groups=2, groups_by="lot")
    everybody = [*range(1, 17)]
    first = as_past(1, draw_next(code, (), everybody, options, rounds=4))
    waits = draw_next(code, [first], [*everybody, 101], options, rounds=4)
    assert [(rest.entry, rest.group) for rest in waits.rests] == [(101, 2)]
    gone = min(members(RoundDraw(first.seatings))[1])
    present = [entry for entry in [*everybody, 101] if entry != gone]
    history = [first, as_past(2, waits)]
    draw = draw_next(code, history, present, options, rounds=4)
    assert resting(draw) == []
    assert 101 in members(draw)[1]
    history.append(as_past(3, draw))
    last = draw_next(code, history, [*present, 102], options, rounds=4)
    assert 101 in members(last)[1], "a seat is kept"
    assert resting(last) == [102]


@given(st.sampled_from(SEATED), st.integers(2, 3), st.data())
@settings(max_examples=60, deadline=None)
def test_no_late_pair_would_play_in_another_group(code: str, groups: int, data: st.DataObject) -> None:
    options = Options(groups=groups, groups_by="lot")
    present = list(range(1, data.draw(st.integers(7 * groups, 9 * groups)) + 1))
    history = [as_past(1, draw_next(code, (), present, options, rounds=3))]
    for number in (2, 3):
        stays = st.sampled_from([entry for entry in present if entry < 100])
        gone = data.draw(st.lists(stays, max_size=2, unique=True))
        come = data.draw(st.integers(0, 3))
        present = [entry for entry in present if entry not in gone]
        present += [100 * number + each for each in range(come)]
        draw = draw_next(code, history, present, options, rounds=3)
        assert sorted([*(e for s in draw.seatings for e in s.everybody), *resting(draw)]) == sorted(present)
        late = [rest for rest in draw.rests if Relaxation("no_seat", (rest.entry,)) in draw.relaxations]
        fresh = {rest.group for rest in late if rest.entry // 100 == number}
        assert len(fresh) == len([rest for rest in late if rest.entry // 100 == number])
        assert len(fresh) <= 1, "two who have just come would have met in one group"
        history.append(as_past(number, draw))


@pytest.mark.parametrize(("began", "came"), [(8, 2), (9, 1), (10, 2)])
def test_in_a_movement_without_seats_late_pairs_make_the_groups_even(began: int, came: int) -> None:
    options = Options(groups=2, groups_by="lot")
    first = as_past(1, draw_next("danish", (), range(1, began + 1), options))
    draw = draw_next("danish", [first], range(1, began + came + 1), options)
    assert resting(draw) == []


@pytest.mark.parametrize("code", ["mitchell", "round_robin", "howell", "danish"])
def test_a_group_that_loses_a_pair_leaves_the_tables_of_the_others_alone(code: str) -> None:
    options = Options(groups=2)
    whole = play_groups(code, 3, 12, options)
    gone = whole[0].seatings[0].ns[0]
    present = [entry for entry in range(1, 13) if entry != gone]
    history = [as_past(1, whole[0])]
    for _ in range(2):
        draw = draw_next(code, history, present, options, rounds=3)
        assert min(s.table for s in draw.seatings if s.group == 2) == 4
        if code != "danish":
            of_second = [s for s in whole[len(history)].seatings if s.group == 2]
            assert [s for s in draw.seatings if s.group == 2] == of_second
        history.append(as_past(len(history) + 1, draw))


@given(st.sampled_from(CODES), st.integers(0, 50), st.data())
@settings(max_examples=60, deadline=None)
def test_fixed_seats_hold_over_all_groups(code: str, seed: int, data: st.DataObject) -> None:
    fixed = data.draw(st.dictionaries(st.integers(1, 13), st.integers(1, 9), min_size=1, max_size=3))
    options = Options(groups=2, groups_by="lot", fixed=tuple(fixed.items()), second_cycle=True)
    plain = replace(options, fixed=())
    with_fixed = play_groups(code, 4, 13, options, seed=seed)
    for draw in with_fixed:
        tables = [seating.table for seating in draw.seatings]
        assert tables == sorted(set(tables))
        named = {entry for r in draw.relaxations if r.code == "fixed_seat" for entry in r.entries}
        seats = {s.ns[0]: s.table for s in draw.seatings}
        for entry, table in fixed.items():
            assert (entry in named) != (entry in resting(draw) or seats.get(entry) == table)
    if code in {"round_robin", "howell"}:
        without = play_groups(code, 4, 13, plain, seed=seed)
        assert members(with_fixed[0]) == members(without[0])
        meetings = [pair for draw in with_fixed for pair in opponents(draw)]
        assert len(set(meetings)) == len(meetings)


def test_of_two_fixed_entries_the_more_important_has_the_table() -> None:
    options = Options(groups=2, fixed=((8, 1), (1, 1), (7, 2)))
    draw = draw_next("danish", (), range(1, 9), options)
    assert [(s.table, s.ns[0]) for s in draw.seatings if {8, 1} & set(s.ns)] == [(1, 8), (4, 1)]
    assert draw.relaxations == (Relaxation("fixed_seat", (1,)), Relaxation("fixed_seat", (7,)))


def test_knock_outs_in_groups_say_who_is_out() -> None:
    options = Options(groups=2)
    cup = in_groups(draw_knockout)
    first = cup(Request(tuple(range(1, 9)), phase_rounds=2, options=options), random.Random(0))
    won = tuple(min(s.everybody) for s in first.seatings)
    past = replace(as_past(1, first), winners=won)
    second = cup(Request((8, 7, 6, 5, 4, 3, 2, 1), (past,), 2, 2, options=options), random.Random(0))
    assert opponents(second) == {frozenset({1, 2}), frozenset({5, 6})}
    assert set(second.out) == {3, 4, 7, 8}


@settings(max_examples=40, deadline=None)
@given(entries=st.integers(6, 22), groups=st.integers(2, 4), seed=st.integers(0, 2**16))
def test_smaller_groups_wait_once_everybody_has_met(entries: int, groups: int, seed: int) -> None:
    """Everybody meets everybody of the own group once; a group that has done waits without a rest."""
    options = Options(groups=groups, groups_by="lot")
    if entries // 2 < groups:
        return
    sizes = [len(group) for group in form_groups(Request(tuple(range(1, entries + 1)), options=options))]
    rounds = max(size - 1 + size % 2 for size in sizes)
    draws = play_groups("round_robin", rounds, entries, options, seed=seed)
    met = Counter(frozenset(each.everybody) for draw in draws for each in draw.seatings)
    assert set(met.values()) == {1}
    assert len(met) == sum(size * (size - 1) // 2 for size in sizes)
    for number, draw in enumerate(draws, start=1):
        waiting = sum(size for size in sizes if number > size - 1 + size % 2)
        assert len(draw.out) == waiting
        assert sorted([*(e for s in draw.seatings for e in s.everybody), *resting(draw), *draw.out]) == list(
            range(1, entries + 1)
        )
    with pytest.raises(TooFewOpponents):
        play_groups("round_robin", rounds + 1, entries, options, seed=seed)


def test_who_is_noted_as_absent_in_a_round_it_missed_joins_a_group_now() -> None:
    options = Options(groups=2)
    first = draw_next("danish", (), range(1, 9), options)
    noted = replace(as_past(1, first), absent=(9,))
    assert draw_next("danish", [noted], range(1, 10), options) == draw_next(
        "danish", [as_past(1, first)], range(1, 10), options
    )
    assert 9 not in read_groups([noted], options).group_of


def test_one_group_is_the_movement_itself_and_refusals_come_through() -> None:
    request = Request(tuple(range(1, 9)))
    assert in_groups(METHODS["danish"])(request, random.Random(1)) == METHODS["danish"](
        request, random.Random(1)
    )
    with pytest.raises(TooManyRounds):
        draw_next("mitchell", (), range(1, 13), Options(groups=2), rounds=4)
    with pytest.raises(ValueError, match="groups"):
        draw_next("danish", [past_round(1, (1, 2), (3, 4))], range(1, 5), Options(groups=2))
    assert draw_next("danish", (), (), Options(groups=2)) == RoundDraw(())


@given(st.sampled_from(CODES), st.integers(0, 2), st.integers(0, 50), st.data())
@settings(max_examples=60, deadline=None)
def test_the_same_facts_in_another_order_give_the_same_draw(
    code: str, groups: int, seed: int, data: st.DataObject
) -> None:
    options = Options(groups=groups, second_cycle=True)
    draws = play_groups(code, 3, 8, options, seed=seed)
    history = [as_past(number, draw) for number, draw in enumerate(draws[:2], start=1)]
    mixed = [
        replace(past, seatings=tuple(data.draw(st.permutations(past.seatings))))
        for past in data.draw(st.permutations(history))
    ]
    ranking = shuffling(8, seed)(3)
    assert draw_next(code, mixed, ranking, options, rounds=3, seed=seed) == draws[2]


@given(st.data(), st.integers(2, 4), st.integers(2, 4))
@settings(max_examples=40, deadline=None)
def test_before_any_round_groups_by_standing_keep_families_and_clubs_apart(
    data: st.DataObject, groups: int, tables: int
) -> None:
    """The standings are a lot then; every group has its share of each family. After a round they count."""
    entries = 2 * groups * tables
    names = data.draw(st.lists(st.integers(0, 5), min_size=entries, max_size=entries))
    sets = tuple(tuple(e for e in range(entries) if names[e] == which) for which in set(names))
    ranking = tuple(random.Random(data.draw(st.integers(0, 99))).sample(range(entries), entries))
    for options in (Options(groups=groups, families=sets), Options(groups=groups, clubs=sets)):
        first = form_groups(Request(ranking, options=options))
        assert sorted(entry for group in first for entry in group) == sorted(ranking)
        assert {len(group) for group in first} == {2 * tables}
        for members in sets:
            shares = [len({*members} & {*group}) for group in first]
            assert max(shares) - min(shares) <= 1
        later = form_groups(Request(ranking, (past_round(1, (0, 1)),), options=options))
        assert [entry for group in later for entry in group] == list(ranking)


def test_families_are_parted_before_clubs_are() -> None:
    """Two groups of two: one of the two must be together."""
    options = Options(groups=2, families=((0, 1),), clubs=((0, 2), (1, 3), (0, 3), (1, 2)))
    for order in permutations(range(4)):
        groups = form_groups(Request(order, options=options))
        assert all(len({0, 1} & {*group}) == 1 for group in groups)


@pytest.mark.parametrize(("entries", "groups"), [(5, 2), (2, 1), (1, 1)])
def test_too_few_for_the_groups_are_drawn_in_fewer_and_it_is_said(entries: int, groups: int) -> None:
    request = Request(tuple(range(1, entries + 1)), options=Options(groups=3))
    draw = in_groups(METHODS["danish"])(request, random.Random(1))
    assert {each.group for each in (*draw.seatings, *draw.rests)} == set(range(1, groups + 1))
    assert draw.relaxations[0].code == "fewer_groups"
    following = Request(request.ranking, (as_past(1, draw),), 2, 2, options=Options(groups=3))
    second = in_groups(METHODS["danish"])(following, random.Random(1))
    assert "fewer_groups" not in {each.code for each in second.relaxations}
