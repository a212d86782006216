"""When something goes wrong: a page that leads to each case; who comes late, leaves, is replaced."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.forms import refuse
from clubs.models.people import Person
from clubs.views.pages import posted
from tournaments import draws, rounds, stages
from tournaments.access import tournament_for_directing, tournament_for_refereeing, tournament_for_staff
from tournaments.arrivals import (
    admit_late,
    exchange_of,
    first_tables,
    join_team,
    joins_from,
    replace_player,
    ways_in,
    why_no_way,
)
from tournaments.board import tables_of
from tournaments.forms.foresight import foresights_of, needs_of
from tournaments.forms.mishaps import JoinTeamForm, LateForm, ReplaceForm, SeenForm, ThrowAwayForm, numbered
from tournaments.forms.rounds_more import less_sentence, more_sentence
from tournaments.forms.waiting import may_go_back
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.names import entry_names
from tournaments.penalties import standing_in, standing_in_drafts
from tournaments.reads import log_lines
from tournaments.roster import entry_of, name_index, persons_named, roster
from tournaments.round_plan import (
    add_round,
    drop_round,
    last_phase,
    phase_ahead,
    surplus_of,
    why_no_less,
    why_no_more,
)
from tournaments.saves import desk_round, scored_round
from tournaments.table_moves import reopen_table
from tournaments.tables.log import act_words
from tournaments.trial_draws import following_round, may_lose_seat, who_waits
from tournaments.undoing import just_undone, moments, undoable
from tournaments.views.pages import evening_page, round_of, say_lapsed, unsaid_address


@require_GET
def mishaps(request: HttpRequest, pk: int) -> HttpResponse:
    """Every mishap with what the evening's state allows, the last act that can be undone first."""
    tournament = tournament_for_staff(request.user, pk)
    round_ = scored_round(tournament)
    playing = [line for line in roster(tournament) if line.state == Entry.State.PRESENT]
    acts, back = undoable(tournament), just_undone(tournament)
    lines = log_lines(tournament, [*acts, *(back or ())])
    context: dict[str, Any] = {
        "acts": [(line, act_words(line)) for line in lines[: len(acts)]],
        "undone": (lines[-1], act_words(lines[-2])) if back else None,
        "moments": moments(tournament),
        "ways": ways_in(tournament),
        "no_way": why_no_way(tournament),
        "desk": desk_round(round_) if round_ is not None and round_.takes_scores else None,
        "playing": playing if tournament.state == Tournament.State.PLAYING else [],
        "rounds": tournament.rounds.count(),
        "more": phase_ahead(tournament),
        "last": last_phase(tournament),
        "surplus": surplus_of(last_phase(tournament)),
        "foreseen": _foreseen(tournament, len(playing)),
        **_rounds_more_or_less(tournament, len(playing)),
        "ended": stages.ended(tournament),
    }
    return evening_page(request, "tournaments/mishaps/mishaps.html", tournament, "mishaps", context)


def _rounds_more_or_less(tournament: Tournament, entries: int) -> dict[str, Any]:
    """Why no round more or less, or what each would change."""
    no_more, phase = why_no_more(tournament), phase_ahead(tournament)
    foretold = [] if no_more or entries < 2 else foresights_of(tournament, entries, longer=phase.number)
    now = _foreseen(tournament, entries)
    return {
        "no_more": no_more,
        "no_less": why_no_less(tournament),
        "after_more": "" if no_more else more_sentence(tournament),
        "after_less": less_sentence(tournament),
        "foretold": [sentence for sentence in foretold if sentence not in now],
    }


def _foreseen(tournament: Tournament, entries: int) -> list[str]:
    """What the plan cannot keep with those who play, before more rounds are changed; who waits for a seat has
    no part in the plan."""
    if entries < 2 or tournament.is_over:
        return []
    following = following_round(tournament)
    entries -= len(who_waits(following)) if following is not None else 0
    lacking = [sentence for sentence, fits in needs_of(tournament, entries) if not fits]
    return [*lacking, *foresights_of(tournament, entries)]


def _some_rest_with_one_more(tournament: Tournament) -> bool:
    """Whether one entry more than are present leaves somebody without a table in the next round."""
    following = following_round(tournament)
    if following is None:
        return False
    at_a_table = following.phase.table_size if tournament.is_individual else 2
    return bool((tournament.entries.present().count() + 1) % at_a_table)


@require_http_methods(["GET", "POST"])
def late(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody comes when the evening has begun: who, and from when she plays."""
    tournament = tournament_for_directing(request.user, pk)
    ways = ways_in(tournament)
    form = LateForm(
        request.POST or None,
        index=name_index(tournament.club),
        is_individual=tournament.is_individual,
        team_pairs=tournament.team_pairs if tournament.is_teams else 0,
        ways=ways,
        names=entry_names(tournament),
        some_rest=_some_rest_with_one_more(tournament),
    )
    if request.method == "POST" and form.is_valid() and _admitted(request, tournament, form):
        return redirect("tournaments:director", pk)
    missed = {number for way in ways for number in way.missed}
    phases = tournament.phases.filter(rounds__number__in=missed).distinct()
    context = {
        "form": form,
        "ways": ways,
        "no_way": why_no_way(tournament),
        "unsaid": unsaid_address(phases),
        "lapsing": standing_in_drafts(tournament),
    }
    return evening_page(request, "tournaments/mishaps/late.html", tournament, "mishaps", context)


def _admitted(request: HttpRequest, tournament: Tournament, form: LateForm) -> bool:
    people = persons_named(tournament.club, form.players)
    try:
        how = form.cleaned_data["how"]
        entry = admit_late(tournament=tournament, persons=people, how=how, by=request.user, name=form.team)
    except ValidationError as refusal:
        form.refuse(refusal)
        return False
    messages.success(request, _let_in(entry))
    say_lapsed(request, tournament)
    return True


def _let_in(entry: Entry) -> str:
    """Where who came late sits down, and that the slip is to be printed; or from which round they play."""
    (round_, tables), number = first_tables(entry), {"number": entry.number}
    if round_ is None:
        following, words = following_round(entry.tournament), ""
        if following is not None and entry.pk in who_waits(following):
            return _("Number %(number)d is in, and waits for a seat: the next draw says so.") % number
        if following is not None and may_lose_seat(following, entry.pk):
            words = f" {may_go_back(following.number)}"
        return _("Number %(number)d is in, and plays from the next draw on.") % number + words
    sentence = ngettext(
        "Number %(number)d is in, and plays round %(round)d at table %(tables)s. Its slip is to be printed:",
        "Number %(number)d is in, and plays round %(round)d at tables %(tables)s. Their slips are to be "
        "printed:",
        len(tables),
    )
    said = sentence % {**number, "round": round_.number, "tables": numbered(tables)}
    papers = reverse("tournaments:papers", args=[entry.tournament_id])
    return format_html('{} <a href="{}">{}</a>', said, papers, _("Papers"))


def _exchanged(entry: Entry, number: int) -> str:
    words = _("From round %(round)d number %(number)d is %(names)s.")
    names = " – ".join(entry_names(entry.tournament)[entry.pk].full)
    return words % {"round": number, "number": entry.number, "names": names}


@require_http_methods(["GET", "POST"])
def replace(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Somebody plays for another from a round on."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    form = ReplaceForm(request.POST or None, index=name_index(tournament.club), line=line)
    refusals: list[str] = []
    exchange = None
    try:
        # An entry whose admission was undone has nobody: it is refused as who does not play.
        exchange = exchange_of(row, line.persons[0][0] if line.persons else 0)
        if request.method == "POST" and form.is_valid():
            [arriving] = persons_named(tournament.club, form.players)
            leaving = form.cleaned_data["leaving"]
            replace_player(entry=row, leaving=leaving, arriving=arriving, by=request.user)
            messages.success(request, _exchanged(row, exchange.round))
            return redirect("tournaments:director", pk)
    except ValidationError as refusal:
        refusals = refusal.messages
    context = {"form": form, "line": line, "exchange": exchange, "refusals": refusals}
    return evening_page(request, "tournaments/mishaps/replace.html", tournament, "mishaps", context)


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """A player more for a team, from the first round that is not announced."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    form = JoinTeamForm(posted(request), index=name_index(tournament.club))
    refusals: list[str] = []
    coming = None
    try:
        coming = joins_from(row)
        if request.method == "POST" and form.is_valid():
            [arriving] = persons_named(tournament.club, form.players)
            words = _("%(who)s is of number %(number)d from round %(round)d on.")
            if isinstance(arriving, Person) and arriving.pk in dict(line.persons):
                words = _("%(who)s is in team %(number)d already: nothing has changed.")
            join_team(entry=row, arriving=arriving, by=request.user)
            facts = {"who": arriving, "number": line.number, "round": coming}
            messages.success(request, words % facts)
            return redirect("tournaments:director", pk)
    except ValidationError as refusal:
        refusals = refusal.messages
    context = {"form": form, "line": line, "coming": coming, "refusals": refusals}
    return evening_page(request, "tournaments/mishaps/join.html", tournament, "mishaps", context)


@require_http_methods(["GET", "POST"])
def throw_away(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A round that everybody saw is drawn again although scores are written: only by typing its number."""
    tournament = tournament_for_directing(request.user, pk)
    round_ = round_of(tournament, number)
    form = ThrowAwayForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            draws.throw_away(round=round_, typed=form.cleaned_data["typed"], by=request.user)
        except ValidationError as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("Round %(number)d is to be drawn again.") % {"number": number})
            say_lapsed(request, tournament)
            return redirect("tournaments:director", pk)
    context = {"form": form, "round": round_, "why": draws.why_not_thrown_away(round_)}
    context |= {"tables": tables_of(round_), "opens": rounds.opens_again(round_)}
    context["penalties"] = standing_in(round_)
    return evening_page(request, "tournaments/mishaps/throw_away.html", tournament, str(number), context)


def _count_rounds(request: HttpRequest, pk: int, verb: Any, done: str) -> HttpResponse:
    tournament = tournament_for_directing(request.user, pk)
    form = SeenForm(request.POST)
    try:
        if not form.is_valid():
            raise ValidationError(_("The rounds have changed in the meantime: look again."))
        round_ = verb(tournament=tournament, seen=form.cleaned_data["seen"], by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        movement = round_.phase.get_movement_display()
        messages.success(request, done % {"number": round_.number, "movement": movement})
    return redirect("tournaments:mishaps", pk)


@require_POST
def round_add(request: HttpRequest, pk: int) -> HttpResponse:
    """One round more."""
    return _count_rounds(request, pk, add_round, _("A round more: round %(number)d, %(movement)s."))


@require_POST
def round_drop(request: HttpRequest, pk: int) -> HttpResponse:
    """One round less."""
    return _count_rounds(
        request, pk, drop_round, _("A round less: round %(number)d, %(movement)s, is taken away.")
    )


@require_POST
def table_reopen(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """A table that was out of use is used again."""
    tournament = tournament_for_refereeing(request.user, pk)
    try:
        reopen_table(tournament=tournament, table=table, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(
            request, _("Table %(table)d is used again from the next draw on.") % {"table": table}
        )
    return redirect("tournaments:mishaps", pk)
