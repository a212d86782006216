"""The log says of every act what was before it and what is after it, or why there was nothing before."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import SECRETARY, Cast
from tests.evenings import the_round
from tests.slips import E6, quick
from tests.tournaments.director.told_acts import (
    Hall,
    a_round_by,
    absence_taken_back,
    absent,
    answered_twice,
    asked_aside,
    at_the_table,
    award_taken_back,
    awarded,
    called_back,
    changed,
    check_in_opened,
    closed,
    corrected,
    decided,
    drawn_again,
    drawn_again_large,
    fills_a_table,
    finished,
    gone_back,
    gone_back_over_scores,
    hands_added,
    lines_swapped,
    moved,
    moved_and_closed,
    other_line_up,
    other_rules,
    placed,
    present,
    promoted,
    published,
    reopened,
    replaced,
    revoked,
    rules_changed,
    score_undone,
    state_of_the_round,
    swapped_seats,
    undone_twice,
    used_again,
    withdrawn,
)
from tournaments import check_in, penalties, round_plan, rounds
from tournaments.models.log import Act
from tournaments.models.regulations import RegulationsCopy
from tournaments.scores import record_match
from tournaments.table_moves import move_table, put_back, put_off, start_table

pytestmark = pytest.mark.django_db
Verb = Act.Verb

NEW = {
    Verb.CREATE: "nothing was before the evening",
    Verb.ENTER: "a new entry",
    Verb.SCORE: "a first score, or hands more: a score that changes is a correction",
    Verb.PENALTY: "a new penalty",
    Verb.OBJECTION: "a new objection",
}
"""Kinds of acts before which there was nothing that they change."""

CHANGED: dict[str, tuple[Callable[[Hall], None], str, str]] = {
    Verb.CHANGE: (
        changed,
        "order of the standings: VP, then MP",
        "order of the standings: Points, then VP and MP",
    ),
    Verb.PUBLISH: (published, "published: —", "published: "),
    Verb.ENTRY_STATE: (present, "2: present", "2: expected"),
    Verb.PROMOTE: (promoted, "4: in the waiting list", "4: expected"),
    Verb.CHECK_IN: (check_in_opened, "evening: entries open", "evening: check-in"),
    Verb.CLOSE_CHECK_IN: (
        lambda hall: check_in.close_check_in(tournament=hall.make(), by=None),
        "check-in closed: —",
        "check-in closed: ",
    ),
    Verb.DRAW: (drawn_again, "draw 1", "draw 2"),
    Verb.SWAP: (swapped_seats, "table 1 N-S", "table 2 N-S"),
    Verb.LINE_UP: (other_line_up, "1: P006 Prova – P007 Prova", "1: P006 Prova – P008 Prova"),
    Verb.UNDO_DRAW: (state_of_the_round("", rounds.undo_draw), "round 1: draft", "round 1: to be drawn"),
    Verb.CONFIRM: (state_of_the_round("", rounds.confirm), "round 1: draft", "round 1: confirmed"),
    Verb.BACK_TO_DRAFT: (
        state_of_the_round("confirm", rounds.back_to_draft),
        "round 1: confirmed",
        "round 1: draft",
    ),
    Verb.ANNOUNCE: (
        state_of_the_round("confirm", rounds.announce),
        "round 1: confirmed",
        "round 1: announced",
    ),
    Verb.START: (
        state_of_the_round("confirm announce", rounds.start),
        "round 1: announced",
        "round 1: being played",
    ),
    Verb.CLOSE: (closed, "round 1: being played", "round 1: closed"),
    Verb.TAKE_BACK: (
        state_of_the_round("confirm announce", rounds.take_back),
        "round 1: announced",
        "round 1: confirmed",
    ),
    Verb.REOPEN: (reopened, "round 1: closed", "round 1: being played"),
    Verb.CORRECT: (corrected, "800 – 1060, V.P. 9 – 11", "900 – 1060"),
    Verb.REVOKE_PENALTY: (revoked, "−100 M.P.: counts", "−100 M.P.: taken back"),
    Verb.LATE: (fills_a_table, "no seat", "table "),
    Verb.ABSENCE: (absent, "no award", "12 V.P. +305 M.P."),
    Verb.WITHDRAW: (withdrawn, "present", "withdrawn"),
    Verb.SUBSTITUTE: (replaced, "1: P006 Prova – P007 Prova", "1: Tardi Uno – P007 Prova"),
    Verb.ADD_ROUND: (a_round_by(round_plan.add_round), "rounds: 4", "rounds: 5"),
    Verb.DROP_ROUND: (a_round_by(round_plan.drop_round), "rounds: 4", "rounds: 3"),
    Verb.MOVE_TABLE: (moved, "table: 1", "table: 7"),
    Verb.POSTPONE: (at_the_table(put_off), "played now", "put off"),
    Verb.AWARD: (awarded, "12 V.P. +305 M.P.", "11 V.P. +305 M.P."),
    Verb.CALL: (called_back, "counts", "taken back"),
    Verb.QUALIFY: (decided, "1, 2, 3, 4 level", "who goes on: "),
    Verb.ANSWER: (answered_twice, "refused (No)", "accepted (Si)"),
    Verb.UNDO: (score_undone, "900 – 1060", "800 – 1060, V.P. 9 – 11"),
    Verb.RESTORE: (gone_back, "done", "round 1: announced"),
    Verb.PROVISIONAL: (finished, "evening: playing", "evening: provisional standings"),
    Verb.FINAL: (finished, "evening: provisional standings", "evening: final"),
}


@pytest.mark.parametrize("verb", Verb.values)
def test_every_act_says_what_was_before_and_after(cast: Cast, verb: str) -> None:
    assert (verb in CHANGED) != (verb in NEW), (
        f"say what is before and after {verb}, or why nothing is before"
    )
    if verb in NEW:
        return
    act, before, after = CHANGED[verb]
    hall = Hall(cast)
    act(hall)
    said = hall.said(verb)
    assert before in said[0]
    assert after in said[1]
    assert said[0] != said[1]


MORE: tuple[tuple[Callable[[Hall], None], str, str, str], ...] = (
    (lines_swapped, Verb.CORRECT, "800 – 1060, V.P. 9 – 11", "1060 – 800, V.P. 11 – 9"),
    (hands_added, Verb.SCORE, "785 – 20", "800 – 1060, V.P. 9 – 11"),
    (absence_taken_back, Verb.ABSENCE, "12 V.P. +305 M.P.", "no award"),
    (award_taken_back, Verb.AWARD, "11 V.P. +305 M.P.", "no award"),
    (moved_and_closed, Verb.MOVE_TABLE, "tables out of use: —", "tables out of use: 1"),
    (used_again, Verb.MOVE_TABLE, "tables out of use: 1", "tables out of use: —"),
    (at_the_table(put_off, put_back), Verb.POSTPONE, "put off", "played now"),
    (at_the_table(start_table), Verb.START, "clock: that of the round", "clock: "),
    (asked_aside, Verb.ANSWER, "set aside (Per gioco)", "to be answered"),
    (placed, Verb.ENTRY_STATE, "3, always at table: —", "3, always at table: 2"),
    (other_rules, Verb.CHANGE, "regulations: FIBUR 2026", "regulations: Le nostre"),
    (rules_changed, Verb.CHANGE, "regulations: Le nostre, version 1", "regulations: Le altre, version 2"),
    (drawn_again_large, Verb.DRAW, "draw 1", "24 seats change"),
    (undone_twice, Verb.UNDO, "800 – 1060, V.P. 9 – 11", "900 – 1060, V.P. 9 – 11"),
    (gone_back_over_scores, Verb.RESTORE, "1060 – 800, V.P. 11 – 9", "800 – 1060, V.P. 9 – 11"),
)


@pytest.mark.parametrize(("act", "verb", "before", "after"), MORE)
def test_an_act_that_goes_either_way_says_which(
    cast: Cast, act: Callable[[Hall], None], verb: str, before: str, after: str
) -> None:
    hall = Hall(cast)
    act(hall)
    said = hall.said(verb)
    assert before in said[0]
    assert after in said[1]


def test_the_page_says_it_below_the_act(client: Client, cast: Cast) -> None:
    client.force_login(cast.users[SECRETARY])
    client.cookies["django_language"] = "en"
    hall = Hall(cast)
    corrected(hall)
    page = client.get(reverse("tournaments:log", args=[hall.evening.pk])).content.decode()
    row = re.search(r"<tr[^>]*>(?:(?!</tr>).)*Score corrected.*?</tr>", page, flags=re.DOTALL)
    assert row is not None
    assert "error of copying<br>" in row[0]
    assert "table 1: 800 – 1060, V.P. 9 – 11 → 900 – 1060, V.P. 9 – 11" not in row[0], (
        "the table is named already"
    )
    assert ">800 – 1060, V.P. 9 – 11 → 900 – 1060, V.P. 9 – 11<" in row[0]


def test_a_first_score_and_a_new_penalty_have_nothing_before(cast: Cast) -> None:
    hall = Hall(cast)
    record_match(match=hall.playing(), hands=quick(E6), by=None, seen_version=0)
    assert hall.said(Verb.SCORE) == ("", "")
    penalties.give_penalty(entry=hall.entry(1), round=hall.table().round, mp=-100, reason="tardi", by=None)
    assert hall.said(Verb.PENALTY) == ("", "")


def test_what_was_then_stays_whatever_comes_after(cast: Cast) -> None:
    """The line keeps the figures of its moment: table 1 is not called 7 when it moves later, nor is a name
    of regulations another when the club changes it."""
    hall = Hall(cast)
    swapped_seats(hall)
    before = hall.said(Verb.SWAP)
    for name in ("confirm", "announce"):
        getattr(rounds, name)(round=the_round(hall.evening, 1), by=None)
    move_table(match=hall.table(), to=7, by=None)
    assert hall.said(Verb.SWAP) == before
    other_rules(hall)
    chosen = hall.said(Verb.CHANGE)
    RegulationsCopy.objects.update(name="Altro nome")
    assert hall.said(Verb.CHANGE) == chosen
