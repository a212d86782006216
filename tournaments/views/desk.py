"""The desk: a table's number, its slip, save, the next one."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.naming import account_names
from clubs.templatetags.ui import minus
from tournaments.access import Judging, judging, level_of, match_for_scoring, tournament_for_scoring
from tournaments.forms.moves import correction_sentences, moves_in_short, saved_sentence
from tournaments.forms.players import PlayersForm
from tournaments.forms.review import Review, review, unfinished, with_lines_swapped, with_remedy
from tournaments.forms.scores import MODE_WORDS, Mode, ScoreForm, mode_of
from tournaments.forms.table_number import TableForm
from tournaments.hands import NumberedHand, hands_of, swapped
from tournaments.knockouts import is_followed
from tournaments.match_views import match_view
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round
from tournaments.models.scores import ScoreChange
from tournaments.moves import is_correction, what_it_moved, what_it_would_move
from tournaments.results import rules_of
from tournaments.saves import DeskRound, desk_round, scored_round, slip_version, stored_running
from tournaments.scores import Saved, StaleScore, record_match, swap_lines
from tournaments.stages import round_takes_none, scores_closed
from tournaments.views.devices import device_of
from tournaments.views.pages import say_outdated, to_desk

MODES = "desk_modes"  # in the session: the mode chosen last, by key of the evening


def desk_page(
    request: HttpRequest, template: str, tournament: Tournament, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of the desk with what its bar shows."""
    shared = {"tournament": tournament, "club": tournament.club, "level": level_of(request.user, tournament)}
    return render(request, f"tournaments/desk/{template}.html", shared | context, status=status)


def asked_round(tournament: Tournament, asked: str) -> Round | None:
    """The round of ?turno=, or the one that takes scores now; 404 for a number that is no round."""
    if not asked:
        return scored_round(tournament)
    found = scored_round(tournament, int(asked)) if asked.isdecimal() and len(asked) < 4 else None
    if found is None:
        raise Http404
    return found


@require_GET
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Type a table's number: its slip opens."""
    tournament = tournament_for_scoring(request.user, pk)
    round_ = asked_round(tournament, request.GET.get("turno", ""))
    at_desk = desk_round(round_) if round_ else None
    form = TableForm(request.GET if "tavolo" in request.GET else None, auto_id="%s")
    if at_desk is not None and form.is_valid():
        view = at_desk.at_table(form.cleaned_data["tavolo"])
        if view is not None:
            return redirect("tournaments:match_desk", pk, view.match_id)
        form.add_error("tavolo", _no_table(at_desk, form.cleaned_data["tavolo"]))
    locked = round_takes_none(round_, request.user) if round_ else ""
    context = {"at_desk": at_desk, "form": form, "rounds": tournament.rounds.announced(), "locked": locked}
    return desk_page(request, "desk", tournament, context)


def _no_table(at_desk: DeskRound, number: int) -> str:
    numbers = sorted(view.table_number for view in at_desk.results)
    if not numbers:
        return _("Nobody sits at a table in this round.")
    first, last = numbers[0], numbers[-1]
    if numbers != list(range(first, last + 1)):  # a table was closed
        return _("There is no table %(number)d in this round: the tables are %(tables)s.") % {
            "number": number,
            "tables": ", ".join(map(str, numbers)),
        }
    return _("There is no table %(number)d in this round: tables go from %(first)d to %(last)d.") % {
        "number": number,
        "first": first,
        "last": last,
    }


@require_GET
def desk_side(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What was saved last and what is missing, for polling: 204 when the page has the last version.

    Whoever opens the address gets the page that this belongs to.
    """
    tournament = tournament_for_scoring(request.user, pk)
    if not request.htmx:
        return redirect(f"{reverse('tournaments:desk', args=[pk])}?turno={number}")
    if request.GET.get("v") == str(tournament.version):
        return HttpResponse(status=204)
    round_ = asked_round(tournament, str(number))
    context = {"tournament": tournament, "at_desk": desk_round(round_) if round_ else None}
    return render(request, "tournaments/desk/_side.html", context)


def chosen_mode(request: HttpRequest, tournament: Tournament) -> str:
    """The mode this browser chose last in the evening, else the evening's; a new choice is remembered."""
    modes, key = request.session.get(MODES, {}), str(tournament.pk)
    asked = request.GET.get("modo", "")
    if request.method == "GET" and asked in MODE_WORDS and modes.get(key) != asked:
        request.session[MODES] = modes = modes | {key: asked}
    return str(modes.get(key, tournament.entry_mode))


def score_form(match: Match, asked: QueryDict, data: QueryDict | None = None, usual: str = "") -> ScoreForm:
    """The match's form in the mode and with the line first that the address asks for.

    `usual` is the mode of a match with no score, unless it is the evening's.
    """
    stored = hands_of(match) if match.version else ()
    mode = asked.get("modo", "")
    if mode not in MODE_WORDS:
        mode = mode_of(stored, usual or match.round.tournament.entry_mode)
    rules = rules_of(match.round.phase, match.players)
    facts: dict[str, Any] = {"rules": rules, "stored": stored, "version": match.version}
    if not rules.has_lines:
        # Sides change hand by hand, so one total for the match belongs to nobody.
        mode = Mode.TOTAL if mode == Mode.SINGLE else mode
        names = {side.place: side.names[0].full[0] for side in match_view(match).sides}
        return PlayersForm(data, mode=mode, names=names, **facts)
    facts |= {"mode": mode, "first": "EW" if asked.get("prima") == "EW" else "NS"}
    form = ScoreForm(data, **facts)
    return ScoreForm(data, **facts, more=1) if form.is_level() else form


def slip_page(
    request: HttpRequest, match: Match, form: ScoreForm, judged: Review | None, status: int = 200
) -> HttpResponse:
    """The slip of a match, with what is wrong with it; one that takes no score is only shown."""
    closed = scores_closed(match, request.user)
    if closed:
        return locked_page(request, match, form, closed)
    view = match_view(match)
    names = {side.place: side.names for side in view.sides}
    context = {
        "view": view,
        "heads": [(line, names[line]) for line in form.lines],
        "modes": [item for item in MODE_WORDS.items() if view.has_lines or item[0] != Mode.SINGLE],
        "at_desk": desk_round(match.round),
        "other_first": "EW" if form.lines[0] == "NS" else "NS",
        **_judged(request, match, form, judged),
    }
    if judged is None:
        difference = view.totals[0] - view.totals[1] if view.hands and view.has_lines else None
        context["rows"] = form.rows(stored_running(view))
        context["shown"] = {"vp": view.vp, "difference": difference}
    if isinstance(form, PlayersForm):
        context["player_rows"] = form.player_rows(context["rows"])
    return desk_page(request, "match", match.round.tournament, context, status)


def locked_page(request: HttpRequest, match: Match, form: ScoreForm, why: str) -> HttpResponse:
    """A slip that takes no score: what is stored, or what somebody typed too late beside it."""
    view = match_view(match)
    names = {side.place: side.names for side in view.sides}
    context = {
        "locked": why,
        "judge": judging(request.user, match.round.tournament),
        "match": match,
        "round": match.round,
        "form": form,
        "view": view,
        "heads": [(line, names[line]) for line in form.lines],
        "rows": form.rows({} if form.is_bound else stored_running(view)),
        "words": [form["note"], form["override"]],
        "stored": slip_version(view.hands, view.hands, form.rules),
        "at_desk": desk_round(match.round),
    }
    if isinstance(form, PlayersForm):
        context["player_rows"] = form.player_rows(context["rows"])
    return desk_page(request, "locked", match.round.tournament, context, 409 if form.is_bound else 200)


def _judged(request: HttpRequest, match: Match, form: ScoreForm, judged: Review | None) -> dict[str, Any]:
    """What the slip and its fragment share."""
    address = f"?modo={form.mode}&prima={form.lines[0]}"
    tournament = match.round.tournament
    judge = judging(request.user, tournament)
    _offer_reasons(form, judge)
    for place, message in enumerate(judged.messages if judged else (), 1):
        form.mark(message.field, f"m{place}", is_error=message.is_error)
    return {
        "match": match,
        "round": match.round,
        "form": form,
        "review": judged,
        "rows": form.rows(judged.running if judged else {}),
        "shown": judged and {"vp": judged.vp, "difference": judged.difference},
        "address": address,
        "preview_url": reverse("tournaments:match_preview", args=[tournament.pk, match.pk]) + address,
        "judge": judge,
        **_moves(match, form, judged),
    }


def _moves(match: Match, form: ScoreForm, judged: Review | None) -> dict[str, Any]:
    """What the typed correction moves; nothing, and no query, for a first entry."""
    if judged is None or judged.score is None or not is_correction(match, form.stored, judged.score):
        return {}
    correction = what_it_would_move(match, judged.score)
    return {
        "moves": correction.moves,
        "said": correction_sentences(correction),
        "in_short": moves_in_short(correction.moves, correction.goes_on),
        "told": correction.told(judged.score),
    }


def _untold(request: HttpRequest, match: Match, form: ScoreForm) -> Review | None:
    """The slip of a closed round, judged, when its page has not yet said what this very score moves as things
    are now: a round may have been drawn since.

    What the save refuses anyway, a missing reason before all, says it on the way.
    """
    if match.round.takes_scores or not form.cleaned_data["reason"]:
        return None
    judged = review(form, live=False)
    if judged.score is None or not is_correction(match, form.stored, judged.score):
        return None
    told = what_it_would_move(match, judged.score).told(judged.score)
    return judged if request.POST.get("told") != told else None


def _offer_reasons(form: ScoreForm, judge: Judging) -> None:
    """Offer only the reasons that this reader may give."""
    if not judge.may:
        form.hide_reason(ScoreChange.Reason.REFEREE)


@require_http_methods(["GET", "POST"])
def match_desk(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """The slip of a match; POST saves it and goes back to the table's number. `part` keeps the hands of a
    match that is not over yet."""
    found = match_for_scoring(request.user, pk, match)
    if request.method == "GET":
        usual = chosen_mode(request, found.round.tournament)
        return slip_page(request, found, score_form(found, request.GET, usual=usual), None)
    form, part = score_form(found, request.GET, request.POST), "part" in request.POST
    if not form.is_valid() or (unfinished(form) and not part):
        return slip_page(request, found, form, review(form, live=False, part=part))
    if judged := _untold(request, found, form):
        return slip_page(request, found, form, judged)
    try:
        return _saved(request, _record(request, found, form), form.stored, form.hands())
    except StaleScore as stale:
        return stale_page(request, found, form, stale)
    except ValidationError as refusal:
        return _refused(request, found, form, refusal)


def _record(request: HttpRequest, match: Match, form: ScoreForm) -> Saved:
    data = form.cleaned_data
    return record_match(
        match=match,
        hands=form.hands(),
        by=request.user,
        seen_version=data["seen"],
        read_at=match.round.tournament.version,
        written=form.written(),
        reason=data["reason"],
        note=data["note"],
        confirmed=form.confirmed,
        override=data["override"],
        device=device_of(request),
    )


def _saved(
    request: HttpRequest, saved: Saved, before: tuple[NumberedHand, ...], after: tuple[NumberedHand, ...]
) -> HttpResponse:
    """Back to the table's number, with the line of what was saved, and what a correction has moved; the same
    post twice says the same line."""
    figures = {"table": saved.match.table_number, "points": " – ".join(map(minus, saved.totals))}
    if saved.complete:
        messages.success(request, saved_sentence(saved, figures))
    else:
        messages.warning(
            request, _("Table %(table)d: %(points)s so far. It is not over: it still is missing.") % figures
        )
    if is_level(saved):
        messages.warning(
            request,
            _("Table %(table)d is level: nobody goes on. They play an extra hand; write it on this slip.")
            % figures,
        )
    if getattr(saved.match, "has_awards", False):  # as `match_for_scoring` has read it
        messages.warning(
            request,
            _("Table %(table)d has awards for an absence or by the referee: they count, not this slip.")
            % figures,
        )
    if saved.changed and is_correction(saved.match, before, after):
        messages.info(request, moves_in_short(what_it_moved(saved.match, before)))
    if saved.match.round.state == Round.State.CLOSED:  # before that nothing is drawn from the standings
        say_outdated(request, saved.match.round.tournament)
    return to_desk(request, saved.match.round)


def is_level(saved: Saved) -> bool:
    """Whether a match that somebody has to win was saved as one that nobody won."""
    rules = rules_of(saved.match.round.phase, saved.match.players)
    is_level = rules.format.extra and saved.complete and saved.totals[0] == saved.totals[1]
    return is_level and not is_followed(saved.match.round)


def _refused(request: HttpRequest, match: Match, form: ScoreForm, refusal: ValidationError) -> HttpResponse:
    """Say why on the slip; one that was closed while somebody typed shows what was typed."""
    if getattr(refusal, "code", "") == "state":
        return locked_page(request, match, form, " ".join(refusal.messages))
    if hasattr(refusal, "error_dict"):
        for name, sentences in refusal.message_dict.items():
            for text in sentences:
                form.add_error(name if name in form.fields else None, text)
    elif refusal.code not in ("score", "confirm"):
        form.add_error(None, refusal)
    part = "part" in request.POST
    return slip_page(request, match, form, review(form, live=False, part=part))


def stale_page(request: HttpRequest, match: Match, form: ScoreForm, stale: StaleScore) -> HttpResponse:
    """Both versions side by side; nothing that was typed is lost."""
    tournament = match.round.tournament
    _offer_reasons(form, judging(request.user, tournament))
    kept = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", "seen", "reason")
        for value in values
    ]
    context = {
        "match": match,
        "round": match.round,
        "view": match_view(match),
        "stale": stale,
        "who": account_names(tournament.club)(stale.by),
        "form": form,
        "stored": slip_version(stale.stored, stale.typed, form.rules),
        "typed": slip_version(stale.typed, stale.stored, form.rules),
        "kept": kept,
        "address": f"?modo={form.mode}&prima={form.lines[0]}",
    }
    return desk_page(request, "stale", tournament, context, 409)


@require_POST
def preview(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """What the slip comes to so far, unsaved: a fragment while typing, the page without scripts."""
    found = match_for_scoring(request.user, pk, match)
    data = with_remedy(request.POST)
    if "exchange" in data:
        data = with_lines_swapped(data)
    form = score_form(found, request.GET, data)
    judged = review(form, live=True)
    if not request.htmx:
        return slip_page(request, found, form, judged)
    context = _judged(request, found, form, judged)
    context |= {"oob": True, "typing": request.POST.get("typing", "")}
    # A match to a target grows while it is typed: rows that the page has not sent are new to it.
    sent = {name.partition("_")[0] for name in request.POST}
    context["fresh"] = [row for row in context["rows"] if f"h{row.number}" not in sent]
    context["rows"] = [row for row in context["rows"] if f"h{row.number}" in sent]
    if isinstance(form, PlayersForm):
        context["player_rows"] = form.player_rows(context["fresh"])
    return render(request, "tournaments/desk/_review.html", context)


@require_POST
def swap(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Lines swapped on a stored score: one press, logged."""
    found = match_for_scoring(request.user, pk, match)
    seen = request.POST.get("seen", "")
    version = int(seen) if seen.isdecimal() and len(seen) < 10 else -1
    before = hands_of(found)
    try:
        saved = swap_lines(match=found, by=request.user, seen_version=version, device=device_of(request))
    except StaleScore:
        messages.error(request, _("Somebody else has saved this table in between: look at it again."))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        return _saved(request, saved, before, swapped(before))
    return redirect("tournaments:match_desk", pk, found.pk)
