"""The correction of a delivered score says what it moves before it is confirmed, and after it is saved."""

import random
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models.clubs import Club
from tests.cast import REFEREE, SCORER, Cast
from tests.evenings import A_THURSDAY, make_evening, open_round, play_round, the_round
from tests.remembered import remembered
from tests.slips import E6, posted, quick, reread
from tournaments import draws, rounds
from tournaments.ending import publish_provisional
from tournaments.forms.moves import correction_sentences, moves_in_short
from tournaments.hands import hands_of, same_score
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match
from tournaments.moves import (
    SHOWN,
    Correction,
    LaterDraws,
    Moves,
    is_correction,
    moves_between,
    what_it_moved,
    what_it_would_move,
)
from tournaments.scores import record_match
from tournaments.standings import Tried, before_and_after, standings

RIGHT = ((1000, 165, 0, -10), *E6[1:3], (900, 60, 300, 205))  # 2300 – 1060 where E6 has 800 – 1060
HUGE = ((1000, 300, 0, 0), (1000, 300, 0, 0), *E6[2:])  # 20 V.P. to N-S
NONE = Moves((), podium=False)


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Two rounds of Mitchell are closed, two Danish ones are to come; table 1 of round 1 has E6."""
    return remembered(two_rounds, cast.club)


def two_rounds(club: Club) -> Tournament:
    evening = make_evening(club, entries=12, programme="2m2d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    save(evening, E6)
    return evening


def match_of(evening: Tournament, number: int = 1, table: int = 1) -> Match:
    return reread(the_round(evening, number).matches.active().get(table_number=table))


def save(evening: Tournament, rows: tuple, number: int = 1) -> None:
    match = match_of(evening, number)
    record_match(
        match=match,
        hands=quick(rows),
        by=None,
        seen_version=match.version,
        reason="copy",
        confirmed={"V13", "V18"},
    )


def visitor(cast: Cast, role: str = REFEREE) -> Client:
    client = Client()
    client.force_login(cast.users[role])
    client.cookies["django_language"] = "en"
    return client


def address(match: Match, name: str = "match_desk") -> str:
    return reverse(f"tournaments:{name}", args=[match.round.tournament_id, match.pk])


def preview(client: Client, match: Match, rows: tuple, **more: Any) -> str:
    data = posted(rows, seen=match.version, **more)
    response = client.post(address(match, "match_preview"), data, headers={"hx-request": "true"})
    return unescape(response.content.decode())


def later(evening: Tournament, rows: tuple = RIGHT, number: int = 1) -> LaterDraws:
    return what_it_would_move(match_of(evening, number), quick(rows)).later


def reads(client: Client, match: Match, rows: tuple) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        preview(client, match, rows)
    return [query["sql"] for query in captured]


def test_what_would_be_is_what_is_once_it_is_saved(evening: Tournament) -> None:
    match = match_of(evening)
    stored, foreseen = before_and_after(evening, Tried(hands={match.pk: quick(RIGHT)}))
    assert stored.rows == standings(evening).rows
    assert (
        before_and_after(evening, Tried(hands={match.pk: quick(RIGHT)}))[1].rows
        == foreseen.rows
        != stored.rows
    )
    assert same_score(hands_of(match), quick(E6)), "nothing was written"
    save(evening, RIGHT)
    assert standings(evening).rows == foreseen.rows
    assert what_it_moved(match_of(evening), quick(E6)) == moves_between(stored, foreseen)


def test_a_match_without_its_score_gives_nothing(evening: Tournament) -> None:
    match = match_of(evening)
    found = before_and_after(evening, Tried(hands={match.pk: ()}))[1]
    assert found.missing_matches == 1
    seated = set(match.seats.values_list("entry", flat=True))
    assert {row.entry_id for row in found.rows if row.in_round(1).vp is None} == seated


def test_the_list_holds_who_moves_best_place_first_and_says_if_the_podium_does(evening: Tournament) -> None:
    before, after = before_and_after(evening, Tried(hands={match_of(evening).pk: quick(RIGHT)}))
    moves = moves_between(before, after)
    then = {row.entry_id: (row.place, row.vp) for row in before.rows}
    now = {row.entry_id: (row.place, row.vp) for row in after.rows}
    assert {move.after.entry_id for move in moves.every} == {key for key in now if now[key] != then[key]}
    best = [min(move.before.place, move.after.place) for move in moves.every]
    assert best == sorted(best)
    assert moves.places == sum(now[key][0] != then[key][0] for key in now)
    assert moves.podium is ({key: row[0] for key, row in now.items() if row[0] <= 3}
                            != {key: row[0] for key, row in then.items() if row[0] <= 3})  # fmt: skip
    assert moves_between(before, before) == NONE


def test_a_long_list_shows_eight_and_counts_the_others(cast: Cast) -> None:
    evening = make_evening(cast.club, entries=24, programme="2m2d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    found = {
        match: moves_between(*before_and_after(evening, Tried(hands={match.pk: quick(HUGE)})))
        for match in the_round(evening, 1).matches.active()
    }
    match, moves = max(found.items(), key=lambda each: len(each[1].every))
    page = preview(visitor(cast), reread(match), HUGE, override="letto così")
    assert (len(moves.shown), moves.others) == (SHOWN, len(moves.every) - SHOWN)
    assert moves.others > 1
    assert page.count('<th scope="row">') == SHOWN
    assert f"… and {moves.others} others" in page
    assert correction_sentences(Correction(moves, LaterDraws(), countersigned=False))[0] in page


def test_the_fragment_shows_places_and_vp_before_and_after_and_saves_nothing(
    evening: Tournament, cast: Cast
) -> None:
    match = match_of(evening)
    moves = moves_between(*before_and_after(evening, Tried(hands={match.pk: quick(RIGHT)})))
    page = preview(visitor(cast), match, RIGHT, override="letto così")
    for move in moves.every:
        before, after = move.before, move.after
        row = next(row for row in page.split("<tr>") if " – ".join(after.names.full) in row)
        assert (f"{before.place}. → {after.place}." in row) is move.changes_place
        assert (f"{before.vp} → {after.vp}" in row) is (before.vp != after.vp)
    assert moves_in_short(moves) in page
    assert same_score(hands_of(match), quick(E6))


def test_what_moves_nothing_is_one_quiet_line(evening: Tournament, cast: Cast) -> None:
    page = preview(visitor(cast), match_of(evening), (*E6[:3], (100, 60, 300, 200)))
    assert '<p class="dim">No place and no V.P. change.</p>' in page
    assert "The first three stay as they are." in page
    assert "No place changes." in page


def test_a_first_entry_shows_nothing_and_asks_for_no_standings(evening: Tournament, cast: Cast) -> None:
    match, client = reread(open_round(evening, 3).matches.active().get(table_number=1)), visitor(cast, SCORER)
    sql = reads(client, match, E6)
    assert "What this correction moves" not in preview(client, match, E6)
    assert not [each for each in sql if "tournaments_penalty" in each], "the standings read penalties"
    assert len(sql) <= 8, sql
    assert any(
        "tournaments_penalty" in each for each in reads(visitor(cast), match_of(evening), E6[:3] + RIGHT[3:])
    )


def test_hands_added_to_an_open_match_correct_nothing(evening: Tournament) -> None:
    match = reread(open_round(evening, 3).matches.active().get(table_number=1))
    assert not is_correction(match, (), quick(E6))
    assert not is_correction(match, quick(E6[:2]), quick(E6))
    assert not is_correction(match, quick(E6), quick(E6))
    assert is_correction(match, quick(E6), quick(RIGHT))
    closed = match_of(evening)
    assert is_correction(closed, quick(E6[:2]), quick(E6)), "a closed round's score is delivered"
    assert not is_correction(closed, quick(E6), quick(E6))
    assert is_correction(closed, (), quick(E6))
    closed.postponed_at = A_THURSDAY
    assert not is_correction(closed, (), quick(E6)), "what was put off is written for the first time"


def test_the_number_of_queries_does_not_grow(cast: Cast, evening: Tournament) -> None:
    small = make_evening(cast.club, entries=4, programme="2m2d")
    for number in (1, 2):
        play_round(small, number, random.Random(number))
    for each in (small, evening):
        draws.draw_round(round=the_round(each, 3), by=None, seed=1)
    client, counts = visitor(cast), []
    for each in (small, evening):
        counts.append(len(reads(client, match_of(each), (*E6[:3], (100, 60, 300, 185)))))
    assert counts[0] == counts[1] <= 21, counts


def test_only_a_danish_draw_rests_on_a_score(evening: Tournament) -> None:
    assert later(evening) == LaterDraws(), "round 2 is a Mitchell, round 3 not drawn"
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    assert later(evening) == LaterDraws(again=(3,))
    rounds.confirm(round=the_round(evening, 3), by=None)
    assert later(evening) == LaterDraws(again=(3,))
    rounds.announce(round=the_round(evening, 3), by=None)
    assert later(evening) == LaterDraws(stand=(3,))
    rounds.start(round=the_round(evening, 3), by=None)
    for match in the_round(evening, 3).matches.active():
        record_match(match=reread(match), hands=quick(E6), by=None, seen_version=0)
    rounds.close(round=the_round(evening, 3), by=None)
    draws.draw_round(round=the_round(evening, 4), by=None, seed=1)
    rounds.undo_draw(round=the_round(evening, 4), by=None)
    assert later(evening) == LaterDraws(stand=(3,)), "an undone draw rests on nothing"
    draws.draw_round(round=the_round(evening, 4), by=None, seed=1)
    assert later(evening) == LaterDraws(stand=(3,), again=(4,))
    assert later(evening, number=3) == LaterDraws(again=(4,))


def test_a_score_put_back_fits_the_draft_drawn_from_it(evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 3), by=None, seed=1)
    save(evening, (*E6[:3], (100, 60, 300, 185)))
    assert later(evening, E6) == LaterDraws(fit=(3,))
    assert later(evening, RIGHT) == LaterDraws(again=(3,))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (LaterDraws(), "No later draw rests on this score: it is just corrected."),
        (LaterDraws(stand=(3,)), "Round 3 was drawn from this score and is announced: its seats stand."),
        (LaterDraws(stand=(3, 4)), "Rounds 3, 4 were drawn from this score and are announced: their seats"),
        (LaterDraws(again=(4,)), "Round 4 was drawn from this score and is not announced: draw it again"),
        (LaterDraws(fit=(4,)), "Round 4 was drawn from the score as you type it now."),
    ],
)
def test_what_becomes_of_a_later_draw_is_a_sentence(found: LaterDraws, said: str) -> None:
    sentences = correction_sentences(Correction(NONE, found, countersigned=False))
    assert sentences[0] == "The first three stay as they are."
    assert sentences[1].startswith(said)
    assert len(sentences) == 2


def test_a_closed_rounds_correction_is_saved_only_after_it_was_told(evening: Tournament, cast: Cast) -> None:
    match, client = match_of(evening), visitor(cast)
    rows = (*E6[:3], (100, 60, 300, 185))
    data = posted(rows, seen=match.version, reason="copy")
    page = client.post(address(match), data).content.decode()
    assert "Not saved yet: look at what it moves, then save." in page
    assert "The score saved so far" in page, "what is said of the stored score is not said of the typed one"
    assert same_score(hands_of(match), quick(E6))
    told = re.search(r'name="told" value="(\w+)"', page)[1]
    other = posted((*E6[:3], (100, 60, 300, 180)), seen=match.version, reason="copy", told=told)
    assert "Not saved yet" in client.post(address(match), other).content.decode(), "told of another score"
    page = client.post(address(match), data | {"told": told}, follow=True).content.decode()
    moves = what_it_moved(match_of(evening), quick(E6))
    assert moves_in_short(moves) in page
    assert same_score(hands_of(match), quick(rows))


def test_a_round_announced_since_is_told_before_the_correction_is_saved(
    evening: Tournament, cast: Cast
) -> None:
    match, client = match_of(evening), visitor(cast)
    data = posted(RIGHT, seen=match.version, reason="copy")
    page = client.post(address(match), data).content.decode()
    assert "No later draw" in page
    open_round(evening, 3)
    data["told"] = re.search(r'name="told" value="(\w+)"', page)[1]
    page = client.post(address(match), data).content.decode()
    assert "Round 3 was drawn from this score and is announced" in page
    assert same_score(hands_of(match), quick(E6))
    data["told"] = re.search(r'name="told" value="(\w+)"', page)[1]
    client.post(address(match), data)
    assert same_score(hands_of(match), quick(RIGHT))


def test_an_open_rounds_correction_needs_no_second_press_and_says_what_it_moved(
    evening: Tournament, cast: Cast
) -> None:
    open_round(evening, 3)
    match, client = match_of(evening, 3), visitor(cast, SCORER)
    first = client.post(address(match), posted(E6), follow=True).content.decode()
    assert "place" not in first[first.index('id="messages"') :].partition("</main>")[0].partition("<form")[0]
    swapped = client.post(address(match, "match_swap"), {"seen": "1"}, follow=True).content.decode()
    assert moves_in_short(what_it_moved(match_of(evening, 3), quick(E6))) in swapped


def test_the_lines_of_a_closed_round_change_places_on_the_page_not_in_one_press(
    evening: Tournament, cast: Cast
) -> None:
    match, client = match_of(evening), visitor(cast)
    page = client.get(address(match)).content.decode()
    assert reverse("tournaments:match_swap", args=[evening.pk, match.pk]) not in page
    data = posted(E6, seen=match.version, exchange="1")
    page = client.post(address(match, "match_preview"), data).content.decode()
    assert "What this correction moves" in page
    assert same_score(hands_of(match), quick(E6))


def test_after_the_last_round_the_referee_countersigns_and_a_scorer_is_sent_there(
    evening: Tournament, cast: Cast
) -> None:
    for number in (3, 4):
        play_round(evening, number, random.Random(number))
    publish_provisional(tournament=evening, by=None)
    match, rows = match_of(evening, 4), (*E6[:3], (100, 60, 300, 185))
    signed = "The standings are being checked: saving is the referee's countersignature."
    assert signed in preview(visitor(cast), match, rows)
    refused = visitor(cast, SCORER).post(address(match), posted(rows, seen=1, reason="copy"))
    assert refused.status_code == 409
    assert "decided by the referee: call Ranuncolo Tullio" in refused.content.decode()


def test_while_something_holds_the_save_nothing_is_foretold(evening: Tournament, cast: Cast) -> None:
    match, client = match_of(evening), visitor(cast)
    half = preview(client, match, E6, h4_EW_points="")
    wrong = preview(client, match, (*E6[:2], (-100, -45, 370, 185), E6[3]))
    accepted = preview(client, match, (*E6[:2], (-100, -45, 370, 185), E6[3]), override="contate due volte")
    assert ["What this correction moves" in page for page in (half, wrong, accepted)] == [False, False, True]


def test_in_mid_round_places_are_those_after_the_last_closed_one(cast: Cast) -> None:
    """Who rests in the round being played has its award already, and nobody else anything."""
    evening = make_evening(cast.club, entries=7, programme="2m2d")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    save(evening, E6)
    before = what_it_would_move(match_of(evening), quick(HUGE)).moves
    assert before.through is None
    open_round(evening, 3)
    moves = what_it_would_move(match_of(evening), quick(HUGE)).moves
    assert moves.through == 2
    assert moves.every == before.every
    assert standings(evening).rows != standings(evening, through=2).rows
    said = "Places after round 2: the round being played is not counted."
    assert said in preview(visitor(cast), match_of(evening), HUGE)
    stored = hands_of(match_of(evening))
    save(evening, HUGE)
    assert what_it_moved(match_of(evening), stored).through == 2
