"""The application's start: its system checks."""

from django.apps import AppConfig
from django.core.checks import register

from tournaments.papers.checks import pango_is_here


class TournamentsConfig(AppConfig):
    """Everything with a date and a table number."""

    name = "tournaments"

    def ready(self) -> None:
        """Let `manage.py check` say when papers cannot be made."""
        register(pango_is_here)
