"""What people, scripts and broken browsers send to a form; `assert_survives` sends it to yours."""

import html
import random
import re
from collections.abc import Callable, Iterator, Mapping
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
TRIES = 120  # dealt, not drawn: up to some thirty fields about as many different faults as 200 drawn ones
OTHERS = 5  # faults of each other kind to each round of NASTY
MISSING = object()
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
    n: int = TRIES,
) -> None:
    """Post `valid` to `url`, and at most `n` spoilt versions of it.

    Never an exception or a 500; a refusal says so in an alert, keeps what was typed and writes no row
    (`counts` gives rows by name). Each post is rolled back. The valid data must be accepted: a generator that
    starts from refused data proves nothing.
    """
    before = counts()
    with transaction.atomic():
        response = client.post(url, valid)
        assert response.status_code in ACCEPTED, _refusal_of(valid, response)
        transaction.set_rollback(True)
    refused = 0
    for data in versions(valid, n):
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


def versions(valid: Mapping[str, Any], n: int = TRIES) -> Iterator[dict[str, Any]]:
    """At most `n` versions of the data, each with one to three fields spoilt; always the same ones.

    Faults are dealt like cards, none twice to a field: a small form meets each of them in each field, a large
    one each in some field.
    """
    rng = random.Random(20261130)
    deck = _faults(valid, rng)
    for _version in range(n):
        data, met = dict(valid), set[str]()
        for _fault in range(rng.randint(1, 3)):
            if deck and deck[-1][0] not in met:
                field, value = deck.pop()
                met.add(field)
                data[field] = value
        if not met:
            return
        yield {field: value for field, value in data.items() if value is not MISSING}


def _faults(valid: Mapping[str, Any], rng: random.Random) -> list[tuple[str, Any]]:
    """Fields with what is sent instead, to be taken from the end.

    There are as many rounds as fields, and in each round every nasty value goes to another field; some are
    sent doubled, noise and large numbers beside them, and in the first round each field is missing once.
    """
    fields = rng.sample(sorted(valid), k=len(valid))
    deck: list[tuple[str, Any]] = []
    for shift in range(len(fields)):
        faults = [(fields[(at + shift) % len(fields)], nasty) for at, nasty in enumerate(NASTY)]
        for one, other, third in (rng.choices(fields, k=3) for _each in range(OTHERS)):
            faults.append((one, [valid[one], rng.choice(NASTY)]))
            faults.append((other, _noise(rng)))
            faults.append((third, str(rng.randint(-(10**18), 10**18))))
        if not shift:
            faults += [(field, MISSING) for field in fields]
        deck = rng.sample(faults, k=len(faults)) + deck
    return deck


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
