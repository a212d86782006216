"""Nothing unreleased and no hidden name is reached by anybody, from any page, file or poll."""

import re
from collections import deque
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models.clubs import Club
from clubs.models.users import User
from tests.evenings import make_evening, open_round, the_round
from tests.tournaments.public.conftest import draft_next
from tournaments import rounds
from tournaments.models.events import Tournament
from tournaments.models.rounds import Match, Seat

PAGES = ("public", "seats", "standings", "standings_csv", "rounds", "rounds_csv", "regulations")
# Whole words: the letters and figures of a random form token may spell "P625" too.
NAME = re.compile(r"\bP\d{3}\b")


def crawl(client: Client, *starts: str) -> dict[str, str]:
    """Every page, file and poll that links lead to from there, by address."""
    found: dict[str, str] = {}
    waiting = deque(starts)
    while waiting:
        address = waiting.popleft()
        if address in found:
            continue
        response = client.get(address, follow=True)
        assert response.status_code == 200, address
        page = found[address] = unescape(response.content.decode())
        for link in re.findall(r'(?:href|hx-get|action)="([^"#]+)', page):
            target = urlsplit(urljoin(address, link))
            if not target.netloc and not target.path.startswith(("/static/", "/accounts/", "/language/")):
                waiting.append(f"{target.path}?{target.query}" if target.query else target.path)
    return found


def addresses(evening: Tournament, *, entries: int) -> list[str]:
    """Every public address of an evening, whether or not a link leads there."""
    pages = [reverse(f"tournaments:{name}", args=[evening.pk]) for name in PAGES]
    cards = [reverse("tournaments:entry_card", args=[evening.pk, number]) for number in range(1, entries + 1)]
    codes = Match.objects.filter(round__tournament=evening).values_list("code", flat=True)
    return pages + cards + [reverse("tournaments:match_by_code", args=[code]) for code in codes]


def names_at(evening: Tournament, number: int, entry: int) -> set[str]:
    """Surnames of an entry and of those it meets in a round."""
    seat = Seat.objects.active().get(round=the_round(evening, number), entry__number=entry)
    seats = seat.match.seats.active() if seat.match else Seat.objects.filter(pk=seat.pk)
    return set(seats.values_list("entry__members__person__last_name", flat=True))


@pytest.mark.experience(23)
def test_a_hidden_name_is_on_no_public_page(client: Client, evening: Tournament, club: Club) -> None:
    starts = ["/", reverse("tournaments:club", args=[club.slug]), *addresses(evening, entries=9)]
    pages = crawl(client, *starts)
    assert len(pages) > len(starts)
    assert any("?v=" in address for address in pages)
    everything = "\n".join(pages.values())
    assert "P005 Prova" in everything
    assert "N. V." in everything
    assert "P004 M." in everything
    for hidden in ("Nascosta", "Violetta", "Margherita"):
        assert not [address for address, page in pages.items() if hidden in page]


@pytest.mark.experience(23)
def test_a_search_for_a_hidden_name_confirms_nothing(client: Client, evening: Tournament) -> None:
    here = reverse("tournaments:seats", args=[evening.pk])
    for typed in ("Nascosta", "Violetta", "Margherita"):
        response = client.get(here, {"q": typed})
        assert response.status_code == 200
        assert "N. V." not in response.content.decode()


@pytest.mark.experience(22)
def test_an_unpublished_evening_is_nowhere(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=4, programme="2m2d", published=False)
    open_round(evening, 1)
    for address in addresses(evening, entries=4):
        assert client.get(address).status_code == 404, address
    assert evening.name not in "".join(crawl(client, "/", f"/circoli/{club.slug}/").values())


@pytest.mark.experience(22)
def test_the_evening_of_a_club_without_a_public_page_is_nowhere(client: Client, evening: Tournament) -> None:
    Club.objects.filter(pk=evening.club_id).update(is_public=False)
    for address in [*addresses(evening, entries=9), reverse("tournaments:club", args=[evening.club.slug])]:
        assert client.get(address).status_code == 404, address
    assert evening.name not in client.get("/").content.decode()


@pytest.mark.experience(22)
def test_the_staff_see_their_own_evening_before_it_is_published(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=4, programme="2m2d", published=False)
    open_round(evening, 1)
    client.force_login(User.objects.create_superuser("capo@prova.example", "una parola lunga"))
    for name in PAGES:
        assert client.get(reverse(f"tournaments:{name}", args=[evening.pk])).status_code in {200, 302}


@pytest.mark.experience(22)
@pytest.mark.parametrize("staff", [False, True])
def test_a_round_that_is_not_announced_shows_no_seat(client: Client, club: Club, *, staff: bool) -> None:
    evening = make_evening(club, entries=8, programme="2m2d")
    if staff:
        client.force_login(User.objects.create_superuser("capo@prova.example", "una parola lunga"))
    draft_next(evening, 1)
    assert not NAME.search(client.get(reverse("tournaments:seats", args=[evening.pk])).content.decode())
    assert not NAME.search(client.get(reverse("tournaments:rounds", args=[evening.pk])).content.decode())
    rounds.announce(round=the_round(evening, 1), by=None)
    assert NAME.search(client.get(reverse("tournaments:seats", args=[evening.pk])).content.decode())
    rounds.take_back(round=the_round(evening, 1), by=None)
    assert not NAME.search(client.get(reverse("tournaments:seats", args=[evening.pk])).content.decode())


@pytest.mark.experience(22)
def test_a_card_names_only_those_met_in_announced_rounds(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=8, programme="2m2d")
    open_round(evening, 1)
    draft_next(evening, 2)
    for number in range(1, 9):
        page = client.get(reverse("tournaments:entry_card", args=[evening.pk, number])).content.decode()
        assert set(NAME.findall(page)) == names_at(evening, 1, number)
        assert not names_at(evening, 2, number) <= names_at(evening, 1, number)


@pytest.mark.experience(22)
def test_the_code_of_a_slip_is_dead_until_its_round_is_announced(client: Client, club: Club) -> None:
    evening = make_evening(club, entries=8, programme="2m2d")
    draft_next(evening, 1)
    code = Match.objects.active().filter(round__tournament=evening).values_list("code", flat=True)[0]
    here = reverse("tournaments:match_by_code", args=[code])
    assert client.get(here).status_code == 404
    assert client.get(reverse("tournaments:match_code"), {"codice": code}).status_code == 200
    unknown = client.get(reverse("tournaments:match_by_code", args=["22222222"])).content.decode()
    assert client.get(here).content.decode().count('role="alert"') == unknown.count('role="alert"') == 1
    rounds.announce(round=the_round(evening, 1), by=None)
    assert client.get(here).status_code == 200
