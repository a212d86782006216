"""A final of those who qualified, and beside it the rest, who play on at tables of their own or stop.

The final keeps its tables from 1; the others get the numbers that it leaves free. In one round nobody of the
final meets anybody of the others.
"""

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count

from tournaments.pairing.draws import Method, Options, PastRound, Relaxation, Request, RoundDraw

FINAL, BESIDE = 51, 52
"""What the two fields are called where groups have numbers: beyond those of a phase in groups."""


def final_round(final: Method, beside: Method | None, finalists: Sequence[int]) -> Method:
    """The movement of the final among the `finalists`, best seed first, and `beside` it that of the others.

    Without `beside` they are `out`. A knock-out takes the finalists as its seeds. Each movement sees only its
    own field's part of the phase, and all rounds before. The answer raises what the movements raise.
    """

    def draw(request: Request, rng: random.Random) -> RoundDraw:
        top = final(_alone(request, finalists), rng)
        others = [entry for entry in request.ranking if entry not in finalists]
        if beside is None or not others:
            return replace(top, out=(*top.out, *others))
        below = beside(_alone(request, others, are_seeds=False), rng)
        fixed = [(entry, table) for entry, table in request.options.fixed if entry in others]
        return _together(top, below, fixed)

    return draw


def _alone(request: Request, members: Sequence[int], *, are_seeds: bool = True) -> Request:
    """The request with one of the two fields; who keeps a table asks for it in the final only."""
    inside = frozenset(members)
    phase = request.of_phase
    before = tuple(past for past in request.history if past not in phase)
    fixed = tuple(each for each in request.options.fixed if each[0] in inside) if are_seeds else ()
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
        replace(seating, table=kept[i] if i in kept else next(free), group=BESIDE)
        for i, seating in enumerate(seatings)
    ]
    whole = [*(replace(seating, group=FINAL) for seating in top.seatings), *seatings]
    return RoundDraw(
        tuple(sorted(whole, key=lambda seating: seating.table)),
        (
            *(replace(rest, group=FINAL) for rest in top.rests),
            *(replace(rest, table=None, line=None, group=BESIDE) for rest in below.rests),
        ),
        (*top.relaxations, *below.relaxations, *moved),
        (*top.out, *below.out),
    )


def _free(used: Collection[int]) -> Iterator[int]:
    return (table for table in count(1) if table not in used)
