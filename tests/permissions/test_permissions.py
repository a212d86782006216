"""Every URL × every role, in one table; a URL without a row fails."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver

from tests import permissions
from tests.cast import ROLES, Cast
from tests.permissions.table import Row, answer


def all_rows() -> list[Row]:
    """The rows of every module of this package called cases_*.py."""
    names = sorted(m.name for m in pkgutil.iter_modules(permissions.__path__) if m.name.startswith("cases_"))
    return [row for name in names for row in importlib.import_module(f"{permissions.__name__}.{name}").ROWS]


def all_urls(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """The full name of every URL there is; one without a name shows its pattern."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield f"{namespace}{entry.name}" if entry.name else f"without a name: {entry.pattern}"
        else:
            yield from all_urls(entry, f"{namespace}{entry.namespace}:" if entry.namespace else namespace)


@pytest.mark.parametrize("row", all_rows(), ids=str)
def test_each_role_gets_what_the_table_says(row: Row, cast: Cast) -> None:
    address, data = row.address(cast), row.data(cast)
    got = {}
    for role in ROLES:
        with transaction.atomic():
            got[role] = answer(cast, role, row, address, data)
            transaction.set_rollback(True)
    assert got == row.answers


def test_every_url_has_a_row() -> None:
    assert set(all_urls(get_resolver())) - {row.url for row in all_rows()} == set()


def test_every_row_has_a_url() -> None:
    assert {row.url for row in all_rows()} - set(all_urls(get_resolver())) == set()
