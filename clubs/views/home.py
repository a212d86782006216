"""The front door: what Pozzetto is, the clubs, founding one."""

from typing import Any

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
from clubs.accounts import known_account, own_account
from clubs.clubs import found_club, kept_club
from clubs.forms import FirstFoundingForm, FoundingForm, attempt
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
        return _founded_before(request)
    if not request.user.is_authenticated or is_demo_account(request.user):
        return _found_with_account(request)
    form = FoundingForm(posted(request))
    if (club := attempt(form, found_club, by=request.user)) is not None:
        return redirect("clubs:dashboard", club.slug)
    return render(request, "clubs/found.html", {"form": form})


def _found_with_account(request: HttpRequest) -> HttpResponse:
    form = FirstFoundingForm(posted(request))
    if (founded := attempt(form, _found, request=request)) is not None:
        return _enter(request, *founded)
    return render(request, "clubs/found.html", {"form": form})


@transaction.atomic
def _found(*, request: HttpRequest, email: str, password: str, **facts: Any) -> tuple[User, Club]:
    """Account and club, or neither. Raises ValidationError."""
    user = own_account(request, email=email, password=password)
    return user, found_club(**facts, by=user)


def _founded_before(request: HttpRequest) -> HttpResponse:
    """The door is closed, but who has founded the club may have pressed twice: she finds it."""
    form = FirstFoundingForm(posted(request))
    if (founded := attempt(form, _found_again, request=request)) is not None:
        return _enter(request, *founded)
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.get_full_path())


def _found_again(
    *, request: HttpRequest, email: str, password: str, name: str, town: str, **_facts: Any
) -> tuple[User, Club] | None:
    user = known_account(request, email=email, password=password)
    club = kept_club(name=name, town=town, by=user) if user is not None else None
    return (user, club) if user is not None and club is not None else None


def _enter(request: HttpRequest, user: User, club: Club) -> HttpResponse:
    login(request, user, backend=BACKEND)
    return redirect("clubs:dashboard", club.slug)
