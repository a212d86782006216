"""Rounds drawn ahead as tables of numbers: a row for each table, a column for each round."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models.events import Tournament
from tournaments.models.rounds import goes_by_table, group_letter
from tournaments.names import EntryNames
from tournaments.pairing.draws import PastRound, Seating
from tournaments.papers.plan_ahead import Plan, tables_of

PAIRS_BESIDE, SINGLES_BESIDE = 8, 5  # rounds that stand side by side
SHORT = 30  # lines that stay on one page, with the heading
Number = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Line:
    """A table, or who rests (""), with what stands there in each round."""

    table: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupLines:
    """The tables of a group by its letter, or of everybody ("")."""

    letter: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Rounds that stand side by side."""

    rounds: tuple[int, ...]
    groups: tuple[GroupLines, ...]

    @property
    def is_short(self) -> bool:
        """Whether it can stay on one page together."""
        return sum(len(group.lines) + 1 for group in self.groups) <= SHORT

    @property
    def columns(self) -> int:
        """How many there are, with that of the tables."""
        return len(self.rounds) + 1


@dataclass(frozen=True, slots=True)
class PlanTable:
    """The rounds of a plan, in bands, and what must be known to read them."""

    first: int
    last: int
    notes: tuple[str, ...]
    bands: tuple[Band, ...]


def plan_table(plan: Plan, names: dict[int, EntryNames], tournament: Tournament) -> PlanTable:
    """The plan with the numbers of its entries, or with its places."""
    beside = SINGLES_BESIDE if tournament.is_individual else PAIRS_BESIDE
    rounds = plan.rounds
    number: Number = (lambda place: place) if plan.by_place else (lambda entry: names[entry].number)
    laid = _Laid(plan, tournament)
    bands = tuple(
        Band(
            tuple(each.number for each in rounds[start : start + beside]),
            _groups(rounds[start : start + beside], number, laid),
        )
        for start in range(0, len(rounds), beside)
    )
    return PlanTable(rounds[0].number, rounds[-1].number, _notes(plan, tournament), bands)


def _notes(plan: Plan, tournament: Tournament) -> tuple[str, ...]:
    notes = []
    if plan.is_by_lot and plan.by_place:
        notes.append(_("By lot, in case the program stays silent: when it draws, it draws anew."))
    elif plan.is_by_lot:
        notes.append(
            _("By lot, drawn already: the program draws the same as long as nobody comes or leaves.")
        )
    if plan.by_place:
        notes.append(
            _("The numbers are places: 1 is the first of the standings after round %(number)d.")
            % {"number": plan.before}
        )
    else:
        notes.append(_("The numbers are those of the standings of this sheet."))
    if plan.finalists and plan.by_place:
        notes.append(
            _("1 to %(last)d are those who qualified, the best first; the others follow, the best first.")
            % {"last": plan.finalists}
        )
    if tournament.is_individual:
        notes.append(_("Before the dash the two partners N-S, behind it the two E-W."))
    elif tournament.is_teams:
        notes.append(
            _("N-S is the team before the dash at the first table of a meeting, then the other, by turns.")
        )
    else:
        notes.append(_("Before the dash who sits N-S, behind it who sits E-W."))
    if any(seating.ring for each in plan.rounds for seating in each.seatings):
        notes.append(_("Numbers with dots between them sit round the table, in this order."))
    notes.append(_("Whoever would meet somebody who has left sits out."))
    return tuple(notes)


class _Laid:
    """What the tables of a plan are called in the room: those out of use are left out."""

    def __init__(self, plan: Plan, tournament: Tournament) -> None:
        self.phase, self.closed = plan.phase, set(tournament.closed_tables)
        self.of_meeting = tournament.tables_of_meeting

    def named(self, each: PastRound) -> dict[int, tuple[int, ...]]:
        """The tables of every match of a round, by the number that the plan has for it."""
        used = {seating.table: seating.group for seating in each.seatings}
        behind = max([0, *self.closed, *(table * self.of_meeting for table in used)]) + 1
        named = {}
        for table, group in sorted(used.items()):
            rooms = list(range(self.of_meeting * (table - 1) + 1, self.of_meeting * table + 1))
            if not goes_by_table(self.phase, group):
                for at, room in enumerate(rooms):
                    if room in self.closed:
                        rooms[at], behind = behind, behind + 1
            named[table] = tuple(rooms)
        return named


def _groups(rounds: Sequence[PastRound], number: Number, laid: _Laid) -> tuple[GroupLines, ...]:
    named = [laid.named(each) for each in rounds]
    found = []
    for group in tables_of(rounds):
        cells: dict[tuple[int, ...], list[str]] = {}
        for at, each in enumerate(rounds):
            for seating in each.seatings:
                if seating.group == group:
                    row = cells.setdefault(named[at][seating.table], [""] * len(rounds))
                    row[at] = _match(seating, number)
        lines = [Line(_rooms(rooms), tuple(row)) for rooms, row in sorted(cells.items())]
        resting = tuple(
            ", ".join(str(number(rest.entry)) for rest in each.rests if rest.group == group)
            for each in rounds
        )
        if any(resting):
            lines.append(Line("", resting))
        found.append(GroupLines(group_letter(group), tuple(lines)))
    return tuple(found)


def _rooms(rooms: Sequence[int]) -> str:
    return str(rooms[0]) if len(rooms) == 1 else ", ".join(map(str, rooms))


def _match(seating: Seating, number: Number) -> str:
    if seating.ring:
        return " · ".join(str(number(entry)) for entry in seating.ring)
    return f"{_line(seating.ns, number)} – {_line(seating.ew, number)}"


def _line(entries: Collection[int], number: Number) -> str:
    return "+".join(str(number(entry)) for entry in entries)
