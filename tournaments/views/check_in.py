"""The check-in: who is here, closing, opening again."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import tournament_for_directing
from tournaments.board import field_of
from tournaments.check_in import close_check_in, is_open, open_check_in, reopen_check_in, set_present
from tournaments.forms.entries import CloseForm, PresenceForm, SearchForm
from tournaments.models.events import Tournament
from tournaments.roster import entry_of, roster
from tournaments.stages import check_in_over
from tournaments.views.pages import evening_page


@require_GET
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """One list with a big button a line; ?q= keeps those whose names begin so."""
    tournament = tournament_for_directing(request.user, pk)
    form = SearchForm(request.GET)
    text = form.cleaned_data["q"] if form.is_valid() else ""
    context = {
        "tournament": tournament,
        "form": form,
        "text": text,
        "lines": roster(tournament, text),
        "is_open": is_open(tournament),
        "over": check_in_over(tournament),
    }
    if request.htmx:
        return render(request, "tournaments/entries/_rows.html", context)
    return evening_page(request, "tournaments/entries/check_in.html", tournament, "check_in", context)


@require_POST
def entry_presence(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Present, or still expected after all; with scripts only the line and the counts come back."""
    tournament = tournament_for_directing(request.user, pk)
    row, _line = entry_of(tournament, entry)
    form = PresenceForm(request.POST)
    refused = _("Press one of the buttons of the line.")
    if form.is_valid():
        try:
            set_present(entry=row, present=form.cleaned_data["present"], by=request.user)
            refused = ""
        except ValidationError as refusal:
            refused = " ".join(refusal.messages)
    if request.htmx:
        _row, line = entry_of(tournament, entry)
        context = {
            "tournament": tournament,
            "line": line,
            "field": field_of(tournament),
            "refused": refused,
            "is_open": is_open(tournament),
        }
        return render(request, "tournaments/entries/_pressed.html", context)
    if refused:
        messages.error(request, refused)
    return redirect(f"{reverse('tournaments:check_in', args=[pk])}#entry-{entry}")


def _turn(
    request: HttpRequest, tournament: Tournament, verb: Callable[..., object], done: str, **facts: object
) -> HttpResponse:
    try:
        verb(tournament=tournament, by=request.user, **facts)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, done)
    return redirect("tournaments:check_in", tournament.pk)


@require_POST
def check_in_open(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin."""
    return _turn(
        request, tournament_for_directing(request.user, pk), open_check_in, _("The check-in is open.")
    )


@require_POST
def check_in_close(request: HttpRequest, pk: int) -> HttpResponse:
    """End: who is not here does not come."""
    tournament = tournament_for_directing(request.user, pk)
    form = CloseForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Close the check-in with its button."))
        return redirect("tournaments:check_in", pk)
    return _turn(request, tournament, close_check_in, _("The check-in is closed."), **form.cleaned_data)


@require_POST
def check_in_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on."""
    return _turn(
        request, tournament_for_directing(request.user, pk), reopen_check_in, _("The check-in is open again.")
    )
