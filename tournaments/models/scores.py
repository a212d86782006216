"""What was written on the slips. Only what people typed is stored: totals, VP and places are derived."""

from typing import Any, NoReturn

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.rounds import Match, Round, Seat

# "clean" alone would hide Model.clean.
COUNT_FIELDS = (
    "clean_count",
    "semi_clean_count",
    "dirty_count",
    "super_count",
    "super_dirty_count",
    "royal_count",
    "royal_dirty_count",
)


class HandRecord(models.Model):
    """A hand of a match, or several at once (`covers`) where the slip has only their sum.

    `alone` is the place of who took the first pozzetto at a table of three or five; NULL: nobody did, or it
    is a table of two lines. The sides of the hand follow from it.
    """

    class EndReason(models.TextChoices):
        CLOSED = "closed", _("closed")
        STOCK = "stock", _("stock finished")
        TIME = "time", _("time out")
        STALL = "stall", _("stalled")
        REFEREE = "referee", _("ended by the referee")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="hand_records")
    number = models.PositiveSmallIntegerField(_("hand"), validators=[MinValueValidator(1)])
    covers = models.PositiveSmallIntegerField(
        _("hands covered"), default=1, validators=[MinValueValidator(1), MaxValueValidator(12)]
    )
    end_reason = models.CharField(_("how it ended"), max_length=8, choices=EndReason, blank=True)
    alone = models.PositiveSmallIntegerField(
        _("who played alone"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    confirmed = models.JSONField(default=list, editable=False)
    override_reason = models.CharField(_("referee's reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"],
                name="handrecord_number_unique",
                violation_error_message=_("This hand is already recorded."),
            ),
            models.CheckConstraint(condition=models.Q(covers__range=(1, 12)), name="handrecord_covers_1_12"),
            models.CheckConstraint(
                condition=models.Q(alone__isnull=True) | models.Q(alone__range=(1, 5), covers=1),
                name="handrecord_alone_in_one_hand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class HandSide(models.Model):
    """What one side did in a hand, in points and counts; NULL is what was not typed.

    `line` is NS or EW; at tables of three and five the place of the side's first player, who stands for it.

    `covers` is copied from the record so that "at most one line closes a hand" can be a constraint.
    """

    class Side(models.TextChoices):
        NS = "NS", _("N-S")
        EW = "EW", _("E-W")
        ONE = "1", _("place 1")
        TWO = "2", _("place 2")
        THREE = "3", _("place 3")
        FOUR = "4", _("place 4")
        FIVE = "5", _("place 5")

    record = models.ForeignKey(HandRecord, on_delete=models.CASCADE, related_name="sides")
    line = models.CharField(max_length=2, choices=Side)
    covers = models.PositiveSmallIntegerField(default=1)
    clean_count = models.PositiveSmallIntegerField(null=True, blank=True)
    semi_clean_count = models.PositiveSmallIntegerField(null=True, blank=True)
    dirty_count = models.PositiveSmallIntegerField(null=True, blank=True)
    super_count = models.PositiveSmallIntegerField(null=True, blank=True)
    super_dirty_count = models.PositiveSmallIntegerField(null=True, blank=True)
    royal_count = models.PositiveSmallIntegerField(null=True, blank=True)
    royal_dirty_count = models.PositiveSmallIntegerField(null=True, blank=True)
    closings = models.PositiveSmallIntegerField(null=True, blank=True)
    missed = models.PositiveSmallIntegerField(null=True, blank=True)
    laid = models.IntegerField(null=True, blank=True)
    left = models.IntegerField(null=True, blank=True)
    base = models.IntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)
    total = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("line's score of a hand")
        verbose_name_plural = _("lines' scores of hands")
        ordering = ["-line"]
        constraints = [
            models.UniqueConstraint(fields=["record", "line"], name="handside_line_unique"),
            models.UniqueConstraint(
                fields=["record"],
                condition=models.Q(closings__gte=1, covers=1),
                name="handside_one_closes",
                violation_error_message=_("Only one line can close a hand."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.record_id} {self.line}"


class Award(models.Model):
    """VP and signed MP given to a seat instead of a played score."""

    class Kind(models.TextChoices):
        REST = "rest", _("sit-out")
        ABSENCE = "absence", _("absence")
        REFEREE = "referee", _("referee's score")

    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="award")
    vp = models.SmallIntegerField()
    mp = models.IntegerField()
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.vp} {self.mp}"


class Penalty(models.Model):
    """Points taken from an entry: a line of its own. Signed VP and MP (−1, −100). Revoked, never deleted."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="penalties", verbose_name=_("round")
    )
    vp = models.SmallIntegerField("VP", default=0, validators=[MinValueValidator(-400), MaxValueValidator(0)])
    mp = models.IntegerField("MP", default=0, validators=[MinValueValidator(-50_000), MaxValueValidator(0)])
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(vp__lte=0, mp__lte=0) & (models.Q(vp__lt=0) | models.Q(mp__lt=0)),
                name="penalty_takes_something",
                violation_error_message=_("A penalty takes VP, MP or both away: write how many."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.vp} {self.mp}"


class ScoreChangeQuerySet(models.QuerySet["ScoreChange"]):
    def delete(self) -> NoReturn:
        raise TypeError("the history of a score cannot be deleted")


class ScoreChange(models.Model):
    """Each version of a match's score: who, when, from which device, what it was before. Never deleted."""

    class Reason(models.TextChoices):
        FIRST = "first", _("first entry")
        SUM = "sum", _("error of addition")
        SWAPPED = "swapped", _("lines swapped")
        COPY = "copy", _("error of copying")
        REFEREE = "referee", _("referee's decision")
        UNDONE = "undone", _("an act was undone")
        BACK = "back", _("brought back: its undo was taken back")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="changes")
    version = models.PositiveIntegerField()
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    note = models.CharField(_("note"), max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    device = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    objects = ScoreChangeQuerySet.as_manager()

    class Meta:
        verbose_name = _("version of a score")
        verbose_name_plural = _("versions of scores")
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="scorechange_version_unique")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} v{self.version}"

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("the history of a score cannot be deleted")


UNASKED = frozenset({ScoreChange.Reason.FIRST, ScoreChange.Reason.UNDONE, ScoreChange.Reason.BACK})
"""The reasons of a version that nobody chooses."""
