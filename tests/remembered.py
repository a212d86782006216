"""What many tests begin with: built once by the program's own verbs, written again row by row afterwards.

`remembered(build, …)` calls `build(…)` the first time and keeps the rows it has added, with what it gave.
The next time that the same call finds the same rows before it, those rows are inserted as they were, in a
millisecond or two, and an equal value is given back. Each test still has rows of its own.
"""

import pickle
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ParamSpec, TypeVar, cast

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model
from django.db.models.sql import InsertQuery

Given = ParamSpec("Given")
Made = TypeVar("Made")
Rows = dict[Any, tuple[Any, ...]]
ROWS_A_STATEMENT = 20  # SQLite takes so many values in one


@dataclass(frozen=True)
class Remembered:
    """The statements that write the rows again, and the value."""

    statements: tuple[tuple[str, tuple[Any, ...]], ...]
    value: bytes


_known: dict[Hashable, Remembered] = {}


def remembered(build: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
    """What `build(*args, **kwargs)` gives, with its rows in the database.

    `build` may only add rows, must not touch files or the cache, and may depend on its arguments alone and on
    rows that the tests before it do not change: rows of the database are compared by how many there are and
    the last key. Arguments are models or hashable.
    """
    call = (build.__module__, build.__qualname__, tuple(map(_spelled, args)), *_named(kwargs), _extent())
    if call in _known:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement, values in _known[call].statements:
                cursor.execute(statement, values)
        return cast(Made, pickle.loads(_known[call].value))  # noqa: S301 - pickled below
    before = {model: _rows(model) for model in _models()}
    made = build(*args, **kwargs)
    statements: list[tuple[str, tuple[Any, ...]]] = []
    for model, old in before.items():
        now = _rows(model)
        changed = [key for key, row in old.items() if now.get(key) != row]
        assert not changed, f"{build.__qualname__} changes rows of {model.__name__}: {changed}"
        statements += _inserts(model, now.keys() - old.keys())
    _known[call] = Remembered(tuple(statements), pickle.dumps(made))
    return made


def _spelled(value: Any) -> Hashable:
    return (type(value), value.pk) if isinstance(value, Model) else cast(Hashable, value)


def _named(arguments: dict[str, Any]) -> Iterator[Hashable]:
    return ((name, _spelled(value)) for name, value in sorted(arguments.items()))


@cache
def _models() -> tuple[type[Model], ...]:
    ours = (apps.get_app_config(name) for name in ("clubs", "tournaments"))
    return tuple(model for app in ours for model in app.get_models())


@cache
def _asks_extent() -> str:
    quote = connection.ops.quote_name
    tables = [(quote(model._meta.db_table), quote(model._meta.pk.column)) for model in _models()]
    count = "(SELECT COUNT(*) FROM {0}), (SELECT MAX({1}) FROM {0})"
    return "SELECT " + ", ".join(count.format(table, key) for table, key in tables)


def _extent() -> tuple[Any, ...]:
    """Of every table how many rows it has, and the last key."""
    with connection.cursor() as cursor:
        cursor.execute(_asks_extent())
        return tuple(cursor.fetchone())


def _rows(model: type[Model]) -> Rows:
    return {row[0]: row for row in model._base_manager.values_list("pk", *_columns(model))}


def _columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _inserts(model: type[Model], keys: set[Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Statements that insert those rows as they are now, defaults and days of writing included."""
    rows = list(model._base_manager.filter(pk__in=keys).order_by("pk"))
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    for start in range(0, len(rows), ROWS_A_STATEMENT):
        query = InsertQuery(model)
        query.insert_values(fields, rows[start : start + ROWS_A_STATEMENT], raw=True)
        for statement, values in query.get_compiler(connection=connection).as_sql():
            yield statement, tuple(values)
