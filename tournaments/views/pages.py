"""What every staff page of an evening shows, and how a press of a button is answered."""

from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import level_of, tournament_for_directing
from tournaments.board import evening
from tournaments.drafts import outdated_round
from tournaments.forms.refusals import refusal_sentence
from tournaments.forms.since import has_now_seen
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Match, Round
from tournaments.names import entry_names
from tournaments.pairing.draws import MovementRefused
from tournaments.penalties import lapsed_just_now
from tournaments.reads import log_lines
from tournaments.saves import desk_round, match_of, scored_round
from tournaments.since import ChangedSince
from tournaments.sit_outs import unknown_award, unsaid_award
from tournaments.stages import round_takes_none
from tournaments.tables.log import act_words


def evening_page(
    request: HttpRequest, template: str, tournament: Tournament, page: str, context: dict[str, Any]
) -> HttpResponse:
    """Render a page of the evening with its strip of phases; `page` names the current link of the strip.

    A view that has read the `evening` already gives it in the context.
    """
    shared = {
        "tournament": tournament,
        "club": tournament.club,
        "evening": context.get("evening") or evening(tournament),
        "level": level_of(request.user, tournament),
        "page": page,
    }
    return render(request, template, shared | context)


def round_of(tournament: Tournament, number: int) -> Round:
    """The tournament's round of that number, or 404."""
    found = tournament.rounds.select_related("phase").filter(number=number).first()
    if found is None:
        raise Http404
    found.tournament = found.phase.tournament = tournament
    return found


class TableGone(Exception):  # noqa: N818 - nothing is wrong, the page is old
    """The match was of a round that was thrown away or taken back since the page was read."""

    def __init__(self, round_: Round) -> None:
        super().__init__(f"a table of round {round_.number}")
        self.round = round_


def table_of(tournament: Tournament, pk: int) -> Match:
    """The match of an announced round; TableGone when it is that no longer, 404 when it never was."""
    found = match_of(tournament, pk)
    if found is not None:
        return found
    gone = Match.objects.select_related("round").filter(pk=pk, round__tournament=tournament).first()
    raise TableGone(gone.round) if gone is not None else Http404


def leads_back(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of a table that leads to the evening, with a sentence, when the table is there no more."""

    @wraps(view)
    def led(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, pk, *args, **kwargs)
        except TableGone as gone:
            sentence = _("Nothing was done: that table is there no more, round %(number)d was taken back.")
            messages.error(request, sentence % {"number": gone.round.number})
            return redirect("tournaments:director", pk)

    return led


def award_address(round: Round) -> str:
    """Where the award is said that a sit-out of the round lacks; empty when none is lacking."""
    return _field_address(round.phase, unknown_award(round))


def unsaid_address(phases: Iterable[Phase]) -> str:
    """Where the first award is said that one of the phases lacks, of a sit-out or an absence; empty when none
    is lacking."""
    return next(filter(None, (_field_address(phase, unsaid_award(phase)) for phase in phases)), "")


def _field_address(phase: Phase, field: str) -> str:
    settings = reverse("tournaments:edit", args=[phase.tournament_id])
    return f"{settings}#id_fasi-{phase.number - 1}-{field}" if field else ""


def refusal_words(tournament: Tournament, refusal: ValidationError, *, typed: bool = False) -> str:
    """Why nothing was done. Where something was written since the page was made: what, by whom and when; what
    was `typed` waits to be sent again."""
    if not isinstance(refusal, ChangedSince):
        return " ".join(refusal.messages)
    acts = "; ".join(
        f"{act_words(line)} ({line.who or 'Pozzetto'}, {date_format(localtime(line.act.at), 'H.i')})"
        for line in log_lines(tournament, refusal.acts)
    )
    words = _("Nothing is done yet. Since this page was opened: %(acts)s. Look at the page as it is now.")
    if typed:
        words = _(
            "Nothing is written yet. Since this page was opened: %(acts)s. If yours is still right, press "
            "again."
        )
    return words % {"acts": acts}


def add_refusal(form: Form, refusal: ValidationError, tournament: Tournament) -> None:
    """What a verb refused, on the fields it named as far as the form has them; what was typed stays."""
    if isinstance(refusal, ChangedSince):
        has_now_seen(form, refusal)
    if not hasattr(refusal, "error_dict"):
        form.add_error(None, refusal_words(tournament, refusal, typed=True))
        return
    for name, errors in refusal.error_dict.items():
        form.add_error(name if name in form.fields else None, errors)


def say_outdated(request: HttpRequest, tournament: Tournament) -> None:
    """After a correction: which drawn round rests on the standings from before it."""
    round_ = outdated_round(tournament)
    if round_ is not None:
        messages.warning(
            request,
            _("Round %(number)d is drawn from the standings before this: draw it again.")
            % {"number": round_.number},
        )


def say_lapsed(request: HttpRequest, tournament: Tournament) -> None:
    """After an act that may have put a draw aside: penalties that went with it, and where they are."""
    for number, count in sorted(lapsed_just_now(tournament).items()):
        sentence = ngettext(
            "%(count)d penalty of round %(number)d no longer counts: give it again among the penalties.",
            "%(count)d penalties of round %(number)d no longer count: give them again there.",
            count,
        )
        messages.warning(request, sentence % {"count": count, "number": number})


def say_done(request: HttpRequest, tournament: Tournament, done: str) -> None:
    """What a press has written; of one that wrote nothing, because an earlier one had, that it added nothing.

    `tournament` was read before the verb.
    """
    if tournament.acts.filter(seq__gte=tournament.version, by=request.user).exists():
        messages.success(request, done)
    else:
        messages.info(request, _("This was written already: nothing was added."))


def press(
    request: HttpRequest, tournament: Tournament, verb: Callable[..., object], done: str
) -> HttpResponse:
    """Do one verb and go back to the director's page: done, or why not, in a sentence."""
    try:
        verb(by=request.user)
    except MovementRefused as refusal:
        messages.error(request, refusal_sentence(refusal, entry_names(tournament)))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, done)
        say_lapsed(request, tournament)
    return redirect("tournaments:director", tournament.pk)


def turn_round(
    request: HttpRequest, pk: int, number: int, verb: Callable[..., object], done: str
) -> HttpResponse:
    """Do one verb to a round; `done` may name its %(number)d."""
    tournament = tournament_for_directing(request.user, pk)
    verb = partial(verb, round=round_of(tournament, number))
    return press(request, tournament, verb, done % {"number": number})


def to_desk(request: HttpRequest, round_: Round) -> HttpResponse:
    """Where this reader goes on after a score of the round: at its desk, or at that of the one being played.
    With no such round, whoever writes nothing more there goes to the evening."""
    pk = round_.tournament_id
    if round_.takes_scores:
        return redirect("tournaments:desk", pk)
    if desk_round(round_).missing or not round_takes_none(round_, request.user):
        return redirect(reverse("tournaments:desk", args=[pk]) + f"?turno={round_.number}")
    running = scored_round(round_.tournament)
    return redirect("tournaments:desk" if running and running.takes_scores else "tournaments:director", pk)
