"""The referee's counter: what cards on the table are worth, for everybody; for the staff, into a slip."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.cards import RUN_ORDER
from tournaments.access import match_for_scoring
from tournaments.formats import regulations_of
from tournaments.forms.counter import CounterForm, MatchCounterForm, counted, figures_for
from tournaments.forms.scores import Mode, ScoreForm
from tournaments.views.desk import score_form


def _page(request: HttpRequest, form: CounterForm, context: dict[str, Any]) -> HttpResponse:
    """The counter, or only its result where a script asks while one types."""
    context |= {"form": form, "ranks": [*dict.fromkeys(RUN_ORDER)]}
    if form.is_bound and form.is_valid():
        context["count"] = counted(form)
    template = "_count" if request.htmx else "counter"
    return render(request, f"tournaments/counter/{template}.html", context)


@login_not_required
@require_http_methods(["GET", "POST"])
def counter(request: HttpRequest) -> HttpResponse:
    """Base, points and total of cards, by any regulations; nothing is stored."""
    return _page(request, CounterForm(request.POST if request.method == "POST" else None), {})


@require_http_methods(["GET", "POST"])
def match_counter(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """The counter over a match's slip: what is typed there already comes along, and one hand is filled."""
    found = match_for_scoring(request.user, pk, match)
    slip = score_form(found, request.GET, request.POST if "seen" in request.POST else None)
    if slip.mode == Mode.SINGLE or not slip.rules.has_lines:
        raise Http404  # one total has no row for a hand, and the counter counts two lines
    form = MatchCounterForm(
        request.POST if "ending" in request.POST else None,
        regulations=regulations_of(found.round.tournament),
        numbers=slip.empty_numbers(),
        players=slip.rules.players,
    )
    context = {"tournament": found.round.tournament, "match": found, "kept": _kept(slip)}
    context["address"] = f"?modo={slip.mode}&prima={slip.lines[0]}"
    context["preview_url"] = reverse("tournaments:match_preview", args=[pk, match]) + context["address"]
    if form.is_bound and form.is_valid():
        context["filled"] = figures_for(form, slip)
    return _page(request, form, context)


def _kept(slip: ScoreForm) -> list[tuple[str, Any]]:
    """Everything that stands on the slip, to be sent along."""
    values = ((name, slip[name].value()) for name in slip.fields)
    return [
        (name, "on" if value is True else value) for name, value in values if value not in (None, "", False)
    ]
