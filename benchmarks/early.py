"""What is certain while two tables are missing, against a draw for each order: `python -m benchmarks.early`.

All ask it of the fourth round of an evening of four hands. Every order of the standings that two missing
tables can lead to is tried: the way before made the whole draw for each, ours looks up once what no order
changes and only pairs. Both must give the same answer. Swiss compares costs for each order: it gains less.
The targets are judged on the larger field.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from benchmarks.seasoned import seasoned
from scoring.victory_points import VP_TABLES
from tournaments.pairing.draws import Request
from tournaments.pairing.early import Band, Certain, Standing, bands_of
from tournaments.pairing.early_tried import certain_tried
from tournaments.pairing.methods import METHODS, PAIRERS
from tournaments.pairing.top_down import Pairer, Pairing

EARLIER_ROUNDS = 3
HIGHEST = 20_000  # more than the difference of four hands can be
ABSENT = (Band(12, 8, 305, 305), Band(8, 12, -305, -305), Band(0, 0, 0, 0))
TARGETS = {"danish_modified": 5.0, "danish_no_rematch": 5.0, "swiss": 1.1}
SIZES = (64, 100)
Field = tuple[Request, list[Standing], list[tuple[int, int]]]


def field(movement: str, pairs: int) -> Field:
    """A request, what its entries have, and the two tables of the last round that are missing."""
    rng = random.Random(pairs)
    request = seasoned(movement, pairs, EARLIER_ROUNDS, seed=pairs)
    missing = {1 + pairs // 8, 1 + pairs // 3}
    vp, mp = dict.fromkeys(request.ranking, 0), dict.fromkeys(request.ranking, 0)
    playing = []
    for past in request.history:
        for seating in past.seatings:
            (ns,), (ew,) = seating.ns, seating.ew
            if past is request.history[-1] and seating.table in missing:
                playing.append((ns, ew))
                continue
            won = rng.choice([10] * 4 + list(range(2, 19)))
            difference = (won - 10) * 150 + 5 * rng.randrange(-10, 11)
            vp[ns], vp[ew] = vp[ns] + won, vp[ew] + 20 - won
            mp[ns], mp[ew] = mp[ns] + difference, mp[ew] - difference
    return request, [Standing(entry, vp[entry], mp[entry], entry) for entry in request.ranking], playing


def by_whole_draws(movement: str) -> Callable[[Request], Pairer]:
    """The way before: seats, sides and all, from the history, for every order."""

    def prepared(request: Request) -> Pairer:
        def pair(order: Sequence[int]) -> Pairing:
            draw = METHODS[movement](replace(request, ranking=tuple(order)), random.Random(0))
            rest = next((rest.entry for rest in draw.rests), None)
            return Pairing(tuple((seating.ns[0], seating.ew[0]) for seating in draw.seatings), rest)

        return pair

    return prepared


def timed(pairer: Callable[[Request], Pairer], asked: Field) -> tuple[float, Certain]:
    """Seconds of processor time, and the answer."""
    request, standings, playing = asked
    table = VP_TABLES["hands-4"]
    bands = (*bands_of(table.limits, table.pairs, HIGHEST, 5), *ABSENT)
    start = time.process_time()
    found = certain_tried(request, pairer, standings=standings, playing=playing, bands=bands)
    return time.process_time() - start, found


def main() -> None:
    """Print one table; stop with an error when the answers differ or the target is missed."""
    print(f"{'movement':>18}{'pairs':>6}{'whole draws s':>15}{'ours s':>8}{'ratio':>7}{'certain':>9}")
    for movement, target in TARGETS.items():
        for pairs in SIZES:
            asked = field(movement, pairs)
            before, expected = timed(by_whole_draws(movement), asked)
            ours, found = timed(PAIRERS[movement], asked)
            ratio, certain = before / ours, len(found.tables)
            print(f"{movement:>18}{pairs:>6}{before:>15.2f}{ours:>8.2f}{ratio:>7.1f}{certain:>9}")
            assert found == expected, f"two different answers for {pairs} by {movement}"
        assert before >= target * ours, f"{movement} at {pairs} pairs: less than {target} times faster"


if __name__ == "__main__":
    main()
