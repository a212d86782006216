"""Evenings of teams, and the pages that lead them."""

import pytest
from django.test import Client

from scoring.hands import Hand, HandScore
from tests.cast import SECRETARY, Cast
from tournaments.hands import NumberedHand
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match
from tournaments.models.scores import ScoreChange
from tournaments.scores import record_match


@pytest.fixture
def secretary(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    return client


def say_awards(evening: Tournament) -> None:
    """A sit-out gives 12 VP and 160 MP, an absence 8 and −160."""
    Phase.objects.filter(tournament=evening).update(
        sit_out_vp=12, sit_out_mp=160, absence_vp=8, absence_mp=-160
    )


def table(evening: Tournament, number: int, at: int) -> Match:
    matches = Match.objects.active().select_related("round__phase__tournament")
    return matches.get(round__tournament=evening, round__number=number, table_number=at)


def write(match: Match, ns: int, ew: int) -> None:
    """A score of four hands in one total a line."""
    hand = Hand((HandScore(total=ns), HandScore(total=ew)), covers=4)
    record_match(
        match=match,
        hands=[NumberedHand(1, hand)],
        by=None,
        seen_version=match.version,
        reason=ScoreChange.Reason.COPY if match.version else "",
        confirmed={"V13", "V18"},
    )
