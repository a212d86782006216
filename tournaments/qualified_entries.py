"""Entering those who qualified in the satellites of a tournament, without writing anybody twice."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models.people import Person
from clubs.models.users import User
from tournaments.entries import add_entry, check_takes_entries
from tournaments.journal import ENTRIES
from tournaments.log import locked
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.names import EntryNames, entry_names
from tournaments.satellites import Qualification, qualifications_for
from tournaments.standings import standings


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody who qualified, or who comes next where one of those does not come.

    `entered` is the entry that is all of them together. `holds` are the entries that have some of them with
    somebody else, so that these cannot be entered. `cancelled` is their entry that does not come. `clash`:
    some of them qualified with others too, in a selection before.
    """

    names: EntryNames
    entered: EntryNames | None = None
    holds: tuple[EntryNames, ...] = ()
    cancelled: EntryNames | None = None
    clash: bool = False

    @property
    def is_open(self) -> bool:
        """Whether they are still to be entered, and can be."""
        return not (self.entered or self.holds or self.cancelled or self.clash)


@dataclass(frozen=True, slots=True)
class Offers:
    """A satellite, everybody who qualified there, and who comes `next` for the places of those who cancelled;
    of several who stand equal, all. `instead` are those who have such a place."""

    qualification: Qualification
    offers: tuple[Offer, ...]
    instead: tuple[Offer, ...] = ()
    next: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Who comes to a tournament from its satellites; `strays` are entries that played in one of them and are
    not among those who qualify."""

    found: tuple[Offers, ...]
    strays: tuple[EntryNames, ...]

    @property
    def open(self) -> list[EntryNames]:
        """Who can be entered by one press."""
        return [offer.names for each in self.found for offer in each.offers if offer.is_open]

    @property
    def is_complete(self) -> bool:
        """Whether everybody who qualified is entered."""
        return all(offer.entered for each in self.found for offer in each.offers)


class _Field:
    """The entries of the final: who is in which, and who cancelled."""

    def __init__(self, final: Tournament) -> None:
        names = entry_names(final)
        states = dict(final.entries.values_list("pk", "state"))
        members = EntryMember.objects.filter(tournament=final, is_current=True)
        self.entry_of = {
            person: names[entry]
            for person, entry in members.values_list("person", "entry")
            if states[entry] != Entry.State.CANCELLED
        }
        # Whoever cancelled and came back, with the same partner or another, is entered.
        self.cancelled = {
            frozenset(names[entry].person_ids): names[entry]
            for entry, state in states.items()
            if state == Entry.State.CANCELLED
        }
        self.entries = [names[entry] for entry, state in states.items() if state != Entry.State.CANCELLED]

    def offer(self, who: EntryNames) -> Offer:
        persons = [self.entry_of.get(person) for person in who.person_ids]
        held = {each.entry_id: each for each in persons if each is not None}
        if len(held) == 1 and None not in persons:
            return Offer(who, entered=persons[0])
        if held:
            return Offer(who, holds=tuple(sorted(held.values(), key=lambda each: each.number)))
        return Offer(who, cancelled=self.cancelled.get(frozenset(who.person_ids)))


def arrivals_for(final: Tournament) -> Arrivals:
    """Who may be entered from the satellites whose standings are out, in the order played."""
    field, found = _Field(final), qualifications_for(final)
    offers = _apart([field.offer(who) for who in each.qualified] for each in found)
    placed = {person for each in found for who in each.qualified for person in who.person_ids}
    listed = [_with_next(each, own, field, placed) for each, own in zip(found, offers, strict=True)]
    return Arrivals(tuple(listed), _strays(field, listed))


def _apart(offers: Iterable[list[Offer]]) -> list[list[Offer]]:
    """The same, where declared lists gave somebody two places: only the first of them is open."""
    booked, found = set[int](), []
    for each in offers:
        found.append(
            [replace(o, clash=o.is_open and not booked.isdisjoint(o.names.person_ids)) for o in each]
        )
        booked.update(person for o in found[-1] if o.is_open for person in o.names.person_ids)
    return found


def _with_next(found: Qualification, offers: list[Offer], field: _Field, placed: Collection[int]) -> Offers:
    """The offers of a satellite with those behind the cut, as far as places of cancelled ones are free."""
    free = sum(offer.cancelled is not None for offer in offers)
    instead: list[Offer] = []
    following: list[tuple[int, Offer]] = []
    if free and not found.tied:
        inside = {*found.outcome.qualified, *found.outcome.skipped}
        for row in standings(found.tournament).rows:
            who = found.names[row.entry_id]
            if row.withdrawn or row.entry_id in inside or not placed.isdisjoint(who.person_ids):
                continue
            offer = field.offer(who)
            if offer.entered:
                instead.append(offer)
            elif offer.is_open:
                following.append((row.place, offer))
    free -= len(instead)
    last = following[min(free, len(following)) - 1][0] if free > 0 and following else 0
    return Offers(
        found, tuple(offers), tuple(instead), tuple(offer for place, offer in following if place <= last)
    )


def _strays(field: _Field, listed: Iterable[Offers]) -> tuple[EntryNames, ...]:
    """Entries of pairs that played in a satellite, and that neither qualify nor have the place of others; not
    of one where it is still to be decided who qualifies."""
    known, played = set[int](), set[frozenset[int]]()
    for each in listed:
        known |= {o.entered.entry_id for o in (*each.offers, *each.instead) if o.entered}
        undecided = {who.entry_id for who in each.qualification.tied}
        names = each.qualification.names.values()
        played |= {frozenset(who.person_ids) for who in names if who.entry_id not in undecided}
    return tuple(
        each for each in field.entries if each.entry_id not in known and frozenset(each.person_ids) in played
    )


@transaction.atomic
def enter_qualified(*, tournament: Tournament, by: User | None, only: int | None = None) -> list[Entry]:
    """Enter everybody who qualified and of whom nobody is entered yet; twice writes nothing more.

    `only` is the key of an entry of a satellite that comes next, for the place of one who does not come. Each
    is an act of its own. Raises ValidationError once entries stand, or where that place is not free any more.
    """
    tournament = locked(tournament, ENTRIES)
    check_takes_entries(tournament)
    arrivals = arrivals_for(tournament)
    chosen = arrivals.open
    if only is not None:
        chosen = [o.names for each in arrivals.found for o in each.next if o.names.entry_id == only]
        entered = {o.names.entry_id for each in arrivals.found for o in each.instead}
        if not chosen and only not in entered:
            raise ValidationError(_("This place is not free any more: look again."), code="changed")
    made = []
    for names in chosen:
        known = Person.objects.in_bulk(names.person_ids)
        people = [known[key] for key in names.person_ids]
        made.append(add_entry(tournament=tournament, persons=people, by=by, name=names.team))
    return made
