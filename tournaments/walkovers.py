"""What a match of a knock-out becomes that somebody leaves before it is drawn."""

from dataclasses import dataclass
from typing import Literal

from tournaments.knockouts import is_bracket, loser_of, past_of
from tournaments.models.entries import Entry
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.knockout import bracket
from tournaments.standings import standings


@dataclass(frozen=True, slots=True)
class Walkover:
    """What the match that somebody leaves before it is drawn becomes: for the final, for the third place, or
    for going `on`. `who` gets it without playing; None: who wins at `table`. `nobody`: it is the final, and
    nobody is left for it."""

    what: Literal["final", "third", "on", "nobody"]
    who: EntryNames | None
    table: int | None = None


def walkover_of(entry: Entry) -> Walkover | None:
    """Who meets nobody in the next round of the knock-out if this entry leaves now; None if nobody does, but
    that the final then has no winner."""
    rounds = list(entry.tournament.rounds.announced().select_related("phase").order_by("number"))
    if not rounds or not is_bracket(rounds[-1].phase):
        return None
    phase = rounds[-1].phase
    past = past_of(entry.tournament, standings(entry.tournament, announced_only=True), phase, rounds)
    matches = bracket(past, past[0].order)[-1].matches
    at = next((at for at, match in enumerate(matches) if entry.pk in match.entries), None)
    if at is None or len(matches) < 2 or matches[at].winner is None:
        return None
    beside, wins = matches[at ^ 1], matches[at].winner == entry.pk
    if not wins and (len(matches) > 2 or not phase.third_place):
        return None
    is_open = beside.winner is None and not beside.missed
    who = beside.winner if wins else loser_of(beside)
    is_there = entry.tournament.entries.present().filter(pk=who).exists() if who is not None else False
    what: Literal["final", "third", "on"] = "on" if len(matches) > 2 else "final" if wins else "third"
    if not is_there:
        if what == "final" and not is_open:
            return Walkover("nobody", None)
        return Walkover(what, None, beside.table) if is_open and wins else None
    return Walkover(what, entry_names(entry.tournament)[who])
