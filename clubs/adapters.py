"""Where the account pages follow our rules."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils import timezone

from clubs.invitations import is_usable

INVITED = "invitation"  # the session's key for the token of the invitation being answered


class AccountAdapter(DefaultAccountAdapter):
    """Accounts begin with an invitation: nobody signs up by herself."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return is_usable(request.session.get(INVITED, ""), timezone.now())
