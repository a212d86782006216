"""The reserve sheet: everything to go on by hand when the computer is dead, as it was when a round closed."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.small_tables import CHANGING
from tournaments.groups import groups_of
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round
from tournaments.names import entry_names
from tournaments.papers.bracket_ahead import bracket_ahead
from tournaments.papers.by_hand import to_come
from tournaments.papers.counting import always, countings
from tournaments.papers.heads import format_words, head
from tournaments.papers.past_columns import columns
from tournaments.papers.plan_ahead import plans
from tournaments.papers.plan_tables import plan_table
from tournaments.papers.seats import on_paper
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.papers.slips import Slip, form_facts, paged, slip_size
from tournaments.papers.standings import missing_words, sections
from tournaments.seats import present_entries, sizes_for
from tournaments.standings import standings

MOST_SLIPS = 40


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
    round.tournament = round.phase.tournament = tournament
    found = standings(tournament, through=round.number, announced_only=True)
    groups = groups_of(tournament, found)
    coming = _coming(round)
    subtitle = _("After round %(number)d") % {"number": round.number} + missing_words(found)
    planned, ahead = plans(round, coming, found), bracket_ahead(round, coming, found)
    names = entry_names(tournament)
    extras = columns(round, coming, planned, found, names) if coming else ()
    context = {
        "head": head(paper, _("Reserve sheet"), subtitle, _("names in full, for the desk")),
        "sections": sections(found, groups, audience="staff", board=False, signed=False, extras=extras),
        "rounds": (),
        "to_come": to_come(coming, planned, ahead, len(present_entries(tournament))),
        "countings": countings(coming),
        "always": always(tournament),
        "plans": [plan_table(plan, names, tournament) for plan in planned],
        "ahead": ahead,
        "is_individual": tournament.is_individual,
        "is_teams": tournament.is_teams,
    }
    if not coming:
        return Sheets("print/reserve.html", [Page()], context)
    seats, sizes = _next_seats(coming[0]), _table_sizes(coming[0])
    size = slip_size(coming[0].phase, "a4", sizes)
    slips = [Slip(places=each if each in CHANGING else 0) for each in sizes[:MOST_SLIPS]]
    words = _("Round ______ · %(format)s") % {"format": format_words(coming[0].phase)}
    facts = {"slip_head": head(paper, _("Score slips"), words), "size": size, **form_facts(coming[0].phase)}
    pages = [Page(), *(Page(each) for each in paged(slips, size))]
    return Sheets("print/reserve.html", pages, {**context, **seats, **facts, "slips": len(slips)})


def _coming(after: Round) -> list[Round]:
    """The rounds behind one, whatever has become of them."""
    rounds = after.tournament.rounds.filter(number__gt=after.number).select_related("phase")
    coming = list(rounds.order_by("number"))
    for each in coming:
        each.tournament = each.phase.tournament = after.tournament
    return coming


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
