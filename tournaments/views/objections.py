"""Objections: made by players without a login, written and answered by the staff."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import (
    Level,
    call_the_referee,
    judging,
    level_of,
    tournament_for_directing,
    tournament_for_judging,
    tournament_for_public,
    tournament_for_refereeing,
    tournament_for_scoring,
    tournament_for_staff,
)
from tournaments.ending import close_objections
from tournaments.forms.objections import AnswerForm, AsideForm, ObjectionForm
from tournaments.models.events import Tournament
from tournaments.models.referee import Objection
from tournaments.objections import (
    answer_objection,
    entry_and_match,
    make_objection,
    objection_of,
    objections_of,
    take_from_aside,
    why_no_objection,
)
from tournaments.stages import not_final_yet
from tournaments.views.pages import add_refusal, evening_page
from tournaments.views.windows import window_of

# What `?coppia=` and `?codice=` may bring into the fields.
LONGEST_NUMBER, LONGEST_CODE = 4, 8


def _form(
    tournament: Tournament, data: object = None, *, asks_code: bool = False, **asked: str
) -> ObjectionForm:
    rounds = tournament.rounds.announced().values_list("number", flat=True).order_by("number")
    window = None if asks_code else window_of(tournament, timezone.now())
    is_late = window is not None and not window.runs
    return ObjectionForm(
        data, rounds=rounds, asks_code=asks_code, is_late=is_late, initial=asked, auto_id="%s"
    )


def _asked(request: HttpRequest) -> dict[str, str]:
    """The number of the card, and the code of the slip, that a player comes from."""
    number, code = request.GET.get("coppia", ""), request.GET.get("codice", "")
    return {
        "number": number if number.isdecimal() and len(number) <= LONGEST_NUMBER else "",
        "code": code if code.isalnum() and len(code) <= LONGEST_CODE else "",
    }


def _make(tournament: Tournament, form: ObjectionForm, **facts: Any) -> Objection | None:
    """The objection that was typed; None when it was refused, and the form says why."""
    if not form.is_valid():
        return None
    data = form.cleaned_data
    try:
        entry, match = entry_and_match(tournament, data["number"], data["round"], data.get("code"))
        return make_objection(entry=entry, match=match, text=data["text"], **facts)
    except ValidationError as refusal:
        add_refusal(form, refusal, tournament)
        return None


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def objection(request: HttpRequest, pk: int) -> HttpResponse:
    """A player doubts the provisional standings; ?coppia= and ?codice= are those she comes from."""
    tournament = tournament_for_public(pk)
    if request.method == "POST":
        form = _form(tournament, request.POST, asks_code=True)
        made = _make(tournament, form)
        if made is not None:
            messages.success(request, _("Your objection is written: the referee will answer on this page."))
            return redirect("tournaments:entry_card", pk, made.entry.number)
    else:
        form = _form(tournament, asks_code=True, **_asked(request))
    now = timezone.now()
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "form": form,
        "closed": why_no_objection(tournament, now, is_staff=False),
        "window": window_of(tournament, now),
        "is_staff": bool(level_of(request.user, tournament)),
        "tab": "standings",
    }
    return render(request, "tournaments/public/objection.html", context)


@require_http_methods(["GET", "POST"])
def objections(request: HttpRequest, pk: int) -> HttpResponse:
    """Every objection with its answer; the staff writes one down for a player."""
    if request.method == "GET":
        tournament = tournament_for_staff(request.user, pk)
        return _objections_page(request, tournament, _form(tournament))
    tournament = tournament_for_scoring(request.user, pk)
    form = _form(tournament, request.POST)
    if _make(tournament, form, by=request.user) is None:
        return _objections_page(request, tournament, form)
    messages.success(request, _("The objection is written."))
    return redirect("tournaments:objections", pk)


def _objections_page(
    request: HttpRequest,
    tournament: Tournament,
    form: ObjectionForm,
    refused: dict[int, AnswerForm] | None = None,
) -> HttpResponse:
    """The page; `refused` is the answer that was refused, by the key of its objection."""
    now, level = timezone.now(), level_of(request.user, tournament)
    is_open, judge = tournament.state != Tournament.State.FINAL, judging(request.user, tournament)
    rows = [
        (row, (refused or {}).get(row.objection.pk) or _answer_form(row.objection))
        for row in objections_of(tournament)
    ]
    context = {
        "form": form,
        "rows": rows,
        "may_write": level >= Level.SCORE and not why_no_objection(tournament, now, is_staff=True),
        "may_answer": judge.may and is_open,
        "aside": AsideForm(auto_id=False) if level >= Level.REFEREE and is_open else None,
        "judge": judge,
        "call": call_the_referee(judge, tournament),
        "why": why_no_objection(tournament, now, is_staff=True),
        "waits": not_final_yet(tournament, now),
        "window": window_of(tournament, now),
    }
    return evening_page(request, "tournaments/referee/objections.html", tournament, "objections", context)


def _answer_form(objection: Objection, data: object = None) -> AnswerForm:
    """The answer to write, or the one that stands, to be changed."""
    initial = {"decision": objection.decision, "answer": objection.answer}
    if objection.decision == Objection.Decision.ASIDE:
        initial = {}
    return AnswerForm(data, initial=initial, auto_id=f"o{objection.pk}_%s")


@require_POST
def objection_answer(request: HttpRequest, pk: int, objection: int) -> HttpResponse:
    """Accept or refuse an objection, with a word that its players read."""
    tournament = tournament_for_judging(request.user, pk)
    found = objection_of(tournament, objection)
    if found is None:
        raise Http404
    form = _answer_form(found, request.POST)
    if form.is_valid():
        seen = request.POST.get("seen", "")
        try:
            answer_objection(objection=found, by=request.user, seen=seen, **form.cleaned_data)
        except ValidationError as refusal:
            add_refusal(form, refusal, tournament)
        else:
            messages.success(request, _("The answer is written."))
            return redirect("tournaments:objections", pk)
    return _objections_page(request, tournament, _form(tournament), {found.pk: form})


@require_POST
def objection_aside(request: HttpRequest, pk: int, objection: int) -> HttpResponse:
    """Set aside what is obviously no objection, for a reason of a list; `back` takes it from there."""
    tournament = tournament_for_refereeing(request.user, pk)
    found = objection_of(tournament, objection)
    if found is None:
        raise Http404
    form, is_back = AsideForm(request.POST), "back" in request.POST
    done = _("It is set aside: the final does not wait for it.")
    try:
        if is_back:
            take_from_aside(objection=found, by=request.user)
            done = _("It waits for its answer again, and the final waits for it.")
        elif not form.is_valid():
            raise ValidationError(form.errors["why"])
        else:
            aside = Objection.Decision.ASIDE
            answer_objection(objection=found, decision=aside, answer=form.reason(), by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, done)
    return redirect("tournaments:objections", pk)


@require_POST
def objections_close(request: HttpRequest, pk: int) -> HttpResponse:
    """End the time for objections before its hour: only with the box ticked."""
    tournament = tournament_for_directing(request.user, pk)
    if not request.POST.get("sure"):
        messages.error(request, _("Tick the box first: players lose the time they were promised."))
        return redirect("tournaments:objections", pk)
    try:
        close_objections(tournament=tournament, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, _("The time for objections is over."))
    return redirect("tournaments:director", pk)
