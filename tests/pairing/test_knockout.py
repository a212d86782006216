"""Knock-out: the bracket, byes, the third place, matches not decided, and how far everybody came."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.cups import Cup
from tests.pairing.evening import opponents, past_round, resting
from tournaments.pairing.draws import (
    BeyondTheFinal,
    NotDecided,
    Options,
    PairsOnly,
    PastRound,
    Relaxation,
    Request,
    Rest,
    RoundDraw,
    Seating,
)
from tournaments.pairing.knockout import (
    bracket,
    draw_knockout,
    first_matches,
    rounds_needed,
    seed_order,
)
from tournaments.pairing.reached import progress


def sets(*pairs: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


def test_the_lines_of_a_bracket_of_eight() -> None:
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert [rounds_needed(entries) for entries in (0, 1, 2, 3, 4, 5, 8, 9, 64, 65)] == [
        0,
        0,
        1,
        2,
        2,
        3,
        3,
        4,
        6,
        7,
    ]


@pytest.mark.parametrize("entries", range(2, 200))
def test_when_favourites_win_the_seeds_of_each_match_add_up_to_the_same(entries: int) -> None:
    cup = Cup(range(1, entries + 1))
    draws = cup.play_on()
    size = 2 ** rounds_needed(entries)
    assert sorted(resting(draws[0])) == list(range(1, size - entries + 1)), "byes to the top seeds"
    for number, draw in enumerate(draws):
        alive = size >> number
        assert {sum(pair) for pair in opponents(draw)} == {alive + 1}
        assert number == 0 or len(draw.seatings) == alive // 2, "byes in the first round only"
    assert opponents(draws[-1]) == sets((1, 2))


@given(st.integers(2, 40), st.integers(0, 1000), st.booleans())
@settings(max_examples=60, deadline=None)
def test_whoever_wins_the_bracket_of_the_first_round_stands(entries: int, seed: int, third: bool) -> None:
    rng = random.Random(seed)
    seeds = rng.sample(range(1, entries + 1), entries)
    cup = Cup(seeds, Options(third_place=third))
    slots = [seeds[s - 1] if s <= entries else None for s in seed_order(2 ** rounds_needed(entries))]
    lost: set[int] = set()
    for number in range(rounds_needed(entries)):
        draw = cup.draw(seed=seed)
        matches = [match for match in zip(slots[::2], slots[1::2], strict=True) if None not in match]
        byes = {slot for slot in slots if slot is not None} - {entry for match in matches for entry in match}
        expected = {frozenset(match) for match in matches}
        last = number == rounds_needed(entries) - 1
        extra = opponents(draw) - expected
        assert expected <= opponents(draw)
        assert len(extra) == (1 if third and last and entries > 3 else 0)
        assert set(resting(draw)) == byes
        third_match = {entry for pair in extra for entry in pair}
        assert set(draw.out) == lost - third_match
        assert len({s.table for s in draw.seatings}) == len(draw.seatings)
        cup.play(draw, lambda a, b: rng.choice((a, b)))
        won = cup.rounds[-1].winners
        slots = [
            next((entry for entry in pair if entry in won or (entry is not None and entry in byes)), None)
            for pair in zip(slots[::2], slots[1::2], strict=True)
        ]
        lost |= {entry for pair in expected for entry in pair if entry not in won}
    assert [each.place for each in progress(cup.rounds)][:2] == [1, 2]


def test_byes_never_meet_byes_and_come_in_the_order_of_the_seeds() -> None:
    for entries in range(2, 200):
        draw = Cup(range(1, entries + 1)).draw()
        assert resting(draw) == list(range(1, 2 ** rounds_needed(entries) - entries + 1))
        first = PastRound(1, draw.seatings, draw.rests)
        assert all(match != (None, None) for match in first_matches(first))


def test_matches_take_the_tables_from_the_top_of_the_bracket() -> None:
    draw = Cup(range(1, 9)).draw()
    assert [set(s.everybody) for s in draw.seatings] == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    assert [s.table for s in draw.seatings] == [1, 2, 3, 4]


def test_seeds_may_be_drawn_by_lot_or_given() -> None:
    by_lot = Options(groups_by="lot")
    request = Request(tuple(range(1, 9)), phase_rounds=3, options=by_lot)
    draws = [draw_knockout(request, random.Random(seed)) for seed in range(9)]
    assert len({frozenset(opponents(draw)) for draw in draws}) > 5
    backwards = replace(request, ranking=request.ranking[::-1])
    assert draw_knockout(backwards, random.Random(3)) == draws[3]
    given_seeds = Options(seeds=(5, 6, 7, 99))
    draw = Cup(range(1, 8), given_seeds).draw()
    assert resting(draw) == [5], "then the ranking: 1, 2, 3, 4"
    assert opponents(draw) == sets((1, 2), (6, 4), (7, 3))


def test_sides_go_by_the_balance_of_earlier_rounds() -> None:
    history = (past_round(1, (1, 4), (2, 3)), past_round(2, (4, 1), (2, 3)))
    request = Request((2, 1, 3, 4), history, phase_rounds=2)
    draw = draw_knockout(request, random.Random(0))
    assert [(s.ns, s.ew) for s in draw.seatings] == [((4,), (2,)), ((3,), (1,))]
    assert draw.relaxations == ()


def test_earlier_meetings_and_rests_are_named() -> None:
    history = (past_round(1, (1, 4), rests=[2]),)
    draw = draw_knockout(Request((2, 1, 4), history, phase_rounds=2), random.Random(0))
    assert draw.relaxations == (Relaxation("rematch", (4, 1), (1,)), Relaxation("rest_again", (2,), (1,)))


def test_a_match_without_a_winner_stops_the_next_round_by_name() -> None:
    cup = Cup(range(1, 9))
    cup.play(cup.draw())
    level = replace(cup.rounds[0], winners=tuple(set(cup.rounds[0].winners) - {1, 3}))
    cup.rounds = [level]
    with pytest.raises(NotDecided) as refusal:
        cup.draw()
    assert {frozenset(pair) for pair in refusal.value.entries} == sets((1, 8), (3, 6))


def test_of_a_match_without_a_winner_the_one_that_is_left_goes_on() -> None:
    cup = Cup(range(1, 5))
    cup.play(cup.draw())
    cup.rounds = [replace(cup.rounds[0], winners=(2,))]
    assert opponents(cup.draw([1, 2, 3])) == sets((1, 2))


def test_the_third_place_is_played_in_the_round_of_the_final() -> None:
    cup = Cup(range(1, 9), Options(third_place=True))
    *_, final = cup.play_on()
    assert [set(s.everybody) for s in final.seatings] == [{1, 2}, {3, 4}], "the final is first"
    assert set(final.out) == {5, 6, 7, 8}
    assert [(p.entry, p.place, p.out_in) for p in progress(cup.rounds)][:4] == [
        (1, 1, None),
        (2, 2, 3),
        (3, 3, 2),
        (4, 4, 2),
    ]


def test_no_third_place_is_played_where_only_one_could() -> None:
    cup = Cup(range(1, 4), Options(third_place=True))
    *_, final = cup.play_on()
    assert opponents(final) == sets((1, 2))
    assert final.out == (3,)
    assert [(p.entry, p.place) for p in progress(cup.rounds)] == [(1, 1), (2, 2), (3, 3)]
    cup = Cup(range(1, 5), Options(third_place=True))
    cup.play_on(rounds=1)
    assert opponents(cup.draw([1, 2, 3])) == sets((1, 2)), "one of the two has gone"


def test_rounds_beyond_the_final_are_refused_with_the_figures() -> None:
    with pytest.raises(BeyondTheFinal) as refusal:
        draw_knockout(Request(tuple(range(1, 6)), phase_rounds=4), random.Random(0))
    assert (refusal.value.rounds, refusal.value.limit, refusal.value.entries) == (4, 3, 5)
    cup = Cup(range(1, 5))
    cup.play_on()
    with pytest.raises(BeyondTheFinal):
        cup.draw()


def test_who_wins_and_withdraws_leaves_the_next_opponent_resting() -> None:
    cup = Cup(range(1, 9))
    cup.play(cup.draw())
    semifinals = cup.draw([entry for entry in range(1, 9) if entry != 1])
    assert opponents(semifinals) == sets((2, 3))
    assert semifinals.rests == (Rest(4),)
    cup.play(semifinals)
    assert opponents(cup.draw([entry for entry in range(1, 9) if entry != 1])) == sets((2, 4))
    assert opponents(cup.draw()) == sets((2, 4)), "who comes back is not put in again"
    assert {p.entry: p.place for p in progress(cup.rounds)} == {
        2: 1,
        4: 1,
        3: 3,
        1: 4,
        5: 5,
        6: 5,
        7: 5,
        8: 5,
    }


def test_losers_of_one_round_share_a_place() -> None:
    cup = Cup(range(1, 12))
    cup.play_on()
    found = {each.entry: (each.place, each.out_in) for each in progress(cup.rounds)}
    assert found == {
        1: (1, None),
        2: (2, 4),
        **dict.fromkeys((3, 4), (3, 3)),
        **dict.fromkeys((5, 6, 7, 8), (5, 2)),
        **dict.fromkeys((9, 10, 11), (9, 1)),
    }
    half = progress(cup.rounds[:2])
    assert {p.entry: p.place for p in half if p.out_in is None} == dict.fromkeys((1, 2, 3, 4), 1)


def test_a_late_pair_stays_out_of_a_bracket_under_way() -> None:
    cup = Cup(range(1, 5))
    cup.play(cup.draw())
    draw = cup.draw([1, 2, 3, 4, 9])
    assert opponents(draw) == sets((1, 2))
    assert set(draw.out) == {3, 4, 9}


def test_who_is_noted_as_absent_in_a_round_it_missed_has_no_line() -> None:
    cup = Cup(range(1, 9))
    cup.play(cup.draw())
    cup.rounds[0] = replace(cup.rounds[0], absent=(9,))
    draw = cup.draw([*range(1, 10)])
    assert opponents(draw) == sets((1, 4), (2, 3))
    assert 9 in draw.out
    assert 9 not in {each.entry for each in progress(cup.rounds)}


def test_with_fixed_seats_the_given_seeds_say_the_bracket() -> None:
    entries = range(1, 12)
    plain = Cup(entries).play_on()
    fixed = Cup(entries, Options(fixed=((6, 1), (4, 9)), seeds=tuple(entries))).play_on()
    assert [opponents(draw) for draw in fixed] == [opponents(draw) for draw in plain]
    assert all(s.table == 1 and s.ns == (6,) for s in fixed[0].seatings if 6 in s.everybody)


def test_nobody_one_and_single_players() -> None:
    assert draw_knockout(Request(()), random.Random(0)) == RoundDraw(())
    assert draw_knockout(Request((7,)), random.Random(0)) == RoundDraw((), (Rest(7),))
    with pytest.raises(PairsOnly):
        draw_knockout(Request((1, 2, 3, 4), options=Options(line_size=2)), random.Random(0))


def test_two_that_exchange_places_by_hand_exchange_their_way() -> None:
    cup = Cup(range(1, 9))
    one, two, three, four = cup.draw().seatings
    swapped = RoundDraw((Seating(1, one.ns, two.ew), Seating(2, two.ns, one.ew), three, four))
    cup.play(swapped, min)
    assert opponents(cup.draw()) == sets((1, 4), (2, 3))


@pytest.mark.parametrize("third_place", [True, False])
@pytest.mark.parametrize("left", [True, False])
def test_without_a_winner_the_first_place_stays_empty(third_place: bool, left: bool) -> None:
    """Seeds 1 and 2 have both left before the final, or neither comes to it; 4 beats 3 for third."""
    cup = Cup(range(1, 9), Options(third_place=third_place))
    cup.play_on(rounds=2)
    present = [entry for entry in cup.entries if not left or entry > 2]
    final = cup.draw(present)
    tables = {frozenset(seating.everybody) for seating in final.seatings}
    played = set() if left else {frozenset({1, 2})}
    assert tables == (played | {frozenset({3, 4})} if third_place else played)
    won, missed = ((4,) if third_place else ()), (() if left else (1, 2))
    last = PastRound(3, final.seatings, final.rests, winners=won, missed=missed, order=tuple(present))
    found = {each.entry: each.place for each in progress([*cup.rounds, last], third_place=third_place)}
    assert (found[1], found[2]) == (2, 2)
    assert (found[4], found[3]) == ((3, 4) if third_place else (3, 3))
    assert [found[entry] for entry in (5, 6, 7, 8)] == [5] * 4
    stage = bracket([*cup.rounds, last], cup.entries)[-1]
    (of_final,) = stage.matches
    assert (set(of_final.entries), of_final.winner, of_final.missed) == ({1, 2}, None, True)
    assert (stage.third is not None and stage.third.winner == 4) is third_place


def test_a_correction_makes_no_match_for_the_third_place_of_an_announced_final() -> None:
    """The losers of both semifinals have left; then one semifinal is corrected."""
    cup = Cup(range(1, 5), Options(third_place=True))
    cup.play_on(rounds=1)
    final = cup.draw([1, 2])
    (semifinals,) = cup.rounds
    last = PastRound(2, final.seatings, final.rests, winners=(2,), order=(1, 2))
    corrected = replace(semifinals, winners=tuple({*semifinals.winners, 4} - {1}))
    for before in (semifinals, corrected):
        found = {each.entry: each.place for each in progress([before, last], third_place=True)}
        assert (found[2], found[1]) == (1, 2)


def test_who_is_alone_to_have_lost_a_semifinal_is_third() -> None:
    """Seed 4 has left before the final is drawn, and so is fourth: seed 3 is third without a match."""
    cup = Cup(range(1, 5), Options(third_place=True))
    cup.play_on(rounds=1)
    shared = {each.entry: each.place for each in progress(cup.rounds, third_place=True)}
    assert shared == {1: 1, 2: 1, 3: 3, 4: 3}
    alone = {each.entry: each.place for each in progress(cup.rounds, third_place=True, gone=[4])}
    assert alone == {1: 1, 2: 1, 3: 3, 4: 4}
    both = {each.entry: each.place for each in progress(cup.rounds, third_place=True, gone=[3, 4])}
    assert both == shared
    assert {each.entry: each.place for each in progress(cup.rounds, gone=[4])} == shared, "there is no match"


def test_who_did_not_come_to_a_semifinal_ranks_behind_who_lost_one() -> None:
    cup = Cup(range(1, 5))
    cup.play_on(rounds=1)
    (semifinals,) = cup.rounds
    found = {each.entry: each.place for each in progress([replace(semifinals, absent=(3,))])}
    assert found == {1: 1, 2: 1, 4: 3, 3: 4}


def test_a_level_semifinal_that_both_have_left_has_no_finalist() -> None:
    cup = Cup(range(1, 5), Options(third_place=True))
    cup.play_on(rounds=1)
    cup.rounds[0] = replace(cup.rounds[0], winners=(1,))
    final = cup.draw([1, 4])
    assert final.rests == (Rest(1),)
    last = PastRound(2, final.seatings, final.rests, order=(1, 4))
    found = {each.entry: each.place for each in progress([*cup.rounds, last], third_place=True)}
    assert found == {1: 1, 4: 3, 2: 4, 3: 4}
    of_level = next(
        match for match in bracket([*cup.rounds, last], cup.entries)[0].matches if 2 in match.entries
    )
    assert (of_level.winner, of_level.missed, of_level.left) == (None, False, True)


def test_who_loses_the_only_semifinal_that_was_played_is_third_and_nobody_second() -> None:
    cup = Cup(range(1, 5))
    cup.play_on(rounds=1)
    cup.rounds[0] = replace(cup.rounds[0], winners=(1,), missed=(2, 3))
    found = {each.entry: each.place for each in progress(cup.rounds)}
    assert found == {1: 1, 4: 3, 2: 4, 3: 4}
