"""The time for objections as pages show it, by the server's clock."""

import datetime
from dataclasses import dataclass

from tournaments.models.events import Tournament
from tournaments.stages import moment_words, objections_run

A_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Window:
    """Until when players may object, and `words` for it; `runs` is false once it is over.

    `now` is when the page was made; only the last day is counted down.
    """

    until: datetime.datetime
    words: str
    runs: bool
    now: datetime.datetime

    @property
    def counts(self) -> bool:
        return self.until - self.now < A_DAY


def window_of(tournament: Tournament, now: datetime.datetime) -> Window | None:
    """The window of provisional standings; None before them, after the final, and without one."""
    until = tournament.objections_until
    if tournament.state != Tournament.State.PROVISIONAL or until is None or not tournament.objection_minutes:
        return None
    return Window(until, moment_words(until, now), objections_run(tournament, now), now)
