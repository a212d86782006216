"""A phase in groups: any movement inside each, with tables numbered on from one group to the next.

By standing, the ranking is cut in blocks of whole tables, of which the first may be one table larger; before
any round it is a lot, and entries change blocks if that keeps families, then clubs, apart. By lot, a snake
lays the ranking row by row, 1 … g and g … 1, so that sizes differ by one at most; within a row entries change
groups for the same.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product

from tournaments.pairing.around import table_sizes
from tournaments.pairing.draws import (
    Method,
    Options,
    PastRound,
    Relaxation,
    Request,
    RoundDraw,
    TooFewOpponents,
    TooManyGroups,
)
from tournaments.pairing.methods import METHODS
from tournaments.pairing.past import read_past

BY_SEATS = frozenset(METHODS[code] for code in ("mitchell", "howell", "round_robin", "double_round_robin"))
"""Movements in which the seats of the first round say who meets whom: who comes later may find none."""

FAMILY, CLUB = 1000, 1  # what two of one family, or of one club, weigh in one group


def in_groups(method: Method) -> Method:
    """The method played inside each group when `options.groups` is 2 or more, else the method itself.

    Groups are formed in the first round of the phase and read back afterwards; who comes late, or has met
    nobody since, joins one by `_who_plays`. The method sees its own group's part of the phase, with tables
    from 1, and all rounds before the phase. Fixed seats are kept over all groups: the match goes to the fixed
    table, and the one that would have had it goes where that match would have been. Where everybody of a
    smaller group has met, it is `out` until the larger ones have too. Who cannot fill so many groups begins
    in fewer, the answer says so by `fewer_groups`. It raises ValueError when the history does not say the
    groups, and whatever the method raises.
    """

    def draw(request: Request, rng: random.Random) -> RoundDraw:
        if request.options.groups < 2 or not request.ranking:
            return method(request, rng)
        phase = request.of_phase
        played = read_groups(phase, request.options) if phase else None
        members = _who_plays(played, request, method) if played else _as_many_as_can(request)
        if played:
            played = read_groups(phase, request.options, members)
        draws: list[RoundDraw] = []
        refused: list[TooFewOpponents] = []
        base = 0
        for group, entries in enumerate(members):
            alone = _alone(request, entries, played.parts[group] if played else ())
            try:
                result = method(alone, rng)
            except TooFewOpponents as refusal:
                refused.append(refusal)
                result = as_long_as_it_can(method, alone, refusal, rng)
            draws.append(_numbered_on(result, base, group + 1))
            laid = played.laid[group] if played else _laid(len(entries), request.options)
            base += max([laid, *tables_in(result)])
        if len(refused) == len(members):
            raise max(refused, key=lambda refusal: refusal.limit)
        whole = _together(draws, request.options)
        return whole if played or len(members) == request.options.groups else _told_fewer(whole)

    return draw


def _alone(request: Request, entries: tuple[int, ...], parts: tuple[PastRound, ...]) -> Request:
    """The request of one group, which knows all rounds before the phase and its own `parts` of it."""
    phase = request.of_phase
    before = tuple(past for past in request.history if past not in phase)
    inner = replace(request.options, groups=0, fixed=())
    return replace(request, ranking=entries, history=before + parts, options=inner)


def _told_fewer(whole: RoundDraw) -> RoundDraw:
    return replace(whole, relaxations=(Relaxation("fewer_groups", ()), *whole.relaxations))


def as_long_as_it_can(
    method: Method, request: Request, refusal: TooFewOpponents, rng: random.Random
) -> RoundDraw:
    """In a small group everybody has met before the large ones have: then it waits, without any award."""
    if request.round_in_phase > refusal.limit:
        return RoundDraw((), out=request.ranking)
    return method(replace(request, phase_rounds=refusal.limit), rng)


def _as_many_as_can(request: Request) -> list[tuple[int, ...]]:
    """The groups of a phase that begins, fewer than asked for where so many cannot be filled any more."""
    try:
        return form_groups(request)
    except TooManyGroups as refusal:
        if refusal.limit < 2:
            return [request.ranking]
        return form_groups(replace(request, options=replace(request.options, groups=refusal.limit)))


def form_groups(request: Request) -> list[tuple[int, ...]]:
    """The groups of a phase that begins, each in the order of the ranking. Raises TooManyGroups."""
    ranking, options = request.ranking, request.options
    limit = len(ranking) // min(options.allowed_sizes)
    if options.groups > limit:
        raise TooManyGroups(options.groups, len(ranking), limit)
    if options.groups_by == "lot":
        return _snake(ranking, options)
    groups, start = [], 0
    for size in _block_sizes(len(ranking), options):
        groups.append(ranking[start : start + size])
        start += size
    return groups if request.history else _parted(groups, ranking, options)


def _parted(
    groups: Sequence[Sequence[int]], ranking: Sequence[int], options: Options
) -> list[tuple[int, ...]]:
    """The same groups after exchanges between two of them, as long as one parts families or clubs."""
    parted = [list(group) for group in groups]
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(parted, 2):
            for i, j in product(range(len(one)), range(len(other))):
                a, b = one[i], other[j]
                now = _known(a, one, options) + _known(b, other, options)
                if not now:
                    continue
                one[i], other[j] = b, a
                if _known(b, one, options) + _known(a, other, options) < now:
                    is_better = True
                else:
                    one[i], other[j] = a, b
    return _by_ranking(parted, ranking)


def _by_ranking(groups: Iterable[Sequence[int]], ranking: Sequence[int]) -> list[tuple[int, ...]]:
    """The groups, each in the order of the ranking."""
    place_of = {entry: place for place, entry in enumerate(ranking)}
    return [tuple(sorted(group, key=place_of.__getitem__)) for group in groups]


def _block_sizes(entries: int, options: Options) -> list[int]:
    table = min(options.allowed_sizes)
    each, larger = divmod(entries // table, options.groups)
    sizes = [table * (each + (group < larger)) for group in range(options.groups)]
    sizes[-1] += entries % table
    return sizes


def _snake(ranking: Sequence[int], options: Options) -> list[tuple[int, ...]]:
    groups: list[list[int]] = [[] for _ in range(options.groups)]
    for row, start in enumerate(range(0, len(ranking), len(groups))):
        entries = list(ranking[start : start + len(groups)])
        order = groups[::-1] if row % 2 else groups
        is_better = True
        while is_better:
            is_better = False
            for i, j in combinations(range(len(entries)), 2):
                a, b = entries[i], entries[j]
                now = _known(a, order[i], options) + _known(b, order[j], options)
                if _known(b, order[i], options) + _known(a, order[j], options) < now:
                    entries[i], entries[j] = b, a
                    is_better = True
        for group, entry in zip(order, entries, strict=False):
            group.append(entry)
    return _by_ranking(groups, ranking)


def _known(entry: int, group: Sequence[int], options: Options) -> int:
    """How much of the entry's family and club a group has."""
    return sum(
        weight * len(apart.intersection(group))
        for weight, sets in ((FAMILY, options.families), (CLUB, options.clubs))
        for apart in map(frozenset, sets)
        if entry in apart
    )


@dataclass(frozen=True, slots=True)
class Played:
    """What the rounds of a phase say of its groups, counted from 0.

    `group_of` each entry; `parts`, each group's rounds with tables from 1; `laid`, tables laid for each.
    """

    group_of: Mapping[int, int]
    parts: tuple[tuple[PastRound, ...], ...]
    laid: tuple[int, ...]


def read_groups(
    rounds: Sequence[PastRound], options: Options, members: Sequence[Sequence[int]] = ()
) -> Played:
    """Read the groups back from the rounds of a phase; who is among the `members` of one is of that one now.
    Raises ValueError when they are not said."""
    group_of: dict[int, int] = {}
    for past in rounds:
        group_of |= {entry: s.group - 1 for s in past.seatings if s.group for entry in s.everybody}
        group_of |= {rest.entry: rest.group - 1 for rest in past.rests if rest.group}
    if not group_of:
        raise ValueError("the history does not say the groups")
    groups = max(group_of.values()) + 1
    group_of |= {entry: group for group, entries in enumerate(members) for entry in entries}
    began = [group_of[entry] for entry in _everybody(rounds[0]) if entry in group_of]
    sizes = [began.count(group) for group in range(groups)]
    laid = [_laid(size, options) for size in sizes]
    parts: list[list[PastRound]] = [[] for _ in range(groups)]
    for past in rounds:
        base = 0
        for group in range(groups):
            most = -(-sum(each == group for each in group_of.values()) // min(options.allowed_sizes))
            part = numbered_back(past, {e for e, g in group_of.items() if g == group}, base, most)
            parts[group].append(part)
            laid[group] = max([laid[group], *tables_in(part)])
            base += laid[group]
    return Played(group_of, tuple(map(tuple, parts)), tuple(laid))


def _laid(entries: int, options: Options) -> int:
    """Tables laid for a group that begins with so many, although a movement may leave some of them empty."""
    return entries // max(options.allowed_sizes)


def _everybody(past: PastRound) -> list[int]:
    seated = [entry for seating in past.seatings for entry in seating.everybody]
    return [*seated, *(rest.entry for rest in past.rests)]


def numbered_back(past: PastRound, members: set[int], base: int, most: int) -> PastRound:
    """A group's part of a round, tables from 1; a table outside its range, for a fixed seat, fills a gap."""
    seatings = [seating for seating in past.seatings if members.issuperset(seating.everybody)]
    rests = [rest for rest in past.rests if rest.entry in members]
    inside = {
        table - base for table in tables_in(replace(past, seatings=tuple(seatings), rests=tuple(rests)))
    }
    gaps = (table for table in range(1, len(past.seatings) + most + 1) if table not in inside)
    local = {
        seating.table: seating.table - base if 1 <= seating.table - base <= most else next(gaps)
        for seating in sorted(seatings, key=lambda seating: seating.table)
    }
    return replace(
        past,
        seatings=tuple(replace(seating, table=local[seating.table]) for seating in seatings),
        rests=tuple(replace(rest, table=rest.table and rest.table - base) for rest in rests),
    )


def tables_in(part: PastRound | RoundDraw) -> list[int]:
    """The numbers of the tables where somebody sits, or rests."""
    resting = [rest.table for rest in part.rests if rest.table is not None]
    return [*(seating.table for seating in part.seatings), *resting]


def _who_plays(played: Played, request: Request, method: Method) -> list[tuple[int, ...]]:
    """The groups as they are now. Who was not there when they were formed, and has had neither an opponent
    nor a table since, joins the group in which fewest sit at no table then: where a seat is empty, else where
    another waits. Of equal groups they stay in theirs, or join the smallest, of these the last. Whoever
    rested most comes first.
    """
    phase = request.of_phase
    bound = {*_everybody(phase[0])}.union(*(s.everybody for past in phase for s in past.seatings))
    bound.update(rest.entry for past in phase for rest in past.rests if rest.table is not None)
    groups: list[list[int]] = [[] for _ in played.parts]
    late = []
    for entry in request.ranking:
        if entry in bound and entry in played.group_of:
            groups[played.group_of[entry]].append(entry)
        else:
            late.append(entry)
    past = read_past(phase)
    idle = [_idle(played, at, group, request, method) for at, group in enumerate(groups) if late]

    def drawbacks(at: int, own: int | None, then: Sequence[int]) -> tuple[int, bool, bool, int, int]:
        has_seat = len(groups[at]) < _seats(played, at, request, method)
        return then[at] - idle[at], not has_seat, at != own, len(groups[at]), -at

    for entry in sorted(late, key=lambda entry: -past.rest_count(entry)):
        then = [_idle(played, at, [*group, entry], request, method) for at, group in enumerate(groups)]
        own = played.group_of.get(entry)
        best = min(range(len(groups)), key=partial(drawbacks, own=own, then=then))
        groups[best].append(entry)
        idle[best] = then[best]
    return _by_ranking(groups, request.ranking)


def _idle(played: Played, group: int, entries: Sequence[int], request: Request, method: Method) -> int:
    """How many would sit at no table if these were the group: where its movement goes by seats, as one draw
    tells, else as many as do not divide."""
    if method not in BY_SEATS:
        return len(entries) - sum(table_sizes(len(entries), request.options.allowed_sizes))
    [ranking] = _by_ranking([entries], request.ranking)
    alone, rng = _alone(request, ranking, played.parts[group]), random.Random(0)  # noqa: S311 - only a trial
    try:
        draw = method(alone, rng)
    except TooFewOpponents as refusal:
        draw = as_long_as_it_can(method, alone, refusal, rng)
    return len(entries) - sum(len(seating.everybody) for seating in draw.seatings)


def _seats(played: Played, group: int, request: Request, method: Method) -> int:
    """How many have a seat of their own in a group: where its movement goes by seats as many as began, one
    more if they were odd; elsewhere everybody."""
    began = len(_everybody(played.parts[group][0]))
    return began + began % 2 if method in BY_SEATS else len(request.ranking)


def _numbered_on(draw: RoundDraw, base: int, group: int) -> RoundDraw:
    return replace(
        draw,
        seatings=tuple(replace(each, table=base + each.table, group=group) for each in draw.seatings),
        rests=tuple(
            replace(rest, table=None if rest.table is None else base + rest.table, group=group)
            for rest in draw.rests
        ),
    )


def _together(draws: Iterable[RoundDraw], options: Options) -> RoundDraw:
    """One round of all groups, fixed entries at their tables, the most important first."""
    whole = list(draws)
    seatings = [seating for draw in whole for seating in draw.seatings]
    moved = []
    settled: set[int] = set()
    for entry, table in options.fixed:
        here = next((i for i, seating in enumerate(seatings) if entry in seating.everybody), None)
        if here is None:
            continue
        there = next((i for i, seating in enumerate(seatings) if seating.table == table), None)
        if here not in settled and there not in settled:
            if there is not None:
                seatings[there] = replace(seatings[there], table=seatings[here].table)
            seatings[here] = replace(seatings[here], table=table)
        if here not in settled and entry in seatings[here].ew:
            seatings[here] = replace(seatings[here], ns=seatings[here].ew, ew=seatings[here].ns)
        if seatings[here].table != table or entry not in seatings[here].ns:
            moved.append(Relaxation("fixed_seat", (entry,)))
        settled.add(here)
    return RoundDraw(
        tuple(sorted(seatings, key=lambda seating: seating.table)),
        tuple(rest for draw in whole for rest in draw.rests),
        (*(each for draw in whole for each in draw.relaxations), *moved),
        tuple(entry for draw in whole for entry in draw.out),
    )
