"""The front door: what Pozzetto is, the clubs, founding one."""

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from clubs.access import clubs_of, is_demo_account, is_fresh, may_found, public_clubs
from clubs.accounts import open_account
from clubs.clubs import found_club
from clubs.forms import AccountForm, FoundingForm, attempt
from clubs.models.clubs import Club
from clubs.models.users import User
from clubs.views.pages import posted

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_GET
@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    """What Pozzetto is, the clubs that can be read, and my own."""
    context = {
        "public_clubs": public_clubs(),
        "my_clubs": clubs_of(request.user, on=timezone.localdate()),
        "may_found": may_found(request.user),
        "fresh": is_fresh(),
    }
    return render(request, "clubs/home.html", context)


@require_GET
def my_clubs(request: HttpRequest) -> HttpResponse:
    """The clubs I work for."""
    clubs = clubs_of(request.user, on=timezone.localdate())
    return render(request, "clubs/my_clubs.html", {"clubs": clubs, "may_found": may_found(request.user)})


@require_http_methods(["GET", "POST"])
@login_not_required
def found(request: HttpRequest) -> HttpResponse:
    """Found a club; on a fresh installation whoever comes first, with an account made on the way."""
    if not may_found(request.user):
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.get_full_path())
    if not request.user.is_authenticated or is_demo_account(request.user):
        return _found_with_account(request)
    form = FoundingForm(posted(request))
    if (club := attempt(form, found_club, by=request.user)) is not None:
        return redirect("clubs:dashboard", club.slug)
    return render(request, "clubs/found.html", {"forms": [form]})


def _found_with_account(request: HttpRequest) -> HttpResponse:
    form, account = FoundingForm(posted(request)), AccountForm(posted(request))
    if form.is_valid() and (founded := _found(form, account)) is not None:
        user, club = founded
        login(request, user, backend=BACKEND)
        return redirect("clubs:dashboard", club.slug)
    return render(request, "clubs/found.html", {"forms": [form, account]})


def _found(form: FoundingForm, account: AccountForm) -> tuple[User, Club] | None:
    """Account and club, or neither."""
    with transaction.atomic():
        user = attempt(account, open_account)
        club = attempt(form, found_club, by=user) if user is not None else None
        if user is None or club is None:
            transaction.set_rollback(True)
            return None
        return user, club
