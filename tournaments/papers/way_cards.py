"""Guide cards of a Howell or of a rotation of single players: round by round the table, the line, who is met.

A round that is drawn stands as it was drawn, and each of the others as it will be drawn of who is present
now: cards asked for after somebody came or left say what holds since then. A round that results could still
change is not foretold.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.cuts import seated_finalists
from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.draws import PastRound
from tournaments.pairing.finals import part_of
from tournaments.papers.heads import head
from tournaments.papers.plan_ahead import drawn_ahead
from tournaments.papers.sheets import Sheets
from tournaments.seats import history, present_entries
from tournaments.standings import standings

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
    """The cards of the phase that begins with this round, by number of entry: of those who are present now
    and play in it. A round in which somebody was not there is not on her card."""
    names, rounds = entry_names(first.tournament), foretold(first)
    here = everybody_in(rounds).intersection(present_entries(first.tournament))
    made = [
        Card(names[entry], tuple(stop for round_ in rounds for stop in _stops(entry, round_, names)))
        for entry in here
    ]
    return sorted(made, key=lambda card: card.entry.number)


def foretold(first: Round, *, beside: bool = False) -> list[PastRound]:
    """The rounds of the phase, as they were drawn and then as they will be: each group goes its own way, and
    of a final there are those who play it, or those `beside` it."""
    tournament, phase = first.tournament, first.phase
    coming = []
    for round_ in phase.rounds.filter(state=Round.State.PLANNED).order_by("number"):
        round_.tournament, round_.phase = tournament, phase
        coming.append(round_)
    last = max(phase.rounds.drawn().values_list("number", flat=True))
    past, here = history(tournament, last + 1), set(present_entries(tournament))
    ranking = [row.entry_id for row in standings(tournament, through=last).rows if row.entry_id in here]
    finalists = seated_finalists(phase) if phase.is_final else ()
    drawn = [each for each in past if each.number >= first.number]
    found = [*drawn, *drawn_ahead(coming, ranking, past, finalists)]
    if not phase.is_final:
        return found
    inside = everybody_in(found).difference(finalists) if beside else finalists
    return [part_of(each, inside) for each in found]


def everybody_in(rounds: Iterable[PastRound]) -> set[int]:
    """Who sits or rests in one of the rounds."""
    seated = {entry for each in rounds for seating in each.seatings for entry in seating.everybody}
    return seated.union(rest.entry for each in rounds for rest in each.rests)


def _stops(entry: int, round_: PastRound, names: Mapping[int, EntryNames]) -> Iterator[Stop]:
    """Where somebody is in a round; nothing where she is not in it."""
    for seating in round_.seatings:
        for line, own, others in (("NS", seating.ns, seating.ew), ("EW", seating.ew, seating.ns)):
            if entry in own:
                partner = tuple(names[other] for other in own if other != entry)
                opponents = tuple(names[other] for other in others)
                yield Stop(round_.number, seating.table, line, partner, opponents)
    if any(rest.entry == entry for rest in round_.rests):
        yield Stop(round_.number, None, "", (), ())


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
