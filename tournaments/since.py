"""What was written of an evening since a page of it was made: the guard of all that the referee writes.

A page keeps the tournament's version as `seen`. What comes from it later is refused where somebody has
written about the same people or table in between, and the refusal says what; a page that is made again has
seen it.
"""

from collections.abc import Callable, Collection

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match

Verb = Act.Verb
Concerns = Callable[[Act], bool]
BACK = frozenset({Verb.UNDO, Verb.RESTORE})
OF_PEOPLE = frozenset({Verb.PENALTY, Verb.REVOKE_PENALTY, Verb.CALL})
OF_ROUNDS = frozenset(
    {Verb.DRAW, Verb.UNDO_DRAW, Verb.ANNOUNCE, Verb.TAKE_BACK, Verb.CLOSE, Verb.REOPEN, Verb.PROVISIONAL}
)
OF_SCORES = frozenset({Verb.SCORE, Verb.CORRECT, Verb.AWARD, Verb.ABSENCE, Verb.WITHDRAW})


class ChangedSince(ValidationError):  # noqa: N818 - nothing is wrong: somebody else was quicker
    """Nothing was done: these `acts` came since the page was made. `version` is the evening's now."""

    def __init__(self, acts: list[Act], version: int) -> None:
        super().__init__(
            _("Nothing was done: something has changed since this page was opened. Look again."), code="since"
        )
        self.acts, self.version = acts, version


def of_entry(entry: Entry) -> Concerns:
    """Penalties and warnings of an entry."""
    return lambda act: act.verb in OF_PEOPLE and act.facts.get("entry") == entry.number


def of_calls(match: Match | None, entry: Entry | None) -> Concerns:
    """What the referee wrote about an entry, or at a table."""

    def concerns(act: Act) -> bool:
        if entry is not None and of_entry(entry)(act):
            return True
        is_there = match is not None and act.round_id == match.round_id
        return is_there and act.verb in OF_PEOPLE and act.facts.get("table") == match.table_number

    return concerns


def of_scores(matches: Collection[int]) -> Concerns:
    """Scores, awards and absences at a table, or at all those of a meeting of teams; keys of matches."""

    def concerns(act: Act) -> bool:
        tables = {act.facts.get("match"), *act.facts.get("also", ())}
        return act.verb in OF_SCORES and not tables.isdisjoint(matches)

    return concerns


def of_departure(entry: Entry, matches: Collection[int]) -> Concerns:
    """What changes whether and how an entry leaves: what was done to it, at its open tables, to rounds."""

    def concerns(act: Act) -> bool:
        is_its = entry.number in act.facts.get("numbers", ())
        return is_its or act.verb in OF_ROUNDS or of_scores(matches)(act)

    return concerns


def acts_since(tournament: Tournament, seen: int, concerns: Concerns) -> list[Act]:
    """What stands of the acts since the evening had the version `seen`, and concerns somebody: also what took
    such an act back that the page still showed. The first first."""
    later = list(tournament.acts.filter(seq__gte=seen).defer("changes").order_by("seq"))
    found = []
    for act in later:
        undone = _undone_by(act, seen) if act.verb in BACK else [act]
        if act.undone_by_id is None and any(map(concerns, undone)):
            found.append(act)
    return found


def _undone_by(act: Act, seen: int) -> list[Act]:
    """The acts from before `seen` that an undo took back, or brought back with the undo of an undo."""
    known = {each.seq: each for each in act.tournament.acts.filter(seq__lt=act.seq).defer("changes")}
    wanted, found = list(act.facts.get("undone", ())), []
    while wanted:
        each = known[wanted.pop()]
        if each.verb in BACK:
            wanted += each.facts.get("undone", ())
        elif each.seq < seen:
            found.append(each)
    return found


def check_since(tournament: Tournament, seen: int | None, concerns: Concerns) -> None:
    """Refuse what comes from a page that did not know what was written since; None: no page was looked at.
    The caller holds the tournament's lock. Raises ChangedSince."""
    acts = acts_since(tournament, seen, concerns) if seen is not None else []
    if acts:
        raise ChangedSince(acts, tournament.version)
