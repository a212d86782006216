"""Reading the entries: who is in each, whom the club knows, who usually plays with whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Prefetch, QuerySet
from django.shortcuts import get_object_or_404

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.naming import full_name
from tournaments.likeness import KnownName, Name, NameIndex, fold
from tournaments.models.entries import NEVER_PLAYED, Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.team_pairs import WAITING


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as the staff sees it: its number, state, persons (key, full name) and how many are needed.

    `team` is the name of a team, empty elsewhere.
    """

    entry_id: int
    number: int
    state: str
    persons: tuple[tuple[int, str], ...]
    needed: int
    team: str = ""

    @property
    def names(self) -> str:
        persons = " – ".join(name for _key, name in self.persons)
        return f"{self.team}: {persons}" if self.team else persons

    @property
    def label(self) -> str:
        return str(Entry.State(self.state).label)

    @property
    def is_alone(self) -> bool:
        """A single player in a pairs tournament: she waits for a partner and cannot be present yet."""
        return len(self.persons) < self.needed

    @property
    def lacks_partner(self) -> bool:
        return self.is_alone and self.state in {Entry.State.ENTERED, Entry.State.WAITING}


def size_of(tournament: Tournament) -> int:
    """How many persons make a complete entry."""
    if tournament.is_teams:
        return 2 * tournament.team_pairs
    return 1 if tournament.is_individual else 2


def most_of(tournament: Tournament) -> int:
    """How many persons an entry holds: a team may have two more than its chairs."""
    return size_of(tournament) + (WAITING if tournament.is_teams else 0)


def roster(tournament: Tournament, text: str = "") -> tuple[EntryLine, ...]:
    """The entries by number in two queries; with a text, those with a word that begins so.

    A cancelled entry keeps the names it had; one whose players went into other entries is not listed.
    """
    words = fold(text).split()
    lines = (_entry_line(entry, size_of(tournament)) for entry in _with_members(tournament))
    return tuple(line for line in lines if line.persons and _begins(line, words))


def entry_of(tournament: Tournament, pk: int) -> tuple[Entry, EntryLine]:
    """An entry of this tournament and its line, or Http404."""
    entry = get_object_or_404(_with_members(tournament), pk=pk)
    return entry, _entry_line(entry, size_of(tournament))


def places_for_new(tournament: Tournament) -> int | None:
    """How many new entries find a place: none while somebody waits; None when there is no limit."""
    somebody_waits = tournament.entries.filter(state=Entry.State.WAITING).exists()
    return 0 if somebody_waits else places_left(tournament)


def places_left(tournament: Tournament) -> int | None:
    """How many entries can still come in; None when there is no limit."""
    if tournament.capacity is None:
        return None
    return max(tournament.capacity - tournament.entries.in_the_field().count(), 0)


def name_index(club: Club) -> NameIndex:
    """Everybody on the club's list, in one query."""
    rows = Person.objects.filter(club=club).values_list("pk", "last_name", "first_name")
    return NameIndex(KnownName(*row) for row in rows)


def persons_named(club: Club, players: Sequence[int | Name]) -> list[Person | Name]:
    """The players as add_entry wants them: keys become persons of the club, new names stay names."""
    found = Person.objects.filter(club=club).in_bulk([key for key in players if isinstance(key, int)])
    return [found[player] if isinstance(player, int) else player for player in players]


def entry_numbers(tournament: Tournament) -> dict[int, int]:
    """Who is entered now, with the number of the entry; one query."""
    rows = EntryMember.objects.filter(tournament=tournament, is_current=True)
    return dict(rows.values_list("person_id", "entry__number"))


def usual_partner(tournament: Tournament, person_id: int) -> Person | None:
    """Whom a person played with most often, then last, among those not entered in this tournament."""
    entered = EntryMember.objects.filter(tournament=tournament, is_current=True)
    together = (
        EntryMember.objects.filter(entry__members__person_id=person_id, tournament__club=tournament.club)
        .exclude(person_id=person_id)
        .exclude(person__in=entered.values("person"))
        .exclude(entry__state=Entry.State.CANCELLED)
        .exclude(to_round=NEVER_PLAYED)
        .values("person")
        .annotate(times=Count("entry", distinct=True), last=Max("tournament__starts_at"))
        .order_by("-times", "-last", "person")
    )
    best = together.first()
    return Person.objects.get(pk=best["person"]) if best else None


def _with_members(tournament: Tournament) -> QuerySet[Entry]:
    members = EntryMember.objects.select_related("person").order_by("position", "pk")
    entries = Entry.objects.filter(tournament=tournament)
    return entries.prefetch_related(Prefetch("members", queryset=members))


def _entry_line(entry: Entry, needed: int) -> EntryLine:
    everybody = list(entry.members.all())
    inside = [member for member in everybody if member.is_current]
    inside = inside or [member for member in everybody if member.to_round is None]
    persons = tuple((member.person_id, full_name(member.person)) for member in inside)
    return EntryLine(entry.pk, entry.number, entry.state, persons, needed, entry.name)


def _begins(line: EntryLine, words: list[str]) -> bool:
    parts = fold(line.names).split()
    return all(any(part.startswith(word) for part in parts) for word in words)
