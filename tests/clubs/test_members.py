"""The member book: numbered lines, never deleted."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from clubs.members import admit, count_on, leave, member_book, not_members
from clubs.models.people import Membership, Person
from clubs.people import add_person
from tests.cast import Cast

SPRING, SUMMER, AUTUMN = datetime.date(2026, 3, 1), datetime.date(2026, 6, 1), datetime.date(2026, 9, 1)
DAY = datetime.timedelta(days=1)
RESIGNED = Membership.LeavingReason.RESIGNED


@pytest.fixture
def guest(cast: Cast) -> Person:
    return add_person(club=cast.club, first_name="Rosa", last_name="Canina")


def test_an_admission_takes_the_next_number(cast: Cast, guest: Person) -> None:
    assert admit(club=cast.club, person=guest, admitted_on=SPRING).number == 6


def test_the_next_number_follows_the_highest_ever_given(cast: Cast, guest: Person) -> None:
    line = admit(club=cast.club, person=guest, admitted_on=SPRING, number=40)
    leave(membership=line, left_on=SUMMER, reason=RESIGNED)
    assert admit(club=cast.club, person=guest, admitted_on=AUTUMN).number == 41


def test_the_same_admission_twice_is_one_line(cast: Cast, guest: Person) -> None:
    facts = {"club": cast.club, "person": guest, "admitted_on": SPRING}
    assert admit(**facts) == admit(**facts)
    assert Membership.objects.filter(person=guest).count() == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"admitted_on": SUMMER}, "already a member"),
        ({"category": "honorary"}, "already a member"),
        ({"number": 1}, "already"),
    ],
)
def test_a_member_is_not_admitted_again(changes: dict, sentence: str, cast: Cast, guest: Person) -> None:
    facts = {"club": cast.club, "person": guest, "admitted_on": SPRING}
    admit(**facts)
    with pytest.raises(ValidationError, match=sentence):
        admit(**facts | changes)


def test_a_number_is_given_once(cast: Cast, guest: Person) -> None:
    with pytest.raises(ValidationError, match="number"):
        admit(club=cast.club, person=guest, admitted_on=SPRING, number=1)


@pytest.mark.parametrize("number", [0, -1, 10**9])
def test_an_absurd_number_is_refused(number: int, cast: Cast, guest: Person) -> None:
    with pytest.raises(ValidationError):
        admit(club=cast.club, person=guest, admitted_on=SPRING, number=number)


def test_a_person_of_the_next_club_is_not_admitted(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="list"):
        admit(club=cast.club, person=cast.neighbour, admitted_on=SPRING)


def test_leaving_closes_the_line_and_keeps_it(cast: Cast, guest: Person) -> None:
    line = admit(club=cast.club, person=guest, admitted_on=SPRING)
    leave(membership=line, left_on=SUMMER, reason=RESIGNED)
    kept = Membership.objects.get(pk=line.pk)
    assert (kept.left_on, kept.leaving_reason) == (SUMMER, RESIGNED)


def test_the_same_leaving_twice_changes_nothing_and_another_is_refused(cast: Cast, guest: Person) -> None:
    line = admit(club=cast.club, person=guest, admitted_on=SPRING)
    leave(membership=line, left_on=SUMMER, reason=RESIGNED)
    leave(membership=line, left_on=SUMMER, reason=RESIGNED)
    with pytest.raises(ValidationError, match="already left"):
        leave(membership=line, left_on=AUTUMN, reason=RESIGNED)


def test_nobody_leaves_before_being_admitted(cast: Cast, guest: Person) -> None:
    line = admit(club=cast.club, person=guest, admitted_on=SUMMER)
    with pytest.raises(ValidationError, match="before being admitted"):
        leave(membership=line, left_on=SPRING, reason=RESIGNED)


def test_nobody_is_admitted_while_an_earlier_line_was_open(cast: Cast, guest: Person) -> None:
    line = admit(club=cast.club, person=guest, admitted_on=SPRING)
    leave(membership=line, left_on=AUTUMN, reason=RESIGNED)
    with pytest.raises(ValidationError, match="Another membership"):
        admit(club=cast.club, person=guest, admitted_on=SUMMER)
    assert admit(club=cast.club, person=guest, admitted_on=AUTUMN).left_on is None


def test_the_book_is_read_on_any_day(cast: Cast, guest: Person) -> None:
    line = admit(club=cast.club, person=guest, admitted_on=SPRING)
    leave(membership=line, left_on=AUTUMN, reason=RESIGNED)
    on = {day: line in member_book(cast.club, on=day) for day in (SPRING - DAY, SPRING, AUTUMN - DAY, AUTUMN)}
    assert on == {SPRING - DAY: False, SPRING: True, AUTUMN - DAY: True, AUTUMN: False}
    assert (count_on(cast.club, SUMMER), count_on(cast.club, AUTUMN)) == (6, 5)
    assert line in member_book(cast.club)


def test_members_and_guests_are_told_apart(cast: Cast, guest: Person) -> None:
    assert list(not_members(cast.club)) == [guest]
