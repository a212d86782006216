"""The porch as an app: it only brings a system check."""

from typing import Any

from django.apps import AppConfig
from django.core import checks

from config.bootstrap import line_to_type, missing_libraries


class Porch(AppConfig):
    """Registers the check that `manage.py serve` and `manage.py check` run."""

    name = "config"

    def ready(self) -> None:
        checks.register(papers_can_be_made)


def papers_can_be_made(**_facts: Any) -> list[checks.CheckMessage]:
    """A warning when the libraries that papers need are not on this machine; everything else works."""
    missing = missing_libraries()
    if not missing:
        return []
    what = "Papers cannot be made: this machine lacks " + ", ".join(missing) + "."
    return [checks.Warning(what, hint="Type the line of your system:\n" + line_to_type(), id="pozzetto.W001")]
