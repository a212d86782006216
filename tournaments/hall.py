"""What players may see: announced seats, results of announced rounds, a pair's own evening."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.knockouts import stakes_of, with_stakes
from tournaments.match_views import MatchView, match_results
from tournaments.models.events import Tournament
from tournaments.models.rounds import LEFT_OVER, Round, Seat, group_letter, passes_on
from tournaments.names import EntryNames, entry_names, names_by_round, reserves
from tournaments.round_scores import RoundScore
from tournaments.standings import StandingRow, Standings, standings


@dataclass(frozen=True, slots=True)
class HallSeat:
    """A person's seat in the announced round: `table` None for who rests, `line` NS, EW, a place or empty.

    `group` is its letter where there are groups; `waits` says that every seat was taken, `out` that a
    knock-out goes on without her, `reserve` that her team plays and others of it sit, `passes_on` that the
    bracket lets her through; `stake` what one of the last matches of a knock-out is for.
    """

    surname_first: str
    number: int
    table: int | None
    line: str
    rests: bool
    group: str = ""
    out: bool = False
    reserve: bool = False
    passes_on: bool = False
    stake: str = ""
    waits: bool = False


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
    rows, stakes = list(round.seats.active()), stakes_of(round)
    seats = [
        HallSeat(
            name,
            who.number,
            _table(seat),
            _line(seat),
            seat.is_left_over,
            group_letter(seat.group),
            seat.reason == Seat.Reason.OUT,
            passes_on=passes_on(round.phase, seat.group),
            stake=stakes.get(seat.match_id or 0, ""),
            waits=seat.reason == Seat.Reason.WAITS,
        )
        for seat in rows
        for who in [names[seat.entry_id].seated(seat.first_player_id, seat.second_player_id)]
        for name in who.public_persons
    ]
    seats += [
        HallSeat(name, team.number, None, "", rests=True, reserve=True)
        for team in reserves(rows, names)
        for name in team.public_persons
    ]
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
    """Who rested in a round, waited for a seat, went on without playing (`passes_on`) or was absent, with the
    VP and signed MP that gave; None without an award."""

    names: EntryNames
    absent: bool
    passes_on: bool
    vp: int | None
    mp: int | None
    waits: bool = False


def asides_of(tournament: Tournament) -> dict[int, list[Aside]]:
    """Those without a match in the announced rounds, by the round's number, in the order of their numbers."""
    names = names_by_round(tournament)
    seats = Seat.objects.active().filter(
        round__in=tournament.rounds.announced(), reason__in=[*LEFT_OVER, Seat.Reason.ABSENT]
    )
    found: dict[int, list[Aside]] = defaultdict(list)
    rows = seats.order_by("entry__number").select_related("round__phase", "award")
    for seat in rows:
        is_absent, award = seat.reason == Seat.Reason.ABSENT, getattr(seat, "award", None)
        found[seat.round.number].append(
            Aside(
                names(seat.round.number)[seat.entry_id],
                is_absent,
                not is_absent and passes_on(seat.round.phase, seat.group),
                award.vp if award else None,
                award.mp if award else None,
                waits=seat.reason == Seat.Reason.WAITS,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class GroupResults:
    """The matches of a group in table order, and those of it who rest, or whom a bracket lets through
    (`passes_on`), and who are `waiting` for a seat; the whole round has the letter ""."""

    letter: str
    results: tuple[MatchView, ...]
    resting: tuple[EntryNames, ...]
    passes_on: bool = False
    waiting: tuple[EntryNames, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResults:
    """An announced round with its matches by group, and how many are out of the knock-out."""

    round: Round
    groups: tuple[GroupResults, ...]
    out: int

    @property
    def results(self) -> tuple[MatchView, ...]:
        return tuple(result for group in self.groups for result in group.results)

    @property
    def has_lines(self) -> bool:
        return all(result.has_lines for result in self.results)


def all_results(tournament: Tournament) -> list[RoundResults]:
    """Announced rounds, newest first, each with its tables."""
    names, rounds = names_by_round(tournament), announced_rounds(tournament)
    numbers = {round_.pk: round_.number for round_ in rounds}
    asides: dict[tuple[int, int, str], list[EntryNames]] = defaultdict(list)
    out: Counter[int] = Counter()
    group_at: dict[int, int] = {}
    seats = Seat.objects.active().filter(round__tournament=tournament).order_by("entry__number")
    for seat in seats.only("round_id", "entry_id", "match_id", "reason", "group"):
        if seat.match_id is not None:
            group_at[seat.match_id] = seat.group
        elif seat.is_left_over and seat.round_id in numbers:
            names_then = names(numbers[seat.round_id])
            asides[seat.round_id, seat.group, seat.reason].append(names_then[seat.entry_id])
        out[seat.round_id] += seat.reason == Seat.Reason.OUT
    return [RoundResults(round_, _by_group(round_, group_at, asides), out[round_.pk]) for round_ in rounds]


def _by_group(
    round_: Round, group_at: Mapping[int, int], asides: Mapping[tuple[int, int, str], list[EntryNames]]
) -> tuple[GroupResults, ...]:
    """The round's matches and those left over, group by group; all in one where there are no groups."""
    results: dict[int, list[MatchView]] = defaultdict(list)
    for view in with_stakes(round_, match_results(round_)):
        results[group_at.get(view.match_id, 0)].append(view)
    groups = {*results, *(group for round_id, group, _reason in asides if round_id == round_.pk)}
    return tuple(
        GroupResults(
            group_letter(each),
            tuple(results[each]),
            tuple(asides.get((round_.pk, each, Seat.Reason.RESTS), ())),
            passes_on(round_.phase, each),
            tuple(asides.get((round_.pk, each, Seat.Reason.WAITS), ())),
        )
        for each in sorted(groups)
    )


def hall_standings(tournament: Tournament) -> Standings:
    """The standings of announced rounds; before the first there are no rows, so that nobody is named."""
    found = standings(tournament, announced_only=True)
    return found if found.rounds else replace(found, rows=())


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """An entry's evening: its line of the standings, where it sits now, whom it met.

    `group` is the letter of its group in this round; `out` says that a knock-out goes on without it. `places`
    are the tables of a team's pairs now: table, line, and the names of those who sit there;
    `waiting` are the public names of its reserves in this round; `passes_on` and `stake` are
    as in `HallSeat`. `names` are those of a round.
    """

    row: StandingRow
    now: RoundScore | None
    now_round: Round
    names: Callable[[int | None], Mapping[int, EntryNames]]
    group: str = ""
    out: bool = False
    places: tuple[tuple[int | None, str, EntryNames], ...] = ()
    waiting: tuple[str, ...] = ()
    passes_on: bool = False
    stake: str = ""

    def _called(self, entries: Iterable[int], number: int) -> list[str]:
        names = self.names(number)
        return [" – ".join(names[entry].public) for entry in entries]

    @property
    def own(self) -> EntryNames:
        """Who sits there in this round; once the evening is over, who is in it."""
        over = self.now_round.tournament.is_over
        return self.names(None if over else self.now_round.number)[self.row.entry_id]

    @property
    def partners(self) -> list[str]:
        return self._called(self.now.partner, self.now_round.number) if self.now is not None else []

    @property
    def opponents(self) -> list[str]:
        return self._called(self.now.opponents, self.now_round.number) if self.now is not None else []

    @property
    def lines(self) -> list[tuple[RoundScore, list[str], str]]:
        """Each round with the names of the opponents, none for a sit-out, and of who played it where another
        plays now."""
        return [
            (score, self._called(score.opponents, score.round), self._who_played(score.round))
            for score in self.row.rounds
        ]

    def _who_played(self, number: int) -> str:
        then = self.names(number)[self.row.entry_id]
        return "" if then.team or then.public == self.own.public else " – ".join(then.public)


def own_evening(tournament: Tournament, number: int) -> OwnEvening | None:
    """The card of entry `number`, from announced rounds only; None before the first or for a wrong number."""
    round_ = last_announced(tournament)
    row = next((row for row in hall_standings(tournament).rows if row.number == number), None)
    if round_ is None or row is None:
        return None
    names = names_by_round(tournament)
    seat = round_.seats.active().filter(entry_id=row.entry_id).first()
    return OwnEvening(
        row,
        row.in_round(round_.number),
        round_,
        names,
        group_letter(seat.group) if seat is not None else "",
        seat is not None and seat.reason == Seat.Reason.OUT,
        _places(round_, names(round_.number)[row.entry_id]) if tournament.is_teams else (),
        _waiting(round_, row.entry_id) if tournament.is_teams else (),
        seat is not None and passes_on(round_.phase, seat.group),
        stakes_of(round_).get(seat.match_id or 0, "") if seat is not None else "",
    )


def _places(round_: Round, team: EntryNames) -> tuple[tuple[int | None, str, EntryNames], ...]:
    seats = round_.seats.active().filter(entry=team.entry_id, match__isnull=False).order_by("slot")
    return tuple(
        (seat.table_number, seat.line, team.seated(seat.first_player_id, seat.second_player_id))
        for seat in seats
    )


def _waiting(round_: Round, team: int) -> tuple[str, ...]:
    """Public names of the reserves of a team that plays the round."""
    seats = round_.seats.active().filter(entry=team)
    found = reserves(seats, entry_names(round_.tournament, at_round=round_.number))
    return tuple(name for each in found for name in each.public_persons)
