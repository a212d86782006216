"""What a plan cannot keep, said before the event and borne out by playing it."""

from collections.abc import Sequence

import pytest

from tests.pairing.evening import opponents, play, shuffling
from tournaments.pairing.draws import Options
from tournaments.pairing.foresight import Foresight, foresee, foresee_single_players, sure_rounds

NO_REMATCH = "danish_no_rematch"


def said(found: Sequence[Foresight]) -> list[tuple[str, int, int, int]]:
    return [(foresight.code, foresight.phase, foresight.rounds, foresight.limit) for foresight in found]


@pytest.mark.parametrize(
    ("entries", "plan", "expected"),
    [
        (12, [("mitchell", 3), (NO_REMATCH, 1)], ()),
        (6, [("mitchell", 4)], (("mitchell_second_cycle", 0, 4, 3),)),
        (7, [("danish", 1), ("mitchell", 5)], (("mitchell_second_cycle", 1, 5, 4),)),
        (6, [(NO_REMATCH, 5)], ()),
        (6, [(NO_REMATCH, 6)], (("too_few_opponents", 0, 6, 5),)),
        (7, [(NO_REMATCH, 7)], ()),
        (4, [("swiss", 6)], (("too_few_opponents", 0, 6, 3),)),
        (6, [("swiss", 6)], (("too_few_opponents", 0, 6, 5),)),
        (6, [("mitchell", 3), ("swiss", 1)], (("odd_mitchell_complete", 1, 1, 0),)),
        (7, [(NO_REMATCH, 8)], (("too_few_opponents", 0, 8, 7),)),
        (8, [("mitchell", 4), (NO_REMATCH, 4)], (("too_few_opponents", 1, 4, 3),)),
        (8, [("drawn", 4), (NO_REMATCH, 4)], (("too_few_opponents", 1, 4, 3),)),
        (6, [("danish", 1), (NO_REMATCH, 5)], (("too_few_opponents", 1, 5, 4),)),
        (6, [("danish_modified", 3), (NO_REMATCH, 4)], (("too_few_opponents", 1, 4, 3),)),
        (6, [("mitchell", 3), (NO_REMATCH, 1)], (("odd_mitchell_complete", 1, 1, 0),)),
        (6, [("mitchell", 3), ("danish", 1), ("drawn", 1)], (("odd_mitchell_complete", 2, 1, 0),)),
        (5, [("mitchell", 3), (NO_REMATCH, 1)], (("odd_mitchell_complete", 1, 1, 0),)),
        (5, [("mitchell", 3), ("danish", 1), (NO_REMATCH, 1)], ()),
        (5, [("danish", 1), ("mitchell", 3), (NO_REMATCH, 1)], ()),
        (6, [("mitchell", 3), ("danish_modified", 1), ("manual", 9)], ()),
        (1, [("mitchell", 3)], ()),
        (0, [], ()),
    ],
)
def test_only_what_is_certain_is_said(
    entries: int, plan: list[tuple[str, int]], expected: tuple[tuple[str, int, int, int], ...]
) -> None:
    assert said(foresee(entries, plan)) == list(expected)


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


@pytest.mark.parametrize(
    ("entries", "plan", "offers"),
    [
        (6, [("mitchell", 4)], ("fewer_rounds", "danish_after", "second_cycle")),
        (6, [("swiss", 6)], ("fewer_rounds", "danish_after", "round_robin")),
        (6, [("danish", 1), ("swiss", 5)], ("fewer_rounds", "danish_after")),
        (6, [("swiss", 5), ("drawn", 1)], ("danish_modified",)),
        (6, [("mitchell", 3), ("swiss", 1)], ("danish_modified", "shorter_mitchell")),
        (6, [("mitchell", 3), ("swiss", 2)], ("danish_modified",)),
    ],
)
def test_what_can_be_done_instead_is_offered(
    entries: int, plan: list[tuple[str, int]], offers: tuple[str, ...]
) -> None:
    (foresight,) = foresee(entries, plan)
    assert foresight.offers == offers


@pytest.mark.parametrize("code", ["swiss", NO_REMATCH])
@pytest.mark.parametrize("entries", [5, 6, 9, 10, 13, 14])
def test_one_round_less_of_mitchell_leaves_one_without_a_rematch(entries: int, code: str) -> None:
    tables = (entries + 1) // 2
    plan = [("mitchell", tables), (code, 1)]
    assert "shorter_mitchell" in foresee(entries, plan)[0].offers
    shorter = [("mitchell", tables - 1), (code, 1)]
    assert foresee(entries, shorter) == ()
    for seed in range(5):
        assert all(draw.relaxations == () for draw in play(shorter, shuffling(entries, seed)))


@pytest.mark.parametrize("code", ["swiss", "drawn", NO_REMATCH])
@pytest.mark.parametrize("entries", [4, 5, 6, 7, 10, 11])
def test_the_rounds_that_are_sure_have_no_rematch(entries: int, code: str) -> None:
    rounds = sure_rounds(entries)
    assert rounds == (entries + 1) // 2
    assert sure_rounds(entries, played=rounds + 1) == 0
    for seed in range(5):
        draws = play([(code, rounds)], shuffling(entries, seed), seed=seed)
        assert all(draw.relaxations == () for draw in draws)


@pytest.mark.parametrize("code", ["swiss", "drawn", "danish", "danish_modified", NO_REMATCH, "mitchell"])
@pytest.mark.parametrize("entries", [7, 8])
def test_a_club_of_more_than_half_is_foreseen_and_does_meet(code: str, entries: int) -> None:
    largest = (entries + 1) // 2
    for size in (largest, largest + 1):
        options = Options(clubs=(tuple(range(1, size + 1)),))
        found = foresee(entries, [(code, 1)], clubs=(2, size))
        assert said(found) == ([("club_too_large", 0, 1, largest)] if size > largest else [])
        for seed in range(5):
            (draw,) = play([(code, 1)], shuffling(entries, seed), seed=seed, options=options)
            assert bool(draw.relaxations) == (size > largest)


def test_clubs_are_foreseen_only_in_the_rounds_that_keep_them_apart() -> None:
    plan = [("manual", 1), ("danish", 2), ("swiss", 2)]
    assert [found.phase for found in foresee(8, plan, clubs=(5,))] == [1, 2]
    assert [found.phase for found in foresee(8, plan, clubs=(5,), clubs_until=3)] == [1]
    assert foresee(8, plan, clubs=(5,), clubs_until=1) == ()


@pytest.mark.parametrize(("entries", "limit"), [(8, 4), (9, 6)])
def test_rounds_beyond_the_pairs_of_other_clubs_bring_a_club_together(entries: int, limit: int) -> None:
    plan = [("swiss", limit + 1)]
    assert said(foresee(entries, plan, clubs=(4,))) == [("too_few_outsiders", 0, limit + 1, limit)]
    assert foresee(entries, [("swiss", limit)], clubs=(4,)) == ()
    options = Options(clubs=((1, 2, 3, 4),))
    draws = play(plan, shuffling(entries, 3), options=options)
    assert any(draw.relaxations for draw in draws)


@pytest.mark.parametrize(
    ("entries", "plan", "expected"),
    [
        (8, [((4,), 9)], [("partners_again", 0, 9, 7)]),
        (4, [((4,), 5)], [("partners_again", 0, 5, 3)]),
        (8, [((4,), 3), ((4,), 6)], [("partners_again", 1, 6, 4)]),
        (8, [((4,), 7), ((4,), 1)], [("partners_again", 1, 1, 0)]),
        (8, [((4,), 7), ((), 9)], []),
        (6, [((3,), 4)], [("opponents_again", 0, 4, 2)]),
        (4, [((2,), 2), ((2,), 2)], [("opponents_again", 1, 2, 1)]),
        (8, [((5, 3), 3)], [("opponents_again", 0, 3, 2)]),
        (7, [((4, 3), 9)], []),
        (8, [((2,), 7), ((4,), 7)], []),
        (3, [((4,), 9)], []),
        (1, [((2,), 9)], []),
        (0, [((4,), 1)], []),
    ],
)
def test_of_single_players_it_is_said_when_partners_or_opponents_run_out(
    entries: int, plan: list[tuple[tuple[int, ...], int]], expected: list[tuple[str, int, int, int]]
) -> None:
    assert said(foresee_single_players(entries, plan)) == expected


@pytest.mark.parametrize("code", ["individual", "individual_danish", "drawn"])
@pytest.mark.parametrize("players", [4, 5, 6, 8, 9, 12])
def test_rounds_beyond_the_couples_do_bring_partners_together_again(code: str, players: int) -> None:
    options = Options(line_size=2)
    (found,) = foresee_single_players(players, [((4,), 20)])
    draws = play([(code, found.limit + 1)], shuffling(players, 3), options=options)
    assert any(given.code == "partner_again" for draw in draws for given in draw.relaxations)
    if code == "individual":
        kept = play([(code, found.limit)], shuffling(players, 3), options=options)
        assert not any(given.code == "partner_again" for draw in kept for given in draw.relaxations)


def test_what_single_players_can_do_instead_is_offered() -> None:
    offers = [
        found.offers
        for plan in ([9], [3, 6], [7, 1])
        for found in foresee_single_players(8, [((4,), rounds) for rounds in plan])
    ]
    assert offers == [("fewer_rounds",), ("fewer_rounds", "shorter_before"), ("shorter_before",)]
