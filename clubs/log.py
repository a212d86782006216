"""Writing and reading the log of the club's books."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.formats import date_format
from django.utils.text import capfirst

from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.log import ClubAct
from clubs.models.people import Membership
from clubs.models.users import User
from clubs.naming import account_names
from clubs.saving import save_checked

CORRECTED: Mapping[str, type[models.Model]] = {
    ClubAct.Verb.CORRECT_LINE: Membership,
    ClubAct.Verb.CORRECT_MANDATE: Mandate,
}
LINE_FACTS = ("number", "category", "admitted_on", "left_on", "leaving_reason")
MANDATE_FACTS = ("starts_on", "ends_on")
SEAT_FACTS = ("office", "starts_on", "ends_on", "end_reason")


@dataclass(frozen=True)
class LoggedAct:
    """A line of the log: the act, what the club calls who did it, what it changed, one change a line."""

    act: ClubAct
    who: str
    changes: tuple[str, ...]


def write_act(
    *,
    club: Club,
    verb: ClubAct.Verb,
    by: User | None,
    why: str = "",
    line: Membership | None = None,
    **facts: Any,
) -> ClubAct:
    """Add a line to the log, inside the transaction of what it tells. Raises ValidationError.

    A correction needs its reason (`why`), a change of regulations has none.
    """
    act = ClubAct(club=club, verb=verb, line=line, facts=facts, why=why.strip(), by=by)
    save_checked(act)
    return act


def picture(row: models.Model, fields: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a row as the log keeps them: days as ISO text."""
    values = ((name, getattr(row, name)) for name in fields)
    return {name: value.isoformat() if isinstance(value, datetime.date) else value for name, value in values}


def picture_of_seat(seat: BoardSeat) -> dict[str, Any]:
    """A seat as the log keeps it, with the name its person has today."""
    return {"person": str(seat.person), **picture(seat, SEAT_FACTS)}


def acts_of_line(line: Membership) -> list[LoggedAct]:
    """What was corrected in a line of the member book, the last first."""
    return _in_words(ClubAct.objects.filter(line=line), line.club)


def acts_of_board(club: Club) -> list[LoggedAct]:
    """What was corrected in mandates and seats, the last first."""
    corrections = ClubAct.objects.filter(club=club, line__isnull=True).exclude(verb__in=ClubAct.ABOUT_RULES)
    return _in_words(corrections, club)


def acts_of_rules(club: Club) -> list[tuple[ClubAct, str]]:
    """What was done to the club's regulations, the last first, each with what the club calls who did it."""
    called = account_names(club)
    acts = ClubAct.objects.filter(club=club, verb__in=ClubAct.ABOUT_RULES)
    return [(act, called(act.by)) for act in acts.select_related("by")]


def _in_words(acts: models.QuerySet[ClubAct], club: Club) -> list[LoggedAct]:
    called = account_names(club)
    return [LoggedAct(act, called(act.by), tuple(_changes(act))) for act in acts.select_related("by")]


def _changes(act: ClubAct) -> list[str]:
    facts = act.facts
    if (model := CORRECTED.get(act.verb)) is not None:
        before, after = facts["before"], facts["after"]
        return [
            f"{_label(model, name)}: {_shown(model, name, before[name])} → {_shown(model, name, after[name])}"
            for name in (*LINE_FACTS, *MANDATE_FACTS)  # a database may keep JSON in another order
            if before.get(name) != after.get(name)
        ]
    if act.verb == ClubAct.Verb.REMOVE_SEAT:
        return [_seat_in_words(facts)]
    return [_days(Mandate, facts), *map(_seat_in_words, facts["seats"])]


def _seat_in_words(facts: dict[str, Any]) -> str:
    office = capfirst(_shown(BoardSeat, "office", facts["office"]))
    return f"{office}: {facts['person']}, {_days(BoardSeat, facts)}"


def _days(model: type[models.Model], facts: dict[str, Any]) -> str:
    return " – ".join(_shown(model, name, facts[name]) for name in MANDATE_FACTS)


def _label(model: type[models.Model], name: str) -> str:
    return str(capfirst(model._meta.get_field(name).verbose_name))


def _shown(model: type[models.Model], name: str, value: Any) -> str:
    if value in (None, ""):
        return "—"
    field = model._meta.get_field(name)
    if isinstance(field, models.DateField):
        return date_format(datetime.date.fromisoformat(value))
    return str(dict(field.flatchoices).get(value, value))
