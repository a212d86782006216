"""What a round waits for before it can be drawn, before its draw stands, and before everybody may see it."""

from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import stages
from tournaments.cuts import finalists_of, first_of, open_cut, seated_finalists, why_not_in_final
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
    return _too_few(round) if is_too_few(round) else ""


def _fewest(round: Round) -> int:
    """How many must be present for the round to be drawn: a table, where it is not the knock-out of a final,
    or one under way, which comes to its end with whoever is left of it."""
    phase = round.phase
    has_begun = phase.is_final or phase.rounds.filter(number__lt=round.number).exists()
    is_under_way = phase.movement == Phase.Movement.KNOCKOUT and has_begun
    return 0 if is_under_way else min(options_of(phase).allowed_sizes)


def is_too_few(round: Round) -> bool:
    """Whether fewer are present than one table of the round takes."""
    return bool(round.tournament.entries.present().count() < _fewest(round))


def _too_few(round: Round) -> str:
    """What can be done where too few are present: once the check-in is over, what the round still allows."""
    tournament, needed = round.tournament, _fewest(round)
    if tournament.state == Tournament.State.CHECK_IN or round.number == 1:
        return _("At least %(needed)d entries must be present: mark them at the check-in.") % {
            "needed": needed
        }
    present = tournament.entries.present().count()
    said = [
        ngettext(
            "Only %(present)d entry is left, and a table needs %(needed)d.",
            "Only %(present)d entries are left, and a table needs %(needed)d.",
            present,
        )
        % {"present": present, "needed": needed}
    ]
    phase = round.phase
    if phase.plays_beside if phase.is_final else phase.movement != Phase.Movement.KNOCKOUT:
        said.append(_("Who comes late can be let in."))
    gone = tournament.entries.filter(state=Entry.State.WITHDRAWN)
    if any(not why_not_in_final(entry) for entry in gone):
        said.append(_("Who has withdrawn can come back, from their page in the list of entries."))
    said.append(_("Or take away the rounds still to come: the evening ends with those played."))
    return " ".join(said)


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
