"""Invitations to the staff: a link that expires, works once and is kept only as a hash.

The token is made from the row and the secret key: the link is shown and sent again without being stored.
"""

import datetime
import hashlib

from celery import current_app
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs import rights
from clubs.access import grantable, roles_of
from clubs.models.clubs import Club
from clubs.models.rights import Invitation, Role
from clubs.models.users import User
from clubs.saving import lock, save_checked

LASTS = datetime.timedelta(days=7)


@transaction.atomic
def invite(*, club: Club, email: str, kind: str, by: User, at: datetime.datetime) -> Invitation:
    """Invite an address to a role; the letter leaves after commit, valid for seven days.

    Inviting again while the first link is valid keeps that link; an expired one is made new.
    Raises PermissionDenied when `by` may not give the role, ValidationError.
    """
    if kind not in grantable(roles_of(by, club, timezone.localdate(at))):
        raise PermissionDenied
    lock(club)
    email = email.strip().lower()
    waiting = open_invitations(club).filter(email=email, kind=kind).first()
    if waiting is not None and waiting.expires_at > at:
        return waiting
    invitation = waiting or Invitation(club=club, email=email, kind=kind)
    invitation.invited_by = by
    invitation.expires_at = at + LASTS
    invitation.nonce = get_random_string(22)
    invitation.token_hash = _hash(token_of(invitation))
    save_checked(invitation)
    send_letter(invitation)
    return invitation


@transaction.atomic
def send_again(*, invitation: Invitation, by: User, at: datetime.datetime) -> Invitation:
    """Send the letter once more; an expired link is made new.

    Raises PermissionDenied when `by` may not give the role, ValidationError when the link is already closed.
    """
    if not open_invitations(invitation.club).filter(pk=invitation.pk).exists():
        raise ValidationError(_("This invitation is closed: make a new one."), code="closed")
    again = invite(club=invitation.club, email=invitation.email, kind=invitation.kind, by=by, at=at)
    if again.expires_at == invitation.expires_at:
        send_letter(again)
    return again


@transaction.atomic
def withdraw(*, invitation: Invitation, by: User, at: datetime.datetime) -> None:
    """Make the link of an invitation worthless. Raises PermissionDenied when `by` may not give that role."""
    if invitation.kind not in grantable(roles_of(by, invitation.club, timezone.localdate(at))):
        raise PermissionDenied
    if invitation.revoked_at is None and invitation.accepted_at is None:
        invitation.revoked_at = at
        save_checked(invitation, ["revoked_at"])


@transaction.atomic
def accept_invitation(*, token: str, user: User, at: datetime.datetime) -> Role:
    """Turn the invitation into a role of the account. The same account twice gets the same answer.

    Only the account of the invited address may: the link proves that address and no other.
    Raises Http404 for a link that never was, ValidationError for one used by another, withdrawn or expired,
    and for an account with another address.
    """
    club = invitation_by_token(token).club
    lock(club)
    invitation = invitation_by_token(token)
    if (given := role_given(invitation, user)) is not None:
        return given
    if (refusal := refusal_of(invitation, at)) is not None:
        raise ValidationError(refusal, code="closed")
    if not is_for(invitation, user):
        raise ValidationError(_("This invitation is for another e-mail address."), code="another_address")
    role = rights.write_role(club=club, user=user, kind=invitation.kind, granted_by=invitation.invited_by)
    invitation.accepted_at, invitation.accepted_by = at, user
    save_checked(invitation, ["accepted_at", "accepted_by"])
    return role


def refusal_of(invitation: Invitation, at: datetime.datetime) -> str | None:
    """Why the link can no longer be used, in a sentence; None while it can."""
    if invitation.accepted_at is not None:
        return _("This invitation has already been used.")
    if invitation.revoked_at is not None:
        return _("This invitation has been withdrawn. Ask the club for another.")
    if invitation.expires_at <= at:
        return _("This invitation has expired. Ask the club for another.")
    return None


def is_for(invitation: Invitation, user: User) -> bool:
    """Whether the account has the invited address."""
    return user.email.lower() == invitation.email.lower()


def role_given(invitation: Invitation, user: User) -> Role | None:
    """The role that the account got by this invitation and still has, or None."""
    if invitation.accepted_by_id != user.pk:
        return None
    return Role.objects.filter(club=invitation.club, user=user, kind=invitation.kind).first()


def token_of(invitation: Invitation) -> str:
    """The secret part of the link, made again from the row each time."""
    return salted_hmac("clubs.invitation", invitation.nonce, algorithm="sha256").hexdigest()


def invitation_by_token(token: str) -> Invitation:
    """The invitation behind a link, whatever its state, or Http404."""
    invitation = Invitation.objects.select_related("club").filter(token_hash=_hash(token)).first()
    if invitation is None:
        raise Http404
    return invitation


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """The invitations that wait for an answer, expired ones too: they can be renewed."""
    return Invitation.objects.filter(club=club, accepted_at__isnull=True, revoked_at__isnull=True)


def invitation_of(club: Club, pk: int) -> Invitation:
    """An invitation of this club, or Http404."""
    return get_object_or_404(Invitation.objects.select_related("club"), club=club, pk=pk)


def send_letter(invitation: Invitation) -> None:
    """Ask a worker to send the link; a lost letter is sent again from the page, which also shows the link."""
    letter = current_app.signature("clubs.tasks.send_invitation", args=[invitation.pk, get_language()])
    transaction.on_commit(lambda: letter.apply_async(retry=False), robust=True)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
