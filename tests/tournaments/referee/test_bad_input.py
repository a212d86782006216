"""Whatever is sent to the referee's forms and to objections: a sentence, nothing lost, nothing written."""

from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.bad_input import assert_survives, rows_of
from tests.cast import REFEREE, Cast
from tests.tournaments.referee.conftest import provisional, slip_of
from tests.tournaments.referee.test_pages import award_data, call_data, of
from tournaments.models.entries import Entry
from tournaments.models.log import Act
from tournaments.models.referee import Objection, RefereeCall
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Award, Penalty
from tournaments.objections import make_objection


def counts() -> dict[str, int]:
    models = (RefereeCall, Penalty, Award, Objection, Act)
    open_ones = Objection.objects.filter(decision=Objection.Decision.OPEN).count()
    return rows_of(*models) | {"open": open_ones}


def test_a_warning_survives(client: Client, cast: Cast, playing: Round, north: Entry) -> None:
    client.force_login(cast.users[REFEREE])
    valid = call_data(north, table="1", hand="2", decision="Si gioca", mp="50")
    assert_survives(client, of(playing, "calls"), valid, counts)


def test_a_referees_score_survives(client: Client, cast: Cast, playing: Round, match: Match) -> None:
    client.force_login(cast.users[REFEREE])
    assert_survives(client, of(playing, "award", match.pk), award_data(), counts)


def test_an_objection_survives(client: Client, cast: Cast) -> None:
    cache.clear()
    evening = provisional(cast, now=timezone.now())
    valid = {"number": "2", "round": "1", "text": "Mancano 100 punti"}
    slip = {"code": slip_of(evening.entries.get(number=2))}
    assert_survives(client, of(evening, "objection"), valid | slip, counts)
    client.force_login(cast.users[REFEREE])
    assert_survives(client, of(evening, "objections"), valid, counts)


def test_an_answer_survives(client: Client, cast: Cast) -> None:
    evening = provisional(cast, now=timezone.now())
    objection = make_objection(entry=evening.entries.get(number=1), text="Un dubbio")
    client.force_login(cast.users[REFEREE])
    valid = {"decision": "refused", "answer": "La somma è giusta"}
    assert_survives(client, of(evening, "objection_answer", objection.pk), valid, counts)
