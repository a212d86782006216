"""What an act changed, row by row: kept on its line of the log, so that it can be told and taken back.

A picture of the rows in reach is made when the tournament is locked and again when the act is written; what
differs is the act's `changes`. Scores are not in it: each save of a match keeps its own before and after.
"""

import datetime
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tournaments.models.entries import NEVER_PLAYED, Entry, EntryMember
from tournaments.models.events import Phase, Tournament
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Draw, Encounter, Match, Round, Seat
from tournaments.models.scores import Award, Penalty

Row = dict[str, Any]
Image = dict[str, dict[int, Row]]
"""For each kind of row, its rows by key as plain JSON."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Which rows an act may touch beside the tournament, its phases and its rounds: keys of the rounds whose
    draws it changes; whether it changes entries; whether penalties and calls."""

    rounds: tuple[int, ...] = ()
    entries: bool = False
    referee: bool = False


ENTRIES = Reach(entries=True)


def everything(tournament: Tournament) -> Reach:
    """The reach of an act that may change any row of the evening."""
    rounds = Round.every.filter(tournament=tournament)
    return Reach(rounds=tuple(rounds.values_list("pk", flat=True)), entries=True, referee=True)


def open_rounds(tournament: Tournament) -> Reach:
    """The reach of an act that changes who plays: entries, penalties, and the rounds drawn but not closed, or
    with a match that was put off."""
    put_off = Match.objects.active().filter(round__tournament=tournament, postponed_at__isnull=False)
    still_open = tournament.rounds.drawn().filter(
        ~Q(state=Round.State.CLOSED) | Q(pk__in=put_off.values("round"))
    )
    return Reach(rounds=tuple(still_open.values_list("pk", flat=True)), entries=True, referee=True)


def drawn_rounds(tournament: Tournament) -> Reach:
    """The reach of an act that changes who plays and also writes in rounds that are over."""
    rounds = tournament.rounds.drawn().values_list("pk", flat=True)
    return Reach(rounds=tuple(rounds), entries=True, referee=True)


Rows = Callable[[Tournament, Reach], "QuerySet[Any] | None"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of row: how its rows are found, what is not in the picture, how a row made by an act is put
    aside: what to write on it, or None to delete it because its facts stand on the act itself."""

    model: type[models.Model]
    rows: Rows
    unseen: frozenset[str] = frozenset()
    aside: Callable[[], Row] | None = None


def _of_rounds(model: type[models.Model], path: str) -> Rows:
    def rows(_tournament: Tournament, reach: Reach) -> "QuerySet[Any] | None":
        return model._base_manager.filter(**{f"{path}__in": reach.rounds}) if reach.rounds else None

    return rows


# Where a round that is put aside belongs: its own phase may go with it.
_FIRST_PHASE = Subquery(
    Phase.objects.filter(tournament=OuterRef("tournament")).order_by("number").values("pk")[:1]
)

KINDS: Mapping[str, Kind] = {
    "tournament": Kind(
        Tournament, lambda t, _reach: Tournament.objects.filter(pk=t.pk), frozenset({"version", "created_at"})
    ),
    "phase": Kind(Phase, lambda t, _reach: Phase.objects.filter(tournament=t)),
    "round": Kind(
        Round,
        lambda t, _reach: Round.every.filter(tournament=t),
        aside=lambda: {"state": Round.State.DROPPED, "phase": _FIRST_PHASE},
    ),
    "entry": Kind(
        Entry,
        lambda t, reach: Entry.objects.filter(tournament=t) if reach.entries else None,
        frozenset({"created_at"}),
        lambda: {"state": Entry.State.CANCELLED},
    ),
    "member": Kind(
        EntryMember,
        lambda t, reach: EntryMember.objects.filter(tournament=t) if reach.entries else None,
        aside=lambda: {"is_current": False, "to_round": NEVER_PLAYED},
    ),
    "draw": Kind(
        Draw,
        _of_rounds(Draw, "round"),
        frozenset({"created_at"}),
        lambda: {"superseded_at": timezone.now()},
    ),
    "encounter": Kind(Encounter, _of_rounds(Encounter, "draw__round"), aside=dict),
    "match": Kind(
        Match, _of_rounds(Match, "round"), frozenset({"version", "code"}), lambda: {"is_active": False}
    ),
    "seat": Kind(Seat, _of_rounds(Seat, "round"), aside=lambda: {"is_active": False}),
    "award": Kind(Award, _of_rounds(Award, "seat__round")),
    "penalty": Kind(
        Penalty,
        lambda t, reach: Penalty.objects.filter(entry__tournament=t) if reach.referee else None,
        frozenset({"at"}),
        lambda: {"revoked_at": timezone.now()},
    ),
    "call": Kind(
        RefereeCall,
        lambda t, reach: RefereeCall.objects.filter(tournament=t) if reach.referee else None,
        frozenset({"at"}),
        lambda: {"revoked_at": timezone.now()},
    ),
}


def image(tournament: Tournament, reach: Reach) -> Image:
    """The rows in reach as they are now; one query for each kind."""
    found: Image = {}
    for name, kind in KINDS.items():
        rows = kind.rows(tournament, reach)
        if rows is not None:
            found[name] = {row["id"]: _plain(row, kind.unseen) for row in rows.order_by().values()}
    return found


def _plain(row: Mapping[str, Any], unseen: frozenset[str]) -> Row:
    return {
        name: value.isoformat() if isinstance(value, datetime.datetime) else value
        for name, value in row.items()
        if name != "id" and name not in unseen
    }


def difference(before: Image, after: Image) -> dict[str, Any]:
    """What changed between two pictures: for each kind the rows `new` and `gone` by key, whole, and of those
    that `changed` the fields, each with its value before and after. Empty where nothing did."""
    found: dict[str, Any] = {}
    for name in before:
        was, now = before[name], after[name]
        parts = {
            "new": {str(key): now[key] for key in now.keys() - was.keys()},
            "gone": {str(key): was[key] for key in was.keys() - now.keys()},
            "changed": {
                str(key): fields
                for key in was.keys() & now.keys()
                if (fields := {f: [was[key][f], now[key][f]] for f in was[key] if was[key][f] != now[key][f]})
            },
        }
        if any(parts.values()):
            found[name] = {part: rows for part, rows in parts.items() if rows}
    return found


class Moved(Exception):  # noqa: N818 - nothing is wrong: something else was written in between
    """A row is not any more as the act left it."""


def take_back(changes: Mapping[str, Any]) -> None:
    """Write the rows of an act as they were before it. What it made is put aside, what it took away comes
    back with its key. The caller holds the tournament's lock; raises Moved before anything was written."""
    parts = [(name, KINDS[name], changes[name]) for name in KINDS if name in changes]
    for _name, kind, change in parts:
        _check_unmoved(kind, change.get("changed", {}))
    hidden = {}
    for name, kind, change in reversed(parts):
        _put_aside(kind, [int(key) for key in change.get("new", {})])
        hidden[name] = _hide(kind, [int(key) for key in change.get("changed", {})])
    for name, kind, change in parts:
        for key, fields in change.get("gone", {}).items():
            kind.model(pk=int(key), **_values(kind, fields)).save(force_insert=True)
        for key, fields in change.get("changed", {}).items():
            before = {field: was for field, (was, _now) in fields.items()}
            rows = kind.model._base_manager.filter(pk=int(key))
            rows.update(**_values(kind, hidden[name].get(int(key), {}) | before))


def _check_unmoved(kind: Kind, changed: Mapping[str, Mapping[str, list[Any]]]) -> None:
    rows = kind.model._base_manager.filter(pk__in=[int(key) for key in changed]).order_by().values()
    now = {row["id"]: _plain(row, kind.unseen) for row in rows}
    for key, fields in changed.items():
        row = now.get(int(key), {})
        if any(row.get(name) != after for name, (_before, after) in fields.items()):
            raise Moved


def _put_aside(kind: Kind, keys: list[int]) -> None:
    rows = kind.model._base_manager.filter(pk__in=keys)
    if kind.aside is None:
        rows.delete()
    elif facts := kind.aside():
        rows.update(**facts)


def _hide(kind: Kind, keys: Collection[int]) -> dict[int, Row]:
    """Put rows out of the constraints' sight for a moment, as they cannot change places in one statement, and
    rounds off a phase that the act made. Returns what they had."""
    hiding: dict[type[models.Model], Row] = {
        Round: {"number": F("number") + 1000, "phase_id": _FIRST_PHASE},
        Entry: {"state": Entry.State.CANCELLED},
        EntryMember: {"is_current": False},
        Draw: {"superseded_at": timezone.now()},
        Match: {"is_active": False},
        Seat: {"is_active": False},
    }
    hidden = hiding.get(kind.model, {})
    if not hidden or not keys:
        return {}
    rows = kind.model._base_manager.filter(pk__in=keys)
    had = {row.pop("id"): row for row in rows.values("id", *hidden)}
    rows.update(**hidden)
    return had


def _values(kind: Kind, fields: Mapping[str, Any]) -> Row:
    """JSON values as the columns hold them."""
    by_column = {field.attname: field for field in kind.model._meta.concrete_fields}
    return {name: by_column[name].to_python(value) for name, value in fields.items()}
