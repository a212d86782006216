"""Every row an evening may write, read plainly: to see that nothing changed, and what did."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, models

from clubs.models.people import Person
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act, Snapshot
from tournaments.models.referee import Objection, RefereeCall
from tournaments.models.rounds import Draw, Encounter, Match, Round, Seat
from tournaments.models.scores import Award, HandRecord, HandSide, Penalty, ScoreChange

Row = dict[str, Any]

TABLES: dict[str, tuple[type[models.Model], tuple[str, ...]]] = {
    "tournament": (Tournament, ()),
    "phase": (Phase, ()),
    "round": (Round, ()),
    "entry": (Entry, ()),
    "member": (EntryMember, ()),
    "draw": (Draw, ()),
    "encounter": (Encounter, ()),
    "match": (Match, ()),
    "seat": (Seat, ()),
    "award": (Award, ()),
    "penalty": (Penalty, ()),
    "call": (RefereeCall, ()),
    "record": (HandRecord, ()),
    "side": (HandSide, ()),
    # Their documents grow with the evening: what they say is checked where they are written.
    "version": (ScoreChange, ("id", "match_id", "version", "reason", "by_id")),
    "act": (Act, ("id", "tournament_id", "seq", "verb", "round_id", "by_id", "undone_by_id")),
    "snapshot": (Snapshot, ("id", "tournament_id")),
    "objection": (Objection, ()),
    "person": (Person, ("id", "club_id", "last_name", "first_name")),
}
"""By name the model, and the columns that are read; none: all."""

JOURNALLED = (
    "tournament",
    "phase",
    "round",
    "entry",
    "member",
    "draw",
    "encounter",
    "match",
    "seat",
    "award",
    "penalty",
    "call",
)
"""The tables whose rows an act tells of in its `changes`."""

UNTOLD = {"tournament": {"version"}, "match": {"version"}}
"""Columns that only count writes."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All rows at one moment: by table and key."""

    tables: dict[str, dict[int, Row]]
    beside: dict[str, dict[int, Row]] = field(default_factory=dict)
    grouped: dict[tuple[str, str], dict[Any, list[Row]]] = field(default_factory=dict, compare=False)

    def __getitem__(self, name: str) -> dict[int, Row]:
        return self.tables[name]

    def where(self, name: str, **wanted: Any) -> Iterator[Row]:
        """Rows of a table with these values."""
        (column, value), *others = wanted.items()
        if (name, column) not in self.grouped:
            groups = self.grouped[name, column] = defaultdict(list)
            for row in self.tables[name].values():
                groups[row[column]].append(row)
        rows = self.grouped[name, column].get(value, ())
        return (row for row in rows if all(row[c] == v for c, v in others))


OWNERS: dict[str, tuple[str, str]] = {
    "draw": ("round", "round_id"),
    "encounter": ("draw", "draw_id"),
    "match": ("round", "round_id"),
    "seat": ("round", "round_id"),
    "award": ("seat", "seat_id"),
    "penalty": ("entry", "entry_id"),
    "record": ("match", "match_id"),
    "side": ("record", "record_id"),
    "version": ("match", "match_id"),
}
"""Tables whose rows say by another row, in that column, of which tournament they are."""


def own(taken: Picture, tournament: int) -> Picture:
    """The rows of one tournament, and all persons; the others stand `beside`."""
    mine: dict[str, dict[int, Row]] = {}
    beside: dict[str, dict[int, Row]] = {}
    for name, rows in taken.tables.items():
        table, column = OWNERS.get(name, ("", "id" if name == "tournament" else "tournament_id"))
        wanted = mine[table] if table else {tournament}
        mine[name], beside[name] = {}, {}
        for key, row in rows.items():
            is_mine = name == "person" or row[column] in wanted
            (mine if is_mine else beside)[name][key] = row
    return Picture(mine, beside)


def picture() -> Picture:
    """Read everything, one plain query a table."""
    tables: dict[str, dict[int, Row]] = {}
    with connection.cursor() as cursor:
        for name, (model, columns) in TABLES.items():
            what = ", ".join(f'"{column}"' for column in columns) or "*"
            cursor.execute(f'SELECT {what} FROM "{model._meta.db_table}" ORDER BY id')  # noqa: S608
            names = [column[0] for column in cursor.description]
            rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
            tables[name] = {row["id"]: row for row in rows}
    return Picture(tables)


Cells = dict[str, dict[str, Any]]


def told(changes: dict[str, Any]) -> Cells:
    """Which rows an act says it made, took away or changed, and which columns of these."""
    return {
        name: {
            "new": set(map(int, parts.get("new", {}))),
            "gone": set(map(int, parts.get("gone", {}))),
            "changed": {int(key): set(fields) for key, fields in parts.get("changed", {}).items()},
        }
        for name, parts in changes.items()
    }


def moved(before: Picture, after: Picture, names: Iterable[str] = JOURNALLED) -> Cells:
    """The same from the rows themselves."""
    found: Cells = {}
    for name in names:
        was, now = before[name], after[name]
        unseen = UNTOLD.get(name, set())
        changed = {
            key: columns
            for key in was.keys() & now.keys()
            if was[key] != now[key]
            and (columns := {c for c in was[key] if was[key][c] != now[key][c]} - unseen)
        }
        parts = {"new": now.keys() - was.keys(), "gone": was.keys() - now.keys(), "changed": changed}
        if any(parts.values()):
            found[name] = parts
    return found


STANDS: dict[str, Any] = {
    "tournament": lambda _row: True,
    "phase": lambda _row: True,
    "round": lambda row: row["state"] != "dropped",
    "entry": lambda row: row["state"] != "cancelled",
    "member": lambda row: row["is_current"],
    "draw": lambda row: row["superseded_at"] is None,
    "match": lambda row: row["is_active"],
    "seat": lambda row: row["is_active"],
    "penalty": lambda row: row["revoked_at"] is None,
    "call": lambda row: row["revoked_at"] is None,
}


def standing(taken: Picture) -> dict[str, dict[int, Row]]:
    """The rows that count, whole with their times: what an undo must bring back, key by key."""
    found: dict[str, dict[int, Row]] = {
        name: {
            key: {column: value for column, value in row.items() if column not in UNTOLD.get(name, ())}
            for key, row in taken[name].items()
            if stands(row)
        }
        for name, stands in STANDS.items()
    }
    found["award"] = {k: row for k, row in taken["award"].items() if row["seat_id"] in found["seat"]}
    return found


def hands_in(taken: Picture) -> dict[int, list[Row]]:
    """By match that counts what is written on its slip, in the order of its hands: records with their sides,
    without the keys of rows, which a score that comes back has others of."""
    found: dict[int, list[Row]] = defaultdict(list)
    for record in sorted(taken["record"].values(), key=lambda row: row["number"]):
        if taken["match"][record["match_id"]]["is_active"]:
            sides = sorted(taken.where("side", record_id=record["id"]), key=lambda side: side["line"])
            own = [{c: v for c, v in side.items() if c not in ("id", "record_id")} for side in sides]
            found[record["match_id"]].append({**record, "id": None, "sides": own})
    return dict(found)
