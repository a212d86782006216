"""The log of the club: what was corrected in its books and changed in its regulations, by whom and why."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from clubs.models.people import Membership
from clubs.validators import one_line


class ClubActQuerySet(models.QuerySet["ClubAct"]):
    def delete(self) -> NoReturn:
        raise TypeError("the log of a club cannot be deleted")


class ClubAct(models.Model):
    """A correction of the books, or a change of the club's regulations; rows cannot be deleted.

    `facts` is what stood there before. A correction says why; regulations say by themselves what they are.
    """

    class Verb(models.TextChoices):
        CORRECT_LINE = "correct_line", _("Line of the member book corrected")
        CORRECT_MANDATE = "correct_mandate", _("Mandate corrected")
        REMOVE_MANDATE = "remove_mandate", _("Mandate removed")
        REMOVE_SEAT = "remove_seat", _("Seat removed")
        MAKE_RULES = "make_rules", _("Regulations made")
        CHANGE_RULES = "change_rules", _("Regulations changed")
        RETIRE_RULES = "retire_rules", _("Regulations not offered any more")
        RESTORE_RULES = "restore_rules", _("Regulations offered again")

    ABOUT_RULES = (Verb.MAKE_RULES, Verb.CHANGE_RULES, Verb.RETIRE_RULES, Verb.RESTORE_RULES)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="acts")
    verb = models.CharField(max_length=16, choices=Verb)
    line = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="acts")
    facts = models.JSONField(default=dict)
    why = models.CharField(max_length=160, blank=True, validators=[one_line])
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    objects = ClubActQuerySet.as_manager()

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(why="") | models.Q(verb__endswith="_rules"),
                name="clubact_says_why",
                violation_error_code="why",
                violation_error_message=_("Say why."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.verb}"

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("the log of a club cannot be deleted")
