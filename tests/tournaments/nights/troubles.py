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
    ("call", {"who": 6, "kind": ("call", "warning", "warning"), "told": 5, **BOTH}),
    ("call", {"who": 2, "kind": ("warning",), "told": 5, **BOTH}),
    ("take_call_back", {**BOTH}),
    ("give_again", {**BOTH}),
    ("place", {"who": 60, "table": 4, "role": (SECRETARY,)}),
]
_AT_TABLES: list[tuple[str, Facts]] = [
    ("score", {"seed": SEED, "some": 4, "who": ((SCORER, ""),), "stale": 6}),
    ("add_a_hand", {}),
    ("impossible", {"role": (SCORER, REFEREE), "accepts": (True, False)}),
    ("absent", {"who": 4, **BOTH}),
    ("press_for_a_table", {"name": ("put_off", "start_table"), **BOTH}),
    ("move_table", {"to": 10, "closes": (True, False, False)}),
    ("reopen_table", {"table": (1, 2, 3), **NONE}),
    ("late", {"how": ("fill", "next"), "alone": 6}),
    ("throw_away", {"wrong": (True, False)}),
    ("come_late", {"who": 60, "wait": 14, "obeys": 6, **BOTH}),
    ("come_late", {"who": 60, "wait": 14, "obeys": 6, **BOTH}),
    ("absent_back", {**BOTH}),
    ("put_back", {**BOTH}),
    ("draw_from_what_is_certain", {"left": (1, 1, 2), "seed": SEED, **NONE}),
    ("draw_from_what_is_certain", {"left": (1,), "seed": SEED, **NONE}),
    ("level", {"extra": 4, "seed": SEED}),
    *_SCORED,
]
_OBJECTED: list[tuple[str, Facts]] = [
    ("wait", {"minutes": (1, 5, 15), **NONE}),
    ("object", {"who": 60, "is_right": (True, True, False), "text": ("Segnato male", "Linee invertite")}),
    ("object", {"who": 60, "is_right": (True,), "text": ("Segnato male", "Linee invertite")}),
    ("object_for", {"who": 60, "text": ("Segnato male",), "role": (SCORER, SECRETARY)}),
    ("answer", {"decision": ("accepted", "refused"), "role": (REFEREE, REFEREE, SECRETARY), "stale": 5}),
    ("answer", {"decision": ("accepted", "refused", "aside", "back"), **BOTH, "stale": 5}),
    ("close_objections", {**BOTH, **NONE}),
    ("decide_place", {"by_lot": (True, False), **BOTH}),
    ("enter_in_the_event", {"what": ("all", "all", "cancel", "next", "wrong")}),
    ("enter_in_the_event", {"what": ("all", "cancel", "next")}),
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
    "provisional": [*_OBJECTED, *_OBJECTED, *_SCORED, ("go_back", {"number": 16})],
    "final": [*_OBJECTED, *_SCORED, ("go_back", {"number": 30}), ("go_back_too_far", {"number": 30})],
}
"""Rules by the stage they are likely in, each with its facts: so many to choose from, or these."""
