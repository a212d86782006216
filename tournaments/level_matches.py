"""A match of a knock-out is over and level, and one of its two leaves: the other has won it."""

from dataclasses import dataclass
from typing import Literal

from tournaments.knockouts import bracket_through, undecided
from tournaments.match_views import MatchView
from tournaments.models.entries import Entry
from tournaments.models.events import Phase
from tournaments.models.rounds import Round
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.finals import BESIDE
from tournaments.standings import standings


@dataclass(frozen=True, slots=True)
class WonLevel:
    """Who wins a level match when the other leaves, and what: the final, the third place, or going `on`."""

    what: Literal["final", "third", "on"]
    who: EntryNames


def won_if_they_leave(entry: Entry, ended: MatchView | None = None) -> WonLevel | None:
    """Who wins the level match of the last announced round when this entry leaves now; None where there is
    none. `ended`: their match still open, which the hands on the page end level."""
    last = entry.tournament.rounds.announced().select_related("phase").order_by("number").last()
    if last is None:
        return None
    last.tournament = last.phase.tournament = entry.tournament
    other = _met_at(last, entry, ended) if ended is not None else _level_with(last, entry)
    if other is None:
        return None
    matches = bracket_through(last.phase, last.number, standings(entry.tournament, through=last.number))
    if len(matches) > 1:
        return WonLevel("on", other)
    return WonLevel("final" if entry.pk in matches[0].entries else "third", other)


def _level_with(last: Round, entry: Entry) -> EntryNames | None:
    """Whom the entry has met in a match of the round that is over and level."""
    for each in undecided(last):
        if entry.pk in {each.one.entry_id, each.other.entry_id}:
            return each.other if each.one.entry_id == entry.pk else each.one
    return None


def _met_at(last: Round, entry: Entry, ended: MatchView) -> EntryNames | None:
    """Whom the entry meets at its table, where that is of a knock-out of the round."""
    inside = last.seats.active().filter(match=ended.match_id, entry=entry).exclude(group=BESIDE)
    if last.phase.movement != Phase.Movement.KNOCKOUT or last.phase.groups or not inside.exists():
        return None
    others = last.seats.active().filter(match=ended.match_id).exclude(entry=entry)
    return entry_names(entry.tournament)[others.values_list("entry", flat=True)[0]]
