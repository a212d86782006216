"""The member book."""

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django_tables2 import RequestConfig

from clubs.access import club_for_books, club_for_managing, powers_of
from clubs.corrections import correct_line
from clubs.csv_export import csv_response
from clubs.forms import AdmissionForm, LeavingForm, LineCorrectionForm, attempt
from clubs.log import acts_of_line
from clubs.members import admit, leave, line_by_key, line_of, member_book, not_members
from clubs.people import persons_of
from clubs.tables import MEMBER_FILE_ONLY, MemberTable
from clubs.views.pages import day_asked, posted, staff_page

PER_PAGE = 50


@require_GET
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is a member on a day."""
    today = timezone.localdate()
    club = club_for_books(request.user, slug, on=today)
    day, form = day_asked(request)
    may_change = powers_of(request.user, club, today).manages
    table = MemberTable(member_book(club, on=day), may_change=may_change, exclude=MEMBER_FILE_ONLY)
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    context = {"day": day, "form": form, "table": table, "count": table.paginator.count}
    return staff_page(request, "clubs/members.html", club, "members", context)


@require_GET
def members_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole member book as a file, whoever has left included."""
    club = club_for_books(request.user, slug, on=timezone.localdate())
    return csv_response(MemberTable(member_book(club)), f"{club.slug}-libro-soci.csv")


@require_http_methods(["GET", "POST"])
def member_admit(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a line of the book."""
    today = timezone.localdate()
    club = club_for_managing(request.user, slug, on=today)
    first = {"admitted_on": today, "person": request.GET.get("persona")}
    # A second click finds the person admitted: the verb answers for her, the list offers only the others.
    persons = persons_of(club) if request.method == "POST" else not_members(club)
    form = AdmissionForm(posted(request), persons=persons, initial=first)
    if (line := attempt(form, admit, club=club)) is not None:
        messages.success(
            request,
            _("%(person)s is member no. %(number)d.") % {"person": line.person, "number": line.number},
        )
        return redirect("clubs:members", slug)
    return staff_page(request, "clubs/member_admit.html", club, "members", {"form": form})


@require_http_methods(["GET", "POST"])
def member_line(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A line of the book, and closing it."""
    today = timezone.localdate()
    club = club_for_managing(request.user, slug, on=today)
    line = line_of(club, number)
    form = LeavingForm(posted(request), initial={"left_on": today})
    if attempt(form, leave, membership=line) is not None:
        messages.success(
            request,
            _("%(person)s has left: line %(number)d is closed.")
            % {"person": line.person, "number": line.number},
        )
        return redirect("clubs:members", slug)
    context = {"form": form, "line": line, "acts": acts_of_line(line)}
    return staff_page(request, "clubs/member_line.html", club, "members", context)


@require_http_methods(["GET", "POST"])
def member_correct(request: HttpRequest, slug: str, line: int) -> HttpResponse:
    """Correct a line of the book that was written by mistake; its key stays when its number changes."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    written = line_by_key(club, line)
    facts, closed = model_to_dict(written), written.left_on is not None
    form = LineCorrectionForm(posted(request), initial=facts, closed=closed)
    if (right := attempt(form, correct_line, line=written, by=request.user)) is not None:
        messages.success(request, _("The line of %(person)s is corrected.") % {"person": right.person})
        return redirect("clubs:member_line", slug, right.number)
    return staff_page(request, "clubs/member_correct.html", club, "members", {"form": form, "line": written})
