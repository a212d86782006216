"""Faults that other tournament programs were reported for, as evenings of ours."""

import random
from collections import Counter

import pytest

from tests.pairing.evening import (
    BY_STANDINGS,
    DRAWN_FOR_PAIRS,
    as_past,
    assert_everybody_once,
    opponents,
    past_round,
    play,
    resting,
    shuffling,
)
from tournaments.pairing.draws import PastRound, Request, Rest, RoundDraw, Seating
from tournaments.pairing.manual import manual_problems
from tournaments.pairing.methods import METHODS

RNG = random.Random(0)


def rests_in(draws: list[RoundDraw]) -> Counter[int]:
    return Counter(entry for draw in draws for entry in resting(draw))


@pytest.mark.parametrize("code", BY_STANDINGS)
def test_the_lowest_that_has_not_rested_and_can_be_spared_rests(code: str) -> None:
    """morphinepl/ANRTournament#22: a better placed pair rested instead."""
    ranking = tuple(range(1, 18))
    draws = play([(code, 3)], lambda _: ranking)
    assert [resting(draw) for draw in draws] == [[17], [16], [15]]
    history = tuple(as_past(number, draw) for number, draw in enumerate(draws, start=1))
    standings = (*(entry for entry in ranking if entry not in (9, 16)), 9, 16)
    draw = METHODS[code](Request(standings, history), RNG)
    assert resting(draw) == [9]


@pytest.mark.parametrize("code", BY_STANDINGS)
def test_the_third_from_the_bottom_rests_when_the_last_two_have(code: str) -> None:
    """bbpPairings#27, #19: rests were not counted."""
    history = past_round(1, (1, 2), (3, 4), rests=[5]), past_round(2, (1, 3), (2, 5), rests=[4])
    assert resting(METHODS[code](Request((1, 2, 3, 4, 5), history), RNG)) == [3]


@pytest.mark.parametrize("code", ["drawn", *BY_STANDINGS])
def test_nobody_rests_three_times_while_others_never_do(code: str) -> None:
    """lichess-org/lila#6619."""
    assert set(rests_in(play([(code, 5)], lambda _: (1, 2, 3, 4, 5))).values()) == {1}


@pytest.mark.parametrize("code", BY_STANDINGS)
def test_the_leader_rests_once_in_eleven_rounds_of_eleven(code: str) -> None:
    """online-go#2412: the leader got five rests of eleven."""
    draws = play([(code, 11)], lambda _: tuple(range(1, 12)))
    assert rests_in(draws) == Counter(dict.fromkeys(range(1, 12), 1))


@pytest.mark.parametrize("code", ["drawn", *BY_STANDINGS])
def test_rests_go_round_again_when_everybody_has_rested(code: str) -> None:
    """HeXO-Game/HeXO#102: then the last pair rested always."""
    assert set(rests_in(play([(code, 12)], lambda _: (1, 2, 3, 4))).values()) == set()
    assert set(rests_in(play([(code, 15)], lambda _: (1, 2, 3, 4, 5))).values()) == {3}


@pytest.mark.parametrize("code", ["drawn", "danish_no_rematch", "swiss"])
def test_the_last_pairing_of_four_is_found(code: str) -> None:
    """phase-rs/phase#7937: a greedy pairing gave two rematches."""
    history = past_round(1, (1, 2), (3, 4)), past_round(2, (1, 3), (2, 4))
    for ranking in ((1, 2, 3, 4), (4, 2, 1, 3), (3, 1, 4, 2)):
        draw = METHODS[code](Request(ranking, history), random.Random(3))
        assert opponents(draw) == {frozenset({1, 4}), frozenset({2, 3})}


@pytest.mark.parametrize("entries", [4, 6, 8, 10, 20, 40])
def test_looking_ahead_avoids_what_a_greedy_pairing_repeats(entries: int) -> None:
    """zanlib0/golden#16."""
    draws = play([("danish_no_rematch", entries // 2)], shuffling(entries, 7))
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(meetings) == len(set(meetings))


@pytest.mark.parametrize("code", DRAWN_FOR_PAIRS)
def test_who_rests_is_said_and_is_at_no_table(code: str) -> None:
    """phase-rs#6349 and slashinfty#35: a rest was not credited, or was a table against nobody."""
    draw = METHODS[code](Request((1, 2, 3)), random.Random(1))
    assert len(draw.rests) == len(draw.seatings) == 1
    assert_everybody_once(draw, (1, 2, 3))


@pytest.mark.parametrize("code", DRAWN_FOR_PAIRS)
def test_a_withdrawn_pair_is_never_seated_again(code: str) -> None:
    """slashinfty/tournament-organizer#10 and woogles-io/liwords#481."""
    first, *_ = play([(code, 1)], lambda _: range(1, 9))
    request = Request(tuple(range(2, 9)), (as_past(1, first),), phase_rounds=2, round_in_phase=2)
    assert_everybody_once(METHODS[code](request, random.Random(1)), range(2, 9))


def test_a_pair_listed_twice_is_refused_before_it_meets_itself() -> None:
    """slashinfty/tournament-organizer#10."""
    with pytest.raises(ValueError, match="twice"):
        Request((1, 2, 1))


@pytest.mark.parametrize("code", ["drawn", *BY_STANDINGS])
def test_a_pair_that_comes_after_three_rounds_enters_the_fourth(code: str) -> None:
    """liwords#855."""
    draws = play([(code, 3)], lambda _: range(1, 9))
    history = tuple(as_past(number, draw) for number, draw in enumerate(draws, start=1))
    assert_everybody_once(METHODS[code](Request(tuple(range(1, 10)), history), RNG), range(1, 10))


@pytest.mark.parametrize("code", DRAWN_FOR_PAIRS)
def test_an_odd_field_less_one_is_even(code: str) -> None:
    """liwords#1217: it was still treated as odd. In Mitchell the seats stay, so the one due to rest goes."""
    first, second = play([(code, 2)], lambda _: range(1, 10))
    gone = resting(second)[0]
    present = tuple(entry for entry in range(1, 10) if entry != gone)
    request = Request(present, (as_past(1, first),), phase_rounds=2, round_in_phase=2)
    draw = METHODS[code](request, random.Random(1))
    assert draw.rests == ()
    assert_everybody_once(draw, present, tables_of=9)


def test_two_rests_typed_where_one_table_would_do_are_questioned() -> None:
    """liwords#792: two manual rests made three."""
    problems = manual_problems(
        (Seating(1, (1,), (2,)),), (1, 2, 3, 4, 5), (), rests=(Rest(3), Rest(4), Rest(5))
    )
    assert [(problem.code, problem.entries, problem.warning) for problem in problems] == [
        ("rest_needless", (3, 4, 5), True)
    ]


@pytest.mark.parametrize("code", DRAWN_FOR_PAIRS)
def test_a_first_round_drawn_again_with_a_late_pair_has_them_all(code: str) -> None:
    """ThatRickGuy/PGSwiss#77: three pairs were shown."""
    draw = METHODS[code](Request((1, 2, 3, 4)), random.Random(1))
    assert len(draw.seatings) == 2
    assert draw.rests == ()


@pytest.mark.parametrize("code", DRAWN_FOR_PAIRS)
def test_when_everybody_has_gone_there_is_nothing_to_draw(code: str) -> None:
    """lichess#10812: the next round was still paired."""
    history = (PastRound(1, (Seating(1, (1,), (2,)), Seating(2, (3,), (4,)))),)
    request = Request((), history, phase_rounds=2, round_in_phase=2)
    assert METHODS[code](request, random.Random(1)) == RoundDraw(())


@pytest.mark.parametrize("code", ["drawn", *BY_STANDINGS])
def test_a_win_because_nobody_came_is_a_rest_whatever_its_points(code: str) -> None:
    """bbpPairings#19, #27, #28: a rest was not counted when it stood under another code or with other points.

    3 waited for 9, who did not come: of 1, 2 and 3 only the first two may rest now.
    """
    first = PastRound(1, (Seating(1, (1,), (2,)), Seating(2, (9,), (3,))), absent=(9,))
    for seed in range(10):
        draw = METHODS[code](Request((1, 2, 3), (first,)), random.Random(seed))
        assert resting(draw) in ([1], [2])
        assert draw.relaxations == ()


@pytest.mark.parametrize("code", ["drawn", *BY_STANDINGS])
def test_who_was_absent_has_not_rested_and_has_met_nobody(code: str) -> None:
    """bbpPairings#19: an absence is no rest."""
    first = PastRound(1, (Seating(1, (1,), (4,)), Seating(2, (2,), (3,))), (Rest(5),), absent=(4,))
    draw = METHODS[code](Request((2, 3, 1, 5, 4), (first,)), random.Random(0))
    assert resting(draw)[0] in {2, 3, 4}
    if code != "drawn":
        assert resting(draw) == [4]


def test_only_the_modified_danish_asks_whether_the_round_is_the_last() -> None:
    """Sharly-Chess#2308: rounds added or taken away after the start flip the answer."""
    history = (past_round(1, (1, 2), (3, 4)),)
    for code in DRAWN_FOR_PAIRS:
        one, other = (
            METHODS[code](
                Request((1, 2, 3, 4), history, phase_rounds=2, round_in_phase=2, last_round=is_last),
                random.Random(0),
            )
            for is_last in (False, True)
        )
        assert (one != other) == (code == "danish_modified")


def test_two_middling_distances_are_better_than_a_long_and_a_short_one() -> None:
    """online-go#696: by the plain distance 1-3, 2-4 is no better than 1-4, 2-3, and 11k met 7k."""
    history = (past_round(1, (1, 2), (3, 4)),)
    draw = METHODS["swiss"](Request((1, 2, 3, 4), history), RNG)
    assert opponents(draw) == {frozenset({1, 3}), frozenset({2, 4})}
