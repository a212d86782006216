"""What the referee writes down: calls and warnings, and objections to the standings with their answers."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import Penalty


class RefereeCall(models.Model):
    """A call at a table and what was decided, or a warning to one entry.

    Warnings add up over the evening: each second one takes VP, by the `penalty` that stands beside it. Taken
    back, never deleted.
    """

    class Kind(models.TextChoices):
        CALL = "call", _("call")
        WARNING = "warning", _("warning")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="calls")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="calls")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="calls")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="calls")
    kind = models.CharField(_("what it was"), max_length=8, choices=Kind, default=Kind.CALL)
    hand = models.PositiveSmallIntegerField(
        _("hand"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    question = models.CharField(_("what happened"), max_length=300)
    decision = models.CharField(_("what was decided"), max_length=300, blank=True)
    penalty = models.OneToOneField(
        Penalty, on_delete=models.PROTECT, null=True, blank=True, related_name="warning"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("referee call")
        verbose_name_plural = _("referee calls")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(kind="warning") | models.Q(entry__isnull=False),
                name="refereecall_warns_somebody",
                violation_error_message=_("Say who is warned."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.pk}"


class Objection(models.Model):
    """Somebody doubts the provisional standings, or a score, before they are final."""

    class Decision(models.TextChoices):
        OPEN = "open", _("to be answered")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        ASIDE = "aside", _("set aside")  # obviously no objection: not judged

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="objections")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="objections")
    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="objections"
    )
    text = models.CharField(_("what is doubted"), max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(_("answer"), max_length=8, choices=Decision, default=Decision.OPEN)
    answer = models.CharField(_("why"), max_length=300, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("objection")
        verbose_name_plural = _("objections")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "match"],
                condition=models.Q(decision="open"),
                name="objection_open_once_for_a_match",
                violation_error_message=_("An objection to this match waits for its answer."),
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(decision="open", match__isnull=True),
                name="objection_open_once_without_a_match",
                violation_error_message=_("An objection to the standings waits for its answer."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.pk}"
