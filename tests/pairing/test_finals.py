"""A final and the rest beside it: two fields that never meet, one numbering of tables."""

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.draws import Options, PastRound, Request
from tournaments.pairing.finals import BESIDE, FINAL, final_round
from tournaments.pairing.knockout import rounds_needed
from tournaments.pairing.methods import METHODS


def played(number: int, draw: object, rng: random.Random) -> PastRound:
    """The round with a winner at every table."""
    winners = tuple(rng.choice(seating.everybody) for seating in draw.seatings)
    return PastRound(number, draw.seatings, draw.rests, winners)


@settings(max_examples=50, deadline=None)
@given(
    qualified=st.integers(2, 8),
    others=st.integers(0, 9),
    movement=st.sampled_from(["knockout", "danish_modified", "swiss", "round_robin"]),
    plays_on=st.booleans(),
    seed=st.integers(0, 2**16),
)
def test_two_fields_share_a_round_and_never_a_table(
    qualified: int, others: int, movement: str, plays_on: bool, seed: int
) -> None:
    rng = random.Random(seed)
    everybody = tuple(range(1, qualified + others + 1))
    finalists = rng.sample(everybody, qualified)
    beside = METHODS["danish_modified"] if plays_on else None
    draw = final_round(METHODS[movement], beside, finalists)
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
        if not plays_on:
            assert called <= set(finalists)
        elif others:
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
