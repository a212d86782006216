"""Individual phases of eight rounds, drawn round by round: `python -m benchmarks.individual`.

Each phase begins with nothing remembered, as in a process just started; then its last round is drawn again as
by another process that has to make the whole schedule anew, and once more with the schedule remembered. The
last columns count the couples and the table-mates who come together again, one for each time too many.
"""

import random
import time
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from tournaments.pairing.draws import Options, PastRound, Request, RoundDraw
from tournaments.pairing.methods import METHODS
from tournaments.pairing.schedules import annealed_round, shift_triples
from tournaments.pairing.whist import whist_cycle

ROUNDS = 8
TARGET_AT_100 = 5.0


def forget() -> None:
    """What a new process would not know."""
    for remembered in (annealed_round, shift_triples, whist_cycle):
        remembered.cache_clear()


def drawn(players: int, earlier: list[RoundDraw]) -> tuple[float, RoundDraw]:
    """Seconds that the next round takes, and the round."""
    history = tuple(
        PastRound(number, draw.seatings, draw.rests) for number, draw in enumerate(earlier, start=1)
    )
    request = Request(
        tuple(range(1, players + 1)), history, ROUNDS, len(earlier) + 1, options=Options(line_size=2)
    )
    start = time.perf_counter()
    draw = METHODS["individual"](request, random.Random(1))
    return time.perf_counter() - start, draw


def again(groups: Iterable[frozenset[int]]) -> int:
    """How many come together again, one for each two times of the same two."""
    return sum(times * (times - 1) // 2 for times in Counter(groups).values())


def main() -> None:
    """Print one table; stop with an error when the target is missed or partners repeat."""
    print(f"{'players':>8}{'phase s':>9}{'last anew ms':>14}{'last ms':>9}{'partners':>10}{'mates':>7}")
    for players in (9, 18, 40, 42, 99, 100, 101, 102):
        forget()
        draws: list[RoundDraw] = []
        whole = 0.0
        for _ in range(ROUNDS):
            seconds, draw = drawn(players, draws)
            whole += seconds
            draws.append(draw)
        forget()
        anew, _ = drawn(players, draws[:-1])
        warm, _ = drawn(players, draws[:-1])
        tables = [seating for draw in draws for seating in draw.seatings]
        partners = again(frozenset(line) for table in tables for line in (table.ns, table.ew))
        mates = again(frozenset(two) for table in tables for two in combinations(table.everybody, 2))
        print(
            f"{players:>8}{whole:>9.2f}{anew * 1000:>14.0f}{warm * 1000:>9.1f}{partners:>10}{mates:>7}",
            flush=True,
        )
        assert partners == 0, f"of {players} players some have a partner again"
        assert players != 100 or whole < TARGET_AT_100, f"100 players take {whole:.1f} s"


if __name__ == "__main__":
    main()
