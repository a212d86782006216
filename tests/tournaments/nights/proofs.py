"""What must hold of single acts beyond what holds of all, from the rows before and after: simply, and without
the program's own sums."""

from collections.abc import Callable

from tests.tournaments.nights.bracket_proofs import winners_go_on
from tests.tournaments.nights.draw_proofs import (
    no_table_out_of_use_is_given,
    nobody_meets_in_silence,
    who_keeps_a_table_sits_there,
)
from tests.tournaments.nights.moments import moment
from tests.tournaments.nights.rows import Picture, Row
from tournaments.models.log import Act


def prove_act(act: Act, before: Picture, after: Picture, *, referee: int) -> None:
    """Whatever is known of an act of this kind; `referee` is the account that alone judges."""
    for proof in PROOFS.get(act.verb, ()):
        proof(act, before, after)
    if judges(act, before):
        assert act.by_id == referee, f"{act.verb} after the end is not signed by the referee"
    if act.verb not in ("undo", "restore"):
        reasons = {accepted(row) for row in fresh(before, after, "record")} - {None}
        reasons -= {accepted(row) for row in before["record"].values()}  # lines swapped, a hand more
        assert act.by_id == referee or not reasons, f"{reasons}: accepted by another than the referee"
        no_table_out_of_use_is_given(before, after)


def accepted(record: Row) -> tuple[int, str] | None:
    """The match at which the referee accepted a score that cannot be, and his reason."""
    return (record["match_id"], record["override_reason"]) if record["override_reason"] else None


def evening(taken: Picture) -> Row:
    return next(iter(taken["tournament"].values()))


def fresh(before: Picture, after: Picture, name: str) -> list[Row]:
    return [row for key, row in after[name].items() if key not in before[name]]


def changed(before: Picture, after: Picture, name: str) -> list[Row]:
    return [row for key, row in after[name].items() if before[name].get(key, row) != row]


def judges(act: Act, before: Picture) -> bool:
    """Whether only the referee does this: his own scores and answers, and any score of a round that is
    closed, but for a match that was put off and is still to be played."""
    if act.verb == "award":
        return True
    if act.verb == "answer":
        return act.facts["change"] in ("accepted", "refused")
    if act.verb not in ("score", "correct"):
        return False
    match = before["match"][act.facts["match"]]
    is_closed = before["round"][match["round_id"]]["state"] == "closed"
    is_over = evening(before)["state"] == "provisional"
    return is_over or (is_closed and match["postponed_at"] is None)


# Objections.


def the_check_of_the_standings_has_its_time(act: Act, _before: Picture, after: Picture) -> None:
    until = moment(evening(after)["objections_until"])
    minutes = evening(after)["objection_minutes"]
    assert until is not None
    assert (until - act.at).total_seconds() == 60 * minutes, f"{minutes} minutes until {until}"


def objections_are_made_in_time(act: Act, before: Picture, after: Picture) -> None:
    """While the standings are provisional; players before the clock has run out. One of an entry waits about
    each match, and one about the standings."""
    [made] = fresh(before, after, "objection")
    assert not changed(before, after, "objection")
    assert evening(before)["state"] == "provisional", evening(before)["state"]
    until = moment(evening(before)["objections_until"])
    assert act.by_id is not None or (until is not None and act.at < until), f"{act.at}, until {until}"
    same = after.where("objection", entry_id=made["entry_id"], match_id=made["match_id"], decision="open")
    assert len(list(same)) == 1, f"entry {made['entry_id']} objects twice to match {made['match_id']}"
    if made["match_id"] is not None:
        seats = after.where("seat", match_id=made["match_id"], entry_id=made["entry_id"], is_active=True)
        assert list(seats), f"entry {made['entry_id']} was not at match {made['match_id']}"


def answers_are_of_one_objection(act: Act, before: Picture, after: Picture) -> None:
    """One objection has another answer, signed; the standings were not final."""
    assert not fresh(before, after, "objection")
    [answered] = changed(before, after, "objection")
    assert evening(before)["state"] != "final", "an answer after the final"
    waits = answered["decision"] == "open"
    assert answered["decided_by_id"] == (None if waits else act.by_id), answered
    assert bool(answered["answer"]) != waits, answered


def the_final_waits(act: Act, before: Picture, _after: Picture) -> None:
    """Nothing is final while players may object, or while one of them waits for an answer."""
    until = moment(evening(before)["objections_until"])
    assert until is not None
    assert act.at >= until, f"final at {act.at}, objections until {until}"
    assert not list(before.where("objection", decision="open")), "an objection waits"


# Calls and warnings.


def warnings_add_up(act: Act, before: Picture, after: Picture) -> None:
    """Each second warning that stands takes one VP; a warning taken back gives it back once it is not earned
    any more. A call takes nothing."""
    touched = fresh(before, after, "call") + changed(before, after, "call")
    assert len(touched) == 1, f"{len(touched)} calls in one act"
    [call] = touched
    taken = [row for row in after["penalty"].values() if row not in before["penalty"].values()]
    if call["kind"] == "call":
        assert not taken, f"a call takes {taken}"
        return
    was, now = standing_warnings(before, call["entry_id"]), standing_warnings(after, call["entry_id"])
    earned, back = fines_of(before, call["entry_id"]), call["revoked_at"] is not None
    assert now == was + (-1 if back else 1), f"{was} warnings became {now}"
    if back:
        assert fines_of(after, call["entry_id"]) == min(earned, max(earned - 1, now // 2)), taken
        assert len(taken) <= 1, taken
    elif now % 2 == 0:
        [fine] = taken
        assert (fine["vp"], fine["revoked_at"], fine["id"]) == (-1, None, call["penalty_id"]), fine
        assert fine["entry_id"] == call["entry_id"], fine
    else:
        assert not taken, f"warning no. {now} takes {taken}"


def standing_warnings(taken: Picture, entry: int) -> int:
    return len(list(taken.where("call", entry_id=entry, kind="warning", revoked_at=None)))


def fines_of(taken: Picture, entry: int) -> int:
    """How many penalties stand that warnings of an entry have earned."""
    earned = {row["penalty_id"] for row in taken.where("call", entry_id=entry, kind="warning")}
    return sum(row["id"] in earned for row in taken.where("penalty", entry_id=entry, revoked_at=None))


PROOFS: dict[str, tuple[Callable[[Act, Picture, Picture], None], ...]] = {
    "provisional": (the_check_of_the_standings_has_its_time,),
    "objection": (objections_are_made_in_time,),
    "answer": (answers_are_of_one_objection,),
    "final": (the_final_waits,),
    "call": (warnings_add_up,),
    "draw": (nobody_meets_in_silence, who_keeps_a_table_sits_there, winners_go_on),
}
