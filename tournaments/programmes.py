"""The evenings people ask for by name: phases as data, to start a tournament from and then change."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.victory_points import ABSENCE, SIT_OUT
from tournaments.models.events import Phase, Tournament

Movement = Phase.Movement
PAIRS = Tournament.EntryKind.PAIRS
INDIVIDUALS = Tournament.EntryKind.INDIVIDUALS
TEAMS = Tournament.EntryKind.TEAMS


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """Facts of a phase before it is a row. Awards are VP and signed MP; None where the organiser is asked."""

    movement: str
    rounds_count: int
    hands: int | None = 4
    target: int | None = None
    pass_target: bool = False
    table_size: int = 4
    spare_size: int | None = None
    switch_at: int | None = None
    round_up_halves: bool = False
    minutes: int | None = None
    vp_table: str = "hands-4"
    vp_limits: str = ""
    mitchell_step: int = 1
    resting_line: str = Phase.Line.NS
    allow_second_cycle: bool = False
    groups: int = 0
    groups_by: str = Phase.GroupsBy.STANDING
    qualify_each: int = 0
    qualify_next: int = 0
    others: str = Phase.Others.STOP
    third_place: bool = False
    pattern: str = Phase.Pattern.FIRST_WITH_LAST
    clubs_apart: int = 0
    sit_out_vp: int | None = None
    sit_out_mp: int | None = None
    absence_vp: int | None = None
    absence_mp: int | None = None


AWARDS = ("sit_out_vp", "sit_out_mp", "absence_vp", "absence_mp")


def awards_of(vp_table: str) -> dict[str, int]:
    """VP and signed MP of a sit-out and of an absence by a VP table, by the names of a plan; nothing where no
    code prints them."""
    found = {}
    for name, awards in (("sit_out", SIT_OUT), ("absence", ABSENCE)):
        if (award := awards.get(vp_table)) is not None:
            found |= {f"{name}_vp": award.vp, f"{name}_mp": award.mp}
    return found


def with_awards(plan: Mapping[str, Any]) -> dict[str, Any]:
    """The plan with the awards of its VP table where none was given."""
    given = {name: plan[name] for name in AWARDS if plan.get(name) is not None}
    return {**plan, **awards_of(plan["vp_table"]), **given}


@dataclass(frozen=True, slots=True)
class Programme:
    """A kind of evening: its name for the organiser, who enters (teams: of how many pairs), its phases."""

    name: Promise
    entry_kind: str
    phases: tuple[PhasePlan, ...]
    regulations: str = "fibur-2026"
    team_pairs: int = 2


PROGRAMMES: Mapping[str, Programme] = {
    "3m1d": Programme(
        _("3 Mitchell + 1 Danish, 4 hands"),
        PAIRS,
        (PhasePlan(Movement.MITCHELL, 3, minutes=60), PhasePlan(Movement.DANISH, 1, minutes=60)),
    ),
    "2m2d": Programme(
        _("2 Mitchell + 2 Danish, 4 hands"),
        PAIRS,
        (PhasePlan(Movement.MITCHELL, 2, minutes=60), PhasePlan(Movement.DANISH_MODIFIED, 2, minutes=60)),
    ),
    "4d": Programme(
        _("Danish only, 4 rounds of 4 hands"),
        PAIRS,
        (PhasePlan(Movement.DANISH_NO_REMATCH, 4, minutes=60),),
    ),
    "4m": Programme(
        _("Mitchell only, 4 rounds of 4 hands"), PAIRS, (PhasePlan(Movement.MITCHELL, 4, minutes=60),)
    ),
    "5x2": Programme(
        _("Short evening: 3 Mitchell + 2 Danish, 2 hands"),
        PAIRS,
        (
            PhasePlan(Movement.MITCHELL, 3, hands=2, vp_table="hands-2", minutes=30),
            PhasePlan(Movement.DANISH_MODIFIED, 2, hands=2, vp_table="hands-2", minutes=30),
        ),
    ),
    "drawn": Programme(
        _("Drawn tables, 3 rounds of 3 hands"),
        PAIRS,
        (PhasePlan(Movement.DRAWN, 3, hands=3, vp_table="hands-3", minutes=45),),
    ),
    "target": Programme(
        _("To 2005 points, drawn tables"),
        PAIRS,
        (PhasePlan(Movement.DRAWN, 3, hands=None, target=2005, vp_table="win-draw-loss"),),
        regulations="manuale",
    ),
    "swiss": Programme(
        _("Swiss, 5 rounds of 2 hands"),
        PAIRS,
        (PhasePlan(Movement.SWISS, 5, hands=2, vp_table="hands-2", minutes=30),),
    ),
    "groups": Programme(
        _("3 Mitchell, then 2 Danish in groups by standing, 4 hands"),
        PAIRS,
        (
            PhasePlan(Movement.MITCHELL, 3, minutes=60),
            PhasePlan(Movement.DANISH_MODIFIED, 2, minutes=60, groups=2),
        ),
    ),
    "groups-final": Programme(
        _("4 groups of 4, then the first two of each in a knock-out: 16 pairs, 6 rounds"),
        PAIRS,
        (
            PhasePlan(
                Movement.ROUND_ROBIN, 3, minutes=60, groups=4, groups_by=Phase.GroupsBy.LOT, clubs_apart=3
            ),
            PhasePlan(Movement.KNOCKOUT, 3, minutes=60, qualify_each=2, third_place=True),
        ),
    ),
    "all": Programme(
        _("Everybody once: 8 pairs, 7 rounds of 2 hands"),
        PAIRS,
        (PhasePlan(Movement.ROUND_ROBIN, 7, hands=2, vp_table="hands-2", minutes=30),),
    ),
    "howell": Programme(
        _("Howell: 6 pairs, 5 rounds of 3 hands"),
        PAIRS,
        (PhasePlan(Movement.HOWELL, 5, hands=3, vp_table="hands-3", minutes=45),),
    ),
    "knockout": Programme(
        _("Knock-out: 16 pairs, 4 rounds of 4 hands, third place"),
        PAIRS,
        (PhasePlan(Movement.KNOCKOUT, 4, minutes=60, third_place=True),),
    ),
    "teams-swiss": Programme(
        _("Teams of four: Swiss, 4 rounds of 4 hands"),
        TEAMS,
        (PhasePlan(Movement.SWISS, 4, vp_table="teams", minutes=60),),
    ),
    "teams-danish": Programme(
        _("Teams of four: 1 drawn + 3 Danish, 4 hands"),
        TEAMS,
        (
            PhasePlan(Movement.DRAWN, 1, vp_table="teams", minutes=60),
            PhasePlan(Movement.DANISH_NO_REMATCH, 3, vp_table="teams", minutes=60),
        ),
    ),
    "teams-of-six": Programme(
        _("Teams of six: Swiss, 4 rounds of 4 hands at three tables"),
        TEAMS,
        (PhasePlan(Movement.SWISS, 4, vp_table="own", minutes=60),),
        team_pairs=3,
    ),
    "individual": Programme(
        _("Single players, seated by hand, 2 rounds of 3 hands"),
        INDIVIDUALS,
        (PhasePlan(Movement.MANUAL, 2, hands=3, vp_table="hands-3", minutes=45),),
    ),
    "individual-drawn": Programme(
        _("Single players, drawn, 4 rounds of 2 hands"),
        INDIVIDUALS,
        (PhasePlan(Movement.DRAWN, 4, hands=2, vp_table="hands-2", minutes=30),),
    ),
    "individual-rotation": Programme(
        _("Single players, fixed rotation, 5 rounds of 2 hands"),
        INDIVIDUALS,
        (PhasePlan(Movement.INDIVIDUAL, 5, hands=2, vp_table="hands-2", minutes=30),),
    ),
    "individual-danish": Programme(
        _("Single players, 1 drawn + 3 Danish, 2 hands"),
        INDIVIDUALS,
        (
            PhasePlan(Movement.DRAWN, 1, hands=2, vp_table="hands-2", minutes=30),
            PhasePlan(Movement.INDIVIDUAL_DANISH, 3, hands=2, vp_table="hands-2", minutes=30),
        ),
    ),
    "three": Programme(
        _("Single players at tables of three, 3 rounds of 3 hands"),
        INDIVIDUALS,
        (PhasePlan(Movement.DRAWN, 3, hands=3, vp_table="hands-3", table_size=3, spare_size=4, minutes=45),),
    ),
}
DEFAULT_PROGRAMME = "3m1d"
