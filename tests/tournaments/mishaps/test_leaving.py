"""Who leaves in the middle of a match: the hands so far are asked, and what comes of them is shown first."""

import random
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models.rights import Role, RoleKind
from tests.bad_input import assert_survives
from tests.cast import Cast
from tests.evenings import make_evening, open_round, record_random
from tests.facts import facts_of
from tests.slips import E6, posted, reread
from tests.tournaments.mishaps.conftest import words
from tournaments.hands import hands_of
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Match, Seat
from tournaments.models.scores import Award, HandRecord, ScoreChange
from tournaments.standings import standings
from tournaments.undoing import undoable

pytestmark = pytest.mark.django_db

FOR_NS = [(600, 300, 0, 0)]  # one hand that gives N-S more than the award of a sit-out
FOR_EW = [(100, 100, 200, 205)]


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Round 1 of four hands, two tables, being played."""
    tournament = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(tournament, 1)
    return tournament


@pytest.fixture
def match(evening: Tournament) -> Match:
    return reread(Match.objects.active().get(round__tournament=evening, table_number=1))


def sits(match: Match, line: str) -> Entry:
    return match.seats.get(line=line).entry


def here(entry: Entry) -> str:
    return reverse("tournaments:leave", args=[entry.tournament_id, entry.pk])


def told(response: HttpResponse) -> str:
    found = re.search(r'name="told" value="([^"]*)"', response.content.decode())
    assert found is not None
    return found[1]


def counted(entry: Entry) -> tuple[object, object]:
    row = next(row for row in standings(entry.tournament).rows if row.entry_id == entry.pk)
    return row.vp, row.mp


def test_without_an_open_match_nothing_is_asked(secretary: Client, evening: Tournament, match: Match) -> None:
    record_random(match, random.Random(1))
    page = secretary.get(here(sits(match, "EW")))
    html = page.content.decode()
    assert "What they have played stays." in words(page)
    assert 'name="justified"' not in html
    assert 'name="h1_NS_base"' not in html
    secretary.post(here(sits(match, "EW")), {"leave": "1"})
    assert sits(match, "EW").state == Entry.State.WITHDRAWN


def test_the_page_asks_for_the_hands_and_shows_both_reasons(secretary: Client, match: Match) -> None:
    page = secretary.get(here(sits(match, "EW")))
    html, said = page.content.decode(), words(page)
    assert 'name="h1_NS_base"' in html
    assert 'name="h4_EW_points"' in html
    assert 'name="time_up"' not in html
    assert "12 V.P., +305 M.P., the award of a sit-out. No hand is written." in said
    assert "8 V.P., −305 M.P. with a good reason, 0 V.P., −305 M.P. without." in said
    assert "with a good reason: 8 V.P., −305 M.P." in said
    assert "without a good reason: 0 V.P., −305 M.P." in said


@pytest.mark.experience(7)
@pytest.mark.parametrize(
    ("hands", "sentence", "points"),
    [
        (FOR_NS, "14 V.P., +900 M.P. for the hands played; the award of a sit-out gives 12 V.P.", (14, 900)),
        (FOR_EW, "12 V.P., +305 M.P., the award of a sit-out; the hands played give 9 V.P.", (12, 305)),
    ],
)
def test_the_better_of_award_and_hands_is_shown_and_then_written_in_one_act(
    secretary: Client, match: Match, hands: list[tuple[int, ...]], sentence: str, points: tuple[int, int]
) -> None:
    evening = match.round.tournament
    stays, leaves, before = sits(match, "NS"), sits(match, "EW"), facts_of(evening)
    typed = posted(hands, justified="no", confirm="V13 V18")
    page = secretary.post(here(leaves), typed)
    assert sentence in words(page)
    assert facts_of(evening) == before
    secretary.post(here(leaves), typed | {"leave": "1", "told": told(page)})
    leaves.refresh_from_db()
    assert leaves.state == Entry.State.WITHDRAWN
    assert len(hands_of(match)) == 1
    assert counted(stays) == points
    assert counted(leaves) == (0, -305)
    (act,) = [act for act in undoable(evening) if act.verb in ("withdraw", "score")]
    log = words(secretary.get(reverse("tournaments:log", args=[evening.pk])))
    assert f"table {match.table_number} · {leaves.number}" in log
    secretary.post(reverse("tournaments:undo_act", args=[evening.pk]), {"seen": act.seq})
    assert facts_of(evening) == before
    assert hands_of(match) == ()
    assert [change.reason for change in ScoreChange.objects.filter(match=match)] == ["first", "undone"]


def test_none_is_an_answer_too(secretary: Client, match: Match) -> None:
    leaves = sits(match, "EW")
    secretary.post(here(leaves), posted([], justified="yes", leave="1"))
    assert counted(sits(match, "NS")) == (12, 305)
    assert counted(leaves) == (8, -305)
    assert reread(match).version == 0


def test_hands_that_cannot_be_are_refused_as_at_the_desk(
    secretary: Client, evening: Tournament, match: Match
) -> None:
    leaves, before = sits(match, "EW"), facts_of(evening)
    for rows, sentence in (
        ([(130, 0, 0, 0)], "130"),
        ([(400, 47, 0, -10)], "47"),
        ([(900, 900, 0, 0)], "Confirm"),
    ):
        page = secretary.post(here(leaves), posted(rows, justified="yes", told="x", leave="1"))
        assert sentence in words(page)
        assert 'class="note' in page.content.decode()
    half = posted([(400, 165, 0, -10)], justified="yes") | {"h1_EW_points": ""}
    assert "E-W" in words(secretary.post(here(leaves), half))
    assert facts_of(evening) == before
    assert not Award.objects.exists()


def test_the_page_survives_whatever_is_sent(secretary: Client, evening: Tournament, match: Match) -> None:
    leaves = sits(match, "EW")
    data = posted(E6[:1], justified="yes", note="", reason="", leave="1")
    data["told"] = told(secretary.post(here(leaves), data))

    def counts() -> dict[str, int]:
        kinds = (HandRecord, ScoreChange, Act, Award)
        return {kind.__name__: kind.objects.count() for kind in kinds}

    assert_survives(secretary, here(leaves), data, counts, n=100)
    assert leaves.state == Entry.State.PRESENT


def test_an_impossible_hand_is_accepted_in_writing_only_by_who_judges(
    secretary: Client, cast: Cast, evening: Tournament, match: Match
) -> None:
    leaves = sits(match, "EW")
    typed = posted([(130, 0, 0, 0)], justified="yes", leave="1")
    assert 'name="override"' not in secretary.post(here(leaves), typed).content.decode()
    typed |= {"override": "Il foglio dice così"}
    typed["told"] = told(secretary.post(here(leaves), typed))
    secretary.post(here(leaves), typed)
    assert hands_of(match) == ()
    Role.objects.filter(club=cast.club, kind=RoleKind.REFEREE).delete()
    assert 'name="override"' in secretary.post(here(leaves), typed | {"override": ""}).content.decode()
    secretary.post(here(leaves), typed)
    assert hands_of(match)[0].override == "Il foglio dice così"
    act = undoable(evening)[0]
    assert (act.verb, act.facts["judge"]) == ("withdraw", "director")


def test_a_match_that_the_typed_hands_end_counts_with_its_score(secretary: Client, match: Match) -> None:
    leaves = sits(match, "EW")
    page = secretary.post(here(leaves), posted(E6, justified="yes"))
    assert "is over with these hands: its score counts." in words(page)
    assert 'name="justified"' not in page.content.decode()
    secretary.post(here(leaves), posted(E6) | {"leave": "1", "told": told(page)})
    assert not Award.objects.exists()
    assert counted(leaves) == (11, 260)


@pytest.mark.parametrize("since", [True, False])
def test_somebody_who_saves_in_between_is_not_overwritten_and_what_was_typed_stays(
    secretary: Client, match: Match, *, since: bool
) -> None:
    """Whether the whole evening's page is refused, or only the slip on it, which is older too."""
    leaves = sits(match, "EW")
    typed = posted(FOR_NS, justified="no", confirm="V13 V18")
    if since:
        typed["since"] = str(Tournament.objects.get().version)
    page = secretary.post(here(leaves), typed)
    desk = reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk])
    secretary.post(desk, posted(E6[:2], part="1"))
    if not since:
        typed["since"] = str(Tournament.objects.get().version)
    again = secretary.post(here(leaves), typed | {"leave": "1", "told": told(page)})
    html = again.content.decode()
    assert ("Score entered" if since else "has saved this table in between, with 785 – 20") in words(again)
    assert re.search(r'value="no"[^>]*checked', html), "the reason stays as it was chosen"
    assert re.search(r'name="h1_NS_base"[^>]*value="600"', html), "the hands stay as they were typed"
    leaves.refresh_from_db()
    assert leaves.state == Entry.State.PRESENT
    assert len(hands_of(match)) == 2
    fresh = {name: re.findall(rf'name="{name}" value="(\d+)"', html)[0] for name in ("since", "seen")}
    typed |= fresh | {"leave": "1", "told": told(again)}
    assert "say why it changes" in words(secretary.post(here(leaves), typed))
    secretary.post(here(leaves), typed | {"reason": "copy"})
    leaves.refresh_from_db()
    assert leaves.state == Entry.State.WITHDRAWN
    assert len(hands_of(match)) == 1


def test_hands_typed_for_a_match_that_is_over_by_then_are_said(secretary: Client, match: Match) -> None:
    leaves = sits(match, "EW")
    typed = posted(FOR_NS, justified="no", confirm="V13 V18")
    page = secretary.post(here(leaves), typed)
    record_random(reread(match), random.Random(1))
    answer = words(secretary.post(here(leaves), typed | {"leave": "1", "told": told(page)}))
    assert "the match is over on its slip, the hands you typed are not stored." in answer
    assert Entry.objects.get(pk=leaves.pk).state == Entry.State.PRESENT


def test_stored_hands_are_there_and_a_change_of_them_says_why(secretary: Client, match: Match) -> None:
    leaves = sits(match, "EW")
    desk = reverse("tournaments:match_desk", args=[match.round.tournament_id, match.pk])
    secretary.post(desk, posted(E6[:1], part="1"))
    page = secretary.get(here(leaves))
    assert 'value="400"' in page.content.decode()
    changed = posted([(400, 160, 0, -10)], seen=1, justified="yes")
    page = secretary.post(here(leaves), changed)
    page = secretary.post(here(leaves), changed | {"leave": "1", "told": told(page)})
    assert "say why it changes" in words(page)
    secretary.post(here(leaves), changed | {"leave": "1", "told": told(page), "reason": "copy"})
    assert counted(sits(match, "NS")) == max((12, 305), (13, 570))
    assert ScoreChange.objects.get(match=match, version=2).reason == "copy"


def test_a_table_of_three_asks_by_player(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=6, programme="three")
    open_round(evening, 1)
    match = reread(Match.objects.active().get(round__tournament=evening, table_number=1))
    leaves, stays = match.seats.get(position=1).entry, match.seats.get(position=2).entry
    typed = {"seen": "0", "justified": "yes", "confirm": "V13 V18", "h1_alone": "2"}
    typed |= {"h1_2_base": "600", "h1_2_points": "300", "h1_1_base": "0", "h1_1_points": "0"}
    page = secretary.post(here(leaves), typed)
    assert "h1_3_points" in page.content.decode()
    assert "17 V.P., +900 M.P. for the hands played" in words(page)
    secretary.post(here(leaves), typed | {"leave": "1", "told": told(page)})
    assert counted(stays) == (17, 900)


def test_of_teams_the_slips_are_named(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="teams-swiss")
    evening.phases.update(sit_out_vp=12, sit_out_mp=305, absence_vp=8, absence_mp=-305)
    open_round(evening, 1)
    seat = Seat.objects.active().filter(round__tournament=evening, slot=1).first()
    assert seat is not None
    page = secretary.get(here(seat.entry))
    assert "are written on the slips of its tables" in words(page)
    assert 'name="h1_NS_base"' not in page.content.decode()
    assert 'name="justified"' in page.content.decode()
