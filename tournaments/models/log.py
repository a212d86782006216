"""The log of the evening, and pictures of a final result."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament
from tournaments.models.rounds import Round


class ActQuerySet(models.QuerySet["Act"]):
    def delete(self) -> NoReturn:
        raise TypeError("the log of an evening cannot be deleted")


class Act(models.Model):
    """One deliberate act of the evening. `facts` are figures for its sentence; rows cannot be deleted.

    `changes` are the rows it wrote, each before and after: `tournaments.undoing` takes them back. `undone_by`
    is the act that did.
    """

    class Verb(models.TextChoices):
        CREATE = "create", _("Tournament created")
        CHANGE = "change", _("Tournament changed")
        PUBLISH = "publish", _("Tournament published")
        ENTER = "enter", _("Entry added")
        ENTRY_STATE = "entry_state", _("Entry changed")
        PROMOTE = "promote", _("Entry taken from the waiting list")
        CHECK_IN = "check_in", _("Check-in opened")
        CLOSE_CHECK_IN = "close_check_in", _("Check-in closed")
        DRAW = "draw", _("Round drawn")
        SWAP = "swap", _("Seats swapped")
        LINE_UP = "line_up", _("Line-up changed")
        UNDO_DRAW = "undo_draw", _("Draw undone")
        CONFIRM = "confirm", _("Round confirmed")
        BACK_TO_DRAFT = "back_to_draft", _("Round back to draft")
        ANNOUNCE = "announce", _("Round announced")
        START = "start", _("Round started")
        CLOSE = "close", _("Round closed")
        TAKE_BACK = "take_back", _("Announcement taken back")
        REOPEN = "reopen", _("Round reopened")
        SCORE = "score", _("Score entered")
        CORRECT = "correct", _("Score corrected")
        PENALTY = "penalty", _("Penalty given")
        REVOKE_PENALTY = "revoke_penalty", _("Penalty revoked")
        LATE = "late", _("Late entry seated")
        ABSENCE = "absence", _("Absence at the table")
        WITHDRAW = "withdraw", _("Entry withdrawn")
        SUBSTITUTE = "substitute", _("Player replaced")
        ADD_ROUND = "add_round", _("Round added")
        DROP_ROUND = "drop_round", _("Round taken away")
        MOVE_TABLE = "move_table", _("Table moved")
        POSTPONE = "postpone", _("Match put off")
        AWARD = "award", _("Referee's score given")
        CALL = "call", _("Referee called")
        QUALIFY = "qualify", _("Who goes on decided")
        OBJECTION = "objection", _("Objection made")
        ANSWER = "answer", _("Objection answered")
        UNDO = "undo", _("Act undone")
        RESTORE = "restore", _("Evening taken back to a moment")
        PROVISIONAL = "provisional", _("Provisional standings published")
        FINAL = "final", _("Standings declared final")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="acts")
    seq = models.PositiveIntegerField()
    verb = models.CharField(max_length=16, choices=Verb)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="acts")
    facts = models.JSONField(default=dict)
    changes = models.JSONField(default=dict)
    undone_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undoes"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    objects = ActQuerySet.as_manager()

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["tournament", "seq"], name="act_seq_unique")]

    def __str__(self) -> str:
        return f"{self.seq} {self.verb}"

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("the log of an evening cannot be deleted")


class Snapshot(models.Model):
    """A final result as it was declared, with the regulations it was played under."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="snapshots")
    number = models.PositiveSmallIntegerField()
    data = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("final result")
        verbose_name_plural = _("final results")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="snapshot_number_unique")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"
