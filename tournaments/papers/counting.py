"""How the rounds to come are counted without the program: V.P., awards, what comes of lateness."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.templatetags.ui import minus, signed
from scoring.small_tables import CHANGING
from scoring.victory_points import VpKind
from tournaments.calls import WARNING_VP
from tournaments.forms.events import order_words
from tournaments.lateness import FINED_UNTIL, LATE_MP, WARNED_UNTIL
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Round
from tournaments.papers.heads import format_words
from tournaments.papers.vp_bands import Band, bands
from tournaments.results import Rules, rules_of


@dataclass(frozen=True, slots=True)
class Counting:
    """Rounds counted alike: "2–3, 5", the columns of their VP table if it has any, the rest in words."""

    numbers: str
    format: str
    bands: tuple[Band, ...]
    words: tuple[str, ...]


def countings(coming: Sequence[Round]) -> list[Counting]:
    """How each of the rounds to come is counted; those that are counted alike stand together."""
    found: dict[tuple[str, tuple[Band, ...], tuple[str, ...]], list[int]] = {}
    for round_ in coming:
        phase = round_.phase
        rules = rules_of(phase)
        facts = format_words(phase), bands(rules.table, rules.step), tuple(_words(phase, rules))
        found.setdefault(facts, []).append(round_.number)
    return [Counting(number_words(numbers), *facts) for facts, numbers in found.items()]


def number_words(numbers: Iterable[int]) -> str:
    """Numbers of rounds, those that follow one another drawn together: "2–4, 6"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _words(phase: Phase, rules: Rules) -> list[str]:
    said = []
    if phase.target is not None:
        until = _("that passes") if phase.pass_target else _("that reaches")
        words = {"until": until, "target": phase.target}
        said.append(_("The match ends with the hand of the line %(until)s %(target)d.") % words)
    if rules.table.kind is VpKind.RAW:
        said.append(_("V.P. are the points of each line."))
    elif phase.tournament.is_teams:
        said.append(_("The difference is the sum of all tables of the two teams."))
    if CHANGING & {phase.table_size, phase.spare_size}:
        said.append(
            _("At three or five: each partner has half of the pair's total; V.P. and M.P. are the mean.")
        )
    if rules.format.extra:
        said.append(_("Level: one hand more decides who goes on."))
    rest, absence = _award(phase.sit_out_vp, phase.sit_out_mp), _award(phase.absence_vp, phase.absence_mp)
    said.append(_("Sits out: %(award)s.") % {"award": rest})
    said.append(
        _("Absent: %(award)s; who waited for them gets as much as who sits out.") % {"award": absence}
    )
    return said


def _award(vp: int | None, mp: int | None) -> str:
    if vp is None or mp is None:
        return _("nobody has said how much; the referee does")
    return _("V.P. %(vp)s, M.P. %(mp)s") % {"vp": minus(vp), "mp": signed(mp)}


def always(tournament: Tournament) -> list[str]:
    """What holds in every round: M.P., the order of the standings, what comes of lateness."""
    order = order_words(tournament.criteria)
    added = _("Add V.P. and M.P. to the standings of this sheet")
    said = [
        _("M.P. are the difference of the totals: + for who is ahead, − for the other."),
        f"{added} ({order})." if order else f"{added}.",
    ]
    figures = {
        "warned": WARNED_UNTIL,
        "fined": FINED_UNTIL,
        "mp": signed(LATE_MP),
        "vp": minus(WARNING_VP),
    }
    said.append(
        _(
            "Late up to %(warned)d minutes: a warning; up to %(fined)d: %(mp)s M.P.; later: absent. "
            "Every second warning: %(vp)s V.P."
        )
        % figures
    )
    return said
