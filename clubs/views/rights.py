"""Who may do what: roles and invitations."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.access import club_for_granting, grantable, roles_of
from clubs.forms import GrantForm, InvitationForm, attempt
from clubs.invitations import invitation_of, invite, open_invitations, send_again, token_of, withdraw
from clubs.models.clubs import Club
from clubs.models.rights import Invitation
from clubs.rights import grant, revoke, role_of, staff_accounts, staff_of
from clubs.views.pages import posted, removed_before, staff_page


@require_GET
@never_cache
def rights(request: HttpRequest, slug: str) -> HttpResponse:
    """The staff, why each has her rights, and the invitations that wait."""
    today = timezone.localdate()
    club = club_for_granting(request.user, slug, on=today)
    now, own = timezone.now(), grantable(roles_of(request.user, club, today))
    waiting = [
        {"row": row, "expired": row.expires_at <= now, "mine": row.kind in own, "link": _link(request, row)}
        for row in open_invitations(club)
    ]
    context = {"staff": staff_of(club, today), "waiting": waiting, "grantable": own}
    return staff_page(request, "clubs/rights.html", club, "rights", context)


@require_http_methods(["GET", "POST"])
def role_grant(request: HttpRequest, slug: str) -> HttpResponse:
    """Give another role to an account of the staff."""
    today = timezone.localdate()
    club = club_for_granting(request.user, slug, on=today)
    kinds = grantable(roles_of(request.user, club, today))
    form = GrantForm(posted(request), accounts=staff_accounts(club, today), kinds=kinds)
    if (role := attempt(form, grant, club=club, by=request.user, on=today)) is not None:
        messages.success(request, f"{role.user}: {role.get_kind_display()}.")
        return redirect("clubs:rights", slug)
    return staff_page(request, "clubs/role_form.html", club, "rights", {"form": form})


@require_http_methods(["GET", "POST"])
def role_revoke(request: HttpRequest, slug: str, role: int) -> HttpResponse:
    """Take a role away, after having said which."""
    today = timezone.localdate()
    club = club_for_granting(request.user, slug, on=today)
    try:
        given = role_of(club, role)
    except Http404:
        return removed_before(request, "clubs:rights", slug)
    if request.method == "POST":
        try:
            revoke(role=given, by=request.user, on=today)
        except ValidationError as refusal:
            messages.error(request, " ".join(refusal.messages))
        else:
            messages.success(request, _("The role has been taken away."))
        return redirect("clubs:rights", slug)
    return staff_page(request, "clubs/role_revoke.html", club, "rights", {"role": given})


@require_http_methods(["GET", "POST"])
def invitation_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite an address; the link is also shown, to be given by hand."""
    club = club_for_granting(request.user, slug, on=timezone.localdate())
    kinds = grantable(roles_of(request.user, club, timezone.localdate()))
    form = InvitationForm(posted(request), kinds=kinds)
    invitation = attempt(form, invite, club=club, by=request.user, at=timezone.now())
    if invitation is not None:
        return _sent(request, club, invitation.email)
    return staff_page(request, "clubs/invitation_form.html", club, "rights", {"form": form})


@require_POST
def invitation_again(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """Send the letter again; an expired link is made new."""
    club = club_for_granting(request.user, slug, on=timezone.localdate())
    row = invitation_of(club, invitation)
    try:
        send_again(invitation=row, by=request.user, at=timezone.now())
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("clubs:rights", slug)
    return _sent(request, club, row.email)


@require_POST
def invitation_withdraw(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """Make a link worthless."""
    club = club_for_granting(request.user, slug, on=timezone.localdate())
    withdraw(invitation=invitation_of(club, invitation), by=request.user, at=timezone.now())
    messages.success(request, _("The invitation is withdrawn: its link no longer works."))
    return redirect("clubs:rights", slug)


def _link(request: HttpRequest, invitation: Invitation) -> str:
    return request.build_absolute_uri(reverse("clubs:invitation", args=[token_of(invitation)]))


def _sent(request: HttpRequest, club: Club, email: str) -> HttpResponse:
    sentence = _("The invitation to %(email)s is on its way. You can also copy its link below.")
    messages.success(request, sentence % {"email": email})
    return redirect("clubs:rights", club.slug)
