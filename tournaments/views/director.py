"""The director's page, led by the phases of the evening, and the log."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django_htmx.http import trigger_client_event

from clubs.access import Visitor
from clubs.csv_export import csv_response, file_name
from tournaments.access import judging, level_of, tournament_for_staff
from tournaments.board import Step, evening, put_off, tables_of
from tournaments.drafts import is_outdated, repeats_of
from tournaments.early import goes_by_standings
from tournaments.ending import put_off_words
from tournaments.forms.draws import division_sentence, early_sentence, note_sentence, repeats_sentence
from tournaments.forms.foresight import foresights_of, needs_of
from tournaments.forms.forewarned import forewarned
from tournaments.forms.moves import instead_sentence
from tournaments.hall import asides_of
from tournaments.knockouts import goes_on_anyway, nobody_came, undecided, undecided_at_the_end
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round
from tournaments.names import entry_names
from tournaments.papers.looking import look
from tournaments.penalties import standing_in
from tournaments.reads import log_of, seat_rows, seats_of
from tournaments.round_plan import surplus_of
from tournaments.rounds import seats_the_field
from tournaments.satellites import qualification_of
from tournaments.seats import fingerprint, has_own_sizes, present_entries, sizes_for
from tournaments.stages import not_final_yet, round_takes_none
from tournaments.standings import standings
from tournaments.tables.log import LogTable
from tournaments.tables.seats import SeatsTable
from tournaments.views.pages import award_address, evening_page, round_of, unsaid_address
from tournaments.views.windows import window_of
from tournaments.waits import is_too_few, previous_of, why_not_announced, why_not_confirmed, why_not_drawn

State = Round.State
TEMPLATES = {
    State.PLANNED: "planned",
    State.DRAFT: "draft",
    State.CONFIRMED: "confirmed",
    State.ANNOUNCED: "playing",
    State.PLAYING: "playing",
    State.CLOSED: "closed",
}


def _to_draw(round_: Round) -> dict[str, Any]:
    """What a draw is pressed from: the draft that was seen, and the award somebody will need."""
    return {
        "seen": fingerprint(round_),
        "award": award_address(round_),
        "surplus": max(surplus_of(round_.phase), 0)
        if round_.tournament.state != Tournament.State.BEFORE
        else 0,
    }


def _draft(round_: Round) -> dict[str, Any]:
    names = entry_names(round_.tournament, at_round=round_.number)
    tables, repeats = seat_rows(round_, names), repeats_of(round_)
    return {
        "tables": tables,
        "has_rings": any(table.ring for table in tables),
        "notes": [note_sentence(note, names) for note in repeats.notes],
        "repeats": repeats,
        "repeats_sentence": repeats_sentence(repeats, names),
        "draw": round_.draws.get(superseded_at__isnull=True),
        **_to_draw(round_),
        "outdated": is_outdated(round_),
        "is_empty": not any(table.number for table in tables),
        "may_swap": sum(len(table.seats + table.resting) for table in tables) > 1,
    }


def _division(round_: Round) -> str:
    """How the field divides where tables are not all of two lines; empty elsewhere."""
    if not has_own_sizes(round_):
        return ""
    present = len(present_entries(round_.tournament))
    return division_sentence(sizes_for(round_, present), present)


def _round_context(round_: Round, user: Visitor) -> dict[str, Any]:
    if round_.state in {State.DRAFT, State.CONFIRMED}:
        why = why_not_confirmed if round_.state == State.DRAFT else why_not_announced
        return _draft(round_) | {"why": why(round_), "lapsing": standing_in(round_)}
    if round_.state == State.PLANNED:
        before = previous_of(round_)
        same = before is not None and before.phase_id == round_.phase_id
        return _to_draw(round_) | {
            "undecided": undecided(before) if before is not None and same else (),
            "drawn_before": round_.draws.order_by("number"),
            "why": why_not_drawn(round_),
            "few": round_.number > 1 and is_too_few(round_),
            "division": _division(round_),
        }
    return _on_the_tables(round_) | {
        "instead": [instead_sentence(each) for each in goes_on_anyway(round_)],
        "asides": asides_of(round_.tournament).get(round_.number, ()),
        "locked": round_takes_none(round_, user),
        "asks_early": round_.takes_scores and goes_by_standings(round_),
        "seen": fingerprint(round_),
        "lapsing": standing_in(round_) if round_.takes_scores and not seats_the_field(round_) else [],
    }


def _on_the_tables(round_: Round) -> dict[str, Any]:
    return {
        "tables": tables_of(round_),
        "undecided": undecided(round_),
        "nobody_came": nobody_came(round_),
    }


@require_GET
def director(request: HttpRequest, pk: int) -> HttpResponse:
    """What the evening needs now; ?fase= looks at another phase."""
    tournament = tournament_for_staff(request.user, pk)
    night = evening(tournament)
    asked = request.GET.get("fase", "")
    step = night.step(asked) if asked else night.current
    if step is None:
        return redirect("tournaments:director", pk)
    context: dict[str, Any] = {
        "evening": night,
        "step": step,
        "is_current": step == night.current,
        "now": timezone.now(),
        "put_off": [(match, put_off_words(match)) for match in put_off(tournament)],
    }
    if step.round is not None:
        name = TEMPLATES[State(step.round.state)]
        context |= {"round": step.round, **_round_context(step.round, request.user)}
    else:
        name = step.key
        context |= _edge_context(tournament, step, night.field.playing, request.user)
        first = next((each.round for each in night.steps if each.round is not None), None)
        if step.key == "check_in" and first is not None:
            context |= _to_draw(first)
    return evening_page(request, f"tournaments/director/{name}.html", tournament, step.key, context)


def _edge_context(tournament: Tournament, step: Step, entries: int, user: Visitor) -> dict[str, Any]:
    """What the phases before the first round and after the last one show."""
    if step.key == "end":
        now = timezone.now()
        return {
            "standings": standings(tournament),
            "qualification": qualification_of(tournament) if tournament.is_over else None,
            "has_rounds": tournament.rounds.exists(),
            "undecided": ()
            if tournament.state == Tournament.State.FINAL
            else undecided_at_the_end(tournament),
            "waits": not_final_yet(tournament, now),
            "window": window_of(tournament, now),
            "judge": judging(user, tournament),
        }
    return {
        "foresights": [*foresights_of(tournament, entries), *forewarned(tournament, entries)],
        "needs": needs_of(tournament, entries),
        "unsaid": unsaid_address(tournament.phases.all()),
    }


@require_GET
def tables(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The hand of tables by itself, for polling: 204 when the version the page has is the last one.

    Whoever opens the address gets the page that the hand belongs to.
    """
    tournament = tournament_for_staff(request.user, pk)
    round_ = round_of(tournament, number)
    if not request.htmx:
        return redirect(f"{reverse('tournaments:director', args=[pk])}?fase={number}")
    if request.GET.get("v") == str(tournament.version):
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "level": level_of(request.user, tournament),
        "round": round_,
        **_on_the_tables(round_),
    }
    response = render(request, "tournaments/director/_tables.html", context)
    return trigger_client_event(response, "tables-in", after="swap")


@require_GET
def early(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Which tables of the next round are certain while this one is played: a part of its page, or alone."""
    tournament = tournament_for_staff(request.user, pk)
    round_ = round_of(tournament, number)
    asks = round_.takes_scores and goes_by_standings(round_)
    found = look(tournament, by=request.user, language=get_language() or "it") if asks else None
    context = {"tournament": tournament, "round": round_, "look": found}
    if found is not None and found.asked.why:
        context["sentence"] = early_sentence(found.asked)
    if request.htmx:
        return render(request, "tournaments/director/_early.html", context | {"polls": asks})
    return evening_page(request, "tournaments/director/early.html", tournament, str(number), context)


@require_GET
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that was done, last first."""
    tournament = tournament_for_staff(request.user, pk)
    context = {"table": LogTable(log_of(tournament))}
    return evening_page(request, "tournaments/director/log.html", tournament, "log", context)


@require_GET
def log_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The log as a file."""
    tournament = tournament_for_staff(request.user, pk)
    return csv_response(LogTable(log_of(tournament), apart=True), file_name(_("Log"), pk))


@require_GET
def seats_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Who sits where in every round that is drawn, drafts too, as a file."""
    tournament = tournament_for_staff(request.user, pk)
    return csv_response(SeatsTable(seats_of(tournament)), file_name(_("Seats"), pk))
