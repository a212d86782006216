"""Who is left over in a round, and the award that a sit-out gives."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models.events import Phase
from tournaments.models.rounds import Round, Seat
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
    waits = round.seats.active().filter(reason=Seat.Reason.RESTS, award__isnull=True)
    return missing if waits.exists() else ""


def give_rest_awards(round: Round) -> None:
    """Write the award of everybody who rests in the round; ValidationError while nobody said what it is.

    Who waits for a seat, having come when all were taken, gets that of an absence, as for the rounds missed.
    """
    phase = round.phase
    if unknown_award(round):
        raise ValidationError(
            _("Somebody rests: say in the tournament's settings how many VP and MP a sit-out gives."),
            code="state",
        )
    resting = round.seats.active().filter(reason=Seat.Reason.RESTS, award__isnull=True)
    rest, absence = (phase.sit_out_vp, phase.sit_out_mp), (phase.absence_vp, phase.absence_mp)
    waiting = set() if None in absence else waiting_for_seat(round)
    Award.objects.bulk_create(
        Award(seat=seat, vp=vp, mp=mp, kind=Award.Kind.REST)
        for seat in resting
        for vp, mp in (absence if seat.entry_id in waiting else rest,)
    )


def waiting_for_seat(round: Round) -> set[int]:
    """Keys of those who came when every seat of the movement was taken, as the standing draw says."""
    draw = round.draws.filter(superseded_at__isnull=True).first()
    notes = draw.notes if draw is not None else []
    return {entry for note in notes if note["code"] == "no_seat" for entry in note["entries"]}
