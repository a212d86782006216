"""What each role gets from the pages that everybody may read: the same as everybody."""

from typing import Any

from tests.cast import ANONYMOUS, STRANGER, Cast
from tests.evenings import make_evening, open_round
from tests.permissions.table import Row, everybody, nothing, the_club
from tournaments.models.rounds import Match, Round

PAGES = ("seats", "standings", "standings_csv", "rounds", "rounds_csv", "regulations")
# Before it is published only the club's own people find it.
UNPUBLISHED = everybody() | {ANONYMOUS: 404, STRANGER: 404}
REDIRECTED = everybody(302) | {ANONYMOUS: 404, STRANGER: 404}


def _an_evening(cast: Cast, *, published: bool) -> dict[str, Any]:
    evening = make_evening(cast.club, entries=4, programme="2m2d", published=published)
    open_round(evening, 1)
    return {"pk": evening.pk}


def published(cast: Cast) -> dict[str, Any]:
    return _an_evening(cast, published=True)


def unpublished(cast: Cast) -> dict[str, Any]:
    return _an_evening(cast, published=False)


def _a_knock_out(cast: Cast, *, published: bool) -> dict[str, Any]:
    evening = make_evening(cast.club, entries=4, programme="knockout", published=published)
    Round.objects.filter(tournament=evening, number__gt=2).update(state=Round.State.DROPPED)
    open_round(evening, 1)
    return {"pk": evening.pk}


def a_knock_out(cast: Cast) -> dict[str, Any]:
    return _a_knock_out(cast, published=True)


def a_hidden_knock_out(cast: Cast) -> dict[str, Any]:
    return _a_knock_out(cast, published=False)


def a_card(cast: Cast) -> dict[str, Any]:
    return {**published(cast), "number": 1}


def a_hidden_card(cast: Cast) -> dict[str, Any]:
    return {**unpublished(cast), "number": 1}


def _code(pk: int) -> dict[str, Any]:
    match = Match.objects.active().filter(round__tournament_id=pk).first()
    assert match is not None
    return {"code": match.code}


def a_code(cast: Cast) -> dict[str, Any]:
    return _code(published(cast)["pk"])


def a_hidden_code(cast: Cast) -> dict[str, Any]:
    return _code(unpublished(cast)["pk"])


ROWS = [
    Row("tournaments:club", everybody(), the_club),
    Row("tournaments:public", everybody(302), published),
    Row("tournaments:public", REDIRECTED, unpublished),
    *(Row(f"tournaments:{name}", everybody(), published) for name in PAGES),
    *(Row(f"tournaments:{name}", UNPUBLISHED, unpublished) for name in PAGES),
    Row("tournaments:bracket", everybody(), a_knock_out),
    Row("tournaments:bracket", UNPUBLISHED, a_hidden_knock_out),
    Row("tournaments:entry_card", everybody(), a_card),
    Row("tournaments:entry_card", UNPUBLISHED, a_hidden_card),
    Row("tournaments:match_code", everybody(), nothing),
    Row("tournaments:counter", everybody(), nothing),
    Row("tournaments:counter", everybody(), nothing, method="post"),
    Row("tournaments:match_by_code", everybody(), a_code),
    Row("tournaments:match_by_code", everybody(404), a_hidden_code),
]
