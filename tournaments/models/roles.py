"""Who runs a tournament, beside those who run its club."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


class TournamentRole(models.Model):
    """A right over one tournament only, beside those of the club."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", _("director")
        REFEREE = "referee", _("referee")
        SCORER = "scorer", _("scorer")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles"
    )
    kind = models.CharField(_("role"), max_length=10, choices=Kind)

    class Meta:
        verbose_name = _("role in a tournament")
        verbose_name_plural = _("roles in tournaments")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "kind"], name="tournamentrole_unique")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"
