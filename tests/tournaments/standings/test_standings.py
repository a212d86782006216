"""Standings are folded from what was typed: places, sums, what is missing, what nobody may see yet."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.hands import Hand, HandScore
from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, the_round
from tests.slips import E6, quick, reread
from tournaments import draws, rounds
from tournaments.hands import NumberedHand
from tournaments.match_views import match_results, match_view
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.rounds import Seat
from tournaments.models.scores import Award
from tournaments.pairing.draws import Seating
from tournaments.penalties import give_penalty
from tournaments.scores import record_match
from tournaments.standings import standings


def queries(read: object) -> int:
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


def score(tournament: Tournament, number: int, table: int, rows: tuple = E6) -> None:
    match = reread(the_round(tournament, number).matches.active().get(table_number=table))
    record_match(match=match, hands=quick(rows), by=None, seen_version=match.version)


def test_a_whole_evening_adds_up(cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=10), random.Random(4))
    found = standings(evening)
    assert sum(row.vp for row in found.rows) == 40 * 10
    assert sum(row.mp for row in found.rows) == 0
    assert found.check is not None
    assert (found.check.agrees, found.check.found_vp, found.missing_matches) == (True, 400, 0)
    assert [(row.vp, row.mp) for row in found.rows] == sorted(
        ((row.vp, row.mp) for row in found.rows), reverse=True
    )
    for row in found.rows:
        assert row.vp == sum(each.vp for each in row.rounds)
        assert row.mp == sum(each.raw - each.against for each in row.rounds)


def test_each_round_says_table_line_opponent_and_figures(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    score(evening, 1, 1)
    view = match_results(the_round(evening, 1))[0]
    assert (view.totals, view.vp, view.mp, view.complete) == ((800, 1060), (9, 11), -260, True)
    assert view.running == ((565, -10), (785, 20), (640, 555), (800, 1060))
    rows = {row.entry_id: row for row in standings(evening).rows}
    ns, ew = view.ns[0].entry_id, view.ew[0].entry_id
    one, other = rows[ns].in_round(1), rows[ew].in_round(1)
    assert (one.kind, one.table, one.line, one.opponents, one.vp, one.mp, one.raw, one.against) == (
        "played", 1, "NS", (ew,), 9, -260, 800, 1060,
    )  # fmt: skip
    assert (other.line, other.opponents, other.vp, other.mp) == ("EW", (ns,), 11, 260)
    assert match_view(reread(the_round(evening, 1).matches.active().get(table_number=1))) == view


def test_a_missing_result_is_counted_and_gives_nothing(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    score(evening, 1, 1)
    score(evening, 1, 2, E6[:3])
    found = standings(evening)
    assert (found.missing_matches, found.is_final) == (1, False)
    kinds = sorted(row.in_round(1).kind for row in found.rows)
    assert kinds == ["missing", "missing", "played", "played"]
    assert sum(row.vp for row in found.rows) == 20


@pytest.mark.experience(22)
def test_an_unannounced_round_leaks_neither_seats_nor_points(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="2m2d")
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    rounds.confirm(round=the_round(evening, 1), by=None)
    public, staff = standings(evening, announced_only=True), standings(evening)
    assert public.rounds == ()
    assert all(row.rounds == () for row in public.rows)
    assert {row.vp for row in (*public.rows, *staff.rows)} == {0}
    assert (public.missing_matches, staff.missing_matches) == (0, 0)
    rounds.announce(round=the_round(evening, 1), by=None)
    announced = standings(evening, announced_only=True)
    assert (announced.rounds, announced.missing_matches) == ((1,), 2)


def test_who_rests_has_the_award_and_the_sums_still_agree(cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=7), random.Random(2))
    found = standings(evening)
    rests = [each for row in found.rows for each in row.rounds if each.kind == "rests"]
    assert [(each.vp, each.mp, each.table) for each in rests] == [(12, 305, each.table) for each in rests]
    assert len(rests) == 4
    assert (found.check.agrees, found.check.found_vp) == (True, 10 * 6 * 4)


def test_a_referees_award_stands_before_the_score(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    score(evening, 1, 1)
    seat = Seat.objects.get(match__table_number=1, line="NS", is_active=True)
    Award.objects.create(seat=seat, vp=12, mp=305, kind=Award.Kind.REFEREE)
    found = standings(evening)
    row = next(row for row in found.rows if row.entry_id == seat.entry_id)
    assert (row.in_round(1).kind, row.vp, row.mp) == ("referee", 12, 305)
    assert found.check is None, "V22 says nothing once a line has the referee's score"


def test_a_match_decided_on_both_sides_is_missing_no_more(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    for seat in Seat.objects.filter(match__table_number=2, is_active=True):
        Award.objects.create(seat=seat, vp=0, mp=0, kind=Award.Kind.ABSENCE)
    assert standings(evening).missing_matches == 1
    view = match_results(the_round(evening, 1))[1]
    assert (view.awarded, view.complete, view.vp) == (True, True, (0, 0))


def test_through_a_round_looks_back(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    after_one = standings(evening)
    play_round(evening, 2, random.Random(2))
    back = standings(evening, through=1)
    assert [(row.entry_id, row.vp, row.mp) for row in back.rows] == [
        (row.entry_id, row.vp, row.mp) for row in after_one.rows
    ]
    assert back.rounds == (1,)


def test_the_order_follows_the_tournaments_own_criteria(cast: Cast) -> None:
    evening = play_evening(make_evening(cast.club, entries=8), random.Random(6))
    evening.criteria = ["raw_points"]
    evening.save()
    raw = [row.raw for row in standings(evening).rows]
    assert raw == sorted(raw, reverse=True)


def test_equal_to_the_end_share_a_place(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(evening, 1)
    for table in (1, 2):
        score(evening, 1, table)
    assert [(row.place, row.shared) for row in standings(evening).rows] == [
        (1, True), (1, True), (3, True), (3, True),
    ]  # fmt: skip


def test_singles_get_what_their_line_made(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=8, programme="individual")
    keys = list(evening.entries.order_by("number").values_list("pk", flat=True))
    seatings = [
        Seating(1, (keys[0], keys[1]), (keys[2], keys[3])),
        Seating(2, (keys[4], keys[5]), (keys[6], keys[7])),
    ]
    draws.seat_by_hand(round=the_round(evening, 1), seatings=seatings, by=None)
    rounds.confirm(round=the_round(evening, 1), by=None)
    rounds.announce(round=the_round(evening, 1), by=None)
    match = reread(the_round(evening, 1).matches.active().get(table_number=1))
    hand = NumberedHand(1, Hand((HandScore(total=1740), HandScore(total=1210)), covers=3))
    record_match(match=match, hands=[hand], by=None, seen_version=0)
    rows = {row.entry_id: row for row in standings(evening).rows}
    assert [(rows[key].vp, rows[key].mp) for key in keys[:4]] == [(15, 530)] * 2 + [(5, -530)] * 2
    assert rows[keys[0]].in_round(1).partner == (keys[1],)
    assert rows[keys[0]].in_round(1).opponents == (keys[2], keys[3])


def test_raw_points_as_vp_have_no_check(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    Phase.objects.filter(tournament=evening).update(vp_table="raw")
    open_round(evening, 1)
    score(evening, 1, 1)
    found = standings(evening)
    assert sorted(row.vp for row in found.rows) == [0, 0, 800, 1060]
    assert found.check is None


def test_who_withdrew_stays_with_what_was_played(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    Entry.objects.filter(tournament=evening, number=1).update(state=Entry.State.WITHDRAWN)
    rows = {row.number: row for row in standings(evening).rows}
    assert (len(rows), rows[1].withdrawn, rows[1].in_round(1).kind) == (4, True, "played")


def test_the_number_of_queries_does_not_grow(cast: Cast) -> None:
    small, large = make_evening(cast.club, entries=4, programme="2m2d"), make_evening(cast.club, entries=24)
    play_round(small, 1, random.Random(1))
    for number in (1, 2):
        play_round(large, number, random.Random(number))
    give_penalty(
        entry=large.entries.get(number=1), round=the_round(large, 1), mp=-100, reason="Ritardo", by=None
    )
    assert queries(lambda: standings(large)) == queries(lambda: standings(small)) <= 8
    one, other = the_round(small, 1), the_round(large, 1)
    assert queries(lambda: match_results(other)) == queries(lambda: match_results(one)) <= 6
