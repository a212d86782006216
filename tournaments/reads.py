"""Lists for pages: tournaments of a club, the seats of a round, the log of an evening."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Count, F, Q, QuerySet

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.naming import account_names, full_name
from scoring.ranking import Figure
from tournaments.knockouts import stakes_of
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Round, Seat, group_letter, passes_on
from tournaments.names import EntryNames, names_by_round
from tournaments.standings import standings
from tournaments.told import PERSONS, Told


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """All evenings of a club, newest first, each with `entries_count`."""
    in_the_field = Q(entries__state__in=[Entry.State.ENTERED, Entry.State.PRESENT, Entry.State.WITHDRAWN])
    return (
        Tournament.objects.filter(club=club)
        .select_related("club")
        .prefetch_related("phases")
        .annotate(entries_count=Count("entries", filter=in_the_field))
    )


def finals_of(club: Club, satellite: Tournament | None = None) -> QuerySet[Tournament]:
    """The evenings of a club that this one, or a new one, may lead to: those that still take entries, and the
    one that was chosen already."""
    takes_entries = Q(
        state__in=[Tournament.State.BEFORE, Tournament.State.CHECK_IN], check_in_closed_at__isnull=True
    )
    chosen = Q(pk=satellite.qualifies_for_id) if satellite is not None else Q(pk=None)
    found = Tournament.objects.filter(takes_entries | chosen, club=club)
    return found.exclude(pk=satellite.pk) if satellite is not None else found


def published_of(club: Club) -> QuerySet[Tournament]:
    """The evenings of a club that everybody may see."""
    return tournaments_of(club).published()


def coming(club: Club, now: datetime.datetime) -> QuerySet[Tournament]:
    """Published evenings that have not begun yet, the next first."""
    return (
        published_of(club)
        .filter(starts_at__gte=now, state=Tournament.State.BEFORE)
        .order_by("starts_at", "pk")
    )


def going_on(club: Club) -> QuerySet[Tournament]:
    """Published evenings between check-in and final standings."""
    running = [Tournament.State.CHECK_IN, Tournament.State.PLAYING, Tournament.State.PROVISIONAL]
    return published_of(club).filter(state__in=running)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a draft: its key, where it is (a line, or a place round the table), who sits there."""

    seat_id: int
    place: str
    names: EntryNames


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a draft; `number` is None for those of a group who rest, wait for a seat (`waits`), or are
    knocked out.

    `ring`: at a table of three or five; `group` is its letter where there are groups. `passes_on`: those
    without a table go on without playing. `stake` says what one of the last matches of a knock-out is for.
    """

    number: int | None
    ns: tuple[SeatRow, ...]
    ew: tuple[SeatRow, ...]
    ring: tuple[SeatRow, ...] = ()
    resting: tuple[SeatRow, ...] = ()
    out: tuple[SeatRow, ...] = ()
    group: str = ""
    passes_on: bool = False
    stake: str = ""
    waits: bool = False

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """Everybody at the table, line by line or place by place."""
        return self.ns + self.ew + self.ring


def seat_rows(round: Round, names: Mapping[int, EntryNames]) -> list[TableRow]:
    """The seats of a round's standing draw, group by group and by table; those of a group who rest, then who
    wait for a seat, after its tables, those who are out last."""
    by_table: dict[tuple[int, int], dict[str, list[SeatRow]]] = {}
    resting: dict[tuple[int, bool], list[SeatRow]] = defaultdict(list)
    out, stakes, stake_at = [], stakes_of(round), {}
    for seat in round.seats.active().order_by("table_number", "position", "pk"):
        who = names[seat.entry_id].seated(seat.first_player_id, seat.second_player_id)
        row = SeatRow(seat.pk, seat.place, who)
        if seat.reason == Seat.Reason.PLAYS and seat.table_number is not None:
            lines = by_table.setdefault((seat.group, seat.table_number), {"NS": [], "EW": [], "": []})
            lines[seat.line].append(row)
            stake_at[seat.table_number] = stakes.get(seat.match_id or 0, "")
        elif seat.reason == Seat.Reason.OUT:
            out.append(row)
        else:
            resting[seat.group, seat.reason == Seat.Reason.WAITS].append(row)
    rows = []
    for group in sorted({*(group for group, _waits in resting), *(group for group, _number in by_table)}):
        letter = group_letter(group)
        rows += [
            TableRow(
                number,
                tuple(lines["NS"]),
                tuple(lines["EW"]),
                tuple(lines[""]),
                group=letter,
                stake=stake_at[number],
            )
            for (own, number), lines in sorted(by_table.items())
            if own == group
        ]
        byes = passes_on(round.phase, group)
        rows += [
            TableRow(None, (), (), resting=tuple(who), group=letter, passes_on=byes, waits=waits)
            for (own, waits), who in sorted(resting.items(), key=lambda item: item[0])
            if own == group
        ]
    return rows + [TableRow(None, (), (), out=tuple(out))] * bool(out)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a standing draw and who sits there."""

    seat: Seat
    names: EntryNames


def seats_of(tournament: Tournament) -> list[SeatLine]:
    """The seats of every round that is drawn, by round, table and line; who rests comes last."""
    names = names_by_round(tournament)
    seats = Seat.objects.active().filter(round__tournament=tournament).exclude(reason=Seat.Reason.OUT)
    table = F("match__table_number").asc(nulls_last=True)
    rows = seats.select_related("round").order_by("round__number", table, "-line", "position", "pk")
    return [
        SeatLine(
            seat, names(seat.round.number)[seat.entry_id].seated(seat.first_player_id, seat.second_player_id)
        )
        for seat in rows
    ]


@dataclass(frozen=True, slots=True)
class LogLine:
    """An act, whom it concerned, and what the club calls who did it. `persons`: those it names by key.

    `called`: every entry of the evening by key, as it sat in the act's round; `people`: names by key.
    """

    act: Act
    who: str
    entries: tuple[EntryNames, ...] = ()
    persons: tuple[str, ...] = ()
    called: Mapping[int, EntryNames] = field(default_factory=dict)
    people: Mapping[int, str] = field(default_factory=dict)


def log_of(tournament: Tournament) -> list[LogLine]:
    """The log of an evening, last first: four queries."""
    acts = Act.objects.filter(tournament=tournament).select_related("by", "round").order_by("-seq")
    return log_lines(tournament, acts.defer("changes"))


def log_lines(tournament: Tournament, acts: Iterable[Act]) -> list[LogLine]:
    """Acts of an evening with whom they concerned: three queries more, one more where persons are named."""
    acts = list(acts)
    name = account_names(tournament.club)
    names = names_by_round(tournament)
    keys = {key for act in acts for key in (*act.facts.get("persons", ()), *_persons_told(act))}
    called = {key: full_name(person) for key, person in Person.objects.in_bulk(keys).items()} if keys else {}
    return [
        LogLine(
            act,
            name(act.by),
            _concerned(act, names(_round_of(act))),
            tuple(called[key] for key in act.facts.get("persons", ()) if key in called),
            names(_round_of(act)),
            called,
        )
        for act in acts
    ]


def _persons_told(act: Act) -> Iterable[int]:
    """The keys of the persons who changed places in an entry or at a table."""
    things = [Told(*each) for each in act.facts.get("told", ())]
    pairs = [pair for thing in things if thing.what in PERSONS for pair in (thing.before, thing.after)]
    return (key for pair in pairs for key in pair)


def _round_of(act: Act) -> int | None:
    """The round whose names an act is told with: who sat there then."""
    return act.round.number if act.round is not None else None


def _concerned(act: Act, by_key: Mapping[int, EntryNames]) -> tuple[EntryNames, ...]:
    """The entries that an act names: by key (seats) or by number (entries, penalties)."""
    facts = act.facts
    by_number = {entry.number: entry for entry in by_key.values()}
    numbers = [*facts.get("numbers", ()), *(facts[name] for name in ("entry", "other") if name in facts)]
    found = [by_key.get(key) for key in facts.get("entries", ())]
    found += [by_number.get(number) for number in numbers]
    return tuple(entry for entry in found if entry is not None)


@dataclass(frozen=True, slots=True)
class Winner:
    """Who came first in a finished evening, by the names everybody may see."""

    tournament: Tournament
    names: str
    vp: Figure
    mp: Figure


def last_winners(club: Club, most: int) -> list[Winner]:
    """First places of the last finished evenings, shared ones too."""
    winners = []
    for tournament in published_of(club).filter(state=Tournament.State.FINAL)[:most]:
        winners += [
            Winner(tournament, " – ".join(row.names.public), row.vp, row.mp)
            for row in standings(tournament).rows
            if row.place == 1
        ]
    return winners
