"""A club's tournaments: list, make, copy, change, publish."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.access import club_for_managing, club_for_staff
from clubs.forms import refuse
from clubs.models.clubs import Club
from clubs.views.pages import staff_page
from tournaments.access import tournament_for_directing
from tournaments.events import (
    change_tournament,
    copy_tournament,
    create_tournament,
    fixed_facts,
    plans_of,
    publish,
)
from tournaments.forms.events import (
    CopyForm,
    PhaseFormSet,
    PlayedPhases,
    ProgrammeForm,
    TournamentForm,
    first_look,
    plan_initial,
)
from tournaments.models.events import Tournament
from tournaments.programmes import PROGRAMMES
from tournaments.reads import tournaments_of
from tournaments.views.pages import evening_page, press


@require_GET
def tournament_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All evenings of the club, newest first."""
    club = club_for_staff(request.user, slug, on=timezone.localdate())
    return staff_page(
        request, "tournaments/events/list.html", club, "tournaments", {"tournaments": tournaments_of(club)}
    )


def _form_page(
    request: HttpRequest,
    club: Club,
    form: TournamentForm,
    phases: PhaseFormSet | PlayedPhases,
    tournament: Tournament | None,
) -> HttpResponse:
    context = {"form": form, "phases": phases, "tournament": tournament}
    name = "played" if isinstance(phases, PlayedPhases) else "form"
    return staff_page(request, f"tournaments/events/{name}.html", club, "tournaments", context)


@require_http_methods(["GET", "POST"])
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """First the kind of evening (?programma=), then everything about it."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    code = request.GET.get("programma", "")
    if code not in PROGRAMMES:
        form = ProgrammeForm()
        context = {"form": form, "past": tournaments_of(club)[:8]}
        return staff_page(request, "tournaments/events/programmes.html", club, "tournaments", context)
    form = TournamentForm(request.POST or None, initial=first_look(club, code, timezone.localtime()))
    phases = PhaseFormSet(request.POST or None, initial=plan_initial(PROGRAMMES[code].phases), prefix="fasi")
    if request.method == "POST" and form.is_valid() and phases.is_valid():
        try:
            made = create_tournament(club=club, facts=form.facts(), phases=phases.plans(), by=request.user)
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("The tournament is there. Now the entries."))
            return redirect("tournaments:director", made.pk)
    return _form_page(request, club, form, phases, None)


def _edit_forms(
    tournament: Tournament, data: Any, *, as_sent: bool = False
) -> tuple[TournamentForm, PhaseFormSet | PlayedPhases]:
    """The forms of an evening with what does not change any more as text.

    `as_sent` reads what a page from before it was fixed has sent: its answer is the verb's.
    """
    fixed, plans = fixed_facts(tournament), plans_of(tournament)
    if as_sent:
        whole = TournamentForm(data, instance=tournament)
        fixed = {name for name in fixed if not whole.sends(name)}
    form = TournamentForm(data, instance=tournament, fixed=fixed)
    if tournament.rounds.drawn().exists() and not (as_sent and "fasi-TOTAL_FORMS" in data):
        is_over = tournament.state == Tournament.State.FINAL
        return form, PlayedPhases(data, plans, is_over=is_over)
    return form, PhaseFormSet(data, initial=plan_initial(plans), prefix="fasi")


def _shown_again(
    tournament: Tournament, data: Any, sent: TournamentForm
) -> tuple[TournamentForm, PhaseFormSet | PlayedPhases]:
    """The forms as they are now, with what was typed and why it was not saved."""
    form, phases = _edit_forms(tournament, data)
    for name, sentences in sent.errors.items():
        if name not in form.errors:
            form.add_error(name if name in form.fields else None, list(sentences))
    if not form.errors and phases.is_valid():
        form.add_error(None, _("The evening has gone on in the meantime: look at what can still be changed."))
    return form, phases


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change an evening, as far as its state allows."""
    tournament = tournament_for_directing(request.user, pk)
    data = request.POST or None
    form, phases = _edit_forms(tournament, data, as_sent=data is not None)
    if request.method == "POST" and form.is_valid() and phases.is_valid():
        try:
            change_tournament(
                tournament=tournament, facts=form.facts(), phases=phases.plans(), by=request.user
            )
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:director", pk)
    if data is not None:
        form, phases = _shown_again(tournament, data, form)
    return _form_page(request, tournament.club, form, phases, tournament)


@require_http_methods(["GET", "POST"])
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    """A new evening like this one."""
    tournament = tournament_for_directing(request.user, pk)
    form = CopyForm(
        request.POST or None, initial={"name": tournament.name, "starts_at": timezone.localtime()}
    )
    if request.method == "POST" and form.is_valid():
        try:
            made = copy_tournament(source=tournament, by=request.user, **form.cleaned_data)
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("The tournament is there. Now the entries."))
            return redirect("tournaments:director", made.pk)
    return evening_page(request, "tournaments/events/copy.html", tournament, "settings", {"form": form})


@require_POST
def publish_tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Let everybody see it."""
    tournament = tournament_for_directing(request.user, pk)
    verb = partial(publish, tournament=tournament)
    return press(request, tournament, verb, _("The tournament can be seen by everybody."))
