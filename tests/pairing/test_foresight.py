"""What a plan cannot keep, said before the event and borne out by playing it."""

import pytest

from tests.pairing.evening import opponents, play, shuffling
from tournaments.pairing.draws import Options
from tournaments.pairing.foresight import Foresight, foresee

NO_REMATCH = "danish_no_rematch"


@pytest.mark.parametrize(
    ("entries", "plan", "expected"),
    [
        (12, [("mitchell", 3), (NO_REMATCH, 1)], ()),
        (6, [("mitchell", 4)], (Foresight("mitchell_second_cycle", 0, 4, 3),)),
        (7, [("danish", 1), ("mitchell", 5)], (Foresight("mitchell_second_cycle", 1, 5, 4),)),
        (6, [(NO_REMATCH, 5)], ()),
        (6, [(NO_REMATCH, 6)], (Foresight("too_few_opponents", 0, 6, 5),)),
        (7, [(NO_REMATCH, 7)], ()),
        (7, [(NO_REMATCH, 8)], (Foresight("too_few_opponents", 0, 8, 7),)),
        (8, [("mitchell", 4), (NO_REMATCH, 4)], (Foresight("too_few_opponents", 1, 4, 3),)),
        (8, [("drawn", 4), (NO_REMATCH, 4)], (Foresight("too_few_opponents", 1, 4, 3),)),
        (6, [("danish", 1), (NO_REMATCH, 5)], (Foresight("too_few_opponents", 1, 5, 4),)),
        (6, [("danish_modified", 3), (NO_REMATCH, 4)], (Foresight("too_few_opponents", 1, 4, 3),)),
        (6, [("mitchell", 3), (NO_REMATCH, 1)], (Foresight("odd_mitchell_complete", 1, 1, 0),)),
        (6, [("mitchell", 3), ("danish", 1), ("drawn", 1)], (Foresight("odd_mitchell_complete", 2, 1, 0),)),
        (5, [("mitchell", 3), (NO_REMATCH, 1)], (Foresight("odd_mitchell_complete", 1, 1, 0),)),
        (5, [("mitchell", 3), ("danish", 1), (NO_REMATCH, 1)], ()),
        (5, [("danish", 1), ("mitchell", 3), (NO_REMATCH, 1)], ()),
        (6, [("mitchell", 3), ("danish_modified", 1), ("manual", 9)], ()),
        (1, [("mitchell", 3)], ()),
        (0, [], ()),
    ],
)
def test_only_what_is_certain_is_said(
    entries: int, plan: list[tuple[str, int]], expected: tuple[Foresight, ...]
) -> None:
    assert foresee(entries, plan) == expected


@pytest.mark.parametrize("phantom", ["NS", "EW"])
@pytest.mark.parametrize("entries", range(2, 18))
def test_a_complete_mitchell_is_foreseen_to_block_exactly_when_it_does(entries: int, phantom: str) -> None:
    plan = [("mitchell", (entries + 1) // 2), (NO_REMATCH, 1)]
    for seed in range(3):
        options = Options(phantom=phantom)  # type: ignore[arg-type]
        *_, after = play(plan, shuffling(entries, seed), options=options)
        assert bool(after.relaxations) == bool(foresee(entries, plan))


@pytest.mark.parametrize("entries", [5, 6, 7, 8])
def test_rounds_beyond_the_opponents_do_bring_a_rematch(entries: int) -> None:
    limit = entries - 1 + entries % 2
    plan = [(NO_REMATCH, limit + 1)]
    assert foresee(entries, plan)
    draws = play(plan, shuffling(entries, 1))
    meetings = [pair for draw in draws for pair in opponents(draw)]
    assert len(set(meetings)) < len(meetings)
    assert any(draw.relaxations for draw in draws)
