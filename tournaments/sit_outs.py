"""Who is left over in a round, and the award that a sit-out gives."""

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models.events import Phase
from tournaments.models.rounds import LEFT_OVER, Round, Seat
from tournaments.models.scores import Award
from tournaments.programmes import AWARDS
from tournaments.seats import present_entries, sizes_for


def left_over(round: Round) -> int:
    """How many of those present cannot fill a table: they will rest."""
    present = len(present_entries(round.tournament))
    return present - sum(sizes_for(round, present))


def unsaid_award(phase: Phase) -> str:
    """The first field of a phase's awards (sit-out, absence) that nobody has filled; else empty."""
    return next((name for name in AWARDS if getattr(phase, name) is None), "")


def unknown_award(round: Round) -> str:
    """The field of the round's phase that must be filled before its sit-outs get their award; else empty.

    Of a round that is not drawn yet, those present say whether somebody will rest.
    """
    missing = next((name for name in ("sit_out_vp", "sit_out_mp") if getattr(round.phase, name) is None), "")
    if not missing or round.is_public:
        return ""
    if round.state == Round.State.PLANNED:
        return missing if left_over(round) else ""
    return (
        missing if any(_award_of(seat.reason, round.phase) is None for seat in _without_award(round)) else ""
    )


def give_rest_awards(round: Round) -> None:
    """Write the award of everybody left over in the round; ValidationError while nobody said what it is.

    Who waits for a seat, having come when all were taken, gets that of an absence, as for the rounds missed.
    """
    given = [(seat, _award_of(seat.reason, round.phase)) for seat in _without_award(round)]
    if unknown_award(round):
        raise ValidationError(
            _("Somebody rests: say in the tournament's settings how many VP and MP a sit-out gives."),
            code="state",
        )
    Award.objects.bulk_create(
        Award(seat=seat, vp=award[0], mp=award[1], kind=Award.Kind.REST)
        for seat, award in given
        if award is not None
    )


def _without_award(round: Round) -> "QuerySet[Seat]":
    """The seats of those who are left over, as long as they have no award."""
    return round.seats.active().filter(reason__in=LEFT_OVER, award__isnull=True)


def _award_of(reason: str, phase: Phase) -> tuple[int, int] | None:
    """VP and signed MP of who is left over for that reason; who waits gets a sit-out's while nobody has said
    what an absence gives. None while that is not said either."""
    rest, absence = (phase.sit_out_vp, phase.sit_out_mp), (phase.absence_vp, phase.absence_mp)
    vp, mp = absence if reason == Seat.Reason.WAITS and None not in absence else rest
    return None if vp is None or mp is None else (vp, mp)
