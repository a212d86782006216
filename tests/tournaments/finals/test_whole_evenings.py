"""Whole evenings with a final by the pages: groups, cross quarter-finals, third place; thirds and ties."""

import random

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import (
    Movement,
    address,
    look,
    meetings,
    play,
    programme,
    ties_on,
    two_hands,
)
from tests.tournaments.shown.conftest import words_of
from tournaments.cuts import cut_of
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Seat
from tournaments.programmes import INDIVIDUALS, TEAMS
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


def test_four_groups_then_cross_quarter_finals_and_a_third_place(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=16, programme="groups-final")
    before = look(secretary, "director", evening)
    assert "Phase 2: 8 play the final, the first 2 of all 4 groups." in before
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(number))
    group_of = dict(Seat.objects.active().filter(round__number=1).values_list("entry", "group"))
    first_two = {
        row.entry_id
        for each in cut_of(evening.phases.get(number=2)).groups
        for row in each.standings.rows
        if row.place <= 2
    }
    page = look(secretary, "qualified", evening)
    assert page.count("goes on") == 8
    assert page.count("last in") == page.count("first out") == 4
    assert "Nothing is open" in page
    play(secretary, evening, 4, random.Random(4))
    quarters = meetings(4)
    assert set().union(*quarters) == first_two
    assert all(len({group_of[entry] for entry in match}) == 2 for match in quarters)
    assert Seat.objects.active().filter(round__number=4, reason="out").count() == 8
    assert "8 do not play this round" in look(secretary, "rounds", evening)
    for number in (5, 6):
        play(secretary, evening, number, random.Random(number))
    halves = [set().union(*quarters[:2]), set().union(*quarters[2:])]
    for half in halves:
        assert len({group_of[entry] for entry in half}) == 4, "mates of a group are in opposite halves"
    for name in ("staff_standings", "standings"):
        assert "Order of the standings: who came further in the knock-out" in look(secretary, name, evening)
    rows = standings(evening).rows
    assert [row.place for row in rows[:8]] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert {row.entry_id for row in rows[:8]} == first_two
    assert [row.place for row in rows[8:]] == list(range(9, 17))
    assert "Group D" in look(secretary, "standings", evening)
    bracket = look(secretary, "bracket", evening)
    assert "Quarter-finals" in bracket
    assert "For the third place" in bracket


def look_at(answer: HttpResponse) -> str:
    return words_of(answer.content.decode())


def uneven(cast: Cast) -> Tournament:
    """Eleven pairs in groups of four, four and three; two of each and two thirds play quarter-finals."""
    return make_evening(
        cast.club,
        entries=11,
        programme=programme(
            two_hands(Movement.ROUND_ROBIN, 3, groups=3, groups_by=Phase.GroupsBy.LOT),
            two_hands(Movement.KNOCKOUT, 3, qualify_each=2, qualify_next=2, others=Phase.Others.PLAY),
        ),
    )


def test_best_thirds_of_uneven_groups_and_ties_at_the_cut(
    secretary: Client, referee: Client, cast: Cast
) -> None:
    evening = uneven(cast)
    assert "and the best 2 of those who come next" in look(secretary, "director", evening)
    for number in (1, 2, 3):
        play(secretary, evening, number, None)
    assert "It is not decided yet who plays the final" in look(secretary, "director", evening)
    secretary.post(address("draw", evening, 4))
    assert not evening.rounds.get(number=4).draws.exists(), "nobody is cut in silence"
    assert look(secretary, "qualified", evening).count("Equal at the cut") == 3
    phase, key = ties_on(secretary, evening)[0]
    wrong = {"phase": phase, "tied": key, "through": key.split("-")[:1]}
    told = secretary.post(address("qualified_choose", evening), wrong)
    assert (told.status_code, "decided by the referee" in told.content.decode()) == (403, True)
    refused = referee.post(address("qualified_choose", evening), wrong)
    assert "Choose 2 of them" in refused.content.decode()
    chosen = key.split("-")[-2:]
    referee.post(address("qualified_choose", evening), {"phase": phase, "tied": key, "through": chosen})
    decided = 1
    while ties := ties_on(secretary, evening):
        phase, key = ties[0]
        secretary.post(address("qualified_lot", evening), {"phase": phase, "tied": key})
        decided += 1
        assert decided < 12
    acts = Act.objects.filter(tournament=evening, verb=Act.Verb.QUALIFY)
    assert acts.count() == decided
    assert acts.last().facts["seed"] > 0
    cut = cut_of(evening.phases.get(number=2))
    assert set(map(int, chosen)) <= set(cut.seeds)
    assert len(cut.seeds) == 8
    play(secretary, evening, 4, random.Random(4))
    top = {entry for match in meetings(4)[:4] for entry in match}
    assert top == set(cut.seeds)
    beside = Seat.objects.active().filter(round__number=4, group=52)
    assert set(beside.values_list("entry", flat=True)) == set(cut.others)
    assert "Final B" in look(secretary, "rounds", evening)
    for number in (5, 6):
        play(secretary, evening, number, random.Random(number))
        assert Seat.objects.active().filter(round__number=number, group=52).count() == 3
    rows = standings(evening).rows
    assert {row.entry_id for row in rows[:8]} == set(cut.seeds)
    assert [row.place for row in rows[8:]] == [9, 10, 11]


def test_a_decision_says_what_it_is_about_and_that_it_was_taken(
    secretary: Client, referee: Client, cast: Cast
) -> None:
    evening = uneven(cast)
    for number in (1, 2, 3):
        play(secretary, evening, number, None)
    phase, key = ties_on(secretary, evening)[0]
    sent = {"phase": phase, "tied": key}
    referee.post(address("qualified_choose", evening), {**sent, "through": key.split("-")[-2:]})
    other = {**sent, "through": key.split("-")[:2]}
    assert "It was decided already, by " in look_at(referee.post(address("qualified_choose", evening), other))
    decided = 0
    while "is compared with the next of the other groups" not in look(secretary, "qualified", evening):
        phase, key = ties_on(secretary, evening)[0]
        secretary.post(address("qualified_lot", evening), {"phase": phase, "tied": key})
        decided += 1
        assert decided < 12
    assert "whether she goes on is not decided by this" in look(secretary, "qualified", evening)
    stale = secretary.post(address("qualified_lot", evening), {"phase": phase, "tied": key})
    assert "It was decided already, by lot, by " in look_at(stale)
    last = Act.objects.filter(tournament=evening, verb=Act.Verb.QUALIFY).last().facts
    log = look(secretary, "log", evening)
    assert f"among {', '.join(map(str, last['among']))}" in log
    assert f"seed {last['seed']}" in log
    assert set(last["numbers"]) < set(last["among"])


def test_a_decision_is_undone_by_name(secretary: Client, cast: Cast) -> None:
    evening = uneven(cast)
    for number in (1, 2, 3):
        play(secretary, evening, number, None)
    before = ties_on(secretary, evening)
    phase, key = before[0]
    secretary.post(address("qualified_lot", evening), {"phase": phase, "tied": key})
    assert ties_on(secretary, evening) != before
    act = Act.objects.filter(tournament=evening).last()
    assert "by lot" in look(secretary, "log", evening)
    secretary.post(address("undo_act", evening), {"seen": act.seq})
    assert ties_on(secretary, evening) == before


def test_who_withdraws_before_the_final_gives_the_place_to_the_next(secretary: Client, cast: Cast) -> None:
    evening = make_evening(
        cast.club,
        entries=8,
        programme=programme(
            two_hands(Movement.ROUND_ROBIN, 3, groups=2, groups_by=Phase.GroupsBy.LOT),
            two_hands(Movement.DANISH_MODIFIED, 1, qualify_each=2),
        ),
    )
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(number))
    phase = evening.phases.get(number=2)
    cut = cut_of(phase)
    leaving, following = cut.groups[0].standings.rows[1].entry_id, cut.groups[0].standings.rows[2].entry_id
    secretary.post(address("draw", evening, 4))
    opens = "a place in it opens, and the draw of round 4 waits"
    assert opens in look(secretary, "leave", evening, leaving)
    assert opens not in look(secretary, "leave", evening, following)
    secretary.post(address("leave", evening, leaving), {"justified": "yes"})
    assert evening.rounds.get(number=4).state == "planned"
    page = look(secretary, "qualified", evening)
    assert "would play the final, but they have withdrawn. Next:" in page
    secretary.post(address("draw", evening, 4))
    assert evening.rounds.get(number=4).state == "planned"
    facts = {"phase": 2, "entry": leaving, "what": "next"}
    secretary.post(address("qualified_place", evening), facts)
    assert following in cut_of(phase).seeds or following in cut_of(evening.phases.get(number=2)).seeds
    play(secretary, evening, 4, random.Random(4))
    seated = {entry for match in meetings(4) for entry in match}
    assert seated == {*cut.seeds, following} - {leaving}
    rows = standings(evening).rows
    assert {row.entry_id for row in rows[:4]} == seated, "finalists before everybody else"


def test_a_place_left_empty_is_a_bye(secretary: Client, cast: Cast) -> None:
    evening = make_evening(
        cast.club,
        entries=8,
        programme=programme(
            two_hands(Movement.ROUND_ROBIN, 3, groups=2, groups_by=Phase.GroupsBy.LOT),
            two_hands(Movement.KNOCKOUT, 2, qualify_each=2, sit_out_vp=12, sit_out_mp=305),
        ),
    )
    for number in (1, 2, 3):
        play(secretary, evening, number, random.Random(number))
    leaving = cut_of(evening.phases.get(number=2)).groups[1].standings.rows[0].entry_id
    secretary.post(address("leave", evening, leaving), {"justified": "yes"})
    secretary.post(address("qualified_place", evening), {"phase": 2, "entry": leaving, "what": "empty"})
    play(secretary, evening, 4, random.Random(4))
    assert len(meetings(4)) == 1
    assert Seat.objects.active().filter(round__number=4, reason="rests").count() == 1
    play(secretary, evening, 5, random.Random(5))
    assert len(meetings(5)) == 1


@pytest.mark.parametrize(
    ("kind", "first", "final"),
    [
        (INDIVIDUALS, Movement.DRAWN, Movement.INDIVIDUAL_DANISH),
        (TEAMS, Movement.SWISS, Movement.KNOCKOUT),
    ],
)
def test_single_players_and_teams_have_a_final_of_the_first(
    secretary: Client, cast: Cast, kind: str, first: str, final: str
) -> None:
    """Without groups the first of the standings play it, the others beside them."""
    table = "teams" if kind == TEAMS else "hands-4"
    awards = {"sit_out_vp": 12, "sit_out_mp": 0, "absence_vp": 0, "absence_mp": 0}
    evening = make_evening(
        cast.club,
        entries=16 if kind == INDIVIDUALS else 6,
        programme=programme(
            two_hands(first, 1, vp_table=table, **awards),
            two_hands(
                final,
                1,
                vp_table=table,
                qualify_each=8 if kind == INDIVIDUALS else 2,
                others=Phase.Others.PLAY,
                **awards,
            ),
            kind=kind,
        ),
    )
    play(secretary, evening, 1, random.Random(1))
    best = [row.entry_id for row in standings(evening).rows]
    count = evening.phases.get(number=2).qualify_each
    cut = cut_of(evening.phases.get(number=2))
    assert set(cut.seeds) == set(best[:count])
    play(secretary, evening, 2, random.Random(2))
    seats = Seat.objects.active().filter(round__number=2)
    assert set(seats.filter(group=51).values_list("entry", flat=True)) == set(best[:count])
    assert set(seats.filter(group=52).values_list("entry", flat=True)) == set(best[count:])
    assert {row.entry_id for row in standings(evening).rows[:count]} == set(best[:count])
