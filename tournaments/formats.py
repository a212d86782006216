"""A phase's figures as the rules want them: match format, VP table, regulations."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scoring.matches import MatchFormat
from scoring.regulations import PRESETS, Regulations, as_dict, from_dict
from scoring.victory_points import VP_TABLES, VpKind, VpTable
from tournaments.models.events import Phase, Tournament
from tournaments.models.regulations import RegulationsCopy


def match_format(phase: Phase) -> MatchFormat:
    """How long a match of the phase lasts; in a knock-out extra hands decide what is level between two lines,
    of teams the referee does. FormatError when its figures contradict each other."""
    needs_winner = phase.movement == Phase.Movement.KNOCKOUT and phase.hands is not None
    extra = needs_winner and not phase.tournament.is_teams
    return MatchFormat(phase.hands, phase.target, phase.pass_target, phase.minutes, extra)


def vp_table(phase: Phase) -> VpTable:
    """The table that turns differences (points) into VP. KeyError when no table has the phase's code."""
    return own_table(phase.vp_limits) if phase.vp_table == OWN_TABLE else VP_TABLES[phase.vp_table]


OWN_TABLE = "own"  # what `Phase.vp_table` says where the club writes the limits itself
HALF = 10  # VP of each where nobody is ahead; with ten limits, as many as there can be, the winner has 20


@lru_cache(maxsize=64)
def own_table(limits: str) -> VpTable:
    """The table of a club's own upper limits (points, with blanks between) for 10–10, 11–9 …

    ValueError for words. Its faults are found by `scoring.victory_points.vp_problems`.
    """
    figures = tuple(int(each) for each in limits.split())
    pairs = tuple((HALF + band, HALF - band) for band in range(len(figures) + 1))
    return VpTable(OWN_TABLE, VpKind.BANDS, figures, pairs)


def limits_in_proportion(tables: int) -> str:
    """The limits that the codes print for teams, who meet at two tables, in proportion for so many: no code
    prints them, they are only offered."""
    return " ".join(str(limit * tables // 2) for limit in VP_TABLES["teams"].limits)


@dataclass(frozen=True, slots=True)
class RulesDocument:
    """Regulations as they are shown: figures, the preset they began as, the club's name ("": a preset).

    `version` counts the changes of a club's copy, from 1; 0 where it is not known.
    """

    regulations: Regulations
    based_on: str
    name: str = ""
    version: int = 0


def preset_document(code: str) -> RulesDocument:
    """A preset. KeyError when none has this code."""
    return RulesDocument(PRESETS[code], code)


def copy_document(copy: RegulationsCopy) -> RulesDocument:
    """A club's own copy, as it stands now."""
    figures = _read(copy.figures | {"code": copy.code})
    return RulesDocument(figures, copy.based_on, copy.name, copy.version)


def document_of(tournament: Tournament) -> RulesDocument:
    """What the evening is played by: kept since its first draw, until then what was chosen.

    KeyError when no preset has its code.
    """
    if tournament.regulations_kept is not None:
        kept = tournament.regulations_kept
        figures = _read(kept["figures"])
        return RulesDocument(figures, kept["based_on"], kept["name"], kept.get("version", 0))
    if tournament.regulations_copy is not None:
        return copy_document(tournament.regulations_copy)
    return preset_document(tournament.regulations)


def to_keep(document: RulesDocument) -> dict[str, Any]:
    """The document as JSON, for an evening to keep."""
    return {
        "figures": as_dict(document.regulations),
        "based_on": document.based_on,
        "name": document.name,
        "version": document.version,
    }


def regulations_of(tournament: Tournament) -> Regulations:
    """The code of play of the evening. KeyError when no preset has its name."""
    return document_of(tournament).regulations


def _read(figures: Mapping[str, Any]) -> Regulations:
    return _regulations(json.dumps(figures))


@lru_cache(maxsize=256)
def _regulations(figures: str) -> Regulations:
    """Read once: whatever is computed from regulations is remembered by the object."""
    return from_dict(json.loads(figures))


def vp_tables(tournament: Tournament) -> list[VpTable]:
    """The tables with bands that the evening's phases use, each once."""
    tables = dict.fromkeys(map(vp_table, tournament.phases.all()))
    return [table for table in tables if table.limits]
