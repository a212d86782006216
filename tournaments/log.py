"""Locking a tournament and writing its log: the first and the last step of every write."""

from typing import Any

from clubs.models.users import User
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round


def locked(tournament: Tournament) -> Tournament:
    """The tournament's row, locked until the transaction ends and read afresh.

    On SQLite `select_for_update` does nothing: there every atomic block already holds the one write lock.
    """
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def locked_version(tournament: Tournament) -> int:
    """Lock the row as `locked` does and read only its version: every write of the evening raises it."""
    return Tournament.objects.select_for_update().values_list("version", flat=True).get(pk=tournament.pk)


def write_act(
    *, tournament: Tournament, verb: Act.Verb, by: User | None, round: Round | None = None, **facts: Any
) -> Act:
    """Add a line to the log and raise the tournament's version, which numbers the lines.

    The caller holds the tournament's lock and has read it under that lock: a stale one is an IntegrityError.
    """
    seq = tournament.version
    tournament.version += 1
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version)
    return Act.objects.create(tournament=tournament, seq=seq, verb=verb, by=by, round=round, facts=facts)
