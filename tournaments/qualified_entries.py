"""Entering those who qualified in the satellites of a tournament, without writing anybody twice."""

from dataclasses import dataclass

from django.db import transaction

from clubs.models.people import Person
from clubs.models.users import User
from tournaments.entries import add_entry, check_takes_entries
from tournaments.journal import ENTRIES
from tournaments.log import locked
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.events import Tournament
from tournaments.names import EntryNames
from tournaments.satellites import Qualification, qualifications_for


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody who qualified; `taken` are the numbers under which her persons are entered already."""

    names: EntryNames
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """A satellite, and everybody who qualified there."""

    qualification: Qualification
    offers: tuple[Offer, ...]


def offers_for(final: Tournament) -> list[Offers]:
    """Who may be entered from the satellites whose standings are out, in the order played."""
    rows = EntryMember.objects.filter(tournament=final, is_current=True)
    numbers = dict(rows.values_list("person", "entry__number"))
    return [
        Offers(
            each,
            tuple(
                Offer(who, tuple(sorted({numbers[key] for key in who.person_ids if key in numbers})))
                for who in each.qualified
            ),
        )
        for each in qualifications_for(final)
    ]


@transaction.atomic
def enter_qualified(*, tournament: Tournament, by: User | None) -> list[Entry]:
    """Enter everybody who qualified and of whom nobody is entered yet; twice writes nothing more.

    Each is an act of its own. Raises ValidationError once entries stand.
    """
    tournament = locked(tournament, ENTRIES)
    check_takes_entries(tournament)
    made = []
    for each in offers_for(tournament):
        for offer in each.offers:
            if not offer.taken:
                known = Person.objects.in_bulk(offer.names.person_ids)
                people = [known[key] for key in offer.names.person_ids]
                made.append(add_entry(tournament=tournament, persons=people, by=by, name=offer.names.team))
    return made
