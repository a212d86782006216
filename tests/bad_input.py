"""What people, scripts and broken browsers send to a form; `assert_survives` sends it to yours."""

import html
import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.test import Client

NASTY = (
    "", " ", "\x00", "a\x00b", "x" * 300, "x" * 20_000, "é" * 130, "🂡" * 60, "\u202egnirts", "a\u2028b",
    "0001-01-01", "9999-12-31", "20226-01-01", "31/02/2026", "2026-13-45", "0000-00-00", "29/2/2023",
    "-1", "0", "1.5", "1,5", "--5", "999999999999999999999999", "2147483648", "9223372036854775808",
    "1e309", "NaN", "Infinity", "١٢٣", "½", "0x10", "−12", "12 ", "None", "null", "true", "[]", "{}",
    "<script>alert(1)</script>", "'; DROP TABLE clubs_club; --", "%s%n%x", "{{ 7|add:7 }}",
    "../../etc/passwd", "a@b", "@", "a@" + "x" * 300 + ".it", "Uno <due@prova.example>",
    "a@prova.example\r\nBcc: b@prova.example",
    "riga\nnuova", "\t", "=1+1", "\ufeff", "ﷺ" * 40, "no-such-choice", "1;2", "1\x1f2",
)  # fmt: skip
_TYPED = re.compile(
    r"<(?:input(?![^>]*type=\"(?:password|hidden|checkbox|radio|file)\")|textarea)[^>]*name=\"([^\"]+)\""
)
ACCEPTED = {302, 303, 204}
REFUSED = {200, 400, 409, 422}


def assert_survives(
    client: Client,
    url: str,
    valid: Mapping[str, Any],
    counts: Callable[[], dict[str, int]],
    n: int = 200,
) -> None:
    """Post `n` spoilt versions of `valid` to `url`, each but once, and the valid one.

    Never an exception or a 500; a refusal says so in an alert, keeps what was typed and writes no row
    (`counts` gives rows by name). Each post is rolled back. The valid data must be accepted: a generator that
    starts from refused data proves nothing.
    """
    rng = random.Random(20261130)
    before = counts()
    with transaction.atomic():
        response = client.post(url, valid)
        assert response.status_code in ACCEPTED, _refusal_of(valid, response)
        transaction.set_rollback(True)
    refused = 0
    versions = [spoilt(valid, rng) for _number in range(n)]
    for data in {repr(data): data for data in versions}.values():
        with transaction.atomic():
            response = client.post(url, data)
            assert response.status_code in ACCEPTED | REFUSED, (response.status_code, data)
            if response.status_code in REFUSED:
                refused += 1
                assert counts() == before, data
                _assert_says_why(response.content.decode(), data)
            transaction.set_rollback(True)
    assert refused, "no bad input was bad enough to be refused"


def rows_of(*models: type[Model]) -> dict[str, int]:
    """How many rows each model has, by its name, asked at once: it is asked after each refusal."""
    tables = [connection.ops.quote_name(model._meta.db_table) for model in models]
    counts = map("(SELECT COUNT(*) FROM {})".format, tables)
    with connection.cursor() as cursor:
        cursor.execute("SELECT {}".format(", ".join(counts)))
        return dict(zip([model.__name__ for model in models], cursor.fetchone(), strict=True))


def spoilt(valid: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The data with one to three fields spoilt: nasty, missing, doubled, random."""
    data = dict(valid)
    for field in rng.sample(sorted(data), k=min(len(data), rng.randint(1, 3))):
        match rng.randrange(8):
            case 0:
                del data[field]
            case 1:
                data[field] = [data[field], rng.choice(NASTY)]
            case 2:
                data[field] = _noise(rng)
            case 3:
                data[field] = str(rng.randint(-(10**18), 10**18))
            case _:
                data[field] = rng.choice(NASTY)
    return data


def _noise(rng: random.Random) -> str:
    planes = ((0, 0x7F), (0x80, 0x24F), (0x600, 0x6FF), (0x2000, 0x2FFF), (0x1F000, 0x1FAFF))
    signs = [chr(rng.randint(*rng.choice(planes))) for _sign in range(rng.randint(1, 60))]
    return "".join(signs)


def _assert_says_why(page: str, data: Mapping[str, Any]) -> None:
    assert 'role="alert"' in page, f"refused without a word: {data!r}"
    for field in set(_TYPED.findall(page)) & set(data):
        typed = data[field][-1] if isinstance(data[field], list) else str(data[field])
        if typed.isprintable():
            assert html.escape(typed) in page, f"lost what was typed in {field}: {typed!r}"


def _refusal_of(valid: Mapping[str, Any], response: Any) -> str:
    errors = re.findall(r'<a href="#id_[^"]*">([^<]*)</a>', response.content.decode())
    return f"valid data refused with {response.status_code}: {valid!r}: {errors}"
