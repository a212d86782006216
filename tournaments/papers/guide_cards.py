"""Guide cards: where a pair of a Mitchell goes, round by round; `way_cards` has those of other movements.

They say what holds now, whoever came or left before; nothing that results decide is foretold.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.draws import PastRound
from tournaments.papers import way_cards
from tournaments.papers.heads import head, printable_round
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.seats import present_entries

ON_A_PAGE = 10
IN_A_BAND = 8  # rounds that stand side by side on a card


@dataclass(frozen=True, slots=True)
class Stop:
    """Round, table (0: none) and line ("": none); `rests` says that no opponent waits there."""

    round: int
    table: int
    line: str
    rests: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A pair's way through the phase: on one `line`, N-S at one table; "" for who had to leave it."""

    entry: EntryNames
    line: str
    bands: tuple[tuple[Stop, ...], ...]


def is_beside(phase: Phase) -> bool:
    """Whether a Mitchell is played beside a final."""
    return phase.plays_beside and phase.others == Phase.Others.MITCHELL


def has_guide(phase: Phase) -> bool:
    """Whether a Mitchell of the phase, or beside its final, has cards."""
    return phase.movement == Phase.Movement.MITCHELL or is_beside(phase)


def _stops(rounds: list[PastRound]) -> dict[int, list[Stop]]:
    """Where everybody is in these rounds, by entry."""
    found: dict[int, list[Stop]] = {}
    for past in rounds:
        for seating in past.seatings:
            for entries, line in ((seating.ns, "NS"), (seating.ew, "EW")):
                for entry in entries:
                    found.setdefault(entry, []).append(Stop(past.number, seating.table, line, rests=False))
        for rest in past.rests:
            stop = Stop(past.number, rest.table or 0, rest.line or "", rests=True)
            found.setdefault(rest.entry, []).append(stop)
    return found


def cards(first: Round) -> list[Card]:
    """The cards of the phase that begins with this round, by number of pair: of those present now."""
    names, here = entry_names(first.tournament), set(present_entries(first.tournament))
    phase, found = first.phase, {}
    if phase.movement == Phase.Movement.MITCHELL:
        found |= _stops(way_cards.foretold(first))
    if is_beside(phase):
        found |= _stops(way_cards.foretold(first, beside=True))
    made = [
        Card(
            names[entry],
            _line(stops),
            tuple(tuple(stops[start : start + IN_A_BAND]) for start in range(0, len(stops), IN_A_BAND)),
        )
        for entry, stops in found.items()
        if entry in here
    ]
    return sorted(made, key=lambda card: card.entry.number)


def _line(stops: list[Stop]) -> str:
    """The line that a pair keeps; "" for one that changes it, or sits N-S at two tables."""
    lines = {stop.line for stop in stops}
    tables = {stop.table for stop in stops}
    return lines.pop() if len(lines) == 1 and (lines == {"EW"} or len(tables) == 1) else ""


def content(paper: Paper) -> Sheets:
    """Ten cards of a Mitchell to a page, fewer of other movements, to be cut."""
    first = printable_round(paper)
    if way_cards.is_foretold(first.phase):
        return way_cards.content(paper, first)
    if not has_guide(first.phase):
        raise NotReadyError("no_guide")
    made = cards(first)
    rows = [tuple(made[start : start + 2]) for start in range(0, len(made), 2)]
    per_page = ON_A_PAGE // 2
    pages = [rows[start : start + per_page] for start in range(0, len(rows), per_page)]
    return Sheets("print/guide_cards.html", pages, {"head": head(paper, _("Guide cards"))})
