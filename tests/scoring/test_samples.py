"""Generated evenings look like real ones."""

import random
import statistics

from scoring.hands import Layer, Level, problems, resolve, totals
from scoring.matches import MatchFormat
from scoring.regulations import DEFAULT, PRESETS, Shape, changed
from scoring.samples import random_hand, random_match

FIBUR = PRESETS[DEFAULT]


def test_four_hands_spread_like_a_real_field() -> None:
    rng = random.Random(20260801)
    four = MatchFormat(hands=4)
    differences = [
        sum(
            (hand.ns.total or 0) - (hand.ew.total or 0)
            for hand in random_match(rng, FIBUR, four, Layer.TOTAL)
        )
        for _ in range(1500)
    ]
    assert 800 < statistics.pstdev(differences) < 970
    assert abs(statistics.mean(differences)) < 70
    assert all(difference % 5 == 0 for difference in differences)


def test_a_generated_hand_is_seldom_unlikely() -> None:
    rng = random.Random(7)
    hands = [random_hand(rng, FIBUR) for _ in range(500)]
    assert sum(bool(problems(hand, FIBUR)) for hand in hands) <= 5


def test_dear_burrachi_leave_room_for_the_rest() -> None:
    dear = changed(FIBUR, shapes={kind: Shape(None, 13, shape.wilds) for kind, shape in FIBUR.shapes.items()})
    rng = random.Random(11)
    for _ in range(500):
        assert not [each for each in problems(random_hand(rng, dear), dear) if each.level is Level.ERROR]


def test_hands_in_which_nobody_took_a_pozzetto_cost_nothing_in_a_longer_record_either() -> None:
    nobody = 0
    for seed in range(1000):
        rng = random.Random(seed)
        singles = [random_hand(rng, FIBUR) for _ in range(2)]
        nobody += any(all(side.missed for side in hand.sides) for hand in singles)
        expected = tuple(map(sum, zip(*(totals(hand, FIBUR) for hand in singles), strict=True)))
        assert totals(random_hand(random.Random(seed), FIBUR, covers=2), FIBUR) == expected
    assert nobody


def test_the_same_seed_deals_the_same_hands() -> None:
    hands = [[random_hand(random.Random(seed), FIBUR) for seed in range(30)] for _ in range(2)]
    assert hands[0] == hands[1]
    assert len(set(hands[0])) > 25


def test_generated_hands_show_what_an_evening_shows() -> None:
    rng = random.Random(3)
    sides = [side for _ in range(400) for side in random_hand(rng, FIBUR).sides]
    assert {side.closings for side in sides} == {0, 1}
    assert {side.missed for side in sides} == {0, 1}
    assert {kind for side in sides for kind, count in (side.counts or {}).items() if count} == set(
        FIBUR.bonuses
    )
    scores = [side for _ in range(400) for side in resolve(random_hand(rng, FIBUR), FIBUR)]
    assert any((side.total or 0) < 0 for side in scores)
