"""Roles given by hand, and invitations that give them. Board seats give theirs by themselves."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club


class RoleKind(models.TextChoices):
    """What an account may be in a club; what each may do is in `clubs.access`."""

    PRESIDENT = "president", _("president")
    SECRETARY = "secretary", _("secretary")
    TREASURER = "treasurer", _("treasurer")
    REFEREE = "referee", _("referee")
    SCORER = "scorer", _("scorer")


class Role(models.Model):
    """A right given to an account in a club, beside those that come from board seats."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_roles")
    kind = models.CharField(_("role"), max_length=12, choices=RoleKind)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        ordering = ["kind", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user", "kind"],
                name="role_unique",
                violation_error_code="kind",
                violation_error_message=_("This account already has this role."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"


class Invitation(models.Model):
    """An expiring link that makes its reader staff of the club. Only the hash of the token is kept."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail"))
    kind = models.CharField(_("role"), max_length=12, choices=RoleKind)
    nonce = models.CharField(max_length=22, editable=False)  # with the secret key it makes the token
    token_hash = models.CharField(max_length=64, editable=False)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["token_hash"], name="invitation_token_unique"),
            models.UniqueConstraint(
                fields=["club", "email", "kind"],
                condition=models.Q(accepted_at__isnull=True, revoked_at__isnull=True),
                name="invitation_open_once",
                violation_error_code="email",
                violation_error_message=_("This invitation is already waiting for an answer."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.email}"
