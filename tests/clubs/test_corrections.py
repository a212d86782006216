"""Corrections of the books: right afterwards, and the log knows who, why and what stood there."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.access import roles_of
from clubs.board import end_seat, open_mandate, seat
from clubs.corrections import correct_line, correct_mandate, remove_mandate, remove_seat
from clubs.log import acts_of_board, acts_of_line
from clubs.members import admit, leave
from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.log import ClubAct
from clubs.models.people import Membership
from clubs.models.rights import RoleKind
from clubs.people import add_person, link_account
from clubs.rights import write_role
from tests.cast import PRESIDENT, REFEREE, SCORER, SECRETARY, TREASURER, Cast

Office = BoardSeat.Office
day = datetime.date
TODAY = day(2026, 11, 30)


def line_of(cast: Cast, role: str = SCORER) -> Membership:
    return cast.people[role].memberships.get()


def correct(cast: Cast, line: Membership, **changes: object) -> Membership:
    facts = {name: getattr(line, name) for name in ("number", "category", "admitted_on")}
    facts |= {"left_on": line.left_on, "leaving_reason": line.leaving_reason}
    return correct_line(line=line, **facts | changes, why="letto male", by=cast.users[SECRETARY])


def move(cast: Cast, mandate: Mandate, starts_on: day, ends_on: day, by: str = SECRETARY) -> Mandate:
    days = {"starts_on": starts_on, "ends_on": ends_on}
    return correct_mandate(mandate=mandate, **days, why="l’anno", by=cast.users[by], on=TODAY)


def place(cast: Cast, mandate: Mandate, role: str, office: str, **days: day) -> BoardSeat:
    person, by = cast.people[role], cast.users[PRESIDENT]
    return seat(mandate=mandate, person=person, office=office, by=by, on=TODAY, **days)


@pytest.fixture
def later(cast: Cast) -> Mandate:
    """A mandate that nobody presides, long after today."""
    return open_mandate(club=cast.club, starts_on=day(2130, 1, 1), ends_on=day(2132, 12, 31))


def test_a_line_is_corrected_and_the_log_keeps_what_stood_there(cast: Cast) -> None:
    line = line_of(cast)
    version = Club.objects.get(pk=cast.club.pk).version
    correct(cast, line, number=40, category="honorary", admitted_on=day(2020, 2, 1))
    line.refresh_from_db()
    assert (line.number, line.category, line.admitted_on) == (40, "honorary", day(2020, 2, 1))
    (logged,) = acts_of_line(line)
    assert (logged.act.by, logged.act.why) == (cast.users[SECRETARY], "letto male")
    with translation.override("en"):
        assert acts_of_line(line)[0].changes == (
            "Number: 2 → 40",
            "Category: ordinary → honorary",
            "Admitted on: 1 January 2020 → 1 February 2020",
        )
    assert Club.objects.get(pk=cast.club.pk).version == version + 1


def test_the_same_correction_twice_is_one(cast: Cast) -> None:
    for _twice in range(2):
        correct(cast, line_of(cast), number=40)
    assert ClubAct.objects.count() == 1


def test_a_line_closed_by_mistake_is_opened_again(cast: Cast) -> None:
    line = leave(membership=line_of(cast), left_on=day(2026, 1, 1), reason="died")
    correct(cast, line, left_on=None, leaving_reason="")
    line.refresh_from_db()
    assert (line.left_on, line.leaving_reason) == (None, "")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"number": 1}, "number"),
        ({"number": 0}, "number"),
        ({"admitted_on": day(1, 1, 1)}, "admitted_on"),
        ({"category": "queen"}, "category"),
        ({"left_on": day(2019, 1, 1), "leaving_reason": "died"}, "left_on"),
        ({"left_on": day(2021, 1, 1)}, "leaving_reason"),
    ],
)
def test_a_wrong_correction_is_refused_at_its_field(
    changes: dict[str, object], field: str, cast: Cast
) -> None:
    with pytest.raises(ValidationError) as refusal:
        correct(cast, line_of(cast), **changes)
    assert set(refusal.value.error_dict) == {field}
    assert not ClubAct.objects.exists()


def test_nobody_is_a_member_twice_on_one_day_by_correction(cast: Cast) -> None:
    first = leave(membership=line_of(cast), left_on=day(2022, 1, 1), reason="resigned")
    second = admit(club=cast.club, person=cast.people[SCORER], admitted_on=day(2023, 1, 1))
    with pytest.raises(ValidationError, match="Another membership"):
        correct(cast, second, admitted_on=day(2021, 12, 31))
    with pytest.raises(ValidationError, match="Another membership"):
        correct(cast, first, left_on=day(2023, 1, 2))
    with pytest.raises(ValidationError, match="already a member"):
        correct(cast, first, left_on=None, leaving_reason="")
    correct(cast, second, admitted_on=day(2022, 1, 1))


def test_a_mandate_is_corrected_and_whole_seats_move_along(cast: Cast, later: Mandate) -> None:
    whole = place(cast, later, SCORER, Office.COUNCILLOR)
    part = place(cast, later, REFEREE, Office.COUNCILLOR, starts_on=day(2131, 1, 1))
    ended = place(cast, later, TREASURER, Office.AUDITOR)
    end_seat(seat=ended, ends_on=day(2132, 1, 31), reason="resigned")
    move(cast, later, day(2129, 1, 1), day(2133, 6, 30))
    days = {row.pk: (row.starts_on, row.ends_on) for row in later.seats.all()}
    assert days == {
        whole.pk: (day(2129, 1, 1), day(2133, 6, 30)),
        part.pk: (day(2131, 1, 1), day(2133, 6, 30)),
        ended.pk: (day(2129, 1, 1), day(2132, 1, 31)),
    }
    with translation.override("en"):
        (logged,) = acts_of_board(cast.club)
    assert logged.changes == (
        "From: 1 January 2130 → 1 January 2129",
        "Until: 31 December 2132 → 30 June 2133",
    )


def test_the_same_correction_of_a_mandate_twice_is_one(cast: Cast, later: Mandate) -> None:
    for _twice in range(2):
        move(cast, later, day(2130, 1, 1), day(2133, 6, 30))
    assert ClubAct.objects.count() == 1


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "field"),
    [
        (day(2119, 1, 1), day(2132, 12, 31), "starts_on"),
        (day(2132, 1, 1), day(2131, 1, 1), "ends_on"),
        (day(2131, 2, 1), day(2132, 12, 31), "starts_on"),
        (day(2132, 2, 1), day(2133, 12, 31), "starts_on"),
        (day(2130, 1, 1), day(2131, 6, 30), "ends_on"),
        (day(2130, 1, 1), day(2130, 12, 31), "ends_on"),
    ],
)
def test_a_mandate_neither_overlaps_nor_leaves_a_seat_outside(
    starts_on: day, ends_on: day, field: str, cast: Cast, later: Mandate
) -> None:
    days = {"starts_on": day(2131, 1, 1), "ends_on": day(2131, 12, 31)}
    place(cast, later, SCORER, Office.COUNCILLOR, **days)
    with pytest.raises(ValidationError) as refusal:
        move(cast, later, starts_on, ends_on)
    assert set(refusal.value.error_dict) == {field}
    later.refresh_from_db()
    assert later.starts_on == day(2130, 1, 1)


def test_a_secretary_does_not_make_herself_president_by_moving_a_mandate(cast: Cast) -> None:
    past = open_mandate(club=cast.club, starts_on=day(2010, 1, 1), ends_on=day(2012, 12, 31))
    person = add_person(club=cast.club, last_name="Canina", first_name="Rosa")
    seat(mandate=past, person=person, office=Office.PRESIDENT, by=cast.users[SECRETARY], on=TODAY)
    secretary = cast.users[SECRETARY]
    link_account(person=cast.people[SECRETARY], user=None, by=secretary, on=TODAY)
    link_account(person=person, user=secretary, by=secretary, on=TODAY)
    write_role(club=cast.club, user=cast.users[TREASURER], kind=RoleKind.PRESIDENT, granted_by=None)
    move(cast, cast.mandate, day(2026, 12, 1), day(2120, 1, 1))
    with pytest.raises(ValidationError, match="Only the president"):
        move(cast, past, day(2010, 1, 1), TODAY)
    assert RoleKind.PRESIDENT not in roles_of(secretary, cast.club, TODAY)
    move(cast, past, day(2010, 1, 1), TODAY, by=TREASURER)
    assert RoleKind.PRESIDENT in roles_of(secretary, cast.club, TODAY)


def test_a_mandate_opened_by_mistake_goes_with_its_seats_into_the_log(cast: Cast, later: Mandate) -> None:
    place(cast, later, SCORER, Office.COUNCILLOR)
    remove_mandate(mandate=later, why="aperto due volte", by=cast.users[SECRETARY])
    assert list(Mandate.objects.filter(club=cast.club)) == [cast.mandate]
    with translation.override("en"):
        (logged,) = acts_of_board(cast.club)
    assert logged.changes == (
        "1 January 2130 – 31 December 2132",
        "Councillor: Pervinca Dalia, 1 January 2130 – 31 December 2132",
    )
    assert (logged.act.by, logged.act.why) == (cast.users[SECRETARY], "aperto due volte")


def test_a_seat_given_by_mistake_goes_into_the_log_with_its_rights(cast: Cast) -> None:
    held = cast.mandate.seats.get()
    remove_seat(seat=held, why="omonima", by=cast.users[SECRETARY])
    assert not BoardSeat.objects.exists()
    assert roles_of(cast.users[PRESIDENT], cast.club, TODAY) == frozenset()
    with translation.override("en"):
        (logged,) = acts_of_board(cast.club)
    assert logged.changes == ("President: Gelsomini Palmira, 1 January 2020 – 1 January 2120",)


@pytest.mark.parametrize("why", ["", "   ", "a\nb", "x" * 161])
def test_nothing_is_removed_without_a_reason(why: str, cast: Cast) -> None:
    with pytest.raises(ValidationError):
        remove_seat(seat=cast.mandate.seats.get(), why=why, by=cast.users[SECRETARY])
    assert BoardSeat.objects.exists()


def test_the_log_cannot_be_deleted(cast: Cast) -> None:
    act = remove_seat(seat=cast.mandate.seats.get(), why="omonima", by=cast.users[SECRETARY])
    with pytest.raises(TypeError):
        act.delete()
    with pytest.raises(TypeError):
        ClubAct.objects.all().delete()
    with pytest.raises(models.ProtectedError):
        cast.club.delete()


@pytest.fixture
def secretary(cast: Cast) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.users[SECRETARY])
    return client


def test_the_second_press_of_a_correction_lands_where_the_first_did(cast: Cast, secretary: Client) -> None:
    url = reverse("clubs:member_correct", args=[cast.club.slug, line_of(cast).pk])
    facts = {"number": "40", "category": "ordinary", "admitted_on": "2020-01-01", "why": "letto male"}
    answers = [secretary.post(url, facts)["Location"] for _twice in range(2)]
    assert answers == [reverse("clubs:member_line", args=[cast.club.slug, 40])] * 2
    page = secretary.get(answers[0]).content.decode()
    assert "Number: 2 → 40" in page
    assert "letto male" in page


def test_an_open_line_does_not_ask_for_its_end(cast: Cast, secretary: Client) -> None:
    url = reverse("clubs:member_correct", args=[cast.club.slug, line_of(cast).pk])
    assert 'name="left_on"' not in secretary.get(url).content.decode()
    leave(membership=line_of(cast), left_on=day(2026, 1, 1), reason="died")
    assert 'name="left_on"' in secretary.get(url).content.decode()


def test_the_second_press_of_a_removal_says_that_it_is_gone(
    cast: Cast, later: Mandate, secretary: Client
) -> None:
    url = reverse("clubs:mandate_remove", args=[cast.club.slug, later.pk])
    board = reverse("clubs:board", args=[cast.club.slug])
    answers = [secretary.post(url, {"why": "aperto due volte"})["Location"] for _twice in range(2)]
    assert answers == [board] * 2
    page = secretary.get(board).content.decode()
    assert "it has been removed" in page
    assert "aperto due volte" in page


def test_only_a_seat_that_still_runs_can_be_ended(cast: Cast, secretary: Client) -> None:
    past = open_mandate(club=cast.club, starts_on=day(2010, 1, 1), ends_on=day(2012, 12, 31))
    over = place(cast, past, SCORER, Office.COUNCILLOR)
    ended = place(cast, cast.mandate, SCORER, Office.COUNCILLOR)
    end_seat(seat=ended, ends_on=day(2110, 1, 1), reason="resigned")
    runs = cast.mandate.seats.exclude(pk=ended.pk).get()
    page = secretary.get(reverse("clubs:board", args=[cast.club.slug])).content.decode()
    offered = {
        row.pk: reverse("clubs:seat_end", args=[cast.club.slug, row.pk]) in page
        for row in (over, ended, runs)
    }
    assert offered == {over.pk: False, ended.pk: False, runs.pk: True}
    removals = {row.pk: reverse("clubs:seat_remove", args=[cast.club.slug, row.pk]) for row in (ended, runs)}
    assert removals[ended.pk] in page
    end = secretary.get(reverse("clubs:seat_end", args=[cast.club.slug, runs.pk])).content.decode()
    assert removals[runs.pk] in end


def test_an_ended_seat_is_not_ended_anew(cast: Cast) -> None:
    held = end_seat(seat=cast.mandate.seats.get(), ends_on=TODAY, reason="resigned")
    with pytest.raises(ValidationError, match="already been ended"):
        end_seat(seat=held, ends_on=day(2026, 11, 1), reason="removed")
