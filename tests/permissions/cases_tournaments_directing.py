"""What each role gets from the pages that make and lead an evening."""

import random
from typing import Any

from tests.cast import ADMIN, REFEREE, Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random, the_round
from tests.permissions.table import MANAGERS, STAFF, Row, only, the_club
from tournaments import draws
from tournaments.ending import publish_provisional
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament


def evening_of(cast: Cast, **facts: Any) -> Tournament:
    """An evening of the cast's club that the public does not see yet: a stranger finds nothing."""
    return make_evening(cast.club, entries=facts.pop("entries", 4), published=False, **facts)


def an_evening(cast: Cast) -> dict[str, Any]:
    return {"pk": evening_of(cast).pk}


def a_first_round(cast: Cast) -> dict[str, Any]:
    return {"pk": evening_of(cast, programme="2m2d").pk, "number": 1}


def a_draft(cast: Cast) -> dict[str, Any]:
    evening = evening_of(cast, programme="2m2d")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    return {"pk": evening.pk, "number": 1}


def a_draft_of_teams(cast: Cast) -> dict[str, Any]:
    evening = evening_of(cast, programme="teams-danish")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    return {"pk": evening.pk, "number": 1}


def a_team_of_a_draft(cast: Cast) -> dict[str, Any]:
    facts = a_draft_of_teams(cast)
    return facts | {"entry": Tournament.objects.get(pk=facts["pk"]).entries.get(number=1).pk}


def a_line_up(cast: Cast) -> dict[str, Any]:
    """The other two of team 1 as its first pair."""
    members = EntryMember.objects.filter(tournament__club=cast.club, entry__number=1)
    first, second, third, fourth = members.order_by("position").values_list("person", flat=True)
    return {"first": third, "second": fourth, "third": first, "fourth": second}


def a_round_being_played(cast: Cast) -> dict[str, Any]:
    evening = evening_of(cast, programme="2m2d")
    open_round(evening, 1)
    return {"pk": evening.pk, "number": 1}


def a_round_nearly_played(cast: Cast) -> dict[str, Any]:
    """One table is in, the next round goes by the standings."""
    evening = evening_of(cast, programme="4d")
    round_ = open_round(evening, 1)
    record_random(round_.matches.active().select_related("round__phase__tournament")[0], random.Random(1))
    return {"pk": evening.pk, "number": 1}


def a_closed_round(cast: Cast) -> dict[str, Any]:
    evening = evening_of(cast, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    return {"pk": evening.pk, "number": 1}


def a_manual_round(cast: Cast) -> dict[str, Any]:
    return {"pk": evening_of(cast, entries=8, programme="individual").pk, "number": 1}


def a_played_evening(cast: Cast) -> dict[str, Any]:
    return {"pk": play_evening(evening_of(cast, entries=6, programme="2m2d"), random.Random(2)).pk}


def a_provisional_evening(cast: Cast) -> dict[str, Any]:
    facts = a_played_evening(cast)
    publish_provisional(tournament=Tournament.objects.get(pk=facts["pk"]), by=None)
    return facts


def a_final_ahead(cast: Cast) -> dict[str, Any]:
    """Nobody has played: nothing is decided yet."""
    return {"pk": evening_of(cast, entries=8, programme="groups-final").pk}


REFEREES = (REFEREE, *MANAGERS)
JUDGES = (REFEREE, ADMIN)

ROWS = [
    Row("tournaments:list", only(STAFF), the_club),
    Row("tournaments:create", only(MANAGERS), the_club),
    Row("tournaments:create", only(MANAGERS), the_club, method="post"),
    Row("tournaments:director", only(STAFF), an_evening),
    Row("tournaments:qualified", only(STAFF), a_final_ahead),
    Row("tournaments:qualified_choose", only(JUDGES), a_final_ahead, method="post"),
    Row("tournaments:qualified_lot", only(REFEREES), a_final_ahead, method="post"),
    Row("tournaments:qualified_place", only(REFEREES), a_final_ahead, method="post"),
    Row("tournaments:log", only(STAFF), an_evening),
    Row("tournaments:log_csv", only(STAFF), an_evening),
    Row("tournaments:seats_csv", only(STAFF), an_evening),
    Row("tournaments:tables", only(STAFF, 302), a_round_being_played),
    Row("tournaments:early", only(STAFF), a_round_nearly_played),
    Row("tournaments:edit", only(MANAGERS), an_evening),
    Row("tournaments:edit", only(MANAGERS), an_evening, method="post"),
    Row("tournaments:copy", only(MANAGERS), an_evening),
    Row("tournaments:copy", only(MANAGERS), an_evening, method="post"),
    Row("tournaments:publish", only(MANAGERS, 302), an_evening, method="post"),
    Row("tournaments:seat_by_hand", only(MANAGERS), a_manual_round),
    Row("tournaments:seat_by_hand", only(MANAGERS), a_manual_round, method="post"),
    Row("tournaments:draw", only(MANAGERS, 302), a_first_round, method="post"),
    Row("tournaments:swap", only(MANAGERS, 302), a_draft, method="post"),
    Row("tournaments:line_ups", only(MANAGERS), a_draft_of_teams),
    Row("tournaments:line_up", only(MANAGERS, 302), a_team_of_a_draft, method="post", data=a_line_up),
    Row("tournaments:undo_draw", only(MANAGERS, 302), a_draft, method="post"),
    Row("tournaments:confirm", only(MANAGERS, 302), a_draft, method="post"),
    Row("tournaments:back_to_draft", only(MANAGERS, 302), a_draft, method="post"),
    Row("tournaments:announce", only(MANAGERS, 302), a_draft, method="post"),
    Row("tournaments:take_back", only(MANAGERS, 302), a_round_being_played, method="post"),
    Row("tournaments:start", only(MANAGERS, 302), a_draft, method="post"),
    Row("tournaments:close", only(MANAGERS, 302), a_round_being_played, method="post"),
    Row("tournaments:reopen", only(MANAGERS, 302), a_closed_round, method="post"),
    Row("tournaments:provisional", only(MANAGERS, 302), a_played_evening, method="post"),
    Row("tournaments:final", only(MANAGERS, 302), a_provisional_evening, method="post"),
]
