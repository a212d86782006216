"""Rounds drawn by lot. The draw is an order shuffled by the seed, paired from the top without rematches.

In a first round, when nothing is barred, every pairing is equally likely.
"""

import random
from collections.abc import Iterable, Mapping

from tournaments.pairing.around import draw_around
from tournaments.pairing.danish import seat_in_order
from tournaments.pairing.draws import Relaxation, Request, Rest, RoundDraw
from tournaments.pairing.past import Past, Rounds, read_past, rests_again, seat_sides
from tournaments.pairing.top_down import pair_from_the_top


def shuffled(entries: Iterable[int], rng: random.Random) -> tuple[int, ...]:
    """The entries in an order that depends on the seed alone, not on the order they come in."""
    order = sorted(entries)
    rng.shuffle(order)
    return tuple(order)


def draw_lots(request: Request, rng: random.Random) -> RoundDraw:
    """A random round of pairs or of individuals. Who rests is drawn among those who have rested least."""
    if request.options.sizes:
        return draw_around(request, rng)
    order = shuffled(request.ranking, rng)
    past = read_past(request.history)
    if request.options.line_size == 1:
        return seat_in_order(order, past, past.met)
    return _draw_individuals(order, past)


def _draw_individuals(order: tuple[int, ...], past: Past) -> RoundDraw:
    """Four at a table: first as few partners again as possible, then as few opponents or partners again.

    Two matchings one after the other: entries into couples, couples into tables. The first is exact; the
    second is the best for the couples of the first, not for all that could have been.
    """
    by_rests = sorted(order, key=lambda entry: -len(past.rests.get(entry, ())))
    odd = len(order) % 4
    resting = set(by_rests[len(order) - odd :])
    playing = tuple(entry for entry in order if entry not in resting)
    couples = pair_from_the_top(playing, past.partnered, frozenset(), past.numbers)
    tables = pair_from_the_top(
        range(len(couples.pairs)), _seen(couples.pairs, past), frozenset(), past.numbers
    )
    rests = tuple(Rest(entry) for entry in order if entry in resting)
    again = tuple(Relaxation("partner_again", (a, b), past.partnered[a][b]) for a, b in couples.conceded)
    return RoundDraw(
        seatings=tuple(
            seat_sides(table, couples.pairs[first], couples.pairs[second], past)
            for table, (first, second) in enumerate(tables.pairs, start=1)
        ),
        rests=rests,
        relaxations=again + rests_again(rests, order, past),
    )


def _seen(couples: tuple[tuple[int, int], ...], past: Past) -> Mapping[int, Mapping[int, Rounds]]:
    """For each couple, the couples whose members have shared a table with its own, once for each time."""
    place = {entry: i for i, couple in enumerate(couples) for entry in couple}
    seen: dict[int, dict[int, Rounds]] = {i: {} for i in range(len(couples))}
    for i, couple in enumerate(couples):
        for entry in couple:
            for shared in (past.met.get(entry, {}), past.partnered.get(entry, {})):
                for other, rounds in shared.items():
                    if place.get(other, i) != i:
                        known = seen[i].get(place[other], ())
                        seen[i][place[other]] = tuple(sorted(known + rounds))
    return seen
