"""What the director's page says of the next round while the last tables of this one play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from clubs.models.users import User
from tournaments.early import Early, early, is_asked, question
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.early import Certain
from tournaments.papers import jobs
from tournaments.papers.early_sheet import answer_of

QUICK_ENTRIES = 60
"""Up to so many entries a page waits for the answer of a movement that is tried out, if one table is missing:
two take seconds even in a small field, and then the worker tries."""

Stage = Literal["known", "waits", "failed", "untold"]


@dataclass(frozen=True, slots=True)
class CertainRow:
    """Two that meet in the next round; `table` None where its number still depends."""

    table: int | None
    entries: tuple[EntryNames, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """The question as it was asked, and how far its answer is: `untold` has its reason in `asked.why`."""

    asked: Early
    stage: Stage
    tables: tuple[CertainRow, ...] = ()
    rest: EntryNames | None = None


def look(tournament: Tournament, *, by: User, language: str) -> Look | None:
    """What is certain now; None when nobody asks. What takes long is asked of the worker, once."""
    asked = question(tournament) if is_asked(tournament) else None
    if asked is None:
        return None
    if asked.why:
        return Look(asked, "untold")
    if _is_quick(tournament, asked):
        known = early(tournament)
        return _told(asked, known.certain if known is not None else None, entry_names(tournament))
    round_ = tournament.rounds.get(number=asked.number)
    paper = jobs.ask(tournament=tournament, kind=Paper.Kind.EARLY, by=by, language=language, round=round_)
    if paper.state != Paper.State.DONE:
        return Look(asked, "failed" if paper.state == Paper.State.FAILED else "waits")
    return _told(asked, answer_of(paper).certain, entry_names(tournament))


def _is_quick(tournament: Tournament, asked: Early) -> bool:
    is_pure = asked.most is None
    return is_pure or (len(asked.missing) == 1 and tournament.entries.present().count() <= QUICK_ENTRIES)


def _told(asked: Early, certain: Certain | None, names: Mapping[int, EntryNames]) -> Look:
    if certain is None:
        return Look(asked, "failed")
    tables = sorted(certain.tables, key=lambda each: (each.table is None, each.table))
    return Look(
        asked,
        "known",
        tuple(CertainRow(each.table, tuple(names[entry] for entry in each.entries)) for each in tables),
        names[certain.rest] if certain.rest is not None else None,
    )
