"""What every page of the staff shows: the club, its tabs, the day."""

import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import powers_of
from clubs.forms import DayForm
from clubs.models.clubs import Club


def staff_page(
    request: HttpRequest, template: str, club: Club, tab: str, context: dict[str, Any]
) -> HttpResponse:
    """Render a page of the staff of the club; `tab` names the part of the house it stands in."""
    powers = powers_of(request.user, club, timezone.localdate())
    return render(request, template, {"club": club, "tab": tab, "powers": powers, **context})


def day_asked(request: HttpRequest) -> tuple[datetime.date, DayForm]:
    """The day asked for with `?il=`, today when none or a wrong one is; the form says what was wrong."""
    today = timezone.localdate()
    form = DayForm(request.GET if "il" in request.GET else None, initial={"il": today})
    return (form.cleaned_data["il"] if form.is_valid() else today), form


def removed_before(request: HttpRequest, page: str, slug: str) -> HttpResponse:
    """What a second click finds after the first has removed the row: a word, and the page of the first.

    Raises Http404 for who only looks.
    """
    if request.method != "POST":
        raise Http404
    messages.info(request, _("That is no longer there: it has been removed."))
    return redirect(page, slug)


def posted(request: HttpRequest) -> Any:
    """What the form is bound to: the post, or nothing on a first look."""
    return request.POST if request.method == "POST" else None
