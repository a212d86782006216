"""Guide cards: where a pair of a Mitchell goes, round by round; `way_cards` has those of other movements.

Nothing drawn later is foretold.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.names import EntryNames, entry_names
from tournaments.pairing.mitchell import GuideCard, guide_cards
from tournaments.papers import way_cards
from tournaments.papers.heads import head, printable_round
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.seats import current_seats

ON_A_PAGE = 10
IN_A_BAND = 8  # rounds that stand side by side on a card


@dataclass(frozen=True, slots=True)
class Stop:
    """Round and table; `rests` says that no opponent waits there."""

    round: int
    table: int
    rests: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A pair's way through the phase."""

    entry: EntryNames
    line: str
    bands: tuple[tuple[Stop, ...], ...]


def _card(card: GuideCard, entry: EntryNames, rounds: list[int]) -> Card:
    stops = [
        Stop(number, table, opponent is None)
        for number, table, opponent in zip(rounds, card.tables, card.opponents, strict=True)
    ]
    starts = range(0, len(stops), IN_A_BAND)
    return Card(entry, card.line, tuple(tuple(stops[start : start + IN_A_BAND]) for start in starts))


def cards(first: Round) -> list[Card]:
    """The cards of the phase that begins with this round, by number of pair."""
    rounds = list(first.phase.rounds.order_by("number").values_list("number", flat=True))
    names = entry_names(first.tournament, at_round=first.number)
    found = guide_cards(current_seats(first), step=first.phase.mitchell_step, rounds=len(rounds))
    made = [_card(card, names[card.entry], rounds) for card in found]
    return sorted(made, key=lambda card: card.entry.number)


def content(paper: Paper) -> Sheets:
    """Ten cards of a Mitchell to a page, fewer of other movements, to be cut."""
    first = printable_round(paper)
    if way_cards.is_foretold(first.phase):
        return way_cards.content(paper, first)
    if first.phase.movement != Phase.Movement.MITCHELL:
        raise NotReadyError("no_guide")
    made = cards(first)
    rows = [tuple(made[start : start + 2]) for start in range(0, len(made), 2)]
    per_page = ON_A_PAGE // 2
    pages = [rows[start : start + per_page] for start in range(0, len(rows), per_page)]
    return Sheets("print/guide_cards.html", pages, {"head": head(paper, _("Guide cards"))})
