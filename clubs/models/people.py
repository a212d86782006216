"""Persons of a club and the member book: two registers of one list of persons."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models.clubs import Club
from clubs.validators import one_line, right_tax_code, sensible_date


class Person(models.Model):
    """Somebody the club knows: a member, a guest, a player. Never deleted once she has played."""

    class NameShown(models.TextChoices):
        FULL = "full", _("name and surname")
        INITIAL = "initial", _("surname and initial")
        HIDDEN = "hidden", _("initials only")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="people")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="people",
        verbose_name=_("account"),
    )
    first_name = models.CharField(_("name"), max_length=60, blank=True, validators=[one_line])
    last_name = models.CharField(_("surname"), max_length=60, validators=[one_line])
    birth_date = models.DateField(_("date of birth"), null=True, blank=True, validators=[sensible_date])
    birth_place = models.CharField(_("place of birth"), max_length=80, blank=True, validators=[one_line])
    residence = models.CharField(_("residence"), max_length=160, blank=True, validators=[one_line])
    tax_code = models.CharField(_("tax code"), max_length=16, blank=True, validators=[right_tax_code])
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True, validators=[one_line])
    name_shown = models.CharField(
        _("on public pages"),
        max_length=10,
        choices=NameShown,
        default=NameShown.FULL,
        help_text=_("How the name appears on public pages, on the wall and on papers hung in the hall."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("persons")
        ordering = ["last_name", "first_name", "pk"]
        indexes = [models.Index(fields=["club", "last_name", "first_name"], name="person_by_name")]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                name="person_one_account_per_club",
                violation_error_code="user",
                violation_error_message=_("This account already belongs to another person of the club."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


class Membership(models.Model):
    """A line of the member book: numbered, never deleted; leaving closes it."""

    class Category(models.TextChoices):
        FOUNDER = "founder", _("founder")
        ORDINARY = "ordinary", _("ordinary")
        HONORARY = "honorary", _("honorary")
        JUNIOR = "junior", _("junior")

    class LeavingReason(models.TextChoices):
        RESIGNED = "resigned", pgettext_lazy("member", "resigned")
        EXPELLED = "expelled", _("expelled")
        LAPSED = "lapsed", _("lapsed")
        DIED = "died", _("died")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    number = models.PositiveIntegerField(
        _("number"), validators=[MinValueValidator(1), MaxValueValidator(999_999)]
    )
    category = models.CharField(_("category"), max_length=12, choices=Category, default=Category.ORDINARY)
    admitted_on = models.DateField(_("admitted on"), validators=[sensible_date])
    left_on = models.DateField(_("left on"), null=True, blank=True, validators=[sensible_date])
    leaving_reason = models.CharField(_("reason"), max_length=12, choices=LeavingReason, blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("member book")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"],
                name="membership_number_unique",
                violation_error_code="number",
                violation_error_message=_("This number is already in the member book."),
            ),
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(left_on__isnull=True),
                name="membership_one_at_a_time",
                violation_error_code="person",
                violation_error_message=_("This person is already a member."),
            ),
            models.CheckConstraint(
                condition=models.Q(left_on__isnull=True) | models.Q(left_on__gte=models.F("admitted_on")),
                name="membership_leaves_after_admission",
                violation_error_code="left_on",
                violation_error_message=_("A member cannot leave before being admitted."),
            ),
            models.CheckConstraint(
                condition=models.Q(left_on__isnull=True, leaving_reason="")
                | (models.Q(left_on__isnull=False) & ~models.Q(leaving_reason="")),
                name="membership_leaving_has_reason",
                violation_error_code="leaving_reason",
                violation_error_message=_("Leaving needs both the date and the reason."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.person}"
