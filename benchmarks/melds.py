"""Classifying melds of seven cards against adding up their points: `python -m benchmarks.melds`.

Melds by chance, shuffled, half of them with a wild. Time is the processor's, the least of several readings
taken in turns.
"""

import random
import sys
import time
from collections.abc import Callable

from scoring.cards import RUN_ORDER, SET_RANKS, Card, Rank, Suit
from scoring.melds import Meld, classify
from scoring.regulations import PRESETS

MELDS, REPEATS = 10_000, 7
AT_LEAST = 50_000  # melds a second on one core
RULES = PRESETS["fitab-2025"]
JOKER = Card(Rank.JOKER)


def meld_of_seven(rng: random.Random) -> list[Card]:
    """Seven cards of equal rank, or in order, shuffled; perhaps one of them is a joker."""
    if rng.random() < 0.5:
        rank = rng.choice(SET_RANKS)
        cards = [Card(rank, suit) for suit in rng.sample([*Suit, *Suit], 7)]
    else:
        start, suit = rng.randrange(8), rng.choice(list(Suit))
        cards = [Card(rank, suit) for rank in RUN_ORDER[start : start + 7]]
    if rng.random() < 0.5:
        cards[rng.randrange(7)] = JOKER
    rng.shuffle(cards)
    return cards


def least_seconds(ways: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Processor seconds of each way, the least of several readings taken in turns."""
    least = dict.fromkeys(ways, float("inf"))
    for _turn in range(REPEATS):
        for name, way in ways.items():
            start = time.process_time()
            way()
            least[name] = min(least[name], time.process_time() - start)
    return least


def main() -> int:
    """Print the figures; the exit code says whether they meet what is asked."""
    rng = random.Random(7)
    melds = [meld_of_seven(rng) for _number in range(MELDS)]
    assert all(isinstance(classify(cards, RULES), Meld) for cards in melds)  # else nothing is measured
    values = RULES.table_values
    least = least_seconds(
        {
            "added": lambda: [sum([values[card.rank] for card in cards]) for cards in melds],
            "classified": lambda: [classify(cards, RULES) for cards in melds],
        }
    )
    a_second, ratio = MELDS / least["classified"], least["classified"] / least["added"]
    print(f"seven cards added: {least['added'] / MELDS * 1e6:.2f} µs")
    print(f"classified: {least['classified'] / MELDS * 1e6:.2f} µs, {ratio:.1f} times")
    print(f"{a_second:,.0f} a second; at least {AT_LEAST:,}: {'yes' if a_second >= AT_LEAST else 'NO'}")
    return int(a_second < AT_LEAST)


if __name__ == "__main__":
    sys.exit(main())
