"""What the letters say."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.invitations import token_of
from clubs.models.rights import Invitation


def invitation_letter(invitation: Invitation) -> EmailMessage:
    """The letter with the link, in the language in force."""
    link = settings.SITE_URL + reverse("clubs:invitation", args=[token_of(invitation)])
    return EmailMessage(
        subject=_("%(club)s invites you to Pozzetto") % {"club": invitation.club.name},
        body=render_to_string("clubs/invitation.txt", {"invitation": invitation, "link": link}),
        to=[invitation.email],
    )
