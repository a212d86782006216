"""A final and the rest beside it: two fields that never meet, one numbering of tables."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.draws import Options, PastRound, Request, RoundDraw
from tournaments.pairing.finals import BESIDE, FINAL, final_round
from tournaments.pairing.knockout import rounds_needed
from tournaments.pairing.methods import METHODS

BY_TABLE = {"mitchell", "round_robin"}


def played(number: int, draw: object, rng: random.Random) -> PastRound:
    """The round with a winner at every table."""
    winners = tuple(rng.choice(seating.everybody) for seating in draw.seatings)
    return PastRound(number, draw.seatings, draw.rests, winners)


@settings(max_examples=50, deadline=None)
@given(
    qualified=st.integers(2, 8),
    others=st.integers(0, 9),
    movement=st.sampled_from(["knockout", "danish_modified", "swiss", "round_robin"]),
    plays=st.sampled_from(["", "danish_modified", "swiss", "mitchell", "round_robin"]),
    seed=st.integers(0, 2**16),
)
def test_two_fields_share_a_round_and_never_a_table(
    qualified: int, others: int, movement: str, plays: str, seed: int
) -> None:
    rng = random.Random(seed)
    everybody = tuple(range(1, qualified + others + 1))
    finalists = rng.sample(everybody, qualified)
    beside = METHODS[plays] if plays else None
    draw = final_round(METHODS[movement], beside, finalists, by_table=plays in BY_TABLE)
    rounds = min(rounds_needed(qualified), qualified - 1) if movement == "knockout" else 1
    history: list[PastRound] = []
    for number in range(1, rounds + 1):
        ranking = tuple(rng.sample(everybody, len(everybody)))
        request = Request(ranking, tuple(history), rounds, number)
        found = draw(request, random.Random(seed))
        assert found == draw(request, random.Random(seed))
        tables = [seating.table for seating in found.seatings]
        assert len(set(tables)) == len(tables)
        for seating in found.seatings:
            assert len({entry in finalists for entry in seating.everybody}) == 1
        placed = [entry for seating in found.seatings for entry in seating.everybody]
        placed += [*(rest.entry for rest in found.rests), *found.out]
        assert sorted(placed) == list(everybody)
        called = set(placed) - set(found.out)
        if not plays:
            assert called <= set(finalists)
        elif others and not (plays == "round_robin" and number > others - 1 + others % 2):
            assert set(everybody) - set(finalists) <= called
            groups = {e: s.group for s in found.seatings for e in s.everybody}
            assert all(group == (FINAL if e in finalists else BESIDE) for e, group in groups.items())
        history.append(played(number, found, rng))
    if movement == "knockout":
        in_the_final = [{e for s in past.seatings for e in s.everybody} & set(finalists) for past in history]
        assert all(later <= earlier for earlier, later in pairwise(in_the_final[1:]))
        assert len(in_the_final[-1]) == 2


def test_the_seeds_meet_as_a_cup_would_have_it() -> None:
    finalists = [7, 3, 9, 1, 4, 8, 2, 6]
    draw = final_round(METHODS["knockout"], METHODS["danish_modified"], finalists)
    found = draw(Request(tuple(range(1, 13)), (), 3, 1), random.Random(1))
    top = [set(s.everybody) for s in found.seatings if s.group == FINAL]
    assert top == [{7, 6}, {1, 4}, {3, 2}, {9, 8}]
    assert [s.table for s in found.seatings] == [1, 2, 3, 4, 5, 6]


def test_who_keeps_a_table_keeps_it_unless_the_final_has_it() -> None:
    options = Options(fixed=((5, 2), (6, 9)))
    draw = final_round(METHODS["danish"], METHODS["danish"], [1, 2, 3, 4])
    found = draw(Request(tuple(range(1, 9)), options=options), random.Random(1))
    at = {entry: seating.table for seating in found.seatings for entry in seating.everybody}
    assert (at[5], at[6]) == (9, 9)
    assert [(each.code, each.entries) for each in found.relaxations] == [("fixed_seat", (5,))]
    assert next(seating for seating in found.seatings if seating.table == 9).ns == (6,)


def play_beside(
    plays: str,
    others: int,
    rounds: int,
    *,
    gone: int = 0,
    fixed: tuple[tuple[int, int], ...] = (),
    qualified: int = 4,
) -> list[RoundDraw]:
    """A final of 1 … `qualified` with so many others; from the second round on the last `gone` have left."""
    finalists = list(range(1, qualified + 1))
    draw = final_round(METHODS["danish"], METHODS[plays], finalists, by_table=plays in BY_TABLE)
    history: list[PastRound] = []
    draws = []
    for number in range(1, rounds + 1):
        present = qualified + others - (gone if number > 1 else 0)
        ranking = random.Random(number).sample(range(1, present + 1), present)
        request = Request(tuple(ranking), tuple(history), rounds, number, options=Options(fixed=fixed))
        draws.append(draw(request, random.Random(7)))
        history.append(played(number, draws[-1], random.Random(number)))
    return draws


def met_beside(draws: list[RoundDraw]) -> Counter[frozenset[int]]:
    return Counter(frozenset(s.everybody) for draw in draws for s in draw.seatings if s.group == BESIDE)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 13), st.integers(0, 3), st.sampled_from([(), ((2, 9),), ((2, 4),)]))
def test_a_mitchell_beside_a_final_goes_its_own_way_behind_the_tables_of_the_final(
    others: int, gone: int, fixed: tuple[tuple[int, int], ...]
) -> None:
    tables = (others + 1) // 2
    gone = min(gone, others - 1)
    draws = play_beside("mitchell", others, max(tables, 1), gone=gone, fixed=fixed)
    homes: dict[int, set[int]] = {}
    for draw in draws:
        taken = [s.table for s in draw.seatings]
        assert len(set(taken)) == len(taken)
        for seating in draw.seatings:
            if seating.group == BESIDE:
                homes.setdefault(seating.ns[0], set()).add(seating.table)
    if not gone and not fixed:
        assert all(len(at) == 1 for at in homes.values()), "N-S never move"
        assert {at for each in homes.values() for at in each} <= set(range(3, 3 + tables))
    met = met_beside(draws)
    if not gone:
        assert set(met.values()) <= {1}
        assert len(met) == (others // 2) * ((others + 1) // 2), "each of one line meets each of the other"


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 10), st.integers(0, 2))
def test_everybody_once_beside_a_final_waits_when_all_have_met(others: int, gone: int) -> None:
    most = others - 1 + others % 2
    draws = play_beside("round_robin", others, most + 1, gone=min(gone, others - 1))
    met = met_beside(draws)
    assert set(met.values()) <= {1}
    if not gone:
        assert len(met) == others * (others - 1) // 2
    assert not [s for s in draws[-1].seatings if s.group == BESIDE]
    assert len(draws[-1].out) == others - min(gone, others - 1)


def test_a_mitchell_beside_a_long_final_begins_again_and_says_who_meets_again() -> None:
    draws = play_beside("mitchell", 4, 3)
    assert max(met_beside(draws).values()) == 2
    again = [each for each in draws[2].relaxations if each.code == "rematch" and min(each.entries) > 4]
    assert len(again) == 2
    assert not any(min(each.entries) > 4 for draw in draws[:2] for each in draw.relaxations)


@pytest.mark.parametrize(("table", "kept"), [(4, True), (1, False)])
def test_who_keeps_a_table_beside_a_final_has_it_among_its_own(table: int, kept: bool) -> None:
    for draw in play_beside("mitchell", 6, 3, fixed=((7, table),)):
        at = {entry: seating for seating in draw.seatings for entry in seating.everybody}
        assert (at[7].table == table and at[7].ns == (7,)) is kept
        assert any(each.code == "fixed_seat" for each in draw.relaxations) is not kept
