"""Draws that nobody keeps: whether one more would find a seat, and whether a phase can have a round more."""

import random
from copy import copy
from dataclasses import replace
from typing import Literal

from tournaments.cuts import finalists_of
from tournaments.drafts import BY_SEATS
from tournaments.draws import beside_of, method_of, with_results
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Round, Seat
from tournaments.pairing.draws import MovementRefused, Request, TooFewOpponents, TooManyRounds
from tournaments.seats import present_entries, request_for

Movement = Phase.Movement
WHO_COMES = 0  # the key of no entry
Longer = Literal["as_it_is", "second_cycle", "twice", "never"]


def waits_for_a_seat(tournament: Tournament, entry: int = WHO_COMES) -> bool:
    """Whether `finds_no_seat` is so of the next round that is not announced."""
    rounds = tournament.rounds.select_related("phase").order_by("number")
    following = next((round_ for round_ in rounds if not round_.is_public), None)
    return following is not None and finds_no_seat(following, entry)


def finds_no_seat(round: Round, entry: int = WHO_COMES) -> bool:
    """Whether every seat of a movement in which seats say who meets whom has somebody, so that the entry, or
    one who comes only now, would rest in the round, or meet only somebody who waits as well. False where that
    is not known yet."""
    phase = round.phase
    movement = beside_of(phase) if phase.plays_beside else phase.movement
    if movement not in BY_SEATS or not phase.rounds.filter(number__lt=round.number).exists():
        return False
    present = dict.fromkeys([*present_entries(round.tournament), entry])
    request = with_results(request_for(round, present), round)
    rng = random.Random(0)  # noqa: S311 - nothing comes of it
    try:
        draw = method_of(phase, finalists_of(round))(request, rng)
    except MovementRefused:
        return False
    if any(each.code == "no_seat" and entry in each.entries for each in draw.relaxations):
        return True
    met = {other for each in draw.seatings if entry in each.everybody for other in each.everybody} - {entry}
    return bool(met) and met.isdisjoint(_began(phase))


def _began(phase: Phase) -> set[int]:
    """Who was in the first round of the phase: the movement has a seat for each of them."""
    first = phase.rounds.order_by("number")[0]
    return {*first.seats.active().exclude(reason=Seat.Reason.ABSENT).values_list("entry_id", flat=True)}


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
