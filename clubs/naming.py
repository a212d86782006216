"""The one place that decides how a person is called: in full for the staff, as she chose for everybody.

Score slips are signed at the table they lie on, and carry full names: docs/decisions/0005-names-on-paper.md.
"""

from clubs.models.people import Person


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
