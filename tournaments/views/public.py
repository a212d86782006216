"""Pages that everybody may read. Each answers "not modified" by the version of what it shows."""

from collections.abc import Callable
from functools import wraps
from itertools import zip_longest
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from clubs.access import club_for_public, powers_of
from clubs.board import board_on
from clubs.csv_export import csv_response
from tournaments.access import level_of, match_by_code, tournament_for_public, tournament_for_reading
from tournaments.formats import regulations_of, vp_tables
from tournaments.forms.events import KIND_NAMES, REGULATION_NAMES, VP_NAMES
from tournaments.forms.public import MatchCodeForm, SurnameForm
from tournaments.hall import all_results, announced_rounds, hall_seats, last_announced, own_evening
from tournaments.models.events import Tournament
from tournaments.reads import coming, going_on, last_winners
from tournaments.standings import match_view, standings
from tournaments.tables.standings import StandingsTable

Page = Callable[..., HttpResponse]


def versioned(page: Callable[[HttpRequest, Tournament], HttpResponse]) -> Page:
    """Answer 304 while tournament, club, language and reader are the same as in the browser's copy.

    Messages and forms make a page personal, so only readers without a login get the short answer.
    """

    @wraps(page)
    def answer(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
        tournament = tournament_for_reading(request.user, pk)
        if request.user.is_authenticated:
            return page(request, tournament, **kwargs)
        etag = f'W/"{pk}-{tournament.version}-{tournament.club.version}-{get_language()}"'
        unchanged = get_conditional_response(request, etag=etag)
        response = page(request, tournament, **kwargs) if unchanged is None else unchanged
        response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    return login_not_required(require_GET(answer))


def _page(request: HttpRequest, tournament: Tournament, name: str, context: dict[str, Any]) -> HttpResponse:
    shared = {
        "tournament": tournament,
        "club": tournament.club,
        "tab": name,
        "is_staff": request.user.is_authenticated and bool(level_of(request.user, tournament)),
    }
    return render(request, f"tournaments/public/{name}.html", shared | context)


@login_not_required
@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's own page: who we are, what is on, what comes, who won, the board."""
    found = club_for_public(slug)
    today = timezone.localdate()
    context = {
        "club": found,
        "board": board_on(found, today),
        "going_on": going_on(found),
        "coming": coming(found, timezone.now())[:6],
        "winners": last_winners(found, 3),
        "powers": powers_of(request.user, found, today),
    }
    return render(request, "tournaments/public/club.html", context)


@versioned
def public(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the seats while a round is on, else to the standings, else to the regulations of the evening."""
    round_ = last_announced(tournament)
    if round_ is None:
        return redirect("tournaments:regulations", tournament.pk)
    is_on = tournament.state == Tournament.State.PLAYING and round_.takes_scores
    return redirect("tournaments:seats" if is_on else "tournaments:standings", tournament.pk)


@versioned
def seats(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where do I play? By surname."""
    round_ = last_announced(tournament)
    form = SurnameForm(request.GET)
    search = form.cleaned_data["q"] if form.is_valid() else ""
    context = {"round": round_, "form": form, "search": search}
    context["seats"] = hall_seats(round_, search) if round_ is not None else []
    return _page(request, tournament, "seats", context)


@versioned
def standings_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings; polled by version: 204 when the page already has the last one."""
    if request.GET.get("v") == str(tournament.version):
        return HttpResponse(status=204)
    table = standings(tournament, announced_only=True)
    context = {"standings": table, "table": StandingsTable(table, audience="public"), "rounds": table.rounds}
    if request.htmx:
        return render(request, "tournaments/public/_standings.html", {"tournament": tournament, **context})
    return _page(request, tournament, "standings", context)


@versioned
def standings_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same table as a file."""
    table = StandingsTable(standings(tournament, announced_only=True), audience="public")
    return csv_response(table, f"classifica-{tournament.pk}.csv")


@versioned
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Announced rounds with their tables and results."""
    planned = tournament.rounds.count() - len(announced_rounds(tournament))
    return _page(request, tournament, "rounds", {"rounds": all_results(tournament), "planned": planned})


@versioned
def regulations(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the evening is played and counted."""
    context = {
        "rules": regulations_of(tournament),
        "rules_name": REGULATION_NAMES[tournament.regulations],
        "bonuses": [
            (KIND_NAMES[kind], points) for kind, points in regulations_of(tournament).bonuses.items()
        ],
        "phases": [(phase, VP_NAMES[phase.vp_table]) for phase in tournament.phases.all()],
        "tables": [
            (VP_NAMES[table.code], list(zip_longest(table.limits, table.pairs)))
            for table in vp_tables(tournament)
        ],
    }
    return _page(request, tournament, "regulations", context)


@versioned
def entry_card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A pair's card: where it sits, whom it met, what it has."""
    own = own_evening(tournament, number)
    if own is None:
        raise Http404
    return _page(request, tournament, "entry_card", {"own": own, "row": own.row})


@login_not_required
@require_GET
def match_code(request: HttpRequest) -> HttpResponse:
    """Type the code printed on a slip."""
    form = MatchCodeForm(request.GET if "codice" in request.GET else None)
    if form.is_valid():
        return redirect("tournaments:match_by_code", form.cleaned_data["codice"])
    return render(request, "tournaments/public/match_code.html", {"form": form})


@login_not_required
@require_GET
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """The match that a slip's QR names: its lines and its score so far."""
    match = match_by_code(code)
    tournament = tournament_for_public(match.round.tournament_id)
    context = {"match": match, "round": match.round, "result": match_view(match)}
    return _page(request, tournament, "match", context)
