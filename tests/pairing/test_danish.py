"""Danish rounds in their three forms: bans, rests, concessions, sides."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import opponents, past_round, play, resting, shuffling
from tournaments.pairing.draws import Options, PairsOnly, PastRound, Relaxation, Request, RoundDraw
from tournaments.pairing.methods import METHODS

A, B, C, D, E, F = range(1, 7)


def danish(code: str, ranking: tuple[int, ...], *history: PastRound, last_round: bool = False) -> RoundDraw:
    return METHODS[code](Request(ranking, history, last_round=last_round), random.Random(0))


def in_tables(draw: RoundDraw) -> list[set[int]]:
    return [set(seating.ns + seating.ew) for seating in draw.seatings]


def test_neighbours_in_the_standings_meet() -> None:  # E14
    assert in_tables(danish("danish", (A, B, C, D, E, F))) == [{A, B}, {C, D}, {E, F}]


@pytest.mark.parametrize("code", ["danish_modified", "danish_no_rematch"])
def test_those_who_have_just_met_are_kept_apart(code: str) -> None:  # E14
    met = past_round(1, (A, B), (C, E), (D, F))
    assert in_tables(danish(code, (A, B, C, D, E, F), met)) == [{A, C}, {B, D}, {E, F}]


def test_the_last_round_lifts_the_ban_of_the_modified_form() -> None:  # E14
    met = past_round(1, (A, B), (C, E), (D, F))
    draw = danish("danish_modified", (A, B, C, D, E, F), met, last_round=True)
    assert in_tables(draw) == [{A, B}, {C, D}, {E, F}]
    assert draw.relaxations == ()


def test_the_last_round_does_not_lift_a_ban_of_all_rematches() -> None:
    met = past_round(1, (A, B), (C, E), (D, F))
    draw = danish("danish_no_rematch", (A, B, C, D, E, F), met, last_round=True)
    assert in_tables(draw) == [{A, C}, {B, D}, {E, F}]


def test_the_modified_form_forgets_all_but_the_preceding_round() -> None:
    history = past_round(1, (A, B), (C, D)), past_round(2, (A, C), (B, D))
    assert in_tables(danish("danish_modified", (A, B, C, D), *history)) == [{A, B}, {C, D}]


def test_without_rematch_all_three_first_choices_may_fall() -> None:  # E14b
    met = past_round(1, (A, B), (C, D), (E, F))
    assert in_tables(danish("danish_no_rematch", (A, B, C, D, E, F), met)) == [{A, C}, {B, E}, {D, F}]


@given(st.integers(1, 20), st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_pure_danish_is_first_against_second_whatever_went_before(half: int, seed: int) -> None:
    standings = shuffling(2 * half, seed)
    for number, draw in enumerate(play([("danish", 4)], standings), start=1):
        order = standings(number)
        assert in_tables(draw) == [{order[2 * k], order[2 * k + 1]} for k in range(half)]
        assert draw.relaxations == ()


@given(st.integers(2, 14), st.integers(0, 200))
@settings(max_examples=40, deadline=None)
def test_up_to_half_as_many_rounds_as_pairs_nobody_meets_again(half: int, seed: int) -> None:
    draws = play([("danish_no_rematch", half)], shuffling(2 * half, seed))  # Dirac's bound
    assert all(draw.relaxations == () for draw in draws)
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) == len(meetings) == half * half


@pytest.mark.parametrize("tables", [3, 5, 7])
def test_after_a_complete_mitchell_at_odd_tables_rematches_are_inevitable_and_named(tables: int) -> None:
    plan = [("mitchell", tables), ("danish_no_rematch", 1)]
    *mitchell, danish_round = play(plan, shuffling(2 * tables, 3))
    meetings = [opponents(draw) for draw in mitchell]
    (relaxation,) = danish_round.relaxations
    assert frozenset(relaxation.entries) in opponents(danish_round)
    assert relaxation.code == "rematch_unavoidable"
    assert relaxation.rounds == (1,), "the oldest meeting is repeated first"
    assert frozenset(relaxation.entries) in meetings[0]
    repeated = [pair for pair in opponents(danish_round) if any(pair in earlier for earlier in meetings)]
    assert repeated == [frozenset(relaxation.entries)]


@pytest.mark.parametrize("tables", [4, 6])
def test_after_a_complete_mitchell_at_even_tables_nobody_needs_to_meet_again(tables: int) -> None:
    *_, danish_round = play([("mitchell", tables), ("danish_no_rematch", 1)], shuffling(2 * tables, 3))
    assert danish_round.relaxations == ()


def test_two_pairs_meet_again_and_the_page_is_told_that_it_was_just_before() -> None:
    draw = danish("danish_modified", (A, B), past_round(1, (B, A)))
    assert in_tables(draw) == [{A, B}]
    assert draw.relaxations == (Relaxation("previous_unavoidable", (A, B), (1,)),)


def test_a_relaxation_names_every_earlier_meeting() -> None:
    history = past_round(1, (A, B)), past_round(2, (A, B)), past_round(3, (A, B))
    (relaxation,) = danish("danish_modified", (A, B), *history).relaxations
    assert relaxation.rounds == (1, 2, 3)


def test_the_lowest_that_has_not_rested_rests() -> None:
    history = past_round(1, (A, B), (C, D), rests=[E]), past_round(2, (A, C), (B, E), rests=[D])
    assert resting(danish("danish", (A, B, C, D, E), *history)) == [C]


def test_the_rest_passes_over_a_pair_without_whom_the_others_cannot_be_paired() -> None:
    history = (
        past_round(1, (A, B), (C, D), rests=[E]),
        past_round(2, (A, C), (B, D)),
        past_round(3, (A, D), (B, E)),
    )
    draw = danish("danish_no_rematch", (A, C, D, E, B), *history)
    assert resting(draw) == [D], "without B only E is left for A, and C and D have met; E has rested"
    assert opponents(draw) == {frozenset({A, E}), frozenset({C, B})}
    assert draw.relaxations == ()


def test_a_rematch_is_conceded_before_a_second_rest() -> None:
    history = (
        past_round(1, (A, B), (E, F)),
        past_round(2, (E, F), rests=[A]),
        past_round(3, (E, F), rests=[B]),
    )
    draw = danish("danish_no_rematch", (C, A, B), *history)
    assert resting(draw) == [C], "if A or B rested again, C could play somebody new"
    assert draw.relaxations == (Relaxation("rematch_unavoidable", (A, B), (1,)),)


@pytest.mark.parametrize(
    ("history", "ns"),
    [
        pytest.param((), A, id="all equal: the better placed"),
        pytest.param((past_round(1, (A, C), (D, B)),), B, id="fewer times NS than EW"),
        pytest.param((past_round(1, (B, C), (D, A)), past_round(2, (A, C), (D, B))), B, id="last sat EW"),
        pytest.param((past_round(1, (B, C)), past_round(2, (D, B))), B, id="even, but EW last time"),
    ],
)
def test_the_side_goes_by_balance_then_by_the_last_side_then_by_rank(
    history: tuple[PastRound, ...], ns: int
) -> None:
    assert danish("danish", (A, B), *history).seatings[0].ns == (ns,)


@given(st.sampled_from(["danish", "danish_modified", "danish_no_rematch"]), st.integers(2, 12), st.data())
@settings(max_examples=40, deadline=None)
def test_other_names_change_only_the_names(code: str, entries: int, data: st.DataObject) -> None:
    names = dict(zip(range(1, entries + 1), data.draw(st.permutations(range(1, entries + 1))), strict=True))
    standings = shuffling(entries, 5)
    plain = play([(code, 4)], standings)
    renamed = play([(code, 4)], lambda number: [names[entry] for entry in standings(number)])
    for before, after in zip(plain, renamed, strict=True):
        assert [(names[s.ns[0]], names[s.ew[0]]) for s in before.seatings] == [
            (s.ns[0], s.ew[0]) for s in after.seatings
        ]
        assert [names[entry] for entry in resting(before)] == resting(after)


@pytest.mark.parametrize("code", ["danish", "danish_modified", "danish_no_rematch"])
def test_individuals_are_refused(code: str) -> None:
    with pytest.raises(PairsOnly):
        METHODS[code](Request((A, B, C, D), options=Options(line_size=2)), random.Random(0))
