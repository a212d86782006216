"""The one place that decides how a person is called: in full for the staff, as she chose for everybody.

Score slips are signed at the table they lie on, and carry full names: docs/decisions/0005-names-on-paper.md.
"""

from collections.abc import Callable

from clubs.models.clubs import Club
from clubs.models.people import Person
from clubs.models.users import User


def full_name(person: Person) -> str:
    """Surname and name, for pages that only the staff reads, slips, and the association's own papers."""
    return f"{person.last_name} {person.first_name}".strip()


def public_name(person: Person) -> str:
    """The name as the person lets it be seen: public pages, the wall, papers hung in the hall."""
    match person.name_shown:
        case Person.NameShown.FULL:
            return full_name(person)
        case Person.NameShown.INITIAL:
            return f"{person.last_name} {_initial(person.first_name)}".strip()
        case _:
            return f"{_initial(person.last_name)} {_initial(person.first_name)}".strip()


def _initial(name: str) -> str:
    return f"{name.strip()[:1].upper()}." if name.strip() else ""


def account_names(club: Club) -> Callable[[User | None], str]:
    """What the staff calls who did something, in one query: the club's person whose account it is.

    An account that is no person of the club is its address before the @; nobody, the program itself, is "".
    """
    people = Person.objects.filter(club=club, user__isnull=False)
    names = {person.user_id: full_name(person) for person in people}
    return lambda user: "" if user is None else names.get(user.pk) or user.email.partition("@")[0]
