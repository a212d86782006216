"""Who goes from several satellites into one final: one place a person.

Ties at the cut are reported, and hold until the very tie is decided, as in `tournaments.pairing.qualify`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.pairing.qualify import Decision, Tie, cut


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry in the ranking of a satellite: its place, shared by equals, and who plays in it."""

    entry: int
    place: int
    persons: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Satellite:
    """A satellite's ranking, best first, and how many entries it sends to the final; who they are, where that
    was declared and stands (`kept`)."""

    places: int
    ranking: tuple[Candidate, ...]
    decisions: tuple[Decision, ...] = ()
    kept: "SatelliteOutcome | None" = None


@dataclass(frozen=True, slots=True)
class SatelliteOutcome:
    """Who goes to the final, who was passed over because somebody in it has a place, and a tie at the cut.

    `provisional` is true where an earlier tie, still open, may change it.
    """

    qualified: tuple[int, ...]
    skipped: tuple[int, ...] = ()
    tie: Tie | None = None
    provisional: bool = False


def satellite_places(
    satellites: Sequence[Satellite], *, already: Iterable[int] = ()
) -> tuple[SatelliteOutcome, ...]:
    """One place a person, satellites in their order: who has one is passed over, and the next goes up.

    A pair is passed over when one of the two has a place. `already` are persons qualified otherwise.
    """
    taken, pending = set(already), set[int]()
    outcomes = []
    for satellite in satellites:
        outcome, looked_at = (
            (satellite.kept, []) if satellite.kept is not None else _one_satellite(satellite, taken)
        )
        persons = {candidate.entry: candidate.persons for candidate in satellite.ranking}
        provisional = any(not pending.isdisjoint(persons[entry]) for entry in looked_at)
        # Who withdrew after the list was declared is in no ranking any more.
        taken.update(person for entry in outcome.qualified for person in persons.get(entry, ()))
        if outcome.tie:
            pending.update(person for entry in outcome.tie.entries for person in persons.get(entry, ()))
        outcomes.append(
            SatelliteOutcome(outcome.qualified, outcome.skipped, outcome.tie, provisional)
            if provisional
            else outcome
        )
    return tuple(outcomes)


def _one_satellite(satellite: Satellite, taken: set[int]) -> tuple[SatelliteOutcome, list[int]]:
    """The outcome, and the entries looked at until the places were gone."""
    through: list[int] = []
    skipped: list[int] = []
    looked_at: list[int] = []
    for _, block in groupby(satellite.ranking, key=lambda candidate: candidate.place):
        free = satellite.places - len(through)
        if not free:
            break
        candidates = list(block)
        looked_at += (candidate.entry for candidate in candidates)
        skipped += (each.entry for each in candidates if not taken.isdisjoint(each.persons))
        eligible = tuple(each.entry for each in candidates if taken.isdisjoint(each.persons))
        if len(eligible) > free:
            chosen, tied = cut([(0, entry) for entry in eligible], free, satellite.decisions)
            through += chosen
            tie = Tie(free, tied) if tied else None
            return SatelliteOutcome(tuple(through), tuple(skipped), tie), looked_at
        through += eligible
    return SatelliteOutcome(tuple(through), tuple(skipped)), looked_at
