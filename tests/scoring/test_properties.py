"""What holds for every record, match and field, tried on generated ones."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hands import (
    EndReason,
    Hand,
    HandProblem,
    HandScore,
    ImpossibleHand,
    Layer,
    Level,
    problems,
    totals,
)
from scoring.matches import MatchFormat, fold, match_problems
from scoring.ranking import Criterion, RoundTally, Tally, rank
from scoring.regulations import PRESETS, BurracoKind, Regulations
from scoring.samples import random_hand, random_match
from scoring.victory_points import VP_TABLES, GapError, victory_points

presets = st.sampled_from(list(PRESETS.values()))
seeds = st.integers(0, 2**32)
points = st.one_of(st.none(), st.integers(-240, 240).map(lambda n: 5 * n), st.integers(-1200, 4000))
small = st.one_of(st.none(), st.integers(-1, 3))
counts = st.one_of(st.none(), st.dictionaries(st.sampled_from(BurracoKind), st.integers(-1, 9), max_size=3))
typed_sides = st.builds(
    HandScore,
    counts=counts,
    closings=small,
    missed=small,
    laid=points,
    left=points,
    base=points,
    points=points,
    total=points,
)
typed_hands = st.builds(
    Hand,
    st.tuples(typed_sides, typed_sides),
    st.integers(1, 4),
    st.one_of(st.none(), st.sampled_from(EndReason)),
)


@st.composite
def damaged_hands(draw: st.DrawFn) -> tuple[Hand, Regulations]:
    """A legal hand of which one figure was typed wrong: nearer to life than wild figures."""
    regulations = draw(presets)
    hand = random_hand(
        random.Random(draw(seeds)),
        regulations,
        layer=draw(st.sampled_from(Layer)),
        covers=draw(st.integers(1, 4)),
    )
    name = draw(st.sampled_from(["closings", "missed", "laid", "left", "base", "points", "total"]))
    damaged = replace(hand.ns, **{name: draw(points)})
    return replace(hand, sides=(damaged, hand.ew)), regulations


def errors(found: tuple[HandProblem, ...]) -> list[HandProblem]:
    return [each for each in found if each.level is Level.ERROR]


def judged_alike(hand: Hand, regulations: Regulations) -> None:
    """Without an error there are totals; with any error, there is nothing."""
    found = problems(hand, regulations)
    if errors(found):
        with pytest.raises(ImpossibleHand) as refused:
            totals(hand, regulations)
        assert refused.value.problems == found
    else:
        assert len(totals(hand, regulations)) == len(hand.sides)


@given(typed_hands, presets)
@settings(max_examples=100, deadline=None)
def test_a_record_has_totals_or_errors(hand: Hand, regulations: Regulations) -> None:
    judged_alike(hand, regulations)


@given(damaged_hands())
@settings(max_examples=100, deadline=None)
def test_a_record_with_one_wrong_figure_has_totals_or_errors(damaged: tuple[Hand, Regulations]) -> None:
    judged_alike(*damaged)


def mirrored(found: tuple[HandProblem, ...]) -> set[tuple[object, ...]]:
    """Problems as they should be after the sides changed seats."""
    other = {"base_0": "base_1", "base_1": "base_0"}
    return {
        (
            each.code,
            each.level,
            None if each.side is None else 1 - each.side,
            each.field,
            frozenset((other.get(name, name), figure) for name, figure in each.figures.items()),
            each.suggestion[::-1] if isinstance(each.suggestion, tuple) else each.suggestion,
        )
        for each in found
    }


def as_they_are(found: tuple[HandProblem, ...]) -> set[tuple[object, ...]]:
    return {
        (each.code, each.level, each.side, each.field, frozenset(each.figures.items()), each.suggestion)
        for each in found
    }


@given(st.one_of(damaged_hands(), st.tuples(typed_hands, presets)))
@settings(max_examples=100, deadline=None)
def test_swapping_the_sides_swaps_the_problems(asked: tuple[Hand, Regulations]) -> None:
    hand, regulations = asked
    swapped = replace(hand, sides=hand.sides[::-1])
    assert as_they_are(problems(swapped, regulations)) == mirrored(problems(hand, regulations))


@pytest.mark.parametrize("code", PRESETS)
@pytest.mark.parametrize("covers", [1, 2, 3, 4])
@given(seed=seeds, layer=st.sampled_from(Layer), players=st.sampled_from([2, 3, 4, 5]))
@settings(max_examples=40, deadline=None)
def test_a_generated_hand_is_legal(code: str, covers: int, seed: int, layer: Layer, players: int) -> None:
    regulations = PRESETS[code]
    hand = random_hand(random.Random(seed), regulations, layer=layer, players=players, covers=covers)
    assert errors(problems(hand, regulations, players)) == []
    assert hand.covers == covers
    assert all((side.counts is not None) == (layer is Layer.DETAIL) for side in hand.sides)
    assert all((side.base is not None) == (layer is Layer.QUICK) for side in hand.sides)
    assert all((side.total is not None) == (layer is Layer.TOTAL) for side in hand.sides)


@given(seeds, presets)
@settings(max_examples=60, deadline=None)
def test_the_layers_of_one_hand_agree(seed: int, regulations: Regulations) -> None:
    drawn = [random_hand(random.Random(seed), regulations, layer=layer) for layer in Layer]
    assert len({totals(hand, regulations) for hand in drawn}) == 1


@given(seeds, presets, st.integers(2, 4), st.sampled_from(Layer))
@settings(max_examples=100, deadline=None)
def test_a_record_over_several_hands_scores_as_they_do(
    seed: int, regulations: Regulations, covers: int, layer: Layer
) -> None:
    rng = random.Random(seed)
    singles = [totals(random_hand(rng, regulations, layer=layer), regulations) for _ in range(covers)]
    record = random_hand(random.Random(seed), regulations, layer=layer, covers=covers)
    assert totals(record, regulations) == tuple(map(sum, zip(*singles, strict=True)))


match_formats = st.one_of(
    st.builds(MatchFormat, hands=st.integers(1, 12)),
    st.builds(MatchFormat, target=st.sampled_from([505, 1005, 2005]), pass_target=st.booleans()),
)


@given(seeds, presets, match_formats, st.sampled_from(Layer))
@settings(max_examples=60, deadline=None)
def test_a_generated_match_is_over_exactly_at_its_end(
    seed: int, regulations: Regulations, match_format: MatchFormat, layer: Layer
) -> None:
    hands = random_match(random.Random(seed), regulations, match_format, layer)
    scores = [(ns, ew) for ns, ew in (totals(hand, regulations) for hand in hands)]
    assert match_problems(scores, match_format) == ()
    assert fold(scores, match_format).complete
    assert not fold(scores[:-1], match_format).complete
    assert [("after_target" if match_format.target else "too_many_hands", len(scores))] == [
        (each.code, each.record) for each in match_problems([*scores, (0, 0)], match_format)
    ]


pairs_of_totals = st.lists(st.tuples(st.integers(-300, 900), st.integers(-300, 900)), max_size=12)


@given(pairs_of_totals)
@settings(max_examples=60, deadline=None)
def test_what_one_line_wins_the_other_loses(scores: list[tuple[int, int]]) -> None:
    here = fold(scores, MatchFormat(hands=12))
    there = fold([(ew, ns) for ns, ew in scores], MatchFormat(hands=12))
    assert here.difference + there.difference == 0
    assert here.totals == there.totals[::-1]
    assert [(0, 0), *here.running][-1] == here.totals
    assert [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([(0, 0), *here.running])] == scores


@given(
    st.sampled_from(["hands-2", "hands-3", "hands-4", "teams"]),
    st.integers(-5000, 5000),
    st.sampled_from([1, 5]),
)
@settings(max_examples=100, deadline=None)
def test_vp_of_a_match_sum_to_twenty_and_swap_with_the_sides(code: str, difference: int, step: int) -> None:
    table = VP_TABLES[code]
    try:
        here = victory_points(table, (difference, 0), step)
    except GapError:
        assert difference % step
        with pytest.raises(GapError):
            victory_points(table, (0, difference), step)
        return
    assert sum(here) == 20
    assert here == victory_points(table, (0, difference), step)[::-1]
    assert (here[0] - here[1]) * difference >= 0


@st.composite
def fields(draw: st.DrawFn) -> list[Tally]:
    size = draw(st.integers(0, 8))
    few = st.integers(0, 2)
    return [
        Tally(
            key,
            draw(few),
            draw(few),
            draw(few),
            draw(few),
            draw(few),
            tuple(
                RoundTally(number, opponent, draw(few), draw(few), draw(few))
                for number, opponent in enumerate(
                    draw(st.sets(st.integers(0, 7), max_size=4)) - {key}, start=1
                )
            ),
            draw(st.one_of(st.none(), few)),
        )
        for key in range(size)
    ]


@given(fields(), st.permutations(list(Criterion)), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_places_do_not_depend_on_the_order_given(
    tallies: list[Tally], criteria: list[Criterion], rng: random.Random
) -> None:
    ranked = rank(tallies, criteria[:4])
    shuffled = list(tallies)
    rng.shuffle(shuffled)
    assert rank(shuffled, criteria[:4]) == ranked
    for position, row in enumerate(ranked, start=1):
        assert row.place <= position
        assert row.shared == (sum(other.place == row.place for other in ranked) > 1)
