"""The staff's first page, and what the club says about itself."""

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubs.access import club_for_managing, club_for_staff
from clubs.board import board_on
from clubs.clubs import change_club
from clubs.forms import ClubForm, attempt
from clubs.members import count_on
from clubs.people import persons_of
from clubs.views.pages import posted, staff_page


@require_GET
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is and what is missing, for everybody on the staff."""
    today = timezone.localdate()
    club = club_for_staff(request.user, slug, on=today)
    context = {
        "board": board_on(club, today),
        "members": count_on(club, today),
        "persons": persons_of(club).count(),
    }
    return staff_page(request, "clubs/dashboard.html", club, "dashboard", context)


@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what the club says about itself."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    form = ClubForm(posted(request), initial=model_to_dict(club))
    if attempt(form, change_club, club=club) is not None:
        messages.success(request, _("The club is saved."))
        return redirect("clubs:settings", slug)
    club.refresh_from_db()
    return staff_page(request, "clubs/club_form.html", club, "settings", {"form": form})
