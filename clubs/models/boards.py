"""The board: mandates and the seats in them. "In office" means the seats in force on a date."""

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.validators import sensible_date


class Mandate(models.Model):
    """A term of the board, both dates included."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="mandates")
    starts_on = models.DateField(_("from"), validators=[sensible_date])
    ends_on = models.DateField(_("until"), validators=[sensible_date])

    class Meta:
        verbose_name = _("mandate")
        verbose_name_plural = _("mandates")
        ordering = ["-starts_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "starts_on"],
                name="mandate_start_unique",
                violation_error_code="starts_on",
                violation_error_message=_("A mandate already starts on this day."),
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on__gt=models.F("starts_on")),
                name="mandate_ends_after_start",
                violation_error_code="ends_on",
                violation_error_message=_("The mandate must end after it starts."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.starts_on} – {self.ends_on}"


class BoardSeatQuerySet(models.QuerySet["BoardSeat"]):
    def in_office(self, on: datetime.date) -> "BoardSeatQuerySet":
        """Seats in force on that day."""
        return self.filter(starts_on__lte=on, ends_on__gte=on)


class BoardSeat(models.Model):
    """A person's office in a mandate, both dates included."""

    class Office(models.TextChoices):
        PRESIDENT = "president", _("president")
        VICE_PRESIDENT = "vice_president", _("vice president")
        SECRETARY = "secretary", _("secretary")
        TREASURER = "treasurer", _("treasurer")
        COUNCILLOR = "councillor", _("councillor")
        AUDITOR = "auditor", _("auditor")

    class EndReason(models.TextChoices):
        TERM = "term", _("end of the mandate")
        RESIGNED = "resigned", _("resigned")
        REPLACED = "replaced", _("replaced")
        REMOVED = "removed", _("removed")
        DIED = "died", _("died")

    mandate = models.ForeignKey(Mandate, on_delete=models.PROTECT, related_name="seats")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="board_seats")
    office = models.CharField(_("office"), max_length=16, choices=Office)
    starts_on = models.DateField(_("from"), validators=[sensible_date])
    ends_on = models.DateField(_("until"), validators=[sensible_date])
    end_reason = models.CharField(_("why it ended"), max_length=12, choices=EndReason, default=EndReason.TERM)

    objects = BoardSeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat on the board")
        verbose_name_plural = _("seats on the board")
        ordering = ["starts_on", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["mandate", "person", "office", "starts_on"],
                name="boardseat_unique",
                violation_error_code="person",
                violation_error_message=_("This person already has this office from this day."),
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="boardseat_ends_after_start",
                violation_error_code="ends_on",
                violation_error_message=_("A seat cannot end before it starts."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_office_display()}: {self.person}"
