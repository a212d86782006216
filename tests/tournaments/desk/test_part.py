"""A slip with only some of its hands: kept, seen as not over, never counted as in, completed later."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import record_random, the_round
from tests.slips import E6, posted, quick, reread
from tournaments.board import put_off
from tournaments.hands import hands_of, same_score
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import ScoreChange
from tournaments.rounds import close
from tournaments.standings import standings
from tournaments.table_moves import put_off as put_table_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client, cast: Cast) -> Client:
    return as_role(client, cast, SCORER)


def as_role(client: Client, cast: Cast, role: str) -> Client:
    client.force_login(cast.users[role])
    client.cookies["django_language"] = "en"
    return client


def url_of(name: str, match: Match, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[match.round.tournament_id, *args])


def words(client: Client, url: str) -> str:
    html = client.get(url).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def keep(client: Client, match: Match, rows: int, *, seen: int = 0, part: bool = True, **more: str) -> str:
    data = posted(E6[:rows], seen=seen, **({"part": "1"} if part else {}), **more)
    return client.post(url_of("match_desk", match, match.pk), data, follow=True).content.decode()


def test_some_hands_are_kept_only_by_their_own_button(desk: Client, match: Match) -> None:
    assert "Save table 1" in keep(desk, match, 2, part=False)
    assert hands_of(match) == ()
    page = keep(desk, match, 2)
    assert "Table 1: 785 – 20 so far. It is not over: it still is missing." in page
    assert same_score(hands_of(match), quick(E6[:2]))
    assert "Missing: 1 (2 hands), 2" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_it_is_seen_as_not_over_and_never_counted(client: Client, cast: Cast, match: Match) -> None:
    secretary = as_role(client, cast, SECRETARY)
    keep(secretary, match, 2)
    board = words(secretary, url_of("director", match))
    assert "0 tables of 2" in board
    assert "1 2 hands" in board
    assert "not over" in board
    assert url_of("close", match, 1) not in secretary.get(url_of("director", match)).content.decode()
    assert "Not over: 2 hands are written." in words(secretary, url_of("table_trouble", match, match.pk))
    found = standings(match.round.tournament)
    assert found.missing_matches == 2
    assert {row.vp for row in found.rows} == {0}


def test_the_rest_is_added_without_a_reason(desk: Client, match: Match) -> None:
    keep(desk, match, 2)
    page = desk.get(url_of("match_desk", match, match.pk)).content.decode()
    assert 'value="400"' in page
    assert "Not over: keep these hands" in page
    assert "Table 1: 800 – 1060, V.P. 9–11" in keep(desk, match, 4, seen=1, part=False)
    assert set(ScoreChange.objects.values_list("reason", flat=True)) == {"first"}
    assert (
        "Not over: keep these hands" not in desk.get(url_of("match_desk", match, match.pk)).content.decode()
    )


def test_nothing_and_half_a_hand_are_not_kept(desk: Client, match: Match) -> None:
    assert "Nothing was typed yet." in keep(desk, match, 0)
    assert 'class="note error"' in keep(desk, match, 1, h2_NS_base="400")
    assert 'class="note error"' in keep(desk, match, 1, h1_NS_base="130")
    assert reread(match).version == 0


def test_two_desks_never_lose_each_others_hands(desk: Client, match: Match) -> None:
    keep(desk, match, 2)
    stale = desk.post(url_of("match_desk", match, match.pk), posted(E6[:1], part="1"))
    assert stale.status_code == 409
    assert same_score(hands_of(match), quick(E6[:2]))


def test_a_table_put_off_waits_for_its_other_hands(desk: Client, match: Match, playing: Round) -> None:
    keep(desk, match, 2)
    put_table_off(match=reread(match), by=None)
    other = playing.matches.active().exclude(pk=match.pk).get()
    record_random(reread(other), random.Random(1))
    close(round=the_round(match.round.tournament, 1), by=None)
    assert [each.pk for each in put_off(match.round.tournament)] == [match.pk]
    assert "Table 1: 800 – 1060, V.P. 9–11" in keep(desk, match, 4, seen=1, part=False)
    assert put_off(match.round.tournament) == []
    assert "Only to be read" in desk.get(url_of("match_desk", match, match.pk)).content.decode()


def test_the_referee_keeps_some_hands_too(client: Client, cast: Cast, match: Match) -> None:
    assert "so far. It is not over" in keep(as_role(client, cast, REFEREE), match, 1)
