"""Undoing the last act, and taking the evening back to a moment."""

from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import tournament_for_directing
from tournaments.forms.mishaps import RestoreForm, SeenForm
from tournaments.models.log import Act
from tournaments.reads import log_lines
from tournaments.tables.log import act_words
from tournaments.undoing import moments, restore, undo
from tournaments.views.pages import evening_page, press


@require_POST
def undo_act(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the act that the page showed as the last."""
    tournament = tournament_for_directing(request.user, pk)
    form = SeenForm(request.POST)
    seq = form.cleaned_data["seen"] if form.is_valid() else 0
    is_back = tournament.acts.filter(seq=seq, verb=Act.Verb.UNDO).exists()
    done = _("Brought back.") if is_back else _("Undone.")
    return press(request, tournament, partial(undo, tournament=tournament, seq=seq), done)


@require_http_methods(["GET", "POST"])
def go_back(request: HttpRequest, pk: int) -> HttpResponse:
    """The moments the evening can be taken back to; going back asks how many acts that undoes."""
    tournament = tournament_for_directing(request.user, pk)
    found = moments(tournament)
    later = {moment.act.seq: moment.later for moment in found}
    form = RestoreForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        seq, acts = form.cleaned_data["seq"], form.cleaned_data["acts"]
        try:
            if seq not in later:
                acts = 0  # no moment of this page: the verb says why
            restore(tournament=tournament, seq=seq, by=request.user, seen=acts)
        except ValidationError as refusal:
            if refusal.code == "done":
                messages.info(request, " ".join(refusal.messages))
                return redirect("tournaments:director", pk)
            messages.error(request, " ".join(refusal.messages))
        else:
            messages.success(request, _("The evening is back at that moment."))
            return redirect("tournaments:director", pk)
    thrown = {moment.act.seq: moment.thrown for moment in found}
    lines = log_lines(tournament, [moment.act for moment in found])
    context = {
        "lines": [(line, act_words(line), later[line.act.seq], thrown[line.act.seq]) for line in lines]
    }
    return evening_page(request, "tournaments/mishaps/go_back.html", tournament, "mishaps", context)
