"""The referee's pages: calls and warnings, scores given instead of played ones."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import (
    Level,
    call_the_referee,
    judging,
    level_of,
    tournament_for_judging,
    tournament_for_refereeing,
    tournament_for_staff,
)
from tournaments.awards import (
    award_history,
    award_match,
    award_of,
    check_award,
    check_award_since,
    proposed,
    take_award_back,
    unusual,
    vp_limits,
)
from tournaments.calls import (
    Called,
    call_of,
    calls_of,
    match_at,
    take_back,
    takes_vp,
    warn,
    warnings_of,
    write_call,
)
from tournaments.forms.moves import correction_sentences, moves_in_short
from tournaments.forms.referee import AwardForm, CallForm
from tournaments.forms.since import seen_of
from tournaments.match_views import match_view
from tournaments.models.events import Tournament
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match
from tournaments.moves import Correction, what_an_award_would_move
from tournaments.names import entry_names
from tournaments.stages import scores_closed
from tournaments.views.pages import (
    add_refusal,
    evening_page,
    leads_back,
    refusal_words,
    round_of,
    say_done,
    say_outdated,
    table_of,
)


def _call_form(tournament: Tournament, data: object = None) -> CallForm:
    numbers = tournament.rounds.announced().values_list("number", flat=True).order_by("-number")
    return CallForm(
        data,
        names=entry_names(tournament),
        playing=tournament.entries.in_the_field().values_list("pk", flat=True),
        warnings=warnings_of(tournament),
        rounds=numbers,
        initial={"seen": tournament.version, "told": 0},
        auto_id="%s",
    )


@require_http_methods(["GET", "POST"])
def calls(request: HttpRequest, pk: int) -> HttpResponse:
    """The referee's log; the referee writes calls and warnings."""
    if request.method == "GET":
        tournament = tournament_for_staff(request.user, pk)
        return _calls_page(request, tournament, _call_form(tournament))
    tournament = tournament_for_refereeing(request.user, pk)
    form = _call_form(tournament, request.POST)
    if not form.is_valid():
        return _calls_page(request, tournament, form)
    try:
        written = _write(request, tournament, form)
    except ValidationError as refusal:
        add_refusal(form, refusal, tournament)
        if getattr(refusal, "code", "") == "told":
            form.ask_again(refusal.params["number"])
        return _calls_page(request, tournament, form)
    is_warning = written.kind == RefereeCall.Kind.WARNING
    say_done(request, tournament, _("The warning is written.") if is_warning else _("The call is written."))
    say_outdated(request, tournament)
    return redirect("tournaments:calls", pk)


def _write(request: HttpRequest, tournament: Tournament, form: CallForm) -> RefereeCall:
    """Write what was typed by its verb. ValidationError as the verbs, or for a table that is not there."""
    data = form.cleaned_data
    round_ = round_of(tournament, data["round"])
    match = match_at(round_, data["table"]) if data["table"] is not None else None
    if match is None and data["table"] is not None:
        sentence = _("There is no table %(number)d in this round.")
        raise ValidationError({"table": sentence % {"number": data["table"]}})
    called = Called(
        round=round_,
        question=data["question"],
        decision=data["decision"],
        match=match,
        hand=data["hand"],
        entry=tournament.entries.get(pk=data["entry"]) if data["entry"] is not None else None,
        seen=data["seen"],
    )
    if data["kind"] == RefereeCall.Kind.WARNING:
        return warn(called=called, by=request.user, mp=data["mp"], told=data["told"] or 0)
    return write_call(called=called, by=request.user)


def _calls_page(request: HttpRequest, tournament: Tournament, form: CallForm) -> HttpResponse:
    rows, standing = calls_of(tournament), warnings_of(tournament)
    last = {row.call.entry_id: row.names for row in reversed(rows) if row.number}  # who got the last one
    warned = sorted(standing.items(), key=lambda item: last[item[0]].number)
    context = {
        "form": form,
        "rows": rows,
        "warned": [(last[entry], count, takes_vp(count + 1)) for entry, count in warned],
        "may_write": level_of(request.user, tournament) >= Level.REFEREE,
        "final": tournament.state == Tournament.State.FINAL,
    }
    return evening_page(request, "tournaments/referee/calls.html", tournament, "calls", context)


def _press(request: HttpRequest, tournament: Tournament, verb: Callable[[], object], done: str) -> None:
    """Do one verb: done, or why not, in a sentence on the next page."""
    try:
        verb()
    except ValidationError as refusal:
        messages.error(request, refusal_words(tournament, refusal))
    else:
        say_done(request, tournament, done)
        say_outdated(request, tournament)


@require_POST
def call_revoke(request: HttpRequest, pk: int, call: int) -> HttpResponse:
    """Take a call or a warning back, with the penalty that it earned."""
    tournament = tournament_for_refereeing(request.user, pk)
    found = call_of(tournament, call)
    if found is None:
        raise Http404
    if found.revoked_at is not None:
        messages.info(request, _("That is taken back already: nothing has changed."))
        return redirect("tournaments:calls", pk)
    verb = partial(take_back, call=found, by=request.user, seen=seen_of(request.POST))
    _press(request, tournament, verb, _("It is taken back."))
    return redirect("tournaments:calls", pk)


def _award_form(match: Match, data: object = None, *, present: str = "") -> AwardForm:
    places = {
        side.place: " – ".join(name for who in side.names for name in who.full)
        for side in match_view(match).sides
    }
    start = proposed(match, present) or award_of(match)
    initial = {"seen": match.round.tournament.version}
    return AwardForm(data, places=places, start=start, vp=vp_limits(match), initial=initial, auto_id="%s")


@require_http_methods(["GET", "POST"])
@leads_back
def award(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Give the lines of a match VP and MP instead of a played score; ?presente= proposes the code's."""
    if request.method == "GET":
        tournament = tournament_for_staff(request.user, pk)
        found = table_of(tournament, match)
        form = _award_form(found, present=request.GET.get("presente", ""))
        return _award_page(request, found, form)
    tournament = tournament_for_judging(request.user, pk)
    found = table_of(tournament, match)
    form = _award_form(found, request.POST)
    if not form.is_valid():
        return _award_page(request, found, form)
    try:
        given, reason = form.given(), form.cleaned_data["reason"]
        check_award(found, given, reason)
        check_award_since(found, given, reason, form.cleaned_data["seen"])
        moved = _moved_by(found, {place: (each.vp, each.mp) for place, each in given.items()})
        doubts, touched = unusual(found, given), moved.touched if moved else ""
        is_told = form.is_told(touched)
        if (moved or doubts) and not is_told and not scores_closed(found, request.user):
            form.tell(touched)
            return _award_page(request, found, form, {"doubts": doubts, **_moves(moved)})
        award_match(
            match=found,
            given=given,
            reason=reason,
            by=request.user,
            confirmed=is_told,
            seen=form.cleaned_data["seen"],
        )
    except ValidationError as refusal:
        add_refusal(form, refusal, tournament)
        return _award_page(request, found, form)
    say_done(request, tournament, _("The referee's score counts."))
    if moved:
        messages.info(request, moves_in_short(moved.moves))
    say_outdated(request, tournament)
    return redirect("tournaments:award", pk, match)


def _moved_by(match: Match, given: Mapping[str, tuple[int, int]]) -> Correction | None:
    """What these awards, or taking them back, would move once the round is closed; before that nothing rests
    on its scores."""
    return None if match.round.takes_scores else what_an_award_would_move(match, given)


def _moves(correction: Correction | None) -> dict[str, Any]:
    """What the page shows of it before it is done."""
    if correction is None:
        return {}
    return {"moves": correction.moves, "said": correction_sentences(correction)}


def _award_page(
    request: HttpRequest, match: Match, form: AwardForm, told: Mapping[str, Any] = MappingProxyType({})
) -> HttpResponse:
    tournament = match.round.tournament
    judge = judging(request.user, tournament)
    context = {
        "form": form,
        "match": match,
        "view": match_view(match),
        "award": award_of(match),
        "history": award_history(match),
        "may_give": judge.may,
        "judge": judge,
        "call": call_the_referee(judge, tournament),
        "proposals": [line for line in form.places if proposed(match, line)],
        "locked": scores_closed(match, request.user) if judge.may else "",
        "round": match.round,
        **told,
    }
    return evening_page(request, "tournaments/referee/award.html", tournament, "desk", context)


@require_POST
@leads_back
def award_revoke(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Let the played score count again; in a closed round once the page has shown what that moves."""
    tournament = tournament_for_judging(request.user, pk)
    found = table_of(tournament, match)
    if not award_of(found):
        messages.info(request, _("No referee's score stands at this table any more: nothing has changed."))
        return redirect("tournaments:award", pk, match)
    moved = _moved_by(found, {}) if not scores_closed(found, request.user) else None
    if moved and request.POST.get("told") != moved.touched:
        told = {"takes_back": True, "touched": moved.touched, **_moves(moved)}
        return _award_page(request, found, _award_form(found), told)
    verb = partial(take_award_back, match=found, by=request.user, seen=seen_of(request.POST))
    _press(request, tournament, verb, _("The referee's score is taken back."))
    return redirect("tournaments:award", pk, match)
