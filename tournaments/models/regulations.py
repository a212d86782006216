"""A club's own regulations: a preset copied and changed."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from clubs.validators import one_line


class RegulationsCopy(models.Model):
    """Regulations of a club, begun as the preset `based_on`. A row is retired, never deleted.

    `figures` is what `scoring.regulations.as_dict` writes, without the code; `version` rises with changes.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="regulations")
    name = models.CharField(_("name"), max_length=60, validators=[one_line])
    based_on = models.CharField(max_length=40, editable=False)
    figures = models.JSONField(editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    retired_at = models.DateTimeField(null=True, blank=True, editable=False)
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("regulations of the club")
        verbose_name_plural = _("regulations of the club")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                "club",
                Lower("name"),
                name="regulationscopy_name_unique",
                violation_error_message=_("The club already has regulations with this name."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def code(self) -> str:
        """What names the copy where a preset has its code."""
        return f"copia-{self.pk}"
