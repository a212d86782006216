"""The acts that most tests begin with: done once in a process, then their rows are written again.

An act under `@replayed` is done by the program the first time. When it is asked for again with equal
arguments and with every row of the database as it was then, what it had changed is written row by row and an
equal value is given: a few milliseconds instead of a hundred.

It is done anew, as ever, in a test that commits, whose rows others read, and on another database than SQLite.
A test that patches what the act does calls its `__wrapped__`.
"""

import io
import pickle
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache, wraps
from random import Random
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.utils.translation import get_language

Given = ParamSpec("Given")
Made = TypeVar("Made")
LOGIN = "last_login"  # of an account: nothing depends on it, and each test logs in anew
Rows = dict[str, dict[Any, tuple[Any, ...]]]  # of each table its rows by key


@dataclass(frozen=True)
class Played:
    """What an act changed: statements with their rows; its arguments as it left them, and its value."""

    statements: tuple[tuple[str, list[tuple[Any, ...]]], ...]
    after: bytes


_known: dict[Hashable, Played] = {}


def replayed(act: Callable[Given, Made]) -> Callable[Given, Made]:
    """Decorates an act that depends on its arguments, the rows and the language, and changes nothing but the
    rows and its arguments.

    Arguments are models, generators of random numbers, or hashable.
    """

    @wraps(act)
    def do(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        if connection.vendor != "sqlite" or not connection.in_atomic_block:
            return act(*args, **kwargs)
        given = [*args, *(kwargs[name] for name in sorted(kwargs))]
        before = _rows()
        rows = hash(tuple(frozenset(table.values()) for table in before.values()))
        call = (act.__qualname__, get_language(), len(args), *sorted(kwargs), *map(_spelled, given), rows)
        kept = [value for value in given if isinstance(value, Model | Random)]
        if call in _known:
            return _again(_known[call], kept)
        waiting = len(connection.run_on_commit)
        made = act(*args, **kwargs)
        assert len(connection.run_on_commit) == waiting, f"{act.__qualname__} does something after the commit"
        _known[call] = Played(tuple(_changes(before, _rows())), _pickled(kept, made))
        return made

    return do


def _again(played: Played, kept: list[Any]) -> Any:
    with connection.cursor() as cursor:
        for statement, rows in played.statements:
            cursor.executemany(statement, rows)
    unpickler = pickle.Unpickler(io.BytesIO(played.after))  # noqa: S301 - pickled below
    unpickler.persistent_load = kept.__getitem__  # type: ignore[method-assign]
    states, made = unpickler.load()
    for value, state in zip(kept, states, strict=True):
        if isinstance(value, Random):
            value.setstate(state)
        else:
            value.__dict__.clear()
            value.__dict__.update(state)
    return made


def _pickled(kept: list[Any], made: Any) -> bytes:
    """The arguments' contents and the value, in which the arguments themselves are but named."""
    places = {id(value): place for place, value in enumerate(kept)}
    file = io.BytesIO()
    pickler = pickle.Pickler(file)
    pickler.persistent_id = lambda value: places.get(id(value))  # type: ignore[method-assign]
    pickler.dump(([v.getstate() if isinstance(v, Random) else v.__dict__ for v in kept], made))
    return file.getvalue()


def _spelled(value: Any, *within: int) -> Hashable:
    """An argument by its contents: of a model its fields, and the models it holds."""
    if isinstance(value, Random):
        return value.getstate()
    if not isinstance(value, Model) or id(value) in within:
        return value if not isinstance(value, Model) else value.pk
    fields = {name: held for name, held in value.__dict__.items() if name[0] != "_" and name != LOGIN}
    held = value._state.fields_cache
    return (
        value._meta.label,
        tuple((name, repr(fields[name])) for name in sorted(fields)),
        tuple((name, _spelled(held[name], id(value), *within)) for name in sorted(held)),
    )


@cache
def _tables() -> dict[str, tuple[str, ...]]:
    """The columns of each table, the key first. The numbers that SQLite goes on from come last: inserting
    a row moves them."""
    models = [
        model
        for name in ("clubs", "tournaments")
        for model in apps.get_app_config(name).get_models(include_auto_created=True)
    ]
    tables = {model._meta.db_table: _columns(model) for model in models}
    return tables | {"sqlite_sequence": ("name", "seq")}


def _columns(model: type[Model]) -> tuple[str, ...]:
    fields = sorted(model._meta.concrete_fields, key=lambda field: not field.primary_key)
    return tuple(field.column for field in fields if not field.generated and field.column != LOGIN)


def _rows() -> Rows:
    """All rows as SQLite has them: a column under a "+" is not made a day or a time of."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table, columns in _tables().items():
            bare = ", ".join(f'+"{column}"' for column in columns)
            cursor.execute(f'SELECT {bare} FROM "{table}"')  # noqa: S608
            found[table] = {row[0]: row for row in cursor.fetchall()}
    return found


def _changes(before: Rows, after: Rows) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The statements that make the second of the first."""
    for table, columns in _tables().items():
        old, new = before[table], after[table]
        gone = [(key,) for key, row in old.items() if new.get(key) != row]
        come = [row for key, row in new.items() if old.get(key) != row]
        if gone:
            yield f'DELETE FROM "{table}" WHERE "{columns[0]}" = %s', gone  # noqa: S608
        if come:
            names = ", ".join(f'"{column}"' for column in columns)
            places = ", ".join(["%s"] * len(columns))
            yield f'INSERT INTO "{table}" ({names}) VALUES ({places})', come  # noqa: S608
