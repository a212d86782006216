"""Samples: legal hands that look like an evening's, for demonstrations, rehearsals and tests.

The difference of two lines over four hands spreads like a real field's: about normal, with a standard
deviation near 886 points under the default regulations.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.bounds import Bounds, bounds
from scoring.matches import MatchFormat, fold
from scoring.records import EndReason, Hand, HandScore, Layer, resolve
from scoring.regulations import BurracoKind, Regulations

# Weights of 0, 1, 2 … burrachi of a side in a hand, by how its cards run; and of the kinds they turn out.
_RUNNING_WELL, _RUNNING_BADLY = (5, 25, 42, 20, 8), (38, 42, 16, 4)
_KINDS: Mapping[BurracoKind, int] = {
    BurracoKind.CLEAN: 40,
    BurracoKind.SEMI_CLEAN: 18,
    BurracoKind.DIRTY: 38,
    BurracoKind.SUPER: 3,
    BurracoKind.SUPER_DIRTY: 2,
    BurracoKind.ROYAL: 1,
    BurracoKind.ROYAL_DIRTY: 1,
}
_CLOSED_HANDS = 0.8
_MISSES = (0.15, 0.08)  # a pozzetto, running badly and running well without closing
_MOST_LEFT = (140, 60)  # points in hand, of a side that did not close and of one that did
_LAID_BESIDES = (60, 40)  # points beyond the burrachi's cheapest cards: mean and deviation
_OTHER_ENDS = (EndReason.STOCK, EndReason.STOCK, EndReason.STOCK, EndReason.TIME, EndReason.STALL)


@dataclass(slots=True)
class _Side:
    """One side of a hand in the making; laid and left in points."""

    counts: Counter[BurracoKind]
    closed: bool = False
    missed: bool = False
    laid: int = 0
    left: int = 0


def random_hand(
    rng: random.Random,
    regulations: Regulations,
    *,
    layer: Layer = Layer.DETAIL,
    players: int = 4,
    covers: int = 1,
) -> Hand:
    """A legal record over `covers` hands, typed in `layer`: `problems` finds no error in it.

    The regulations must themselves be without problems. ValueError for a number of players nobody seats.
    """
    limit = bounds(regulations, players)
    dealt = [_one_hand(rng, regulations, limit) for _ in range(covers)]
    ends = [end for _, end in dealt]
    hands = [sides for sides, _ in dealt]
    whole = Hand(
        tuple(_written(hands, i, regulations) for i in range(len(limit.sizes))),
        covers,
        next((end for end in ends if end is not EndReason.CLOSED), EndReason.CLOSED),
    )
    if layer is Layer.DETAIL:
        return whole
    sides = resolve(whole, regulations)
    if layer is Layer.QUICK:
        return Hand(tuple(HandScore(base=side.base, points=side.points) for side in sides), covers)
    return Hand(tuple(HandScore(total=side.total) for side in sides), covers)


def random_match(
    rng: random.Random, regulations: Regulations, match_format: MatchFormat, layer: Layer = Layer.QUICK
) -> tuple[Hand, ...]:
    """The hands of a match between two lines, one record each: so many, or until the target is reached."""
    hands: list[Hand] = []
    scores: list[tuple[int, int]] = []
    while not fold(scores, match_format).complete:
        hand = random_hand(rng, regulations, layer=layer)
        ns, ew = (side.total or 0 for side in resolve(hand, regulations))
        hands.append(hand)
        scores.append((ns, ew))
    return tuple(hands)


def _one_hand(rng: random.Random, regulations: Regulations, limit: Bounds) -> tuple[list[_Side], EndReason]:
    lucky = rng.randrange(len(limit.sizes))
    sides = [_melds(rng, regulations, limit, lucky=i == lucky) for i in range(len(limit.sizes))]
    sides[lucky].closed = rng.random() < _CLOSED_HANDS and _may_close(sides[lucky], limit)
    for i, side in enumerate(sides):
        side.missed = not side.closed and rng.random() < _MISSES[i == lucky]
        _deal_points(rng, side, i, limit)
    return sides, EndReason.CLOSED if sides[lucky].closed else rng.choice(_OTHER_ENDS)


def _melds(rng: random.Random, regulations: Regulations, limit: Bounds, *, lucky: bool) -> _Side:
    """Burrachi that leave the side at least half of its share of the deck's points for everything else."""
    kinds = list(regulations.bonuses)
    weights = _RUNNING_WELL if lucky else _RUNNING_BADLY
    number = rng.choices(range(len(weights)), weights)[0]
    counts = Counter(rng.choices(kinds, [_KINDS[kind] for kind in kinds], k=number))
    while _cheapest(counts, limit) > _share(limit) // 2:
        counts -= Counter({max(counts, key=lambda kind: limit.cheapest[kind]): 1})
    return _Side(counts)


def _cheapest(counts: Mapping[BurracoKind, int], limit: Bounds) -> int:
    return sum(limit.cheapest[kind] * count for kind, count in counts.items())


def _share(limit: Bounds) -> int:
    """A side's part of the deck's points: as long as nobody exceeds it, no bound on all sides is broken."""
    return limit.live // len(limit.sizes)


def _may_close(side: _Side, limit: Bounds) -> bool:
    return not limit.closers or any(side.counts[kind] for kind in limit.closers)


def _deal_points(rng: random.Random, side: _Side, i: int, limit: Bounds) -> None:
    """Cards left and laid: at least what the rules ask, at most the side's share of the deck together."""
    least_left = (limit.held_closed if side.closed else limit.held_open)[i]
    least_laid = _cheapest(side.counts, limit)
    left = round(rng.uniform(0, _MOST_LEFT[side.closed]))
    side.left = _stepped(left, least_left, _share(limit) - least_laid, limit.step)
    laid = least_laid + round(abs(rng.gauss(*_LAID_BESIDES)))
    side.laid = _stepped(laid, least_laid, _share(limit) - side.left, limit.step)


def _stepped(points: int, lowest: int, highest: int, step: int) -> int:
    """Points moved between two bounds and down to a multiple of the step, as the lower bound is one."""
    points = max(lowest, min(points, highest))
    return points - points % step


def _written(hands: Sequence[Sequence[_Side]], i: int, regulations: Regulations) -> HandScore:
    """One side of a record over these hands. Over several, only what counts is written (see `HandScore`)."""
    own = [hand[i] for hand in hands]
    spares_all = regulations.missed_only_if_other_took and len(hands) > 1
    unpaid = sum(all(side.missed for side in hand) for hand in hands) if spares_all else 0
    pays = regulations.closing_line_pays_hand
    return HandScore(
        counts=sum((side.counts for side in own), Counter()),
        closings=sum(side.closed for side in own),
        missed=sum(side.missed for side in own) - unpaid,
        laid=sum(side.laid for side in own),
        left=sum(side.left for side in own if pays or not side.closed),
    )
