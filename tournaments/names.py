"""What the entries of a tournament are called: in full for the staff, as each person chose for everybody."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from clubs.models.people import Person
from clubs.naming import full_name, public_name
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.models.rounds import Seat


@dataclass(frozen=True, slots=True)
class EntryNames:
    """An entry's number and the names of its persons, in their order; `person_ids` are their keys.

    Of a team `full` and `public` hold its name alone; at a table (`seated`) those who sit there follow it.
    `players` are all who ever were in a team: key, full and public name, and whether they still are.
    """

    entry_id: int
    number: int
    full: tuple[str, ...]
    public: tuple[str, ...]
    person_ids: tuple[int, ...]
    team: str = ""
    players: tuple[tuple[int, str, str, bool], ...] = ()

    def seated(self, *persons: int | None) -> "EntryNames":
        """The names at a table, where of a team only these persons sit (keys); the same for others."""
        known = {player[0]: player for player in self.players}
        found = [known[key] for key in persons if key in known]
        if not found:
            return self
        return replace(
            self,
            full=(self.team, *(full for _key, full, _public, _now in found)),
            public=(self.team, *(public for _key, _full, public, _now in found)),
            person_ids=tuple(key for key, *_rest in found),
        )

    @property
    def public_persons(self) -> tuple[str, ...]:
        """Public names of the persons alone: of a team those seated, or all of it where nobody is."""
        if not self.team:
            return self.public
        return self.public[1:] or tuple(public for _key, _full, public, is_in in self.players if is_in)


def _belongs(member: EntryMember, at_round: int | None) -> bool:
    if at_round is None:
        return member.is_current
    return member.from_round <= at_round and (member.to_round is None or at_round <= member.to_round)


def _player(member: EntryMember, persons: Collection[Person]) -> tuple[int, str, str, bool]:
    person = member.person
    return person.pk, full_name(person), public_name(person), person in persons


def entry_names(tournament: Tournament, *, at_round: int | None = None) -> dict[int, EntryNames]:
    """Names by entry, in two queries: as they are now, or as they sat in a round.

    An entry that nobody is in any more (it was cancelled) keeps the names of those who were.
    """
    return names_by_round(tournament)(at_round)


def names_by_round(tournament: Tournament) -> Callable[[int | None], dict[int, EntryNames]]:
    """Names by entry as they sat in a round that is then asked for, as `entry_names` gives them; all rounds
    in two queries."""
    members: dict[int, list[EntryMember]] = defaultdict(list)
    rows = EntryMember.objects.filter(tournament=tournament).select_related("person")
    for member in rows.order_by("entry_id", "position", "pk"):
        members[member.entry_id].append(member)
    entries = tuple(Entry.objects.filter(tournament=tournament).values_list("pk", "number", "name"))

    @cache
    def at(number: int | None) -> dict[int, EntryNames]:
        return _names_at(number, entries, members)

    return at


def _names_at(
    at_round: int | None,
    entries: Iterable[tuple[int, int, str]],
    members: Mapping[int, Sequence[EntryMember]],
) -> dict[int, EntryNames]:
    names = {}
    for entry_id, number, team in entries:
        everybody = members.get(entry_id, ())
        persons = [member.person for member in everybody if _belongs(member, at_round)]
        persons = persons or [member.person for member in everybody]
        names[entry_id] = EntryNames(
            entry_id,
            number,
            (team,) if team else tuple(map(full_name, persons)),
            (team,) if team else tuple(map(public_name, persons)),
            tuple(person.pk for person in persons),
            team,
            tuple(_player(member, persons) for member in everybody) if team else (),
        )
    return names


def reserves(seats: Iterable[Seat], names: Mapping[int, EntryNames]) -> list[EntryNames]:
    """Of each team at the tables who has no chair, by the team's number; nothing of one without reserves."""
    seated: dict[int, set[int | None]] = defaultdict(set)
    for seat in seats:
        if seat.first_player_id is not None:
            seated[seat.entry_id] |= {seat.first_player_id, seat.second_player_id}
    waiting = {
        entry: [key for key, _full, _public, is_in in names[entry].players if is_in and key not in persons]
        for entry, persons in seated.items()
    }
    found = (names[entry].seated(*keys) for entry, keys in waiting.items() if keys)
    return sorted(found, key=lambda team: team.number)
