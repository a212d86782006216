"""What the guided pages say is true: each reason its own sentence, and a way out."""

import datetime
import random
import re

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models.people import Person
from tests.cast import Cast
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random, the_round
from tests.tournaments.mishaps.conftest import url, words
from tournaments.calls import Called, warn
from tournaments.ending import declare_final, publish_provisional
from tournaments.match_views import match_results
from tournaments.models.entries import Entry
from tournaments.models.events import Phase, Tournament
from tournaments.models.log import Act
from tournaments.models.referee import RefereeCall
from tournaments.models.rounds import Round
from tournaments.models.scores import Penalty

pytestmark = pytest.mark.django_db


def test_each_reason_why_nobody_comes_in_has_its_sentence_and_its_way_out(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    address = url("late", evening.pk)

    def shown() -> tuple[str, str]:
        response = secretary.get(address)
        return words(response), response.content.decode()

    page, source = shown()
    assert "Round 1 is not announced yet: whoever comes is entered here." in page
    assert f'href="{url("check_in", evening.pk)}"' in source
    secretary.post(url("draw", evening.pk, 1))
    assert "Round 1 is drawn: undo its draw to go back to the check-in." in shown()[0]
    secretary.post(url("undo_draw", evening.pk, 1))
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    assert "From round 4" in shown()[0]
    open_round(evening, 4)
    page, source = shown()
    assert "The last round is announced: no draw is left" in page
    assert f'href="{url("mishaps", evening.pk)}#rounds"' in source
    knockout = make_evening(cast.club, entries=16, programme="knockout")
    open_round(knockout, 1)
    response = secretary.get(url("late", knockout.pk))
    assert "The next round is a knock-out: only who won goes on." in words(response)
    assert "can play instead of somebody who goes" in words(response)
    assert f'href="{url("mishaps", knockout.pk)}#who"' in response.content.decode()
    leaving = knockout.entries.get(number=1)
    Entry.objects.filter(pk=leaving.pk).update(state=Entry.State.WITHDRAWN)
    assert "only who won goes on" in words(secretary.get(url("entry", knockout.pk, leaving.pk)))
    Round.objects.filter(tournament=knockout).update(state=Round.State.CLOSED)
    response = secretary.get(url("late", knockout.pk))
    assert "The last round of the knock-out is announced" in words(response)
    assert f"{url('mishaps', knockout.pk)}#" not in response.content.decode()


def test_the_title_says_who_comes_late(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="teams-swiss")
    open_round(evening, 1)
    page = secretary.get(url("late", evening.pk)).content.decode()
    assert "<title>A team comes late" in re.sub(r"\s+", " ", page).replace("<title> ", "<title>")
    assert "A team comes late" in words(secretary.get(url("mishaps", evening.pk)))


def test_who_is_a_little_late_is_warned_by_one_press(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    match = open_round(evening, 1).matches.active().get(table_number=1)
    entry = match.seats.get(line="NS").entry
    address = url("table_warn", evening.pk, match.pk, entry.pk)
    first = {"told": "1", "seen": "0"}
    assert "Late: a warning" in words(secretary.get(url("table_trouble", evening.pk, match.pk)))
    for says in ("the warning is written", "This was written already: nothing was added."):
        done = words(secretary.post(address, first, follow=True))
        assert says in done
    warning = RefereeCall.objects.get()
    assert (warning.kind, warning.entry, warning.match) == ("warning", entry, match)
    assert re.fullmatch(r"late at the table: [01] minutes?", warning.question)
    assert "1 warning" in done
    other = Entry.objects.filter(tournament=evening).exclude(seats__match=match).first()
    assert other is not None
    stranger = url("table_warn", evening.pk, match.pk, other.pk)
    assert secretary.post(stranger, first).status_code == 404


def test_a_second_warning_for_lateness_is_told_before(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    round_ = open_round(evening, 1)
    match = round_.matches.active().get(table_number=1)
    entry = match.seats.get(line="NS").entry
    warn(called=Called(round_, "ha parlato", match=match, entry=entry), by=None)
    address = url("table_warn", evening.pk, match.pk, entry.pk)
    assert "Late: warning no. 2, −1 V.P." in words(secretary.get(url("table_trouble", evening.pk, match.pk)))
    seen = Tournament.objects.get(pk=evening.pk).version
    secretary.post(address, {"told": "1", "seen": seen})
    assert not Penalty.objects.exists(), "what takes a point is told before"
    secretary.post(address, {"told": "2", "seen": seen})
    assert (Penalty.objects.get().vp, RefereeCall.objects.count()) == (-1, 2)


def test_after_five_minutes_it_is_no_warning_any_more(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    match = open_round(evening, 1).matches.active().get(table_number=1)
    Round.objects.update(started_at=timezone.now() - datetime.timedelta(minutes=7))
    page = words(secretary.get(url("table_trouble", evening.pk, match.pk)))
    assert "7 minutes on this table's clock. Whoever comes now loses 100 M.P." in page
    assert "Late: a warning" not in page
    entry = match.seats.get(line="NS").entry
    late = secretary.post(
        url("table_warn", evening.pk, match.pk, entry.pk), {"told": "1", "seen": "0"}, follow=True
    )
    assert "Whoever comes now loses 100 M.P." in words(late)
    assert not RefereeCall.objects.exists()


@pytest.mark.parametrize("page", ["late", "replace"])
def test_one_word_is_no_name_unless_somebody_says_so(secretary: Client, cast: Cast, page: str) -> None:
    evening = make_evening(cast.club, entries=4, programme="4d")
    play_round(evening, 1, random.Random(1))
    entry = evening.entries.get(number=1)
    if page == "late":
        address, data = url("late", evening.pk), {"second": "Ritardo Ugo", "how": "next"}
    else:
        leaving = entry.members.get(position=1).person_id
        address, data = url("replace", evening.pk, entry.pk), {"leaving": str(leaving)}
    before = Act.objects.count()
    asked = words(secretary.post(address, data | {"first": "Ada"}))
    assert "Write surname and name above, or say that there is only this word." in asked
    assert "Somebody new, of this one word: Ada" in asked
    assert Act.objects.count() == before
    secretary.post(address, data | {"first": "Ada", "first_is": "new"})
    assert Person.objects.filter(last_name="Ada", first_name="").exists()


def test_who_has_left_comes_back_only_while_a_draw_is_left(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    leaving = evening.entries.get(number=2)
    secretary.post(url("leave", evening.pk, leaving.pk), {"justified": "yes"})
    page = secretary.get(url("entry", evening.pk, leaving.pk))
    assert "They play again from the next draw" in words(page)
    open_round(evening, 4)
    page = secretary.get(url("entry", evening.pk, leaving.pk))
    assert "They play again from the next draw" not in words(page)
    assert "no draw is left in which they could play" in words(page)
    refused = secretary.post(url("entry_readmit", evening.pk, leaving.pk), follow=True)
    assert "no draw is left" in words(refused)
    leaving.refresh_from_db()
    assert leaving.state == Entry.State.WITHDRAWN


def test_a_closed_round_is_not_thrown_away_and_the_page_says_what_can_be_done(
    secretary: Client, cast: Cast
) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    address, reopen = url("throw_away", evening.pk, 1), url("reopen", evening.pk, 1)
    page = secretary.get(address)
    assert "What can be done instead:" in words(page)
    for link in (reopen, url("go_back", evening.pk), f"{url('desk', evening.pk)}?turno=1"):
        assert link in page.content.decode()
    secretary.post(url("draw", evening.pk, 2))
    assert reopen not in secretary.get(address).content.decode()
    planned = secretary.get(url("throw_away", evening.pk, 3))
    assert f"{url('director', evening.pk)}?fase=3" in planned.content.decode()


def test_moments_are_those_that_the_page_names(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_round(evening, 1, random.Random(1))
    secretary.post(url("round_add", evening.pk), {"seen": "4"})
    match = open_round(evening, 2).matches.active().select_related("round__phase__tournament").first()
    assert match is not None
    record_random(match, random.Random(1))
    secretary.post(url("throw_away", evening.pk, 2), {"typed": "2"})
    page = words(secretary.get(url("go_back", evening.pk)))
    assert "Round added" not in page
    assert "Score entered" not in page
    assert "before the scores of round 2 were thrown away" in page
    assert page.index("thrown away This undoes") < page.index("Round announced · round 2")


def test_a_table_that_moved_stands_by_its_number(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="teams-swiss")
    round_ = open_round(evening, 1)
    moved = round_.matches.active().get(table_number=1)
    secretary.post(url("table_move", evening.pk, moved.pk), {"to": "9"})
    assert [view.table_number for view in match_results(the_round(evening, 1))] == [2, 3, 4, 9]


def test_the_last_danish_round_says_that_a_rematch_is_allowed(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=2, programme="3m1d")
    Phase.objects.filter(tournament=evening).update(movement=Phase.Movement.DANISH_MODIFIED)
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    secretary.post(url("draw", evening.pk, 4))
    page = words(secretary.get(url("director", evening.pk)))
    assert "met in round 1, 2, 3: in the last round the code allows it." in page
    assert "meet again" not in page


def test_a_card_is_not_over_while_the_standings_are_checked(client: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=4, programme="2m2d")
    play_evening(evening, random.Random(1))
    publish_provisional(tournament=evening, by=None)
    client.cookies["django_language"] = "en"
    page = words(client.get(url("entry_card", evening.pk, 1)))
    assert "All rounds are played: the standings are being checked" in page
    assert "The evening is over" not in page
    declare_final(tournament=Tournament.objects.get(pk=evening.pk), by=None)
    assert "The evening is over" in words(client.get(url("entry_card", evening.pk, 1)))


def test_a_final_takes_nobody_new(secretary: Client, cast: Cast) -> None:
    evening = make_evening(cast.club, entries=16, programme="groups-final")
    open_round(evening, 1)
    first = Round.objects.filter(tournament=evening, number__lte=3)
    first.update(state=Round.State.CLOSED)
    page = words(secretary.get(url("late", evening.pk)))
    assert "The next round is a final: only who qualified plays it." in page
    leaving = evening.entries.get(number=1)
    Entry.objects.filter(pk=leaving.pk).update(state=Entry.State.WITHDRAWN)
    Round.objects.filter(tournament=evening, number=4).update(state=Round.State.CLOSED)
    page = words(secretary.get(url("entry", evening.pk, leaving.pk)))
    assert "The next round is a knock-out: only who won goes on." in page
