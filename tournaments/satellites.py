"""Who qualifies for another event: the best of a tournament, one place a person over all that lead to it.

Once its standings are declared final a tournament keeps whom it sends, whatever is corrected in another.
"""

from dataclasses import dataclass
from typing import Any

from tournaments.cuts import read_cut
from tournaments.models.entries import EntryMember
from tournaments.models.events import Tournament
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.qualify import Tie
from tournaments.pairing.satellites import Candidate, Satellite, SatelliteOutcome, satellite_places
from tournaments.standings import Standings, standings


@dataclass(frozen=True, slots=True)
class Qualification:
    """What a satellite gives: the name of the event, its places, and who has them, in keys of entries.

    `names` are those of its entries. `before` are the satellites of the same event whose standings are not
    out although they begin earlier: who qualifies there may still pass a place on here; of those `unsettled`
    they may still be corrected. `now` is what the standings would give where a list was declared, and stands.
    """

    tournament: Tournament
    event: str
    places: int
    outcome: SatelliteOutcome
    names: dict[int, EntryNames]
    before: tuple[Tournament, ...]
    unsettled: tuple[Tournament, ...] = ()
    now: SatelliteOutcome | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether a correction, here or in a selection before, may still change it."""
        if self.now is not None:
            return False
        is_final = self.tournament.state == Tournament.State.FINAL
        return not is_final or bool(self.unsettled) or self.outcome.provisional

    @property
    def coming(self) -> tuple[EntryNames, ...]:
        """Who would qualify besides, were the declared list not to stand."""
        now = self.now.qualified if self.now is not None else ()
        return tuple(self.names[entry] for entry in now if entry not in self.outcome.qualified)

    @property
    def going(self) -> tuple[EntryNames, ...]:
        """Who would not qualify any more, were the declared list not to stand."""
        if self.now is None:
            return ()
        still = {*self.now.qualified, *(self.now.tie.entries if self.now.tie else ())}
        return tuple(self.names[entry] for entry in self.outcome.qualified if entry not in still)

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


def qualification_of(tournament: Tournament, *found: Standings) -> Qualification | None:
    """Who qualifies in this tournament; None where it leads nowhere.

    `found` are standings to take instead of those stored, its own or of satellites before it. Earlier
    satellites count once their standings are out; who plays in a later one is not passed over here.
    """
    if not tournament.is_satellite or not tournament.qualifying_places:
        return None
    every = of_one_event(tournament)
    earlier = every[: [each.pk for each in every].index(tournament.pk)]
    over = [each for each in earlier if each.is_over]
    instead = {each.tournament_id: each for each in found}
    rankings = [(each, instead.get(each.pk) or standings(each)) for each in (*over, tournament)]
    chain = [_satellite(each, rows, _kept(each) if each in over else None) for each, rows in rankings]
    now, kept = satellite_places(chain)[-1], _kept(tournament)
    return Qualification(
        tournament,
        event_name(tournament),
        tournament.qualifying_places,
        kept or now,
        entry_names(tournament),
        tuple(each for each in earlier if not each.is_over),
        tuple(each for each in earlier if each.state != Tournament.State.FINAL),
        now if kept is not None else None,
    )


def facts_to_keep(found: Qualification | None) -> dict[str, Any] | None:
    """Whom a tournament sends, as JSON, for the picture of its final standings; None where nobody is sent, or
    while a selection before it can still pass a place on."""
    outcome = (found.now or found.outcome) if found is not None else None
    if found is None or outcome is None or found.before or outcome.provisional:
        return None
    tie = outcome.tie
    return {
        "places": found.places,
        "through": list(outcome.qualified),
        "skipped": list(outcome.skipped),
        "tied": list(tie.entries) if tie is not None else [],
        "open": tie.places if tie is not None else 0,
    }


def _kept(tournament: Tournament) -> SatelliteOutcome | None:
    """Whom the tournament declared, with what was decided of its tie since; None where it kept nothing."""
    if tournament.state != Tournament.State.FINAL:
        return None
    picture = tournament.snapshots.order_by("-number").values_list("data__qualified", flat=True).first()
    if not picture or picture["places"] != tournament.qualifying_places:
        return None
    through, skipped, tied = (tuple(picture[name]) for name in ("through", "skipped", "tied"))
    if not tied:
        return SatelliteOutcome(through, skipped)
    decided = (each for each in read_cut(tournament.cut).decisions if each.tied == frozenset(tied))
    chosen = next((each.through for each in decided), ())
    return SatelliteOutcome((*through, *chosen), skipped, None if chosen else Tie(picture["open"], tied))


def _satellite(tournament: Tournament, found: Standings, kept: SatelliteOutcome | None) -> Satellite:
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
        kept,
    )


def later_of_event(tournament: Tournament) -> list[Tournament]:
    """The satellites of the same event whose standings are out and that come after this one."""
    every = of_one_event(tournament) if tournament.is_satellite else [tournament]
    return [each for each in every[[each.pk for each in every].index(tournament.pk) + 1 :] if each.is_over]


def qualifications_for(final: Tournament) -> list[Qualification]:
    """Who comes to this tournament from its satellites whose standings are out, in the order played."""
    found = (qualification_of(each) for each in final.satellites.order_by("starts_at", "pk") if each.is_over)
    return [each for each in found if each is not None]
