"""Single players at tables of two, three, four and five, by lot: families and clubs apart, and who has met
seldom meets now."""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from tournaments.pairing.bans import groups_of, together
from tournaments.pairing.company import CLUB_WEIGHT, FAMILY_WEIGHT
from tournaments.pairing.draws import Options, Relaxation, Request, Rest, RoundDraw, Seating
from tournaments.pairing.past import Past, read_past, rests_again, seat_sides

IN_LINES = {2, 4}  # at these sizes two lines meet; at the others everybody opposes everybody
Weights = Mapping[int, Mapping[int, int]]
TRIES = 12  # shuffles from which exchanges begin: more help little, the best of them is kept


def table_sizes(entries: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Players at each table when so many sit at tables of these sizes, the usual one first.

    As few as possible stay without a table; among those, as many tables as possible are of the usual size.
    """
    usual, *others = sizes
    spare = others[0] if others else usual
    best = min(((entries - usual * count) % spare, -count) for count in range(entries // usual + 1))
    count = -best[1]
    rest = entries - usual * count
    return (usual,) * count + (spare,) * (rest // spare if others else 0)


def draw_around(request: Request, rng: random.Random) -> RoundDraw:
    """A random round at tables of `request.options.sizes`. Who rests is drawn among those who rested least.

    Of several shuffles, each bettered by exchanges between tables, the one with fewest of a family, then of a
    club, at one table, then with fewest repeated meetings: not always the least possible, but never one that
    a single exchange would better. Who keeps a table has it where it is one of the same size.
    """
    order = sorted(request.ranking)
    rng.shuffle(order)
    past = read_past(request.history)
    sizes = table_sizes(len(order), request.options.sizes)
    by_rests = sorted(order, key=lambda entry: -len(past.rests.get(entry, ())))
    resting = set(by_rests[sum(sizes) :])
    rests = tuple(Rest(entry) for entry in order if entry in resting)
    players = [entry for entry in order if entry not in resting]
    tables = _fewest_repeats(players, sizes, _weights(players, past, request.options), rng)
    _keep_tables(tables, request.options)
    seatings = tuple(
        _on_its_line(_seated(number, table, past), request.options) for number, table in enumerate(tables, 1)
    )
    facing = [two for seating in seatings for two in _facing(seating)]
    apart = together(facing, groups_of(request.options.families), groups_of(request.options.clubs))
    moved = tuple(_not_kept(seatings, request.options))
    again = tuple(
        Relaxation("rematch", (a, b), _together(a, b, past))
        for table in tables
        if len(table) not in IN_LINES
        for a, b in combinations(table, 2)
        if _together(a, b, past)
    )
    return RoundDraw(seatings, rests, again + apart + moved + rests_again(rests, order, past))


def _together(a: int, b: int, past: Past) -> tuple[int, ...]:
    """Rounds in which two shared a table, rising."""
    return tuple(sorted((*past.met.get(a, {}).get(b, ()), *past.partnered.get(a, {}).get(b, ()))))


def _fewest_repeats(
    players: list[int], sizes: Sequence[int], weights: Weights, rng: random.Random
) -> list[list[int]]:
    """The players dealt to tables of these sizes."""
    best: tuple[int, list[list[int]]] | None = None
    for _unused in range(TRIES):
        tables = _dealt(players, sizes)
        cost = _bettered(tables, weights)
        if best is None or cost < best[0]:
            best = cost, tables
        if best[0] == 0:
            break
        players = players[:]
        rng.shuffle(players)
    return best[1] if best else []


def _weights(players: Sequence[int], past: Past, options: Options) -> Weights:
    """The cost of bringing two together: the square of the times they were, so that none meet often, and much
    more for two of a family or of a club."""
    weights: dict[int, dict[int, int]] = {player: {} for player in players}
    families, clubs = groups_of(options.families), groups_of(options.clubs)
    for a, b in combinations(players, 2):
        cost = len(_together(a, b, past)) ** 2
        cost += FAMILY_WEIGHT * (b in families.get(a, ())) + CLUB_WEIGHT * (b in clubs.get(a, ()))
        if cost:
            weights[a][b] = weights[b][a] = cost
    return weights


def _dealt(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(players[start : start + size]))
        start += size
    return tables


def _bettered(tables: list[list[int]], weights: Weights) -> int:
    """Exchange players between tables as long as that spares meetings; the cost that is left."""

    def cost(player: int, table: Sequence[int]) -> int:
        known = weights[player]
        return sum(known.get(other, 0) for other in table) if known else 0

    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(tables, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    a, b = one[i], other[j]
                    before = cost(a, one) + cost(b, other)
                    if not before:
                        continue
                    one[i], other[j] = b, a
                    if cost(b, one) + cost(a, other) < before:
                        is_better = True
                    else:
                        one[i], other[j] = a, b
    return sum(cost(player, table) for table in tables for player in table) // 2


def _seated(number: int, table: Sequence[int], past: Past) -> Seating:
    """Two lines where two lines meet, partners who were so least often; else the players round the table."""
    if len(table) not in IN_LINES:
        return Seating(number, (), (), tuple(table))
    if len(table) == 2:
        return seat_sides(number, (table[0],), (table[1],), past)
    first, *others = table
    partner = min(others, key=lambda other: _partnered(first, other, others, past))
    opponents = [entry for entry in others if entry != partner]
    return seat_sides(number, (first, partner), (opponents[0], opponents[1]), past)


def _partnered(first: int, partner: int, others: Sequence[int], past: Past) -> int:
    """How often the two couples of a table were couples before."""
    one, other = (entry for entry in others if entry != partner)
    return sum(len(past.partnered.get(a, {}).get(b, ())) for a, b in ((first, partner), (one, other)))


def _keep_tables(tables: list[list[int]], options: Options) -> None:
    """Bring who keeps a table to it, the most important first, in exchange for the number the table had."""
    kept: set[int] = set()
    for entry, number in options.fixed:
        now = next((at for at, table in enumerate(tables) if entry in table), None)
        to = number - 1
        if now is None or {now, to} & kept or to >= len(tables) or len(tables[now]) != len(tables[to]):
            continue
        tables[now], tables[to] = tables[to], tables[now]
        kept.add(to)


def _on_its_line(seating: Seating, options: Options) -> Seating:
    """The seating with who keeps this table N-S, the most important of them."""
    own = (entry for entry, number in options.fixed if number == seating.table and entry in seating.everybody)
    if next(own, None) in seating.ew:
        return Seating(seating.table, seating.ew, seating.ns)
    return seating


def _facing(seating: Seating) -> Iterator[tuple[int, int]]:
    """Who plays against whom: line against line, or everybody against everybody round the table."""
    return product(seating.ns, seating.ew) if seating.ns else combinations(seating.ring, 2)


def _not_kept(seatings: Sequence[Seating], options: Options) -> Iterator[Relaxation]:
    """A `fixed_seat` for who keeps a table, or the N-S line there, and sits elsewhere."""
    for entry, number in options.fixed:
        here = next((seating for seating in seatings if entry in seating.everybody), None)
        if here is not None and (here.table != number or entry in here.ew):
            yield Relaxation("fixed_seat", (entry,))
