"""What the pages of a club show, to whom, and what posting twice does."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from clubs.board import end_seat
from clubs.clubs import found_club
from clubs.models.clubs import Club
from clubs.models.people import Membership, Person
from clubs.models.rights import Role
from clubs.models.users import User
from tests.cast import PASSWORD, PRESIDENT, SCORER, SECRETARY, TREASURER, Cast, account

FOUNDING = {
    "name": "Circolo nuovo",
    "town": "Prova",
    "first_name": "Rosa",
    "last_name": "Canina",
    "email": "Rosa@prova.example",
    "password": PASSWORD,
}


def staff_client(cast: Cast, role: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.users[role])
    return client


def page(client: Client, name: str, cast: Cast, **query: str) -> str:
    response = client.get(reverse(f"clubs:{name}", args=[cast.club.slug]), query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_a_fresh_installation_invites_to_begin_and_shows_the_demonstration(client: Client) -> None:
    facts = {"name": "Circolo dimostrativo", "town": "", "first_name": "Viola", "last_name": "Mammola"}
    found_club(**facts, by=account("demo"), is_demo=True)
    home = client.get(reverse("clubs:home")).content.decode()
    assert reverse("clubs:found") in home
    assert "Circolo dimostrativo" in home


def test_once_a_real_club_stands_the_first_page_only_lists(cast: Cast, client: Client) -> None:
    home = client.get(reverse("clubs:home")).content.decode()
    assert reverse("clubs:found") not in home
    assert "Circolo di prova" in home


def test_a_club_closed_to_the_public_is_not_on_the_first_page(cast: Cast, client: Client) -> None:
    Club.objects.filter(pk=cast.club.pk).update(is_public=False)
    assert "Circolo di prova" not in client.get(reverse("clubs:home")).content.decode()


@pytest.mark.django_db
def test_the_first_secretary_makes_account_and_club_in_one_go(client: Client) -> None:
    answer = client.post(reverse("clubs:found"), FOUNDING)
    club = Club.objects.get()
    assert answer["Location"] == reverse("clubs:dashboard", args=[club.slug])
    assert client.get(answer["Location"]).status_code == 200
    assert Role.objects.get(club=club).user.email == "rosa@prova.example"


@pytest.mark.django_db
def test_founding_posted_twice_is_one_club_and_lands_in_it_twice(client: Client) -> None:
    answers = [browser.post(reverse("clubs:found"), FOUNDING) for browser in (client, client, Client())]
    assert (Club.objects.count(), User.objects.count(), Person.objects.count()) == (1, 1, 1)
    assert {answer["Location"] for answer in answers} == {
        reverse("clubs:dashboard", args=[Club.objects.get().slug])
    }


@pytest.mark.django_db
def test_the_second_post_meets_the_account_before_the_door_is_closed(client: Client) -> None:
    """As when both posts come at once: the account stands, the club not yet."""
    user = account("rosa")
    answer = client.post(reverse("clubs:found"), FOUNDING)
    assert answer["Location"] == reverse("clubs:dashboard", args=[Club.objects.get(roles__user=user).slug])


@pytest.mark.django_db
@pytest.mark.parametrize("changes", [{"password": "un’altra parola lunga"}, {"name": "Circolo altrui"}])
def test_the_door_of_a_founded_club_opens_to_its_founder_alone(
    changes: dict[str, str], client: Client
) -> None:
    client.post(reverse("clubs:found"), FOUNDING)
    answer = Client().post(reverse("clubs:found"), FOUNDING | changes)
    assert answer["Location"].startswith(reverse("account_login"))
    assert Club.objects.count() == 1


@pytest.mark.django_db
def test_a_closed_account_founds_nothing(client: Client) -> None:
    account("rosa", is_active=False)
    assert "There is already an account" in client.post(reverse("clubs:found"), FOUNDING).content.decode()
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_an_account_whose_password_everybody_knows_founds_nothing(client: Client) -> None:
    facts = {"name": "Circolo dimostrativo", "town": "", "first_name": "Viola", "last_name": "Mammola"}
    found_club(**facts, by=account("rosa"), is_demo=True)
    assert "There is already an account" in client.post(reverse("clubs:found"), FOUNDING).content.decode()
    assert not Club.objects.filter(is_demo=False).exists()


@pytest.mark.django_db
def test_many_wrong_passwords_close_the_founding_too(client: Client) -> None:
    client.post(reverse("clubs:found"), FOUNDING)
    for _time in range(5):
        Client().post(reverse("clubs:found"), FOUNDING | {"password": "un’altra parola lunga"})
    answer = Client().post(reverse("clubs:found"), FOUNDING)
    assert answer["Location"].startswith(reverse("account_login"))


@pytest.mark.django_db
def test_founding_counts_what_is_wrong_once(client: Client) -> None:
    page = client.post(reverse("clubs:found"), {"email": "no"}).content.decode()
    assert page.count("data-summary") == 1
    assert "5 things to put right" in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "spoilt", [{"password": "1234"}, {"email": "no"}, {"last_name": ""}, {"name": "\x00"}]
)
def test_founding_leaves_all_or_nothing(spoilt: dict[str, str], client: Client) -> None:
    response = client.post(reverse("clubs:found"), FOUNDING | spoilt)
    assert response.status_code == 200
    assert (Club.objects.count(), User.objects.count()) == (0, 0)


def test_the_board_page_says_what_is_missing(cast: Cast) -> None:
    text = page(staff_client(cast, SECRETARY), "board", cast)
    assert "Missing: vice president, councillor." in text
    assert "Gelsomini Palmira" in text


def test_the_board_is_read_on_any_day(cast: Cast) -> None:
    end_seat(seat=cast.mandate.seats.get(), ends_on=datetime.date(2026, 11, 29), reason="resigned")
    client = staff_client(cast, SECRETARY)
    assert "Nobody is in office on this day." not in page(client, "board", cast, il="2026-11-29")
    assert "Nobody is in office on this day." in page(client, "board", cast, il="2026-11-30")


def test_the_member_book_is_read_on_any_day(cast: Cast) -> None:
    client = staff_client(cast, TREASURER)
    assert "5 members on" in page(client, "members", cast, il="2026-11-30")
    assert "No members on" in page(client, "members", cast, il="2019-12-31")


def test_the_tabs_show_what_the_role_may_open(cast: Cast) -> None:
    shown = {
        role: [
            name
            for name in ("persons", "members", "board", "rights", "settings")
            if f'href="{reverse(f"clubs:{name}", args=[cast.club.slug])}"' in page(client, "dashboard", cast)
        ]
        for role, client in ((role, staff_client(cast, role)) for role in (SCORER, TREASURER, PRESIDENT))
    }
    assert shown == {
        SCORER: ["board"],
        TREASURER: ["persons", "members", "board"],
        PRESIDENT: ["persons", "members", "board", "rights", "settings"],
    }


def test_the_treasurer_reads_persons_without_a_way_to_change_them(cast: Cast) -> None:
    edit = reverse("clubs:person_edit", args=[cast.club.slug, cast.people[SCORER].pk])
    assert edit not in page(staff_client(cast, TREASURER), "persons", cast)
    assert edit in page(staff_client(cast, SECRETARY), "persons", cast)


def test_the_page_of_a_person_leads_to_her_line_or_to_an_admission(cast: Cast) -> None:
    client = staff_client(cast, SECRETARY)
    guest = Person.objects.create(club=cast.club, last_name="Canina", first_name="Rosa")
    admission = f"{reverse('clubs:member_admit', args=[cast.club.slug])}?persona={guest.pk}"
    line = reverse("clubs:member_line", args=[cast.club.slug, 2])
    pages = [
        client.get(reverse("clubs:person_edit", args=[cast.club.slug, person.pk])).content.decode()
        for person in (guest, cast.people[SCORER])
    ]
    assert [(admission in text, line in text) for text in pages] == [(True, False), (False, True)]


def test_persons_are_found_by_a_few_letters(cast: Cast) -> None:
    text = page(staff_client(cast, SECRETARY), "persons", cast, q="perv")
    assert "Pervinca" in text
    assert "Gelsomini" not in text


@pytest.mark.parametrize("persons", [1, 200])
def test_the_list_of_persons_costs_the_same_for_many(
    persons: int, cast: Cast, django_assert_max_num_queries
) -> None:
    Person.objects.bulk_create(
        Person(club=cast.club, first_name="Prova", last_name=f"Fiore {number:03}")
        for number in range(persons)
    )
    client = staff_client(cast, SECRETARY)
    with django_assert_max_num_queries(7):
        page(client, "persons", cast)


DOUBLE = {
    "person_add": ({"last_name": "Canina", "first_name": "Rosa", "name_shown": "full"}, Person),
    "member_admit": ({"category": "ordinary", "admitted_on": "2026-11-30"}, Membership),
}


@pytest.mark.parametrize("name", DOUBLE)
def test_the_same_post_twice_is_one_row_and_one_answer(name: str, cast: Cast) -> None:
    facts, model = DOUBLE[name]
    client = staff_client(cast, SECRETARY)
    if model is Membership:
        facts = facts | {"person": Person.objects.create(club=cast.club, last_name="A", first_name="B").pk}
    before = model.objects.count()
    answers = [client.post(reverse(f"clubs:{name}", args=[cast.club.slug]), facts) for _twice in range(2)]
    assert model.objects.count() == before + 1
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, answers[0]["Location"])
    ] * 2


@pytest.mark.django_db
def test_who_tries_the_demonstration_founds_with_an_account_of_her_own(client: Client) -> None:
    facts = {"name": "Circolo dimostrativo", "town": "", "first_name": "Viola", "last_name": "Mammola"}
    known_to_all = account("demo")
    found_club(**facts, by=known_to_all, is_demo=True)
    client.force_login(known_to_all)
    assert 'name="password"' in client.get(reverse("clubs:found")).content.decode()
    client.post(reverse("clubs:found"), FOUNDING)
    keeper = Role.objects.get(club__name="Circolo nuovo")
    assert keeper.user.email == "rosa@prova.example"


def test_what_has_happened_is_not_still_to_come(cast: Cast) -> None:
    client = staff_client(cast, SECRETARY)
    url = reverse("clubs:member_line", args=[cast.club.slug, 1])
    answer = client.post(url, {"left_on": "2190-01-01", "reason": "resigned"})
    assert "still to come" in answer.content.decode()
    assert Membership.objects.get(club=cast.club, number=1).left_on is None
