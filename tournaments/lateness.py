"""Who comes late to the table, by the table's own clock: a warning, then MP, then the match is lost.

Bands from the code of the federation (domain of lateness): a warning in the first five minutes, −100 MP in
the next five. Who comes late comes once: it is written once, however often somebody presses.
"""

import datetime
from dataclasses import dataclass
from typing import Literal

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models.entries import Entry
from tournaments.models.log import Act
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Match
from tournaments.models.scores import Penalty

WARNED_UNTIL, FINED_UNTIL = 5, 10  # minutes after the table's clock began
LATE_MP = -100
Consequence = Literal["none", "warning", "penalty", "forfeit"]


@dataclass(frozen=True, slots=True)
class Lateness:
    """How late a table is by its own clock, whole minutes, and what the code takes for it."""

    minutes: int
    consequence: Consequence


def lateness(match: Match, now: datetime.datetime) -> Lateness:
    """How late somebody is who arrives now. Nothing before the table's clock has begun."""
    began = match.started_at or match.round.started_at
    if began is None or now < began:
        return Lateness(0, "none")
    seconds = (now - began).total_seconds()
    if seconds <= WARNED_UNTIL * 60:
        consequence: Consequence = "warning"
    else:
        consequence = "penalty" if seconds <= FINED_UNTIL * 60 else "forfeit"
    return Lateness(int(seconds // 60), consequence)


Written = tuple[Literal["penalty", "call"], int]
"""What a lateness was written as, with the key of its row: a penalty, or a warning."""


def late_at(match: Match) -> dict[int, Written]:
    """What the lateness at this table was written as that stands, by the numbers of the entries."""
    acts = Act.objects.filter(tournament=match.round.tournament, facts__late=match.pk, undone_by__isnull=True)
    written = list(acts.order_by("seq").values_list("facts", flat=True))
    rows = {"penalty": Penalty.objects.all(), "call": RefereeCall.objects.all()}
    standing = {
        (name, key)
        for name, found in rows.items()
        for key in found.filter(
            pk__in=[facts[name] for facts in written if name in facts], revoked_at__isnull=True
        ).values_list("pk", flat=True)
    }
    return {
        facts["entry"]: (name, facts[name])
        for facts in written
        for name in ("penalty", "call")
        if (name, facts.get(name)) in standing
    }


def check_late_once(match: Match, entry: Entry) -> None:
    """Refuse a second lateness at one table; the caller holds the lock. Raises ValidationError."""
    if entry.number in late_at(match):
        sentence = _("The lateness of number %(number)d at this table is written already.")
        raise ValidationError(sentence % {"number": entry.number}, code="late")
