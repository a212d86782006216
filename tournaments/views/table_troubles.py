"""What can happen at one table while it plays: lateness, absence, another table, a match put off."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubs.models.users import User
from tournaments.absences import left_since, take_absence_away, why_not_taken_away, written_at
from tournaments.access import Level, judging, level_of, tournament_for_directing, tournament_for_refereeing
from tournaments.calls import (
    Called,
    call_of,
    penalty_that_goes,
    raise_lateness,
    takes_vp,
    warn,
    warnings_of,
)
from tournaments.departures import absent_at_table, why_not_absent
from tournaments.forms.draws import entry_label
from tournaments.forms.mishaps import (
    AbsentForm,
    MoveForm,
    RaiseForm,
    TableSeenForm,
    WarnForm,
    late_reason,
    lateness_sentence,
)
from tournaments.forms.moves import final_ahead_sentence
from tournaments.forms.referee import warned_label
from tournaments.forms.since import seen_of
from tournaments.lateness import LATE_MP, Written, late_at, lateness
from tournaments.match_views import match_view
from tournaments.models.events import Tournament
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match
from tournaments.models.scores import Penalty
from tournaments.moves import drawn_final_after
from tournaments.names import EntryNames, entry_names
from tournaments.penalties import give_penalty, standing_in, standing_in_drafts
from tournaments.rounds import table_seen
from tournaments.stages import still_waits
from tournaments.table_moves import (
    move_table,
    put_back,
    put_off,
    start_table,
    why_not_moved,
    why_not_put_off,
)
from tournaments.views.pages import (
    evening_page,
    leads_back,
    refusal_words,
    say_done,
    say_lapsed,
    say_outdated,
    table_of,
    unsaid_address,
)


def _match(request: HttpRequest, pk: int, match: int) -> Match:
    tournament = tournament_for_refereeing(request.user, pk)
    return table_of(tournament, match)


def _page(request: HttpRequest, match: Match, **forms: Any) -> HttpResponse:
    tournament, view = match.round.tournament, match_view(match)
    entries = list(match.seats.order_by("pk").values_list("entry_id", flat=True))
    names = entry_names(tournament, at_round=match.round.number)
    written = written_at(match) if view.is_absence else []
    may_direct = level_of(request.user, tournament) >= Level.DIRECT
    context = {
        "match": match,
        "round": match.round,
        "view": view,
        **_lateness(match, entries, names),
        "who": [(entry, entry_label(names, entry)) for entry in entries],
        "absent": AbsentForm(entries=entries, names=names),
        "move": MoveForm(),
        "written": written,
        "stays": why_not_taken_away(match) if written else "",
        "left_since": left_since(match) if written else (),
        "bring_back": any(each.leaves for each in written),
        "may_take_away": may_direct or not any(each.leaves for each in written),
        "judge": judging(request.user, tournament),
        "penalties": [row for row in standing_in(match.round) if row.names.entry_id in entries],
        "lapsing": standing_in_drafts(tournament) if any(each.leaves for each in written) else [],
        "final": final_ahead_sentence(None if match.round.takes_scores else drawn_final_after(match)),
        "not_absent": why_not_absent(match),
        "table_seen": table_seen(match),
        "not_moved": why_not_moved(match),
        "not_put_off": why_not_put_off(match),
        "unsaid": unsaid_address([match.round.phase]),
        "is_open": match.round.takes_scores,
        "waits": still_waits(match),
        "may_direct": may_direct,
    }
    return evening_page(
        request, "tournaments/mishaps/table.html", tournament, str(match.round.number), context | forms
    )


def _lateness(match: Match, entries: Sequence[int], names: Mapping[int, EntryNames]) -> dict[str, Any]:
    """What the table's clock says to who comes now, who is written late here, and the warnings offered."""
    late, late_here = lateness(match, timezone.now()), late_at(match)
    warned = warnings_of(match.round.tournament)
    counts = [(entry, warned.get(entry, 0)) for entry in entries]
    return {
        "late": late,
        "late_says": lateness_sentence(late),
        "late_lines": [_late_line(entry, names, late_here) for entry in entries],
        "warns": [
            (entry, warned_label(names, entry, times), times + 1, takes_vp(times + 1))
            for entry, times in counts
        ],
        "late_here": {entry for entry in entries if names[entry].number in late_here},
    }


class LateLine(NamedTuple):
    """Somebody at the table; the warning that their lateness here was written as, which can be raised, and
    the penalty that goes with it then."""

    entry: int
    names: str
    warning: RefereeCall | None = None
    goes: Penalty | None = None


def _late_line(entry: int, names: Mapping[int, EntryNames], late_here: Mapping[int, Written]) -> LateLine:
    kind, key = late_here.get(names[entry].number, ("", 0))
    label = entry_label(names, entry)
    if kind != "call":
        return LateLine(entry, label)
    warning = RefereeCall.objects.select_related("tournament", "entry").get(pk=key)
    return LateLine(entry, label, warning, penalty_that_goes(warning))


def _seen(request: HttpRequest) -> str | None:
    """How the table stood on the page that was pressed."""
    form = TableSeenForm(request.POST)
    return form.cleaned_data["seen"] if form.is_valid() else ""


@require_GET
@leads_back
def table_trouble(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Everything that can be done about one table now."""
    return _page(request, _match(request, pk, match))


def _done(
    request: HttpRequest, match: Match, verb: Callable[..., object], done: str, *, adds: bool = False
) -> HttpResponse:
    """Do one verb, and go back to the page of the table; one that `adds` says so when it added nothing."""
    try:
        verb(by=request.user)
    except ValidationError as refusal:
        messages.error(request, refusal_words(match.round.tournament, refusal))
    else:
        said = done % {"table": match.table_number}
        if adds:
            say_done(request, match.round.tournament, said)
        else:
            messages.success(request, said)
        say_lapsed(request, match.round.tournament)
        say_outdated(request, match.round.tournament)
    return redirect("tournaments:table_trouble", match.round.tournament_id, match.pk)


@require_POST
@leads_back
def table_absent(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """One line, or everybody, did not come."""
    found = _match(request, pk, match)
    entries = list(found.seats.order_by("pk").values_list("entry_id", flat=True))
    form = AbsentForm(
        request.POST, entries=entries, names=entry_names(found.round.tournament, at_round=found.round.number)
    )
    if not form.is_valid():
        return _page(request, found, absent=form)
    verb = partial(absent_at_table, match=found, absent=set(form.cleaned_data["absent"]), seen=_seen(request))
    return _done(request, found, verb, _("Table %(table)d: the absence is written."))


@require_POST
@leads_back
def table_absent_back(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Who was written absent, or gone, is there after all; a withdrawal is the director's."""
    found = _match(request, pk, match)
    if any(each.leaves for each in written_at(found)):
        tournament_for_directing(request.user, pk)
    verb = partial(take_absence_away, match=found, seen=_seen(request))
    return _done(request, found, verb, _("Table %(table)d: nobody is missing any more."))


def _check_waited_for(match: Match) -> None:
    """Nobody is late at a table that plays, has its score, or plays another time."""
    view = match_view(match)
    if view.complete or view.hands or view.postponed:
        raise ValidationError(_("Nobody is waited for at this table."), code="state")


@require_POST
@leads_back
def table_late(request: HttpRequest, pk: int, match: int, entry: int) -> HttpResponse:
    """Somebody came five to ten minutes late by the table's clock: −100 MP, instead of a warning that
    was written before."""
    found = _match(request, pk, match)
    seat = found.seats.filter(entry=entry).select_related("entry").first()
    if seat is None:
        raise Http404
    late, warning = lateness(found, timezone.now()), _warning(request, found.round.tournament)

    def verb(*, by: User) -> None:
        _check_waited_for(found)
        if late.consequence != "penalty":
            raise ValidationError(lateness_sentence(late))
        seen, reason = seen_of(request.POST), late_reason(late)
        if warning is not None and warning.entry_id == entry:
            raise_lateness(warning=warning, late=found, reason=reason, by=by, seen=seen or 0)
        else:
            facts = {"mp": LATE_MP, "reason": reason, "seen": seen}
            give_penalty(entry=seat.entry, round=found.round, by=by, late=found, **facts)

    return _done(request, found, verb, _("Table %(table)d: the penalty for lateness is written."), adds=True)


def _warning(request: HttpRequest, tournament: Tournament) -> RefereeCall | None:
    """The warning that the page said goes."""
    form = RaiseForm(request.POST)
    key = form.cleaned_data["warning"] if form.is_valid() else None
    return call_of(tournament, key) if key is not None else None


@require_POST
@leads_back
def table_warn(request: HttpRequest, pk: int, match: int, entry: int) -> HttpResponse:
    """Somebody came in the first five minutes of the table's clock: a warning, told beforehand which one."""
    found = _match(request, pk, match)
    seat, form = found.seats.filter(entry=entry).select_related("entry").first(), WarnForm(request.POST)
    if seat is None:
        raise Http404
    late = lateness(found, timezone.now())
    said = form.cleaned_data if form.is_valid() else {"told": 0}

    def verb(*, by: User) -> None:
        _check_waited_for(found)
        if late.consequence != "warning":
            raise ValidationError(lateness_sentence(late))
        seen = seen_of(request.POST)
        facts = {"match": found, "entry": seat.entry, "seen": seen, "is_late": True}
        warn(called=Called(found.round, late_reason(late), **facts), by=by, told=said["told"])

    return _done(request, found, verb, _("Table %(table)d: the warning is written."), adds=True)


@require_POST
@leads_back
def table_start(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """The clock of this table begins now."""
    found = _match(request, pk, match)
    return _done(
        request,
        found,
        partial(start_table, match=found, seen=_seen(request)),
        _("The clock of table %(table)d runs."),
    )


@require_POST
@leads_back
def table_move(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """The match goes on at another table."""
    found = _match(request, pk, match)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _page(request, found, move=form)
    verb = partial(move_table, match=found, seen=_seen(request), **form.cleaned_data)
    done = _("The match of table %(table)d has moved.")
    if form.cleaned_data["to"] == found.table_number:
        done = _("The match is at table %(table)d already: it stays there.")
    return _done(request, found, verb, done)


@require_POST
@leads_back
def table_put_off(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """The match is played later; the hall goes on."""
    found = _match(request, pk, match)
    verb = partial(put_off, match=found, seen=_seen(request))
    return _done(request, found, verb, _("Table %(table)d plays later."))


@require_POST
@leads_back
def table_put_back(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """The match is played now after all."""
    found = _match(request, pk, match)
    return _done(
        request, found, partial(put_back, match=found, seen=_seen(request)), _("Table %(table)d plays now.")
    )
