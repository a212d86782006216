"""What goes wrong, and when: the rules of the machine by the stage of the evening they fit."""

from typing import Any

from tests.cast import REFEREE, SCORER, SECRETARY

Facts = dict[str, Any]
NONE: Facts = {"number": ()}
BOTH = {"role": (SECRETARY, REFEREE)}
STAGES = ("planned", "draft", "confirmed", "announced", "playing", "closed")
SEED = 2**31 - 1


def _press(*names: str) -> list[tuple[str, Facts]]:
    return [("press_for_a_round", {"name": (name,), "number": (1,), "role": (SECRETARY,)}) for name in names]


_SCORED: list[tuple[str, Facts]] = [
    ("score", {"seed": SEED, "some": 4, "who": ((REFEREE, "sum"), (SCORER, "copy")), "stale": 6}),
    ("swap_lines", {"role": (REFEREE, SCORER), "stale": 6}),
    ("fine", {"entry": 60, "vp": (0, -1), "mp": (-100, 0), **BOTH}),
    ("revoke", {}),
    ("undo", {"times": (1, 2, 3), **NONE}),
    ("bring_back", {**NONE}),
    ("award", {"vp": 22, "odd": 6, "role": (REFEREE,)}),
    ("award_back", {"role": (REFEREE,)}),
]
_AT_TABLES: list[tuple[str, Facts]] = [
    ("score", {"seed": SEED, "some": 4, "who": ((SCORER, ""),), "stale": 6}),
    ("add_a_hand", {}),
    ("impossible", {}),
    ("absent", {"who": 4, **BOTH}),
    ("press_for_a_table", {"name": ("put_off", "start_table"), **BOTH}),
    ("move_table", {"to": 10, "closes": (True, False, False)}),
    ("reopen_table", {"table": (1, 2, 3), **NONE}),
    ("late", {"how": ("fill", "next"), "alone": 6}),
    ("throw_away", {"wrong": (True, False)}),
    *_SCORED,
]
TROUBLES: dict[str, list[tuple[str, Facts]]] = {
    "check_in": [
        ("mark", {"present": (True, False), **BOTH}),
        ("close_check_in", {"wrong": 4, **NONE}),
        ("press_for_the_evening", {"name": ("reopen_check_in",), **BOTH, **NONE}),
        ("enter", {"alone": (True, False)}),
        ("change_members", {"who": 60}),
        ("press_for_an_entry", {"name": ("entry_cancel", "entry_reinstate"), **BOTH}),
        ("change_phases", {"rounds": (1, 2, 3, 4), **NONE}),
        ("undo", {"times": (1, 2), **NONE}),
    ],
    "any": [
        ("withdraw", {"justified": (True, False), "some": 3, **BOTH}),
        ("readmit", {}),
        ("readmit", {}),
        ("replace", {"who": 60}),
        ("replace", {"who": 60}),
        ("late", {"how": ("next",), "alone": 6}),
        ("join_team", {"who": 60}),
        ("go_back", {"number": 16}),
        ("go_back_too_far", {"number": 16}),
        ("bring_back", {**NONE}),
        ("undo", {"times": (1, 2, 3, 4), **NONE}),
    ],
    "planned": [
        *_SCORED,
        ("change_rounds", {"name": ("add_round", "drop_round"), "stale": (0, 0, 0, 1, -1), **BOTH, **NONE}),
        ("reopen_the_last", {"back": 3, **NONE}),
    ],
    "draft": [
        *_press("undo_draw"),
        ("draw", {"seed": SEED, **BOTH}),
        ("swap", {"one": 60, "other": 60, "number": (1,)}),
        ("swap", {"one": 60, "other": 60, "number": (1,)}),
        ("line_up", {"who": 60, "seed": SEED}),
        *_SCORED,
    ],
    "confirmed": [("line_up", {"who": 60, "seed": SEED}), *_press("undo_draw", "back_to_draft"), *_SCORED],
    "announced": [*_press("take_back", "start"), *_AT_TABLES],
    "playing": [*_press("take_back", "close"), *_AT_TABLES],
    "closed": [
        *_SCORED,
        ("change_rounds", {"name": ("add_round",), "stale": (0,), **BOTH, **NONE}),
        ("reopen_the_last", {"back": 3, **NONE}),
    ],
    "provisional": [*_SCORED, ("go_back", {"number": 16})],
    "final": [*_SCORED, ("go_back", {"number": 30}), ("go_back_too_far", {"number": 30})],
}
"""Rules by the stage they are likely in, each with its facts: so many to choose from, or these."""
