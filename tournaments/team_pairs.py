"""Who of a team plays: the pairs that it seated last, and the columns of a seat that hold them."""

from collections.abc import Mapping, Sequence

from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.models.rounds import Seat

WAITING = 2  # players of a team at most beside those for whom there are chairs
LINE_UP = ("first_player", "second_player")
Pair = tuple[int, int]


def players_of(pair: Pair) -> dict[str, int]:
    """The columns of a seat for a pair: keys of two persons."""
    return dict(zip(("first_player_id", "second_player_id"), pair, strict=True))


def usual_pairs(tournament: Tournament, number: int) -> dict[int, tuple[Pair, ...]]:
    """The pairs of each complete team up to round `number`, by the key of the entry: those it seated last,
    at first the persons in their order. Whoever left the team gives the chair to the first who has none."""
    chairs = 2 * tournament.team_pairs
    last: dict[int, dict[int, Pair]] = {}
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lte=number)
    rows = seats.filter(first_player__isnull=False).order_by("round__number", "draw__number", "pk")
    for entry, slot, *pair in rows.values_list("entry", "slot", *LINE_UP):
        last.setdefault(entry, {})[slot] = (pair[0], pair[1])
    return {
        entry: as_pairs(_kept(_seated(last.get(entry, {}), chairs), team, chairs))
        for entry, team in rosters(tournament).items()
        if len(team) >= chairs
    }


def _seated(pairs: Mapping[int, Pair], chairs: int) -> list[int]:
    """The persons on the chairs of a team's pairs by slot; nobody when some are missing: a meeting of a team
    that rested was undone, and its first seat is a rest again."""
    persons = [key for _slot, pair in sorted(pairs.items()) for key in pair]
    return persons if len(persons) == chairs else []


def rosters(tournament: Tournament) -> Mapping[int, Sequence[int]]:
    """The persons of each entry now, in their order: keys by the key of the entry."""
    found: dict[int, list[int]] = {}
    members = EntryMember.objects.filter(tournament=tournament, is_current=True).order_by("position", "pk")
    for entry, person in members.values_list("entry", "person"):
        found.setdefault(entry, []).append(person)
    return found


def as_pairs(persons: Sequence[int]) -> tuple[Pair, ...]:
    """Persons, two by two."""
    return tuple(zip(persons[::2], persons[1::2], strict=True))


def _kept(seated: Sequence[int], team: Sequence[int], count: int) -> list[int]:
    """So many of the team on the chairs of who was seated."""
    free = [person for person in team if person not in seated]
    chairs = seated or team[:count]
    return [person if person in team else free.pop(0) for person in chairs]
