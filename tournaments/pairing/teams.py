"""Teams of two pairs or more: any movement for pairs says which teams meet; here a meeting becomes tables.

Meeting k of teams of two pairs takes tables 2k − 1 (open: pair 1 of A NS against pair 1 of B) and 2k (closed:
pair 2 of B NS against pair 2 of A). With more pairs the lines go on by turns. A is the team that the
movement seats NS, so its balance of sides decides by turns who is A.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.draws import Line, RoundDraw, Seating


@dataclass(frozen=True, slots=True)
class TeamPair:
    """A pair of a team: the team's key, and its slot in the line-up from 1."""

    team: int
    slot: int


@dataclass(frozen=True, slots=True)
class TeamSeating:
    """A table of a meeting between teams; `meeting` is the meeting's number, the table of the teams' draw."""

    table: int
    meeting: int
    ns: TeamPair
    ew: TeamPair
    group: int = 0


def team_tables(draw: RoundDraw, *, pairs: int = 2) -> tuple[TeamSeating, ...]:
    """The tables of a draw over teams of so many pairs each, by number. Resting teams stay in the draw."""
    return tuple(
        table
        for meeting in sorted(draw.seatings, key=lambda seating: seating.table)
        for table in _tables_of(meeting, pairs)
    )


def _tables_of(meeting: Seating, pairs: int) -> Iterator[TeamSeating]:
    (first,), (second,) = meeting.ns, meeting.ew
    for slot in range(1, pairs + 1):
        ns, ew = (first, second) if slot % 2 else (second, first)
        table = pairs * (meeting.table - 1) + slot
        yield TeamSeating(table, meeting.table, TeamPair(ns, slot), TeamPair(ew, slot), meeting.group)


def team_meetings(tables: Iterable[TeamSeating]) -> tuple[Seating, ...]:
    """The meetings that tables belong to, as a movement over teams reads them in its history."""
    meetings = {
        table.meeting: Seating(table.meeting, (table.ns.team,), (table.ew.team,), group=table.group)
        for table in tables
        if table.ns.slot == 1
    }
    return tuple(meetings[number] for number in sorted(meetings))


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who of a team plays a round: its pairs by slot, each two persons."""

    team: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LineUpProblem:
    """A fault of a line-up, and the persons it touches.

    Codes: `missing` (a team that plays gave none), `twice_given`, `not_playing`, `pairs` (too few or too
    many), `twice` (a person on two chairs), `stranger` (persons who are not of the team), `roster` (the team
    has fewer players than chairs, or more than two reserves), `locked` (it differs from the one published).
    """

    code: str
    team: int
    persons: tuple[int, ...] = ()


def line_up_problems(
    line_ups: Sequence[LineUp],
    rosters: Mapping[int, Sequence[int]],
    draw: RoundDraw,
    *,
    pairs: int = 2,
    published: Sequence[LineUp] = (),
) -> tuple[LineUpProblem, ...]:
    """Every fault of a round's line-ups; empty when each team that plays seats exactly its 2 · pairs persons.

    `rosters` are the persons of each team. `published` are the line-ups that stand since the round was
    announced: from then on they are locked.
    """
    playing = [team for seating in draw.seatings for team in seating.everybody]
    given = Counter(line_up.team for line_up in line_ups)
    problems = [LineUpProblem("missing", team) for team in playing if not given[team]]
    problems += [LineUpProblem("twice_given", team) for team, count in given.items() if count > 1]
    locked = {line_up.team: line_up for line_up in published}
    for line_up in line_ups:
        if line_up.team not in playing:
            problems.append(LineUpProblem("not_playing", line_up.team))
            continue
        problems += _faults(line_up, rosters.get(line_up.team, ()), pairs)
        if locked.get(line_up.team, line_up) != line_up:
            problems.append(LineUpProblem("locked", line_up.team))
    return tuple(problems)


def _faults(line_up: LineUp, roster: Sequence[int], pairs: int) -> Iterator[LineUpProblem]:
    persons = [person for pair in line_up.pairs for person in pair]
    if not 2 * pairs <= len(set(roster)) <= 2 * pairs + 2:
        yield LineUpProblem("roster", line_up.team)
    if len(line_up.pairs) != pairs:
        yield LineUpProblem("pairs", line_up.team)
    if twice := tuple(person for person, count in Counter(persons).items() if count > 1):
        yield LineUpProblem("twice", line_up.team, twice)
    if strangers := tuple(person for person in dict.fromkeys(persons) if person not in roster):
        yield LineUpProblem("stranger", line_up.team, strangers)


def seated_persons(
    tables: Iterable[TeamSeating], line_ups: Iterable[LineUp]
) -> Mapping[tuple[int, Line], tuple[int, int]]:
    """Who sits where: for (table, line) the two persons of the line-up. The line-ups must have no fault."""
    by_slot = {(each.team, slot): pair for each in line_ups for slot, pair in enumerate(each.pairs, start=1)}
    lines: tuple[Line, Line] = ("NS", "EW")
    return {
        (table.table, line): by_slot[pair.team, pair.slot]
        for table in tables
        for line, pair in zip(lines, (table.ns, table.ew), strict=True)
    }
