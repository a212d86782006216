"""The time of an evening that is played: it goes on only as far as somebody says."""

import datetime
from unittest.mock import patch

from django.utils import timezone

from tests.evenings import A_THURSDAY


class Clock:
    """What the program reads as the present moment, from a Thursday evening on."""

    def __init__(self) -> None:
        self.now = A_THURSDAY
        self._set = patch.object(timezone, "now", lambda: self.now)

    def start(self) -> None:
        self._set.start()

    def stop(self) -> None:
        self._set.stop()

    def forward(self, *, minutes: int = 0, seconds: int = 0) -> None:
        self.now += datetime.timedelta(minutes=minutes, seconds=seconds)
