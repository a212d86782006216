"""Guide cards of a Howell or of a rotation of single players: round by round the table, the line, who is met.

Every round is drawn here as it will be drawn then, from the seats of the phase's first round; a round that
results, lots or who comes and goes could still change is not foretold.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.cuts import seated_finalists
from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.draws import Method, MovementRefused, PastRound, Request, RoundDraw
from tournaments.pairing.finals import final_round, part_of
from tournaments.pairing.groups import in_groups
from tournaments.pairing.individual import planned_rounds
from tournaments.pairing.methods import METHODS
from tournaments.papers.heads import head
from tournaments.papers.sheets import Sheets
from tournaments.seats import current_seats, history, request_for

MOVEMENTS = frozenset({Phase.Movement.HOWELL, Phase.Movement.INDIVIDUAL})
ROWS_OF_CARDS = ((5, 3), (11, 2), (10_000, 1))  # up to so many rounds, so many rows of two cards on a page
HEIGHTS = {3: 87, 2: 131}  # millimetres of a card when so many rows share a page
PAIRS, SINGLES = (32, 3.25), (17, 3.05)  # letters of a line in the columns of names, and its millimetres
ROUND, REST = 6.2, 31  # millimetres of a round, and of a card without its rounds


@dataclass(frozen=True, slots=True)
class Stop:
    """A round of somebody: table and line (None and "" at rest), partner and opponents."""

    round: int
    table: int | None
    line: str
    partner: tuple[EntryNames, ...]
    opponents: tuple[EntryNames, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The way of a pair or a player through the phase."""

    entry: EntryNames
    stops: tuple[Stop, ...]


def is_foretold(phase: Phase) -> bool:
    """Whether such cards can be made of the phase."""
    return phase.movement in MOVEMENTS


def cards(first: Round) -> list[Card]:
    """The cards of the phase that begins with this round, by number of entry."""
    names = entry_names(first.tournament, at_round=first.number)
    rounds = foretold(first)
    known = [seating.everybody for seating in rounds[0].seatings]
    entries = {entry for table in known for entry in table} | {rest.entry for rest in rounds[0].rests}
    made = [Card(names[entry], tuple(_stop(entry, round_, names) for round_ in rounds)) for entry in entries]
    return sorted(made, key=lambda card: card.entry.number)


def foretold(first: Round, *, beside: bool = False) -> list[PastRound]:
    """The rounds of the phase, the first as it is seated, the others as they will be drawn: each group goes
    its own way, and of a final those who play it are foretold, or those `beside` it in a Mitchell."""
    rounds = list(first.phase.rounds.order_by("number"))
    past, (method, seated, everybody) = [*history(first.tournament, first.number)], _field(first, beside)
    found = [seated]
    for index, round_ in enumerate(rounds[1:], 1):
        round_.tournament, round_.phase = first.tournament, first.phase
        request = replace(request_for(round_, everybody), history=(*past, *found))
        try:
            drawn = method(request, random.Random(0))  # noqa: S311 - nothing is by lot
        except MovementRefused:
            break
        if first.phase.movement == Phase.Movement.INDIVIDUAL and not _keeps_to_plan(drawn, seated, index):
            break
        found.append(PastRound(round_.number, drawn.seatings, drawn.rests))
    return [part_of(each, everybody) for each in found]


def _field(first: Round, beside: bool) -> tuple[Method, PastRound, list[int]]:
    """How the phase is drawn, its first round, and whom of it these cards are for."""
    method, seated = METHODS[first.phase.movement], current_seats(first)
    if not first.phase.is_final:
        return in_groups(method), seated, _entries(seated)
    finalists = seated_finalists(first.phase)
    if beside:
        others = [entry for entry in _entries(seated) if entry not in finalists]
        mitchell = METHODS[Phase.Movement.MITCHELL]
        return final_round(_seats_nobody, mitchell, finalists, by_table=True), seated, others
    alone = part_of(seated, finalists)
    return final_round(method, None, finalists), alone, _entries(alone)


def _seats_nobody(_request: Request, _rng: random.Random) -> RoundDraw:
    """What is played in the final is of no matter to those beside it."""
    return RoundDraw(())


def _entries(past: PastRound) -> list[int]:
    seated = [entry for seating in past.seatings for entry in seating.everybody]
    return sorted([*seated, *(rest.entry for rest in past.rests)])


def _keeps_to_plan(drawn: RoundDraw, seated: PastRound, index: int) -> bool:
    """Whether the round is that of the schedule: one dealt anew, for what an earlier phase was, is by lot."""
    plan = planned_rounds(seated, index + 1)[index]
    return {frozenset(four) for four in plan} == {frozenset(each.everybody) for each in drawn.seatings}


def _stop(entry: int, round_: PastRound, names: Mapping[int, EntryNames]) -> Stop:
    for seating in round_.seatings:
        for line, own, others in (("NS", seating.ns, seating.ew), ("EW", seating.ew, seating.ns)):
            if entry in own:
                partner = tuple(names[other] for other in own if other != entry)
                return Stop(
                    round_.number, seating.table, line, partner, tuple(names[other] for other in others)
                )
    return Stop(round_.number, None, "", (), ())


def content(paper: Paper, first: Round) -> Sheets:
    """Two cards side by side, as many rows of them as their rounds leave room for, to be cut."""
    made = cards(first)
    on_a_page = _rows_on_a_page(made, *(SINGLES if first.tournament.is_individual else PAIRS))
    rows = [tuple(made[start : start + 2]) for start in range(0, len(made), 2)]
    pages = [rows[start : start + on_a_page] for start in range(0, len(rows), on_a_page)]
    context = {
        "head": head(paper, _("Guide cards")),
        "is_individual": first.tournament.is_individual,
        "rows_on_a_page": on_a_page,
    }
    return Sheets("print/way_cards.html", pages, context)


def _rows_on_a_page(made: Sequence[Card], letters: int, line: float) -> int:
    """How many rows of cards a page has room for, with `letters` in a `line` (mm) of names."""
    longest = max((len(card.stops) for card in made), default=0)
    tallest = max((_height(card, letters, line) for card in made), default=0)
    most = next(rows for rounds, rows in ROWS_OF_CARDS if longest <= rounds)
    return next((rows for rows in range(most, 1, -1) if tallest <= HEIGHTS[rows]), 1)


def _height(card: Card, letters: int, line: float) -> float:
    rounds = (max(_lines(stop.partner, letters), _lines(stop.opponents, letters)) for stop in card.stops)
    return REST + sum(max(ROUND, 1.2 + line * lines) for lines in rounds)


def _lines(entries: Iterable[EntryNames], letters: int) -> int:
    """The lines that names fill: words are not parted."""
    found = 0
    for entry in entries:
        room = 0
        for word in f"{entry.number} {' – '.join(entry.full)}".split():
            if room < len(word):
                found, room = found + 1, letters
            room -= len(word) + 1
    return found
