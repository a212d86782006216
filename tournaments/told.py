"""What an act changed, told in few figures on its line of the log: of each thing how it was before and after.

Made of the two pictures of `tournaments.journal` when the act is written: the log never asks today's rows
what was then. Persons and entries are keys here, so that a name is written in one place only.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.db.models import Model

from tournaments.journal import Image, Row
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.regulations import RegulationsCopy
from tournaments.models.rounds import Round, Seat, place_of

MOST = 6  # things of one kind on a line; more are counted
STANDS, REVOKED = "stands", "revoked"
PERSONS = frozenset({"players", "pair"})  # what is told as keys of persons

_UNTOLD = {
    "tournament_id",
    "number",
    "note",
    "cut",
    "regulations_kept",
    "regulations_copy_id",
    "qualifies_for_id",
}
_CALLED: tuple[tuple[str, str, type[Model]], ...] = (
    ("regulations", "regulations_copy_id", RegulationsCopy),
    ("qualifies_for", "qualifies_for_id", Tournament),
)
"""Told by name, as it is called at that moment, instead of the key."""
_UNTOLD = {
    "tournament_id",
    "number",
    "note",
    "cut",
    "regulations_kept",
    *(column for _name, column, _of in _CALLED),
}


class Told(NamedTuple):
    """One thing that changed. `what` is its kind, a field behind a dot; `of` says which one it was, by kind:

    - `tournament.FIELD`, `rounds` (how many): None
    - `phase.FIELD`, `round` (its state), `draw` (its number): the number of the phase or of the round
    - `entry.FIELD`, `players` (keys of persons): the entry's key
    - `seat` ([table, place, reason, group]), `pair` (keys of persons), `award` ([V.P., M.P.]): the round's
      number and the entry's key
    - `table`, `clock`, `put_off`: the numbers of the round and of the table
    - `score` ({"totals", "vp"}): the numbers of the round and of the table
    - `penalty`, `call`, `warning` (STANDS or REVOKED): the entry's key or None, V.P. and M.P. of a penalty
    - `regulations` ([name, version]): None

    None before or after: there was nothing. What an act only made (an entry, a penalty) is not told: its
    facts say it. `many` is how many of one kind (`of`) changed, where that is too much for a line.
    """

    what: str
    of: Any
    before: Any
    after: Any


def told(was: Image, now: Image) -> list[Told]:
    """What differs between two pictures; of a kind that grows with the field, beyond MOST only how many."""
    found: list[Told] = []
    for part in _PARTS:
        things = sorted(part(was, now), key=lambda thing: (thing.what, repr(thing.of)))
        kinds = {thing.what for thing in things}
        is_short = len(things) <= MOST or part in (_tournament, _phases)
        found += things if is_short else [Told("many", min(kinds), None, len(things))]
    return found


def _fields(what: str, of: Any, was: Row, now: Row) -> Iterable[Told]:
    """The fields of a row that differ; a row that was not there, or is there no more, has none."""
    for name in sorted((was.keys() & now.keys()) - _UNTOLD):
        if was[name] != now[name]:
            yield Told(f"{what}.{name}", of, was[name], now[name])


def _tournament(was: Image, now: Image) -> Iterable[Told]:
    for key, after in now["tournament"].items():
        before = was["tournament"][key]
        found = {thing.what: thing for thing in _fields("tournament", None, before, after)}
        for name, column, model in _CALLED:
            if before[column] != after[column]:
                called = dict(
                    model._base_manager.filter(pk__in=[before[column], after[column]]).values_list(
                        "pk", "name"
                    )
                )
                names = [called.get(row[column]) or row.get(name) for row in (before, after)]
                found[f"tournament.{name}"] = Told(f"tournament.{name}", None, *names)
        yield from found.values()


def _phases(was: Image, now: Image) -> Iterable[Told]:
    before = {row["number"]: row for row in was["phase"].values()}
    after = {row["number"]: row for row in now["phase"].values()}
    for number in before.keys() & after.keys():
        for thing in _fields("phase", number, before[number], after[number]):
            if thing.what != "phase.rounds_count" or len(after) > 1:  # of a single one `rounds` says it
                yield thing
    for number in before.keys() ^ after.keys():
        rows = [rows.get(number, {}).get("movement") for rows in (before, after)]
        yield Told("phase.movement", number, *rows)


def _numbers(image: Image) -> dict[int, int]:
    """Numbers of the rounds by key."""
    return {key: row["number"] for key, row in image["round"].items()}


def _rounds(was: Image, now: Image) -> Iterable[Told]:
    plans = [
        {
            row["number"]: row["state"]
            for row in image["round"].values()
            if row["state"] != Round.State.DROPPED
        }
        for image in (was, now)
    ]
    before, after = plans
    if len(before) != len(after):
        yield Told("rounds", None, len(before), len(after))
    for number in before.keys() & after.keys():
        if before[number] != after[number]:
            yield Told("round", number, before[number], after[number])


def _entries(was: Image, now: Image) -> Iterable[Told]:
    rows = was.get("entry", {})
    for key, row in now.get("entry", {}).items():
        yield from _fields("entry", key, rows.get(key, {}), row)


def _members(was: Image, now: Image) -> Iterable[Told]:
    """Who is in an entry; not of one that came, or does not come any more: there its state says it."""
    gone = {key for key, row in now.get("entry", {}).items() if row["state"] == Entry.State.CANCELLED}
    before, after = _in_entries(was), _in_entries(now)
    for key in (before.keys() & after.keys()) - gone:
        if before[key] != after[key]:
            yield Told("players", key, before[key], after[key])


def _in_entries(image: Image) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for row in sorted(image.get("member", {}).values(), key=lambda row: row["position"]):
        if row["is_current"]:
            found.setdefault(row["entry_id"], []).append(row["person_id"])
    return found


def _draws_of(image: Image) -> dict[int, int]:
    """The number of the draw that stands, by the round's number."""
    numbers = _numbers(image)
    rows = image.get("draw", {}).values()
    return {numbers[row["round_id"]]: row["number"] for row in rows if row["superseded_at"] is None}


def _draws(was: Image, now: Image) -> Iterable[Told]:
    before, after = _draws_of(was), _draws_of(now)
    for number in before.keys() | after.keys():
        if before.get(number) != after.get(number):
            yield Told("draw", number, before.get(number), after.get(number))


Chair = tuple[int, int, int]  # number of the round, key of the entry, slot


def _chairs(image: Image) -> dict[Chair, Row]:
    """The seats of the draws that stand."""
    numbers = _numbers(image)
    return {
        (numbers[row["round_id"]], row["entry_id"], row["slot"]): row | {"id": key}
        for key, row in image.get("seat", {}).items()
        if row["is_active"]
    }


def _both_drawn(was: Image, now: Image) -> set[int]:
    """The rounds that have a draw before and after: of the others the draw itself says who sits there."""
    return _draws_of(was).keys() & _draws_of(now).keys()


def _seats(was: Image, now: Image) -> Iterable[Told]:
    before, after, drawn = _chairs(was), _chairs(now), _both_drawn(was, now)
    for chair in before.keys() | after.keys():
        one, other = before.get(chair), after.get(chair)
        if chair[0] in drawn and not _is_moved_table(one, other) and _place(one) != _place(other):
            yield Told("seat", chair[:2], _place(one), _place(other))


def _place(row: Row | None) -> list[Any] | None:
    if row is None:
        return None
    plays = row["reason"] == Seat.Reason.PLAYS
    place = place_of(row["line"], row["position"]) if plays else ""
    return [row["table_number"] if plays else None, place, row["reason"], row["group"]]


def _is_moved_table(one: Row | None, other: Row | None) -> bool:
    """Whether the whole table has another number: then the table's own line says so."""
    if one is None or other is None or one["match_id"] is None:
        return False
    return all(one[name] == other[name] for name in ("match_id", "line", "position", "group"))


def _pairs(was: Image, now: Image) -> Iterable[Told]:
    before, after, drawn = _chairs(was), _chairs(now), _both_drawn(was, now)
    for chair in before.keys() & after.keys():
        pairs = [[row["first_player_id"], row["second_player_id"]] for row in (before[chair], after[chair])]
        if chair[0] in drawn and pairs[0] != pairs[1] and None not in pairs[0] + pairs[1]:
            yield Told("pair", chair[:2], *pairs)


def _awards_of(image: Image, drawn: set[int]) -> dict[tuple[int, int], list[int]]:
    given = {row["seat_id"]: [row["vp"], row["mp"]] for row in image.get("award", {}).values()}
    chairs = _chairs(image)
    return {c[:2]: given[row["id"]] for c, row in chairs.items() if c[0] in drawn and row["id"] in given}


def _awards(was: Image, now: Image) -> Iterable[Told]:
    drawn = _both_drawn(was, now)
    before, after = _awards_of(was, drawn), _awards_of(now, drawn)
    for key in before.keys() | after.keys():
        if before.get(key) != after.get(key):
            yield Told("award", key, before.get(key), after.get(key))


def _matches(was: Image, now: Image) -> Iterable[Told]:
    numbers, rows = _numbers(now), was.get("match", {})
    for key, row in now.get("match", {}).items():
        if key not in rows or not (rows[key]["is_active"] and row["is_active"]):
            continue
        of = (numbers[row["round_id"]], rows[key]["table_number"])
        fields = {"table": "table_number", "clock": "started_at", "put_off": "postponed_at"}
        for what, name in fields.items():
            if rows[key][name] != row[name]:
                yield Told(what, of, rows[key][name], row[name])


def _judged(kind: str, what: Callable[[Row], str], of: Callable[[Row], Any]) -> Any:
    """What the referee writes and takes back, but never deletes."""

    def part(was: Image, now: Image) -> Iterable[Told]:
        rows = was.get(kind, {})
        for key, row in now.get(kind, {}).items():
            before, after = _counts(rows.get(key, row)), _counts(row)
            if before != after:
                yield Told(what(row), of(row), before, after)

    return part


def _counts(row: Row) -> str:
    return STANDS if row["revoked_at"] is None else REVOKED


_PARTS: tuple[Callable[[Image, Image], Iterable[Told]], ...] = (
    _tournament,
    _phases,
    _rounds,
    _draws,
    _matches,
    _seats,
    _pairs,
    _awards,
    _entries,
    _members,
    _judged("penalty", lambda _row: "penalty", lambda row: [row["entry_id"], row["vp"], row["mp"]]),
    _judged("call", lambda row: row["kind"], lambda row: row["entry_id"]),
)
