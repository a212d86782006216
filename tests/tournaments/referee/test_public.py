"""What players do and read without a login: the clock, the objection, its answer, nothing else."""

import datetime

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models.people import Person
from tests.cast import Cast
from tests.evenings import make_evening, open_round
from tests.tournaments.referee.conftest import provisional, slip_of
from tests.tournaments.referee.test_pages import of, text_of
from tournaments.ending import publish_provisional
from tournaments.models.events import Tournament
from tournaments.models.log import Act
from tournaments.models.referee import Objection
from tournaments.objections import answer_objection, make_objection
from tournaments.undoing import restore

SECRET = "La signora Nascosta ha scritto male"


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def evening(cast: Cast) -> Tournament:
    """Its clock runs while the test does."""
    return provisional(cast, now=timezone.now())


@pytest.fixture
def player(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def run_out(evening: Tournament) -> None:
    Tournament.objects.filter(pk=evening.pk).update(
        objections_until=timezone.now() - datetime.timedelta(minutes=1)
    )


def test_standings_and_card_count_down_by_the_servers_clock(player: Client, evening: Tournament) -> None:
    for name, numbers in (("standings", ()), ("entry_card", (2,))):
        response = player.get(of(evening, name, *numbers))
        page = response.content.decode()
        assert f'data-ends="{evening.objections_until.isoformat()}"' in page
        assert "provisional: objections until" in text_of(page)
        assert "clock.js" in page
        assert "ETag" not in response.headers, "a kept page would bear an old clock"
        assert "no-cache" in response.headers["Cache-Control"]


def test_when_the_time_is_over_pages_that_poll_are_told(player: Client, evening: Tournament) -> None:
    page = player.get(of(evening, "standings")).content.decode()
    poll = page.partition('hx-get="')[2].partition('"')[0]
    assert player.get(poll, headers={"hx-request": "true"}).status_code == 204
    run_out(evening)
    again = player.get(poll, headers={"hx-request": "true"})
    assert "the time for objections was over at" in again.content.decode()
    assert "ETag" in player.get(of(evening, "standings")).headers


def test_a_player_objects_from_the_card_and_reads_the_answer_there(
    player: Client, evening: Tournament
) -> None:
    card = of(evening, "entry_card", 2)
    form = of(evening, "objection") + "?coppia=2"
    assert form in player.get(card).content.decode()
    assert 'value="2"' in player.get(form).content.decode()
    slip = slip_of(evening.entries.get(number=2), 3)
    data = {"number": "2", "code": f"{slip[:4].lower()}-{slip[4:]}", "round": "1", "text": SECRET}
    for _press in range(2):
        page = player.post(of(evening, "objection"), data, follow=True).content.decode()
    assert "the referee has not answered yet" in page
    assert "Your objection is written" in page
    objection = Objection.objects.get()
    other = player.post(of(evening, "objection"), data | {"text": "Altro"}).content.decode()
    assert "waits for its answer" in other
    assert "Altro</textarea>" in other
    answer_objection(objection=objection, decision="accepted", answer="Corretto: 100 punti in più", by=None)
    assert "Corretto: 100 punti in più" in player.get(card).content.decode()
    assert "Corretto" not in player.get(of(evening, "entry_card", 1)).content.decode()


def test_no_public_page_shows_the_text_or_a_hidden_name(player: Client, evening: Tournament) -> None:
    hidden = Person.objects.filter(entry_members__entry__tournament=evening, entry_members__entry__number=2)
    hidden.update(last_name="Nascosta", first_name="Violetta", name_shown=Person.NameShown.HIDDEN)
    make_objection(entry=evening.entries.get(number=2), text=SECRET)
    pages = [of(evening, name) for name in ("standings", "rounds", "objection")]
    for page in [*pages, of(evening, "entry_card", 2), of(evening, "objection") + "?coppia=2"]:
        shown = player.get(page).content.decode()
        assert "Nascosta" not in shown, page
        assert "scritto male" not in shown, page


def test_outside_the_time_the_page_says_so_and_keeps_what_was_typed(
    player: Client, evening: Tournament, cast: Cast
) -> None:
    run_out(evening)
    data = {"number": "2", "code": slip_of(evening.entries.get(number=2)), "text": "Mancano 100 punti"}
    late = player.post(of(evening, "objection"), data)
    page = late.content.decode()
    assert "The time for objections was over at" in page
    assert "Mancano 100 punti" in page
    assert data["code"] in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
    playing = make_evening(cast.club, entries=4, programme="2m2d")
    open_round(playing, 1)
    assert "not out yet" in player.get(of(playing, "objection")).content.decode()
    assert not Objection.objects.exists()


def test_nothing_unreleased_can_be_doubted(player: Client, evening: Tournament) -> None:
    Tournament.objects.update(published_at=None)
    assert player.get(of(evening, "objection")).status_code == 404
    data = {"number": "2", "text": "Un dubbio"}
    assert player.post(of(evening, "objection"), data).status_code == 404
    assert not Objection.objects.exists()


def test_nobody_objects_for_others(player: Client, evening: Tournament) -> None:
    entries = {entry.number: entry for entry in evening.entries.all()}
    data = {"number": "2", "round": "", "text": "Un dubbio"}
    shared = {slip_of(entries[2], number) for number in (1, 2, 3, 4)}
    foreign = [slip_of(each, number) for each in entries.values() for number in (1, 2, 3, 4)]
    for code in ["", "ZZZZZZZZ", *(code for code in foreign if code not in shared)]:
        page = player.post(of(evening, "objection"), data | {"code": code}).content.decode()
        assert "This field is required" in page if not code else "on no slip of number 2" in page
        assert "Un dubbio</textarea>" in page
    assert not Objection.objects.exists()
    assert player.post(of(evening, "objection"), data | {"code": shared.pop()}).status_code == 302


def test_the_page_of_a_slip_leads_to_the_objection_with_its_code(player: Client, evening: Tournament) -> None:
    code = slip_of(evening.entries.get(number=2))
    address = f"{of(evening, 'objection')}?codice={code}"
    assert address in player.get(reverse("tournaments:match_by_code", args=[code])).content.decode()
    assert f'value="{code}"' in player.get(address).content.decode()
    Tournament.objects.update(state=Tournament.State.FINAL)
    assert address not in player.get(reverse("tournaments:match_by_code", args=[code])).content.decode()


def test_an_answer_stays_when_the_evening_goes_back(player: Client, evening: Tournament) -> None:
    made = make_objection(entry=evening.entries.get(number=2), text=SECRET)
    answer_objection(objection=made, decision="refused", answer="La somma è giusta", by=None)
    moment = Act.objects.filter(tournament=evening, verb=Act.Verb.CLOSE).latest("seq")
    restore(tournament=evening, seq=moment.seq, by=None)
    publish_provisional(tournament=Tournament.objects.get(pk=evening.pk), by=None)
    page = text_of(player.get(of(evening, "entry_card", 2)).content.decode())
    assert "refused La somma è giusta" in page
    assert "the referee has not answered yet" not in page


@pytest.mark.parametrize("junk", ["", "x", "99999", "²", "-1", "<b>", "2' OR 1=1"])
def test_the_number_in_the_address_may_be_junk(player: Client, evening: Tournament, junk: str) -> None:
    page = player.get(of(evening, "objection"), {"coppia": junk, "codice": junk})
    assert page.status_code == 200
    assert "<b>" not in page.content.decode().partition("<form")[2].partition("</form>")[0]
