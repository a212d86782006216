"""manage.py demo: load the demonstration association into an empty installation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.models.clubs import Club
from tournaments.management.demo_data import load, login_lines


class Command(BaseCommand):
    """Refuses when a demonstration is there already: it never touches what exists."""

    help = "Load a demonstration association with one evening in progress."

    def handle(self, **_options: Any) -> None:
        with translation.override("it"):
            if Club.objects.filter(is_demo=True).exists():
                raise CommandError(_("The demonstration is already loaded."))
            club = load(timezone.now())
            self.stdout.write(_("Loaded: %(club)s.") % {"club": club})
            for line in login_lines():
                self.stdout.write(line)
