"""Papers being made: the row is the truth, the queue's message only a doorbell."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament
from tournaments.models.rounds import Round


class Paper(models.Model):
    """One PDF asked for. `done` of `total` pages; `beat_at` shows that a worker is alive on it.

    `key` is a digest of kind, round, options and language: who asks twice asks for the same paper as long as
    its words have not changed. `digest` is of those words, empty until a worker has read them. The versions
    are those asked for until a worker begins, then those printed. `is_urgent` goes before longer papers.
    """

    class Kind(models.TextChoices):
        SLIPS = "slips", _("Score slips")
        SEATS_BY_TABLE = "seats_by_table", _("Seats by table")
        SEATS_BY_NAME = "seats_by_name", _("Seats by surname")
        GUIDE_CARDS = "guide_cards", _("Guide cards")
        STANDINGS = "standings", _("Standings with signatures")
        BLANK_SLIPS = "blank_slips", _("Blank reserve slips")
        RESERVE = "reserve", _("Reserve sheet")
        EARLY = "early", _("Certain tables")

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="papers")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="papers")
    kind = models.CharField(_("paper"), max_length=16, choices=Kind)
    options = models.JSONField(default=dict)
    language = models.CharField(max_length=5, default="it")
    key = models.CharField(max_length=64, editable=False)
    digest = models.CharField(max_length=64, blank=True, editable=False)
    is_urgent = models.BooleanField(default=False, editable=False)
    tournament_version = models.PositiveIntegerField()
    club_version = models.PositiveIntegerField()
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    file = models.CharField(max_length=120, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("paper")
        verbose_name_plural = _("papers")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["state", "beat_at"], name="paper_waiting"),
            models.Index(fields=["tournament", "key"], name="paper_same"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"
