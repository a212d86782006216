"""Pages that everybody may read."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from clubs.access import club_for_public, roles_of
from clubs.board import board_on
from clubs.csv_export import csv_response, file_name
from tournaments.access import level_of, match_by_code
from tournaments.code_words import VP_NAMES
from tournaments.cuts import phase_reached
from tournaments.formats import document_of, vp_tables
from tournaments.forms.events import order_words
from tournaments.forms.public import MatchCodeForm, SurnameForm
from tournaments.forms.regulation_words import MARK_NAMES, name_of, parts_of, version_words
from tournaments.groups import groups_of
from tournaments.hall import (
    all_results,
    asides_of,
    hall_seats,
    hall_standings,
    last_announced,
    next_planned,
    own_evening,
    tonight,
)
from tournaments.knockouts import bracket_of, goes_on_anyway, has_bracket, has_no_winner, with_stakes
from tournaments.match_views import match_view
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round
from tournaments.objections import own_objections
from tournaments.reads import coming, going_on, last_winners
from tournaments.satellites import qualification_of
from tournaments.tables.scores import result_rows, results_table
from tournaments.tables.standings import StandingsTable, group_tables
from tournaments.views.versions import remembered, stamp, versioned
from tournaments.views.windows import window_of

Facts = Callable[[], dict[str, Any]]
POLL_SECONDS = 15
MOST_COMING, MOST_WINNERS = 6, 3


def _page(
    request: HttpRequest, tournament: Tournament, name: str, facts: Facts, *, keep: bool = True, **shell: Any
) -> HttpResponse:
    """A page whose part `_<name>.html` is the same for everybody and asks for its next version by itself.

    `facts` are read only when the part must be made; `shell` is for what stands around it. A poll gets the
    part alone.
    """
    part = f"tournaments/public/_{name}.html"
    shared = {"tournament": tournament, "club": tournament.club}

    def make() -> str:
        return render_to_string(part, shared | facts())

    asked = {"v": stamp(tournament)} | ({"q": shell["search"]} if shell.get("search") else {})
    context = shared | shell
    context["part"] = remembered(tournament, name, make) if keep else make()
    if tournament.state != Tournament.State.FINAL:
        context |= {"poll": f"{request.path}?{urlencode(asked)}", "every": POLL_SECONDS}
    if request.htmx:
        return render(request, "tournaments/public/_live.html", context)
    context |= {"tab": name, "is_staff": bool(level_of(request.user, tournament))}
    return render(request, f"tournaments/public/{name}.html", context)


@login_not_required
@gzip_page
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's own page: who we are, what is on, what comes, who won, the board."""
    found = club_for_public(slug)
    now = timezone.localtime()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    context = {
        "club": found,
        "board": board_on(found, now.date()),
        "going_on": [tonight(tournament) for tournament in going_on(found)],
        "coming": coming(found, midnight)[:MOST_COMING],
        "winners": last_winners(found, MOST_WINNERS),
        "is_staff": bool(roles_of(request.user, found, now.date())),
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
    """Where do I play? By surname or by number; who is found alone is led to the card."""
    form = SurnameForm(request.GET)
    search = form.cleaned_data["q"] if form.is_valid() else ""
    round_ = last_announced(tournament)
    found = hall_seats(round_, search) if round_ is not None and search else []
    if len({seat.number for seat in found}) == 1:
        return redirect("tournaments:entry_card", tournament.pk, found[0].number)

    def facts() -> dict[str, Any]:
        everybody = hall_seats(round_) if round_ is not None and not search else found
        return {"round": round_, "seats": everybody, "search": search, "next": next_planned(tournament)}

    return _page(request, tournament, "seats", facts, keep=not search, form=form, search=search, round=round_)


@versioned
def standings_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings, final or so far."""

    def facts() -> dict[str, Any]:
        found = hall_standings(tournament)
        groups = groups_of(tournament, found)
        return {
            "standings": found,
            "table": StandingsTable(found, audience="public", groups=groups),
            "groups": groups,
            "group_tables": group_tables(groups, audience="public"),
            "order": order_words(
                found.criteria, phase_reached(tournament, found.through), no_winner=has_no_winner(found)
            ),
            "has_bracket": has_bracket(tournament),
            "qualification": qualification_of(tournament) if tournament.is_over else None,
        }

    return _page(request, tournament, "standings", facts, window=window_of(tournament, timezone.now()))


@versioned
def standings_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same table as a file, with its heading alone as long as the page shows nobody."""
    found = hall_standings(tournament)
    table = StandingsTable(found, audience="public", groups=groups_of(tournament, found), in_file=True)
    return csv_response(table, file_name(_("Standings"), tournament.pk))


@versioned
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Announced rounds with their tables and results."""

    def facts() -> dict[str, Any]:
        played = all_results(tournament)
        return {
            "rounds": played,
            "planned": tournament.rounds.count() - len(played),
            "has_bracket": has_bracket(tournament),
        }

    return _page(request, tournament, "rounds", facts)


def _seated_before(round_: Round, tournament: Tournament) -> set[int]:
    """The tables whose winner by the scores of now is not who sits in the next round, announced before."""
    round_.tournament = round_.phase.tournament = tournament
    return {each.table for each in goes_on_anyway(round_)}


@versioned
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The knock-out so far: who met whom, who went on, and against whom."""
    if not has_bracket(tournament):
        raise Http404

    def facts() -> dict[str, Any]:
        stages = bracket_of(tournament)
        numbers = [stage.number for stage in stages[1:]]  # what follows the newest is not announced
        earlier = tournament.rounds.filter(number__in=numbers).select_related("phase")
        seated = {each.number: _seated_before(each, tournament) for each in earlier} if numbers else {}
        return {"stages": [(stage, seated.get(stage.number, ())) for stage in stages]}

    return _page(request, tournament, "bracket", facts)


@versioned
def rounds_csv(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The results of announced rounds as a file."""
    asides = asides_of(tournament)
    rows = [
        row
        for each in reversed(all_results(tournament))
        for row in result_rows(each.round.number, each.results, asides.get(each.round.number, ()))
    ]
    return csv_response(results_table(rows, audience="public"), file_name(_("Rounds"), tournament.pk))


@versioned
def regulations(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the evening is played and counted."""

    def facts() -> dict[str, Any]:
        document = document_of(tournament)
        return {
            "rules_name": name_of(document),
            "version": version_words(document, is_kept=tournament.regulations_kept is not None),
            # What makes the desk look twice concerns the staff alone.
            "parts": [part for part in parts_of(document) if part.key != "unlikely"],
            "marks": MARK_NAMES.items(),
            "criteria": order_words(tournament.criteria),
            "phases": [(phase, VP_NAMES[phase.vp_table]) for phase in tournament.phases.all()],
            "tables": [
                (VP_NAMES[table.code], list(zip_longest(table.limits, table.pairs)))
                for table in vp_tables(tournament)
            ],
        }

    return _page(request, tournament, "regulations", facts)


@versioned
def entry_card(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A pair's card: where it sits, whom it met, what it has."""
    own = own_evening(tournament, number)
    if own is None:
        raise Http404

    def facts() -> dict[str, Any]:
        return {
            "own": own,
            "row": own.row,
            "next": next_planned(tournament),
            "objections": own_objections(tournament, number),
        }

    window = window_of(tournament, timezone.now())
    return _page(
        request, tournament, "entry_card", facts, keep=False, names=own.row.names, window=window, card=number
    )


@login_not_required
@gzip_page
@require_safe
def match_code(request: HttpRequest) -> HttpResponse:
    """Type the code printed on a slip."""
    form = MatchCodeForm(request.GET if "codice" in request.GET else None)
    if form.is_valid():
        return redirect("tournaments:match_by_code", form.cleaned_data["codice"])
    return render(request, "tournaments/public/match_code.html", {"form": form})


@login_not_required
@require_safe
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """The match that a slip's QR names: its lines and its score so far. A wrong code may be typed again.

    A code that was typed another way than it is kept leads to the one address of its match.
    """
    try:
        match = match_by_code(code)
    except Http404:
        form = MatchCodeForm({"codice": code})
        return render(request, "tournaments/public/match_code.html", {"form": form}, status=404)
    if code != match.code:
        return redirect("tournaments:match_by_code", match.code)
    return _match(request, pk=match.round.tournament_id, code=match.code)


@versioned
def _match(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    match = match_by_code(code)

    def facts() -> dict[str, Any]:
        objects = tournament.state == Tournament.State.PROVISIONAL and tournament.objection_minutes > 0
        [result] = with_stakes(match.round, [match_view(match)])
        return {"match": match, "round": match.round, "result": result, "objects": objects}

    return _page(request, tournament, "match", facts, keep=False, match=match)
