"""What a round waits for before it can be drawn, before its draw stands, and before everybody may see it."""

from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import stages
from tournaments.cuts import finalists_of, first_of, open_cut, seated_finalists
from tournaments.drafts import follows_results, is_outdated
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Round, Seat
from tournaments.seats import options_of, present_entries

State = Round.State


def previous_of(round: Round) -> Round | None:
    """The round before; None for the first."""
    return round.tournament.rounds.filter(number=round.number - 1).first()


def _field_not_ready(round: Round) -> str:
    """What the check-in must still say before anybody can be seated."""
    tournament = round.tournament
    if tournament.state == Tournament.State.BEFORE:
        return _("Open the check-in first, and say who is present.")
    expected = tournament.entries.filter(state=Entry.State.ENTERED).count()
    if expected:
        return ngettext(
            "%(count)d entry is still expected: close the check-in first.",
            "%(count)d entries are still expected: close the check-in first.",
            expected,
        ) % {"count": expected}
    needed = 0 if _is_under_way(round) else min(options_of(round.phase).allowed_sizes)
    if tournament.entries.present().count() < needed:
        return _("At least %(needed)d entries must be present: mark them at the check-in.") % {
            "needed": needed
        }
    return ""


def _is_under_way(round: Round) -> bool:
    """Whether the round goes on with a knock-out, which comes to its end with whoever is left of it."""
    is_knockout = round.phase.movement == Phase.Movement.KNOCKOUT
    return is_knockout and round.phase.rounds.filter(number__lt=round.number).exists()


def why_not_drawn(round: Round) -> str:
    """Why the round cannot be drawn or seated by hand now, and what to do; empty when it can."""
    if round.is_public or stages.ended(round.tournament):
        return stages.announced(round)
    if round.state == State.CONFIRMED:
        return _("Round %(number)d is already confirmed: undo its draw first.") % {"number": round.number}
    previous = previous_of(round)
    if previous is None or _field_not_ready(round):
        return _field_not_ready(round)
    if follows_results(round) and previous.state != State.CLOSED:
        return _("This draw follows the standings: close round %(number)d first.") % {
            "number": previous.number
        }
    if previous.state in {State.PLANNED, State.DRAFT}:
        return _("Confirm round %(number)d first.") % {"number": previous.number}
    return _("It is not decided yet who plays the final: say so first.") if open_cut(round) else ""


def why_not_announced(round: Round) -> str:
    """What a confirmed round waits for before everybody may see it; empty when nothing."""
    previous = previous_of(round)
    if previous is not None and previous.state != State.CLOSED:
        return _("Close round %(number)d first.") % {"number": previous.number}
    if _is_of_others(round):
        outdated = _("A score has changed since round %(number)d was drawn: undo its draw, then draw again.")
        return outdated % {"number": round.number}
    return _broken(round)


def why_not_confirmed(round: Round) -> str:
    """Why a draft cannot stand; empty when it can. To draw again is what helps."""
    if _is_of_others(round):
        outdated = _("A score has changed since round %(number)d was drawn: draw it again.")
        return outdated % {"number": round.number}
    return _broken(round)


def _is_of_others(round: Round) -> bool:
    """Whether a knock-out was drawn from other scores, or a final from scores by which others qualified: who
    is out would play on. Elsewhere an outdated draw is only a worse one."""
    if not is_outdated(round):
        return False
    phase = round.phase
    if phase.movement == Phase.Movement.KNOCKOUT:
        return True
    begins = phase.is_final and phase.movement != Phase.Movement.MANUAL and round.number == first_of(phase)
    return begins and set(finalists_of(round)) != set(seated_finalists(phase))


def _broken(round: Round) -> str:
    """What no draw leaves and nothing may play from: a table that is not whole, of two groups or beside who
    is present."""
    persons = 1 if round.tournament.is_individual else 2
    lines: dict[int, list[str]] = defaultdict(list)
    groups: dict[int, set[int]] = defaultdict(set)
    players: dict[int, int] = dict(round.matches.active().values_list("table_number", "players"))
    seats = round.seats.active().filter(match__isnull=False)
    for table, line, group in seats.values_list("match__table_number", "line", "group"):
        lines[table].append(line)
        groups[table].add(group)
    for table, expected in sorted(players.items()):
        sides = lines[table]
        is_even = sides.count(Seat.Line.NS) == sides.count(Seat.Line.EW)
        if persons * len(sides) != expected or not is_even or len(groups[table]) > 1:
            return _("Table %(table)d is not complete: draw the round again.") % {"table": table}
    seated = round.seats.active().exclude(reason=Seat.Reason.ABSENT).values_list("entry", flat=True)
    if set(seated) != set(present_entries(round.tournament)):
        return _("Not everybody who is present has a place in this draw: draw the round again.")
    return ""
