"""What each role gets from the papers of an evening."""

from typing import Any

from tests.cast import Cast
from tests.evenings import make_evening, open_round
from tests.permissions.table import MANAGERS, STAFF, Row, everybody, only
from tournaments.models.papers import Paper
from tournaments.models.rounds import Match
from tournaments.papers import files, jobs


def an_evening(cast: Cast) -> dict[str, Any]:
    """An evening with its first round on the tables, which the public does not see yet."""
    evening = make_evening(cast.club, entries=4, programme="2m2d", published=False)
    open_round(evening, 1)
    return {"pk": evening.pk}


def slips(cast: Cast) -> dict[str, Any]:
    return {**an_evening(cast), "kind": "slips"}


def the_form(_cast: Cast) -> dict[str, Any]:
    return {"round": 1, "size": "a5", "language": "it"}


def a_paper(cast: Cast) -> dict[str, Any]:
    """A paper that is ready, with its file."""
    pk = an_evening(cast)["pk"]
    paper = Paper.objects.create(
        tournament_id=pk,
        kind=Paper.Kind.BLANK_SLIPS,
        key=jobs.key_of(Paper.Kind.BLANK_SLIPS, None, {}, "it"),
        tournament_version=1,
        club_version=1,
        state=Paper.State.DONE,
        done=1,
        total=1,
    )
    files.write(files.complete(paper), b"%PDF-1.7", attempt=1)
    return {"pk": pk, "paper": paper.pk}


def a_part(cast: Cast) -> dict[str, Any]:
    return {**a_paper(cast), "part": 1}


def a_code(cast: Cast) -> dict[str, Any]:
    match = Match.objects.active().filter(round__tournament_id=an_evening(cast)["pk"]).first()
    assert match is not None
    return {"code": match.code}


ROWS = [
    Row("tournaments:papers", only(STAFF), an_evening),
    Row("tournaments:paper_ask", only(MANAGERS, 302), slips, method="post", data=the_form),
    Row("tournaments:paper", only(STAFF), a_paper),
    Row("tournaments:paper_file", only(STAFF), a_paper),
    Row("tournaments:paper_part", only(STAFF, 302), a_part),
    Row("tournaments:slip_address", everybody(302), a_code),
]
