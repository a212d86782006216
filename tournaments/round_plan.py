"""Adding a round to an evening that is played, or taking one away that is still to come."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models.users import User
from tournaments import stages
from tournaments.cuts import cut_of, first_of
from tournaments.events import MOST_ROUNDS
from tournaments.journal import Reach
from tournaments.log import locked, write_act
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round
from tournaments.pairing.knockout import rounds_needed
from tournaments.rounds import refuse
from tournaments.trial_draws import how_longer
from tournaments.waits import is_too_few

BENT = "second_cycle", "twice"  # what a round more can make of its phase, see `how_longer`
UNBENT = {"second_cycle": "one_cycle", "twice": "once"}


def why_no_more(tournament: Tournament) -> str:
    """Why no round is added now, and what to do; empty when one can be."""
    if tournament.rounds.count() >= MOST_ROUNDS:
        return _("An evening has at most %(most)d rounds.") % {"most": MOST_ROUNDS}
    if why := _why_not_now(tournament):
        return why
    phase = phase_ahead(tournament)
    if phase.movement == Phase.Movement.KNOCKOUT and (_has_begun(phase) or surplus_of(phase) >= 0):
        return _("A knock-out has as many rounds as its field needs: none is added.")
    if how_longer(phase) == "never":
        return _("All have met by the last round of this phase (%(movement)s): it has no round more.") % {
            "movement": phase.get_movement_display()
        }
    return ""


def why_no_less(tournament: Tournament) -> str:
    """Why no round is taken away now; empty when the last one can be."""
    last = _last_round(tournament)
    if tournament.state != Tournament.State.BEFORE and surplus_of(last.phase) > 0:
        return "" if last.state == Round.State.PLANNED else _why_not_now(tournament)
    if tournament.rounds.count() <= 1:
        return _("An evening has at least one round.")
    if last.phase.movement == Phase.Movement.KNOCKOUT and _has_begun(last.phase):
        return _("A knock-out has as many rounds as its field needs: none is taken away.")
    if last.state != Round.State.PLANNED and not _why_not_now(tournament):
        return (
            _("The last round is drawn already: undo its draw first.")
            if not last.is_public
            else _("The last round is announced: close it, and the evening ends with it.")
        )
    return _why_not_now(tournament) or ("" if is_too_few(last) else _why_needed(last.phase))


def _why_needed(phase: Phase) -> str:
    """Why the last phase keeps all its rounds: it is a knock-out, or it would be a final no more."""
    if phase.movement == Phase.Movement.KNOCKOUT:
        entries = field_size(phase)
        needed = rounds_needed(max(entries, 2))
        return ngettext(
            "Phase %(phase)d is a knock-out of %(entries)d and needs %(count)d round: none is taken away.",
            "Phase %(phase)d is a knock-out of %(entries)d and needs %(count)d rounds: none is taken away.",
            needed,
        ) % {"phase": phase.number, "entries": entries, "count": needed}
    if phase.is_final and phase.rounds.count() == 1:
        return _("This round is the whole final, phase %(phase)d: it is not taken away.") % {
            "phase": phase.number
        }
    return ""


def phase_ahead(tournament: Tournament) -> Phase:
    """The phase that a round more belongs to."""
    phase = round_to_add(tournament).phase
    phase.tournament = tournament
    return phase


def last_phase(tournament: Tournament) -> Phase:
    """The phase that a round less is taken from."""
    return _last_round(tournament).phase


def surplus_of(phase: Phase) -> int:
    """How many rounds a knock-out that has not begun has after its final, below 0 if it lacks some; 0 for any
    other phase."""
    if phase.movement != Phase.Movement.KNOCKOUT or _has_begun(phase):
        return 0
    return phase.rounds.count() - rounds_needed(max(field_size(phase), 2))


def field_size(phase: Phase) -> int:
    """How many entries the phase will begin with, as far as it is known."""
    if not phase.is_final:
        return phase.tournament.entries.present().count()
    before = phase.tournament.phases.filter(number__lt=phase.number).last()
    groups = before.groups if before is not None and before.groups else 1
    planned = int(phase.qualify_each * groups + phase.qualify_next)
    if not phase.rounds.exists():
        return planned
    to_come = phase.tournament.rounds.filter(number__lt=first_of(phase)).exclude(state=Round.State.CLOSED)
    return planned if to_come.exists() else len(cut_of(phase).seeds) or planned


def _last_round(tournament: Tournament) -> Round:
    last = tournament.rounds.select_related("phase").order_by("-number")[0]
    last.tournament = last.phase.tournament = tournament
    return last


def _has_begun(phase: Phase) -> bool:
    return bool(phase.rounds.drawn().exists())


def _why_not_now(tournament: Tournament) -> str:
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
    """The `round_to_add`; its phase bends as `how_longer` says. `seen` is how many rounds the page showed:
    the same press twice adds one. Raises ValidationError."""
    tournament = locked(tournament, Reach())
    last = tournament.rounds.select_related("phase").order_by("-number")[0]
    if last.number == seen + 1:
        return last
    if last.number != seen:
        raise refuse(_("The rounds have changed in the meantime: look again."))
    if why := why_no_more(tournament):
        raise refuse(why)
    round_ = round_to_add(tournament)
    longer = how_longer(phase_ahead(tournament))
    round_.state = Round.State.PLANNED
    round_.save()
    if longer in BENT:
        _bend(round_.phase, longer, on=True)
    _count(round_.phase)
    bent = {"change": longer} if longer in BENT else {}
    write_act(tournament=tournament, verb=Act.Verb.ADD_ROUND, by=by, number=round_.number, **bent)
    return round_


@transaction.atomic
def drop_round(*, tournament: Tournament, seen: int, by: User | None) -> Round:
    """Take the last round away; it is given back. `seen` as in `add_round`. Raises ValidationError.

    A round that was drawn once keeps its history; the phase is again what `bent_by_the_last` says.
    """
    tournament = locked(tournament, Reach())
    last = tournament.rounds.select_related("phase").order_by("-number")[0]
    gone = Round.every.select_related("phase").filter(tournament=tournament, number=seen).first()
    if last.number == seen - 1 and gone is not None:
        return gone
    if last.number != seen:
        raise refuse(_("The rounds have changed in the meantime: look again."))
    if why := why_no_less(tournament):
        raise refuse(why)
    bent = bent_by_the_last(tournament)
    last.state = Round.State.DROPPED
    last.save(update_fields=["state"])
    if bent:
        _bend(last.phase, bent, on=False)
    _count(last.phase)
    unbent = {"change": UNBENT[bent]} if bent else {}
    write_act(tournament=tournament, verb=Act.Verb.DROP_ROUND, by=by, number=last.number, **unbent)
    return last


def bent_by_the_last(tournament: Tournament) -> str:
    """What the last round made of its phase when it was added, a second cycle or everybody twice, and takes
    away again when it goes; empty where the phase was so before, by its settings or for an earlier round."""
    last = _last_round(tournament)
    added = tournament.acts.filter(verb=Act.Verb.ADD_ROUND, undone_by__isnull=True, facts__change__in=BENT)
    act = added.order_by("-seq").first()
    if act is None or act.facts["number"] != last.number or not _is_bent(last.phase, act.facts["change"]):
        return ""
    return str(act.facts["change"])


def _is_bent(phase: Phase, change: str) -> bool:
    if change == "second_cycle":
        return phase.movement == Phase.Movement.MITCHELL and phase.allow_second_cycle
    return phase.movement == Phase.Movement.DOUBLE_ROUND_ROBIN


def _bend(phase: Phase, change: str, *, on: bool) -> None:
    """Let the phase have a second cycle, or everybody twice, or no more so; `_count` writes it."""
    if change == "second_cycle":
        phase.allow_second_cycle = on
    else:
        phase.movement = Phase.Movement.DOUBLE_ROUND_ROBIN if on else Phase.Movement.ROUND_ROBIN


def _count(phase: Phase) -> None:
    """A phase whose only round was taken away stays, with its figures, for a round to come back to."""
    phase.rounds_count = max(1, phase.rounds.count())
    phase.save(update_fields=["rounds_count", "movement", "allow_second_cycle"])
