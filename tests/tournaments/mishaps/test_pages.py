"""The guided pages: they offer what the state allows, say what will change, and then do it."""

import datetime
import random
import re

import pytest
from django.test import Client
from django.utils import timezone

from clubs.naming import full_name
from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random
from tests.facts import facts_of
from tests.tournaments.mishaps.conftest import url, words
from tournaments.ending import declare_final, publish_provisional
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Round, Seat
from tournaments.models.scores import Penalty
from tournaments.undoing import undoable

pytestmark = pytest.mark.django_db


def test_the_hub_says_what_is_not_possible_and_why(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "Round 1 is not announced yet: whoever comes is entered here." in page
    assert "change the phases in the settings" in page
    play_evening(evening, random.Random(1))
    publish_provisional(tournament=evening, by=None)
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "The standings are being checked" in page
    assert "A round more" not in page
    declare_final(tournament=evening, by=None, now=timezone.now() + datetime.timedelta(days=1))
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "nothing changes any more, unless who directs takes the evening back to a moment" in page
    assert "Take the evening back to a moment" in page


@pytest.mark.experience(6)
def test_a_late_pair_is_let_in_by_the_page(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=5, programme="3m1d")
    open_round(evening, 1)
    page = words(secretary.get(url("late", evening.pk)))
    assert "At once, in round 1: they meet" in page
    assert "gives them the award of an absence" in page
    names = {"first": "Ritardo Ada", "second": "Ritardo Ugo"}
    shown = secretary.post(url("late", evening.pk), names)
    assert "Say when they play." in words(shown)
    assert 'value="Ritardo Ada"' in shown.content.decode()
    here = full_name(evening.entries.get(number=1).members.get(position=1).person)
    refused = secretary.post(url("late", evening.pk), names | {"second": here, "how": "fill"})
    assert refused.context["form"].errors.as_text().startswith("* second")
    done = secretary.post(url("late", evening.pk), names | {"how": "fill"}, follow=True)
    table = Seat.objects.active().get(entry__number=6).table_number
    said = f"Number 6 is in, and plays round 1 at table {table}. Its slip is to be printed: Papers"
    assert said in words(done)
    assert url("papers", evening.pk) in done.content.decode().partition('id="messages"')[2][:900]
    again = secretary.post(url("late", evening.pk), names | {"how": "fill"}, follow=True)
    assert said in words(again), "the same press twice is one"
    assert Match.objects.active().filter(round__number=1).count() == 3
    refused = secretary.post(
        url("late", evening.pk), {"first": "Tardi Ida", "second": "Tardi Edo", "how": "fill"}
    )
    assert "Nobody rests any more in round 1" in words(refused)
    one = words(secretary.post(url("late", evening.pk), {"first": "Tardi Ida", "how": "next"}))
    assert "both players of the pair must be here" in one
    assert "say that there is none yet" not in one
    junk = {"first": "Tardi Ida", "second": "Tardi Edo", "how": "boh"}
    assert "Say when they play." in words(secretary.post(url("late", evening.pk), junk))
    assert not Entry.objects.filter(number=7).exists()
    said = words(secretary.get(url("late", evening.pk)))
    assert "They play from round 4, when the next phase begins; until then they wait" in said
    full = secretary.post(url("late", evening.pk), junk | {"how": "next"}, follow=True)
    assert "Number 7 is in, and waits for a seat" in words(full)
    for name, number in (("Ida", 8), ("Edo", 9)):  # who comes late after her waits, too
        assert "Every seat of this movement is taken" in words(secretary.get(url("late", evening.pk)))
        late = {"first": f"Dopo {name}", "second": f"Dopo {name}a", "how": "next"}
        said = words(secretary.post(url("late", evening.pk), late, follow=True))
        assert f"Number {number} is in, and waits for a seat" in said
        secretary.post(url("undo_act", evening.pk), {"seen": undoable(evening)[0].seq})
    for match in Match.objects.active().select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))
    secretary.post(url("close", evening.pk, 1))
    drawn = words(secretary.post(url("draw", evening.pk, 2), follow=True))
    assert "7 Tardi Ida – Tardi Edo found every seat of this movement taken" in drawn
    secretary.post(url("undo_draw", evening.pk, 2))
    evening.phases.update(movement="danish_no_rematch")
    later = {"first": "Sera Ida", "second": "Sera Edo", "how": "next"}
    said = words(secretary.post(url("late", evening.pk), later, follow=True))
    assert "Number 10 is in, and plays from the next draw on." in said


@pytest.mark.experience(7)
def test_leaving_shows_the_awards_before_it_writes_them(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    open_round(evening, 2)
    leaving = evening.entries.get(number=2)
    before = facts_of(evening)
    page = words(secretary.get(url("leave", evening.pk, leaving.pk)))
    assert "12 V.P., +305 M.P." in page
    assert "8 V.P., −305 M.P." in page
    assert facts_of(evening) == before
    secretary.post(url("leave", evening.pk, leaving.pk), {"justified": "no"})
    assert "3 pairs, 1 has left" in words(secretary.get(url("director", evening.pk)))
    assert "3 pairs, 1 has left" in words(secretary.get(url("standings", evening.pk)))
    leaving.refresh_from_db()
    assert leaving.state == Entry.State.WITHDRAWN
    page = words(secretary.post(url("leave", evening.pk, leaving.pk), {"justified": "no"}, follow=True))
    assert "has left" in page
    secretary.post(url("undo_act", evening.pk), {"seen": undoable(evening)[0].seq})
    assert facts_of(evening) == before


def test_a_substitute_is_written_by_the_page(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    entry = evening.entries.get(number=1)
    leaving = entry.members.get(position=1).person
    address = url("replace", evening.pk, entry.pk)
    assert "From round 2 on." in words(secretary.get(address))
    shown = secretary.post(address, {"first": "Cambio Ida"})
    assert "Say who goes." in words(shown)
    done = secretary.post(address, {"first": "Cambio Ida", "leaving": leaving.pk}, follow=True)
    assert "From round 2 number 1 is Cambio Ida – " in words(done)
    assert entry.members.get(is_current=True, position=1).person.last_name == "Cambio"
    assert f"Cambio Ida instead of {leaving}" in words(secretary.get(url("log", evening.pk)))


@pytest.mark.experience(2)
def test_a_draw_is_undone_by_its_name_and_nothing_else_moves(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    before = facts_of(evening)
    secretary.post(url("draw", evening.pk, 2))
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "Undo: Round drawn · round 2" in page
    last = undoable(evening)[0]
    done = words(secretary.post(url("undo_act", evening.pk), {"seen": last.seq}, follow=True))
    assert "Undone." in done
    assert facts_of(evening) == before
    stale = words(secretary.post(url("undo_act", evening.pk), {"seen": 1}, follow=True))
    assert "in the meantime" in stale
    assert "Bring back: Round drawn · round 2" in words(secretary.get(url("mishaps", evening.pk)))
    back = evening.acts.latest("seq")
    done = words(secretary.post(url("undo_act", evening.pk), {"seen": back.seq}, follow=True))
    assert "Brought back." in done
    assert "Undone." not in done
    assert evening.rounds.get(number=2).state == "draft"
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "Bring back" not in page
    assert "Undo: Round drawn · round 2" in page
    assert "Undo taken back · round 2 · Round drawn" in words(secretary.get(url("log", evening.pk)))
    secretary.post(url("undo_act", evening.pk), {"seen": last.seq})
    secretary.post(url("draw", evening.pk, 2))
    log = words(secretary.get(url("log", evening.pk)))
    assert log.count("Round drawn · round 2") >= 2
    assert "Act undone · round 2 · Round drawn" in log


@pytest.mark.experience(3)
def test_going_back_asks_for_the_number_of_acts(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    before, closed = facts_of(evening), undoable(evening)[0]
    open_round(evening, 2)
    now = facts_of(evening)
    address = url("go_back", evening.pk)
    assert "This undoes the 4 acts that came after." in words(secretary.get(address))
    for wrong in ("", "3", "quattro", "-1"):
        page = words(secretary.post(address, {"seq": closed.seq, "acts": wrong}, follow=True))
        assert facts_of(evening) == now
    assert "this takes back 4 acts" in words(secretary.post(address, {"seq": closed.seq, "acts": "3"}))
    page = words(secretary.post(address, {"seq": closed.seq, "acts": "4"}, follow=True))
    assert "back at that moment" in page
    assert facts_of(evening) == before
    named = "Evening taken back to a moment · round 1 · Round closed · 4 acts"
    assert named in words(secretary.get(url("log", evening.pk)))
    assert f"Undo: {named}" in words(secretary.get(url("mishaps", evening.pk)))


def test_the_clock_of_a_table_and_a_table_used_again_are_no_round_and_no_move(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    match = open_round(evening, 1).matches.active().get(table_number=1)
    secretary.post(url("table_start", evening.pk, match.pk))
    page = words(secretary.get(url("mishaps", evening.pk)))
    assert "Undo: Clock of a table started · round 1 · table 1" in page
    secretary.post(url("undo_act", evening.pk), {"seen": undoable(evening)[0].seq})
    assert "Act undone · round 1 · table 1 · Clock of a table started" in words(
        secretary.get(url("log", evening.pk))
    )
    secretary.post(url("table_move", evening.pk, match.pk), {"to": "7", "closes": "on"})
    secretary.post(url("table_reopen", evening.pk, 1))
    assert "Undo: Table used again · table 1" in words(secretary.get(url("mishaps", evening.pk)))
    last = undoable(evening)[0].seq
    secretary.post(url("undo_act", evening.pk), {"seen": last})
    assert "Act undone · table 1 · Table used again" in words(secretary.get(url("log", evening.pk)))
    secretary.post(url("undo_act", evening.pk), {"seen": evening.acts.latest("seq").seq})
    assert "Undo taken back · table 1 · Table used again" in words(secretary.get(url("log", evening.pk)))


def test_a_table_that_stays_where_it_is_has_not_moved(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    match = open_round(evening, 1).matches.active().get(table_number=1)
    page = words(secretary.post(url("table_move", evening.pk, match.pk), {"to": "1"}, follow=True))
    assert "The match is at table 1 already: it stays there." in page
    assert "has moved" not in page
    page = words(secretary.post(url("table_move", evening.pk, match.pk), {"to": "3"}, follow=True))
    assert "The match of table 1 has moved." in page


def test_one_table_in_trouble(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="4d")
    round_ = open_round(evening, 1)
    first, second, third = round_.matches.active().order_by("table_number")
    page = words(secretary.get(url("table_trouble", evening.pk, first.pk)))
    assert re.search(r"\b[01] minutes? on this table's clock. Whoever comes now gets a warning.", page)
    assert "Who is here gets 12 V.P., who does not come 8" in page
    secretary.post(url("table_move", evening.pk, first.pk), {"to": "7"})
    first.refresh_from_db()
    assert first.table_number == 7
    taken = words(secretary.post(url("table_move", evening.pk, first.pk), {"to": "2"}, follow=True))
    assert "Table 2 is taken" in taken
    nowhere = words(secretary.get(url("desk", evening.pk), {"tavolo": "4"}))
    assert "There is no table 4 in this round: the tables are 2, 3, 7." in nowhere
    missing = second.seats.get(line="EW").entry
    secretary.post(url("table_absent", evening.pk, second.pk), {"absent": [missing.pk]})
    assert second.seats.get(entry=missing).award.vp == 8
    wrong = words(secretary.post(url("table_absent", evening.pk, third.pk), {"absent": ["999999"]}))
    assert "Who sits at this table has changed: choose again." in wrong
    record_random(Match.objects.select_related("round__phase__tournament").get(pk=first.pk), random.Random(1))
    secretary.post(url("table_put_off", evening.pk, third.pk))
    closed = words(secretary.post(url("close", evening.pk, 1), follow=True))
    assert "Round 1 is closed." in closed


def test_lateness_takes_what_the_code_says(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    match = open_round(evening, 1).matches.active().get(table_number=1)
    entry = match.seats.get(line="NS").entry
    for minutes, says in ((3, "gets a warning"), (12, "has lost the match by absence")):
        Round.objects.update(started_at=timezone.now() - datetime.timedelta(minutes=minutes))
        page = secretary.post(url("table_late", evening.pk, match.pk, entry.pk), follow=True)
        assert says in words(page), "an older page writes only what the clock says now"
    assert not Penalty.objects.exists()
    Round.objects.update(started_at=timezone.now() - datetime.timedelta(minutes=7))
    secretary.post(url("table_late", evening.pk, match.pk, entry.pk))
    assert (Penalty.objects.get().mp, Penalty.objects.get().entry) == (-100, entry)
    other = Entry.objects.filter(tournament=evening).exclude(seats__match=match).first()
    assert other is not None
    assert secretary.post(url("table_late", evening.pk, match.pk, other.pk)).status_code == 404


@pytest.mark.experience(3)
def test_a_round_with_scores_is_thrown_away_only_by_its_number(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    match = open_round(evening, 1).matches.active().select_related("round__phase__tournament").first()
    assert match is not None
    record_random(match, random.Random(1))
    before, scored = facts_of(evening), undoable(evening)[0]
    address = url("throw_away", evening.pk, 1)
    assert "1 table has a score: it no longer counts." in words(secretary.get(address))
    for wrong in ("", "2", "uno"):
        secretary.post(address, {"typed": wrong})
        assert facts_of(evening) == before
    assert "Write 1, the round's number." in words(secretary.post(address, {"typed": "2"}))
    secretary.post(address, {"typed": "1"})
    assert facts_of(evening)["rounds"][0][1] == "planned"
    secretary.post(url("draw", evening.pk, 1))
    assert "before the scores of round 1 were thrown away" in words(secretary.get(url("go_back", evening.pk)))
    page = secretary.post(url("go_back", evening.pk), {"seq": scored.seq, "acts": "2"}, follow=True)
    assert "back at that moment" in words(page)
    assert facts_of(evening) == before


@pytest.mark.experience(4)
def test_a_table_put_off_opens_the_close_and_is_named_until_it_has_its_score(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    first, second = open_round(evening, 1).matches.active().order_by("table_number")
    full = Match.objects.select_related("round__phase__tournament")
    record_random(full.get(pk=first.pk), random.Random(1))
    director = url("director", evening.pk)
    assert "opens when the missing table is in" in words(secretary.get(director))
    secretary.post(url("table_put_off", evening.pk, second.pk))
    page = secretary.get(director)
    assert "1 table of 2. Put off: 2" in words(page)
    assert "All in." not in words(page)
    assert f'action="{url("close", evening.pk, 1)}"' in page.content.decode()
    assert "Table 2 of round 1 was put off: write its score, or give it one." in words(page)
    secretary.post(url("close", evening.pk, 1))
    assert "Table 2 of round 1 was put off" in words(secretary.get(director))
    assert "This match was put off" in words(secretary.get(url("table_trouble", evening.pk, second.pk)))
    for number in (2, 3, 4):
        play_round(evening, number, random.Random(number))
    page = secretary.get(director)
    assert url("provisional", evening.pk) not in page.content.decode()
    record_random(full.get(pk=second.pk), random.Random(2))
    page = secretary.get(director)
    assert "was put off" not in words(page)
    assert url("provisional", evening.pk) in page.content.decode()
    assert "This match was put off" not in words(secretary.get(url("table_trouble", evening.pk, second.pk)))


def test_a_knock_out_waits_for_every_match_and_keeps_its_rounds(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=16, programme="knockout")
    match = open_round(evening, 1).matches.active().get(table_number=1)
    page = words(secretary.get(url("table_trouble", evening.pk, match.pk)))
    assert "the next round waits for every match" in page
    assert "the next round waits" in words(
        secretary.post(url("table_put_off", evening.pk, match.pk), follow=True)
    )
    for name in ("round_add", "round_drop"):
        done = words(secretary.post(url(name, evening.pk), {"seen": 4}, follow=True))
        assert "as many rounds as its field needs" in done
    assert Tournament.objects.get(pk=evening.pk).rounds.count() == 4
