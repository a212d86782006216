"""Records go into rows and into the history's JSON, and come back the same."""

import json
import random

import pytest

from scoring.hands import Layer, resolve
from scoring.regulations import PRESETS
from scoring.samples import random_hand
from tournaments.hands import (
    NumberedHand,
    as_json,
    columns_of,
    from_json,
    hands_of,
    same_score,
    swapped,
    write_hands,
)
from tournaments.models.rounds import Match


def sample(preset: str, layer: Layer, seed: int) -> tuple[NumberedHand, ...]:
    rng = random.Random(seed)
    regulations = PRESETS[preset]
    return tuple(NumberedHand(n, random_hand(rng, regulations, layer=layer)) for n in range(1, 5))


@pytest.mark.parametrize("layer", list(Layer))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_what_was_typed_comes_back_from_rows_and_json(match: Match, preset: str, layer: Layer) -> None:
    hands = sample(preset, layer, 7)
    write_hands(match, hands)
    assert same_score(hands_of(match), hands)
    assert same_score(from_json(json.loads(json.dumps(as_json(hands)))), hands)
    for stored, typed in zip(hands_of(match), hands, strict=True):
        assert resolve(stored.hand, PRESETS[preset]) == resolve(typed.hand, PRESETS[preset])


def test_what_was_not_typed_stays_unknown(match: Match) -> None:
    write_hands(match, sample("fibur-2026", Layer.QUICK, 3))
    side = hands_of(match)[0].hand.ns
    assert (side.counts, side.closings, side.missed, side.laid, side.left, side.total) == (None,) * 6
    assert columns_of(side)["clean_count"] is None


def test_swapping_twice_changes_nothing() -> None:
    hands = sample("fitab-2025", Layer.DETAIL, 5)
    assert not same_score(swapped(hands), hands)
    assert same_score(swapped(swapped(hands)), hands)


def test_confirmations_are_no_part_of_the_score() -> None:
    hands = sample("fibur-2026", Layer.TOTAL, 5)
    marked = tuple(NumberedHand(each.number, each.hand, ("V18",), "visto") for each in hands)
    assert same_score(hands, marked)
