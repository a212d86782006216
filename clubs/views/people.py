"""The list of persons."""

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django_tables2 import RequestConfig

from clubs.access import club_for_books, club_for_granting, club_for_managing, powers_of
from clubs.csv_export import csv_response, file_name
from clubs.forms import AccountLinkForm, PersonForm, SearchForm, attempt
from clubs.members import open_line_of
from clubs.people import add_person, change_person, link_account, person_of, persons_of, with_number
from clubs.rights import staff_accounts
from clubs.tables import PersonTable
from clubs.views.pages import posted, staff_page

PER_PAGE = 50


@require_GET
def persons(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody the club knows, found by a few letters."""
    today = timezone.localdate()
    club = club_for_books(request.user, slug, on=today)
    form = SearchForm(request.GET)
    text = form.cleaned_data["q"] if form.is_valid() else ""
    rows = with_number(persons_of(club, text))
    table = PersonTable(rows, may_change=powers_of(request.user, club, today).manages)
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    context = {"form": form, "text": text, "table": table, "found": table.paginator.count}
    return staff_page(request, "clubs/persons.html", club, "persons", context)


@require_GET
def persons_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody the club knows, as a file."""
    club = club_for_books(request.user, slug, on=timezone.localdate())
    return csv_response(PersonTable(with_number(persons_of(club))), file_name(club.slug, _("Persons")))


@require_http_methods(["GET", "POST"])
def person_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Put somebody on the list."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    form = PersonForm(posted(request))
    if (person := attempt(form, add_person, club=club)) is not None:
        messages.success(request, _("%(person)s is on the list.") % {"person": person})
        return redirect("clubs:persons", slug)
    return staff_page(request, "clubs/person_form.html", club, "persons", {"form": form})


@require_http_methods(["GET", "POST"])
def person_edit(request: HttpRequest, slug: str, person: int) -> HttpResponse:
    """Correct what the club knows about somebody."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    somebody = person_of(club, person)
    form = PersonForm(posted(request), initial=model_to_dict(somebody))
    if attempt(form, change_person, person=somebody) is not None:
        messages.success(request, _("%(person)s is saved.") % {"person": somebody})
        return redirect("clubs:persons", slug)
    context = {"form": form, "person": person_of(club, person), "line": open_line_of(somebody)}
    return staff_page(request, "clubs/person_form.html", club, "persons", context)


@require_http_methods(["GET", "POST"])
def person_account(request: HttpRequest, slug: str, person: int) -> HttpResponse:
    """Say which account of the staff a person uses."""
    today = timezone.localdate()
    club = club_for_granting(request.user, slug, on=today)
    somebody = person_of(club, person)
    form = AccountLinkForm(
        posted(request), accounts=staff_accounts(club, today), initial={"user": somebody.user}
    )
    if attempt(form, link_account, person=somebody, by=request.user, on=today) is not None:
        messages.success(request, _("%(person)s is saved.") % {"person": somebody})
        return redirect("clubs:person_edit", slug, person)
    context = {"form": form, "person": person_of(club, person)}
    return staff_page(request, "clubs/person_account.html", club, "persons", context)
