"""The referee's word where the standings do not say who goes on: who of those who stand equal, and what
becomes of the place of somebody who qualified and has withdrawn."""

import random
from collections.abc import Collection
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models.users import User
from clubs.naming import account_names
from tournaments.cuts import Cut, Stored, cut_of, read_cut, write_cut
from tournaments.journal import Reach
from tournaments.log import locked, write_act
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.pairing.lots import shuffled
from tournaments.pairing.qualify import Decision, Tie
from tournaments.satellites import qualification_of
from tournaments.seats import new_seed
from tournaments.stages import signed_as, why_not_judge


@transaction.atomic
def decide_final(
    *, phase: Phase, tied: Collection[int], through: Collection[int] | None, by: User | None
) -> Phase:
    """Say who of those `tied` at the cut before the phase goes on; None draws a lot (its seed is in the log).

    Deciding the same again changes nothing. Raises ValidationError: the tie is not there any more, another
    number than its places is named, the final is drawn, or somebody chooses who is not the referee.
    """
    phase, cut = _locked_cut(phase)
    stored = read_cut(phase.cut)
    if _is_decided(stored, tied, through):
        return phase
    decision, how = _decision(cut.field.ties, tied, through, phase.tournament, by)
    phase.cut = write_cut(replace(stored, decisions=(*stored.decisions, decision)))
    phase.save(update_fields=["cut"])
    _write(phase.tournament, by, decision.through, decision.tied, phase=phase.number, **how)
    return phase


@transaction.atomic
def decide_satellite(
    *, tournament: Tournament, tied: Collection[int], through: Collection[int] | None, by: User | None
) -> Tournament:
    """The same for the last places that a tournament gives for another event."""
    tournament = locked(tournament, Reach())
    stored = read_cut(tournament.cut)
    if _is_decided(stored, tied, through):
        return tournament
    found = qualification_of(tournament)
    ties = (found.outcome.tie,) if found is not None and found.outcome.tie else ()
    decision, how = _decision(ties, tied, through, tournament, by)
    tournament.cut = write_cut(replace(stored, decisions=(*stored.decisions, decision)))
    tournament.save(update_fields=["cut"])
    _write(tournament, by, decision.through, decision.tied, **how)
    return tournament


@transaction.atomic
def fill_place(*, phase: Phase, entry: int, is_filled: bool, by: User | None) -> Phase:
    """What becomes of the place of an entry (its key) that qualified and has withdrawn: the next one takes
    it, or it stays empty. Twice changes nothing. Raises ValidationError."""
    phase, cut = _locked_cut(phase)
    stored = read_cut(phase.cut)
    if entry in (stored.replaced if is_filled else stored.left_empty):
        return phase
    gone = next((each for each in cut.gone if each.entry == entry), None)
    if gone is None:
        raise ValidationError(_("Nothing is open about this place any more: look again."), code="changed")
    if is_filled and not gone.offered:
        raise ValidationError(_("Nobody comes next: leave the place empty."), code="nobody")
    if is_filled:
        stored = replace(stored, replaced=stored.replaced | {entry})
    else:
        stored = replace(stored, left_empty=stored.left_empty | {entry})
    phase.cut = write_cut(stored)
    phase.save(update_fields=["cut"])
    change = "place_taken" if is_filled else "place_empty"
    _write(phase.tournament, by, gone.offered if is_filled else (entry,), phase=phase.number, change=change)
    return phase


def _locked_cut(phase: Phase) -> tuple[Phase, Cut]:
    """The phase read afresh under the tournament's lock, with its cut; refused once the final is drawn."""
    tournament = locked(phase.tournament, Reach())
    phase = Phase.objects.get(pk=phase.pk)
    phase.tournament = tournament
    drawn = phase.rounds.drawn().order_by("number").first()
    if drawn is not None:
        raise ValidationError(
            _("Round %(number)d is drawn: undo its draw first.") % {"number": drawn.number}, code="state"
        )
    return phase, cut_of(phase)


def _is_decided(stored: Stored, tied: Collection[int], through: Collection[int] | None) -> bool:
    """Whether this very tie has its decision: the same again, or a lot that was drawn."""
    found = next((each for each in stored.decisions if each.tied == frozenset(tied)), None)
    return found is not None and (through is None or set(through) == set(found.through))


def _decision(
    ties: Collection[Tie],
    tied: Collection[int],
    through: Collection[int] | None,
    tournament: Tournament,
    by: User | None,
) -> tuple[Decision, dict[str, int | str]]:
    """The decision of one of these ties, and what the log keeps of how it was made. Choosing is the
    referee's; a lot draws whoever directs."""
    tie = next((each for each in ties if set(each.entries) == set(tied)), None)
    if tie is None:
        raise ValidationError(_("The standings have changed in the meantime: look again."), code="changed")
    if through is None:
        seed = new_seed()
        order = shuffled(tie.entries, random.Random(seed))  # noqa: S311 - a lot that can be repeated
        return Decision(frozenset(tied), tuple(order[: tie.places])), {"seed": seed, "change": "lot"}
    if why := why_not_judge(by, tournament):
        raise ValidationError(why, code="referee")
    if len(set(through)) != tie.places or not set(through) <= set(tied):
        raise ValidationError(
            ngettext("Choose %(count)d of them.", "Choose %(count)d of them.", tie.places)
            % {"count": tie.places},
            code="count",
        )
    how = {"change": "chosen", **signed_as(by, tournament)}
    return Decision(frozenset(tied), tuple(sorted(through))), how


def decided_already(tournament: Tournament, phase: Phase | None, tied: Collection[int]) -> str:
    """Who goes on by a decision of this very tie that stands, how and by whom; empty while it is open.

    `phase` is None for the places for another event.
    """
    stored = read_cut(tournament.cut if phase is None else phase.cut)
    found = next((each for each in stored.decisions if each.tied == frozenset(tied)), None)
    if found is None:
        return ""
    among = {"facts__among": _numbers(tied), "facts__phase": phase.number if phase is not None else None}
    asked = {name: value for name, value in among.items() if value is not None}
    acts = Act.objects.filter(tournament=tournament, verb=Act.Verb.QUALIFY, undone_by__isnull=True, **asked)
    act = acts.select_related("by").order_by("-seq").first()
    who = account_names(tournament.club)(act.by) if act is not None else ""
    figures = {"numbers": ", ".join(map(str, _numbers(found.through))), "who": who or _("somebody else")}
    if act is not None and act.facts.get("change") == "lot":
        return _("It was decided already, by lot, by %(who)s: %(numbers)s.") % figures
    return _("It was decided already, by %(who)s: %(numbers)s.") % figures


def _numbers(entries: Collection[int]) -> list[int]:
    numbers = Entry.objects.filter(pk__in=entries).order_by("number").values_list("number", flat=True)
    return list(numbers)


def _write(
    tournament: Tournament,
    by: User | None,
    entries: Collection[int],
    among: Collection[int] = (),
    **facts: int | str,
) -> None:
    """`among` are those who stood equal."""
    told = {"numbers": _numbers(entries), **({"among": _numbers(among)} if among else {})}
    write_act(tournament=tournament, verb=Act.Verb.QUALIFY, by=by, **told, **facts)
