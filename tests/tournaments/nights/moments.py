"""What the clock of an evening says, read from its rows a second time. Source: domain 8 (lateness)."""

import datetime

from tests.tournaments.nights.rows import Picture, Row


def moment(stored: str | datetime.datetime | None) -> datetime.datetime | None:
    """A column of a plain query as a moment: SQLite tells none of its zone, or a text."""
    if isinstance(stored, str):
        stored = datetime.datetime.fromisoformat(stored)
    if stored is None or stored.tzinfo is not None:
        return stored
    return stored.replace(tzinfo=datetime.UTC)


def by_the_clock(taken: Picture, match: Row, now: datetime.datetime) -> str:
    """What the code takes from who comes to the table now: a warning in the first five minutes after its
    clock began, 100 MP in the next five, then the match; nothing while no clock runs."""
    began = moment(match["started_at"]) or moment(taken["round"][match["round_id"]]["started_at"])
    if began is None or now < began:
        return "none"
    late = now - began
    if late <= datetime.timedelta(minutes=5):
        return "warning"
    return "penalty" if late <= datetime.timedelta(minutes=10) else "forfeit"
