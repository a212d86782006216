"""Bases: which sums of bonuses, closing and missed pozzetto the cards allow, for one side and for all.

Source: V2, V5 and V7 of domain 4. Bases are points; a setting may span several hands.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from operator import add

from scoring.bounds import Bounds, bounds
from scoring.regulations import Figures, Regulations


@dataclass(frozen=True, slots=True)
class Setting:
    """What a record was played under: regulations, players at the table, sides, and hands covered."""

    regulations: Regulations
    players: int = 4
    sides: int = 2
    covers: int = 1

    @property
    def bounds(self) -> Bounds:
        """The bounds of one hand."""
        return bounds(self.regulations, self.players, self.sides)


@dataclass(frozen=True, slots=True)
class Question:
    """A typed base, and what is known of its hands: closings (None: unknown) and the range of penalties paid.

    `unpaid` counts missed pozzetti known to cost nothing, because no side took one in that hand.
    """

    base: int
    closings: int | None
    missed: tuple[int, int]
    unpaid: int = 0


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way to reach a base: closings, penalties, and the least cards, wilds and points it lays."""

    closings: int
    missed: int
    cards: int
    wilds: int
    laid: int


@dataclass(frozen=True, slots=True)
class BaseFault:
    """A base that cannot be: rule, side (None: all together), figures, and the bases offered instead."""

    code: str
    side: int | None
    figures: Mapping[str, int]
    offered: tuple[int, ...] | None = None


_Need = tuple[int, int, int]  # cards, wilds, points on the table
_Needs = dict[int, tuple[_Need, ...]]  # by sum of bonuses


def _cheapest(needs: Iterable[_Need]) -> tuple[_Need, ...]:
    """Only the needs that no other one undercuts in everything."""
    kept: list[_Need] = []
    for need in sorted(set(needs)):
        if not any(all(a <= b for a, b in zip(other, need, strict=True)) for other in kept):
            kept.append(need)
    return tuple(kept)


@lru_cache(maxsize=128)
def _needs(setting: Setting) -> tuple[_Needs, ...]:
    """By closings 0 … covers: the sums of bonuses with as many burrachi fit to close, and what each needs."""
    limit, covers, bonuses = setting.bounds, setting.covers, setting.regulations.bonuses
    cap = covers if limit.closers else 0
    fit: list[_Needs] = [{} for _ in range(cap + 1)]
    fit[0][0] = ((0, 0, 0),)
    grain = gcd(*bonuses.values())
    for kind, bonus in bonuses.items():
        need = (limit.smallest[kind], int(kind in limit.with_wild), limit.cheapest[kind])
        for total in range(bonus, covers * limit.most_bonus + 1, grain):
            for count in range(cap, -1, -1):
                grown = list(_grown(fit[count].get(total - bonus, ()), need, setting))
                if grown:
                    into = fit[min(cap, count + (kind in limit.closers))]
                    into[total] = _cheapest((*into.get(total, ()), *grown))
    return tuple(_merged(fit[closings if limit.closers else 0 :]) for closings in range(covers + 1))


def _grown(needs: Iterable[_Need], more: _Need, setting: Setting) -> Iterator[_Need]:
    limit, covers = setting.bounds, setting.covers
    for cards, wilds, laid in needs:
        if cards + more[0] <= covers * limit.cards and wilds + more[1] <= covers * limit.wilds:
            yield cards + more[0], wilds + more[1], laid + more[2]


def _merged(rows: Iterable[_Needs]) -> _Needs:
    merged: _Needs = {}
    for row in rows:
        for total, needs in row.items():
            merged[total] = _cheapest((*merged.get(total, ()), *needs))
    return merged


def _states(setting: Setting, closings: int | None, missed: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Closings and penalties of one side: in a hand it closed, it missed nothing (V5)."""
    for closed in range(setting.covers + 1):
        if closings in (None, closed):
            for lost in range(max(0, missed[0]), min(missed[1], setting.covers - closed) + 1):
                yield closed, lost


@lru_cache(maxsize=8192)
def explanations(setting: Setting, question: Question) -> tuple[Explanation, ...]:
    """Every way one side can reach a base; () when it cannot (V2)."""
    needs, regulations = _needs(setting), setting.regulations
    return tuple(
        Explanation(closed, lost, *need)
        for closed, lost in _states(setting, question.closings, question.missed)
        for need in needs[closed].get(
            question.base - regulations.closing * closed + regulations.missed_pozzetto * lost, ()
        )
    )


@lru_cache(maxsize=512)
def reachable(setting: Setting, closings: int | None, missed: tuple[int, int]) -> tuple[int, ...]:
    """Every base one side can reach, rising (V2).

    >>> from scoring.regulations import PRESETS
    >>> reachable(Setting(PRESETS["fibur-2026"]), None, (0, 1))[:7]
    (-100, 0, 50, 100, 150, 200, 250)
    """
    needs, regulations = _needs(setting), setting.regulations
    return tuple(
        sorted(
            {
                bonus + regulations.closing * closed - regulations.missed_pozzetto * lost
                for closed, lost in _states(setting, closings, missed)
                for bonus in needs[closed]
            }
        )
    )


@lru_cache(maxsize=8192)
def explained(
    setting: Setting, questions: tuple[Question | None, ...], *, all_may_miss: bool = False
) -> bool:
    """Whether all bases can come from the same hands: closings, penalties, cards and wilds fit in (V2).

    `all_may_miss` lifts the rule that nobody pays where no side took a pozzetto. None: base unknown.
    """
    limit, covers = setting.bounds, setting.covers
    payers = setting.sides - (setting.regulations.missed_only_if_other_took and not all_may_miss)
    most = (covers, payers * covers, covers * limit.cards, covers * limit.wilds)
    used = {(0, 0, 0, 0)}
    for question in questions:
        if question is not None:
            ways = {
                (way.closings, way.missed, way.cards, way.wilds) for way in explanations(setting, question)
            }
            sums = {tuple(map(add, before, way)) for before in used for way in ways}
            used = {(c, m, n, w) for c, m, n, w in sums if all(map(int.__le__, (c, m, n, w), most))}
    return bool(used)


def base_faults(
    setting: Setting, questions: Sequence[Question | None], *, somebody_closed: bool | None = None
) -> tuple[BaseFault, ...]:
    """What is wrong with the typed bases: each alone (V2, V5), else all together (V2, V7, V8).

    `somebody_closed` is what the end reason of a single hand tells; None where it tells nothing.
    """
    known = [(side, question) for side, question in enumerate(questions) if question is not None]
    alone = tuple(
        _unreachable(setting, side, question)
        for side, question in known
        if not explanations(setting, question)
    )
    if not known or (not alone and _together(setting, questions, somebody_closed)):
        return ()
    if not alone and len(known) == 1:
        # A lone base agrees with itself, so what it contradicts is an end reason that says nobody closed.
        side, question = known[0]
        return (_unreachable(setting, side, replace(question, closings=0)),)
    asked = tuple(questions)
    typed = {f"base_{side}": question.base for side, question in known}
    if not alone and explained(setting, asked):
        return (BaseFault("V8", None, Figures(typed)),)
    offered = _unpenalised(setting, asked)
    if alone and offered is None:
        return alone
    return (BaseFault("V2" if offered is None else "V7", None, Figures(typed), offered),)


def _unreachable(setting: Setting, side: int, question: Question) -> BaseFault:
    base, closings, regulations = question.base, question.closings, setting.regulations
    if closings and closings <= setting.covers:
        most_lost = min(question.missed[1], setting.covers - closings)
        lowest = closings * setting.bounds.lowest_closed_base - most_lost * regulations.missed_pozzetto
        if base < lowest:
            return BaseFault("V5", side, Figures({"found": base, "lowest": lowest}))
    bases = reachable(setting, closings, question.missed)
    place = bisect_left(bases, base)
    near = {"below": bases[place - 1]} if place else {}
    if place < len(bases):
        near["above"] = bases[place]
    return BaseFault("V2", side, Figures({"found": base, **near}))


def _together(setting: Setting, questions: Sequence[Question | None], somebody_closed: bool | None) -> bool:
    if somebody_closed is None:
        return explained(setting, tuple(questions))
    closers = range(len(questions)) if somebody_closed else (None,)
    return any(
        explained(
            setting,
            tuple(_closed_by(question, int(side == closer)) for side, question in enumerate(questions)),
        )
        for closer in closers
    )


def _closed_by(question: Question | None, closings: int) -> Question | None:
    if question is None or question.closings is not None:
        return question
    return replace(question, closings=closings)


def _unpenalised(setting: Setting, questions: tuple[Question | None, ...]) -> tuple[int, ...] | None:
    """The bases without penalties where no side took a pozzetto (V7); None if they stay impossible."""
    penalty = setting.regulations.missed_pozzetto
    if not (setting.regulations.missed_only_if_other_took and penalty) or None in questions:
        return None
    # Only a side whose base fails by itself was typed with a penalty that the typed pozzetti exclude.
    tries = [[0 if asked is None or explanations(setting, asked) else asked.unpaid for asked in questions]]
    if explained(setting, questions, all_may_miss=True):
        tries += [[hands] * len(questions) for hands in range(1, setting.covers + 1)]
    for unpaid in tries:
        spared = tuple(
            asked and replace(asked, base=asked.base + penalty * hands)
            for asked, hands in zip(questions, unpaid, strict=True)
        )
        if explained(setting, spared):
            return tuple(asked.base for asked in spared if asked is not None)
    return None
