"""Tables of two, three and five: sides hand by hand, halves, the switch, and what a match is worth."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.bounds import sides_of
from scoring.cards import deck_size
from scoring.hands import EndReason, Hand, HandScore, Layer, Level, resolve
from scoring.laid import POZZETTI
from scoring.matches import MatchFormat
from scoring.regulations import DEFAULT, PRESETS, Regulations
from scoring.samples import random_hand
from scoring.small_tables import (
    AIMS,
    CHANGING,
    TABLE_SIZES,
    TableHand,
    fold_table,
    hand_problems,
    known_from_sides,
    player_scores,
    rounded_up,
    shares,
    sides_of_hand,
)
from scoring.victory_points import VP_TABLES, GapError, VpTable, victory_points
from tests.scoring.golden import golden, hand_of

GOLDEN = golden("small_tables.json")
FIBUR = PRESETS[DEFAULT]
TWENTY = [table for table in VP_TABLES.values() if table.total == 20]


def table_hand(case: dict[str, Any]) -> TableHand:
    return TableHand(tuple(case["totals"]), case["alone"])


def in_halves(points: list[str]) -> list[int]:
    return [int(2 * Fraction(each)) for each in points]


@pytest.mark.parametrize("case", [GOLDEN["E16"], *GOLDEN["shares"]])
def test_each_partner_has_exactly_half(case: dict[str, Any]) -> None:
    halves = shares(case["players"], table_hand(case))
    assert list(halves) == in_halves(case["points"])
    assert [rounded_up(each) for each in halves] == case["rounded_up"]


@pytest.mark.parametrize("case", GOLDEN["matches"], ids=lambda case: case["why"])
def test_matches_reckoned_by_hand(case: dict[str, Any]) -> None:
    hands = [table_hand(each) for each in case["hands"]]
    result = fold_table(hands, MatchFormat(hands=len(hands)), case["players"])
    assert [list(row) for row in result.running] == [in_halves(row) for row in case["running"]]
    assert (result.complete, result.missing_hands, result.totals) == (True, 0, result.running[-1])
    scores = player_scores(result.totals, VP_TABLES[case["table"]])
    assert [str(score.points) for score in scores] == case["running"][-1]
    assert [str(score.vp) for score in scores] == case["vp"]
    assert [str(score.mp) for score in scores] == case["mp"]


def test_who_plays_alone_comes_first_and_the_others_are_partners() -> None:
    assert [sides_of_hand(3, alone) for alone in (1, 2, 3)] == [
        ((1,), (2, 3)),
        ((2,), (3, 1)),
        ((3,), (1, 2)),
    ]
    assert sides_of_hand(5, 1) == ((1,), (2, 4), (3, 5))
    assert sides_of_hand(5, 4) == ((4,), (5, 2), (1, 3))


def test_nobody_took_the_first_pozzetto_so_all_play_alone() -> None:
    assert sides_of_hand(3) == ((1,), (2,), (3,))
    assert sides_of_hand(5) == ((1,), (2,), (3,), (4,), (5,))
    assert sides_of_hand(2) == ((1,), (2,))
    assert sides_of_hand(4) == ((1, 3), (2, 4))


@pytest.mark.parametrize("players", CHANGING)
def test_sides_are_of_the_sizes_that_bounds_reckon_with(players: int) -> None:
    for alone in (None, *range(1, players + 1)):
        sides = sides_of_hand(players, alone)
        assert tuple(map(len, sides)) == sides_of(players, len(sides))
        assert sorted(seat for side in sides for seat in side) == list(range(1, players + 1))


@pytest.mark.parametrize(("players", "alone"), [(2, 1), (4, 1), (3, 0), (3, 4), (5, 6), (6, None), (1, None)])
def test_a_seat_that_cannot_play_alone_is_refused(players: int, alone: int | None) -> None:
    with pytest.raises(ValueError, match=r"seat|table"):
        sides_of_hand(players, alone)


def test_a_hand_without_one_total_for_each_side_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        shares(3, TableHand((420, 385)))


def test_decks_and_pozzetti() -> None:
    dealt = {n: (size.decks, size.pozzetti, size.pozzetti_alone) for n, size in TABLE_SIZES.items()}
    assert dealt == {
        2: (2, (11, 11), (11, 11)),
        3: (2, (18, 11), (11, 11, 11)),
        4: (2, (11, 11), (11, 11)),
        5: (3, (18, 11, 11), (11, 11, 11, 11, 11)),
    }
    for players, size in TABLE_SIZES.items():
        assert POZZETTI[players] == {*size.pozzetti, *size.pozzetti_alone}
        for pozzetti in (size.pozzetti, size.pozzetti_alone):
            assert 11 * size.players + sum(pozzetti) < deck_size(size.decks)


def test_switches_and_targets_of_the_documents() -> None:
    assert {n: [(aim.switch, aim.target) for aim in aims] for n, aims in AIMS.items()} == {
        3: [(1500, 2005), (1000, 1505)],
        5: [(1500, 2005), (1005, None)],
    }


def test_everybody_plays_alone_from_the_deal_after_a_player_reached_the_switch() -> None:
    hands = [TableHand((700, 400), 1), TableHand((290, 400), 1), TableHand((5, 20), 1), TableHand((9, 1, 5))]
    result = fold_table(hands, MatchFormat(target=1505), 3, switch=1000)
    # Seat 1 has 700, 990, 995, then 1004: the switch is reached by the last hand alone.
    assert [row[0] for row in result.running] == [1400, 1980, 1990, 2008]
    assert result.alone == (False, False, False, False, True)
    assert fold_table(hands, MatchFormat(target=1505), 3).alone == (False,) * 5
    assert fold_table(hands[:1], MatchFormat(hands=1), 3, switch=700).alone == (False, True)


@pytest.mark.parametrize(
    ("hands", "pass_target", "complete"),
    [
        ([TableHand((2000, 5), 1)], False, False),
        ([TableHand((2005, 5), 1)], False, True),
        ([TableHand((2005, 5), 1)], True, False),
        ([TableHand((5, 4011), 1)], False, False),  # both partners over with as many: another hand
        ([TableHand((5, 4011), 1), TableHand((5, 0), 2)], False, True),
        ([TableHand((5, 4009), 1), TableHand((0, 0, -1))], False, False),  # 2004.5 is not 2005
        ([], False, False),
    ],
)
def test_a_target_ends_the_match_when_one_player_leads_over_it(
    hands: list[TableHand], pass_target: bool, complete: bool
) -> None:
    result = fold_table(hands, MatchFormat(target=2005, pass_target=pass_target), 3)
    assert (result.complete, result.missing_hands) == (complete, None)


def test_half_a_point_over_the_target_passes_it() -> None:
    hands = [TableHand((5, 4011), 1), TableHand((-1, 0), 2)]
    assert fold_table(hands, MatchFormat(target=2005, pass_target=True), 3).complete


def test_time_ends_a_match_as_it_stands() -> None:
    result = fold_table([TableHand((420, 385), 1)], MatchFormat(hands=3), 3, timed_out=True)
    assert (result.complete, result.hands_played, result.missing_hands) == (True, 1, 2)


def test_a_difference_in_halves_is_looked_up_by_the_upper_limits() -> None:
    table = VP_TABLES["hands-3"]
    # 50 points is still 10–10; half a point more is 11–9.
    assert [score.vp for score in player_scores((100, 0, 0), table, 1)] == [10, 10, 10]
    assert [score.vp for score in player_scores((101, 0, 0), table, 1)] == [
        11,
        Fraction(19, 2),
        Fraction(19, 2),
    ]


def test_two_players_go_in_whole_steps() -> None:
    # 155 points, a step beyond the limit of 150.
    assert [score.vp for score in player_scores((310, 0), VP_TABLES["hands-3"])] == [12, 8]


def test_a_difference_that_cannot_arise_is_an_input_error() -> None:
    with pytest.raises(GapError):
        player_scores((102, 0, 0), VP_TABLES["hands-3"], 5)
    with pytest.raises(GapError):
        player_scores((102, 0), VP_TABLES["hands-3"], 5)
    assert player_scores((105, 0, 0), VP_TABLES["hands-3"], 5)[0].vp == 11


def codes(hand: Hand, alone: int | None, players: int = 3, **more: bool) -> list[tuple[str, int | None]]:
    found = hand_problems(hand, alone, FIBUR, players, **more)
    return [(each.code, each.side) for each in found if each.level is Level.ERROR]


def quick(*figures: tuple[int, int]) -> Hand:
    return Hand(tuple(HandScore(base=base, points=points) for base, points in figures))


SOLO = quick((300, 120), (200, 185))
ALONE = quick((0, 15), (100, -40), (200, 5))


def test_a_hand_of_three_as_it_is_typed() -> None:
    assert codes(SOLO, 1) == []
    assert codes(ALONE, None) == []
    assert codes(quick((300, 15), (0, -40), (-100, -30)), None, switched=True) == []
    assert codes(quick((300, 15), (0, -40), (-100, -30)), 2, 5) == []


def test_faults_of_the_sides_have_names() -> None:
    assert codes(SOLO, 4) == [("T1", None)]
    assert codes(SOLO, 1, switched=True) == [("T1", None)]
    assert codes(SOLO, 1, 2) == [("T1", None)]
    assert codes(SOLO, None) == [("T2", None)]
    assert codes(ALONE, 1) == [("T2", None)]
    assert codes(replace(SOLO, covers=3), 1) == [("T2", None)]


def test_a_fault_of_the_sides_has_its_field_and_its_figures() -> None:
    def told(hand: Hand, alone: int | None, players: int = 3, **more: bool) -> tuple[Any, ...]:
        [found] = hand_problems(hand, alone, FIBUR, players, **more)
        return found.code, found.level, found.side, found.field, dict(found.figures)

    assert told(SOLO, 4) == ("T1", Level.ERROR, None, "alone", {"found": 4})
    assert told(SOLO, None, 6) == ("T1", Level.ERROR, None, "alone", {"found": 0})
    assert told(SOLO, 1, switched=True) == ("T1", Level.ERROR, None, "alone", {"found": 1})
    assert told(SOLO, None) == ("T2", Level.ERROR, None, "sides", {"found": 2, "expected": 3})
    assert told(replace(SOLO, covers=3), 1) == ("T2", Level.ERROR, None, "covers", {"found": 3, "highest": 1})
    missed = replace(SOLO, sides=(replace(SOLO.sides[0], base=200, missed=1), SOLO.sides[1]))
    first, *_ = hand_problems(missed, 1, FIBUR, 3)
    assert (first.code, first.field, dict(first.figures)) == ("T3", "missed", {})


def test_seats_that_cannot_be_are_named() -> None:
    with pytest.raises(ValueError, match=r"^no table has 6 players$"):
        sides_of_hand(6)
    for players, alone in ((4, 1), (2, 1), (3, 0), (3, 4), (5, 6)):
        with pytest.raises(ValueError, match=rf"^seat {alone} cannot play alone at a table of {players}$"):
            sides_of_hand(players, alone)


@pytest.mark.parametrize("code", ["T1", "T2", "T3", "T4"])
def test_each_fault_of_the_sides_has_its_case(code: str) -> None:
    case = GOLDEN[code]
    found = hand_problems(hand_of(case), case["alone"], FIBUR, case["players"])
    assert {each.code for each in found if each.code.startswith("T")} == {code}


def test_who_plays_alone_cannot_have_missed_the_pozzetto() -> None:
    missed = replace(SOLO, sides=(replace(SOLO.sides[0], missed=1), SOLO.sides[1]))
    assert ("T3", 0) in codes(missed, 1)
    # A base of −100 proves it as well, without anything else typed; the pair may miss its own.
    assert codes(quick((-100, 20), (300, 100)), 1) == [("V2", 0)]
    assert codes(quick((300, 100), (-100, 20)), 1) == []


def test_nobody_closes_where_nobody_took_a_pozzetto() -> None:
    closed = replace(ALONE, sides=(*ALONE.sides[:2], replace(ALONE.sides[2], closings=1)))
    assert ("T4", 2) in codes(closed, None)
    took = replace(ALONE, sides=(replace(ALONE.sides[0], missed=0), *ALONE.sides[1:]))
    assert ("T4", 0) in codes(took, None)
    # FIBUR takes nothing off when nobody took one; others do, from everybody.
    assert codes(quick((-100, 15), (0, 5), (0, 5)), None) != []
    manual = PRESETS["manuale"]
    assert hand_problems(quick((-100, 15), (0, 5), (-100, 5)), None, manual, 3) == ()
    for regulations, base, code in ((manual, -50, "V2"), (FIBUR, 50, "V7")):
        typed = quick((base, 15), (0, 5), (0, 5))
        assert [each.code for each in hand_problems(typed, None, regulations, 3)] == [code]


def test_an_end_reason_is_asked_only_where_endings_are_typed() -> None:
    assert codes(ALONE, None) == []
    typed = Hand(tuple(replace(side, closings=0) for side in ALONE.sides))
    assert codes(typed, None) == [("V8", None)]
    assert codes(replace(typed, end_reason=EndReason.STOCK), None) == []


def test_sides_tell_what_was_not_typed() -> None:
    told = known_from_sides(ALONE, None, 3)
    assert [(side.closings, side.missed) for side in told.sides] == [(0, 1)] * 3
    assert [side.missed for side in known_from_sides(SOLO, 1, 3).sides] == [0, None]
    assert known_from_sides(ALONE, None, 3, switched=True) == ALONE
    assert known_from_sides(SOLO, None, 2) == SOLO


def retyped(hand: Hand, layer: Layer, regulations: Regulations) -> Hand:
    """A detailed hand as another mode writes it."""
    sides = resolve(hand, regulations)
    if layer is Layer.QUICK:
        return Hand(tuple(HandScore(base=side.base, points=side.points) for side in sides))
    return Hand(tuple(HandScore(total=side.total) for side in sides)) if layer is Layer.TOTAL else hand


@given(
    st.sampled_from([2, 3, 5]),
    st.integers(1, 3),
    st.sampled_from(list(PRESETS.values())),
    st.integers(0, 2**32),
    st.sampled_from(Layer),
)
def test_no_legal_hand_is_refused_and_no_half_point_is_lost(
    players: int, seat: int, regulations: Regulations, seed: int, layer: Layer
) -> None:
    detailed = random_hand(random.Random(seed), regulations, players=players)
    alone = seat if players in CHANGING else None
    assume(alone is None or not detailed.sides[0].missed)  # samples do not know who went out first
    hand = retyped(detailed, layer, regulations)
    found = hand_problems(hand, alone, regulations, players)
    assert [each for each in found if each.level is Level.ERROR] == []
    totals = tuple(side.total or 0 for side in resolve(hand, regulations))
    assert sum(shares(players, TableHand(totals, alone))) == 2 * sum(totals)


tables_of_points = st.sampled_from([2, 3, 5]).flatmap(
    lambda n: st.lists(st.integers(-600, 900).map(lambda half: 10 * half), min_size=n, max_size=n)
)


@given(tables_of_points, st.sampled_from(TWENTY))
def test_each_player_brings_ten_points_to_the_table(totals: list[int], table: VpTable) -> None:
    scores = player_scores(totals, table)
    assert sum(score.vp for score in scores) == 10 * len(totals)
    assert sum(score.mp for score in scores) == 0
    for (one, a), (other, b) in permutations(zip(scores, totals, strict=True), 2):
        assert (a > b) <= (one.vp >= other.vp and one.mp > other.mp)
        assert (a == b) <= (one == other)


@given(st.integers(-400, 800), st.integers(-400, 800), st.sampled_from(list(VP_TABLES.values())))
def test_with_two_sides_it_is_the_ordinary_rule(one: int, other: int, table: VpTable) -> None:
    scores = player_scores((10 * one, 10 * other), table)
    assert tuple(score.vp for score in scores) == victory_points(table, (5 * one, 5 * other))
    assert scores[0].mp == 5 * (one - other)


@given(st.permutations([1, 2, 3, 4, 5]), st.lists(st.integers(-300, 700), min_size=5, max_size=5))
def test_seats_do_not_matter(order: list[int], points: list[int]) -> None:
    totals = [10 * each for each in points]
    scores = player_scores(totals, VP_TABLES["hands-4"])
    moved = player_scores([totals[seat - 1] for seat in order], VP_TABLES["hands-4"])
    assert [scores[seat - 1] for seat in order] == list(moved)
