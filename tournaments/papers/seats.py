"""Where everybody sits, to hang in the hall: by table and by surname. Names are as each person chose."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.knockouts import stakes_of
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round, Seat, group_letter, passes_on
from tournaments.names import EntryNames, entry_names, reserves
from tournaments.papers.heads import head, printable_round, round_words
from tournaments.papers.sheets import Sheets


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table with who sits on each line, or round it where there are no lines, and what one of the last
    matches of a knock-out is for."""

    number: int
    ns: tuple[EntryNames, ...]
    ew: tuple[EntryNames, ...]
    ring: tuple[EntryNames, ...] = ()
    stake: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """Those who play among themselves: a group by its letter, or everybody (""). Its tables in order; by
    number who rests, or where it is a knock-out `goes_on` without playing, who is `waiting` for a seat, and
    the reserves of its teams."""

    letter: str
    tables: tuple[TableSeats, ...]
    rests: tuple[EntryNames, ...]
    goes_on: bool
    reserves: tuple[EntryNames, ...]
    waiting: tuple[EntryNames, ...] = ()

    @property
    def has_rings(self) -> bool:
        """Whether somebody sits round a table without lines."""
        return any(table.ring for table in self.tables)


@dataclass(frozen=True, slots=True)
class PersonSeat:
    """A person's name and place: `line` is NS, EW or a place round the table.

    `table` is None for who rests, `waits` for a seat, `passes_on` without playing, is `out` of a knock-out or
    is a `reserve` of a team that plays; `number` is that of the pair or player, or of the `team`.
    """

    name: str
    number: int
    line: str
    table: int | None
    group: str = ""
    out: bool = False
    team: str = ""
    reserve: bool = False
    passes_on: bool = False
    waits: bool = False


def seats_on_paper(round: Round) -> list[Seat]:
    """The seats of a round's standing draw by table; nobody that was called and did not come."""
    return list(
        round.seats.active()
        .exclude(reason=Seat.Reason.ABSENT)
        .select_related("round__phase")
        .order_by("table_number", "position", "pk")
    )


def fields(seats: list[Seat], names: Mapping[int, EntryNames]) -> list[Field]:
    """The seats of a round group by group, each with those of it who do not play."""
    stakes = stakes_of(seats[0].round) if seats else {}
    of_group: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        if seat.match_id is not None or seat.is_left_over:
            of_group[seat.group].append(seat)
    return [
        Field(
            group_letter(group),
            _tables(of_group[group], names, stakes),
            _aside(of_group[group], names, Seat.Reason.RESTS),
            goes_on=passes_on(seats[0].round.phase, group),
            reserves=tuple(reserves(of_group[group], names)),
            waiting=_aside(of_group[group], names, Seat.Reason.WAITS),
        )
        for group in sorted(of_group)
    ]


def _tables(
    seats: Iterable[Seat], names: Mapping[int, EntryNames], stakes: Mapping[int, str]
) -> tuple[TableSeats, ...]:
    lines: dict[int, dict[str, list[EntryNames]]] = defaultdict(lambda: {"NS": [], "EW": [], "": []})
    stake_at = {}
    for seat in seats:
        if seat.match_id is not None and seat.table_number is not None:
            who = names[seat.entry_id].seated(seat.first_player_id, seat.second_player_id)
            lines[seat.table_number][seat.line].append(who)
            stake_at[seat.table_number] = stakes.get(seat.match_id, "")
    return tuple(
        TableSeats(number, tuple(sides["NS"]), tuple(sides["EW"]), tuple(sides[""]), stake_at[number])
        for number, sides in sorted(lines.items())
    )


def _aside(seats: Iterable[Seat], names: Mapping[int, EntryNames], reason: str) -> tuple[EntryNames, ...]:
    found = (names[seat.entry_id] for seat in seats if seat.reason == reason)
    return tuple(sorted(found, key=lambda entry: entry.number))


def people(seats: list[Seat], names: Mapping[int, EntryNames]) -> list[PersonSeat]:
    """Each person once, in the order of the names as shown: the order must not tell more than they do."""
    found = []
    for seat in seats:
        entry = names[seat.entry_id].seated(seat.first_player_id, seat.second_player_id)
        plays = seat.match_id is not None
        found += [
            PersonSeat(
                name,
                entry.number,
                seat.place,
                seat.table_number if plays else None,
                group_letter(seat.group),
                seat.reason == Seat.Reason.OUT,
                entry.team,
                passes_on=passes_on(seat.round.phase, seat.group),
                waits=seat.reason == Seat.Reason.WAITS,
            )
            for name in entry.public_persons
        ]
    found += [
        PersonSeat(name, team.number, "", None, team=team.team, reserve=True)
        for team in reserves(seats, names)
        for name in team.public_persons
    ]
    return sorted(found, key=lambda person: (person.name.casefold(), person.number))


def by_table(paper: Paper) -> Sheets:
    """One row a table; those who rest last, each group's behind its own tables."""
    round = printable_round(paper)
    context = {"head": head(paper, _("Seats by table"), round_words(round)), **on_paper(round)}
    return Sheets("print/seats_by_table.html", [None], context)


def on_paper(round: Round) -> dict[str, Any]:
    """What the table of a round's seats shows, group by group."""
    found = fields(seats_on_paper(round), entry_names(round.tournament, at_round=round.number))
    return {"fields": found, "has_rings": any(field.has_rings for field in found)}


def by_name(paper: Paper) -> Sheets:
    """One row a person, by surname."""
    round = printable_round(paper)
    found = people(seats_on_paper(round), entry_names(paper.tournament, at_round=round.number))
    context = {
        "head": head(paper, _("Where do I play?"), round_words(round)),
        "people": found,
        "has_groups": any(person.group for person in found),
        "is_individual": paper.tournament.is_individual,
        "is_teams": paper.tournament.is_teams,
    }
    return Sheets("print/seats_by_name.html", [None], context)
