"""The evenings that are played: programmes of several kinds, and how many enter."""

from dataclasses import dataclass

from tournaments.models.events import Phase
from tournaments.pairing.methods import METHODS
from tournaments.programmes import INDIVIDUALS, PAIRS, PROGRAMMES, TEAMS, PhasePlan, Programme

Movement = Phase.Movement


@dataclass(frozen=True, slots=True)
class Plan:
    """A programme, and the fewest and most entries it is played with."""

    programme: Programme
    fewest: int
    most: int


def _plan(kind: str, fewest: int, most: int, *phases: PhasePlan, team_pairs: int = 2) -> Plan:
    return Plan(Programme("Notte", kind, phases, team_pairs=team_pairs), fewest, most)


def _hands(movement: str, rounds: int, hands: int = 2, **facts: object) -> PhasePlan:
    return PhasePlan(movement, rounds, hands=hands, vp_table=f"hands-{hands}", minutes=30, **facts)  # type: ignore[arg-type]


AWARDS = {"sit_out_vp": 12, "sit_out_mp": 160, "absence_vp": 8, "absence_mp": -160}
"""What the organiser of teams says: their VP table gives nothing of its own."""

LIMITS = {
    3: "225 525 825 1200 1575 1950 2400 2850 3300 3750",
    4: "300 700 1100 1600 2100 2600 3200 3800 4400 5000",
}
"""A table of their own for teams of three and four pairs, which no code prints."""


def _teams(fewest: int, most: int, *phases: tuple[str, int, dict[str, object]], pairs: int = 2) -> Plan:
    """An evening of teams of so many pairs, two hands at each table."""
    own = {"vp_table": "own", "vp_limits": LIMITS[pairs]} if pairs in LIMITS else {"vp_table": "teams"}
    plans = [
        PhasePlan(movement, rounds, hands=2, minutes=30, **own, **AWARDS, **facts)  # type: ignore[arg-type]
        for movement, rounds, facts in phases
    ]
    return _plan(TEAMS, fewest, most, *plans, team_pairs=pairs)


ALL = {
    "mitchell and danish": Plan(PROGRAMMES["3m1d"], 5, 9),
    "mitchell and danish modified": Plan(PROGRAMMES["2m2d"], 4, 9),
    "short": Plan(PROGRAMMES["5x2"], 5, 8),
    "danish without rematch": Plan(PROGRAMMES["4d"], 4, 9),
    "drawn": Plan(PROGRAMMES["drawn"], 4, 9),
    "target": Plan(PROGRAMMES["target"], 4, 7),
    "single players drawn": Plan(PROGRAMMES["individual-drawn"], 8, 13),
    "single players at tables of three": Plan(PROGRAMMES["three"], 7, 12),
    "seated by hand": Plan(PROGRAMMES["individual"], 8, 9),
    "danish alone": _plan(PAIRS, 4, 7, _hands(Movement.DANISH, 3)),
    "mitchell by two": _plan(
        PAIRS, 6, 9, _hands(Movement.MITCHELL, 2, mitchell_step=2), _hands(Movement.DANISH, 1)
    ),
    "swiss": _plan(PAIRS, 6, 9, _hands(Movement.SWISS, 4)),
    "round robin": _plan(PAIRS, 4, 5, _hands(Movement.ROUND_ROBIN, 3)),
    "double round robin": _plan(PAIRS, 4, 4, _hands(Movement.DOUBLE_ROUND_ROBIN, 6)),
    "howell": _plan(PAIRS, 4, 6, _hands(Movement.HOWELL, 3)),
    "knock-out": _plan(PAIRS, 4, 8, _hands(Movement.KNOCKOUT, 3, third_place=True)),
    "groups": _plan(PAIRS, 8, 11, _hands(Movement.DANISH, 1), _hands(Movement.SWISS, 2, groups=2)),
    "rotation": _plan(INDIVIDUALS, 8, 13, _hands(Movement.INDIVIDUAL, 3)),
    "groups by lot": _plan(
        PAIRS, 8, 11, _hands(Movement.ROUND_ROBIN, 3, groups=2, groups_by="lot"), _hands(Movement.DANISH, 1)
    ),
    "groups and knock-out": _plan(
        PAIRS, 7, 8, _hands(Movement.SWISS, 2, groups=2, groups_by="lot"), _hands(Movement.KNOCKOUT, 3)
    ),
    "chained": _plan(
        PAIRS,
        *(6, 9),
        _hands(Movement.DRAWN, 1),
        _hands(Movement.SWISS, 1),
        _hands(Movement.MITCHELL, 1),
        _hands(Movement.DANISH_MODIFIED, 2),
        _hands(Movement.DANISH_NO_REMATCH, 1),
    ),
    "single players at tables of five": _plan(
        INDIVIDUALS, 9, 15, _hands(Movement.DRAWN, 3, table_size=5, spare_size=4)
    ),
    "single players one against one": _plan(INDIVIDUALS, 4, 7, _hands(Movement.SWISS, 3, table_size=2)),
    "drawn and danish of single players": Plan(PROGRAMMES["individual-danish"], 8, 13),
    "teams by swiss": _teams(4, 6, (Movement.SWISS, 3, {})),
    "teams drawn and danish": _teams(
        4, 7, (Movement.DRAWN, 1, {}), (Movement.DANISH_NO_REMATCH, 1, {}), (Movement.DANISH, 1, {})
    ),
    "teams in a mitchell": _teams(4, 6, (Movement.MITCHELL, 2, {}), (Movement.DANISH_MODIFIED, 1, {})),
    "teams everybody once": _teams(4, 5, (Movement.ROUND_ROBIN, 3, {})),
    "teams in groups": _teams(8, 8, (Movement.HOWELL, 1, {}), (Movement.DANISH, 2, {"groups": 2})),
    "teams knocked out": _teams(3, 6, (Movement.KNOCKOUT, 3, {"third_place": True})),
    "teams of three pairs": _teams(3, 5, (Movement.SWISS, 2, {}), (Movement.DANISH_MODIFIED, 1, {}), pairs=3),
    "teams of four pairs": _teams(2, 4, (Movement.DRAWN, 1, {}), (Movement.DANISH, 1, {}), pairs=4),
    "final of the first": _plan(
        PAIRS,
        *(8, 10),
        _hands(Movement.SWISS, 2, groups=2),
        _hands(Movement.KNOCKOUT, 2, qualify_each=2, third_place=True),
    ),
    "final beside the rest": _plan(
        PAIRS, 8, 11, _hands(Movement.MITCHELL, 2), _hands(Movement.DANISH, 2, qualify_each=4, others="play")
    ),
    "finals A and B of groups": _plan(
        PAIRS,
        *(8, 11),
        _hands(Movement.SWISS, 2, groups=2, groups_by="lot"),
        _hands(Movement.KNOCKOUT, 2, qualify_each=2, third_place=True, others="play"),
    ),
    "final A by danish, B by mitchell": _plan(
        PAIRS, 8, 11, _hands(Movement.SWISS, 1), _hands(Movement.DANISH, 2, qualify_each=4, others="mitchell")
    ),
    "final A knocked out, B everybody once": _plan(
        *(PAIRS, 7, 11),
        _hands(Movement.SWISS, 1),
        _hands(Movement.KNOCKOUT, 2, qualify_each=4, third_place=True, others="round_robin"),
    ),
    "final of two, B by swiss": _plan(
        PAIRS,
        6,
        9,
        _hands(Movement.MITCHELL, 1),
        _hands(Movement.KNOCKOUT, 1, qualify_each=2, others="swiss"),
    ),
    "howell in groups": _plan(PAIRS, 8, 11, _hands(Movement.HOWELL, 3, groups=2, groups_by="lot")),
    "final of single players": _plan(
        INDIVIDUALS, 12, 17, _hands(Movement.DRAWN, 2), _hands(Movement.INDIVIDUAL_DANISH, 2, qualify_each=8)
    ),
    "final of teams": _teams(
        4, 6, (Movement.ROUND_ROBIN, 3, {}), (Movement.KNOCKOUT, 1, {"qualify_each": 2, "others": "play"})
    ),
    "selection": _plan(PAIRS, 4, 6, _hands(Movement.DRAWN, 1)),
    "danish of single players": _plan(INDIVIDUALS, 8, 13, _hands(Movement.INDIVIDUAL_DANISH, 3)),
}

PLANS = {
    name: plan
    for name, plan in ALL.items()
    if all(phase.movement in METHODS for phase in plan.programme.phases)
}
"""Those whose movements the program can draw; the others join by themselves as it learns them."""
