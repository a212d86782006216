"""Locking a tournament and writing its log: the first and the last step of every write."""

from collections.abc import Callable, Sequence
from typing import Any

from clubs.models.users import User
from tournaments.journal import Reach, difference, image
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round
from tournaments.told import Told, told


def locked(tournament: Tournament, reach: Reach | Callable[[Tournament], Reach] | None = None) -> Tournament:
    """The tournament's row, locked until the transaction ends and read afresh.

    With a `reach`, found under the lock if need be, the act that `write_act` writes of it keeps which of
    those rows it changed.
    On SQLite `select_for_update` does nothing: there every atomic block already holds the one write lock.
    """
    fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if reach is not None:
        fresh.reach = reach if isinstance(reach, Reach) else reach(fresh)
        fresh.seen_rows = image(fresh, fresh.reach)
    return fresh


def locked_version(tournament: Tournament) -> int:
    """Lock the row as `locked` does and read only its version: every write of the evening raises it."""
    return Tournament.objects.select_for_update().values_list("version", flat=True).get(pk=tournament.pk)


def write_act(
    *,
    tournament: Tournament,
    verb: Act.Verb,
    by: User | None,
    round: Round | None = None,
    things: Sequence[Told] = (),
    **facts: Any,
) -> Act:
    """Add a line to the log and raise the tournament's version, which numbers the lines.

    Its facts tell what changed in reach, before and after, and the `things` out of the reach of any act.
    The caller holds the tournament's lock and has read it under that lock: a stale one is an IntegrityError.
    """
    changes: dict[str, Any] = {}
    told_here = list(things)
    if tournament.reach is not None:
        was, now = tournament.seen_rows, image(tournament, tournament.reach)
        changes, tournament.seen_rows = difference(was, now), now
        told_here += told(was, now) if changes else []
    if told_here:
        facts["told"] = told_here
    seq = tournament.version
    tournament.version += 1
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version)
    return Act.objects.create(
        tournament=tournament, seq=seq, verb=verb, by=by, round=round, facts=facts, changes=changes
    )
