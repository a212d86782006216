"""The reserve sheet is made by itself when a round closes, once, and holds everything to go on by hand."""

import random
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.models.clubs import Club
from clubs.models.rights import RoleKind
from tests.evenings import make_evening, open_round, play_round, record_random, the_round
from tests.tournaments.papers.conftest import size_of, text_of
from tests.tournaments.papers.test_pages import enter
from tournaments import draws, rounds
from tournaments.cuts import cut_of
from tournaments.match_views import match_view
from tournaments.models.events import Tournament
from tournaments.models.papers import Paper
from tournaments.models.rounds import Match, Round
from tournaments.names import entry_names
from tournaments.papers import closing, jobs, words
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
Commit = DjangoCaptureOnCommitCallbacks


def score_all(evening: Tournament, number: int) -> None:
    matches = Match.objects.active().filter(round__tournament=evening, round__number=number)
    for match in matches.select_related("round__phase__tournament"):
        record_random(match, random.Random(match.table_number))


def reserve_sheets(evening: Tournament) -> list[Paper]:
    return list(evening.papers.filter(kind=Paper.Kind.RESERVE))


def test_closing_asks_for_one_sheet_and_the_page_names_it(
    client: Client, evening: Tournament, django_capture_on_commit_callbacks: Commit
) -> None:
    enter(client, evening.club, RoleKind.SECRETARY)
    score_all(evening, 4)
    here = reverse("tournaments:close", args=[evening.pk, 4])
    for _press in (1, 2):
        with django_capture_on_commit_callbacks(execute=True):
            client.post(here)
    (paper,) = reserve_sheets(evening)
    assert (paper.round.number, paper.language, paper.state) == (4, "en", Paper.State.QUEUED)
    page = client.get(reverse("tournaments:papers", args=[evening.pk])).content.decode()
    assert "Reserve sheet, after round 4" in page


def test_a_close_that_is_refused_asks_for_nothing(
    evening: Tournament, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(ValidationError):
        closing.close(round=the_round(evening, 4), by=None)
    assert reserve_sheets(evening) == []


def test_nothing_that_goes_wrong_with_the_paper_opens_the_round(
    evening: Tournament, django_capture_on_commit_callbacks: Commit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(_pk: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(jobs, "ring", full_disk)
    score_all(evening, 4)
    with django_capture_on_commit_callbacks(execute=True):
        closing.close(round=the_round(evening, 4), by=None)
    assert the_round(evening, 4).state == Round.State.CLOSED

    def broken(**_facts: object) -> Paper:
        raise RuntimeError("a fault")

    monkeypatch.setattr(jobs, "ask", broken)
    rounds.reopen(round=the_round(evening, 4), by=None)
    with django_capture_on_commit_callbacks(execute=True):
        closing.close(round=the_round(evening, 4), by=None)
    assert the_round(evening, 4).state == Round.State.CLOSED


def test_it_says_everything_that_the_next_round_needs(
    evening: Tournament, printed: Callable[..., PdfReader]
) -> None:
    for number in (4,):
        rounds.take_back(round=the_round(evening, number), by=None)
    reader = printed(evening, "reserve", 3)
    said = text_of(reader)
    assert "After round 3" in said
    assert "Seats of round 4" in said
    assert "Its seats are on this sheet." in said
    for row in standings(evening, through=3).rows:
        assert said.count(row.names.full[0]) == 2
    assert said.count("Score slips") == 0
    blank = [page for page in reader.pages if "signature N-S" in page.extract_text()]
    tables = the_round(evening, 4).matches.active().count()
    assert len(blank) == -(-tables // 2)
    assert {size_of(reader, number) for number in range(len(reader.pages))} == {(210, 297), (297, 210)}


def test_a_next_round_that_is_not_drawn_has_no_seats_and_as_many_slips(
    club: object, printed: Callable[..., PdfReader]
) -> None:
    evening = make_evening(club, entries=9, programme="4d")
    play_round(evening, 1, random.Random(1))
    evening.refresh_from_db()
    reader = printed(evening, "reserve", 1)
    said = text_of(reader)
    assert "Seats of round" not in said
    assert said.count("Danish without rematches") == 1
    assert "2–4" in said
    assert sum("signature N-S" in page.extract_text() for page in reader.pages) == 2
    assert said.count("4 blank slips follow") == 1


def test_a_draft_is_said_to_be_one(club: object, printed: Callable[..., PdfReader]) -> None:
    evening = make_evening(club, entries=8, programme="4m")
    play_round(evening, 1, random.Random(1))
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    evening.refresh_from_db()
    assert "Seats of round 2 (draft, not confirmed)" in text_of(printed(evening, "reserve", 1))


def test_after_the_last_round_it_is_the_standings(club: object, printed: Callable[..., PdfReader]) -> None:
    evening = make_evening(club, entries=4, programme="2m2d")
    evening.rounds.filter(number__gt=1).update(state=Round.State.DROPPED)
    play_round(evening, 1, random.Random(1))
    evening.refresh_from_db()
    reader = printed(evening, "reserve", 1)
    assert len(reader.pages) == 1
    assert "Still to be played" not in text_of(reader)


def test_groups_stand_apart(club: object, printed: Callable[..., PdfReader]) -> None:
    evening = make_evening(club, entries=12, programme="groups")
    for number in (1, 2, 3, 4):
        play_round(evening, number, random.Random(number))
    evening.refresh_from_db()
    said = text_of(printed(evening, "reserve", 4))
    assert "Standings · Group A" in said
    assert "Standings · Group B" in said
    assert "Inside each group." in said
    lists = text_of(printed(evening, "seats_by_table", 4))
    assert lists.index("Group A") < lists.index("Group B")
    assert "Group" in text_of(printed(evening, "seats_by_name", 4))
    assert text_of(printed(evening, "slips", 4, size="a5")).count("group B") == 3
    signed = text_of(printed(evening, "standings", 4, board=False, names="public"))
    assert signed.index("Everybody") < signed.index("Group A") < signed.index("the referee")


def test_only_the_newest_is_ever_old(
    evening: Tournament, order: Callable[..., Paper], django_capture_on_commit_callbacks: Commit
) -> None:
    """Who sits where changed after the third round's sheet; once the fourth has closed nobody wants it."""
    paper = order(evening, "reserve", 3)
    Paper.objects.filter(pk=paper.pk).update(state=Paper.State.DONE, digest="other", tournament_version=0)
    again = Paper.objects.select_related("round", "tournament").get(pk=paper.pk)
    assert words.view(again, evening).is_outdated
    score_all(evening, 4)
    with django_capture_on_commit_callbacks():
        closing.close(round=the_round(evening, 4), by=None)
    assert not words.view(again, evening).is_outdated


def test_a_round_that_was_not_closed_has_none(evening: Tournament, order: Callable[..., Paper]) -> None:
    with pytest.raises(ValidationError):
        order(evening, "reserve", 4)
    open_evening = make_evening(evening.club, entries=4, programme="2m2d")
    open_round(open_evening, 1)
    with pytest.raises(ValidationError, match="made by itself"):
        order(open_evening, "reserve", 1)


def knock_out(club: Club, entries: int, *, played: int) -> Tournament:
    evening = make_evening(club, entries=entries, programme="knockout")
    needed = (entries - 1).bit_length()
    evening.rounds.filter(number__gt=needed).update(state=Round.State.DROPPED)
    for number in range(1, played + 1):
        play_round(evening, number, random.Random(number))
    evening.refresh_from_db()
    return evening


def who_won(evening: Tournament, number: int) -> list[str]:
    """Who won each table of a round, by table, as the sheet calls them."""
    won = []
    for match in the_round(evening, number).matches.active().order_by("table_number"):
        view = match_view(match)
        assert view.vp is not None
        side = view.sides[0] if (view.vp[0], view.mp or 0) > (view.vp[1], 0) else view.sides[1]
        won.append(f"{side.names[0].number} {' – '.join(side.names[0].full)}")
    return won


def test_a_knock_out_goes_on_by_the_bracket_of_the_sheet(
    club: Club, printed: Callable[..., PdfReader]
) -> None:
    evening = knock_out(club, 8, played=1)
    one, two, three, four = who_won(evening, 1)
    said = text_of(printed(evening, "reserve", 1))
    assert "The bracket" in said
    for match in (
        f"A: {one} against {two}",
        f"B: {three} against {four}",
        "C: winner of match A against winner of match B",
    ):
        assert match in said
    assert "Third place: loser of match A against loser of match B" in said


def test_from_a_round_that_is_drawn_the_bracket_speaks_of_its_tables(
    club: Club, printed: Callable[..., PdfReader]
) -> None:
    evening = knock_out(club, 8, played=1)
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    evening.refresh_from_db()
    said = text_of(printed(evening, "reserve", 1))
    assert "A: winner of table 1 against winner of table 2" in said
    assert "Third place: loser of table 1 against loser of table 2" in said


def test_a_bye_goes_on_to_who_won_beside_it(club: Club, printed: Callable[..., PdfReader]) -> None:
    evening = knock_out(club, 7, played=1)
    winners = who_won(evening, 1)
    bye = entry_names(evening)[the_round(evening, 1).seats.active().get(reason="rests").entry_id]
    said = text_of(printed(evening, "reserve", 1))
    assert f"A: {bye.number} {' – '.join(bye.full)} against {winners[0]}" in said
    assert f"B: {winners[1]} against {winners[2]}" in said


PATTERN = (
    "A: seed 1 against seed 8",
    "B: seed 4 against seed 5",
    "C: seed 2 against seed 7",
    "D: seed 3 against seed 6",
    "E: winner of match A against winner of match B",
    "G: winner of match E against winner of match F",
    "Third place: loser of match E against loser of match F",
)


def test_before_a_final_it_says_who_qualifies_so_far_and_the_pattern(
    club: Club, printed: Callable[..., PdfReader]
) -> None:
    evening = make_evening(club, entries=16, programme="groups-final")
    for number in (1, 2):
        play_round(evening, number, random.Random(number))
    evening.refresh_from_db()
    said = text_of(printed(evening, "reserve", 2))
    assert "Who qualifies for the final so far" in said
    assert [match for match in PATTERN if match not in said] == []
    play_round(evening, 3, random.Random(3))
    evening.refresh_from_db()
    said = text_of(printed(evening, "reserve", 3))
    names = entry_names(evening)
    seeds = [names[entry] for entry in cut_of(the_round(evening, 4).phase).seeds]
    assert "Who plays the final" in said
    assert f"A: {seeds[0].number} {' – '.join(seeds[0].full)} (" in said
    for at, who in enumerate(seeds, 1):
        assert f"{at}. {who.number} {' – '.join(who.full)} (" in said
