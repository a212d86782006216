"""Locking a tournament and writing its log: the first and the last step of every write."""

from typing import Any

from django.db.models import F, Max

from clubs.models.users import User
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round


def locked(tournament: Tournament) -> Tournament:
    """The tournament's row, locked until the transaction ends and read afresh.

    On SQLite `select_for_update` does nothing: there every atomic block already holds the one write lock.
    """
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def write_act(
    *, tournament: Tournament, verb: Act.Verb, by: User | None, round: Round | None = None, **facts: Any
) -> Act:
    """Add a line to the log and raise the tournament's version. The caller holds the tournament's lock."""
    last = Act.objects.filter(tournament=tournament).aggregate(last=Max("seq"))["last"] or 0
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.version += 1
    return Act.objects.create(tournament=tournament, seq=last + 1, verb=verb, by=by, round=round, facts=facts)
