"""Places: criteria in order, shared places, direct matches, the sums of an evening."""

import pytest

from scoring.ranking import Criterion, RoundTally, Tally, best_of, check_sums, rank
from tests.scoring.golden import golden

E17 = golden("matches.json")["E17"]


def places(tallies: list[Tally], *criteria: Criterion) -> list[tuple[int, int, bool]]:
    return [(row.tally.key, row.place, row.shared) for row in rank(tallies, criteria)]


def met(opponent: int, vp: int, mp: int = 0, number: int = 1) -> RoundTally:
    return RoundTally(number, opponent, vp, mp, 0)


def test_vp_come_first_and_then_signed_mp() -> None:
    tallies = [Tally(1, 40, -5), Tally(2, 52, -300), Tally(3, 40, 10)]
    assert [row.tally.key for row in rank(tallies)] == [2, 3, 1]


def test_who_is_tied_to_the_end_shares_a_place_and_the_next_is_skipped() -> None:
    tallies = [Tally(4, 30, 0), Tally(3, 40, 0), Tally(2, 40, 0), Tally(1, 50, 0)]
    assert places(tallies, Criterion.VP) == [(1, 1, False), (2, 2, True), (3, 2, True), (4, 4, False)]


def test_a_direct_match_decides_between_two() -> None:
    tallies = [Tally(1, 40, 0, rounds=(met(2, 8, -260),)), Tally(2, 40, 0, rounds=(met(1, 12, 260),))]
    for criterion in (Criterion.DIRECT_VP, Criterion.DIRECT_MP):
        assert places(tallies, Criterion.VP, criterion) == [(2, 1, False), (1, 2, False)]


def test_direct_matches_count_only_where_all_of_the_group_have_met() -> None:
    one = Tally(1, 40, 0, rounds=(met(2, 20),))
    two = Tally(2, 40, 0, rounds=(met(1, 0), met(3, 20, number=2)))
    three = Tally(3, 40, 0, rounds=(met(2, 0, number=2),))
    assert {row.place for row in rank([one, two, three], [Criterion.VP, Criterion.DIRECT_VP])} == {1}
    one = Tally(1, 40, 0, rounds=(met(2, 20), met(3, 20, number=3)))
    three = Tally(3, 40, 0, rounds=(met(2, 0, number=2), met(1, 0, number=3)))
    found = places([three, two, one], Criterion.VP, Criterion.DIRECT_VP)
    assert found == [(1, 1, False), (2, 2, False), (3, 3, False)]


def test_matches_against_others_are_not_direct() -> None:
    one = Tally(1, 40, 0, rounds=(met(2, 10), met(9, 20, number=2)))
    two = Tally(2, 40, 0, rounds=(met(1, 10), met(9, 0, number=2)))
    assert places([one, two], Criterion.VP, Criterion.DIRECT_VP) == [(1, 1, True), (2, 1, True)]


def test_a_match_that_only_one_side_tells_of_is_none() -> None:
    one, two = Tally(1, 40, 0, rounds=(met(2, 20),)), Tally(2, 40, 0)
    assert places([one, two], Criterion.VP, Criterion.DIRECT_VP) == [(1, 1, True), (2, 1, True)]


@pytest.mark.parametrize(
    ("criterion", "better", "worse"),
    [
        (
            Criterion.BEST_ROUND_VP,
            Tally(2, 30, 0, rounds=(met(5, 19),)),
            Tally(1, 30, 0, rounds=(met(6, 18),)),
        ),
        (
            Criterion.LAST_ROUND_VP,
            Tally(2, 30, 0, rounds=(met(5, 11, number=4),)),
            Tally(1, 30, 0, rounds=(met(6, 20, number=3),)),
        ),
        (Criterion.RAW_POINTS, Tally(2, 30, 0, raw_points=900), Tally(1, 30, 0, raw_points=895)),
        (Criterion.WINS, Tally(2, 30, 0, wins=3), Tally(1, 30, 0, wins=2)),
        (Criterion.FEWER_SIT_OUTS, Tally(2, 30, 0, sit_outs=0), Tally(1, 30, 0, sit_outs=1)),
        (Criterion.LOT, Tally(2, 30, 0, lot=1), Tally(1, 30, 0, lot=2)),
        (Criterion.LOT, Tally(2, 30, 0, lot=7), Tally(1, 30, 0)),
    ],
)
def test_each_criterion_separates_equals(criterion: Criterion, better: Tally, worse: Tally) -> None:
    assert places([worse, better], Criterion.VP) == [(1, 1, True), (2, 1, True)]
    assert places([worse, better], Criterion.VP, criterion) == [(2, 1, False), (1, 2, False)]


def test_where_nobody_drew_a_lot_nobody_is_before_another() -> None:
    assert places([Tally(2, 30, 0), Tally(1, 30, 0)], Criterion.LOT) == [(1, 1, True), (2, 1, True)]


def test_an_earlier_criterion_is_never_overruled() -> None:
    assert places([Tally(1, 29, 0, lot=1), Tally(2, 30, 0, lot=2)], Criterion.VP, Criterion.LOT)[0][0] == 2


def test_nobody_makes_no_places() -> None:
    assert rank([]) == ()
    assert rank([], []) == ()


def test_the_sums_of_an_evening_leave_awards_and_penalties_out() -> None:
    rests = RoundTally(1, None, 12, 305, 0, played=False)
    tallies = [
        Tally(1, 13, -360, rounds=(met(2, 9, -260), rests)),
        Tally(2, 11, 260, rounds=(met(1, 11, 260),)),
    ]
    check = check_sums(tallies)
    assert (check.expected_vp, check.found_vp, check.found_mp, check.agrees) == (20, 20, 0, True)
    assert type(check.expected_vp) is int
    wrong = check_sums([tallies[0], Tally(2, 12, 255, rounds=(met(1, 12, 255),))])
    assert (wrong.found_vp, wrong.found_mp, wrong.agrees) == (21, -5, False)
    assert not check_sums([tallies[0], Tally(2, 11, 255, rounds=(met(1, 11, 255),))]).agrees


def test_the_best_eight_of_ten() -> None:
    assert best_of(E17["points"], len(E17["points"])) == E17["sum"]
    assert best_of(E17["points"], 8) == E17["best_8"]
