"""What each role gets from entries and the check-in: reading for the staff, writing for who directs."""

from typing import Any

from tests.cast import Cast
from tests.evenings import make_evening
from tests.permissions.table import MANAGERS, STAFF, Row, only
from tournaments.models.events import Tournament


def an_evening(cast: Cast) -> dict[str, Any]:
    return {"pk": _evening(cast).pk}


def an_entry(cast: Cast) -> dict[str, Any]:
    evening = _evening(cast)
    return {"pk": evening.pk, "entry": evening.entries.get(number=1).pk}


def two_players(_cast: Cast) -> dict[str, Any]:
    return {"first": "Lavanda Ada", "second": "Merletto Olga"}


def a_list(_cast: Cast) -> dict[str, Any]:
    return {"text": "Lavanda Ada - Merletto Olga", "order": "surname"}


def _evening(cast: Cast) -> Tournament:
    """An unpublished evening at its check-in: nobody outside the staff may know of it."""
    return make_evening(cast.club, entries=2, published=False)


def reading(name: str) -> Row:
    return Row(f"tournaments:{name}", only(STAFF), an_evening)


def looking(name: str) -> Row:
    return Row(f"tournaments:{name}", only(MANAGERS), an_evening)


def pressing(name: str) -> Row:
    return Row(f"tournaments:{name}", only(MANAGERS, 302), an_entry, method="post")


ROWS = [
    reading("entries"),
    reading("entries_csv"),
    looking("entry_add"),
    Row("tournaments:entry_add", only(MANAGERS, 302), an_evening, method="post", data=two_players),
    looking("entry_people"),
    looking("entry_partner"),
    looking("entries_paste"),
    Row("tournaments:entries_paste", only(MANAGERS), an_evening, method="post", data=a_list),
    Row("tournaments:entries_qualified", only(MANAGERS), an_evening),
    Row("tournaments:entries_qualified", only(MANAGERS, 302), an_evening, method="post"),
    Row("tournaments:entries_import", only(MANAGERS, 302), an_evening, method="post", data=a_list),
    Row("tournaments:entry", only(MANAGERS), an_entry),
    Row("tournaments:entry_change", only(MANAGERS, 302), an_entry, method="post", data=two_players),
    Row("tournaments:entry_place", only(MANAGERS, 302), an_entry, method="post"),
    pressing("entry_join"),
    pressing("entry_cancel"),
    pressing("entry_reinstate"),
    pressing("entry_promote"),
    pressing("entry_readmit"),
    pressing("entry_presence"),
    looking("check_in"),
    Row("tournaments:open_check_in", only(MANAGERS, 302), an_evening, method="post"),
    Row("tournaments:close_check_in", only(MANAGERS, 302), an_evening, method="post"),
    Row("tournaments:reopen_check_in", only(MANAGERS, 302), an_evening, method="post"),
]
