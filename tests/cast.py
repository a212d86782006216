"""The people every test knows: one club with one account for each role, and a second club next door.

All are demonstration people: flowers work for the Circolo di prova, cakes for the Circolo accanto.
"""

import datetime
from dataclasses import dataclass

import pytest

from clubs.board import open_mandate, seat
from clubs.clubs import found_club
from clubs.members import admit
from clubs.models.boards import BoardSeat, Mandate
from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.rights import RoleKind
from clubs.models.users import User
from clubs.people import add_person
from clubs.rights import write_role
from clubs.saving import save_checked
from tests.remembered import remembered

PASSWORD = "una parola lunga"
# A mandate so wide that the president presides on whatever day the tests run.
FIRST_DAY, LAST_DAY = datetime.date(2020, 1, 1), datetime.date(2120, 1, 1)

ANONYMOUS = "anonymous"
STRANGER = "stranger"
SCORER, REFEREE, TREASURER = "scorer", "referee", "treasurer"
SECRETARY, PRESIDENT, ADMIN = "secretary", "president", "admin"
ROLES = (ANONYMOUS, STRANGER, SCORER, REFEREE, TREASURER, SECRETARY, PRESIDENT, ADMIN)


@dataclass(frozen=True)
class Cast:
    """A club, its people and accounts by role, its mandate, and the club next door with its person."""

    club: Club
    users: dict[str, User]
    people: dict[str, Person]
    mandate: Mandate
    next_door: Club
    neighbour: Person

    def user(self, role: str) -> User | None:
        """The account with that role; None for the anonymous visitor."""
        return self.users.get(role)


def account(name: str, **fields: bool) -> User:
    """An account called `name`, with the password of the whole cast."""
    return User.objects.create_user(f"{name}@prova.example", PASSWORD, **fields)


def make_cast() -> Cast:
    """The whole cast. The president presides by a seat on the board, the others have roles given by hand."""
    secretary = account(SECRETARY)
    club = found_club(
        name="Circolo di prova", town="Prova", first_name="Viola", last_name="Mammola", by=secretary
    )
    users = {SECRETARY: secretary, STRANGER: account(STRANGER), ADMIN: account(ADMIN, is_superuser=True)}
    people = {SECRETARY: Person.objects.get(club=club, user=secretary)}
    for role, first, last in (
        (SCORER, "Dalia", "Pervinca"),
        (REFEREE, "Tullio", "Ranuncolo"),
        (TREASURER, "Iris", "Genziana"),
        (PRESIDENT, "Palmira", "Gelsomini"),
    ):
        users[role] = account(role)
        people[role] = add_person(club=club, first_name=first, last_name=last)
        people[role].user = users[role]
        save_checked(people[role], ["user"])
    for role in (SCORER, REFEREE, TREASURER):
        write_role(club=club, user=users[role], kind=RoleKind(role), granted_by=secretary)
    for person in people.values():
        admit(club=club, person=person, admitted_on=FIRST_DAY)
    mandate = open_mandate(club=club, starts_on=FIRST_DAY, ends_on=LAST_DAY)
    office = BoardSeat.Office.PRESIDENT
    seat(mandate=mandate, person=people[PRESIDENT], office=office, by=users[ADMIN], on=FIRST_DAY)
    next_door, neighbour = make_next_door()
    return Cast(club, users, people, mandate, next_door, neighbour)


def make_next_door() -> tuple[Club, Person]:
    """Another club, whose rows nobody of the cast may reach."""
    keeper = account("accanto")
    club = found_club(
        name="Circolo accanto", town="Altrove", first_name="Velia", last_name="Sorbetto", by=keeper
    )
    return club, Person.objects.get(club=club)


@pytest.fixture
def cast(db: None) -> Cast:
    """The whole cast, in the database."""
    return remembered(make_cast)
