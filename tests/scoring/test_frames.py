"""Records recognised at once are exactly those in which the checks find nothing."""

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bounds import bounds
from scoring.checks import Case, every_problem
from scoring.frames import clear_totals
from scoring.hands import Hand, HandScore, Layer, resolve, settle
from scoring.records import EndReason
from scoring.regulations import PRESETS, BurracoKind, Regulations, Unlikely, changed
from scoring.samples import random_hand
from tests.scoring.test_properties import damaged_hands, presets, seeds, typed_hands, typed_sides

# No figure is unlikely here, so that bounds of the cards decide; and nobody who closed pays for his hand.
WIDE = Unlikely(-(10**6), 10**6, 10**6, 10**6, 10**6)
rules = st.builds(
    lambda preset, unlikely, pays: changed(preset, unlikely=unlikely, closing_line_pays_hand=pays),
    presets,
    st.sampled_from(
        [Unlikely(), WIDE, Unlikely(total_below=0, base_above=300, points_beyond=90, meld_slack=0)]
    ),
    st.booleans(),
)
tables = st.sampled_from([(2, 2), (4, 2), (3, 2), (3, 3), (5, 3), (5, 5)])  # players, sides


def by_the_checks(
    hand: Hand, regulations: Regulations, players: int = 4
) -> tuple[tuple[object, ...], tuple[int, ...]]:
    found = every_problem(Case(hand, regulations, players))
    if any(each.level == "error" for each in found):
        return found, ()
    return found, tuple(side.total for side in resolve(hand, regulations) if side.total is not None)


@st.composite
def tables_of_any_size(draw: st.DrawFn) -> tuple[Hand, int]:
    players, sides = draw(tables)
    reason = draw(st.one_of(st.none(), st.sampled_from(EndReason)))
    return Hand(draw(st.tuples(*[typed_sides] * sides)), draw(st.integers(1, 3)), reason), players


@given(st.one_of(tables_of_any_size(), typed_hands.map(lambda hand: (hand, 4))), rules)
@settings(max_examples=100, deadline=None)
def test_any_record_is_judged_as_the_checks_judge_it(
    asked: tuple[Hand, int], regulations: Regulations
) -> None:
    hand, players = asked
    assert settle(hand, regulations, players) == by_the_checks(hand, regulations, players)


@given(damaged_hands())
@settings(max_examples=100, deadline=None)
def test_a_wrong_figure_is_not_overlooked(damaged: tuple[Hand, Regulations]) -> None:
    assert settle(*damaged) == by_the_checks(*damaged)


@given(
    seeds,
    rules,
    st.sampled_from(Layer),
    st.tuples(st.integers(1, 3), st.sampled_from([2, 3, 4, 5])),
    st.lists(st.integers(-240, 240).map(lambda n: 5 * n), min_size=3, max_size=3),
)
@settings(max_examples=200, deadline=None)
def test_amounts_are_judged_alike_on_both_sides_of_every_bound(
    seed: int, regulations: Regulations, layer: Layer, table: tuple[int, int], moved: list[int]
) -> None:
    covers, players = table
    legal = random_hand(random.Random(seed), regulations, layer=layer, covers=covers, players=players)
    names = {Layer.DETAIL: ("laid", "left"), Layer.QUICK: ("points",), Layer.TOTAL: ("total",)}[layer]
    name = random.Random(seed).choice(names)
    sides = tuple(
        replace(side, **{name: (getattr(side, name) or 0) + covers * more})
        for side, more in zip(legal.sides, moved, strict=False)
    )
    hand = replace(legal, sides=sides)
    assert settle(hand, regulations, players) == by_the_checks(hand, regulations, players)


def around(*bounds: int) -> list[int]:
    """Figures just within and just beyond some bounds, shared out by two, and on the other side of 0."""
    near = {part + 5 * more for bound in bounds for part in (bound, bound // 10 * 5) for more in (-1, 0, 1)}
    return sorted(near | {-figure for figure in near})


@pytest.mark.parametrize("unlikely", [Unlikely(), WIDE], ids=["likely", "wide"])
@pytest.mark.parametrize("code", ["fibur-2026", "classico"])
def test_sums_are_judged_alike_where_bounds_meet(code: str, unlikely: Unlikely) -> None:
    regulations = changed(PRESETS[code], unlikely=unlikely)
    limit = bounds(regulations)
    points = around(limit.points_open, limit.points_closed, limit.live, 300)
    totals = around(limit.highest_sum, limit.highest_total[0], limit.lowest_total[0])
    bases = [(0, 0), (300, 0), (2800, 0), (200, 100), (1400, 1300)]
    records = [Hand((HandScore(total=a), HandScore(total=b))) for a, b in product(totals, repeat=2)]
    for (base, other), (a, b) in product(bases, product(points, repeat=2)):
        records.append(Hand((HandScore(base=base, points=a), HandScore(base=other, points=b))))
    closer = HandScore(counts={BurracoKind.CLEAN: 1}, closings=1, missed=0)
    loser = HandScore(counts={}, closings=0, missed=0, laid=260, left=200)
    for laid, left in product(around(limit.live - 460, 600), repeat=2):
        for side in (closer, replace(loser, counts=closer.counts)):
            typed = replace(side, laid=laid, left=left)
            records.append(
                Hand((typed, loser), end_reason=EndReason.CLOSED if side is closer else EndReason.STOCK)
            )
    for hand in records:
        assert settle(hand, regulations) == by_the_checks(hand, regulations), hand


@pytest.mark.parametrize("layer", Layer)
@pytest.mark.parametrize("regulations", PRESETS.values(), ids=lambda each: each.code)
def test_nearly_every_record_of_an_evening_is_recognised(regulations: Regulations, layer: Layer) -> None:
    rng = random.Random(11)
    hands = [random_hand(rng, regulations, layer=layer) for _ in range(500)]
    assert sum(clear_totals(hand, regulations, 4) is not None for hand in hands) >= 490


def borders(hand: Hand, name: str) -> list[tuple[int, bool]]:
    """Figures of the first side at which the answer changes, rising, and whether it is recognised then."""
    found, before = [], False
    for figure in range(-1200, 1605, 5):
        moved = replace(hand, sides=(replace(hand.sides[0], **{name: figure}), *hand.sides[1:]))
        clear = clear_totals(moved, PRESETS["fibur-2026"], 4) is not None
        if clear != before:
            found.append((figure, clear))
        before = clear
    return found


def test_a_record_is_recognised_up_to_what_is_likely() -> None:
    nothing = HandScore(base=0, points=0)
    assert borders(Hand((nothing, nothing)), "points") == [(-300, True), (505, False)]
    assert borders(Hand((HandScore(base=200, points=0), nothing)), "points") == [(-265, True), (505, False)]
    assert borders(Hand((HandScore(total=0), HandScore(total=0))), "total") == [(-400, True), (1505, False)]
    open_hand = HandScore(counts={}, closings=0, missed=0, laid=100, left=100)
    stock = Hand((open_hand, open_hand), end_reason=EndReason.STOCK)
    assert borders(stock, "left") == [(10, True), (505, False)]
    assert borders(stock, "laid") == [(0, True), (605, False)]


def test_players_who_cannot_form_such_sides_are_refused_at_once_too() -> None:
    for hand in (Hand(()), Hand((HandScore(base=0, points=0),) * 3), Hand((HandScore(total=0),) * 3)):
        with pytest.raises(ValueError, match="4 players do not form"):
            settle(hand, PRESETS["fibur-2026"])
