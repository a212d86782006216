"""Draws that nobody keeps: who would find no seat, and whether a phase can have a round more."""

import random
from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import Literal

from tournaments.cuts import finalists_of, why_not_in_final
from tournaments.drafts import BY_SEATS
from tournaments.draws import beside_of, method_for, method_of, with_results
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Round
from tournaments.pairing.draws import MovementRefused, Request, TooFewOpponents, TooManyRounds
from tournaments.seats import present_entries, request_for

Movement = Phase.Movement
WHO_COMES = 0  # the key of no entry
Longer = Literal["as_it_is", "second_cycle", "twice", "never"]


def following_round(tournament: Tournament) -> Round | None:
    """The first round that is not announced."""
    rounds = tournament.rounds.select_related("phase").order_by("number")
    return next((round_ for round_ in rounds if not round_.is_public), None)


def who_waits(round: Round, *, coming: Iterable[int] = (), going: Iterable[int] = ()) -> frozenset[int]:
    """Keys of those for whom no seat would be left in a movement in which seats say who meets whom, if the
    round were drawn now, with those who come and without those who go: they would rest in it, or meet others
    without a place in the plan. Nobody where that is not known yet."""
    phase = round.phase
    movement = beside_of(phase) if phase.plays_beside else phase.movement
    if movement not in BY_SEATS or not phase.rounds.filter(number__lt=round.number).exists():
        return frozenset()
    gone = {*going}
    field = dict.fromkeys([*present_entries(round.tournament), *coming])
    request = with_results(request_for(round, (entry for entry in field if entry not in gone)), round)
    try:
        draw = method_for(round, finalists_of(round))(request, random.Random(0))  # noqa: S311 - only a trial
    except MovementRefused:
        return frozenset()
    return frozenset(entry for each in draw.relaxations if each.code == "no_seat" for entry in each.entries)


def waits_if_back(entry: Entry) -> frozenset[int]:
    """Who would wait for a seat if an entry that has left came back, and does not otherwise: the entry, or
    who was to have its seat and is not drawn yet."""
    following = following_round(entry.tournament)
    if following is None:
        return frozenset()
    return who_waits(following, coming=(entry.pk,)) - who_waits(following)


def seated_if_gone(entry: Entry) -> frozenset[int]:
    """Who waits for a seat and would have one if the entry left."""
    following = following_round(entry.tournament)
    waiting = frozenset() if following is None else who_waits(following)
    if following is None or not waiting:
        return frozenset()
    return waiting - who_waits(following, going=(entry.pk,)) - {entry.pk}


def may_lose_seat(round: Round, entry: int = WHO_COMES) -> bool:
    """Whether the entry, or one who comes only now, has a seat in the round to be drawn but would wait if all
    those came back before who have left and may."""
    left = Entry.objects.filter(tournament=round.tournament, state=Entry.State.WITHDRAWN)
    back = [each.pk for each in left.select_related("tournament") if not why_not_in_final(each)]
    if not back or entry in who_waits(round, coming=(entry,)):
        return False
    return entry in who_waits(round, coming=(entry, *back))


def how_longer(phase: Phase) -> Longer:
    """How the phase would take a round more: as it is, with a second cycle of its Mitchell, with everybody
    meeting twice, or never, because all have met by then."""
    if phase.movement not in BY_SEATS:
        return "as_it_is"  # nothing else limits rounds but a knock-out, which counts its own
    rounds = list(phase.rounds.order_by("number"))
    index = next((at for at, each in enumerate(rounds) if not each.is_public), len(rounds))
    if index == 0 and phase.is_final:
        return "as_it_is"  # who plays it is not known yet
    last = phase.tournament.rounds.order_by("-number")[0]
    number = rounds[index].number if index < len(rounds) else last.number + 1
    round_ = Round(tournament=phase.tournament, phase=phase, number=number)
    request = request_for(round_, present_entries(phase.tournament))
    request = replace(request, phase_rounds=len(rounds) + 1, round_in_phase=index + 1)
    if _draws(phase, round_, request):
        return "as_it_is"
    again = replace(request, options=replace(request.options, second_cycle=True))
    if phase.movement == Movement.MITCHELL and _draws(phase, round_, again):
        return "second_cycle"
    twice = copy(phase)
    twice.movement = Movement.DOUBLE_ROUND_ROBIN
    return "twice" if phase.movement == Movement.ROUND_ROBIN and _draws(twice, round_, request) else "never"


def _draws(phase: Phase, round: Round, request: Request) -> bool:
    """Whether nothing but the number of rounds could forbid the draw."""
    try:
        method_of(phase, finalists_of(round))(with_results(request, round), random.Random(0))  # noqa: S311
    except (TooManyRounds, TooFewOpponents):
        return False
    except MovementRefused:
        return True
    return True
