"""What the reader of an invitation sees."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clubs.adapters import INVITED
from clubs.invitations import accept_invitation, invitation_by_token, refusal_of


@require_GET
@never_cache
@login_not_required
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites to what; while the link is good, an account may be made to answer it."""
    invited = invitation_by_token(token)
    refusal = refusal_of(invited, timezone.now())
    if refusal is None and not request.user.is_authenticated:
        request.session[INVITED] = token
    return render(
        request, "clubs/invitation.html", {"invitation": invited, "refusal": refusal, "token": token}
    )


@require_POST
def invitation_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Take the role that the link gives."""
    try:
        role = accept_invitation(token=token, user=request.user, at=timezone.now())
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("clubs:invitation", token)
    request.session.pop(INVITED, None)
    messages.success(request, _("Welcome: you are now on the staff of %(club)s.") % {"club": role.club.name})
    return redirect("clubs:dashboard", role.club.slug)
