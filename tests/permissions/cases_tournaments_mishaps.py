"""What each role gets from the pages for when something goes wrong."""

import random
from typing import Any

from tests.cast import ADMIN, PRESIDENT, REFEREE, SECRETARY, Cast
from tests.evenings import make_evening, open_round, play_round
from tests.permissions.table import MANAGERS, STAFF, Row, only
from tournaments.models.entries import Entry

REFEREES = (REFEREE, SECRETARY, PRESIDENT, ADMIN)


def an_evening(cast: Cast) -> dict[str, Any]:
    evening = make_evening(cast.club, entries=6, programme="2m2d", published=False)
    play_round(evening, 1, random.Random(1))
    return {"pk": evening.pk}


def an_entry(cast: Cast) -> dict[str, Any]:
    facts = an_evening(cast)
    return facts | {"entry": Entry.objects.get(tournament=facts["pk"], number=1).pk}


def a_match(cast: Cast) -> dict[str, Any]:
    evening = make_evening(cast.club, entries=4, programme="2m2d", published=False)
    match = open_round(evening, 1).matches.active().get(table_number=1)
    return {"pk": evening.pk, "match": match.pk}


def a_table_number(cast: Cast) -> dict[str, Any]:
    return an_evening(cast) | {"table": 2}


def a_round(cast: Cast) -> dict[str, Any]:
    return {"pk": a_match(cast)["pk"], "number": 1}


def a_seat(cast: Cast) -> dict[str, Any]:
    evening = make_evening(cast.club, entries=4, programme="2m2d", published=False)
    match = open_round(evening, 1).matches.active().get(table_number=1)
    return {"pk": evening.pk, "match": match.pk, "entry": match.seats.get(line="NS").entry_id}


ROWS = [
    Row("tournaments:mishaps", only(STAFF), an_evening),
    Row("tournaments:late", only(MANAGERS), an_evening),
    Row("tournaments:late", only(MANAGERS), an_evening, method="post"),
    Row("tournaments:leave", only(MANAGERS), an_entry),
    Row("tournaments:leave", only(MANAGERS), an_entry, method="post"),
    Row("tournaments:replace", only(MANAGERS), an_entry),
    Row("tournaments:replace", only(MANAGERS), an_entry, method="post"),
    Row("tournaments:join", only(MANAGERS), an_entry),
    Row("tournaments:join", only(MANAGERS), an_entry, method="post"),
    Row("tournaments:round_add", only(MANAGERS, 302), an_evening, method="post"),
    Row("tournaments:round_drop", only(MANAGERS, 302), an_evening, method="post"),
    Row("tournaments:throw_away", only(MANAGERS), a_round),
    Row("tournaments:throw_away", only(MANAGERS), a_round, method="post"),
    Row("tournaments:undo_act", only(MANAGERS, 302), an_evening, method="post"),
    Row("tournaments:go_back", only(MANAGERS), an_evening),
    Row("tournaments:go_back", only(MANAGERS), an_evening, method="post"),
    Row("tournaments:table_trouble", only(REFEREES), a_match),
    Row("tournaments:table_absent", only(REFEREES), a_match, method="post"),
    Row("tournaments:table_put_back", only(REFEREES, 302), a_match, method="post"),
    Row("tournaments:table_absent_back", only(REFEREES, 302), a_match, method="post"),
    Row("tournaments:table_late", only(REFEREES, 302), a_seat, method="post"),
    Row("tournaments:table_warn", only(REFEREES, 302), a_seat, method="post"),
    Row("tournaments:table_start", only(REFEREES, 302), a_match, method="post"),
    Row("tournaments:table_move", only(REFEREES), a_match, method="post"),
    Row("tournaments:table_reopen", only(REFEREES, 302), a_table_number, method="post"),
    Row("tournaments:table_put_off", only(REFEREES, 302), a_match, method="post"),
]
