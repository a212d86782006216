"""What the pages say before a final is drawn: whom a correction moves, which rounds stay."""

import random
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from tests.cast import Cast
from tests.evenings import make_evening
from tests.tournaments.finals.conftest import (
    Movement,
    address,
    crushing,
    in_two_groups,
    look,
    meetings,
    play,
    programme,
    ties_on,
    two_hands,
)
from tournaments.cuts import cut_of
from tournaments.forms.finals import field_of, final_words
from tournaments.forms.moves import correction_sentences, moves_in_short
from tournaments.models.events import Phase
from tournaments.models.rounds import Match
from tournaments.moves import GoesOn, what_it_would_move
from tournaments.standings import standings

pytestmark = pytest.mark.django_db


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


def test_who_is_tied_among_the_next_of_the_groups_is_said_so(secretary: Client, cast: Cast) -> None:
    """The groups are decided by lot; the seconds, all equal, are still open among each other."""
    evening = make_evening(
        cast.club,
        entries=6,
        programme=programme(
            two_hands(Movement.ROUND_ROBIN, 1, groups=3, groups_by=Phase.GroupsBy.LOT),
            two_hands(Movement.DANISH, 1, qualify_each=1, qualify_next=1),
        ),
    )
    play(secretary, evening, 1, None)
    asked = ties_on(secretary, evening)
    assert len(asked) == 3
    for phase, tied in asked:
        secretary.post(address("qualified_lot", evening), {"phase": phase, "tied": tied})
    (among,) = (tie for _phase, tie in ties_on(secretary, evening))
    assert len(among.split("-")) == 3
    page = look(secretary, "qualified", evening)
    assert page.count("to be decided") == 6, "in the table of the group and in that of the next"
    (phase, tied) = ties_on(secretary, evening)[0]
    secretary.post(address("qualified_lot", evening), {"phase": phase, "tied": tied})
    page = look(secretary, "qualified", evening)
    assert (page.count("to be decided"), page.count("goes on, last in"), page.count("first out")) == (0, 2, 2)
