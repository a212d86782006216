"""Where everybody sits, to hang in the hall: by table and by surname. Names are as each person chose."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.knockouts import stakes_of
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round, Seat, group_letter, passes_on
from tournaments.names import EntryNames, entry_names, reserves
from tournaments.papers.heads import head, printable_round, round_words
from tournaments.papers.sheets import Sheets


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table with who sits on each line, or round it where there are no lines; its group's letter, and what
    one of the last matches of a knock-out is for."""

    number: int
    ns: tuple[EntryNames, ...]
    ew: tuple[EntryNames, ...]
    ring: tuple[EntryNames, ...] = ()
    group: str = ""
    stake: str = ""


@dataclass(frozen=True, slots=True)
class PersonSeat:
    """A person's name and place: `line` is NS, EW or a place round the table.

    `table` is None for who rests, `passes_on` without playing, is `out` of a knock-out or is a `reserve` of a
    team that plays; `number` is that of the pair or player, or of the `team`.
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


def seats_on_paper(round: Round) -> list[Seat]:
    """The seats of a round's standing draw by table; nobody that was called and did not come."""
    return list(
        round.seats.active()
        .exclude(reason=Seat.Reason.ABSENT)
        .select_related("round__phase")
        .order_by("table_number", "position", "pk")
    )


def tables(seats: list[Seat], names: Mapping[int, EntryNames]) -> tuple[list[TableSeats], list[EntryNames]]:
    """Tables in order, group by group, and who rests, by number."""
    lines: dict[tuple[int, int], dict[str, list[EntryNames]]] = defaultdict(
        lambda: {"NS": [], "EW": [], "": []}
    )
    rests, stake_at = [], {}
    stakes = stakes_of(seats[0].round) if seats else {}
    for seat in seats:
        if seat.match_id is not None and seat.table_number is not None:
            who = names[seat.entry_id].seated(seat.first_player_id, seat.second_player_id)
            lines[seat.group, seat.table_number][seat.line].append(who)
            stake_at[seat.table_number] = stakes.get(seat.match_id, "")
        elif seat.reason == Seat.Reason.RESTS:
            rests.append(names[seat.entry_id])
    found = [
        TableSeats(
            number,
            tuple(sides["NS"]),
            tuple(sides["EW"]),
            tuple(sides[""]),
            group_letter(group),
            stake_at[number],
        )
        for (group, number), sides in sorted(lines.items())
    ]
    return found, sorted(rests, key=lambda entry: entry.number)


def let_through(seats: list[Seat]) -> set[int]:
    """Keys of the entries that go on without playing, by the bracket of a knock-out."""
    free = (seat for seat in seats if seat.reason == Seat.Reason.RESTS)
    return {seat.entry_id for seat in free if passes_on(seat.round.phase, seat.group)}


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
    """One row a table, those who rest last."""
    round = printable_round(paper)
    seats, names = seats_on_paper(round), entry_names(paper.tournament, at_round=round.number)
    found, rests = tables(seats, names)
    context = {
        "head": head(paper, _("Seats by table"), round_words(round)),
        "tables": found,
        "has_rings": any(table.ring for table in found),
        "rests": rests,
        "let_through": let_through(seats),
        "reserves": reserves(seats, names),
    }
    return Sheets("print/seats_by_table.html", [None], context)


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
