"""What each role gets from the desk, histories, penalties and the staff's standings."""

import random
from typing import Any

from tests.cast import ADMIN, PRESIDENT, REFEREE, SCORER, SECRETARY, Cast
from tests.evenings import make_evening, open_round, record_random
from tests.permissions.table import STAFF, Row, only
from tournaments.models.rounds import Match, Round
from tournaments.penalties import give_penalty

SCORERS = (SCORER, REFEREE, SECRETARY, PRESIDENT, ADMIN)
REFEREES = (REFEREE, SECRETARY, PRESIDENT, ADMIN)


def _a_match(cast: Cast) -> Match:
    evening = make_evening(cast.club, entries=4, programme="2m2d", published=False)
    round_ = open_round(evening, 1)
    match = round_.matches.active().select_related("round__phase__tournament").get(table_number=1)
    record_random(match, random.Random(1))
    match.refresh_from_db()
    return match


def an_evening(cast: Cast) -> dict[str, Any]:
    return {"pk": _a_match(cast).round.tournament_id}


def a_round(cast: Cast) -> dict[str, Any]:
    return {**an_evening(cast), "number": 1}


def a_match(cast: Cast) -> dict[str, Any]:
    match = _a_match(cast)
    return {"pk": match.round.tournament_id, "match": match.pk}


def a_closed_match(cast: Cast) -> dict[str, Any]:
    match = _a_match(cast)
    Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    return {"pk": match.round.tournament_id, "match": match.pk}


def a_penalty(cast: Cast) -> dict[str, Any]:
    round_ = _a_match(cast).round
    penalty = give_penalty(
        entry=round_.tournament.entries.get(number=1), round=round_, mp=-100, reason="Ritardo", by=None
    )
    return {"pk": round_.tournament_id, "penalty": penalty.pk}


def the_version(_cast: Cast) -> dict[str, Any]:
    return {"seen": "1"}


# A closed round is corrected by the referee, whom the cast has: a slip that the others send is only shown.
READ_ONLY = only(SCORERS, 409) | {REFEREE: 200, ADMIN: 200}

ROWS = [
    Row("tournaments:desk", only(SCORERS), an_evening),
    Row("tournaments:desk_side", only(SCORERS, 302), a_round),
    Row("tournaments:match_desk", only(SCORERS), a_match),
    Row("tournaments:match_desk", only(SCORERS), a_match, method="post"),
    Row("tournaments:match_desk", READ_ONLY, a_closed_match, method="post"),
    Row("tournaments:match_counter", only(SCORERS), a_match),
    Row("tournaments:match_counter", only(SCORERS), a_match, method="post"),
    Row("tournaments:match_preview", only(SCORERS), a_match, method="post"),
    Row("tournaments:match_swap", only(SCORERS, 302), a_match, method="post", data=the_version),
    Row("tournaments:match_history", only(STAFF), a_match),
    Row("tournaments:results_csv", only(STAFF), an_evening),
    Row("tournaments:hands_csv", only(STAFF), an_evening),
    Row("tournaments:staff_standings", only(STAFF), an_evening),
    Row("tournaments:board_csv", only(STAFF), an_evening),
    Row("tournaments:penalties", only(STAFF), an_evening),
    Row("tournaments:penalties", only(REFEREES), an_evening, method="post"),
    Row("tournaments:penalties_csv", only(STAFF), an_evening),
    Row("tournaments:penalty_again", only(REFEREES, 302), a_penalty, method="post"),
    Row("tournaments:penalty_revoke", only(REFEREES, 302), a_penalty, method="post"),
]
