"""Records of hands between rows, the rules' values, and the plain JSON of the history."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from scoring.hands import EndReason, Hand, HandScore
from scoring.regulations import BurracoKind
from scoring.small_tables import CHANGING, sides_of_hand
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import COUNT_FIELDS, HandRecord, HandSide

FIGURE_FIELDS = ("closings", "missed", "laid", "left", "base", "points", "total")
SIDE_FIELDS = (*COUNT_FIELDS, *FIGURE_FIELDS)
LINES = (Seat.Line.NS, Seat.Line.EW)
KINDS = tuple(BurracoKind(name.removesuffix("_count")) for name in COUNT_FIELDS)


@dataclass(frozen=True, slots=True)
class NumberedHand:
    """A record in its place: `number` is the first hand it holds, from 1; the hand says how many it covers.

    `confirmed` are codes of warnings that somebody confirmed, `override` the referee's reason for an error.
    At a table of three or five `alone` is the place of who took the first pozzetto, None if nobody did.
    """

    number: int
    hand: Hand
    confirmed: tuple[str, ...] = ()
    override: str = ""
    players: int = 4
    alone: int | None = None

    @property
    def covers(self) -> int:
        return self.hand.covers

    @property
    def last(self) -> int:
        """Number of the last hand it holds."""
        return self.number + self.hand.covers - 1

    @property
    def sides(self) -> tuple[str, ...]:
        """What its sides are called: NS and EW, or the place of each side's first player."""
        return side_keys(self.players, self.alone)


def side_keys(players: int, alone: int | None) -> tuple[str, ...]:
    """NS and EW; at tables of three and five the places of those who stand for a side, the lone one first."""
    if players not in CHANGING:
        return tuple(line.value for line in LINES)
    return tuple(str(side[0]) for side in sides_of_hand(players, alone))


def score_of(figures: Sequence[int | None]) -> HandScore:
    """A line's score from its columns in the order of SIDE_FIELDS. Counts hold only the kinds that were made;
    they are None where no column has a count."""
    counts, rest = figures[: len(COUNT_FIELDS)], figures[len(COUNT_FIELDS) :]
    if all(count is None for count in counts):
        return HandScore(None, *rest)
    return HandScore({kind: count for kind, count in zip(KINDS, counts, strict=True) if count}, *rest)


def hand_of(
    covers: int, end_reason: str, sides: Mapping[str, HandScore], keys: Iterable[str] = LINES
) -> Hand:
    """The rules' hand from columns; a side without a row typed nothing. `keys` as of `side_keys`."""
    reason = EndReason(end_reason) if end_reason else None
    return Hand(tuple(sides.get(key, HandScore()) for key in keys), covers, reason)


def hands_by_match(matches: Iterable[int]) -> dict[int, tuple[NumberedHand, ...]]:
    """Every record of the matches (keys), in order, in one query."""
    rows = HandSide.objects.filter(record__match__in=matches).values_list(
        "record__match_id",
        "record__number",
        "record__covers",
        "record__end_reason",
        "record__confirmed",
        "record__override_reason",
        "record__match__players",
        "record__alone",
        "line",
        *SIDE_FIELDS,
    )
    return _grouped(rows.order_by("record__match_id", "record__number"))


def _grouped(rows: Iterable[tuple[Any, ...]]) -> dict[int, tuple[NumberedHand, ...]]:
    records: dict[tuple[Any, ...], dict[str, HandScore]] = {}
    marks: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for match_id, number, covers, reason, confirmed, override, players, alone, line, *figures in rows:
        key = (match_id, number, covers, reason)
        records.setdefault(key, {})[line] = score_of(figures)
        marks[key] = (tuple(confirmed), override, players, alone)
    hands: dict[int, list[NumberedHand]] = {}
    for key, sides in records.items():
        match_id, number, covers, reason = key
        hand = hand_of(covers, reason, sides, side_keys(*marks[key][2:]))
        hands.setdefault(match_id, []).append(NumberedHand(number, hand, *marks[key]))
    return {match_id: tuple(found) for match_id, found in hands.items()}


def hands_of(match: Match) -> tuple[NumberedHand, ...]:
    """The stored records of one match, in order."""
    return hands_by_match([match.pk]).get(match.pk, ())


def columns_of(score: HandScore) -> dict[str, int | None]:
    """A line's score as columns of HandSide; with counts typed, a kind that is not named is 0."""
    counts: dict[str, int | None] = dict.fromkeys(COUNT_FIELDS)
    if score.counts is not None:
        counts = {f"{kind}_count": score.counts.get(kind, 0) for kind in KINDS}
    return counts | {name: getattr(score, name) for name in FIGURE_FIELDS}


def write_hands(match: Match, hands: Iterable[NumberedHand], *, is_first: bool = False) -> None:
    """Put these records in the place of the stored ones, of which there are none if `is_first`.

    The caller holds the tournament's lock.
    """
    if not is_first:
        match.hand_records.all().delete()
    records, sides = [], []
    for numbered in hands:
        record = HandRecord(
            match=match,
            number=numbered.number,
            covers=numbered.covers,
            end_reason=numbered.hand.end_reason or "",
            alone=numbered.alone,
            confirmed=list(numbered.confirmed),
            override_reason=numbered.override,
        )
        # The rows before are gone and the numbers were checked together: constraints need no queries here.
        record.full_clean(exclude=["match"], validate_constraints=False)
        records.append(record)
        for line, score in zip(numbered.sides, numbered.hand.sides, strict=True):
            side = HandSide(record=record, line=line, covers=record.covers, **columns_of(score))
            side.full_clean(exclude=["record"], validate_constraints=False)
            sides.append(side)
    HandRecord.objects.bulk_create(records)
    HandSide.objects.bulk_create(sides)


def same_score(one: Iterable[NumberedHand], other: Iterable[NumberedHand]) -> bool:
    """Whether two rows of records hold the same figures, whoever confirmed them."""
    return [_figures(each) for each in one] == [_figures(each) for each in other]


def fingerprint_of(hands: Iterable[NumberedHand]) -> str:
    """Another one for every other score: twelve characters."""
    return sha256(repr([_figures(each) for each in hands]).encode()).hexdigest()[:12]


def _figures(numbered: NumberedHand) -> tuple[Any, ...]:
    hand = numbered.hand
    sides = [columns_of(score) for score in hand.sides]
    return (numbered.number, hand.covers, hand.end_reason, numbered.alone, sides)


def swapped(hands: Iterable[NumberedHand]) -> tuple[NumberedHand, ...]:
    """The same records with the lines exchanged; only between two lines."""
    return tuple(
        replace(each, hand=Hand(each.hand.sides[::-1], each.hand.covers, each.hand.end_reason))
        for each in hands
    )


def as_json(hands: Iterable[NumberedHand]) -> list[dict[str, Any]]:
    """Records as plain JSON: number, covers, how it ended, and per side only what was typed."""
    return [
        {
            "number": each.number,
            "covers": each.covers,
            "end_reason": each.hand.end_reason or "",
            "confirmed": list(each.confirmed),
            "override": each.override,
            **({"players": each.players, "alone": each.alone} if each.players in CHANGING else {}),
            **{
                key: {name: figure for name, figure in columns_of(score).items() if figure is not None}
                for key, score in zip(each.sides, each.hand.sides, strict=True)
            },
        }
        for each in hands
    ]


def from_json(plain: Iterable[Mapping[str, Any]]) -> tuple[NumberedHand, ...]:
    """Read what `as_json` wrote. KeyError or ValueError when it is something else."""
    return tuple(_from_json(each) for each in plain)


def _from_json(each: Mapping[str, Any]) -> NumberedHand:
    players, alone = each.get("players", 4), each.get("alone")
    keys = side_keys(players, alone)
    sides = {key: score_of([each[key].get(name) for name in SIDE_FIELDS]) for key in keys}
    hand = hand_of(each["covers"], each["end_reason"], sides, keys)
    return NumberedHand(each["number"], hand, tuple(each["confirmed"]), each["override"], players, alone)
