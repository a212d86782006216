"""The board: in office on a day, mandates past and to come."""

from django.contrib import messages
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubs.access import club_for_managing, club_for_staff
from clubs.board import board_on, end_seat, mandate_of, mandates_of, open_mandate, seat, seat_of
from clubs.corrections import correct_mandate, remove_mandate, remove_seat
from clubs.forms import MandateCorrectionForm, MandateForm, SeatEndForm, SeatForm, WhyForm, attempt
from clubs.log import acts_of_board
from clubs.people import persons_of
from clubs.views.pages import day_asked, posted, removed_before, staff_page


@require_GET
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is in office on a day, what is missing, and all the mandates."""
    club = club_for_staff(request.user, slug, on=timezone.localdate())
    day, form = day_asked(request)
    context = {"day": day, "form": form, "board": board_on(club, day), "mandates": mandates_of(club)}
    context |= {"today": timezone.localdate(), "acts": acts_of_board(club)}
    return staff_page(request, "clubs/board.html", club, "board", context)


@require_http_methods(["GET", "POST"])
def mandate_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a mandate, then fill its seats."""
    today = timezone.localdate()
    club = club_for_managing(request.user, slug, on=today)
    form = MandateForm(posted(request), initial={"starts_on": today})
    if (mandate := attempt(form, open_mandate, club=club)) is not None:
        messages.success(request, _("The mandate is open: say who sits on the board."))
        return redirect("clubs:seat_add", slug, mandate.pk)
    return staff_page(request, "clubs/mandate_form.html", club, "board", {"form": form})


@require_http_methods(["GET", "POST"])
def seat_add(request: HttpRequest, slug: str, mandate: int) -> HttpResponse:
    """Give a person an office in the mandate; the page comes back for the next one."""
    today = timezone.localdate()
    club = club_for_managing(request.user, slug, on=today)
    term = mandate_of(club, mandate)
    form = SeatForm(posted(request), persons=persons_of(club))
    if (seated := attempt(form, seat, mandate=term, by=request.user, on=today)) is not None:
        messages.success(request, f"{seated.person}: {seated.get_office_display()}.")
        return redirect("clubs:seat_add", slug, mandate)
    context = {"form": form, "mandate": term, "seats": term.seats.select_related("person"), "today": today}
    return staff_page(request, "clubs/seat_form.html", club, "board", context)


@require_http_methods(["GET", "POST"])
def seat_end(request: HttpRequest, slug: str, seat: int) -> HttpResponse:
    """End a seat before its mandate."""
    today = timezone.localdate()
    club = club_for_managing(request.user, slug, on=today)
    held = seat_of(club, seat)
    form = SeatEndForm(posted(request), initial={"ends_on": min(today, held.ends_on)})
    if attempt(form, end_seat, seat=held) is not None:
        messages.success(request, _("The seat of %(person)s is ended.") % {"person": held.person})
        return redirect("clubs:board", slug)
    context = {"form": form, "seat": seat_of(club, seat)}
    return staff_page(request, "clubs/seat_end.html", club, "board", context)


@require_http_methods(["GET", "POST"])
def seat_remove(request: HttpRequest, slug: str, seat: int) -> HttpResponse:
    """Remove a seat given by mistake, after having said why."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    try:
        held = seat_of(club, seat)
    except Http404:
        return removed_before(request, "clubs:board", slug)
    form = WhyForm(posted(request))
    if attempt(form, remove_seat, seat=held, by=request.user) is not None:
        messages.success(request, _("The seat of %(person)s is removed.") % {"person": held.person})
        return redirect("clubs:board", slug)
    return staff_page(request, "clubs/seat_remove.html", club, "board", {"form": form, "seat": held})


@require_http_methods(["GET", "POST"])
def mandate_correct(request: HttpRequest, slug: str, mandate: int) -> HttpResponse:
    """Correct the days of a mandate opened by mistake."""
    today = timezone.localdate()
    club = club_for_managing(request.user, slug, on=today)
    term = mandate_of(club, mandate)
    form = MandateCorrectionForm(posted(request), initial=model_to_dict(term))
    if attempt(form, correct_mandate, mandate=term, by=request.user, on=today) is not None:
        messages.success(request, _("The mandate is corrected."))
        return redirect("clubs:board", slug)
    context = {"form": form, "mandate": mandate_of(club, mandate)}
    return staff_page(request, "clubs/mandate_correct.html", club, "board", context)


@require_http_methods(["GET", "POST"])
def mandate_remove(request: HttpRequest, slug: str, mandate: int) -> HttpResponse:
    """Remove a mandate opened by mistake, after having shown its seats and said why."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    try:
        term = mandate_of(club, mandate)
    except Http404:
        return removed_before(request, "clubs:board", slug)
    form = WhyForm(posted(request))
    if attempt(form, remove_mandate, mandate=term, by=request.user) is not None:
        messages.success(request, _("The mandate is removed."))
        return redirect("clubs:board", slug)
    context = {"form": form, "mandate": term, "seats": term.seats.select_related("person")}
    return staff_page(request, "clubs/mandate_remove.html", club, "board", context)
