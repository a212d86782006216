"""Somebody leaves: what that changes, with the hands of an open match, before it does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.forms import refuse
from clubs.naming import account_names
from clubs.templatetags.ui import minus
from tournaments.access import judging, tournament_for_directing
from tournaments.cuts import final_waiting_for
from tournaments.departures import Departure, departure, departures, open_match, withdraw_entry
from tournaments.forms.mishaps import (
    LeaveForm,
    departure_sentences,
    gone_sentence,
    place_sentences,
    walkover_sentence,
    won_level_sentence,
)
from tournaments.forms.moves import qualifying_sentences
from tournaments.forms.players import PlayersForm
from tournaments.forms.review import Review, review, with_remedy
from tournaments.forms.scores import Mode, ScoreForm
from tournaments.forms.since import seen_of
from tournaments.forms.waiting import fewer_groups_sentences, freed_sentences
from tournaments.hands import fingerprint_of
from tournaments.level_matches import WonLevel, won_if_they_leave
from tournaments.models.entries import Entry
from tournaments.moves import who_would_qualify
from tournaments.names import entry_names
from tournaments.penalties import standing_in_drafts
from tournaments.results import outcome_of
from tournaments.roster import EntryLine, entry_of
from tournaments.saves import stored_running
from tournaments.scores import StaleScore, TypedScore
from tournaments.since import ChangedSince
from tournaments.views.desk import chosen_mode, score_form
from tournaments.views.devices import device_of
from tournaments.views.pages import evening_page, refusal_words, say_lapsed, table_of, unsaid_address
from tournaments.walkovers import walkover_of


@dataclass(frozen=True, slots=True)
class _Leaving:
    """What was read for the page: who leaves, the slip of the open match and its judgement, what happens with
    a good reason and without one."""

    entry: Entry
    line: EntryLine
    slip: ScoreForm | None
    judged: Review | None
    cases: Sequence[tuple[str, Departure]]
    form: LeaveForm

    def is_told(self, request: HttpRequest) -> bool:
        """Whether the page has shown what comes of these very hands, nothing on the slip is wrong, and it is
        not one of the buttons that only show."""
        if self.slip is None or self.judged is None:
            return True
        if self.judged.score is None or self.judged.why or "leave" not in request.POST:
            return False
        shown = request.POST.get("told") or fingerprint_of(self.slip.stored)
        return shown == fingerprint_of(self.judged.score)

    def typed(self, request: HttpRequest) -> TypedScore | None:
        """The hands to store with the withdrawal."""
        if self.slip is None or self.judged is None:
            return None
        data = self.slip.cleaned_data
        return TypedScore(
            hands=self.slip.hands(),
            seen_version=data["seen"],
            reason=data["reason"],
            note=data["note"],
            confirmed=self.slip.confirmed,
            override=data["override"],
            device=device_of(request),
        )


@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Somebody leaves; in the middle of a match with the hands played so far."""
    tournament = tournament_for_directing(request.user, pk)
    row, line = entry_of(tournament, entry)
    row.tournament = tournament
    if request.method == "POST" and row.state == Entry.State.WITHDRAWN:
        messages.info(request, gone_sentence(row))
        return redirect("tournaments:director", pk)
    try:
        read = _read(request, row, line)
    except ValidationError as refusal:
        unsaid = getattr(refusal, "code", "") == "award"
        phases = tournament.phases.filter(rounds__state__in=["announced", "playing"]) if unsaid else ()
        context = {"line": line, "refusals": refusal.messages, "unsaid": unsaid_address(phases)}
        return _page(request, row, context)
    if read.slip is None and _has_hands(request):
        why = _("Nothing is done yet: the match is over on its slip, the hands you typed are not stored.")
        messages.error(request, why)
        return _page(request, row, _shown(request, read))
    if not (read.form.is_valid() and read.is_told(request)):
        return _page(request, row, _shown(request, read))
    return _withdraw(request, read)


def _has_hands(request: HttpRequest) -> bool:
    """Whether figures of a slip were typed."""
    return any(name.startswith("h") and value.strip() for name, value in request.POST.items())


def _withdraw(request: HttpRequest, read: _Leaving) -> HttpResponse:
    row = read.entry
    facts = {"justified": read.form.is_justified, "typed": read.typed(request), "seen": _since(request)}
    try:
        withdraw_entry(entry=row, by=request.user, **facts)
    except ChangedSince as refusal:
        return _changed(request, read, refusal)
    except StaleScore as stale:
        return _again(request, read, _saved_sentence(read, stale))
    except ValidationError as refusal:
        return _page(request, row, _shown(request, _refused(read, refusal)))
    return _gone(request, row)


def _saved_sentence(read: _Leaving, stale: StaleScore) -> str:
    """Who has saved the slip in between, and what stands on it now."""
    sentence = _(
        "Nothing is done yet: %(who)s has saved this table in between, with %(totals)s. What you typed is "
        "still here: if it is right, say why the score changes and press again."
    )
    slip, who = read.slip, account_names(read.entry.tournament.club)(stale.by) or "Pozzetto"
    totals = outcome_of(stale.stored, slip.rules).totals if slip is not None else ()
    return sentence % {"who": who, "totals": " – ".join(map(minus, totals))}


def _since(request: HttpRequest) -> int | None:
    """The version of the evening that the page had; the slip on it has a `seen` of its own. None where the
    page does not say it: who leaves, leaves."""
    return seen_of({"seen": request.POST["since"]}) if "since" in request.POST else None


def _changed(request: HttpRequest, read: _Leaving, refusal: ChangedSince) -> HttpResponse:
    """Somebody was quicker: what stands of the withdrawal, or what happens now with what was typed."""
    row, _line = entry_of(read.entry.tournament, read.entry.pk)
    if row.state == Entry.State.WITHDRAWN:
        messages.info(request, gone_sentence(row))
        return redirect("tournaments:director", row.tournament_id)
    return _again(request, read, refusal_words(row.tournament, refusal, typed=True))


def _again(request: HttpRequest, read: _Leaving, why: str) -> HttpResponse:
    """The page as it is now, with what was typed; pressed again, it has seen what is stored."""
    row, line = entry_of(read.entry.tournament, read.entry.pk)
    row.tournament.refresh_from_db()
    messages.error(request, why)
    try:
        now = _read(request, row, line, has_seen=True)
    except ValidationError as refusal:
        return _page(request, row, {"line": line, "refusals": refusal.messages})
    return _page(request, row, _shown(request, now))


def _gone(request: HttpRequest, entry: Entry) -> HttpResponse:
    messages.success(request, _("Number %(number)d has left.") % {"number": entry.number})
    say_lapsed(request, entry.tournament)
    return redirect("tournaments:director", entry.tournament_id)


def _read(request: HttpRequest, entry: Entry, line: EntryLine, *, has_seen: bool = False) -> _Leaving:
    """What the page shows; who `has_seen` what is stored may write over it."""
    slip = _slip(request, entry, has_seen=has_seen)
    judged = review(slip, live=False, part=True) if slip is not None and slip.is_bound else None
    hands = judged.score if judged else None
    both = departures(entry, hands=hands)
    cases = [("yes", both[True]), ("no", both[False])]
    chosen = {"justified": request.GET["justified"]} if request.GET.get("justified") else None
    form = LeaveForm(request.POST or None, cases=cases, initial=chosen)
    return _Leaving(entry, line, slip, judged, cases, form)


def _refused(read: _Leaving, refusal: ValidationError) -> _Leaving:
    """The page with what the verb said: at a field of the slip where it is one's."""
    if read.slip is None:
        refuse(read.form, refusal)
        return read
    for name, sentences in getattr(refusal, "message_dict", {"": refusal.messages}).items():
        for text in sentences:
            read.slip.add_error(name if name in read.slip.fields else None, text)
    return replace(read, judged=review(read.slip, live=False, part=True))


def _slip(request: HttpRequest, entry: Entry, *, has_seen: bool) -> ScoreForm | None:
    """The slip of the open match; None where there is none, or where teams meet at several tables."""
    will = departure(entry, justified=True)
    match = open_match(entry) if will.match is not None and will.match.meeting is None else None
    if match is None:
        return None
    usual = chosen_mode(request, entry.tournament)
    has_slip = any(name == "seen" or name.startswith("h") for name in request.POST)
    data = with_remedy(request.POST) if has_slip else None
    if data is not None and has_seen:
        data["seen"] = str(match.version)
    form = score_form(match, request.GET, data, usual=Mode.TOTAL if usual == Mode.SINGLE else usual)
    del form.fields["time_up"]  # the match ends because somebody leaves
    return form


def _shown(request: HttpRequest, read: _Leaving) -> dict[str, Any]:
    """What will happen, the slip, and what is wrong on it."""
    will, slip, judged = read.cases[0][1], read.slip, read.judged
    names_of = entry_names(read.entry.tournament)
    context: dict[str, Any] = {
        "line": read.line,
        "will": [
            *departure_sentences(read.cases, names_of),
            *freed_sentences(read.entry, names_of),
            *fewer_groups_sentences(read.entry),
            *map(walkover_sentence, filter(None, [walkover_of(read.entry)])),
            *map(won_level_sentence, filter(None, [_won_level(read)])),
            *_qualifying(read),
            *place_sentences(final_waiting_for(read.entry.pk, read.entry.tournament)),
        ],
        "view": will.match,
        "slip": slip,
        "form": read.form,
        "lapsing": standing_in_drafts(read.entry.tournament),
    }
    if slip is None or will.match is None:
        return context
    for place, message in enumerate(judged.messages if judged else (), 1):
        slip.mark(message.field, f"m{place}", is_error=message.is_error)
    names = {side.place: side.names for side in will.match.sides}
    rows = slip.rows(judged.running if judged else stored_running(will.match))
    hands = judged.score if judged else slip.stored
    return context | {
        "review": judged,
        "judge": judging(request.user, read.entry.tournament),
        "heads": [(place, names[place]) for place in slip.lines],
        "rows": rows,
        "player_rows": slip.player_rows(rows) if isinstance(slip, PlayersForm) else [],
        "told": "" if hands is None else fingerprint_of(hands),
        "preview_url": reverse("tournaments:leave", args=[read.entry.tournament_id, read.entry.pk]),
    }


def _won_level(read: _Leaving) -> WonLevel | None:
    """Who wins because they leave: at a level match that is over, or that the hands on the page end level."""
    will = read.cases[0][1]
    if will.match is None:
        return won_if_they_leave(read.entry)
    ends_level = will.ends and read.judged is not None and read.judged.difference == 0
    return won_if_they_leave(read.entry, will.match) if ends_level else None


def _qualifying(read: _Leaving) -> Iterator[str]:
    """What the awards of matches that were put off, of rounds that are over, move among those who qualify."""
    is_bound = read.form.is_bound and read.form.is_valid()
    will = read.cases[1 if is_bound and not read.form.is_justified else 0][1]
    ended = [each for each in (will.first, *will.also) if each is not None and each.put_off]
    shares = [share for each in ended for share in (will.shares if each is will.first else each.shares)]
    if shares:
        over = table_of(read.entry.tournament, shares[0].seat.match_id)
        awards = {(share.seat.round.number, share.seat.entry_id): share.points for share in shares}
        for each in who_would_qualify(over, awards):
            yield from qualifying_sentences(each)


def _page(request: HttpRequest, entry: Entry, context: dict[str, Any]) -> HttpResponse:
    return evening_page(request, "tournaments/mishaps/leave.html", entry.tournament, "mishaps", context)
