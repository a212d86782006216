"""Entries one by one: the list, adding, changing, cancelling, the waiting list."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_tables2 import RequestConfig

from clubs.csv_export import csv_response, file_name
from clubs.forms import refuse
from clubs.views.pages import posted
from tournaments import stages
from tournaments.access import Level, level_of, tournament_for_directing, tournament_for_staff
from tournaments.entries import (
    add_entry,
    cancel_entry,
    change_members,
    entries_stand,
    join_singles,
    place_entry,
    promote_entry,
    readmit_entry,
    reinstate_entry,
    why_not_back,
)
from tournaments.forms.entries import PLAYERS, JoinForm, PlaceForm, PlayersForm, label_of
from tournaments.forms.forewarned import place_warning
from tournaments.forms.waiting import back_done, back_sentence
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.names import entry_names
from tournaments.roster import (
    EntryLine,
    entry_of,
    name_index,
    persons_named,
    places_left,
    roster,
    usual_partner,
)
from tournaments.tables.entries import EntryTable
from tournaments.views.pages import evening_page

PER_PAGE = 100
OFFERED = 12  # names under the field while somebody types


@require_GET
def entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody entered, who waits for a place, who waits for a partner."""
    tournament = tournament_for_staff(request.user, pk)
    lines = roster(tournament)
    table = EntryTable(
        lines, tournament=tournament, may_change=level_of(request.user, tournament) >= Level.DIRECT
    )
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    context = {
        "table": table,
        "lines": lines,
        "waiting": [line for line in lines if line.state == Entry.State.WAITING],
        "singles": [line for line in lines if line.lacks_partner],
        "places": places_left(tournament),
        "locked": entries_stand(tournament),
        "has_satellites": tournament.satellites.exists(),
    }
    return evening_page(request, "tournaments/entries/list.html", tournament, "entries", context)


@require_GET
def entries_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The same list as a file."""
    tournament = tournament_for_staff(request.user, pk)
    return csv_response(EntryTable(roster(tournament), tournament=tournament), file_name(_("Entries"), pk))


@require_http_methods(["GET", "POST"])
def entry_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a pair or a player; without scripts the usual partner is proposed at the second look."""
    tournament = tournament_for_directing(request.user, pk)
    form = _new_form(tournament, posted(request))
    if request.method == "POST" and form.is_valid():
        players = persons_named(tournament.club, form.players)
        try:
            entry = add_entry(tournament=tournament, persons=players, by=request.user, name=form.team)
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _added(entry, players))
            return redirect("tournaments:entry_add", pk)
    context = {
        "form": form,
        "locked": entries_stand(tournament),
        "proposed": _proposed(tournament, form),
        "last": roster(tournament)[-5:][::-1],
    }
    return evening_page(request, "tournaments/entries/add.html", tournament, "entries", context)


def _new_form(tournament: Tournament, data: QueryDict | None) -> PlayersForm:
    return PlayersForm(
        data,
        index=name_index(tournament.club),
        is_individual=tournament.is_individual,
        team_pairs=tournament.team_pairs if tournament.is_teams else 0,
    )


def _added(entry: Entry, players: list[object]) -> str:
    """What happened, in one sentence: the number, the names, and whether they wait."""
    names = " – ".join(map(str, players))
    facts = {"number": entry.number, "names": f"{entry.name}: {names}" if entry.name else names}
    if entry.state == Entry.State.WAITING:
        return _("Number %(number)d, in the waiting list: %(names)s") % facts
    return _("Number %(number)d: %(names)s") % facts


def _proposed(tournament: Tournament, form: PlayersForm) -> str:
    """The usual partner of the first player, as the second field wants to be told; empty when unknown."""
    first = form.first_player()
    if first is None or tournament.is_individual or tournament.is_teams:
        return ""
    partner = usual_partner(tournament, first)
    return label_of(form.index.by_id[partner.pk], form.index) if partner else ""


@require_GET
def entry_people(request: HttpRequest, pk: int) -> HttpResponse:
    """Names for the field that is being typed in (?first=, ?second= …)."""
    tournament = tournament_for_directing(request.user, pk)
    index = name_index(tournament.club)
    typed = next((request.GET[name] for name in PLAYERS if request.GET.get(name)), "")
    names = [label_of(known, index) for known in index.starting(typed[:122], OFFERED)]
    return render(request, "tournaments/entries/_names.html", {"names": names})


@require_GET
def entry_partner(request: HttpRequest, pk: int) -> HttpResponse:
    """The second field with the usual partner of ?first= in it."""
    tournament = tournament_for_directing(request.user, pk)
    form = PlayersForm(request.GET, index=name_index(tournament.club), is_individual=False)
    context = {"tournament": tournament, "proposed": _proposed(tournament, form)}
    return render(request, "tournaments/entries/_partner.html", context)


@require_GET
def entry(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """One entry, and what can be done with it now."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    form = _players_form(tournament, line)
    return _entry_page(
        request, tournament, line, form, place=PlaceForm(instance=row, is_teams=tournament.is_teams)
    )


def _players_form(tournament: Tournament, line: EntryLine) -> PlayersForm:
    index = name_index(tournament.club)
    names = [label_of(index.by_id[key], index) for key, _name in line.persons]
    return PlayersForm(
        initial={"name": line.team, **dict(zip(PLAYERS, names, strict=False))},
        index=index,
        is_individual=tournament.is_individual,
        team_pairs=tournament.team_pairs if tournament.is_teams else 0,
    )


def _entry_page(
    request: HttpRequest,
    tournament: Tournament,
    line: EntryLine,
    form: PlayersForm,
    place: PlaceForm | None = None,
) -> HttpResponse:
    lines = roster(tournament)
    singles = [one for one in lines if one.lacks_partner and one.entry_id != line.entry_id]
    context = {
        "line": line,
        "form": form,
        "place": None if stages.ended(tournament) else place,
        "joining": JoinForm(singles=singles) if singles and line.lacks_partner else None,
        "places": places_left(tournament),
        "locked": entries_stand(tournament),
    }
    if line.state == Entry.State.WITHDRAWN:
        row, _line = entry_of(tournament, line.entry_id)
        not_back = why_not_back(row)
        context |= {
            "not_back": not_back,
            "back": "" if not_back else back_sentence(row, entry_names(tournament)),
        }
    return evening_page(request, "tournaments/entries/entry.html", tournament, "entries", context)


@require_POST
def entry_change(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Say who is in the entry."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    form = _new_form(tournament, request.POST)
    if form.is_valid():
        try:
            players = persons_named(tournament.club, form.players)
            change_members(entry=row, persons=players, by=request.user, name=form.team)
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Number %(number)d is saved.") % {"number": row.number})
            return redirect("tournaments:entries", pk)
    return _entry_page(request, tournament, line, form)


@require_POST
def entry_place(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Say whom the entry is kept apart from and which table it keeps."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    form = PlaceForm(request.POST, is_teams=tournament.is_teams)
    if form.is_valid():
        try:
            placed = place_entry(entry=row, by=request.user, **{"fixed_table": None, **form.cleaned_data})
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("Number %(number)d is saved.") % {"number": row.number})
            if warning := place_warning(placed):
                messages.warning(request, warning)
            return redirect("tournaments:entry", pk, entry)
    return _entry_page(request, tournament, line, _players_form(tournament, line), place=form)


@require_POST
def entry_join(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Make a pair of two players who are both alone."""
    tournament = tournament_for_directing(request.user, pk)
    row, _line = entry_of(tournament, entry)
    form = JoinForm(request.POST, singles=roster(tournament))
    if not form.is_valid():
        messages.error(request, _("Choose a partner from the list."))
        return redirect("tournaments:entry", pk, entry)
    other, _other_line = entry_of(tournament, form.cleaned_data["other"])
    try:
        joined = join_singles(entry=row, other=other, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("tournaments:entry", pk, entry)
    _row, pair = entry_of(tournament, joined.pk)
    messages.success(
        request, _("Number %(number)d: %(names)s") % {"number": pair.number, "names": pair.names}
    )
    return redirect("tournaments:entries", pk)


def _press(request: HttpRequest, pk: int, entry: int, verb: Callable[..., Entry], done: str) -> HttpResponse:
    """Do one verb to an entry and go back to the list: done, or why not, in a sentence."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    try:
        verb(entry=row, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, done % {"number": line.number, "names": line.names})
    return redirect("tournaments:entries", pk)


@require_POST
def entry_cancel(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Somebody does not come."""
    return _press(request, pk, entry, cancel_entry, _("Cancelled: %(number)d, %(names)s"))


@require_POST
def entry_reinstate(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Somebody comes after all."""
    return _press(request, pk, entry, reinstate_entry, _("Taken back: %(number)d, %(names)s"))


@require_POST
def entry_promote(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """A place for somebody who waits."""
    return _press(request, pk, entry, promote_entry, _("They have a place: %(number)d, %(names)s"))


@require_POST
def entry_readmit(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Somebody who had withdrawn plays on."""
    tournament = tournament_for_directing(request.user, pk)
    row, _line = entry_of(tournament, entry)
    return _press(request, pk, entry, readmit_entry, back_done(row, entry_names(tournament)))
