"""A final of those who qualified, and beside it the rest, who play on at tables of their own or stop.

The final keeps its tables from 1; the others get the numbers that it leaves free, or, where their movement
goes by the numbers of tables, those behind the final's for good. In one round nobody of the final meets
anybody of the others.
"""

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count

from tournaments.pairing.draws import (
    Method,
    Options,
    PastRound,
    Relaxation,
    Request,
    RoundDraw,
    Seating,
    TooFewOpponents,
)
from tournaments.pairing.groups import as_long_as_it_can, numbered_back, tables_in

FINAL, BESIDE = 51, 52
"""What the two fields are called where groups have numbers: beyond those of a phase in groups."""


def final_round(
    final: Method, beside: Method | None, finalists: Sequence[int], *, by_table: bool = False
) -> Method:
    """The movement of the final among the `finalists`, best seed first, and `beside` it that of the others.

    Without `beside` they are `out`. A knock-out takes the finalists as its seeds. Each movement sees only its
    own field's part of the phase, and all rounds before. `by_table`: the others' movement reads where
    everybody goes next from the numbers of its tables. The answer raises what the final's movement raises;
    that of the others bends: see `_bent`.
    """

    def draw(request: Request, rng: random.Random) -> RoundDraw:
        top = final(_alone(request, finalists), rng)
        others = [entry for entry in request.ranking if entry not in finalists]
        if beside is None or not others:
            return replace(top, out=(*top.out, *others))
        members = frozenset(others).union(*(_beside(past) for past in request.of_phase))
        asked = _alone(request, members, are_seeds=False)
        if by_table:
            return _behind(top, asked, beside, rng, _laid(request, top, finalists))
        free = replace(asked, options=replace(asked.options, fixed=()))
        return _together(top, _bent(beside, free, rng), asked.options.fixed)

    return draw


def _beside(past: PastRound) -> frozenset[int]:
    """Who played beside the final in a round, or rested there."""
    seated = (entry for each in past.seatings if each.group == BESIDE for entry in each.everybody)
    return frozenset([*seated, *(rest.entry for rest in past.rests if rest.group == BESIDE)])


def _bent(beside: Method, request: Request, rng: random.Random) -> RoundDraw:
    """A round of those beside the final, which must not wait for them, whatever is left of their field.

    A Mitchell with fewer tables than rounds goes into a second cycle, by one table where the step is too
    long; where everybody has met everybody, they are `out`.
    """
    began = len(_beside(request.of_phase[0])) if request.of_phase else len(request.ranking)
    step = request.options.step if request.options.step < (began + 1) // 2 else 1
    request = replace(request, options=replace(request.options, second_cycle=True, step=step))
    try:
        return beside(request, rng)
    except TooFewOpponents as refusal:
        return as_long_as_it_can(beside, request, refusal, rng)


def _laid(request: Request, top: RoundDraw, finalists: Sequence[int]) -> int:
    """The tables that the final has in all of the phase: as many as it began with, or may come to need. In
    later rounds those before the first of the others': one of the final may have moved behind them since."""
    if not request.of_phase:
        return max([len(finalists) // 2, *tables_in(top)])
    first = request.of_phase[0]
    below = [each.table for each in first.seatings if each.group == BESIDE]
    below += [rest.table for rest in first.rests if rest.group == BESIDE and rest.table]
    return min(below) - 1 if below else max([len(finalists) // 2, *tables_in(part_of(first, finalists))])


def _behind(top: RoundDraw, asked: Request, beside: Method, rng: random.Random, laid: int) -> RoundDraw:
    """Both fields in one round, the others at the tables behind those `laid` for the final, where they stay:
    one that the final needs for a fixed seat is behind all of theirs for that round."""
    members = {*asked.ranking}.union(*(_beside(past) for past in asked.of_phase))
    most = -(-len(members) // 2)
    phase = asked.of_phase
    parts = tuple(numbered_back(past, members, laid, most) for past in phase)
    own = [(entry, table - laid) for entry, table in asked.options.fixed]
    fixed = tuple((entry, table) for entry, table in own if table > 0)
    below = _bent(
        beside,
        replace(
            asked,
            history=(*(past for past in asked.history if past not in phase), *parts),
            options=replace(asked.options, fixed=fixed),
        ),
        rng,
    )
    taken = {seating.table for seating in top.seatings}
    behind = count(laid + max([most, *tables_in(below)]) + 1)
    seatings = [
        replace(each, table=laid + each.table if laid + each.table not in taken else next(behind))
        for each in below.seatings
    ]
    seated = {entry for each in seatings for entry in each.everybody}
    moved = [Relaxation("fixed_seat", (entry,)) for entry, table in own if table <= 0 and entry in seated]
    rests = tuple(replace(rest, table=rest.table and laid + rest.table) for rest in below.rests)
    return _whole(top, seatings, replace(below, rests=rests), moved)


def _alone(request: Request, members: Collection[int], *, are_seeds: bool = True) -> Request:
    """The request with one of the two fields."""
    inside = frozenset(members)
    phase = request.of_phase
    before = tuple(past for past in request.history if past not in phase)
    fixed = tuple(each for each in request.options.fixed if each[0] in inside)
    options: Options = replace(request.options, fixed=fixed, seeds=tuple(members) if are_seeds else ())
    return replace(
        request,
        ranking=tuple(entry for entry in request.ranking if entry in inside),
        history=before + tuple(part_of(past, inside) for past in phase),
        options=options,
    )


def part_of(past: PastRound, members: Collection[int]) -> PastRound:
    """What a round was for these entries: the tables where one of them sat, and who of them rested."""
    return replace(
        past,
        seatings=tuple(each for each in past.seatings if any(entry in members for entry in each.everybody)),
        rests=tuple(rest for rest in past.rests if rest.entry in members),
        absent=tuple(entry for entry in past.absent if entry in members),
    )


def _together(top: RoundDraw, below: RoundDraw, fixed: Sequence[tuple[int, int]]) -> RoundDraw:
    """Both fields in one round; an entry of the others keeps its table unless somebody has it already."""
    used = {seating.table for seating in top.seatings}
    seatings = list(below.seatings)
    kept: dict[int, int] = {}
    moved = []
    for entry, table in fixed:
        here = next((i for i, seating in enumerate(seatings) if entry in seating.everybody), None)
        if here is None:
            continue
        if table in used or here in kept:
            moved.append(Relaxation("fixed_seat", (entry,)))
        else:
            kept[here] = table
            used.add(table)
            if entry in seatings[here].ew:
                seatings[here] = replace(seatings[here], ns=seatings[here].ew, ew=seatings[here].ns)
    free = _free(used)
    seatings = [
        replace(seating, table=kept[i] if i in kept else next(free)) for i, seating in enumerate(seatings)
    ]
    rests = tuple(replace(rest, table=None, line=None) for rest in below.rests)
    return _whole(top, seatings, replace(below, rests=rests), moved)


def _whole(
    top: RoundDraw, seatings: Sequence[Seating], below: RoundDraw, moved: Sequence[Relaxation]
) -> RoundDraw:
    """One round of both fields, each with its name; `seatings` are those of the others."""
    whole = [
        *(replace(seating, group=FINAL) for seating in top.seatings),
        *(replace(seating, group=BESIDE) for seating in seatings),
    ]
    return RoundDraw(
        tuple(sorted(whole, key=lambda seating: seating.table)),
        (
            *(replace(rest, group=FINAL) for rest in top.rests),
            *(replace(rest, group=BESIDE) for rest in below.rests),
        ),
        (*top.relaxations, *below.relaxations, *moved),
        (*top.out, *below.out),
    )


def _free(used: Collection[int]) -> Iterator[int]:
    return (table for table in count(1) if table not in used)
