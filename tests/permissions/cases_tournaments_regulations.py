"""What each role gets from a club's regulations: the staff reads, president and secretary change them."""

from typing import Any

from scoring.regulations import PRESETS
from tests.cast import SECRETARY, Cast
from tests.permissions.table import MANAGERS, STAFF, Row, only, the_club
from tournaments.regulations import add_copy


def a_preset(cast: Cast) -> dict[str, Any]:
    return {"slug": cast.club.slug, "code": "guida"}


def a_copy(cast: Cast) -> dict[str, Any]:
    copy = add_copy(
        club=cast.club,
        name="Del giovedì",
        based_on="guida",
        regulations=PRESETS["guida"],
        by=cast.users[SECRETARY],
    )
    return {"slug": cast.club.slug, "copy": copy.pk}


class FromGuide(Row):
    """The row of a page that asks which regulations to begin from."""

    def address(self, cast: Cast) -> str:
        return super().address(cast) + "?da=guida"


ROWS = [
    Row("tournaments:rules", only(STAFF), the_club),
    Row("tournaments:rules_preset", only(STAFF), a_preset),
    Row("tournaments:rules_copy", only(STAFF), a_copy),
    FromGuide("tournaments:rules_create", only(MANAGERS), the_club),
    FromGuide("tournaments:rules_create", only(MANAGERS), the_club, method="post"),
    FromGuide("tournaments:rules_create_check", only(MANAGERS), the_club, method="post"),
    Row("tournaments:rules_edit", only(MANAGERS), a_copy),
    Row("tournaments:rules_edit", only(MANAGERS), a_copy, method="post"),
    Row("tournaments:rules_edit_check", only(MANAGERS), a_copy, method="post"),
    Row("tournaments:rules_retire", only(MANAGERS, 302), a_copy, method="post"),
    Row("tournaments:rules_restore", only(MANAGERS, 302), a_copy, method="post"),
]
