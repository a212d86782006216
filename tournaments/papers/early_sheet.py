"""Which tables of the next round are certain, found out by the worker; the paper's row keeps the answer."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.early import early
from tournaments.models.papers import Paper
from tournaments.names import entry_names
from tournaments.pairing.early import Certain, CertainTable
from tournaments.papers.heads import head
from tournaments.papers.sheets import NotReadyError, Sheets

ANSWER = "answer"  # the option that a worker writes; what was asked for has none


@dataclass(frozen=True, slots=True)
class Answer:
    """What was certain with these tables missing; `certain` None where it was too much to try."""

    missing: tuple[int, ...]
    certain: Certain | None


def as_plain(missing: tuple[int, ...], certain: Certain | None) -> dict[str, Any]:
    """The answer as a row can hold it."""
    if certain is None:
        return {"missing": list(missing)}
    tables = [[*each.entries, each.table] for each in certain.tables]
    return {"missing": list(missing), "tables": tables, "rest": certain.rest}


def answer_of(paper: Paper) -> Answer:
    """The answer that a finished paper holds."""
    plain = paper.options[ANSWER]
    missing = tuple(plain["missing"])
    if "tables" not in plain:
        return Answer(missing, None)
    tables = tuple(CertainTable((one, other), table) for one, other, table in plain["tables"])
    return Answer(missing, Certain(tables, plain["rest"]))


def content(paper: Paper) -> Sheets:
    """The answer, written into the row, and a page that says so. NotReadyError when nothing is missing."""
    known = early(paper.tournament)
    if known is None or known.why:
        raise NotReadyError("nothing_early")
    paper.options = {**paper.options, ANSWER: as_plain(known.missing, known.certain)}
    Paper.objects.filter(pk=paper.pk).update(options=paper.options)
    missing = ", ".join(map(str, known.missing))
    names = entry_names(paper.tournament)
    found = known.certain.tables if known.certain is not None else ()
    context = {
        "head": head(
            paper,
            _("Already certain for round %(number)d") % {"number": known.number},
            _("Missing: tables %(tables)s") % {"tables": missing},
        ),
        "tables": [(each.table, [names[entry] for entry in each.entries]) for each in found],
    }
    return Sheets("print/early.html", [None], context)
