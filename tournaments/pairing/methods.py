"""The movements by the code that a phase stores."""

from collections.abc import Callable, Mapping

from tournaments.pairing.danish import (
    draw_danish,
    draw_danish_modified,
    draw_danish_without_rematch,
    pair_danish,
    pair_danish_modified,
    pair_danish_without_rematch,
)
from tournaments.pairing.draws import Method, Request
from tournaments.pairing.howell import draw_howell
from tournaments.pairing.individual import draw_individual
from tournaments.pairing.individual_danish import draw_individual_danish
from tournaments.pairing.knockout import draw_knockout
from tournaments.pairing.lots import draw_lots
from tournaments.pairing.manual import refuse_to_draw
from tournaments.pairing.mitchell import draw_mitchell
from tournaments.pairing.round_robin import draw_double_round_robin, draw_round_robin
from tournaments.pairing.swiss import draw_swiss, pair_swiss
from tournaments.pairing.top_down import Pairer

METHODS: Mapping[str, Method] = {
    "drawn": draw_lots,
    "manual": refuse_to_draw,
    "mitchell": draw_mitchell,
    "danish": draw_danish,
    "danish_modified": draw_danish_modified,
    "danish_no_rematch": draw_danish_without_rematch,
    "individual": draw_individual,
    "individual_danish": draw_individual_danish,
    "round_robin": draw_round_robin,
    "double_round_robin": draw_double_round_robin,
    "howell": draw_howell,
    "knockout": draw_knockout,
    "swiss": draw_swiss,
}

PAIRERS: Mapping[str, Callable[[Request], Pairer]] = {
    "danish": pair_danish,
    "danish_modified": pair_danish_modified,
    "danish_no_rematch": pair_danish_without_rematch,
    "swiss": pair_swiss,
}
"""Of those that draw by standings and history alone: who meets whom, for one order after another."""
