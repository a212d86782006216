"""The board: mandates, seats, who is in office on a day and who is missing."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from clubs.board import board_on, end_seat, in_office, missing_offices, open_mandate, seat
from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.people import add_person
from tests.cast import PRESIDENT, REFEREE, SCORER, SECRETARY, TREASURER, Cast

Office = BoardSeat.Office
TODAY = datetime.date(2026, 11, 30)
DAY = datetime.timedelta(days=1)


@pytest.fixture
def mandate(cast: Cast) -> Mandate:
    return open_mandate(club=cast.next_door, starts_on=datetime.date(2025, 3, 14))


def person(club: Club, name: str) -> Person:
    return add_person(club=club, first_name="Prova", last_name=name)


def place(mandate: Mandate, name: str, office: str, **days: datetime.date) -> BoardSeat:
    keeper = mandate.club.roles.get().user
    return seat(
        mandate=mandate, person=person(mandate.club, name), office=office, by=keeper, on=TODAY, **days
    )


def test_a_mandate_lasts_the_years_the_club_has_chosen(mandate: Mandate) -> None:
    assert mandate.ends_on == datetime.date(2028, 3, 13)


def test_the_same_mandate_twice_is_one(mandate: Mandate) -> None:
    assert open_mandate(club=mandate.club, starts_on=mandate.starts_on) == mandate


@pytest.mark.parametrize(("start", "end"), [(-400, 0), (0, 1), (5, 6), (-1, 5000)])
def test_two_mandates_share_no_day(start: int, end: int, mandate: Mandate) -> None:
    first = mandate.starts_on
    with pytest.raises(ValidationError):
        open_mandate(club=mandate.club, starts_on=first + start * DAY, ends_on=first + end * DAY)


def test_a_mandate_may_follow_at_once(mandate: Mandate) -> None:
    after = open_mandate(club=mandate.club, starts_on=mandate.ends_on + DAY)
    assert after.starts_on == datetime.date(2028, 3, 14)


def test_a_mandate_does_not_end_before_it_starts(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="end after"):
        open_mandate(club=cast.next_door, starts_on=TODAY, ends_on=TODAY - DAY)


def test_the_same_seat_twice_is_one(mandate: Mandate) -> None:
    assert place(mandate, "Crostata", Office.PRESIDENT) == place(mandate, "Crostata", Office.PRESIDENT)


def test_one_president_at_a_time_and_many_councillors(mandate: Mandate) -> None:
    place(mandate, "Crostata", Office.PRESIDENT)
    with pytest.raises(ValidationError, match="already holds this office"):
        place(mandate, "Bigné", Office.PRESIDENT)
    place(mandate, "Crostata", Office.COUNCILLOR)
    place(mandate, "Bigné", Office.COUNCILLOR)


def test_who_replaces_a_president_sits_after_her(mandate: Mandate) -> None:
    end_seat(seat=place(mandate, "Crostata", Office.PRESIDENT), ends_on=TODAY, reason="resigned")
    place(mandate, "Bigné", Office.PRESIDENT, starts_on=TODAY + DAY)
    in_chair = [str(row.person) for day in (TODAY, TODAY + DAY) for row in in_office(mandate.club, day)]
    assert in_chair == ["Crostata Prova", "Bigné Prova"]


def test_a_seat_stays_within_its_mandate(mandate: Mandate) -> None:
    with pytest.raises(ValidationError, match="within"):
        place(mandate, "Crostata", Office.COUNCILLOR, ends_on=mandate.ends_on + DAY)
    with pytest.raises(ValidationError, match="within"):
        place(mandate, "Crostata", Office.COUNCILLOR, starts_on=mandate.starts_on - DAY)


def test_a_person_of_the_next_club_gets_no_seat(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="list"):
        seat(
            mandate=cast.mandate,
            person=cast.neighbour,
            office=Office.AUDITOR,
            by=cast.users[PRESIDENT],
            on=TODAY,
        )


def test_a_seat_ends_once_and_never_later(mandate: Mandate) -> None:
    held = place(mandate, "Crostata", Office.COUNCILLOR)
    end_seat(seat=held, ends_on=TODAY, reason="resigned")
    end_seat(seat=held, ends_on=TODAY, reason="resigned")
    for day in (TODAY + DAY, mandate.ends_on + DAY, mandate.starts_on - DAY):
        with pytest.raises(ValidationError):
            end_seat(seat=held, ends_on=day, reason="resigned")
    held.refresh_from_db()
    assert (held.ends_on, held.end_reason) == (TODAY, "resigned")


def test_what_a_complete_board_lacks_is_said(mandate: Mandate) -> None:
    club = mandate.club
    assert missing_offices(club, TODAY) == (Office.PRESIDENT, Office.VICE_PRESIDENT, Office.COUNCILLOR)
    place(mandate, "Crostata", Office.PRESIDENT)
    place(mandate, "Bigné", Office.COUNCILLOR)
    assert missing_offices(club, TODAY) == (Office.VICE_PRESIDENT,)
    place(mandate, "Meringa", Office.VICE_PRESIDENT)
    assert missing_offices(club, TODAY) == ()
    assert missing_offices(club, mandate.ends_on + DAY) != ()


def test_the_board_is_read_by_weight_with_public_names(mandate: Mandate) -> None:
    place(mandate, "Bigné", Office.COUNCILLOR)
    place(mandate, "Meringa", Office.COUNCILLOR)
    place(mandate, "Crostata", Office.PRESIDENT)
    Person.objects.filter(last_name="Meringa").update(name_shown=Person.NameShown.HIDDEN)
    board = board_on(mandate.club, TODAY)
    assert board.mandate == mandate
    assert [(row.office, row.public_names) for row in board.offices] == [
        (Office.PRESIDENT, "Crostata Prova"),
        (Office.COUNCILLOR, "Bigné Prova, M. P."),
    ]


def test_the_board_costs_two_queries(cast: Cast, django_assert_num_queries) -> None:
    with django_assert_num_queries(2):
        board = board_on(cast.club, TODAY)
        assert [row.public_names for row in board.offices]


def test_a_secretary_does_not_seat_herself_as_president(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="Only the president"):
        seat(
            mandate=cast.mandate,
            person=cast.people[SECRETARY],
            office=Office.VICE_PRESIDENT,
            by=cast.users[SECRETARY],
            on=TODAY,
        )
    seat(
        mandate=cast.mandate,
        person=person(cast.club, "Bigné"),
        office=Office.VICE_PRESIDENT,
        by=cast.users[SECRETARY],
        on=TODAY,
    )


@pytest.mark.parametrize("role", [SCORER, REFEREE, TREASURER])
def test_every_change_of_the_board_raises_the_version(role: str, cast: Cast) -> None:
    def version() -> int:
        return Club.objects.get(pk=cast.club.pk).version

    first = version()
    held = seat(
        mandate=cast.mandate,
        person=cast.people[role],
        office=Office.COUNCILLOR,
        by=cast.users[SECRETARY],
        on=TODAY,
    )
    second = version()
    end_seat(seat=held, ends_on=TODAY, reason="resigned")
    assert first < second < version()
