"""Tables of two, three and five: who plays with whom in a hand, and what it is worth to each player.

Source: domain 10. Players are seats numbered from 1 round the table. A player's points are kept in halves,
as integers, because partners of a hand share their side's points; VP and MP are exact fractions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from scoring.bounds import DECKS, SIZES
from scoring.hands import Hand, HandProblem, HandScore, Level, problems
from scoring.matches import MatchFormat
from scoring.regulations import Figures, Regulations
from scoring.victory_points import VpKind, VpTable


@dataclass(frozen=True, slots=True)
class TableSize:
    """What is dealt to so many players: decks, and the cards of each pozzetto in the order they are taken.

    `pozzetti_alone` are those of the deals in which everybody plays alone, after the switch.
    """

    players: int
    decks: int
    pozzetti: tuple[int, ...]
    pozzetti_alone: tuple[int, ...]


TABLE_SIZES: Mapping[int, TableSize] = {
    2: TableSize(2, DECKS[2], (11, 11), (11, 11)),
    3: TableSize(3, DECKS[3], (18, 11), (11,) * 3),
    4: TableSize(4, DECKS[4], (11, 11), (11, 11)),
    5: TableSize(5, DECKS[5], (18, 11, 11), (11,) * 5),
}
CHANGING = frozenset({3, 5})  # tables whose sides are decided hand by hand


@dataclass(frozen=True, slots=True)
class Aim:
    """Points of a player at which everybody plays alone from the next deal, and at which the match ends.

    `target` None: no document says it, the organiser is asked.
    """

    switch: int
    target: int | None


# The first is S2's; the others are those of other codes.
AIMS: Mapping[int, tuple[Aim, ...]] = {
    3: (Aim(1500, 2005), Aim(1000, 1505)),
    5: (Aim(1500, 2005), Aim(1005, None)),
}


def sides_of_hand(players: int, alone: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The sides of a hand as seats; the one who plays alone comes first.

    `alone` is the seat that took the pozzetto of 18 cards first; None: nobody took it, all play alone. Five
    players: the other four are two pairs by alternate seats, counted onwards from the lone player. ValueError
    for a seat that is not there, and at a table whose sides never change.
    """
    seats = range(1, players + 1)
    if players not in SIZES:
        raise ValueError(f"no table has {players} players")
    if alone is None:
        return ((1, 3), (2, 4)) if players == 4 else tuple((seat,) for seat in seats)
    if players not in CHANGING or alone not in seats:
        raise ValueError(f"seat {alone} cannot play alone at a table of {players}")
    others = tuple((alone + step - 1) % players + 1 for step in range(1, players))
    if players == 3:
        return (alone,), others
    return (alone,), others[::2], others[1::2]


@dataclass(frozen=True, slots=True)
class TableHand:
    """A hand's points by side, in the order of `sides_of_hand`, and the seat that played alone."""

    totals: tuple[int, ...]
    alone: int | None = None


def shares(players: int, hand: TableHand) -> tuple[int, ...]:
    """Half points of each player, by seat: a lone player's are full, a partner has half of the side's points.

    ValueError when the hand has not one total for each side.
    """
    halves = [0] * players
    for side, total in zip(sides_of_hand(players, hand.alone), hand.totals, strict=True):
        for seat in side:
            halves[seat - 1] = 2 * total // len(side)
    return tuple(halves)


def rounded_up(halves: int) -> int:
    """Half points as whole points, for codes that round up: −192.5 → −192."""
    return -(-halves // 2)


@dataclass(frozen=True, slots=True)
class TableResult:
    """A match of single players so far. `running` and `totals` are half points by seat.

    `alone` says of each hand, and of the next one, whether it is dealt after the switch.
    """

    hands_played: int
    running: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    alone: tuple[bool, ...]
    complete: bool
    missing_hands: int | None  # None where a target decides


def fold_table(
    hands: Sequence[TableHand],
    match_format: MatchFormat,
    players: int,
    *,
    switch: int | None = None,
    timed_out: bool = False,
) -> TableResult:
    """Add up the hands by player. `switch` is in points; None: sides are formed to the end.

    With a target the match ends after the hand in which a player reaches it, unless two share the highest
    total: then another hand. `timed_out` ends it as it stands.
    """
    totals, running = (0,) * players, []
    alone = [_switched(totals, switch)]
    for hand in hands:
        totals = tuple(map(sum, zip(totals, shares(players, hand), strict=True)))
        running.append(totals)
        alone.append(_switched(totals, switch))
    missing = None if match_format.hands is None else max(0, match_format.hands - len(hands))
    complete = timed_out or (_reached(totals, match_format) if missing is None else missing == 0)
    return TableResult(len(hands), tuple(running), totals, tuple(alone), complete, missing)


def _switched(totals: Sequence[int], switch: int | None) -> bool:
    return switch is not None and max(totals) >= 2 * switch


def _reached(totals: Sequence[int], match_format: MatchFormat) -> bool:
    highest = max(totals)
    if match_format.target is None or totals.count(highest) > 1:
        return False
    return highest > 2 * match_format.target - (not match_format.pass_target)


def known_from_sides(hand: Hand, alone: int | None, players: int, *, switched: bool = False) -> Hand:
    """The hand with what its sides tell where nothing was typed.

    Who plays alone has taken a pozzetto; where nobody took the first one, nobody closed and all missed.
    `switched`: it was dealt after the switch, where sides tell nothing.
    """
    if players not in CHANGING or switched:
        return hand
    if alone is None:
        sides = tuple(_with_missed(side, 1, closings=0) for side in hand.sides)
    else:
        sides = (_with_missed(hand.sides[0], 0), *hand.sides[1:])
    return replace(hand, sides=sides)


def _with_missed(side: HandScore, missed: int, closings: int | None = None) -> HandScore:
    return replace(
        side,
        missed=missed if side.missed is None else side.missed,
        closings=closings if side.closings is None else side.closings,
    )


def hand_problems(
    hand: Hand, alone: int | None, regulations: Regulations, players: int, *, switched: bool = False
) -> tuple[HandProblem, ...]:
    """Every fault of a record at a table of two, three or five: of its sides (T1–T4), else of its figures.

    T1: somebody plays alone in a deal of the switch, or that seat is not there. T2: a record of several
    hands, or without one score for each side. T3: who plays alone took a pozzetto, so cannot have missed it.
    T4: nobody took one, so nobody closed and all missed it. The others are those of `hands.problems`.
    """
    found = _misfits(hand, alone, players, switched=switched)
    if found:
        return found
    if players in CHANGING and not switched:
        found = _contradictions(hand, alone)
    told = problems(known_from_sides(hand, alone, players, switched=switched), regulations, players)
    # That nobody closed is known here from the sides: a reason is asked only where endings are typed.
    unasked = hand.end_reason is None and all(side.closings is None for side in hand.sides)
    return (*found, *(problem for problem in told if not (unasked and problem.code == "V8")))


def _misfits(hand: Hand, alone: int | None, players: int, *, switched: bool) -> tuple[HandProblem, ...]:
    """T1 and T2: the record does not fit the table, so its figures mean nothing."""
    try:
        sides = sides_of_hand(players, alone)
    except ValueError:
        return (_fault("T1", None, "alone", found=alone or 0),)
    if switched and alone is not None:
        return (_fault("T1", None, "alone", found=alone),)
    if len(hand.sides) != len(sides):
        return (_fault("T2", None, "sides", found=len(hand.sides), expected=len(sides)),)
    if players in CHANGING and hand.covers > 1:
        return (_fault("T2", None, "covers", found=hand.covers, highest=1),)
    return ()


def _contradictions(hand: Hand, alone: int | None) -> tuple[HandProblem, ...]:
    """T3 and T4: what was typed of closing and pozzetto against who went out first."""
    if alone is not None:
        return (_fault("T3", 0, "missed"),) if hand.sides[0].missed else ()
    closed = [_fault("T4", i, "closings") for i, side in enumerate(hand.sides) if side.closings]
    took = [_fault("T4", i, "missed") for i, side in enumerate(hand.sides) if side.missed == 0]
    return (*closed, *took)


def _fault(code: str, side: int | None, name: str, **figures: int) -> HandProblem:
    return HandProblem(code, Level.ERROR, side, name, Figures[str, int | str](dict(figures)))


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What a match is worth to one player: points, VP and signed MP, exact."""

    points: Fraction
    vp: Fraction
    mp: Fraction


def player_scores(totals: Sequence[int], table: VpTable, step: int = 5) -> tuple[PlayerScore, ...]:
    """Points, VP and MP by seat, from the players' half points at a table where everybody opposes everybody.

    VP are the mean over the opponents j of the VP of Pi − Pj, MP the mean of Pi − Pj: with a table of 20 VP
    their sums are 10 per player and 0. A raw table gives the points as VP. `step`: totals of sides are its
    multiples, in points. GapError (V20) when a difference cannot arise and lies between two bands.
    """
    opponents = len(totals) - 1
    # A partner has half of the side's points: a table of two has no partners, so there steps are whole.
    step_of_halves = step if len(totals) in CHANGING else 2 * step
    halved = _in_halves(table)
    scores = []
    for own in totals:
        mp = Fraction(len(totals) * own - sum(totals), 2 * opponents)
        vp = Fraction(own, 2)
        if table.kind is not VpKind.RAW:
            # Own difference to oneself is 0, which gives half of what the two lines share.
            every = sum(halved.lookup(own - other, step_of_halves)[0] for other in totals)
            vp = Fraction(every - halved.lookup(0)[0], opponents)
        scores.append(PlayerScore(Fraction(own, 2), vp, mp))
    return tuple(scores)


@lru_cache(maxsize=64)
def _in_halves(table: VpTable) -> VpTable:
    """The same table with its limits in half points."""
    return replace(table, limits=tuple(2 * limit for limit in table.limits))
