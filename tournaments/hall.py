"""What players may see: announced seats, results of announced rounds, a pair's own evening."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.match_views import MatchView, match_results
from tournaments.models.events import Tournament
from tournaments.models.rounds import Round, Seat
from tournaments.names import EntryNames, entry_names, reserves
from tournaments.standings import RoundScore, StandingRow, Standings, standings


@dataclass(frozen=True, slots=True)
class HallSeat:
    """A person's seat in the announced round: `table` None for who rests, `line` NS, EW, a place or empty."""

    surname_first: str
    number: int
    table: int | None
    line: str
    rests: bool


def last_announced(tournament: Tournament) -> Round | None:
    """The newest round whose seats everybody may see."""
    found = tournament.rounds.announced().select_related("phase").order_by("-number").first()
    if found is not None:
        found.tournament = found.phase.tournament = tournament
    return found


def announced_rounds(tournament: Tournament) -> list[Round]:
    """Rounds whose seats everybody may see, newest first."""
    rounds = list(tournament.rounds.announced().select_related("phase").order_by("-number"))
    for round_ in rounds:
        round_.tournament = round_.phase.tournament = tournament
    return rounds


def next_planned(tournament: Tournament) -> int | None:
    """The number of the first round that is not announced yet; None when there is none."""
    waiting = tournament.rounds.exclude(pk__in=tournament.rounds.announced().values("pk"))
    return waiting.order_by("number").values_list("number", flat=True).first()


@dataclass(frozen=True, slots=True)
class Tonight:
    """An evening that is on: its newest announced round, if any, and how many rounds it has."""

    tournament: Tournament
    round: Round | None
    rounds_count: int


def tonight(tournament: Tournament) -> Tonight:
    """How far an evening has come, as the hall knows it."""
    return Tonight(tournament, last_announced(tournament), tournament.rounds.count())


def hall_seats(round: Round, search: str = "") -> list[HallSeat]:
    """Everybody once, by public name, each with the table.

    `search` keeps the names that contain it; figures keep the entry with that number, which is how whoever
    hides her name finds herself.
    """
    names = entry_names(round.tournament, at_round=round.number)
    wanted = search.strip().casefold()
    rows = list(round.seats.active().exclude(reason=Seat.Reason.OUT))
    seats = [
        HallSeat(name, who.number, _table(seat), _line(seat), seat.reason == Seat.Reason.RESTS)
        for seat in rows
        for who in [names[seat.entry_id].seated(seat.first_player_id, seat.second_player_id)]
        for name in who.public_persons
    ]
    seats += [HallSeat(name, who.number, None, "", rests=True) for who, name in reserves(rows, names)]
    found = [
        seat
        for seat in seats
        if (wanted == str(seat.number) if wanted.isdecimal() else wanted in seat.surname_first.casefold())
    ]
    return sorted(found, key=lambda seat: (seat.surname_first.casefold(), seat.number))


def _table(seat: Seat) -> int | None:
    return seat.table_number if seat.match_id is not None else None


def _line(seat: Seat) -> str:
    return seat.place


@dataclass(frozen=True, slots=True)
class Aside:
    """Who rested in a round or was absent, with the VP and signed MP it gave; None without an award."""

    names: EntryNames
    absent: bool
    vp: int | None
    mp: int | None


def asides_of(tournament: Tournament) -> dict[int, list[Aside]]:
    """Those without a match in the announced rounds, by the round's number, in the order of their numbers."""
    names = entry_names(tournament)
    seats = Seat.objects.active().filter(
        round__in=tournament.rounds.announced(), reason__in=[Seat.Reason.RESTS, Seat.Reason.ABSENT]
    )
    found: dict[int, list[Aside]] = defaultdict(list)
    rows = seats.order_by("entry__number").values_list(
        "round__number", "entry_id", "reason", "award__vp", "award__mp"
    )
    for number, entry, reason, vp, mp in rows:
        found[number].append(Aside(names[entry], reason == Seat.Reason.ABSENT, vp, mp))
    return found


@dataclass(frozen=True, slots=True)
class RoundResults:
    """An announced round with its matches in table order, and those who rest in it."""

    round: Round
    results: tuple[MatchView, ...]
    resting: tuple[EntryNames, ...]

    @property
    def has_lines(self) -> bool:
        return all(result.has_lines for result in self.results)


def all_results(tournament: Tournament) -> list[RoundResults]:
    """Announced rounds, newest first, each with its tables."""
    names = entry_names(tournament)
    rests: dict[int, list[EntryNames]] = defaultdict(list)
    seats = Seat.objects.active().filter(round__tournament=tournament, reason=Seat.Reason.RESTS)
    for round_id, entry_id in seats.order_by("entry__number").values_list("round_id", "entry_id"):
        rests[round_id].append(names[entry_id])
    return [
        RoundResults(round_, match_results(round_), tuple(rests[round_.pk]))
        for round_ in announced_rounds(tournament)
    ]


def hall_standings(tournament: Tournament) -> Standings:
    """The standings of announced rounds; before the first there are no rows, so that nobody is named."""
    found = standings(tournament, announced_only=True)
    return found if found.rounds else replace(found, rows=())


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """An entry's evening: its line of the standings, where it sits now, whom it met.

    `places` are the tables of a team's pairs now: table, line, and the names of those who sit there.
    """

    row: StandingRow
    now: RoundScore | None
    now_round: Round
    names: Mapping[int, EntryNames]
    places: tuple[tuple[int | None, str, EntryNames], ...] = ()

    def _called(self, entries: Iterable[int]) -> list[str]:
        return [" – ".join(self.names[entry].public) for entry in entries]

    @property
    def partners(self) -> list[str]:
        return self._called(self.now.partner) if self.now is not None else []

    @property
    def opponents(self) -> list[str]:
        return self._called(self.now.opponents) if self.now is not None else []

    @property
    def lines(self) -> list[tuple[RoundScore, list[str]]]:
        """Each round with the names of the opponents; none for a sit-out."""
        return [(score, self._called(score.opponents)) for score in self.row.rounds]


def own_evening(tournament: Tournament, number: int) -> OwnEvening | None:
    """The card of entry `number`, from announced rounds only; None before the first or for a wrong number."""
    round_ = last_announced(tournament)
    row = next((row for row in hall_standings(tournament).rows if row.number == number), None)
    if round_ is None or row is None:
        return None
    names = entry_names(tournament)
    places = _places(round_, names[row.entry_id]) if tournament.is_teams else ()
    return OwnEvening(row, row.in_round(round_.number), round_, names, places)


def _places(round_: Round, team: EntryNames) -> tuple[tuple[int | None, str, EntryNames], ...]:
    seats = round_.seats.active().filter(entry=team.entry_id, match__isnull=False).order_by("slot")
    return tuple(
        (seat.table_number, seat.line, team.seated(seat.first_player_id, seat.second_player_id))
        for seat in seats
    )
