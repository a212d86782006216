"""What must hold of a draw for who is kept apart, who keeps a table, and tables out of use: what could not be
kept is named in its notes."""

import json
from collections.abc import Iterator
from itertools import combinations

from tests.tournaments.nights.checks import BESIDE
from tests.tournaments.nights.rows import Picture
from tournaments.models.log import Act

UNPARTED = ("manual", "knockout", "round_robin", "double_round_robin", "howell")
"""Movements that say who meets whom, and where, whatever is known of them."""
BY_TABLE = ("mitchell", "howell")
"""Movements in which the table says where everybody goes next."""
Named = set[tuple[str, frozenset[int]]]


def closed_tables(taken: Picture) -> list[int]:
    return list(json.loads(next(iter(taken["tournament"].values()))["closed_tables"]))


def no_table_out_of_use_is_given(before: Picture, after: Picture) -> None:
    """Nobody comes to a table that is out of use, unless the table says where everybody goes next."""
    closed = closed_tables(after)
    for match in after["match"].values() if closed else ():
        phase = after["phase"][after["round"][match["round_id"]]["phase_id"]]
        groups = {row["group"] for row in after.where("seat", match_id=match["id"])}
        movement = phase["others"] if groups == {BESIDE} else phase["movement"]
        if match["id"] not in before["match"] and movement not in BY_TABLE:
            assert match["table_number"] not in closed, f"table {match['table_number']} is out of use"


def nobody_meets_in_silence(act: Act, _before: Picture, after: Picture) -> None:
    """Two of a family, or of a club in the rounds in which clubs are kept apart, who meet are named."""
    round_ = after["round"][act.round_id]
    phase = after["phase"][round_["phase_id"]]
    if phase["movement"] in UNPARTED:
        return
    named = notes(after, round_["id"])
    first = min(row["number"] for row in after.where("round", phase_id=phase["id"]))
    columns = {"family": "same_family"}
    if round_["number"] - first < phase["clubs_apart"]:
        columns["club_name"] = "same_club"
    for ours, theirs in meetings(after, round_["id"]):
        for column, code in columns.items():
            name, other = (after["entry"][key][column].strip().casefold() for key in (ours, theirs))
            met = frozenset((ours, theirs))
            assert not name or name != other or (code, met) in named, f"{code} {met} is not named in {phase}"


def notes(taken: Picture, round_: int) -> Named:
    [draw] = taken.where("draw", round_id=round_, superseded_at=None)
    return {(note["code"], frozenset(note["entries"])) for note in json.loads(draw["notes"])}


def meetings(taken: Picture, round_: int) -> Iterator[tuple[int, int]]:
    """Who meets whom: the two lines of a table, everybody at a table without lines, of teams in a meeting."""
    seats = [row for row in taken.where("seat", round_id=round_, is_active=True, slot=1) if row["match_id"]]
    for one, other in combinations(seats, 2):
        ours, theirs = (taken["match"][seat["match_id"]]["encounter_id"] for seat in (one, other))
        if ours == theirs and (not one["line"] or one["line"] != other["line"]):
            yield one["entry_id"], other["entry_id"]


def who_keeps_a_table_sits_there(act: Act, _before: Picture, after: Picture) -> None:
    """On the N-S line of that table, or is named; unless the table is out of use."""
    round_ = after["round"][act.round_id]
    if after["phase"][round_["phase_id"]]["movement"] in UNPARTED:
        return
    named, closed = notes(after, round_["id"]), closed_tables(after)
    for seat in after.where("seat", round_id=round_["id"], is_active=True, slot=1):
        table = after["entry"][seat["entry_id"]]["fixed_table"]
        if table is None or table in closed or seat["reason"] != "plays":
            continue
        sits = (seat["table_number"], seat["line"] or "NS") == (table, "NS")
        told = ("fixed_seat", frozenset((seat["entry_id"],))) in named
        assert sits or told, f"entry {seat['entry_id']} keeps table {table} and sits at {seat}"
