"""Teams: a meeting becomes tables, line-ups are checked, and every movement for pairs serves."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evening import opponents, play, resting, shuffling
from tournaments.pairing.draws import RoundDraw, Seating
from tournaments.pairing.teams import (
    LineUp,
    LineUpProblem,
    TeamPair,
    TeamSeating,
    line_up_problems,
    seated_persons,
    team_meetings,
    team_tables,
)

MEETING = RoundDraw((Seating(1, (7,), (8,)),))
ROSTERS = {7: (70, 71, 72, 73, 74), 8: (80, 81, 82, 83)}
SEVEN = LineUp(7, ((70, 71), (72, 73)))
EIGHT = LineUp(8, ((80, 81), (82, 83)))


def test_a_meeting_is_an_open_and_a_closed_table() -> None:
    draw = RoundDraw((Seating(1, (7,), (8,)), Seating(2, (3,), (4,), group=1)))
    assert team_tables(draw) == (
        TeamSeating(1, 1, TeamPair(7, 1), TeamPair(8, 1)),
        TeamSeating(2, 1, TeamPair(8, 2), TeamPair(7, 2)),
        TeamSeating(3, 2, TeamPair(3, 1), TeamPair(4, 1), 1),
        TeamSeating(4, 2, TeamPair(4, 2), TeamPair(3, 2), 1),
    )


@given(
    st.sampled_from(["drawn", "mitchell", "danish", "danish_no_rematch", "round_robin", "howell"]),
    st.integers(4, 15),
    st.integers(2, 4),
    st.integers(0, 50),
)
@settings(max_examples=60, deadline=None)
def test_each_team_has_its_pairs_once_and_the_lines_by_turns(
    code: str, teams: int, pairs: int, seed: int
) -> None:
    for draw in play([(code, 2)], shuffling(teams, seed), seed=seed):
        tables = team_tables(draw, pairs=pairs)
        expected = [
            pairs * (seating.table - 1) + slot for seating in draw.seatings for slot in range(1, pairs + 1)
        ]
        assert [table.table for table in tables] == expected
        lines = Counter[tuple[int, str]]()
        slots = Counter[tuple[int, int]]()
        for table in tables:
            assert table.ns.slot == table.ew.slot
            assert (table.table - 1) // pairs + 1 == table.meeting
            for line, pair in (("NS", table.ns), ("EW", table.ew)):
                lines[pair.team, line] += 1
                slots[pair.team, pair.slot] += 1
        playing = set(range(1, teams + 1)) - set(resting(draw))
        assert slots == Counter((team, slot) for team in playing for slot in range(1, pairs + 1))
        assert all(abs(lines[team, "NS"] - lines[team, "EW"]) == pairs % 2 for team in playing)
        assert {frozenset({t.ns.team, t.ew.team}) for t in tables} == opponents(draw)


@given(st.integers(2, 12), st.integers(1, 4))
@settings(max_examples=20, deadline=None)
def test_the_meetings_are_read_back_from_the_tables(teams: int, pairs: int) -> None:
    (draw,) = play([("round_robin", 1)], lambda _: range(teams))
    assert team_meetings(reversed(team_tables(draw, pairs=pairs))) == draw.seatings
    assert team_meetings(()) == ()


def test_faultless_line_ups_seat_four_of_each_team() -> None:
    assert line_up_problems([SEVEN, EIGHT], ROSTERS, MEETING) == ()
    assert seated_persons(team_tables(MEETING), [SEVEN, EIGHT]) == {
        (1, "NS"): (70, 71),
        (1, "EW"): (80, 81),
        (2, "NS"): (82, 83),
        (2, "EW"): (72, 73),
    }


@pytest.mark.parametrize(
    ("pairs", "problem"),
    [
        (((70, 71), (72, 72)), LineUpProblem("twice", 7, (72,))),
        (((70, 71), (71, 73)), LineUpProblem("twice", 7, (71,))),
        (((70, 71), (72, 80)), LineUpProblem("stranger", 7, (80,))),
        (((70, 71),), LineUpProblem("pairs", 7)),
        (((70, 71), (72, 73), (74, 75)), LineUpProblem("pairs", 7)),
    ],
)
def test_what_is_wrong_with_a_line_up(pairs: tuple[tuple[int, int], ...], problem: LineUpProblem) -> None:
    assert problem in line_up_problems([LineUp(7, pairs), EIGHT], ROSTERS, MEETING)


def test_every_team_that_plays_gives_one_line_up() -> None:
    assert line_up_problems([SEVEN, SEVEN, LineUp(9, EIGHT.pairs)], ROSTERS, MEETING) == (
        LineUpProblem("missing", 8),
        LineUpProblem("twice_given", 7),
        LineUpProblem("not_playing", 9),
    )


def test_a_team_has_four_to_six_players() -> None:
    for size, codes in ((3, ["roster"]), (4, []), (6, []), (7, ["roster"])):
        roster = {7: range(70, 70 + size), 8: ROSTERS[8]}
        found = line_up_problems([SEVEN, EIGHT], roster, MEETING)
        assert [each.code for each in found if each.code == "roster"] == codes
    roster = {7: range(70, 79), 8: range(80, 86)}
    three = [
        LineUp(team, tuple((10 * team + 2 * i, 10 * team + 2 * i + 1) for i in range(3))) for team in (7, 8)
    ]
    assert line_up_problems(three, roster, MEETING, pairs=3) == (LineUpProblem("roster", 7),)


def test_a_published_line_up_is_locked_for_the_round() -> None:
    other = LineUp(7, ((70, 74), (72, 73)))
    published = [SEVEN, EIGHT]
    assert line_up_problems([other, EIGHT], ROSTERS, MEETING, published=published) == (
        LineUpProblem("locked", 7),
    )
    assert line_up_problems([SEVEN, EIGHT], ROSTERS, MEETING, published=published) == ()
    assert line_up_problems([other, EIGHT], ROSTERS, MEETING) == ()


@st.composite
def line_ups_of_a_draw(draw: st.DrawFn) -> tuple[int, RoundDraw, dict[int, list[int]], list[LineUp]]:
    """Teams of two to four pairs with up to two reserves, each with any of its persons on its chairs."""
    pairs = draw(st.integers(2, 4))
    teams = draw(st.integers(2, 7))
    (meetings,) = play([("round_robin", 1)], lambda _: range(1, teams + 1))
    rosters = {
        team: [100 * team + at for at in range(2 * pairs + draw(st.integers(0, 2)))]
        for team in range(1, teams + 1)
    }
    line_ups = []
    for team in set(rosters) - set(resting(meetings)):
        chairs = draw(st.permutations(rosters[team]))[: 2 * pairs]
        line_ups.append(LineUp(team, tuple(zip(chairs[::2], chairs[1::2], strict=True))))
    return pairs, meetings, rosters, line_ups


@given(line_ups_of_a_draw())
@settings(max_examples=40, deadline=None)
def test_any_persons_of_a_team_fill_its_chairs_once_and_the_others_wait(
    made: tuple[int, RoundDraw, dict[int, list[int]], list[LineUp]],
) -> None:
    pairs, meetings, rosters, line_ups = made
    assert line_up_problems(line_ups, rosters, meetings, pairs=pairs) == ()
    tables = team_tables(meetings, pairs=pairs)
    seated = Counter(person for two in seated_persons(tables, line_ups).values() for person in two)
    assert set(seated.values()) <= {1}
    for team in set(rosters) - set(resting(meetings)):
        assert len(set(seated) & set(rosters[team])) == 2 * pairs
    for table in tables:
        assert table.ns.team != table.ew.team
        assert {line_up.team for line_up in line_ups} >= {table.ns.team, table.ew.team}
    if line_ups:
        changed = LineUp(line_ups[0].team, line_ups[0].pairs[::-1])
        found = line_up_problems([changed, *line_ups[1:]], rosters, meetings, pairs=pairs, published=line_ups)
        assert [problem.code for problem in found] == ["locked"]


@given(
    st.sampled_from(["swiss", "danish_no_rematch"]), st.integers(4, 10), st.integers(2, 4), st.integers(0, 50)
)
@settings(max_examples=30, deadline=None)
def test_the_odd_pair_sits_north_south_as_often_as_its_team_is_the_first(
    code: str, teams: int, pairs: int, seed: int
) -> None:
    """The movement's balance of sides is that of the odd pairs; with an even number of pairs nobody leans."""
    lean, sides = Counter[int](), Counter[int]()
    for draw in play([(code, 3)], shuffling(teams, seed), seed=seed):
        for seating in draw.seatings:
            sides[seating.ns[0]] += 1
            sides[seating.ew[0]] -= 1
        for table in team_tables(draw, pairs=pairs):
            lean[table.ns.team] += 1
            lean[table.ew.team] -= 1
    assert all(lean[team] == pairs % 2 * sides[team] for team in range(1, teams + 1))
