"""Faults that other tournament programs were reported for, as evenings of single players."""

import random

import pytest

from tests.pairing.evening import as_past, resting
from tests.pairing.single_players import (
    INDIVIDUALS,
    assert_four_at_a_table,
    couples,
    next_round,
    phase,
    rests_of,
    spread,
)
from tournaments.pairing.draws import PastRound, Request, Rest, RoundDraw, Seating
from tournaments.pairing.methods import METHODS

BOTH = ("individual", "individual_danish")


def test_the_lowest_who_has_not_rested_rests() -> None:
    """morphinepl/ANRTournament#22: a better placed one rested instead."""
    draws: list[RoundDraw] = []
    for _ in range(3):
        draws.append(next_round("individual_danish", range(1, 18), draws))
    assert [resting(draw) for draw in draws] == [[17], [16], [15]]
    standings = (*(entry for entry in range(1, 18) if entry not in (9, 16)), 9, 16)
    assert resting(next_round("individual_danish", standings, draws)) == [9]


@pytest.mark.parametrize("code", BOTH)
def test_rests_of_earlier_phases_count(code: str) -> None:
    """bbpPairings#27, #19: rests were not counted."""
    before = PastRound(1, (Seating(1, (1, 2), (3, 4)),), (Rest(5), Rest(6), Rest(7)))
    for seed in range(10):
        draw = METHODS[code](Request(tuple(range(1, 8)), (before,), options=INDIVIDUALS), random.Random(seed))
        assert set(resting(draw)) < {1, 2, 3, 4}


@pytest.mark.parametrize("code", BOTH)
@pytest.mark.parametrize("players", [5, 6, 9, 11])
def test_rests_go_round_again_when_everybody_has_rested(code: str, players: int) -> None:
    """lichess-org/lila#6619, online-go#2412, HeXO-Game/HeXO#102: one rested always, or the leader."""
    draws = phase(code, players, players - 1 if players % 4 == 3 else 2 * players)
    for number in range(1, len(draws) + 1):
        assert spread(rests_of(draws[:number], range(1, players + 1))) <= 1


@pytest.mark.parametrize("code", BOTH)
def test_the_last_partners_of_four_are_found(code: str) -> None:
    """phase-rs/phase#7937, zanlib0/golden#16: a greedy pairing repeated."""
    for seed in range(5):
        assert set(couples(phase(code, 4, 3, seed=seed)).values()) == {1}


@pytest.mark.parametrize("code", BOTH)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_fewer_than_four_all_rest_and_sit_nowhere(code: str, players: int) -> None:
    """phase-rs#6349, slashinfty#35: a rest was a table against nobody."""
    draw = next_round(code, range(1, players + 1), [])
    assert draw.seatings == ()
    assert sorted(resting(draw)) == list(range(1, players + 1))


@pytest.mark.parametrize("code", BOTH)
def test_a_withdrawn_player_is_never_seated_again(code: str) -> None:
    """slashinfty/tournament-organizer#10 and woogles-io/liwords#481."""
    for gone in range(1, 14):
        draws = phase(code, 13, 2)
        left = [entry for entry in range(1, 14) if entry != gone]
        for _ in range(3):
            draws.append(next_round(code, left, draws))
            assert draws[-1].rests == ()


@pytest.mark.parametrize("code", BOTH)
def test_a_player_who_comes_after_three_rounds_enters_the_fourth(code: str) -> None:
    """liwords#855."""
    draws = phase(code, 8, 3)
    for _ in range(2):
        draws.append(next_round(code, range(1, 10), draws))


@pytest.mark.parametrize("code", BOTH)
def test_a_field_that_has_lost_who_rested_is_full(code: str) -> None:
    """liwords#1217: it was still treated as odd."""
    draws = phase(code, 9, 2)
    gone = resting(draws[1])[0]
    assert next_round(code, [entry for entry in range(1, 10) if entry != gone], draws).rests == ()


@pytest.mark.parametrize("code", BOTH)
def test_a_first_round_drawn_again_with_a_late_player_has_them_all(code: str) -> None:
    """ThatRickGuy/PGSwiss#77."""
    assert len(next_round(code, range(1, 8), []).seatings) == 1
    assert len(next_round(code, range(1, 9), []).seatings) == 2


@pytest.mark.parametrize("code", BOTH)
def test_when_everybody_has_gone_there_is_nothing_to_draw(code: str) -> None:
    """lichess#10812: the next round was still paired."""
    history = (as_past(1, next_round(code, range(1, 9), [])),)
    draw = METHODS[code](Request((), history, 3, 2, options=INDIVIDUALS), random.Random(1))
    assert draw == RoundDraw(())
    assert_four_at_a_table(draw, ())


@pytest.mark.parametrize("code", BOTH)
def test_the_same_draw_twice_is_the_same(code: str) -> None:
    """lichess#12147: a draw pressed twice made other tables."""
    draws = phase(code, 14, 2)
    assert next_round(code, range(1, 15), draws) == next_round(code, range(1, 15), draws)


def test_a_changed_number_of_rounds_changes_no_round_that_follows() -> None:
    """Sharly-Chess#2308: the plan was read from the number of rounds."""
    draws = phase("individual", 22, 3)
    one, other = (next_round("individual", range(1, 23), draws, rounds=rounds) for rounds in (4, 9))
    assert one == other
