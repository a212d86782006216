"""The director's page shows what the phase needs, and its buttons do what they say."""

import datetime
import random
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.rights import Role, RoleKind
from clubs.models.users import User
from tests.evenings import make_evening, open_round, play_evening, play_round, record_random, the_round
from tournaments import draws, rounds
from tournaments.ending import declare_final, publish_provisional
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.rounds import Draw, Round, Seat
from tournaments.seats import fingerprint, present_entries
from tournaments.table_moves import put_off

pytestmark = pytest.mark.django_db
State = Round.State
POLL = {"hx-request": "true"}


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Circolo di prova", slug="prova")


@pytest.fixture
def secretary(club: Club, client: Client) -> User:
    user = User.objects.create_user("segreteria@prova.example", "x")
    Role.objects.create(club=club, user=user, kind=RoleKind.SECRETARY)
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return user


@pytest.fixture
def evening(club: Club) -> Tournament:
    return make_evening(club, entries=8)


def page(client: Client, tournament: Tournament, phase: str = "") -> str:
    answer = client.get(reverse("tournaments:director", args=[tournament.pk]), {"fase": phase})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def press(client: Client, tournament: Tournament, name: str, *args: int, **data: object) -> str:
    answer = client.post(reverse(f"tournaments:{name}", args=[tournament.pk, *args]), data, follow=True)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.usefixtures("secretary")
def test_an_evening_is_led_from_the_check_in_to_the_first_result(client: Client, evening: Tournament) -> None:
    assert "Draw round 1" in page(client, evening)
    assert "Confirm round 1" in press(client, evening, "draw", 1)
    assert "Announce round 1" in press(client, evening, "confirm", 1)
    assert "Start round 1" in press(client, evening, "announce", 1)
    shown = press(client, evening, "start", 1)
    assert "0 tables of 4." in shown
    assert "opens when the 4 missing tables are in" in shown
    assert the_round(evening, 1).state == State.PLAYING


@pytest.mark.usefixtures("secretary")
def test_closing_too_early_says_which_tables_are_missing(client: Client, evening: Tournament) -> None:
    round_ = open_round(evening, 1)
    for match in round_.matches.active().filter(table_number__in=[1, 3]):
        record_random(match, random.Random(1))
    assert "Tables 2, 4 are missing" in press(client, evening, "close", 1)
    assert the_round(evening, 1).state == State.PLAYING


@pytest.mark.usefixtures("secretary")
def test_the_button_of_an_undo_names_its_step(client: Client, evening: Tournament) -> None:
    shown = press(client, evening, "draw", 1)
    assert "Undo: draw of round 1" in shown
    assert "is undone" in press(client, evening, "undo_draw", 1)
    assert the_round(evening, 1).state == State.PLANNED


@pytest.mark.usefixtures("secretary")
def test_a_swap_needs_exactly_two_seats(client: Client, evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None)
    seats = list(the_round(evening, 1).seats.active().values_list("pk", flat=True))
    assert "Choose exactly two seats" in press(client, evening, "swap", 1, seat=seats[:3])
    assert "Choose the two seats" in press(client, evening, "swap", 1)
    assert "look again" in press(client, evening, "swap", 1, seat=[seats[0], 999999])
    assert not Act.objects.filter(verb=Act.Verb.SWAP).exists()
    assert "are swapped" in press(client, evening, "swap", 1, seat=[seats[0], seats[3]])


@pytest.mark.usefixtures("secretary")
def test_seats_by_hand_keep_what_was_chosen_when_something_is_wrong(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=8, programme="individual")
    keys = present_entries(evening)
    places = [
        f"t{table}-{line}-{position}" for table in (1, 2) for line in ("NS", "EW") for position in (1, 2)
    ]
    url = reverse("tournaments:seat_by_hand", args=[evening.pk, 1])
    wrong = dict(zip(places, [keys[0], *keys[:7]], strict=True))
    answer = client.post(url, wrong)
    assert "Already chosen for another place" in answer.content.decode()
    assert answer.content.decode().count(" selected") == 8
    assert not Seat.objects.exists()
    answer = client.post(url, dict(zip(places, keys, strict=True)), follow=True)
    assert "is seated" in answer.content.decode()
    assert Seat.objects.active().count() == 8


@pytest.mark.usefixtures("secretary")
def test_every_phase_of_a_finished_evening_can_be_looked_at(client: Client, evening: Tournament) -> None:
    play_evening(evening, random.Random(3))
    assert "Open the check of the standings" in page(client, evening)
    publish_provisional(tournament=evening, by=None)
    assert "Declare the standings final" in page(client, evening)
    declare_final(tournament=evening, by=None)
    assert "The sums hold" in page(client, evening)
    for phase in ("before", "check_in", "1", "4", "end"):
        page(client, evening, phase)


@pytest.mark.usefixtures("secretary")
def test_the_tables_are_polled_by_version(client: Client, evening: Tournament) -> None:
    open_round(evening, 1)
    evening.refresh_from_db()
    url = reverse("tournaments:tables", args=[evening.pk, 1])
    assert client.get(url, {"v": evening.version}, headers=POLL).status_code == 204
    answer = client.get(url, {"v": evening.version - 1}, headers=POLL)
    assert f"?v={evening.version}" in answer.content.decode()


@pytest.mark.usefixtures("secretary")
def test_the_address_of_the_tables_opens_the_whole_page(client: Client, evening: Tournament) -> None:
    open_round(evening, 1)
    shown = client.get(reverse("tournaments:tables", args=[evening.pk, 1]), follow=True).content.decode()
    assert "<html" in shown
    assert "Round 1 is being played" in shown


@pytest.mark.usefixtures("secretary")
@pytest.mark.parametrize("asked", ["nonsense", "99", "01", "١", "-1", "end'--", "\x00", "end "])
def test_a_phase_that_does_not_exist_leads_to_the_one_that_is_on(
    client: Client, evening: Tournament, asked: str
) -> None:
    here = reverse("tournaments:director", args=[evening.pk])
    answer = client.get(here, {"fase": asked})
    assert (answer.status_code, answer["Location"]) == (302, here)


def test_a_scorer_sees_the_evening_but_cannot_press_the_next_step(
    client: Client, club: Club, evening: Tournament
) -> None:
    scorer = User.objects.create_user("punteggi@prova.example", "x")
    Role.objects.create(club=club, user=scorer, kind=RoleKind.SCORER)
    client.force_login(scorer)
    client.cookies["django_language"] = "en"
    shown = page(client, evening)
    assert "Draw round 1" not in shown
    assert "Only who directs the evening" in shown
    assert client.post(reverse("tournaments:draw", args=[evening.pk, 1])).status_code == 403


@pytest.mark.usefixtures("secretary")
def test_the_page_costs_the_same_queries_for_any_field(
    client: Client, club: Club, django_assert_max_num_queries: object
) -> None:
    small, large = make_evening(club, entries=4), make_evening(club, entries=60)
    small.phases.update(allow_second_cycle=True)
    for evening in (small, large):
        play_round(evening, 1, random.Random(1))
        draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    counts = []
    for evening in (small, large):
        with django_assert_max_num_queries(30) as counted:  # type: ignore[operator]
            page(client, evening)
        counts.append(len(counted))
    assert counts[0] == counts[1]


@pytest.mark.usefixtures("secretary")
def test_a_round_that_does_not_exist_is_not_found(client: Client, evening: Tournament) -> None:
    for number in (9, 10**20):
        url = reverse("tournaments:tables", args=[evening.pk, number])
        for headers in ({}, POLL):
            assert client.get(url, {"v": evening.version}, headers=headers).status_code == 404


@pytest.mark.usefixtures("secretary")
def test_the_polled_tables_keep_the_director_s_buttons(client: Client, evening: Tournament) -> None:
    round_ = open_round(evening, 1)
    for match in round_.matches.active():
        record_random(match, random.Random(1))
    shown = client.get(reverse("tournaments:tables", args=[evening.pk, 1]), headers=POLL).content.decode()
    assert reverse("tournaments:close", args=[evening.pk, 1]) in shown
    assert "csrfmiddlewaretoken" in shown


@pytest.mark.usefixtures("secretary")
def test_at_the_check_in_the_tournament_can_still_be_published(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=4, published=False)
    assert "Publish the tournament" in page(client, evening)
    press(client, evening, "publish")
    assert "Publish the tournament" not in page(client, evening)


def test_the_history_of_a_score_cannot_be_deleted(evening: Tournament) -> None:
    match = open_round(evening, 1).matches.active().first()
    assert match is not None
    record_random(match, random.Random(1))
    with pytest.raises(TypeError):
        match.changes.get().delete()
    with pytest.raises(TypeError):
        match.changes.all().delete()


@pytest.mark.usefixtures("secretary")
def test_the_same_swap_twice_is_one_swap_and_one_line_of_the_log(client: Client, evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    seats = list(the_round(evening, 1).seats.active().values_list("pk", flat=True))
    form = {"seat": [seats[0], seats[3]], "seen": fingerprint(the_round(evening, 1))}
    assert "are swapped" in press(client, evening, "swap", 1, **form)
    after = fingerprint(the_round(evening, 1))
    assert "changed in the meantime" in press(client, evening, "swap", 1, **form)
    assert fingerprint(the_round(evening, 1)) == after
    assert Act.objects.filter(verb=Act.Verb.SWAP).count() == 1


@pytest.mark.usefixtures("secretary")
def test_only_the_draft_that_was_seen_is_confirmed(client: Client, evening: Tournament) -> None:
    draws.draw_round(round=the_round(evening, 1), by=None, seed=1)
    shown = page(client, evening)
    seen = fingerprint(the_round(evening, 1))
    assert f'name="seen" value="{seen}"' in shown
    draws.draw_round(round=the_round(evening, 1), by=None, seed=2)
    assert "changed in the meantime" in press(client, evening, "confirm", 1, seen=seen)
    assert the_round(evening, 1).state == State.DRAFT


def test_the_log_says_who_by_name(client: Client, club: Club, evening: Tournament, secretary: User) -> None:
    draws.draw_round(round=the_round(evening, 1), by=secretary, seed=1)
    log = reverse("tournaments:log", args=[evening.pk])
    assert "segreteria" in client.get(log).content.decode()
    Person.objects.create(club=club, user=secretary, last_name="Mammola", first_name="Viola")
    shown = client.get(log).content.decode()
    assert "Mammola Viola" in shown
    assert "segreteria" not in shown


def by_hand(evening: Tournament, keys: list[int]) -> dict[str, int]:
    places = [
        f"t{table}-{line}-{position}" for table in (1, 2) for line in ("NS", "EW") for position in (1, 2)
    ]
    return dict(zip(places, keys, strict=True))


@pytest.mark.usefixtures("secretary")
def test_seats_by_hand_are_only_read_once_they_stand(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=8, programme="individual")
    keys = present_entries(evening)
    url = reverse("tournaments:seat_by_hand", args=[evening.pk, 1])
    assert "<select" in client.get(url).content.decode()
    assert (
        "<select"
        not in client.get(reverse("tournaments:seat_by_hand", args=[evening.pk, 2])).content.decode()
    )
    for _press in range(2):  # the same press twice is one draw
        client.post(url, by_hand(evening, keys))
    assert Draw.objects.count() == 1
    rounds.confirm(round=the_round(evening, 1), by=None)
    shown = client.get(url).content.decode()
    assert "already confirmed: undo its draw first" in shown
    assert "P001" in shown
    assert "<select" not in shown
    late = client.post(url, by_hand(evening, keys[::-1])).content.decode()
    assert "What you chose" in late
    assert late.index("P008") < late.index("P001")
    assert Draw.objects.count() == 1


@pytest.mark.usefixtures("secretary")
def test_seats_by_hand_that_were_taken_back_have_no_seed(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=8, programme="individual")
    url = reverse("tournaments:seat_by_hand", args=[evening.pk, 1])
    client.post(url, by_hand(evening, present_entries(evening)))
    press(client, evening, "undo_draw", 1)
    shown = page(client, evening, "1")
    assert "seated by hand</li>" in shown
    assert "seed" not in shown


@pytest.mark.usefixtures("secretary")
def test_a_round_that_waits_says_for_what_and_one_that_need_not_wait_is_offered(
    client: Client, club: Club, evening: Tournament
) -> None:
    before = make_evening(club)
    Tournament.objects.filter(pk=before.pk).update(state=Tournament.State.BEFORE)
    assert "Open the check-in first" in page(client, before, "1")
    open_round(evening, 1)
    assert "Draw round 2" in page(client, evening, "2")  # a Mitchell follows no standings
    shown = page(client, evening, "4")
    assert "This draw follows the standings: close round 3 first." in shown
    assert "Draw round 4" not in shown
    draws.draw_round(round=the_round(evening, 2), by=None, seed=1)
    rounds.confirm(round=the_round(evening, 2), by=None)
    shown = page(client, evening, "2")
    assert "Close round 1 first." in shown
    assert "Announce round 2" not in shown


@pytest.mark.usefixtures("secretary")
def test_without_scripts_the_clock_says_until_when(client: Client, evening: Tournament) -> None:
    round_ = open_round(evening, 1)
    at = localtime(timezone.now())
    for minutes, said in ((-1, "until"), (1, "time over at")):
        began = at - datetime.timedelta(minutes=round_.phase.minutes + minutes)
        Round.objects.filter(pk=round_.pk).update(started_at=began)
        ends = (at - datetime.timedelta(minutes=minutes)).strftime("%H.%M")
        shown = re.sub(r"<[^>]+>", "", page(client, evening))
        assert f"{said} {ends}" in shown


@pytest.mark.usefixtures("secretary")
def test_the_check_that_a_table_put_off_holds_back_says_so_beside_its_button(
    client: Client, club: Club
) -> None:
    evening = make_evening(club, entries=4, programme="2m2d")
    for number in (1, 2, 3):
        play_round(evening, number, random.Random(number))
    last = open_round(evening, 4)
    first, other = last.matches.active().select_related("round__phase__tournament").order_by("table_number")
    record_random(other, random.Random(4))
    put_off(match=first, by=None)
    rounds.close(round=the_round(evening, 4), by=None)
    shown = page(client, evening)
    assert 'aria-disabled="true" aria-describedby="why-check">Open the check of the standings<' in shown
    why = shown.split('id="why-check"')[1].split("</p>")[0]
    assert "A table that was put off has no score yet: write it first." in why
