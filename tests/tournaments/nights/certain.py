"""What was said to be certain of the next round while tables still played must be what is drawn."""

from dataclasses import dataclass

from tests.tournaments.nights.rows import Picture
from tournaments.early import early
from tournaments.models.events import Tournament
from tournaments.models.log import Act


@dataclass(frozen=True, slots=True)
class Promise:
    """Of the round of that number: who meets whom, at which table where that is certain too; who rests, if
    that is. `missing` are the tables that still played."""

    number: int
    missing: frozenset[int]
    tables: tuple[tuple[frozenset[int], int | None], ...]
    rest: int | None


def promise_of(tournament: int) -> Promise | None:
    """What is certain now; None when nothing is asked, or nothing can be told."""
    told = early(Tournament.objects.get(pk=tournament))
    if told is None or told.certain is None:
        return None
    tables = tuple((frozenset(each.entries), each.table) for each in told.certain.tables)
    return Promise(told.number, frozenset(told.missing), tables, told.certain.rest)


def after_act(promise: Promise | None, act: Act, taken: Picture) -> Promise | None:
    """What is still promised after an act. Scores and absences of the tables that were missing are taken into
    account; whatever else is written lets it lapse, and the draw ends it. AssertionError if it is broken."""
    if promise is None:
        return None
    if act.verb == "draw" and taken["round"][act.round_id]["number"] == promise.number:
        check_kept(promise, act, taken)
        return None
    if act.verb in ("close", "start"):
        return promise
    is_foreseen = act.verb in ("score", "absence") and "change" not in act.facts
    return promise if is_foreseen and act.facts["table"] in promise.missing else None


def check_kept(promise: Promise, act: Act, taken: Picture) -> None:
    drawn: dict[frozenset[int], int] = {}
    for match in taken.where("match", round_id=act.round_id, is_active=True):
        entries = frozenset(
            seat["entry_id"] for seat in taken.where("seat", match_id=match["id"], is_active=True)
        )
        drawn[entries] = match["table_number"]
    for entries, table in promise.tables:
        assert entries in drawn, f"{set(entries)} were certain to meet in round {promise.number}"
        assert table in (None, drawn[entries]), f"{set(entries)} were certain to be at table {table}"
    if promise.rest is not None:
        [seat] = taken.where("seat", round_id=act.round_id, entry_id=promise.rest, is_active=True)
        assert seat["reason"] == "rests", f"entry {promise.rest} was certain to rest"
