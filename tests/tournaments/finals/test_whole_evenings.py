"""Whole evenings with a final by the pages: groups, cross quarter-finals, third place; thirds and ties."""

import random
from dataclasses import replace

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import (
    Movement,
    address,
    crushing,
    look,
    play,
    programme,
    ties_on,
    two_hands,
)
from tests.tournaments.shown.conftest import words_of
from tournaments.cuts import cut_of
from tournaments.forms.finals import field_of, final_words
from tournaments.forms.moves import correction_sentences, moves_in_short
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Seat
from tournaments.moves import GoesOn, what_it_would_move
from tournaments.programmes import INDIVIDUALS, TEAMS, Programme
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


def meetings(number: int) -> list[set[int]]:
    matches = Match.objects.active().filter(round__number=number).order_by("table_number")
    return [set(match.seats.values_list("entry", flat=True)) for match in matches]


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
    assert "Group final B" in look(secretary, "rounds", evening)
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


def in_two_groups(movement: str, rounds: int, **facts: object) -> Programme:
    """Three rounds in two groups of four, then a final of the first two of each."""
    return programme(
        two_hands(Movement.ROUND_ROBIN, 3, groups=2, groups_by=Phase.GroupsBy.LOT),
        two_hands(movement, rounds, qualify_each=2, **facts),
    )


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
    assert "qualified and have withdrawn. Next:" in page
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


def test_a_correction_before_the_final_says_who_would_go_on(secretary: Client, cast: Cast) -> None:
    evening = make_evening(
        cast.club,
        entries=8,
        programme=programme(two_hands(Movement.DRAWN, 1), two_hands(Movement.DANISH, 1, qualify_each=4)),
    )
    play(secretary, evening, 1, random.Random(1))
    last = standings(evening).rows[-1]
    match = Match.objects.active().get(round__number=1, seats__entry=last.entry_id)
    (moved,) = what_it_would_move(match, crushing(match, last.entry_id)).qualifying
    assert (moved.event, moved.tied) == ("", False)
    assert [who.entry_id for who in moved.coming] == [last.entry_id]
    assert len(moved.going) == 1
    play(secretary, evening, 2, random.Random(2))
    match = Match.objects.active().get(pk=match.pk)
    correction = what_it_would_move(match, crushing(match, last.entry_id))
    (after,) = correction.qualifying
    assert (after.drawn, after.coming, after.going) == (2, moved.coming, moved.going)
    with translation.override("en"):
        said = " ".join(correction_sentences(correction))
    assert "The final is drawn and announced: who plays it stays" in said
    assert f"By the standings would come in: {last.number} " in said
    final = Match.objects.active().filter(round__number=2).select_related("round__phase__tournament")[0]
    seated = final.seats.values_list("entry", flat=True)[0]
    assert what_it_would_move(final, crushing(final, seated)).qualifying == (), (
        "nobody qualifies for it in it"
    )


def test_a_correction_in_the_groups_says_who_would_go_on_so_far(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme=in_two_groups(Movement.DANISH, 1))
    for number in (1, 2):
        play(secretary, evening, number, random.Random(number))
    rows = standings(evening).rows
    moved = [
        each
        for row in rows
        for match in Match.objects.active().filter(round__number=1, seats__entry=row.entry_id)
        for each in what_it_would_move(match, crushing(match, row.entry_id)).qualifying
    ]
    assert moved
    assert all(each.so_far and each.coming and not each.tied for each in moved)


def test_a_correction_in_a_knock_out_says_who_wins_now(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme=programme(two_hands(Movement.KNOCKOUT, 2)))
    play(secretary, evening, 1, random.Random(1))
    match = Match.objects.active().filter(round__number=1).select_related("round__phase__tournament")[0]
    winner, loser = sorted(
        (row for row in standings(evening).rows if match.seats.filter(entry=row.entry_id).exists()),
        key=lambda row: row.place,
    )
    for is_late in (False, True):
        correction = what_it_would_move(match, crushing(match, loser.entry_id))
        assert correction.goes_on == GoesOn(winner.names, loser.names, is_late)
        with translation.override("en"):
            said = " ".join(correction_sentences(correction))
            short = moves_in_short(replace(correction.moves, every=()), correction.goes_on)
        assert f"This match is won now by {loser.number} " in said
        assert ("its seats stand" in short) == is_late
        assert "won now" in short
        assert what_it_would_move(match, crushing(match, winner.entry_id)).goes_on is None
        if not is_late:
            play(secretary, evening, 2, random.Random(2))


def test_the_directors_page_keeps_its_ways_out_while_it_is_open_who_plays(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=8, programme=in_two_groups(Movement.DANISH, 1))
    for number in (1, 2, 3):
        play(secretary, evening, number, None)
    page = look(secretary, "director", evening)
    assert "It is not decided yet who plays the final" in page
    for way in ("Open round 3 again", "Look at the standings", "Print the reserve sheet"):
        assert way in page
    assert "Draw round 4" not in page


@pytest.mark.parametrize(("movement", "rounds"), [(Movement.KNOCKOUT, 2), (Movement.DANISH, 1)])
def test_a_final_keeps_the_rounds_that_it_needs(
    secretary: Client, cast: Cast, movement: str, rounds: int
) -> None:
    evening = make_evening(cast.club, entries=8, programme=in_two_groups(movement, rounds))
    play(secretary, evening, 1, random.Random(1))
    page = look(secretary, "mishaps", evening)
    assert "is not taken away" in page or "none is taken away" in page
    secretary.post(address("round_drop", evening), {"seen": 3 + rounds})
    assert evening.rounds.count() == 3 + rounds
    secretary.post(address("round_add", evening), {"seen": 3 + rounds})
    added = movement != Movement.KNOCKOUT
    assert evening.phases.get(number=2).rounds.count() == rounds + added
    assert evening.phases.get(number=1).rounds.count() == 3
    told = secretary.post(address("round_drop", evening), {"seen": 3 + rounds + added}, follow=True)
    assert ("A round less: round" in told.content.decode()) == added
    assert evening.rounds.count() == 3 + rounds


def test_a_phase_that_lost_its_only_round_gets_it_back(secretary: Client, cast: Cast) -> None:
    plan = programme(two_hands(Movement.DRAWN, 2), two_hands(Movement.DANISH, 1))
    evening = make_evening(cast.club, entries=8, programme=plan)
    play(secretary, evening, 1, random.Random(1))
    secretary.post(address("round_drop", evening), {"seen": 3})
    secretary.post(address("round_add", evening), {"seen": 2})
    assert [phase.rounds.count() for phase in evening.phases.order_by("number")] == [2, 1]
    assert [phase.rounds_count for phase in evening.phases.order_by("number")] == [2, 1]


def test_rounds_after_the_final_of_a_knock_out_are_taken_away(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme=programme(two_hands(Movement.KNOCKOUT, 4)))
    page = look(secretary, "director", evening)
    assert "The knock-out has 2 rounds after its final" in page
    told = secretary.post(address("draw", evening, 1), follow=True).content.decode()
    assert "take the rounds after the final away, under" in told
    for seen in (4, 3, 2):
        secretary.post(address("round_drop", evening), {"seen": seen})
    assert evening.rounds.count() == 2
    assert "after its final" not in look(secretary, "director", evening)
    play(secretary, evening, 1, random.Random(1))
    assert "none is taken away" in look(secretary, "mishaps", evening)


@pytest.mark.parametrize(
    ("each", "following", "said"),
    [
        (1, 1, "4 play the final, the first of all 3 groups and the best of those who come next."),
        (2, 2, "8 play the final, the first 2 of all 3 groups and the best 2 of those who come next."),
    ],
)
def test_one_is_not_said_as_many(cast: Cast, each: int, following: int, said: str) -> None:
    plan = programme(
        two_hands(Movement.ROUND_ROBIN, 3, groups=3, groups_by=Phase.GroupsBy.LOT),
        two_hands(Movement.DANISH, 1, qualify_each=each, qualify_next=following),
    )
    before, phase = make_evening(cast.club, entries=12, programme=plan).phases.order_by("number")
    with translation.override("en"):
        assert said in final_words(phase, field_of(phase, before, 12))


def test_an_evening_without_a_final_says_that_nobody_qualifies(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    assert "nobody qualifies" in look(secretary, "qualified", evening)


def test_a_place_left_empty_may_take_a_round_away(secretary: Client, cast: Cast) -> None:
    """Five of the standings need three rounds, four only two: the last one can go."""
    evening = make_evening(
        cast.club,
        entries=8,
        programme=programme(two_hands(Movement.DRAWN, 1), two_hands(Movement.KNOCKOUT, 3, qualify_each=5)),
    )
    play(secretary, evening, 1, random.Random(1))
    leaving = cut_of(evening.phases.get(number=2)).seeds[4]
    secretary.post(address("leave", evening, leaving), {"justified": "yes"})
    secretary.post(address("qualified_place", evening), {"phase": 2, "entry": leaving, "what": "empty"})
    secretary.post(address("draw", evening, 2))
    assert evening.rounds.get(number=2).state == "planned"
    secretary.post(address("round_drop", evening), {"seen": 4})
    play(secretary, evening, 2, random.Random(2))
    assert len(meetings(2)) == 2
