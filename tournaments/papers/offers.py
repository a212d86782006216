"""What can be printed now; what cannot, and why, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.early import is_asked
from tournaments.models.events import Phase, Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers.guide_cards import has_guide
from tournaments.papers.heads import PRINTABLE
from tournaments.papers.way_cards import is_foretold

Kind = Paper.Kind

HINTS: Mapping[str, Promise] = {
    Kind.SLIPS: gettext_lazy("One for each table, with the code of its match."),
    Kind.SEATS_BY_TABLE: gettext_lazy("To hang at the entrance."),
    Kind.SEATS_BY_NAME: gettext_lazy("To hang in the hall: everybody finds her own table."),
    Kind.GUIDE_CARDS: gettext_lazy("One for each pair or player: the table of every round known beforehand."),
    Kind.STANDINGS: gettext_lazy("With the lines to sign."),
    Kind.RESERVE: gettext_lazy(
        "If the computer dies: standings, next seats, rounds to come, blank slips. Made by itself when a "
        "round closes."
    ),
    Kind.BLANK_SLIPS: gettext_lazy("A reserve, to be filled in by hand."),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of paper, the rounds to print it for (latest first), and why it cannot be ("" when it can)."""

    kind: Kind
    rounds: tuple[Round, ...] = ()
    phases: tuple[Phase, ...] = ()
    why: str = ""

    @property
    def hint(self) -> Promise:
        return HINTS[self.kind]


def _guides(tournament: Tournament, rounds: list[Round]) -> Offer:
    """Guide cards start from the first round of a phase whose way is known then."""
    if tournament.is_teams:
        return Offer(Kind.GUIDE_CARDS, why=_("Guide cards are for pairs: a team sits at several tables."))
    firsts: dict[int, Round] = {}
    for round_ in sorted(tournament.rounds.select_related("phase"), key=lambda each: each.number):
        if has_guide(round_.phase) or is_foretold(round_.phase):
            firsts.setdefault(round_.phase_id, round_)
    if not firsts:
        return Offer(Kind.GUIDE_CARDS, why=_("This tournament has no Mitchell, Howell or fixed rotation."))
    starts = {round_.pk for round_ in firsts.values()}
    ready = tuple(round_ for round_ in rounds if round_.pk in starts)
    number = min(round_.number for round_ in firsts.values())
    why = "" if ready else _("Confirm the draw of round %(number)d first.") % {"number": number}
    return Offer(Kind.GUIDE_CARDS, ready, why=why)


def offers(tournament: Tournament) -> dict[Kind, Offer]:
    """Every kind of paper that can be asked for, in the order of the evening."""
    rounds = list(tournament.rounds.filter(state__in=PRINTABLE).select_related("phase").order_by("-number"))
    played = tuple(round_ for round_ in rounds if round_.is_public)
    closed = tuple(round_ for round_ in rounds if round_.state == Round.State.CLOSED)
    not_closed = "" if closed else _("Close a round: it is then made by itself.")
    no_draw = "" if rounds else _("Draw a round and confirm it first.")
    no_play = "" if played else _("There are no standings yet: announce the first round.")
    of_rounds = (Kind.SLIPS, Kind.SEATS_BY_TABLE, Kind.SEATS_BY_NAME)
    found = [
        *(Offer(kind, tuple(rounds), why=no_draw) for kind in of_rounds),
        _guides(tournament, rounds),
        Offer(Kind.BLANK_SLIPS, phases=tuple(tournament.phases.all())),
        Offer(Kind.STANDINGS, played, why=no_play),
        Offer(Kind.RESERVE, closed, why=not_closed),
    ]
    return {offer.kind: offer for offer in found}


def check(tournament: Tournament, kind: Kind, round: Round | None, options: Mapping[str, Any]) -> None:
    """ValidationError with a sentence when this paper cannot be made from what is there now."""
    if kind == Kind.EARLY:  # nobody asks for it by a form
        if not is_asked(tournament):
            raise ValidationError(_("No table is missing now that the next round waits for."), code="state")
        return
    offer = offers(tournament)[kind]
    if offer.why:
        raise ValidationError(offer.why, code="state")
    if kind == Kind.BLANK_SLIPS:
        return
    if round is None or round not in offer.rounds:
        raise ValidationError(_("This round cannot be printed: confirm its draw first."), code="state")
    table = options.get("table")
    if table is not None and not round.matches.active().filter(table_number=table).exists():
        sentence = _("Round %(round)d has no table %(table)d.") % {"round": round.number, "table": table}
        raise ValidationError({"table": sentence})
