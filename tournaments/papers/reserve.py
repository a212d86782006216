"""The reserve sheet: everything to go on by hand when the computer is dead, as it was when a round closed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.small_tables import CHANGING
from tournaments.groups import groups_of
from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.papers.bracket_ahead import bracket_ahead
from tournaments.papers.heads import format_words, head
from tournaments.papers.seats import on_paper
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.papers.slips import Slip, form_facts, paged, slip_size
from tournaments.papers.standings import missing_words, sections
from tournaments.seats import present_entries, sizes_for
from tournaments.standings import standings

MOST_SLIPS = 40
Movement = Phase.Movement

BY_HAND: Mapping[str, Promise] = {
    Movement.DRAWN: gettext_lazy("Draw the tables by lot; nobody meets again."),
    Movement.MANUAL: gettext_lazy("Seat them by hand."),
    Movement.MITCHELL: gettext_lazy(
        "N-S stay, E-W move on by %(step)d, from the last table to the first. After as many rounds as "
        "bring them back where they began, one table more."
    ),
    Movement.DANISH: gettext_lazy("By the standings: 1 and 2 at table 1, 3 and 4 at table 2, and so on."),
    Movement.DANISH_MODIFIED: gettext_lazy(
        "By the standings: 1 and 2 at table 1, 3 and 4 at table 2, and so on; nobody meets the opponent of "
        "the round before, but in the last round."
    ),
    Movement.DANISH_NO_REMATCH: gettext_lazy(
        "By the standings: each from the top meets the next whom it has not met."
    ),
    Movement.SWISS: gettext_lazy("By the standings: each from the top meets the next whom it has not met."),
    Movement.ROUND_ROBIN: gettext_lazy("Everybody meets whom it has not met."),
    Movement.DOUBLE_ROUND_ROBIN: gettext_lazy("Everybody meets everybody twice."),
    Movement.HOWELL: gettext_lazy("Everybody meets whom it has not met."),
    Movement.KNOCKOUT: gettext_lazy("Who won goes on: the bracket of this sheet says who meets whom."),
    Movement.INDIVIDUAL: gettext_lazy("New partners in every round."),
    Movement.INDIVIDUAL_DANISH: gettext_lazy(
        "By the standings: 1 to 4 at table 1, 5 to 8 at table 2, and so on; partners as the phase says."
    ),
}


@dataclass(frozen=True, slots=True)
class ToCome:
    """A round that is still to be played, and how it is seated without the program."""

    number: int
    movement: str
    format: str
    minutes: int | None
    by_hand: str


@dataclass(frozen=True, slots=True)
class Page:
    """The lists, which flow from page to page; or a page of blank slips."""

    slips: tuple[Slip, ...] = ()


def content(paper: Paper) -> Sheets:
    """Standings after the paper's round, the next seats if they are drawn, what is to come, blank slips.

    NotReadyError when the round is not announced any more. After the last round the standings stand alone.
    """
    tournament = paper.tournament
    round = tournament.rounds.filter(pk=paper.round_id).select_related("phase").first()
    if round is None or not round.is_public:
        raise NotReadyError("no_standings")
    found = standings(tournament, through=round.number, announced_only=True)
    groups = groups_of(tournament, found)
    coming = list(
        tournament.rounds.filter(number__gt=round.number).select_related("phase").order_by("number")
    )
    for each in coming:
        each.tournament = each.phase.tournament = tournament
    subtitle = _("After round %(number)d") % {"number": round.number} + missing_words(found)
    context = {
        "head": head(paper, _("Reserve sheet"), subtitle, _("names in full, for the desk")),
        "sections": sections(found, groups, audience="staff", board=False, signed=False),
        "rounds": (),
        "to_come": [_to_come(each) for each in coming],
        "is_individual": tournament.is_individual,
        "is_teams": tournament.is_teams,
    }
    if not coming:
        return Sheets("print/reserve.html", [Page()], context)
    context["ahead"] = bracket_ahead(round, coming, found)
    seats, sizes = _next_seats(coming[0]), _table_sizes(coming[0])
    size = slip_size(coming[0].phase, "a4", sizes)
    slips = [Slip(places=each if each in CHANGING else 0) for each in sizes[:MOST_SLIPS]]
    words = _("Round ______ · %(format)s") % {"format": format_words(coming[0].phase)}
    facts = {"slip_head": head(paper, _("Score slips"), words), "size": size, **form_facts(coming[0].phase)}
    pages = [Page(), *(Page(each) for each in paged(slips, size))]
    return Sheets("print/reserve.html", pages, {**context, **seats, **facts, "slips": len(slips)})


def _to_come(round: Round) -> ToCome:
    phase = round.phase
    by_hand = str(BY_HAND[phase.movement]) % {"step": phase.mitchell_step}
    if phase.groups:
        by_hand = _("Inside each group. %(rule)s") % {"rule": by_hand}
    if phase.is_final:
        by_hand = _("Only those who qualified. %(rule)s") % {"rule": by_hand}
    if phase.plays_beside:
        by_hand = _("%(rule)s The others %(what)s.") % {"rule": by_hand, "what": phase.get_others_display()}
    return ToCome(round.number, phase.get_movement_display(), format_words(phase), phase.minutes, by_hand)


def _next_seats(round: Round) -> dict[str, Any]:
    """Who sits where in the next round; empty while it is not drawn."""
    if round.state == Round.State.PLANNED:
        return {}
    return {
        "next": round,
        "is_draft": round.state == Round.State.DRAFT,
        "is_full": True,
        **on_paper(round),
    }


def _table_sizes(round: Round) -> list[int]:
    """Players at each table of the round, as drawn or as far as it can be foreseen; at least two tables."""
    drawn = list(round.matches.active().order_by("table_number").values_list("players", flat=True))
    persons = 1 if round.tournament.is_individual else 2
    foreseen = [persons * each for each in sizes_for(round, len(present_entries(round.tournament)))]
    foreseen *= round.tournament.tables_of_meeting
    sizes = drawn or foreseen or [round.phase.table_size]
    return sizes if len(sizes) > 1 else sizes * 2
