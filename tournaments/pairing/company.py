"""Single players, four at a table: what the past and the organiser say of a round, and the finished draw."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.pairing.draws import Options, Relaxation, Rest, RoundDraw, Seating
from tournaments.pairing.fours import PARTNER_WEIGHT, Repetitions
from tournaments.pairing.past import Past, rests_again, seat_sides
from tournaments.pairing.whist import Four

CLUB_WEIGHT = PARTNER_WEIGHT * PARTNER_WEIGHT
FAMILY_WEIGHT = CLUB_WEIGHT * PARTNER_WEIGHT


def repetitions_of(order: Sequence[int], past: Past, options: Options) -> Repetitions:
    """What earlier rounds, and those to be kept apart, make it cost to bring entries together, by place."""
    place = {entry: i for i, entry in enumerate(order)}
    repetitions = Repetitions(len(order))
    for a, b in combinations(order, 2):
        partners = len(past.partnered.get(a, {}).get(b, ()))
        tables = len(past.met.get(a, {}).get(b, ()))
        if partners or tables:
            repetitions.add(place[a], place[b], partners=partners, tables=tables)
    for groups, weight in ((options.families, FAMILY_WEIGHT), (options.clubs, CLUB_WEIGHT)):
        for group in groups:
            for a, b in combinations([place[entry] for entry in group if entry in place], 2):
                repetitions.add(a, b, tables=weight)
    return repetitions


def seat_fours(
    fours: Mapping[int, Four], rests: Sequence[int], present: Sequence[int], past: Past, options: Options
) -> RoundDraw:
    """The draw of a round whose tables are known by number, entries with partners side by side.

    Lines change as in every movement. Fixed entries get their table, in exchange for the number it had, and
    NS; the relaxations name all that is repeated or could not be kept.
    """
    fixed = [(entry, table) for entry, table in options.fixed if entry in present and entry not in rests]
    seatings = []
    for table, four in _renumbered(fours, fixed).items():
        seating = seat_sides(table, four[:2], four[2:], past)
        to_north = next((entry for entry, _ in fixed if entry in four), None)
        if to_north in seating.ew:
            seating = Seating(table, seating.ew, seating.ns)
        seatings.append(seating)
    seatings.sort(key=lambda seating: seating.table)
    resting = tuple(Rest(entry) for entry in rests)
    relaxations = (
        *_partners_again(seatings, past),
        *_not_apart(seatings, options),
        *_not_on_their_seat(seatings, fixed),
        *rests_again(resting, present, past),
    )
    return RoundDraw(tuple(seatings), resting, relaxations)


def _renumbered(fours: Mapping[int, Four], fixed: Sequence[tuple[int, int]]) -> dict[int, Four]:
    """The tables with the fixed entries at their numbers, the most important entries first."""
    numbered = dict(fours)
    kept: set[int] = set()
    for entry, table in fixed:
        now = next(number for number, four in numbered.items() if entry in four)
        if now in kept or table in kept:
            continue
        four = numbered.pop(now)
        if table in numbered:
            numbered[now] = numbered[table]
        numbered[table] = four
        kept.add(table)
    return numbered


def _partners_again(seatings: Sequence[Seating], past: Past) -> Iterator[Relaxation]:
    for seating in seatings:
        for a, b in (seating.ns, seating.ew):
            if b in past.partnered.get(a, {}):
                yield Relaxation("partner_again", (a, b), past.partnered[a][b])


def _not_apart(seatings: Sequence[Seating], options: Options) -> Iterator[Relaxation]:
    table_of = {entry: seating.table for seating in seatings for entry in seating.everybody}
    for code, groups in (("same_family", options.families), ("same_club", options.clubs)):
        for group in groups:
            for a, b in combinations([entry for entry in group if entry in table_of], 2):
                if table_of[a] == table_of[b]:
                    yield Relaxation(code, (a, b))


def _not_on_their_seat(seatings: Sequence[Seating], fixed: Sequence[tuple[int, int]]) -> Iterator[Relaxation]:
    for entry, table in fixed:
        seating = next(seating for seating in seatings if entry in seating.everybody)
        if seating.table != table or entry not in seating.ns:
            yield Relaxation("fixed_seat", (entry,))
