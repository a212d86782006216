"""A referee's score given, changed or taken back: what it moves, said first; what is unusual, asked once."""

import random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.cast import REFEREE, Cast
from tests.evenings import make_evening, play_round, the_round
from tests.slips import reread, version_of
from tests.tournaments.referee.conftest import provisional
from tests.tournaments.referee.test_awards import GIVEN
from tournaments import rounds
from tournaments.awards import Given, award_match, take_award_back, unusual
from tournaments.drafts import is_outdated
from tournaments.draws import draw_round
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import Award
from tournaments.moves import what_an_award_would_move
from tournaments.undoing import undo


@pytest.fixture
def drafted(cast: Cast) -> Tournament:
    """Round 3, a Danish one, is drawn from two rounds and not announced."""
    evening = make_evening(cast.club, entries=8, programme="2m2d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    draw_round(round=the_round(evening, 3), by=None, seed=1)
    return evening


def a_match(evening: Tournament, number: int = 1) -> Match:
    return reread(the_round(evening, number).matches.active()[0])


def test_a_draft_that_rests_on_a_score_given_since_is_outdated(drafted: Tournament) -> None:
    round_, match = the_round(drafted, 3), a_match(drafted)
    assert not is_outdated(round_)
    award_match(match=match, given=GIVEN, reason="Rissa", by=None)
    assert is_outdated(round_)
    take_award_back(match=match, by=None)
    assert not is_outdated(round_)


def test_a_score_given_before_the_draw_and_taken_away_since_is_one_too(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="2m2d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    match = a_match(evening)
    award_match(match=match, given=GIVEN, reason="Rissa", by=None)
    draw_round(round=the_round(evening, 3), by=None, seed=1)
    assert not is_outdated(the_round(evening, 3))
    take_award_back(match=match, by=None)
    assert is_outdated(the_round(evening, 3))
    assert what_an_award_would_move(match, {"NS": (12, 305), "EW": (8, -305)}).later.fit == (3,)
    assert what_an_award_would_move(match, {"NS": (11, 305), "EW": (8, -305)}).later.again == (3,)
    undo(tournament=evening, seq=Act.objects.latest("seq").seq, by=None)
    assert not is_outdated(the_round(evening, 3))


def test_a_closed_round_shows_what_an_award_moves_before_it_does(
    client: Client, cast: Cast, drafted: Tournament
) -> None:
    match = a_match(drafted)
    client.force_login(cast.users[REFEREE])
    data = {"vp_NS": "0", "mp_NS": "-305", "vp_EW": "20", "mp_EW": "305", "reason": "Rissa"}
    data["seen"] = str(version_of(drafted))
    page = client.post(page_of(drafted, match), data)
    assert (page.status_code, Award.objects.filter(seat__match=match).exists()) == (200, False)
    assert page.context["moves"].every
    assert any("3" in sentence for sentence in page.context["said"])
    told = page.context["form"]["told"].value()
    assert client.post(page_of(drafted, match), data | {"told": told, "vp_EW": "19"}).status_code == 200
    announce_drawn(drafted)
    again = client.post(page_of(drafted, match), data | {"told": told})
    assert again.status_code == 200, "round 3 was announced after the page had said it was not"
    told = again.context["form"]["told"].value()
    assert client.post(page_of(drafted, match), data | {"told": told}).status_code == 302
    assert Award.objects.filter(seat__match=match).count() == 2
    back = client.post(page_of(drafted, match, "award_revoke"))
    assert (back.status_code, back.context["takes_back"]) == (200, True)
    assert Award.objects.filter(seat__match=match).count() == 2
    seen = version_of(drafted)
    for told, status in (("1", 200), (back.context["touched"], 302)):
        pressed = client.post(page_of(drafted, match, "award_revoke"), {"told": told, "seen": seen})
        assert pressed.status_code == status
    assert not Award.objects.filter(seat__match=match).exists()


def announce_drawn(evening: Tournament) -> None:
    rounds.confirm(round=the_round(evening, 3), by=None)
    rounds.announce(round=the_round(evening, 3), by=None)


def page_of(evening: Tournament, match: Match, name: str = "award") -> str:
    return reverse(f"tournaments:{name}", args=[evening.pk, match.pk])


def test_on_provisional_standings_it_is_a_countersignature(client: Client, cast: Cast) -> None:
    evening = provisional(cast)
    match = a_match(evening)
    assert what_an_award_would_move(match, {"NS": (20, 10), "EW": (0, -10)}).countersigned


@pytest.mark.parametrize(("ns", "ew"), [(25, 0), (-3, 0), (21, 0)])
def test_a_line_gets_what_a_match_can_give(match: Match, ns: int, ew: int) -> None:
    given = {"NS": Given(ns, 0), "EW": Given(ew, 0)}
    with pytest.raises(ValidationError, match="from 0 to 20"):
        award_match(match=match, given=given, reason="Rissa", by=None, confirmed=True)


@pytest.mark.parametrize(
    ("ns", "ew"),
    [(Given(15, 0), Given(15, 0)), (Given(12, 5), Given(8, 5))],
)
def test_what_is_unusual_is_asked_once_and_in_the_log(match: Match, ns: Given, ew: Given) -> None:
    given = {"NS": ns, "EW": ew}
    assert unusual(match, given)
    with pytest.raises(ValidationError) as refused:
        award_match(match=match, given=given, reason="Rissa", by=None)
    assert (refused.value.code, Award.objects.exists()) == ("confirm", False)
    award_match(match=match, given=given, reason="Rissa", by=None, confirmed=True)
    assert Act.objects.latest("seq").facts["change"] == "award_meant"


def test_both_at_fault_is_not_unusual(match: Match) -> None:
    assert unusual(match, {"NS": Given(5, -100), "EW": Given(0, -300)}) == []


def test_level_in_a_knock_out_is_unusual(match: Match) -> None:
    match.round.phase.movement = Phase.Movement.KNOCKOUT
    assert unusual(match, {"NS": Given(10, 0), "EW": Given(10, 0)}) == [
        "Level: nobody goes on by this, and the next round waits."
    ]
    assert unusual(match, {"NS": Given(10, 5), "EW": Given(10, -5)}) == []


def test_the_page_asks_once_for_what_is_unusual(client: Client, cast: Cast, match: Match) -> None:
    client.force_login(cast.users[REFEREE])
    url = page_of(match.round.tournament, match)
    data = {"vp_NS": "15", "mp_NS": "0", "vp_EW": "15", "mp_EW": "0", "reason": "Errore nostro"}
    page = client.post(url, data)
    assert (page.status_code, len(page.context["doubts"])) == (200, 1)
    assert client.post(url, data | {"told": page.context["form"]["told"].value()}).status_code == 302
    assert Award.objects.count() == 2
