"""What the reader of an invitation sees."""

import datetime

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.accounts import has_account, own_account
from clubs.forms import InvitedAccountForm, attempt
from clubs.invitations import accept_invitation, invitation_by_token, is_for, refusal_of, role_given
from clubs.models.rights import Invitation, Role
from clubs.models.users import User
from clubs.views.home import BACKEND
from clubs.views.pages import posted


@require_http_methods(["GET", "POST"])
@never_cache
@login_not_required
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites to what; whoever has no account yet makes it here, with the invited address."""
    invited, now = invitation_by_token(token), timezone.now()
    visitor = request.user if request.user.is_authenticated else None
    if visitor is not None and (role := role_given(invited, visitor)) is not None:
        return redirect("clubs:dashboard", role.club.slug)
    form = InvitedAccountForm(posted(request) if visitor is None else None, email=invited.email)
    if (joined := attempt(form, _join, request=request, invited=invited, token=token, at=now)) is not None:
        login(request, joined[0], backend=BACKEND)
        return _welcome(request, joined[1])
    context = {
        "invitation": invited,
        "refusal": refusal_of(invited, now),
        "token": token,
        "form": form,
        "known": has_account(invited.email),
        "mine": visitor is not None and is_for(invited, visitor),
    }
    return render(request, "clubs/invitation.html", context)


@require_POST
def invitation_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Take the role that the link gives."""
    try:
        role = accept_invitation(token=token, user=request.user, at=timezone.now())
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("clubs:invitation", token)
    return _welcome(request, role)


@transaction.atomic
def _join(
    *, request: HttpRequest, invited: Invitation, token: str, at: datetime.datetime, password: str
) -> tuple[User, Role]:
    """Account and role, or neither; the same post twice finds both. Raises ValidationError."""
    user = own_account(request, email=invited.email, password=password)
    return user, accept_invitation(token=token, user=user, at=at)


def _welcome(request: HttpRequest, role: Role) -> HttpResponse:
    messages.success(request, _("Welcome: you are now on the staff of %(club)s.") % {"club": role.club.name})
    return redirect("clubs:dashboard", role.club.slug)
