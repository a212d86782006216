"""Letters that leave after the page has answered."""

from celery import shared_task
from django.utils import translation

from clubs.letters import invitation_letter
from clubs.models.rights import Invitation


@shared_task(autoretry_for=(OSError,), retry_backoff=True, max_retries=5)
def send_invitation(pk: int, language: str | None) -> None:
    """Send the link of an invitation that still waits for an answer; twice is harmless."""
    invitation = Invitation.objects.select_related("club").filter(pk=pk).first()
    if invitation is None or invitation.accepted_at or invitation.revoked_at:
        return
    with translation.override(language):
        invitation_letter(invitation).send()
