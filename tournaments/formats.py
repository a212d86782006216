"""A phase's figures as the rules want them: match format, VP table, regulations."""

from scoring.matches import MatchFormat
from scoring.regulations import PRESETS, Regulations
from scoring.victory_points import VP_TABLES, VpTable
from tournaments.models.events import Phase, Tournament


def match_format(phase: Phase) -> MatchFormat:
    """How long a match of the phase lasts. FormatError when its figures contradict each other."""
    return MatchFormat(phase.hands, phase.target, phase.pass_target, phase.minutes)


def vp_table(phase: Phase) -> VpTable:
    """The table that turns differences (points) into VP. KeyError when no table has the phase's code."""
    return VP_TABLES[phase.vp_table]


def regulations_of(tournament: Tournament) -> Regulations:
    """The code of play of the evening. KeyError when no preset has its name."""
    return PRESETS[tournament.regulations]


def vp_tables(tournament: Tournament) -> list[VpTable]:
    """The tables with bands that the evening's phases use, each once."""
    codes = dict.fromkeys(phase.vp_table for phase in tournament.phases.all())
    return [VP_TABLES[code] for code in codes if VP_TABLES[code].limits]
