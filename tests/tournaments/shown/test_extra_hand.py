"""A level match of a knock-out: an extra hand is typed on its slip, decides it, and is seen everywhere."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from scoring.matches import MatchFormat, match_problems
from tests.cast import REFEREE, SCORER, Cast
from tests.evenings import make_evening, open_round, record_random, the_round
from tests.slips import posted, reread
from tests.tournaments.shown.conftest import Read, close_although_level, end_level, knock_out, show, words_of
from tournaments import rounds
from tournaments.hands import hands_of
from tournaments.knockouts import bracket_of, undecided
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import ScoreChange
from tournaments.undoing import undo, undoable

pytestmark = pytest.mark.django_db

LEVEL = [(300, 200, 100, 400), (100, 400, 300, 200), (300, 200, 100, 400), (100, 400, 300, 200)]
EXTRA = (200, 100, 0, 50)


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Four pairs, the semifinals of four hands on the tables."""
    evening = knock_out(cast, 4, 0)
    open_round(evening, 1)
    return evening


@pytest.fixture
def match(evening: Tournament) -> Match:
    return reread(Match.objects.active().get(round__tournament=evening, table_number=1))


@pytest.fixture
def desk(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SCORER])
    client.cookies["django_language"] = "en"
    return client


def slip_of(match: Match, query: str = "") -> str:
    return reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk]) + query


def save(client: Client, match: Match, rows: list[tuple[int, ...]], **more: object) -> str:
    data = posted(rows, confirm="V13 V18", **more)
    return words_of(client.post(slip_of(match), data, follow=True).content.decode())


def test_a_row_for_it_is_there_only_when_the_match_is_level(desk: Client, match: Match) -> None:
    assert "h5_NS_base" not in desk.get(slip_of(match)).content.decode()
    preview = reverse("tournaments:match_preview", args=[match.round.tournament_id, match.pk])
    judged = desk.post(preview, posted(LEVEL), headers={"hx-request": "true"}).content.decode()
    assert "data-fresh" in judged
    assert "h5_NS_base" in judged
    assert "h6_NS_base" not in judged
    decided = desk.post(preview, posted([*LEVEL, EXTRA]), headers={"hx-request": "true"}).content.decode()
    assert "h6_NS_base" not in decided


def test_it_is_added_to_the_slip_and_decides(desk: Client, evening: Tournament, match: Match) -> None:
    assert "Table 1 is level: nobody goes on." in save(desk, match, LEVEL)
    assert [each.table for each in undecided(the_round(evening, 1))] == [1]
    page = desk.get(slip_of(match)).content.decode()
    assert "Extra hand" in page
    assert 'name="h5_EW_points"' in page
    said = save(desk, match, [*LEVEL, EXTRA], seen=1)
    assert "Table 1: 2300 – 2050, V.P. 11–9" in said
    assert "is level" not in said
    assert undecided(the_round(evening, 1)) == ()
    assert hands_of(match)[-1].number == 5
    history = reverse("tournaments:match_history", args=[evening.pk, match.pk])
    assert "Extra hand 200" in words_of(desk.get(history).content.decode())


def test_level_again_another_one(desk: Client, evening: Tournament, match: Match) -> None:
    save(desk, match, LEVEL)
    assert "is level" in save(desk, match, [*LEVEL, LEVEL[0]], seen=1)
    assert [each.table for each in undecided(the_round(evening, 1))] == [1]
    assert 'name="h6_NS_base"' in desk.get(slip_of(match)).content.decode()
    save(desk, match, [*LEVEL, LEVEL[0], EXTRA], seen=2)
    assert undecided(the_round(evening, 1)) == ()
    undo(tournament=evening, seq=undoable(evening)[0].seq, by=None)
    assert [each.table for each in undecided(the_round(evening, 1))] == [1]


def test_in_one_total_it_has_a_row_of_its_own(desk: Client, match: Match) -> None:
    whole = {"seen": "0", "h1_NS_total": "2000", "h1_EW_total": "2000", "confirm": "V13 V18"}
    desk.post(slip_of(match, "?modo=single"), whole)
    page = desk.get(slip_of(match)).content.decode()
    assert 'name="h5_NS_total"' in page
    assert 'value="2000"' in page
    extra = whole | {"seen": "1", "h5_NS_total": "350", "h5_EW_total": "50"}
    assert "V.P. 11–9" in words_of(
        desk.post(slip_of(match, "?modo=single"), extra, follow=True).content.decode()
    )
    assert [each.covers for each in hands_of(match)] == [4, 1]


def test_who_leads_plays_no_extra_hand(desk: Client, cast: Cast, match: Match) -> None:
    ahead = [*LEVEL[:3], (200, 400, 300, 200)]
    assert "the match has 4 hands" in save(desk, match, [*ahead, EXTRA]).lower()
    assert reread(match).version == 0
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    usual = reread(open_round(evening, 1).matches.active().get(table_number=1))
    assert "is level" not in save(desk, usual, LEVEL)
    assert "h5_NS_base" not in desk.get(slip_of(usual)).content.decode()


def test_the_rules_let_only_a_level_match_go_on() -> None:
    knock_out_format = MatchFormat(hands=1, extra=True)
    assert not match_problems([(100, 100), (50, 0)], knock_out_format)
    assert not match_problems([(100, 100), (50, 50), (0, 5)], knock_out_format)
    assert [each.record for each in match_problems([(100, 105), (50, 0)], knock_out_format)] == [1]
    assert [each.record for each in match_problems([(100, 100), (50, 0), (0, 5)], knock_out_format)] == [2]
    assert match_problems([(100, 100), (50, 0)], MatchFormat(hands=1))


def test_the_winner_of_the_extra_hand_goes_on_and_everybody_reads_why(
    desk: Client, evening: Tournament, match: Match
) -> None:
    save(desk, match, LEVEL)
    save(desk, match, [*LEVEL, EXTRA], seen=1)
    other = Match.objects.active().get(round__tournament=evening, table_number=2)
    record_random(reread(other), random.Random(1))
    rounds.close(round=the_round(evening, 1), by=None)
    show(evening, 2)
    final = Seat.objects.active().filter(round__tournament=evening, round__number=2, match__table_number=1)
    assert match.seats.get(line="NS").entry_id in final.values_list("entry", flat=True)
    (stage,) = [each for each in bracket_of(evening) if each.number == 1]
    assert [bout.extra for bout in stage.bouts if bout.table == 1] == [True]
    assert [bout.extra for bout in stage.bouts if bout.table == 2] == [False]
    desk.logout()
    bracket = words_of(desk.get(reverse("tournaments:bracket", args=[evening.pk])).content.decode())
    assert bracket.count("level until an extra hand") == 1
    public = desk.get(reverse("tournaments:match_by_code", args=[match.code])).content.decode()
    assert "It was level: an extra hand was played." in words_of(public)


def test_the_director_is_led_to_the_slip(read: Read, evening: Tournament, match: Match) -> None:
    end_level(match)
    page = read("director", evening.pk, raw=True)
    assert "let them play an extra hand and write it on the slip" in page
    assert f'{reverse("tournaments:desk", args=[evening.pk])}?turno=1&amp;tavolo=1"' in page


def test_in_a_closed_round_the_referee_types_it(
    client: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    end_level(match)
    other = Match.objects.active().get(round__tournament=evening, table_number=2)
    record_random(reread(other), random.Random(1))
    close_although_level(evening, 1)
    client.force_login(cast.users[REFEREE])
    client.cookies["django_language"] = "en"
    data = posted([*LEVEL, EXTRA], seen=1, confirm="V13 V18")
    client.post(slip_of(match), data)
    assert match.changes.latest("version").reason == ScoreChange.Reason.FIRST, "nothing stored has changed"
    assert undecided(the_round(evening, 1)) == ()
