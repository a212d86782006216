"""A club's tournaments: list, make, copy, change, publish."""

from functools import partial

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
    awarded_rounds,
    change_tournament,
    copy_tournament,
    create_tournament,
    fixed_in,
    plans_of,
    publish,
)
from tournaments.forms.awards import award_note
from tournaments.forms.events import (
    CopyForm,
    ProgrammeForm,
    TournamentForm,
    first_look,
)
from tournaments.forms.phases import PhaseFormSet, plan_initial
from tournaments.forms.standing import freeze
from tournaments.models.events import Tournament
from tournaments.programmes import PROGRAMMES
from tournaments.reads import finals_of, tournaments_of
from tournaments.regulations import copies_offered, document_named
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
    phases: PhaseFormSet,
    tournament: Tournament | None = None,
    *,
    fixed: str = "",
) -> HttpResponse:
    context = {"form": form, "phases": phases, "tournament": tournament, "fixed": fixed}
    return staff_page(request, "tournaments/events/form.html", club, "tournaments", context)


def _is_whole(form: TournamentForm, phases: PhaseFormSet) -> bool:
    """Whether both were typed without a fault, and leave nothing open that the organiser is asked for."""
    if not (form.is_valid() and phases.is_valid()):
        return False
    who = {name: form.cleaned_data[name] for name in ("entry_kind", "team_pairs") if name in form.fields}
    return phases.is_complete(Tournament(**who))


@require_http_methods(["GET", "POST"])
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """First the kind of evening (?programma=), then everything about it; ?regolamento= begins from these."""
    club = club_for_managing(request.user, slug, on=timezone.localdate())
    code, rules = request.GET.get("programma", ""), request.GET.get("regolamento", "")
    target = document_named(club, rules).regulations.default_target if rules else None
    if code not in PROGRAMMES:
        usual = {"programma": "target"} if target else {}
        form = ProgrammeForm(initial={"regolamento": rules, **usual})
        context = {"form": form, "past": tournaments_of(club)[:8]}
        return staff_page(request, "tournaments/events/programmes.html", club, "tournaments", context)
    form = TournamentForm(
        request.POST or None,
        initial=first_look(club, code, timezone.localtime(), rules),
        copies=copies_offered(club),
        finals=finals_of(club),
    )
    planned = plan_initial(PROGRAMMES[code].phases, target)
    phases = PhaseFormSet(request.POST or None, initial=planned, prefix="fasi")
    if request.method == "POST" and _is_whole(form, phases):
        try:
            made = create_tournament(club=club, facts=form.facts(), phases=phases.plans(), by=request.user)
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("The tournament is there. Now the entries."))
            return redirect("tournaments:director", made.pk)
    return _form_page(request, club, form, phases)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change an evening, as far as its state allows."""
    tournament = tournament_for_directing(request.user, pk)
    copies = copies_offered(tournament.club, tournament.regulations_copy)
    finals = finals_of(tournament.club, tournament)
    form = TournamentForm(request.POST or None, instance=tournament, copies=copies, finals=finals)
    plans = plans_of(tournament)
    notes = [award_note(rounds) for rounds in awarded_rounds(tournament)]
    phases = PhaseFormSet(request.POST or None, initial=plan_initial(plans), prefix="fasi", award_notes=notes)
    fixed = fixed_in(tournament)
    freeze(form, fixed.facts)
    if fixed.phases:
        phases.freeze(awards=fixed.awards)
    if request.method == "POST" and _is_whole(form, phases):
        try:
            change_tournament(
                tournament=tournament, facts=form.facts(), phases=phases.plans(), by=request.user
            )
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("Saved."))
            for note in phases.changed_award_notes():
                messages.warning(request, note)
            return redirect("tournaments:director", pk)
    return _form_page(request, tournament.club, form, phases, tournament, fixed=fixed.why)


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
