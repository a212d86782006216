"""Blank reserve slips: a slip was spoilt, a table added, the printer died, a match outgrew its slip."""

from django.utils.translation import gettext as _

from scoring.small_tables import CHANGING
from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.papers.heads import format_words, head
from tournaments.papers.sheets import NotReadyError, Sheets
from tournaments.papers.slips import TEMPLATE, Slip, form_facts, slip_size


def _players(paper: Paper, phase: Phase) -> int:
    """How many sit at the table the slip is for: as asked, else as at the phase's usual tables."""
    return int(paper.options.get("players") or phase.table_size)


def content(paper: Paper) -> Sheets:
    """As many blank slips as asked for, of the phase asked for; two to a page on A4 may give one more."""
    phase = paper.tournament.phases.filter(number=paper.options.get("phase", 1)).first()
    if phase is None:
        raise NotReadyError("no_phase")
    phase.tournament = paper.tournament
    players, continues = _players(paper, phase), paper.options.get("hands") == "later"
    if continues and phase.hands is not None:
        raise NotReadyError("no_second_slip")
    size = slip_size(phase, paper.options.get("size", "a5"), (players,))
    on_a_page = 2 if size == "a4" else 1
    context = {
        "head": head(
            paper, _("Score slips"), _("Round ______ · %(format)s") % {"format": format_words(phase)}
        ),
        "size": size,
        "is_individual": paper.tournament.is_individual,
        "is_teams": paper.tournament.is_teams,
        **form_facts(phase, continues=continues),
    }
    copies = -(-int(paper.options.get("copies", 1)) // on_a_page)
    slip = Slip(places=players if players in CHANGING else 0)
    return Sheets(TEMPLATE, [(slip,) * on_a_page], context, copies)
