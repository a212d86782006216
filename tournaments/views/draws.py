"""Pressing a round from one state to the next, swapping seats, seating by hand, ending the evening."""

from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import draws, rounds
from tournaments.access import tournament_for_directing
from tournaments.ending import declare_final, publish_provisional
from tournaments.forms.draws import fault_sentence
from tournaments.forms.seating import SeatByHandForm, SwapForm
from tournaments.models.rounds import Round
from tournaments.names import entry_names
from tournaments.papers import closing
from tournaments.penalties import standing_in
from tournaments.seats import active_seat_keys, current_seats, fingerprint, present_entries, sizes_for
from tournaments.views.pages import award_address, evening_page, press, round_of, say_lapsed, turn_round
from tournaments.waits import why_not_drawn


@require_POST
def draw(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    verb = partial(draws.draw_round, seen=request.POST.get("seen"))
    return turn_round(request, pk, number, verb, _("Round %(number)d is drawn: look at it, then confirm."))


@require_POST
def undo_draw(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    done = _("The draw of round %(number)d is undone.")
    verb = partial(rounds.undo_draw, seen=request.POST.get("seen"))
    return turn_round(request, pk, number, verb, done)


@require_POST
def confirm(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    verb = partial(rounds.confirm, seen=request.POST.get("seen"))
    return turn_round(request, pk, number, verb, _("Round %(number)d is confirmed: print the slips."))


@require_POST
def back_to_draft(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    return turn_round(
        request,
        pk,
        number,
        partial(rounds.back_to_draft, seen=request.POST.get("seen")),
        _("Round %(number)d is a draft again: printed slips are void."),
    )


@require_POST
def announce(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the seats: to everybody, or to the staff alone while the evening is not published."""
    done = _("Round %(number)d is announced: everybody sees the seats.")
    if not tournament_for_directing(request.user, pk).is_seen:
        done = _(
            "Round %(number)d is announced. The evening is not published: only the staff sees the seats."
        )
    verb = partial(rounds.announce, seen=request.POST.get("seen"))
    return turn_round(request, pk, number, verb, done)


@require_POST
def take_back(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    done = _("The announcement of round %(number)d is taken back.")
    verb = partial(rounds.take_back, seen=request.POST.get("seen"))
    return turn_round(request, pk, number, verb, done)


@require_POST
def start(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    return turn_round(request, pk, number, rounds.start, _("Round %(number)d has started."))


@require_POST
def close(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    return turn_round(request, pk, number, closing.close, _("Round %(number)d is closed."))


@require_POST
def reopen(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    return turn_round(request, pk, number, rounds.reopen, _("Round %(number)d is open again."))


@require_POST
def swap(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Exchange the two seats that were ticked; the draft then says what that repeats."""
    round_ = round_of(tournament_for_directing(request.user, pk), number)
    form = SwapForm(request.POST, seats=active_seat_keys(round_))
    if not form.is_valid() and round_.state == Round.State.DRAFT:
        messages.error(request, " ".join(form.errors.get("seat", [])))
        return redirect("tournaments:director", pk)
    one, other = form.cleaned_data.get("seat", (0, 0))
    verb = partial(draws.swap_seats, one=one, other=other, seen=request.POST.get("seen"))
    return turn_round(request, pk, number, verb, _("The two seats are swapped."))


def _seat(request: HttpRequest, round_: Round, form: SeatByHandForm) -> bool:
    """Seat the round as chosen; what stands in the way becomes the form's errors."""
    names = entry_names(round_.tournament)
    try:
        draws.seat_by_hand(
            round=round_, seatings=form.seatings(), by=request.user, seen=request.POST.get("seen")
        )
    except ValidationError as refusal:
        problems = (refusal.params or {}).get("problems", ())
        form.add_error(None, [fault_sentence(problem, names) for problem in problems] or refusal.messages)
        return False
    messages.success(
        request, _("Round %(number)d is seated: look at it, then confirm.") % {"number": round_.number}
    )
    say_lapsed(request, round_.tournament)
    return True


@require_http_methods(["GET", "POST"])
def seat_by_hand(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Choose who sits where, table by table; who is left over is said before it is written."""
    tournament = tournament_for_directing(request.user, pk)
    round_ = round_of(tournament, number)
    present = present_entries(tournament)
    form = SeatByHandForm(
        request.POST or None,
        names=entry_names(tournament),
        present=present,
        sizes=sizes_for(round_, len(present)),
        current=current_seats(round_),
    )
    is_sent = request.method == "POST" and not why_not_drawn(round_) and form.is_valid()
    if is_sent and form.has_said_rests() and _seat(request, round_, form):
        return redirect("tournaments:director", pk)
    context = {
        "form": form,
        "round": round_,
        "locked": why_not_drawn(round_of(tournament, number)),
        "award": award_address(round_),
        "seen": fingerprint(round_),
        "lapsing": standing_in(round_),
    }
    return evening_page(request, "tournaments/director/seat_by_hand.html", tournament, str(number), context)


@require_POST
def provisional(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the check of the provisional standings."""
    tournament = tournament_for_directing(request.user, pk)
    verb = partial(publish_provisional, tournament=tournament)
    return press(request, tournament, verb, _("The check is open: only the referee corrects a score now."))


@require_POST
def final(request: HttpRequest, pk: int) -> HttpResponse:
    """Declare the standings final."""
    tournament = tournament_for_directing(request.user, pk)
    verb = partial(declare_final, tournament=tournament)
    return press(request, tournament, verb, _("The standings are final."))
