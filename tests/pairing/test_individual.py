"""Individual phases by schedule: places by lot, the rest read from the first round's seats."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import as_past, resting
from tests.pairing.single_players import (
    INDIVIDUALS,
    couples,
    next_round,
    phase,
    planned_rounds,
    renamed,
    rests_of,
    spread,
    table_mates,
    tables_of,
)
from tournaments.pairing.draws import (
    IndividualsOnly,
    Options,
    PastRound,
    Relaxation,
    Request,
    Rest,
    RoundDraw,
    Seating,
)
from tournaments.pairing.individual import draw_individual

INDIVIDUAL = "individual"


@given(st.integers(0, 30), st.integers(1, 9), st.integers(0, 100))
@settings(max_examples=30, deadline=None)
def test_everybody_is_there_once_in_every_round_and_rests_are_even(
    players: int, rounds: int, seed: int
) -> None:
    draws = phase(INDIVIDUAL, players, rounds, seed=seed)
    if players:
        is_planned_uneven = players % 4 == 3 and players >= 7 and rounds >= players
        for number in range(1, rounds + 1):
            assert spread(rests_of(draws[:number], range(1, players + 1))) <= 1 + is_planned_uneven
    if players >= 9:
        assert max(couples(draws).values()) == 1
        assert not [each for draw in draws for each in draw.relaxations if each.code == "partner_again"]


@pytest.mark.parametrize(("players", "rounds"), [(8, 7), (9, 9), (12, 11), (16, 15), (17, 17)])
def test_in_a_whole_cycle_everybody_has_everybody_as_partner_once(players: int, rounds: int) -> None:
    draws = phase(INDIVIDUAL, players, rounds)
    assert len(couples(draws)) == players * (players - 1) // 2
    assert set(couples(draws).values()) == {1}
    assert set(table_mates(draws).values()) == {3}


@pytest.mark.parametrize(("players", "rounds"), [(20, 5), (28, 7), (40, 8), (48, 10)])
def test_in_a_short_event_of_fours_nobody_meets_anybody_twice(players: int, rounds: int) -> None:
    draws = phase(INDIVIDUAL, players, rounds)
    assert set(table_mates(draws).values()) == {1}
    assert all(draw.relaxations == () for draw in draws)


@given(st.integers(4, 24), st.integers(0, 50), st.data())
@settings(max_examples=30, deadline=None)
def test_other_names_in_another_order_give_the_same_round_of_others(
    players: int, seed: int, data: st.DataObject
) -> None:
    """Lots go by the order of the names alone in the first round, and later by its seats alone."""
    present = range(1, players + 1)
    first = next_round(INDIVIDUAL, present, [], seed=seed)
    mixed = data.draw(st.permutations(present))
    assert next_round(INDIVIDUAL, mixed, [], seed=seed) == first
    names = dict(zip(present, data.draw(st.permutations(range(101, 101 + players))), strict=True))
    second = draw_individual(
        Request(tuple(present), (as_past(1, first),), 8, 2, options=INDIVIDUALS), random.Random(1)
    )
    others = draw_individual(
        Request(
            tuple(names[e] for e in mixed), (renamed(as_past(1, first), names),), 8, 2, options=INDIVIDUALS
        ),
        random.Random(2),
    )
    assert as_past(2, others) == renamed(as_past(2, second), names)


def test_the_papers_of_the_first_round_can_show_the_whole_phase() -> None:
    for players in (13, 20):
        draws = phase(INDIVIDUAL, players, 5)
        planned = planned_rounds(as_past(1, draws[0]), 5)
        assert [tables_of(draw) for draw in draws] == [set(map(frozenset, tables)) for tables in planned]
        assert couples(draws).keys() == {
            frozenset(line) for tables in planned for four in tables for line in (four[:2], four[2:])
        }


def test_the_schedule_stands_when_tables_are_swapped_or_moved_in_the_first_round() -> None:
    first, *_ = phase(INDIVIDUAL, 20, 1)
    one, two, *others = first.seatings
    moved = RoundDraw((Seating(2, one.ew, one.ns), Seating(31, two.ns, two.ew), *others))
    draws = [moved]
    for _ in range(4):
        draws.append(next_round(INDIVIDUAL, range(1, 21), draws, rounds=5))
    assert set(table_mates(draws).values()) == {1}


def test_a_round_more_leaves_the_rounds_before_it_as_they_were() -> None:
    draws = phase(INDIVIDUAL, 18, 3)
    longer = next_round(INDIVIDUAL, range(1, 19), draws, rounds=7)
    assert tables_of(longer) == tables_of(next_round(INDIVIDUAL, range(1, 19), draws, rounds=4))


@pytest.mark.parametrize(("shorter", "longer"), [(8, 15), (15, 8)])
def test_a_phase_keeps_its_schedule_when_another_would_be_better_for_its_new_length(
    shorter: int, longer: int
) -> None:
    draws: list[RoundDraw] = []
    for number in range(8):
        draws.append(next_round(INDIVIDUAL, range(1, 17), draws, rounds=shorter if number < 4 else longer))
    assert [tables_of(draw) for draw in draws] == [
        tables_of(draw) for draw in phase_of(16, shorter, draws[0])
    ]


def phase_of(players: int, rounds: int, first: RoundDraw) -> list[RoundDraw]:
    """Eight rounds of a phase that goes on from that first round as was intended."""
    draws = [first]
    while len(draws) < 8:
        draws.append(next_round(INDIVIDUAL, range(1, players + 1), draws, rounds=rounds))
    return draws


@given(st.integers(16, 30), st.integers(0, 50), st.data())
@settings(max_examples=30, deadline=None)
def test_the_tables_that_lack_nobody_stay_when_somebody_goes(
    players: int, seed: int, data: st.DataObject
) -> None:
    present = list(range(1, players + 1))
    draws = phase(INDIVIDUAL, players, 2, seed=seed)
    planned = {frozenset(four) for four in planned_rounds(as_past(1, draws[0]), 6)[2]}
    gone = set(data.draw(st.lists(st.sampled_from(present), min_size=1, max_size=3)))
    left = [entry for entry in present if entry not in gone]
    draw = next_round(INDIVIDUAL, left, draws, rounds=6, seed=seed)
    untouched = {four for four in planned if not four & gone and not four & set(resting(draw))}
    assert untouched <= tables_of(draw)
    assert len(untouched) >= len(planned) - 6


@given(st.integers(9, 24), st.integers(0, 50))
@settings(max_examples=30, deadline=None)
def test_who_comes_late_takes_the_place_of_who_has_gone_and_keeps_it(players: int, seed: int) -> None:
    draws = phase(INDIVIDUAL, players, 2, seed=seed)
    planned = planned_rounds(as_past(1, draws[0]), 6)
    present = [*range(2, players + 1), 99]
    for number in (2, 3, 4):
        draws.append(next_round(INDIVIDUAL, present, draws, rounds=6, seed=seed))
        if not draws[-1].rests or 99 not in resting(draws[-1]):
            expected = {frozenset({99 if e == 1 else e for e in four}) for four in planned[number]}
            assert len(expected - tables_of(draws[-1])) <= 1 + players % 4
    if players % 4 == 0:
        assert tables_of(draws[-1]) == {frozenset({99 if e == 1 else e for e in four}) for four in planned[4]}


def test_who_comes_back_gets_the_old_place_again() -> None:
    draws = phase(INDIVIDUAL, 16, 2)
    planned = planned_rounds(as_past(1, draws[0]), 5)
    draws.append(next_round(INDIVIDUAL, range(1, 16), draws, rounds=5))
    draws.append(next_round(INDIVIDUAL, range(1, 17), draws, rounds=5))
    assert tables_of(draws[-1]) == set(map(frozenset, planned[3]))


def test_who_was_called_in_vain_holds_the_empty_place_of_the_first_round() -> None:
    first, *_ = phase(INDIVIDUAL, 12, 1)
    one, *others = first.seatings
    missing = one.ns[0]
    short = PastRound(1, (Seating(one.table, one.ns[1:], one.ew), *others), absent=(missing,))
    request = Request(tuple(range(1, 13)), (short,), 5, 2, options=INDIVIDUALS)
    draw = draw_individual(request, random.Random(1))
    assert draw.rests == ()
    assert not {frozenset(one.everybody)} & tables_of(draw)
    assert not couples([draw]).keys() & couples([first]).keys()


@given(st.integers(4, 20), st.integers(1, 9), st.integers(0, 50))
@settings(max_examples=15, deadline=None)
def test_a_field_that_has_grown_is_dealt_anew_without_partners_again(
    players: int, more: int, seed: int
) -> None:
    draws = phase(INDIVIDUAL, players, 3, seed=seed)
    for _ in range(2):
        draws.append(next_round(INDIVIDUAL, range(1, players + more + 1), draws, seed=seed))
    if players >= 9:
        assert max(couples(draws).values()) == 1


def test_four_who_come_late_do_not_sit_together_every_round() -> None:
    draws = phase(INDIVIDUAL, 16, 2)
    for _ in range(3):
        draws.append(next_round(INDIVIDUAL, range(1, 21), draws))
    late = {both: times for both, times in table_mates(draws).items() if both <= {17, 18, 19, 20}}
    assert max(late.values(), default=0) <= 1


def test_when_a_round_was_seated_by_hand_the_next_ones_bring_no_partners_together_again() -> None:
    """The hand has seated what the schedule wants in the next round."""
    draws = phase(INDIVIDUAL, 20, 3)
    by_hand = [draws[0], draws[2]]
    for _ in range(2):
        by_hand.append(next_round(INDIVIDUAL, range(1, 21), by_hand))
    assert max(couples(by_hand).values()) == 1


@given(st.integers(4, 20), st.integers(0, 1000))
@settings(max_examples=12, deadline=None)
def test_whoever_comes_and_goes_every_round_comes_out_and_says_what_it_repeats(
    players: int, seed: int
) -> None:
    rng = random.Random(seed)
    draws: list[RoundDraw] = []
    for _ in range(7):
        present = rng.sample(range(1, players + 1), rng.randint(max(0, players - 6), players))
        draw = next_round(INDIVIDUAL, present, draws, rounds=7, seed=seed)
        before = couples(draws)
        named = {frozenset(each.entries) for each in draw.relaxations if each.code == "partner_again"}
        assert named == {couple for couple in couples([draw]) if couple in before}
        draws.append(draw)


def test_a_second_phase_lets_those_rest_who_have_not_rested() -> None:
    earlier = PastRound(1, (Seating(1, (1, 2), (3, 4)), Seating(2, (5, 6), (7, 8))), (Rest(9),))
    for seed in range(4):
        history = [earlier]
        for round_in_phase in range(1, 9):
            request = Request(tuple(range(1, 10)), tuple(history), 8, round_in_phase, options=INDIVIDUALS)
            draw = draw_individual(request, random.Random(seed))
            assert not [each for each in draw.relaxations if each.code == "rest_again"]
            history.append(as_past(round_in_phase + 1, draw))


def test_a_first_round_has_no_partners_of_an_earlier_phase() -> None:
    earlier = PastRound(1, tuple(Seating(t, (4 * t, 4 * t + 1), (4 * t + 2, 4 * t + 3)) for t in range(1, 6)))
    for seed in range(10):
        request = Request(tuple(range(4, 24)), (earlier,), 5, 1, options=INDIVIDUALS)
        draw = draw_individual(request, random.Random(seed))
        assert draw.relaxations == ()
        assert not table_mates([draw]).keys() & {
            frozenset(both) for both in table_mates([RoundDraw(earlier.seatings)])
        }


def test_families_and_clubs_are_kept_apart_in_the_first_round_and_named_later() -> None:
    options = replace(INDIVIDUALS, families=((1, 2, 3),), clubs=((4, 5, 6, 7, 8),))
    apart = {frozenset(both) for both in ((1, 2), (1, 3), (2, 3), (4, 5), (6, 7), (4, 8), (5, 8))}
    draws: list[RoundDraw] = []
    for _ in range(7):
        draws.append(next_round(INDIVIDUAL, range(1, 25), draws, options=options))
    assert not apart & table_mates(draws[:1]).keys()
    assert draws[0].relaxations == ()
    for draw in draws:
        together = {both for both in table_mates([draw]) if both <= {1, 2, 3}}
        assert {
            frozenset(each.entries) for each in draw.relaxations if each.code == "same_family"
        } == together


def test_families_come_before_clubs_where_both_cannot_be() -> None:
    """Families want 1 … 4 at one table and 5 … 8 at the other, clubs do not."""
    families = ((1, 5), (2, 6), (3, 7), (4, 8), (1, 6), (2, 7), (3, 8))
    options = replace(INDIVIDUALS, families=families, clubs=((1, 2, 3), (5, 6, 7)))
    for seed in range(5):
        draw = next_round(INDIVIDUAL, range(1, 9), [], options=options, seed=seed)
        assert {each.code for each in draw.relaxations} == {"same_club"}


def test_fixed_players_have_their_table_and_line_in_every_round() -> None:
    options = replace(INDIVIDUALS, fixed=((5, 3), (9, 12), (11, 1)))
    draws: list[RoundDraw] = []
    for _ in range(5):
        draws.append(next_round(INDIVIDUAL, range(1, 21), draws, rounds=5, options=options))
        at = {entry: seating.table for seating in draws[-1].seatings for entry in seating.ns}
        named = {each.entries[0] for each in draws[-1].relaxations if each.code == "fixed_seat"}
        assert {entry for entry, table in options.fixed if at.get(entry) != table} == named
        assert 5 not in named, "the most important"
    assert set(table_mates(draws).values()) == {1}


def test_the_less_important_of_two_fixed_players_who_meet_gives_way() -> None:
    options = replace(INDIVIDUALS, fixed=((1, 4), (2, 2)))
    draw = next_round(INDIVIDUAL, range(1, 5), [], options=options)
    (seating,) = draw.seatings
    assert (seating.table, 1 in seating.ns) == (4, True)
    assert draw.relaxations == (Relaxation("fixed_seat", (2,)),)


@pytest.mark.parametrize("options", [Options(), Options(line_size=2, sizes=(3,))])
def test_it_is_for_individuals_four_at_a_table(options: Options) -> None:
    with pytest.raises(IndividualsOnly):
        draw_individual(Request((1, 2, 3, 4), options=options), random.Random(1))


def test_a_history_without_the_phase_is_refused() -> None:
    with pytest.raises(ValueError, match="history"):
        draw_individual(Request((1, 2, 3, 4), (), 3, 2, options=INDIVIDUALS), random.Random(1))


def test_a_table_of_three_in_the_first_round_leaves_a_place_for_who_comes_late() -> None:
    first = PastRound(1, (Seating(1, (1, 2), (3, 4)), Seating(2, (), (), (5, 6, 7))))
    draw = draw_individual(Request(tuple(range(1, 9)), (first,), 5, 2, options=INDIVIDUALS), random.Random(1))
    assert len(draw.seatings) == 2
    assert draw.rests == ()
