"""Which two seats of a draft change places, and which never do."""

from django.utils.translation import gettext as _

from tournaments.cuts import first_of
from tournaments.models.events import Phase
from tournaments.models.rounds import Round, Seat
from tournaments.pairing.finals import BESIDE


def why_not_swapped(round: Round, first: Seat, second: Seat) -> str:
    """Why two seats of a draft do not change places; empty when they may.

    Who is out stays out, and who is in a final stays in it. In the first round of a phase in groups two of
    different groups exchange these too; afterwards groups stand. From its second round on the bracket of a
    knock-out says who meets whom, so that only lines are left to change.
    """
    if Seat.Reason.OUT in {first.reason, second.reason}:
        return _("One of the two does not play this round: nobody is swapped with who is out.")
    is_first = round.number == first_of(round.phase)
    if first.group != second.group and round.phase.is_final:
        return _(
            "One of the two plays the final, the other does not: nobody is swapped into a final or out of "
            "it. Whoever cannot play it is withdrawn; then it is drawn again."
        )
    if first.group != second.group and not is_first:
        return _("The two are of different groups, which stand from the first round of the phase on.")
    if round.phase.movement == Phase.Movement.KNOCKOUT and not is_first and first.group != BESIDE:
        if first.match is None or second.match is None:
            return _("Who goes through without playing follows from the bracket: nobody takes that place.")
        if first.match.encounter_id != second.match.encounter_id:
            return _(
                "Who meets whom follows from who has won: now only the two of one table can change lines."
            )
    return ""
