"""What the entries of a tournament are called: in full for the staff, as each person chose for everybody."""

from collections import defaultdict
from dataclasses import dataclass

from clubs.naming import full_name, public_name
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament


@dataclass(frozen=True, slots=True)
class EntryNames:
    """An entry's number and the names of its persons, in their order; `person_ids` are their keys."""

    entry_id: int
    number: int
    full: tuple[str, ...]
    public: tuple[str, ...]
    person_ids: tuple[int, ...]


def _belongs(member: EntryMember, at_round: int | None) -> bool:
    if at_round is None:
        return member.is_current
    return member.from_round <= at_round and (member.to_round is None or at_round <= member.to_round)


def entry_names(tournament: Tournament, *, at_round: int | None = None) -> dict[int, EntryNames]:
    """Names by entry, in two queries: as they are now, or as they sat in a round.

    An entry that nobody is in any more (it was cancelled) keeps the names of those who were.
    """
    members: dict[int, list[EntryMember]] = defaultdict(list)
    rows = EntryMember.objects.filter(tournament=tournament).select_related("person")
    for member in rows.order_by("entry_id", "position", "pk"):
        members[member.entry_id].append(member)
    names = {}
    for entry_id, number in Entry.objects.filter(tournament=tournament).values_list("pk", "number"):
        everybody = members[entry_id]
        persons = [member.person for member in everybody if _belongs(member, at_round)]
        persons = persons or [member.person for member in everybody]
        names[entry_id] = EntryNames(
            entry_id,
            number,
            tuple(map(full_name, persons)),
            tuple(map(public_name, persons)),
            tuple(person.pk for person in persons),
        )
    return names
