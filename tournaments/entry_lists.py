"""Entering a whole list: what would become of each line, and writing it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models.people import Person
from clubs.models.users import User
from clubs.saving import lock, raise_version
from tournaments.entries import check_takes_entries, next_number
from tournaments.imports import NameLine
from tournaments.journal import ENTRIES
from tournaments.likeness import KnownName, Name, NameIndex
from tournaments.log import locked, write_act
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.roster import entry_numbers, name_index, places_for_new, size_of

SOMEBODY_NEW = "new"


class Kind(StrEnum):
    """What becomes of a line when the list is entered; only the first two write something."""

    NEW = "new"
    KNOWN = "known"
    ENTERED = "entered"
    TAKEN = "taken"
    TWICE = "twice"
    ASK = "ask"
    UNREADABLE = "unreadable"


WRITES = frozenset({Kind.NEW, Kind.KNOWN})


@dataclass(frozen=True, slots=True)
class Reading:
    """A name of the list and who it is: somebody known, nobody yet (None), or one of some candidates."""

    name: Name
    key: str
    person: KnownName | None
    candidates: tuple[KnownName, ...] = ()
    may_be_new: bool = True
    is_answered: bool = True

    @property
    def identity(self) -> int | str:
        return self.person.person_id if self.person else self.name.folded


@dataclass(frozen=True, slots=True)
class Verdict:
    """A line, what becomes of it, and what the sentence needs: who, an entry's number, an earlier line."""

    line: NameLine
    kind: Kind
    readings: tuple[Reading, ...] = ()
    who: str = ""
    number: int | None = None
    is_alone: bool = False


@dataclass(frozen=True, slots=True)
class ListReport:
    """What became of a list: the numbers given, how many of them wait, how many lines wrote nothing."""

    numbers: tuple[int, ...]
    waiting: int
    skipped: int


@dataclass(slots=True)
class _Judge:
    """What is known while the lines are read from first to last."""

    index: NameIndex
    answers: Mapping[str, str]
    numbers: Mapping[int, int]
    size: int
    seen: dict[int | str, int] = field(default_factory=dict)

    def verdict(self, line: NameLine) -> Verdict:
        if line.problem is not None:
            return Verdict(line, Kind.UNREADABLE, who=line.problem)
        readings = tuple(self._read(line, at, name) for at, name in enumerate(line.names, 1))
        identities = [reading.identity for reading in readings]
        if not all(reading.is_answered for reading in readings):
            return Verdict(line, Kind.ASK, readings)
        if len(set(identities)) < len(identities):
            return Verdict(line, Kind.UNREADABLE, readings, who="same_twice")
        return self._among_the_entered(line, readings) or self._among_the_lines(line, readings)

    def _read(self, line: NameLine, at: int, name: Name) -> Reading:
        key = f"{line.number}-{at}"
        exact = self.index.exact(name)
        if len(exact) == 1:
            return Reading(name, key, exact[0])
        candidates = exact or self.index.near(name)
        if not candidates:
            return Reading(name, key, None)
        answer = self.answers.get(key, "")
        chosen = next((known for known in candidates if str(known.person_id) == answer), None)
        is_new = answer == SOMEBODY_NEW and not exact
        return Reading(name, key, chosen, candidates, not exact, is_answered=chosen is not None or is_new)

    def _among_the_entered(self, line: NameLine, readings: Sequence[Reading]) -> Verdict | None:
        """Nothing to write when they are entered together; a refusal when one of them is elsewhere."""
        inside = {
            str(reading.name): self.numbers[reading.identity]
            for reading in readings
            if isinstance(reading.identity, int) and reading.identity in self.numbers
        }
        if not inside:
            return None
        who, number = next(iter(inside.items()))
        together = len(inside) == len(readings) and len(set(inside.values())) == 1
        return Verdict(line, Kind.ENTERED if together else Kind.TAKEN, tuple(readings), who, number)

    def _among_the_lines(self, line: NameLine, readings: Sequence[Reading]) -> Verdict:
        for reading in readings:
            if reading.identity in self.seen:
                earlier = self.seen[reading.identity]
                return Verdict(line, Kind.TWICE, tuple(readings), str(reading.name), earlier)
        self.seen |= {reading.identity: line.number for reading in readings}
        is_new = any(reading.person is None for reading in readings)
        alone = len(readings) < self.size
        return Verdict(line, Kind.NEW if is_new else Kind.KNOWN, tuple(readings), is_alone=alone)


def verdicts(
    tournament: Tournament, lines: Sequence[NameLine], answers: Mapping[str, str]
) -> tuple[Verdict, ...]:
    """What would become of each line, in two queries. `answers` maps a reading's key to a person or "new"."""
    judge = _Judge(name_index(tournament.club), answers, entry_numbers(tournament), size_of(tournament))
    return tuple(judge.verdict(line) for line in lines)


def why_no_list(tournament: Tournament) -> str:
    """Why no list of names is entered here; empty where one can be."""
    if tournament.is_teams:
        return _("A list of names does not say who makes a team: enter the teams one by one.")
    return ""


@transaction.atomic
def enter_list(
    *, tournament: Tournament, lines: Sequence[NameLine], answers: Mapping[str, str], by: User | None
) -> ListReport:
    """Enter the lines in their order; what is already entered, twice or unreadable writes nothing.

    Entering the same list again adds nothing. Raises ValidationError: a name still to be asked, the wrong
    moment.
    """
    tournament = locked(tournament, ENTRIES)
    if why := why_no_list(tournament):
        raise ValidationError(why, code="state")
    lock(tournament.club)
    judged = verdicts(tournament, lines, answers)
    good = [verdict for verdict in judged if verdict.kind in WRITES]
    if any(verdict.kind is Kind.ASK for verdict in judged):
        raise ValidationError(_("Say first who is meant where the list asks."), code="ask")
    if not good:
        return ListReport((), 0, len(judged))
    check_takes_entries(tournament)
    entries = _write(tournament, good)
    numbers = tuple(entry.number for entry in entries)
    waiting = sum(entry.state == Entry.State.WAITING for entry in entries)
    write_act(
        tournament=tournament,
        verb=Act.Verb.ENTER,
        by=by,
        numbers=list(numbers),
        waiting=waiting,
        from_list=True,
    )
    return ListReport(numbers, waiting, len(judged) - len(good))


def _write(tournament: Tournament, good: Sequence[Verdict]) -> list[Entry]:
    """Rows for the lines, in as many statements for a thousand lines as for one."""
    new = {reading.identity: reading.name for v in good for reading in v.readings if reading.person is None}
    keys = dict(zip(new, _new_people(tournament, list(new.values())), strict=True))
    states = _states(tournament, len(good))
    first = next_number(tournament)
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=first + at, state=state) for at, state in enumerate(states)
    )
    EntryMember.objects.bulk_create(
        EntryMember(
            entry=entry,
            tournament=tournament,
            person_id=reading.person.person_id if reading.person else keys[reading.identity],
            position=position,
        )
        for entry, verdict in zip(entries, good, strict=True)
        for position, reading in enumerate(verdict.readings, 1)
    )
    return entries


def _new_people(tournament: Tournament, names: Sequence[Name]) -> list[int]:
    """Put the names on the club's list, checked as the form for one person checks them."""
    people = [Person(club=tournament.club, last_name=name.last, first_name=name.first) for name in names]
    for person in people:
        person.clean_fields(exclude=["club", "user"])  # those two are ours, and would cost a query each
    if people:
        raise_version(tournament.club)
    return [person.pk for person in Person.objects.bulk_create(people)]


def _states(tournament: Tournament, count: int) -> list[Entry.State]:
    """Who comes first has a place while there are places, unless somebody already waits."""
    left = places_for_new(tournament)
    inside = count if left is None else min(left, count)
    return [Entry.State.ENTERED] * inside + [Entry.State.WAITING] * (count - inside)
