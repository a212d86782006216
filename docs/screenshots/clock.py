"""The time in the pictures: always the same Thursday evening, so that a rerun changes little."""

import datetime
from zoneinfo import ZoneInfo

NOW = datetime.datetime(2026, 11, 26, 22, 5, tzinfo=ZoneInfo("Europe/Rome"))
STEP = datetime.timedelta(milliseconds=10)


def still() -> datetime.datetime:
    """The moment of the pictures, however often it is asked."""
    return NOW


class Ticking:
    """A clock that goes on a little at each look, for verbs that ask what came first."""

    def __init__(self, start: datetime.datetime) -> None:
        self.moment = start

    def __call__(self) -> datetime.datetime:
        """The next moment."""
        self.moment += STEP
        return self.moment
