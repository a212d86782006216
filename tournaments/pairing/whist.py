"""Whist schedules: everybody partners everybody once and opposes everybody twice.

A starter is one round whose tables, moved on by one place again and again, give all the others. Notation:
(N S|E W). With 4k players the highest place stays and the rest goes round modulo 4k − 1; with 4k + 1 all go
round modulo 4k + 1, and the place that the starter leaves out rests. Nine players go round modulo 3 in both
digits of their place written in base 3. Starters found by search, each verified by a test.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

Four = tuple[int, int, int, int]
"""Places at a table, partners side by side: N, S, E, W."""

STARTERS: Mapping[int, str] = {
    4: "(3 0|2 1)",
    5: "(4 1|3 2)",
    8: "(6 7|1 2)(0 4|5 3)",
    9: "(1 2|3 6)(4 8|5 7)",
    12: "(2 8|4 7)(0 9|1 11)(5 6|3 10)",
    13: "(2 8|3 4)(1 10|7 5)(9 12|11 6)",
    16: "(12 11|9 2)(1 4|6 0)(13 8|5 7)(3 14|10 15)",
    17: "(3 2|13 5)(10 7|6 12)(9 11|1 14)(8 15|4 16)",
    20: "(7 14|12 1)(15 10|0 18)(2 4|11 19)(3 9|8 5)(16 6|13 17)",
    21: "(15 18|13 8)(12 20|16 9)(19 17|10 4)(7 6|5 1)(3 14|11 2)",
    24: "(1 12|9 23)(5 18|3 21)(10 17|0 22)(20 6|15 19)(4 2|8 16)(7 13|11 14)",
    25: "(10 17|15 20)(9 11|3 4)(5 1|22 19)(12 24|21 13)(23 14|2 8)(7 18|6 16)",
    28: "(25 2|15 10)(21 8|23 26)(20 13|19 0)(27 12|16 1)(24 18|7 17)(14 5|11 9)(4 3|6 22)",
    29: "(1 28|14 15)(2 27|4 25)(3 26|6 23)(5 24|12 17)(7 22|11 18)(8 21|13 16)(9 20|10 19)",
    32: "(31 25|24 14)(2 10|15 18)(3 1|6 22)(7 20|16 27)(30 0|29 12)(21 26|28 4)(19 13|5 9)(8 17|11 23)",
    36: (
        "(8 13|32 30)(24 11|18 9)(15 22|25 35)(7 27|6 31)(29 0|17 21)(33 14|1 2)(16 28|26 23)"
        "(5 19|10 34)(3 20|4 12)"
    ),
    37: (
        "(1 36|15 22)(2 35|3 34)(4 33|13 24)(5 32|7 30)(6 31|16 21)(8 29|11 26)(9 28|17 20)"
        "(10 27|14 23)(12 25|18 19)"
    ),
    40: (
        "(35 30|37 6)(5 19|33 21)(22 18|15 31)(16 34|39 12)(4 11|10 38)(32 29|2 1)(8 17|25 23)"
        "(3 20|24 0)(36 26|7 13)(27 14|28 9)"
    ),
    41: (
        "(1 40|2 39)(3 38|16 25)(4 37|12 29)(5 36|15 26)(6 35|11 30)(7 34|19 22)(8 33|10 31)"
        "(9 32|18 23)(13 28|17 24)(14 27|20 21)"
    ),
    44: (
        "(22 43|35 19)(24 13|0 7)(25 5|39 40)(14 20|2 41)(9 12|38 4)(37 8|28 15)(1 23|34 3)"
        "(21 6|16 33)(30 11|26 36)(18 10|42 17)(27 32|29 31)"
    ),
}


@lru_cache(maxsize=64)
def whist_cycle(players: int) -> tuple[tuple[Four, ...], ...] | None:
    """All rounds of the schedule for so many players; None where no starter is known.

    With 4k + 3 players one place of the schedule for 4k + 4 is nobody's: its table is missing from each round
    and the other three rest, three times each by the end. The order of the rounds spreads these rests.
    """
    if players in STARTERS:
        shifts = range(players - 1 if players % 4 == 0 else players)
        return tuple(_moved_on(players, shift) for shift in shifts)
    if players % 4 == 3 and players + 1 in STARTERS:
        rounds = [_moved_on(players + 1, shift) for shift in range(players)]
        return tuple(
            tuple(four for four in rounds[shift] if players not in four)
            for shift in _spreading_rests(players, rounds)
        )
    return None


def _moved_on(players: int, shift: int) -> tuple[Four, ...]:
    """The starter for so many players, moved on by `shift` places."""

    def move(place: int) -> int:
        if players == 9:
            return (place // 3 + shift // 3) % 3 * 3 + (place + shift) % 3
        modulus = players - 1 if players % 4 == 0 else players
        return place if place == modulus else (place + shift) % modulus

    places = [move(int(place)) for place in re.findall(r"\d+", STARTERS[players])]
    return tuple((places[i], places[i + 1], places[i + 2], places[i + 3]) for i in range(0, len(places), 4))


def _spreading_rests(players: int, rounds: list[tuple[Four, ...]]) -> list[int]:
    """An order of the rounds in which nobody gets far ahead in rests: the next is always the evenest."""
    resting = [
        [place for four in fours if players in four for place in four if place != players] for fours in rounds
    ]
    rests = [0] * players
    left = list(range(players))
    order = []
    while left:
        chosen = min(
            left,
            key=lambda shift: (sum(rests[place] ** 2 + 2 * rests[place] for place in resting[shift]), shift),
        )
        left.remove(chosen)
        order.append(chosen)
        for place in resting[chosen]:
            rests[place] += 1
    return order
