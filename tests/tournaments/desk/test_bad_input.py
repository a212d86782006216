"""Whatever is sent to the desk: a sentence, nothing lost, nothing written, never a crash."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.bad_input import assert_survives, rows_of, versions
from tests.cast import REFEREE, Cast
from tests.slips import E6, posted
from tournaments.models.log import Act
from tournaments.models.rounds import Match
from tournaments.models.scores import HandRecord, HandSide, Penalty, ScoreChange

DETAIL = {
    "NS_clean": "1",
    "NS_dirty": "1",
    "NS_laid": "180",
    "NS_left": "15",
    "EW_laid": "75",
    "EW_left": "85",
}
FORMS = {
    "quick": posted(E6, note="", reason=""),
    "total": {
        f"h{n}_{line}_total": total for n in range(1, 5) for line, total in (("NS", "465"), ("EW", "515"))
    },
    "single": {"h1_NS_total": "800", "h1_EW_total": "1060", "w_NS": "800", "w_EW": "1060"},
    "detail": {
        f"h{n}_{name}": value for n in range(1, 5) for name, value in (DETAIL | {"ending": "NS"}).items()
    },
}


def counts() -> dict[str, int]:
    return rows_of(HandRecord, HandSide, ScoreChange, Act, Penalty)


@pytest.fixture
def referee(client: Client, cast: Cast) -> Client:
    client.force_login(cast.users[REFEREE])
    return client


@pytest.mark.parametrize("mode", FORMS)
def test_the_slip_survives(referee: Client, match: Match, mode: str) -> None:
    url = reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk])
    assert_survives(referee, f"{url}?modo={mode}", {"seen": "0", **FORMS[mode]}, counts)


def test_a_penalty_survives(referee: Client, match: Match) -> None:
    url = reverse("tournaments:penalties", args=[match.round.tournament_id])
    entry = match.round.tournament.entries.get(number=1)
    valid = {"entry": str(entry.pk), "round": "1", "vp": "1", "mp": "100", "reason": "Ritardo"}
    assert_survives(referee, url, valid, counts)


@pytest.mark.parametrize("mode", FORMS)
def test_the_preview_survives_and_writes_nothing(referee: Client, match: Match, mode: str) -> None:
    url = reverse("tournaments:match_preview", args=[match.round.tournament_id, match.pk])
    before = counts()
    valid = {"seen": "0", "typing": "h1_NS_base", "remedy": "h1_NS_base=5", "exchange": "1", **FORMS[mode]}
    for number, data in enumerate(versions(valid)):
        headers = {"hx-request": "true"} if number % 2 else {}
        response = referee.post(f"{url}?modo={mode}", data, headers=headers)
        assert response.status_code == 200
    assert counts() == before


def test_the_swap_survives_any_version(referee: Client, match: Match) -> None:
    url = reverse("tournaments:match_swap", args=[match.round.tournament_id, match.pk])
    before = counts()
    for data in versions({"seen": "0"}):
        assert referee.post(url, data).status_code == 302
    assert counts() == before
