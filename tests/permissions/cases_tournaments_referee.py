"""What each role gets from the referee's pages, and from objections."""

import random
from typing import Any

from tests.cast import ADMIN, REFEREE, Cast
from tests.evenings import make_evening, open_round, play_evening
from tests.permissions.cases_tournaments_scoring import REFEREES, SCORERS
from tests.permissions.table import MANAGERS, STAFF, Row, everybody, only
from tournaments.calls import Called, write_call
from tournaments.ending import publish_provisional
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.objections import make_objection


def _a_round(cast: Cast) -> Round:
    return open_round(make_evening(cast.club, entries=4, programme="2m2d", published=False), 1)


def an_evening(cast: Cast) -> dict[str, Any]:
    return {"pk": _a_round(cast).tournament_id}


def a_match(cast: Cast) -> dict[str, Any]:
    match = _a_round(cast).matches.active()[0]
    return {"pk": match.round.tournament_id, "match": match.pk}


def a_call(cast: Cast) -> dict[str, Any]:
    round_ = _a_round(cast)
    return {
        "pk": round_.tournament_id,
        "call": write_call(called=Called(round_, "Carta fuori turno"), by=None).pk,
    }


def _provisional(cast: Cast, *, published: bool = False) -> Tournament:
    evening = make_evening(cast.club, entries=4, programme="2m2d", published=published, objection_minutes=15)
    play_evening(evening, random.Random(1))
    return publish_provisional(tournament=evening, by=None)


def a_provisional_evening(cast: Cast) -> dict[str, Any]:
    return {"pk": _provisional(cast).pk}


def a_public_evening(cast: Cast) -> dict[str, Any]:
    return {"pk": _provisional(cast, published=True).pk}


def an_objection(cast: Cast) -> dict[str, Any]:
    evening = _provisional(cast)
    made = make_objection(entry=evening.entries.get(number=1), text="Mancano 100 punti")
    return {"pk": evening.pk, "objection": made.pk}


def doubts(_cast: Cast) -> dict[str, Any]:
    return {"number": "1", "round": "", "text": "Mancano 100 punti"}


def a_players_doubts(_cast: Cast) -> dict[str, Any]:
    slip = Match.objects.filter(seats__entry__number=1, is_active=True).latest("pk")
    return {"number": "1", "code": slip.code, "round": "", "text": "Mancano 100 punti"}


def an_answer(_cast: Cast) -> dict[str, Any]:
    return {"decision": "refused", "answer": "La somma è giusta"}


def no_matter(_cast: Cast) -> dict[str, Any]:
    return {"why": "no_matter"}


# The cast has a referee, so nobody else judges: not even the secretary or the president.
JUDGES = (REFEREE, ADMIN)

ROWS = [
    Row("tournaments:calls", only(STAFF), an_evening),
    Row("tournaments:calls", only(REFEREES), an_evening, method="post"),
    Row("tournaments:call_revoke", only(REFEREES, 302), a_call, method="post"),
    Row("tournaments:award", only(STAFF), a_match),
    Row("tournaments:award", only(JUDGES), a_match, method="post"),
    Row("tournaments:award_revoke", only(JUDGES, 302), a_match, method="post"),
    Row("tournaments:objections", only(STAFF), a_provisional_evening),
    Row("tournaments:objections", only(SCORERS, 302), a_provisional_evening, method="post", data=doubts),
    Row("tournaments:objection_answer", only(JUDGES, 302), an_objection, method="post", data=an_answer),
    Row("tournaments:objection_aside", only(REFEREES, 302), an_objection, method="post", data=no_matter),
    Row("tournaments:objections_close", only(MANAGERS, 302), a_provisional_evening, method="post"),
    Row("tournaments:objection", everybody(), a_public_evening),
    Row("tournaments:objection", everybody(302), a_public_evening, method="post", data=a_players_doubts),
    Row("tournaments:objection", everybody(404), a_provisional_evening),
    Row("tournaments:objection", everybody(404), a_provisional_evening, method="post", data=doubts),
]
