"""A file for the spreadsheet has its name in the reader's language, whatever its address is called."""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.cast import ADMIN, Cast
from tests.evenings import make_evening, open_round

ENGLISH = {
    "clubs:persons_csv": "{slug}-persons.csv",
    "clubs:members_csv": "{slug}-member-book.csv",
    "tournaments:entries_csv": "entries-{pk}.csv",
    "tournaments:standings_csv": "standings-{pk}.csv",
    "tournaments:board_csv": "full-board-{pk}.csv",
    "tournaments:results_csv": "results-{pk}.csv",
    "tournaments:rounds_csv": "rounds-{pk}.csv",
    "tournaments:hands_csv": "hands-{pk}.csv",
    "tournaments:seats_csv": "seats-{pk}.csv",
    "tournaments:log_csv": "log-{pk}.csv",
    "tournaments:penalties_csv": "penalties-{pk}.csv",
}


def named(client: Client, address: str, language: str) -> str:
    """What a browser of that language calls the file."""
    response = client.get(address, headers={"accept-language": language})
    assert response.status_code == 200, address
    return response.headers["Content-Disposition"].partition("filename=")[2].strip('"')


def test_every_file_is_known_here() -> None:
    found = set()
    for space in ("clubs", "tournaments"):
        names = get_resolver().namespace_dict[space][1].reverse_dict
        found |= {f"{space}:{name}" for name in names if isinstance(name, str) and name.endswith("_csv")}
    assert found == set(ENGLISH)


@pytest.mark.parametrize("name", ENGLISH)
def test_a_file_is_called_in_the_readers_language(client: Client, cast: Cast, name: str) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    client.force_login(cast.users[ADMIN])
    facts = {"slug": cast.club.slug} if name.startswith("clubs:") else {"pk": evening.pk}
    address = reverse(name, kwargs=facts)
    assert named(client, address, "en") == ENGLISH[name].format(**facts)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("tournaments:standings_csv", "classifica-{pk}.csv"), ("tournaments:results_csv", "risultati-{pk}.csv")],
)
def test_italian_files_keep_their_italian_names(client: Client, cast: Cast, name: str, expected: str) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    client.force_login(cast.users[ADMIN])
    address = reverse(name, args=[evening.pk])
    assert named(client, address, "it") == expected.format(pk=evening.pk)
