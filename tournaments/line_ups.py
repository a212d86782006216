"""Who of a team sits where in a round: the director changes it until the round is announced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models.users import User
from tournaments import stages
from tournaments.log import write_act
from tournaments.models.entries import Entry
from tournaments.models.log import Act
from tournaments.models.rounds import Round, Seat
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.draws import RoundDraw
from tournaments.pairing.teams import LineUp, LineUpProblem, line_up_problems
from tournaments.rounds import check_seen, locked_round, refuse
from tournaments.seats import current_seats
from tournaments.team_pairs import Pair, players_of, rosters


@dataclass(frozen=True, slots=True)
class TeamInRound:
    """A team that plays a round: its names, its seats by slot, its players now (keys) in their order."""

    names: EntryNames
    seats: tuple[Seat, ...]
    players: tuple[int, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Who sits now, by slot: keys of persons."""
        return tuple((seat.first_player_id or 0, seat.second_player_id or 0) for seat in self.seats)

    @property
    def reserves(self) -> list[str]:
        """Full names of who is of the team and has no chair."""
        seated = {person for pair in self.pairs for person in pair}
        called = {key: full for key, full, _public, _is_in in self.names.players}
        return [called[key] for key in self.players if key not in seated and key in called]

    @property
    def seated(self) -> list[tuple[Seat, EntryNames]]:
        """Each seat with the names of those at it."""
        return [(seat, self.names.seated(*pair)) for seat, pair in zip(self.seats, self.pairs, strict=True)]


def teams_in(round: Round) -> list[TeamInRound]:
    """The teams at the tables of a round, by number; none where the entries are no teams."""
    seats: dict[int, list[Seat]] = {}
    rows = round.seats.active().filter(first_player__isnull=False)
    for seat in rows.order_by("entry__number", "slot"):
        seats.setdefault(seat.entry_id, []).append(seat)
    names, players = entry_names(round.tournament, at_round=round.number), rosters(round.tournament)
    return [
        TeamInRound(names[entry], tuple(own), tuple(players.get(entry, ()))) for entry, own in seats.items()
    ]


def why_locked(round: Round) -> str:
    """Why line-ups of the round do not change now; empty while it is a draft or confirmed."""
    if not round.tournament.is_teams:
        return _("Line-ups are for teams: here everybody of an entry sits at its table.")
    if round.state in {Round.State.DRAFT, Round.State.CONFIRMED}:
        return ""
    if round.is_public and not stages.ended(round.tournament):
        return _("Round %(number)d is announced: its line-ups stand.") % {"number": round.number}
    return stages.ended(round.tournament) or stages.where_it_is(round)


@transaction.atomic
def change_line_up(
    *, round: Round, entry: Entry, pairs: Sequence[Pair], by: User | None, seen: str | None = None
) -> Round:
    """Seat these persons (keys) of a team, pair by pair; the same line-up again changes nothing.

    `seen` as in `draws.swap_seats`. Raises ValidationError: the round is announced, the team does not play
    it, somebody twice, somebody who is not of the team, more or fewer pairs than a team has.
    """
    round = locked_round(round)
    if why := why_locked(round):
        raise refuse(why)
    seats = list(round.seats.active().filter(entry=entry).order_by("slot"))
    _check(round, entry, pairs)
    if [(seat.first_player_id, seat.second_player_id) for seat in seats] == list(pairs):
        return round
    check_seen(round, seen)
    for seat, pair in zip(seats, pairs, strict=True):
        Seat.objects.filter(pk=seat.pk).update(**players_of(pair))
    write_act(tournament=round.tournament, verb=Act.Verb.LINE_UP, by=by, round=round, entries=[entry.pk])
    return round


def _check(round: Round, entry: Entry, pairs: Sequence[Pair]) -> None:
    """Every fault of the line-up at once, in sentences."""
    line_up = LineUp(entry.pk, tuple(pairs))
    now = current_seats(round)
    draw, count = RoundDraw(now.seatings, now.rests), round.tournament.team_pairs
    found = line_up_problems([line_up], rosters(round.tournament), draw, pairs=count)
    problems = [problem for problem in found if problem.team == entry.pk]
    if problems:
        names = entry_names(round.tournament)
        raise ValidationError([_sentence(problem, names, count) for problem in problems], code="line_up")


def _sentence(problem: LineUpProblem, names: Mapping[int, EntryNames], pairs: int) -> str:
    players = {key: full for team in names.values() for key, full, _public, _is_in in team.players}
    who = ", ".join(players.get(key, "?") for key in problem.persons)
    sentences = {
        "twice": _("%(who)s cannot sit on two chairs."),
        "stranger": _("%(who)s is not of this team."),
        "pairs": _("%(persons)d of a team play: %(pairs)d pairs of two."),
        "roster": _("This team has not enough players, or too many."),
        "not_playing": _("This team does not play in this round."),
    }
    return sentences[problem.code] % {"who": who, "pairs": pairs, "persons": 2 * pairs}
