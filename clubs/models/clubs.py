"""The association itself."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.validators import one_line


class Club(models.Model):
    """An association. `version` rises with every change a public page can show (names, privacy, board)."""

    class BoardTitle(models.TextChoices):
        STEERING = "steering", _("Steering council")
        ADMINISTRATION = "administration", _("Board of administration")

    name = models.CharField(_("name"), max_length=120, validators=[one_line])
    slug = models.SlugField(_("address of the page"), max_length=60)
    town = models.CharField(_("town"), max_length=80, blank=True, validators=[one_line])
    venue = models.CharField(_("where we play"), max_length=160, blank=True, validators=[one_line])
    about = models.TextField(_("about us"), max_length=1000, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True, validators=[one_line])
    board_title = models.CharField(
        _("the board is called"), max_length=20, choices=BoardTitle, default=BoardTitle.STEERING
    )
    mandate_years = models.PositiveSmallIntegerField(
        _("years of a mandate"), default=3, validators=[MinValueValidator(1), MaxValueValidator(10)]
    )
    is_public = models.BooleanField(_("the page can be read by everybody"), default=True)
    is_demo = models.BooleanField(_("demonstration club"), default=False, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    # Of a club that came through the door of `clubs.access`: what it found, for the pages of that request.
    entered: Any = None

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["slug"],
                name="club_slug_unique",
                violation_error_message=_("Another club already has this address."),
            ),
            models.CheckConstraint(
                condition=models.Q(mandate_years__range=(1, 10)),
                name="club_mandate_years_1_10",
                violation_error_message=_("A mandate lasts from 1 to 10 years."),
            ),
        ]

    def __str__(self) -> str:
        return self.name
