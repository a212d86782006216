"""Papers of an evening: what can be printed, asking for it, watching it being made, fetching it."""

from csp.decorators import csp_exempt
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from clubs.models.users import User
from tournaments.access import tournament_for_directing, tournament_for_staff
from tournaments.forms.papers import PaperForm
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.papers import files, jobs, words
from tournaments.papers.offers import Offer, offers
from tournaments.views.pages import evening_page

RECENT = 12


def _form(offer: Offer, data: object = None) -> PaperForm:
    return PaperForm(data, kind=offer.kind, rounds=offer.rounds, phases=offer.phases)


def _page(request: HttpRequest, tournament: Tournament, typed: PaperForm | None = None) -> HttpResponse:
    """The papers page, with the form that was refused, if any, as it was typed."""
    found = offers(tournament).values()
    sections = [
        (offer, typed if typed is not None and typed.kind == offer.kind else _form(offer)) for offer in found
    ]
    recent = tournament.papers.exclude(kind=Paper.Kind.EARLY).select_related("round", "tournament")[:RECENT]
    context = {"sections": sections, "papers": [words.view(paper, tournament) for paper in recent]}
    return evening_page(request, "tournaments/papers/papers.html", tournament, "papers", context)


def _paper(tournament: Tournament, paper: int) -> Paper:
    return get_object_or_404(tournament.papers.select_related("round", "tournament"), pk=paper)


def _ask(tournament: Tournament, form: PaperForm, by: User) -> Paper | None:
    """The paper asked for; None when it was refused, and then the form says why."""
    try:
        return jobs.ask(
            tournament=tournament,
            kind=form.kind,
            round=form.chosen_round(),
            options=form.options(),
            language=form.cleaned_data["language"],
            by=by,
        )
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return None


@require_GET
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, tournament_for_staff(request.user, pk))


@require_POST
def paper_ask(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    tournament = tournament_for_directing(request.user, pk)
    if kind not in Paper.Kind:
        raise Http404
    offer = offers(tournament).get(Paper.Kind(kind))
    if offer is None:
        raise Http404
    if offer.why:
        messages.error(request, offer.why)
        return redirect("tournaments:papers", pk)
    form = _form(offer, request.POST)
    asked = _ask(tournament, form, request.user) if form.is_valid() else None
    if asked is None:
        return _page(request, tournament, form)
    return redirect("tournaments:paper", pk, asked.pk)


@require_GET
def paper(request: HttpRequest, pk: int, paper: int) -> HttpResponse:
    tournament = tournament_for_staff(request.user, pk)
    found = words.view(_paper(tournament, paper), tournament)
    if request.htmx:
        if request.GET.get("v") == found.token:
            return HttpResponse(status=204)
        part = {"paper": found, "tournament": tournament, "alone": "alone" in request.GET}
        return render(request, "tournaments/papers/_paper.html", part)
    context = {"paper": found, "alone": True}
    return evening_page(request, "tournaments/papers/paper.html", tournament, "papers", context)


def _send(path: files.Path, name: str) -> FileResponse:
    """The PDF, shown in the browser; never kept by anything between it and us."""
    try:
        response = FileResponse(path.open("rb"), filename=name, content_type="application/pdf")
    except FileNotFoundError:
        raise Http404 from None
    response["Cache-Control"] = "private, no-cache"
    return response


@require_GET
@csp_exempt()  # a browser's own PDF viewer needs styles that our pages do not allow
def paper_file(request: HttpRequest, pk: int, paper: int) -> FileResponse:
    found = _paper(tournament_for_staff(request.user, pk), paper)
    if found.state != Paper.State.DONE:
        raise Http404
    return _send(files.complete(found), files.download_name(found))


@require_GET
@csp_exempt()
def paper_part(request: HttpRequest, pk: int, paper: int, part: int) -> HttpResponse:
    found = _paper(tournament_for_staff(request.user, pk), paper)
    if found.state == Paper.State.DONE:
        return redirect("tournaments:paper_file", pk, paper)
    if part not in [ready.number for ready in words.parts(found)]:
        raise Http404
    return _send(files.part(found, part), files.download_name(found, part))


@require_GET
@login_not_required
def slip_address(request: HttpRequest, code: str) -> HttpResponse:
    """The address in a slip's QR, in capitals so that it fits a smaller square, leads to the match's page."""
    return redirect("tournaments:match_by_code", code)
