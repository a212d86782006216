"""Faults that other programs were reported for, as evenings of round robin, Howell, groups and knock-out."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.pairing.cups import Cup
from tests.pairing.evening import as_past, assert_everybody_once, opponents, play, resting
from tournaments.pairing.draws import Options, PastRound, Relaxation, Request, RoundDraw, TooFewOpponents
from tournaments.pairing.groups import in_groups
from tournaments.pairing.knockout import first_matches, rounds_needed
from tournaments.pairing.methods import METHODS
from tournaments.pairing.qualify import Standing, Tie, qualified
from tournaments.pairing.reached import progress

SCHEDULES = ("round_robin", "double_round_robin", "howell")


def after(first: RoundDraw, present: range | list[int], code: str, rounds: int = 3) -> RoundDraw:
    """The second round of a phase that began so."""
    request = Request(tuple(present), (as_past(1, first),), phase_rounds=rounds, round_in_phase=2)
    return METHODS[code](request, random.Random(5))


@pytest.mark.parametrize("entries", [3, 5, 7, 9])
@pytest.mark.parametrize("code", SCHEDULES)
def test_an_odd_round_robin_says_every_rest_and_seats_nobody_against_nobody(code: str, entries: int) -> None:
    """slashinfty/tournament-organizer#35: only the first rest was flagged, the others were tables."""
    draws = play([(code, entries)], lambda _: range(1, entries + 1))
    for draw in draws:
        assert len(draw.rests) == 1
        assert_everybody_once(draw, range(1, entries + 1))
    assert Counter(entry for draw in draws for entry in resting(draw)) == Counter(range(1, entries + 1))


@pytest.mark.parametrize("entries", [12, 11])
def test_nobody_sits_seven_times_on_one_side_and_four_on_the_other(entries: int) -> None:
    """mnito/round-robin#4 and flamontagne/rrschedule#5: sides 7 to 4 in 11 rounds."""
    draws = play([("round_robin", 11)], lambda _: range(1, entries + 1))
    ns = Counter(entry for draw in draws for seating in draw.seatings for entry in seating.ns)
    ew = Counter(entry for draw in draws for seating in draw.seatings for entry in seating.ew)
    assert {abs(ns[entry] - ew[entry]) for entry in range(1, entries + 1)} == {1 - entries % 2}


@pytest.mark.parametrize("entries", range(2, 34))
def test_a_bye_never_meets_a_bye(entries: int) -> None:
    """Drarig29/brackets-manager.js#47, #58."""
    draw = Cup(range(1, entries + 1)).draw()
    lines = first_matches(PastRound(1, draw.seatings, draw.rests))
    assert len(lines) == 2 ** (rounds_needed(entries) - 1)
    assert (None, None) not in lines


@pytest.mark.parametrize("entries", [3, 5, 6, 7, 9, 11, 13])
def test_a_knock_out_of_any_number_comes_to_its_final(entries: int) -> None:
    """kosmotive/tournaments#13: it crashed with 3, 5 and 7."""
    for third in (False, True):
        cup = Cup(range(1, entries + 1), Options(third_place=third))
        draws = cup.play_on(winner=max)
        assert len(draws) == rounds_needed(entries)
        assert [each.place for each in progress(cup.rounds)][:3] == [1, 2, 3]


def test_a_first_round_corrected_when_the_second_is_drawn_does_not_put_both_into_the_second() -> None:
    """5stackgg/5stack-panel#357: winner changed, both teams stood in round 2. Ours keeps what was drawn."""
    cup = Cup(range(1, 9))
    cup.play_on(rounds=2)
    corrected = replace(cup.rounds[0], winners=(8, 4, 2, 3))
    cup.rounds[0] = corrected
    final = cup.draw()
    assert opponents(final) == {frozenset({1, 2})}
    assert 8 in final.out
    cup.play(final)
    places = {each.entry: each.place for each in progress(cup.rounds)}
    assert (places[1], places[8]) == (1, 5)


def test_a_result_corrected_before_the_next_draw_sends_the_other_one_on() -> None:
    """lhayhurst/xwlists#33: the corrected result with another winner was a second result."""
    cup = Cup(range(1, 9))
    cup.play_on(rounds=1)
    cup.rounds[0] = replace(cup.rounds[0], winners=(8, 4, 2, 3))
    assert opponents(cup.draw()) == {frozenset({8, 4}), frozenset({2, 3})}


@pytest.mark.parametrize("code", SCHEDULES)
def test_after_a_withdrawal_nobody_meets_itself_and_who_left_is_not_seated(code: str) -> None:
    """slashinfty/tournament-organizer#10 and woogles-io/liwords#481."""
    first, second, _ = play([(code, 3)], lambda _: range(1, 9))
    for gone in range(1, 9):
        present = [entry for entry in range(1, 9) if entry != gone]
        draw = after(first, present, code)
        assert_everybody_once(draw, present, tables_of=8)
        assert {frozenset({gone, *resting(draw)})} == opponents(second) - opponents(draw)


def test_a_knocked_out_pair_that_withdraws_changes_nothing() -> None:
    """slashinfty/tournament-organizer#10: a result, then a withdrawal."""
    cup = Cup(range(1, 9))
    cup.play_on(rounds=1)
    assert opponents(cup.draw(range(1, 8))) == opponents(cup.draw())
    assert 8 not in cup.draw(range(1, 8)).out


@pytest.mark.parametrize("code", SCHEDULES)
def test_a_pair_that_comes_after_the_first_round_enters_or_waits_by_name(code: str) -> None:
    """liwords#855: the next round would not open."""
    (odd,) = play([(code, 1)], lambda _: range(1, 8))
    assert_everybody_once(after(odd, range(1, 9), code), range(1, 9))
    (even,) = play([(code, 1)], lambda _: range(1, 9))
    waits = after(even, range(1, 10), code)
    assert_everybody_once(waits, range(1, 10))
    assert Relaxation("no_seat", (9,)) in waits.relaxations


@pytest.mark.parametrize("code", SCHEDULES)
def test_an_odd_field_less_the_one_due_to_rest_is_even(code: str) -> None:
    """liwords#1217: it was still treated as odd."""
    first, second, _ = play([(code, 3)], lambda _: range(1, 10))
    present = [entry for entry in range(1, 10) if entry not in resting(second)]
    draw = after(first, present, code)
    assert draw.rests == ()
    assert_everybody_once(draw, present)


@pytest.mark.parametrize("code", [*SCHEDULES, "knockout"])
def test_a_first_round_drawn_again_with_a_late_pair_has_them_all(code: str) -> None:
    """ThatRickGuy/PGSwiss#77: three pairs were shown."""
    assert_everybody_once(METHODS[code](Request((1, 2, 3, 4)), random.Random(1)), range(1, 5))


@pytest.mark.parametrize("code", [*SCHEDULES, "knockout"])
@pytest.mark.parametrize("groups", [0, 2])
def test_when_everybody_has_gone_there_is_nothing_to_draw(code: str, groups: int) -> None:
    """lichess#10812: the next round was still paired."""
    options = Options(groups=groups)
    method = in_groups(METHODS[code])
    first = method(Request(tuple(range(1, 9)), options=options), random.Random(1))
    request = Request((), (as_past(1, first),), phase_rounds=2, round_in_phase=2, options=options)
    assert method(request, random.Random(1)) == RoundDraw(())


@pytest.mark.parametrize("code", ["round_robin", "howell"])
def test_more_rounds_than_opponents_are_refused_before_the_first(code: str) -> None:
    """HeXO-Game/HeXO#102: with more rounds than pairs the last one rested always."""
    with pytest.raises(TooFewOpponents):
        METHODS[code](Request(tuple(range(5)), phase_rounds=6), random.Random(0))


def test_the_cut_goes_by_the_places_of_the_ranking_and_by_nothing_else() -> None:
    """sendou-ink#2645: another tie-break was used at the cut than in the ranking.

    Entry 3 has more MP than 2, but the ranking put 2 before it by the direct match.
    """
    rows = [Standing(1, 1, 40, 0, 3), Standing(2, 2, 30, 100, 3), Standing(3, 3, 30, 900, 3)]
    assert qualified([rows], 2).tiers == ((1,), (2,))
    shared = [rows[0], rows[1], replace(rows[2], place=2)]
    found = qualified([shared], 2)
    assert (found.tiers[0], found.ties) == ((1,), (Tie(1, (2, 3), 1),))
