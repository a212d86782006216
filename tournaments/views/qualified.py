"""Who qualifies, for the final of the evening and for another event; the referee's word where it is open."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.access import (
    call_the_referee,
    judging,
    tournament_for_directing,
    tournament_for_judging,
    tournament_for_refereeing,
    tournament_for_staff,
)
from tournaments.cuts import Cut, cut_ahead, cut_of, seated_finalists
from tournaments.deciding import decide_final, decide_satellite, decided_already, fill_place
from tournaments.entries import entries_stand
from tournaments.forms.finals import ChoiceForm, CutForm, NextForm, PlaceForm
from tournaments.forms.moves import by_the_standings, drawn_final_sentence
from tournaments.models.events import Phase, Tournament
from tournaments.moves import Qualifying
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.qualify import Tie
from tournaments.qualified_entries import arrivals_for, enter_qualified
from tournaments.satellites import qualification_of
from tournaments.views.pages import evening_page


@dataclass(frozen=True, slots=True)
class TieShown:
    """A tie on the page: `key` names it in a form, `phase` is None for another event."""

    key: str
    phase: int | None
    places: int
    letter: str
    who: tuple[EntryNames, ...]
    candidate: bool = False

    @property
    def form(self) -> ChoiceForm:
        form = ChoiceForm(
            who=[(str(each.entry_id), f"{each.number} {' – '.join(each.full)}") for each in self.who],
            initial={"tied": self.key, "phase": self.phase},
            auto_id=f"id_{self.key}_%s",
        )
        if self.candidate:
            form.fields["through"].label = _("Who is compared with the next of the other groups")
        return form


def _tie(tie: Tie, names: Mapping[int, EntryNames], cut: Cut | None = None) -> TieShown:
    letter = cut.groups[tie.group - 1].letter if cut is not None and cut.groups and tie.group else ""
    return TieShown(
        "-".join(map(str, sorted(tie.entries))),
        cut.phase.number if cut is not None else None,
        tie.places,
        letter,
        tuple(names[entry] for entry in tie.entries),
        tie.candidate,
    )


def _fate(entry: int, cut: Cut, seated: Collection[int]) -> str:
    """What becomes of an entry: in, last in, gone, tied, next (first out), or nothing.

    `seated` play a final that is drawn, where the standings say otherwise now.
    """
    if cut.rows[entry].withdrawn or entry in cut.left_empty:
        return "gone"
    if seated:
        return "in" if entry in seated else ""
    if any(entry in tie.entries for tie in cut.field.ties):
        return "tied"
    if entry in cut.field.entries:
        return "last" if entry in cut.field.last_in else "in"
    return "next" if entry in cut.field.first_out else ""


def _since_drawn(cut: Cut, seated: Sequence[int], names: Mapping[int, EntryNames]) -> Qualifying:
    """Who would play a final that is drawn instead of whom by the standings as they are now."""
    tied = {entry for tie in cut.field.ties for entry in tie.entries}
    now = [entry for entry in cut.field.entries if entry not in cut.left_empty]
    return Qualifying(
        event="",
        coming=tuple(names[entry] for entry in now if entry not in seated),
        going=tuple(names[entry] for entry in seated if entry not in {*now, *tied}),
        tied=bool(tied),
        drawn=cut.number if cut.phase.rounds.announced().exists() else 0,
    )


def _drawn(cut: Cut, names: Mapping[int, EntryNames]) -> dict[str, Any]:
    """Who plays a final that is drawn, and apart from that what standings say that were corrected since."""
    seated = seated_finalists(cut.phase)
    moved = _since_drawn(cut, seated, names)
    differs = bool(moved.coming or moved.going or moved.tied)
    return {
        **_marked(cut, names, seated if differs else ()),
        "ties": [_tie(tie, names, cut) for tie in cut.field.ties],
        "seeds": [names[entry] for entry in seated],
        "is_drawn": True,
        "stands": drawn_final_sentence(moved.drawn),
        "differs": differs,
        "now": list(by_the_standings(moved)),
    }


def _marked(cut: Cut, names: Mapping[int, EntryNames], seated: Collection[int] = ()) -> dict[str, Any]:
    """The standings that decide, each line with what becomes of it; `seated` as of `_fate`."""
    fields = [(each.letter, each.standings.rows) for each in cut.groups] or [("", tuple(cut.rows.values()))]
    contest = cut.field.contest
    return {
        "cut": cut,
        "fields": [(at, [(row, _fate(row.entry_id, cut, seated)) for row in rows]) for at, rows in fields],
        "contest": [(names[each.entry], each, _fate(each.entry, cut, seated)) for each in contest],
    }


def _final(cut: Cut, names: Mapping[int, EntryNames]) -> dict[str, Any]:
    if cut.is_drawn:
        return _drawn(cut, names)
    return {
        **_marked(cut, names),
        "ties": [_tie(tie, names, cut) for tie in cut.field.ties],
        "gone": [(names[each.entry], [names[entry] for entry in each.offered]) for each in cut.gone],
        "seeds": [names[entry] for entry in cut.seeds],
        "is_drawn": False,
    }


def _page(request: HttpRequest, tournament: Tournament, *errors: str) -> HttpResponse:
    names, cut = entry_names(tournament), cut_ahead(tournament)
    found = qualification_of(tournament) if tournament.is_over else None
    tie = found.outcome.tie if found is not None else None
    judge = judging(request.user, tournament)
    context = {
        "judge": judge,
        "call": call_the_referee(judge, tournament),
        "errors": errors,
        "final": _final(cut, names) if cut is not None else None,
        "qualification": found,
        "satellite_tie": _tie(tie, names) if tie is not None else None,
    }
    return evening_page(request, "tournaments/director/qualified.html", tournament, "qualified", context)


@require_GET
def qualified(request: HttpRequest, pk: int) -> HttpResponse:
    """Who goes on, who is the last in and the first out, and what is still to be decided."""
    return _page(request, tournament_for_staff(request.user, pk))


def _phase(tournament: Tournament, number: int) -> Phase:
    phase = tournament.phases.filter(number=number, qualify_each__gt=0).first()
    if phase is None or not phase.rounds.exists():
        raise Http404
    phase.tournament = tournament
    return phase


def _do(request: HttpRequest, tournament: Tournament, verb: Callable[[], object], done: str) -> HttpResponse:
    try:
        verb()
    except ValidationError as refusal:
        return _page(request, tournament, *refusal.messages)
    messages.success(request, done)
    return redirect("tournaments:qualified", tournament.pk)


def _decide(
    request: HttpRequest, tournament: Tournament, form: CutForm, through: list[int] | None
) -> HttpResponse:
    """One tie decided, of the final or of the places for another event."""
    tied, number = form.cleaned_data["tied"], form.cleaned_data["phase"]
    phase = _phase(tournament, number) if number else None
    if why := decided_already(tournament, phase, tied):
        return _page(request, tournament, why)
    verb = (
        partial(decide_final, phase=phase)
        if phase is not None
        else partial(decide_satellite, tournament=tournament)
    )
    ties = cut_of(phase).field.ties if phase is not None else ()
    done = _("It is decided who goes on.")
    if any(tie.candidate and set(tie.entries) == set(tied) for tie in ties):
        done = _("It is decided who of the group is compared with the next of the other groups.")
    return _do(request, tournament, partial(verb, tied=tied, through=through, by=request.user), done)


@require_POST
def qualified_choose(request: HttpRequest, pk: int) -> HttpResponse:
    """The referee says who of those who stand equal goes on."""
    tournament = tournament_for_judging(request.user, pk)
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, _("Nothing was decided: choose who goes on."))
    return _decide(request, tournament, form, form.cleaned_data["through"])


@require_POST
def qualified_lot(request: HttpRequest, pk: int) -> HttpResponse:
    """A lot among those who stand equal; its seed stays in the log."""
    tournament = tournament_for_refereeing(request.user, pk)
    form = CutForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, _("Nothing was decided: look at the page again."))
    return _decide(request, tournament, form, None)


@require_POST
def qualified_place(request: HttpRequest, pk: int) -> HttpResponse:
    """The place of somebody who has withdrawn: for the next one, or left empty."""
    tournament = tournament_for_refereeing(request.user, pk)
    form = PlaceForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, _("Nothing was decided: look at the page again."))
    facts = form.cleaned_data
    verb = partial(
        fill_place,
        phase=_phase(tournament, facts["phase"]),
        entry=facts["entry"],
        is_filled=facts["what"] == "next",
        by=request.user,
    )
    return _do(request, tournament, verb, _("It is decided what becomes of the place."))


@require_http_methods(["GET", "POST"])
def entries_qualified(request: HttpRequest, pk: int) -> HttpResponse:
    """Who qualified in the satellites of this tournament, to enter them by one press."""
    tournament = tournament_for_directing(request.user, pk)
    if request.method == "POST":
        try:
            form = NextForm(request.POST)
            if not form.is_valid():
                raise ValidationError(_("Nobody was entered: look at the page again."))
            only = form.cleaned_data["next"]
            made = enter_qualified(tournament=tournament, by=request.user, only=only)
        except ValidationError as refusal:
            return _offers(request, tournament, " ".join(refusal.messages))
        told = ngettext("%(n)d entry added.", "%(n)d entries added.", len(made)) % {"n": len(made)}
        messages.success(request, told)
        return redirect("tournaments:entries", pk)
    return _offers(request, tournament)


def _offers(request: HttpRequest, tournament: Tournament, error: str = "") -> HttpResponse:
    arrivals = arrivals_for(tournament)
    context = {
        "arrivals": arrivals,
        "found": arrivals.found,
        "new": len(arrivals.open),
        "locked": entries_stand(tournament),
        "error": error,
    }
    return evening_page(request, "tournaments/entries/qualified.html", tournament, "entries", context)
