"""Who qualifies for another event: the best of a tournament, one place a person over all that lead to it."""

from dataclasses import dataclass

from tournaments.cuts import read_cut
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.satellites import Candidate, Satellite, SatelliteOutcome, satellite_places
from tournaments.standings import Standings, standings


@dataclass(frozen=True, slots=True)
class Qualification:
    """What a satellite gives: the name of the event, its places, and who has them, in keys of entries.

    `names` are those of its entries. `before` are the satellites of the same event whose standings are not
    out although they begin earlier: who qualifies there may still pass a place on here.
    """

    tournament: Tournament
    event: str
    places: int
    outcome: SatelliteOutcome
    names: dict[int, EntryNames]
    before: tuple[Tournament, ...]

    @property
    def is_provisional(self) -> bool:
        return not self.tournament.is_over or bool(self.before) or self.outcome.provisional

    @property
    def qualified(self) -> tuple[EntryNames, ...]:
        return tuple(self.names[entry] for entry in self.outcome.qualified)

    @property
    def skipped(self) -> tuple[EntryNames, ...]:
        """Passed over because somebody of them has a place already."""
        return tuple(self.names[entry] for entry in self.outcome.skipped)

    @property
    def tied(self) -> tuple[EntryNames, ...]:
        tie = self.outcome.tie
        return tuple(self.names[entry] for entry in tie.entries) if tie is not None else ()


def event_name(tournament: Tournament) -> str:
    """What the tournament qualifies for; empty where it is no satellite."""
    final = tournament.qualifies_for
    return final.name if final is not None else tournament.qualifies_for_name


def of_one_event(tournament: Tournament) -> list[Tournament]:
    """All satellites of the event that this one leads to, in the order in which they are played."""
    same = Tournament.objects.filter(club=tournament.club_id).order_by("starts_at", "pk")
    if tournament.qualifies_for_id is not None:
        return list(same.filter(qualifies_for=tournament.qualifies_for_id))
    return list(same.filter(qualifies_for_name__iexact=tournament.qualifies_for_name))


def version_of_event(tournament: Tournament) -> int:
    """A number that is another one after every act of the satellites of the event, or of the final itself."""
    final = tournament.qualifies_for
    return sum(each.version for each in of_one_event(tournament)) + (final.version if final else 0)


def qualification_of(tournament: Tournament, found: Standings | None = None) -> Qualification | None:
    """Who qualifies in this tournament; None where it leads nowhere.

    `found` are standings to take instead of those stored. Earlier satellites count once their standings are
    out; who plays in a later one is not passed over here.
    """
    if not tournament.is_satellite or not tournament.qualifying_places:
        return None
    every = of_one_event(tournament)
    earlier = every[: [each.pk for each in every].index(tournament.pk)]
    over = [each for each in earlier if each.is_over]
    rankings = [(each, standings(each)) for each in over]
    rankings.append((tournament, found or standings(tournament)))
    outcomes = satellite_places([_satellite(each, rows) for each, rows in rankings])
    return Qualification(
        tournament,
        event_name(tournament),
        tournament.qualifying_places,
        outcomes[-1],
        entry_names(tournament),
        tuple(each for each in earlier if not each.is_over),
    )


def _satellite(tournament: Tournament, found: Standings) -> Satellite:
    """A satellite as the rules want it: who withdrew has no place to give."""
    persons: dict[int, list[int]] = {}
    members = EntryMember.objects.filter(tournament=tournament, is_current=True)
    for entry, person in members.values_list("entry", "person"):
        persons.setdefault(entry, []).append(person)
    return Satellite(
        tournament.qualifying_places or 0,
        tuple(
            Candidate(row.entry_id, row.place, tuple(persons.get(row.entry_id, ())))
            for row in found.rows
            if not row.withdrawn
        ),
        read_cut(tournament.cut).decisions,
    )


def qualifications_for(final: Tournament) -> list[Qualification]:
    """Who comes to this tournament from its satellites whose standings are out, in the order played."""
    found = (qualification_of(each) for each in final.satellites.order_by("starts_at", "pk") if each.is_over)
    return [each for each in found if each is not None]
