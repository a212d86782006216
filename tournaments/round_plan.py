"""Adding a round to an evening that is played, or taking one away that is still to come."""

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models.users import User
from tournaments import stages
from tournaments.events import MOST_ROUNDS
from tournaments.journal import Reach
from tournaments.log import locked, write_act
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round
from tournaments.rounds import refuse


def why_no_more(tournament: Tournament) -> str:
    """Why no round is added now, and what to do; empty when one can be."""
    if tournament.rounds.count() >= MOST_ROUNDS:
        return _("An evening has at most %(most)d rounds.") % {"most": MOST_ROUNDS}
    return _why_fixed(tournament)


def why_no_less(tournament: Tournament) -> str:
    """Why no round is taken away now; empty when the last one can be."""
    last = tournament.rounds.order_by("-number").first()
    if last is not None and last.state != Round.State.PLANNED and not _why_fixed(tournament):
        return (
            _("The last round is drawn already: undo its draw first.")
            if not last.is_public
            else _("The last round is announced: close it, and the evening ends with it.")
        )
    if tournament.rounds.count() <= 1:
        return _("An evening has at least one round.")
    return _why_fixed(tournament)


def _final_ahead(phase: Phase) -> bool:
    """Whether it is a final that has not begun: with a place left empty it may need a round less."""
    return phase.is_final and not phase.rounds.drawn().exists()


def _why_fixed(tournament: Tournament) -> str:
    last = tournament.rounds.select_related("phase").order_by("-number").first()
    if last is not None and last.phase.movement == Phase.Movement.KNOCKOUT and not _final_ahead(last.phase):
        return _("A knock-out has as many rounds as its field needs: none is added or taken away.")
    if tournament.state in {Tournament.State.BEFORE, Tournament.State.CHECK_IN}:
        return _("Nothing is drawn yet: change the phases in the settings.")
    if stages.ended(tournament):
        return stages.ended(tournament)
    pending = tournament.rounds.unseen().first()
    if pending is not None:
        # The last round has rules of its own: what is drawn would not be the same.
        return _("Round %(number)d is drawn and not announced: announce it or undo its draw first.") % {
            "number": pending.number
        }
    return ""


def round_to_add(tournament: Tournament) -> Round:
    """The round that `add_round` would write: one that was taken away comes back with its phase, a new one is
    of the last phase."""
    last = tournament.rounds.select_related("phase").order_by("-number")[0]
    again = Round.every.select_related("phase").filter(tournament=tournament, number=last.number + 1).first()
    if again is None:
        return Round(tournament=tournament, number=last.number + 1, phase=last.phase)
    if again.phase.number < last.phase.number:
        again.phase = last.phase
    return again


@transaction.atomic
def add_round(*, tournament: Tournament, seen: int, by: User | None) -> Round:
    """The `round_to_add`. `seen` is how many rounds the page showed: the same press twice adds
    one. Raises ValidationError."""
    tournament = locked(tournament, Reach())
    last = tournament.rounds.select_related("phase").order_by("-number")[0]
    if last.number == seen + 1:
        return last
    if last.number != seen:
        raise refuse(_("The rounds have changed in the meantime: look again."))
    if why := why_no_more(tournament):
        raise refuse(why)
    round_ = round_to_add(tournament)
    round_.state = Round.State.PLANNED
    round_.save()
    _count(round_.phase)
    write_act(tournament=tournament, verb=Act.Verb.ADD_ROUND, by=by, number=round_.number)
    return round_


@transaction.atomic
def drop_round(*, tournament: Tournament, seen: int, by: User | None) -> Round:
    """Take the last round away; it is given back. `seen` as in `add_round`. Raises ValidationError.

    A round that was drawn once keeps its history.
    """
    tournament = locked(tournament, Reach())
    last = tournament.rounds.select_related("phase").order_by("-number")[0]
    if last.number == seen - 1:
        return Round.every.select_related("phase").get(tournament=tournament, number=seen)
    if last.number != seen:
        raise refuse(_("The rounds have changed in the meantime: look again."))
    if why := why_no_less(tournament):
        raise refuse(why)
    last.state = Round.State.DROPPED
    last.save(update_fields=["state"])
    _count(last.phase)
    write_act(tournament=tournament, verb=Act.Verb.DROP_ROUND, by=by, number=last.number)
    return last


def _count(phase: Phase) -> None:
    """A phase whose only round was taken away stays, with its figures, for a round to come back to."""
    phase.rounds_count = max(1, phase.rounds.count())
    phase.save(update_fields=["rounds_count"])
