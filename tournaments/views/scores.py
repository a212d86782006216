"""A match's history, penalties, the staff's standings, and results as files."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.csv_export import csv_response, file_name
from tournaments.access import (
    Level,
    judging,
    level_of,
    tournament_for_refereeing,
    tournament_for_staff,
)
from tournaments.cuts import phase_reached
from tournaments.formats import regulations_of
from tournaments.forms.events import order_words
from tournaments.forms.penalties import PenaltyForm
from tournaments.forms.since import seen_of
from tournaments.groups import groups_of
from tournaments.hall import asides_of
from tournaments.knockouts import has_no_winner
from tournaments.match_views import match_results, match_view
from tournaments.models.events import Tournament
from tournaments.names import entry_names
from tournaments.penalties import (
    entry_and_round,
    give_again,
    give_penalty,
    penalties_of,
    penalty_of,
    revoke_penalty,
)
from tournaments.saves import history_of
from tournaments.stages import scores_closed
from tournaments.standings import standings
from tournaments.tables.scores import (
    HandsTable,
    PenaltyTable,
    ResultRow,
    hand_rows,
    result_rows,
    results_table,
)
from tournaments.tables.standings import BoardTable, StandingsTable, board_tables
from tournaments.views.pages import (
    add_refusal,
    evening_page,
    leads_back,
    refusal_words,
    say_done,
    say_outdated,
    table_of,
)


@require_GET
@leads_back
def match_history(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Every version of a match's score: who, when, from which device, why, from what to what."""
    tournament = tournament_for_staff(request.user, pk)
    found = table_of(tournament, match)
    context = {
        "match": found,
        "view": match_view(found),
        "versions": history_of(found),
        "may_score": level_of(request.user, tournament) >= Level.SCORE,
        "judge": judging(request.user, tournament),
        "locked": scores_closed(found, request.user),
    }
    return evening_page(request, "tournaments/desk/history.html", tournament, "desk", context)


def _penalty_form(tournament: Tournament, data: object = None) -> PenaltyForm:
    numbers = tournament.rounds.announced().values_list("number", flat=True).order_by("-number")
    names, playing = entry_names(tournament), tournament.entries.in_the_field().values_list("pk", flat=True)
    return PenaltyForm(
        data,
        names={pk: names[pk] for pk in playing},
        rounds=numbers,
        initial={"seen": tournament.version},
        auto_id="%s",
    )


@require_http_methods(["GET", "POST"])
def penalties(request: HttpRequest, pk: int) -> HttpResponse:
    """Penalties of the evening; the referee gives new ones."""
    if request.method == "GET":
        tournament = tournament_for_staff(request.user, pk)
        return _penalties_page(request, tournament, _penalty_form(tournament))
    tournament = tournament_for_refereeing(request.user, pk)
    form = _penalty_form(tournament, request.POST)
    if not form.is_valid():
        return _penalties_page(request, tournament, form)
    data = form.cleaned_data
    entry, round_ = entry_and_round(tournament, data.pop("entry"), data.pop("round"))
    try:
        give_penalty(entry=entry, round=round_, by=request.user, **data)
    except ValidationError as refusal:
        add_refusal(form, refusal, tournament)
        return _penalties_page(request, tournament, form)
    say_done(request, tournament, _("The penalty is written."))
    say_outdated(request, tournament)
    return redirect("tournaments:penalties", pk)


def _penalties_page(request: HttpRequest, tournament: Tournament, form: PenaltyForm) -> HttpResponse:
    rows = penalties_of(tournament)
    context = {
        "form": form,
        "rows": rows,
        "may_give": level_of(request.user, tournament) >= Level.REFEREE,
        "final": tournament.state == Tournament.State.FINAL,
    }
    return evening_page(request, "tournaments/desk/penalties.html", tournament, "penalties", context)


@require_POST
def penalty_revoke(request: HttpRequest, pk: int, penalty: int) -> HttpResponse:
    """Take a penalty back."""
    tournament = tournament_for_refereeing(request.user, pk)
    found = penalty_of(tournament, penalty)
    if found is None:
        raise Http404
    if found.revoked_at is not None:
        messages.info(request, _("That penalty counts no more already: nothing has changed."))
        return redirect("tournaments:penalties", pk)
    try:
        revoke_penalty(penalty=found, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        say_done(request, tournament, _("The penalty is revoked."))
        say_outdated(request, tournament)
    return redirect("tournaments:penalties", pk)


@require_POST
def penalty_again(request: HttpRequest, pk: int, penalty: int) -> HttpResponse:
    """Give a penalty once more whose round was undone."""
    tournament = tournament_for_refereeing(request.user, pk)
    found = penalty_of(tournament, penalty)
    if found is None:
        raise Http404
    try:
        given = give_again(penalty=found, by=request.user, seen=seen_of(request.POST))
    except ValidationError as refusal:
        messages.error(request, refusal_words(tournament, refusal))
    else:
        done = _("The penalty counts again, in round %(number)d.") % {"number": given.round.number}
        say_done(request, tournament, done)
        say_outdated(request, tournament)
    return redirect("tournaments:penalties", pk)


def _asked_number(request: HttpRequest, tournament: Tournament) -> int | None:
    """The announced round that ?turno= names; None for anything else."""
    asked = request.GET.get("turno", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
    return number if tournament.rounds.announced().filter(number=number).exists() else None


@require_GET
def staff_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The full board: VP and MP of each round, after the round of ?turno= or after all."""
    tournament = tournament_for_staff(request.user, pk)
    found = standings(tournament, through=_asked_number(request, tournament))
    groups = groups_of(tournament, found)
    context = {
        "standings": found,
        "table": BoardTable(found, groups=groups),
        "groups": groups,
        "group_tables": board_tables(groups),
        "order": order_words(
            found.criteria, phase_reached(tournament, found.through), no_winner=has_no_winner(found)
        ),
        "rounds": tournament.rounds.announced(),
    }
    return evening_page(request, "tournaments/desk/standings.html", tournament, "standings", context)


@require_GET
def board_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The full board as a file."""
    tournament = tournament_for_staff(request.user, pk)
    found = standings(tournament, through=_asked_number(request, tournament))
    table = StandingsTable(
        found, audience="staff", board=True, groups=groups_of(tournament, found), in_file=True
    )
    return csv_response(table, file_name(_("Full board"), tournament.pk))


@require_GET
def results_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Every match of the announced rounds as a file."""
    tournament = tournament_for_staff(request.user, pk)
    return csv_response(results_table(_results(tournament)), file_name(_("Results"), tournament.pk))


def _results(tournament: Tournament) -> list[ResultRow]:
    rounds = tournament.rounds.announced().select_related("phase__tournament").order_by("number")
    asides = asides_of(tournament)
    return [
        row
        for round_ in rounds
        for row in result_rows(round_.number, match_results(round_), asides.get(round_.number, ()))
    ]


@require_GET
def hands_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Every hand of the announced rounds as a file."""
    tournament = tournament_for_staff(request.user, pk)
    rows = hand_rows(_results(tournament), regulations_of(tournament))
    return csv_response(HandsTable(rows), file_name(_("Hands"), tournament.pk))


@require_GET
def penalties_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The penalties as a file."""
    tournament = tournament_for_staff(request.user, pk)
    return csv_response(PenaltyTable(penalties_of(tournament)), file_name(_("Penalties"), tournament.pk))
