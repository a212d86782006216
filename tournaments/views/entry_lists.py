"""Entering a whole list: paste or file, preview, confirm."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.views.pages import posted
from tournaments.access import tournament_for_directing
from tournaments.entries import entries_stand
from tournaments.entry_lists import ListReport, enter_list, verdicts, why_no_list
from tournaments.forms.entry_lists import ListForm, answers_in, preview_of
from tournaments.models.events import Tournament
from tournaments.roster import name_index, places_for_new
from tournaments.views.pages import evening_page


@require_http_methods(["GET", "POST"])
def entries_paste(request: HttpRequest, pk: int) -> HttpResponse:
    """Names pasted or in a file, and what would become of each line; nothing is written here."""
    tournament = tournament_for_directing(request.user, pk)
    form = ListForm(posted(request), request.FILES or None, is_individual=tournament.is_individual)
    is_read = request.method == "POST" and not why_no_list(tournament) and form.is_valid()
    return _page(request, tournament, form, is_read=is_read)


@require_POST
def entries_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the list that was previewed, with the answers given beside its lines."""
    tournament = tournament_for_directing(request.user, pk)
    form = ListForm(request.POST, is_individual=tournament.is_individual)
    if why_no_list(tournament) or not form.is_valid():
        return _page(request, tournament, form, is_read=False)
    try:
        report = enter_list(
            tournament=tournament, lines=form.lines, answers=answers_in(request.POST), by=request.user
        )
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return _page(request, tournament, form, is_read=True)
    messages.success(request, _told(report))
    return redirect("tournaments:entries", pk)


def _page(request: HttpRequest, tournament: Tournament, form: ListForm, *, is_read: bool) -> HttpResponse:
    """The form, with the preview of what was read; only the preview when a script asks while typing."""
    locked = why_no_list(tournament) or entries_stand(tournament)
    context = {"form": form, "tournament": tournament, "locked": locked}
    if is_read:
        answers, index = answers_in(request.POST), name_index(tournament.club)
        judged = verdicts(tournament, form.lines, answers)
        context["preview"] = preview_of(judged, index, answers, places_for_new(tournament))
        context["read"] = form.cleaned_data
        if form.cleaned_data.get("file"):
            context["form"] = ListForm(initial=form.cleaned_data, is_individual=tournament.is_individual)
    if request.htmx:
        return render(request, "tournaments/entries/_preview.html", context)
    return evening_page(request, "tournaments/entries/paste.html", tournament, "entries", context)


def _told(report: ListReport) -> str:
    """How many were entered, wait, and were left out, in one sentence."""
    count = len(report.numbers)
    words = [ngettext("%(n)d entry added.", "%(n)d entries added.", count) % {"n": count}]
    if report.waiting:
        told = ngettext("%(n)d is in the waiting list.", "%(n)d are in the waiting list.", report.waiting)
        words.append(told % {"n": report.waiting})
    if report.skipped:
        told = ngettext("%(n)d line wrote nothing.", "%(n)d lines wrote nothing.", report.skipped)
        words.append(told % {"n": report.skipped})
    return " ".join(words)
