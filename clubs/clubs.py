"""Writing clubs: founding one and changing what it says about itself."""

import datetime

from django.db import transaction
from django.utils.text import slugify

from clubs import people, rights
from clubs.figures import plain_figures
from clubs.models.clubs import Club
from clubs.models.rights import RoleKind
from clubs.models.users import User
from clubs.saving import raise_version, save_checked

SLUG_LENGTH = 60


@transaction.atomic
def found_club(
    *,
    name: str,
    town: str,
    first_name: str,
    last_name: str,
    by: User,
    is_demo: bool = False,
) -> Club:
    """Found a club; who founds it becomes its secretary and the first person on its list.

    Founding again the club one already keeps, with the same name and town, answers with that club.
    Raises ValidationError.
    """
    name, town = name.strip(), town.strip()
    club = Club(name=name, slug=free_slug(name), town=town, is_demo=is_demo)
    club.clean_fields()
    if (already := kept_club(name=name, town=town, by=by, is_demo=is_demo)) is not None:
        return already
    save_checked(club)
    rights.write_role(club=club, user=by, kind=RoleKind.SECRETARY, granted_by=by)
    founder = people.add_person(club=club, first_name=first_name, last_name=last_name, email=by.email)
    founder.user = by
    save_checked(founder, ["user"])
    return club


def kept_club(*, name: str, town: str, by: User, is_demo: bool = False) -> Club | None:
    """The club of this name and town whose secretary the account is, or None."""
    kept = Club.objects.filter(roles__user=by, roles__kind=RoleKind.SECRETARY)
    return kept.filter(name=name.strip(), town=town.strip(), is_demo=is_demo).first()


@transaction.atomic
def change_club(
    *,
    club: Club,
    name: str,
    town: str,
    venue: str,
    about: str,
    email: str,
    phone: str,
    board_title: str,
    mandate_years: int,
    is_public: bool,
) -> Club:
    """Change what the club says about itself. The address of its page stays: it is printed on paper.

    Raises ValidationError.
    """
    facts = {
        "name": name,
        "town": town,
        "venue": venue,
        "about": about,
        "email": email,
        "phone": plain_figures(phone),
        "board_title": board_title,
        "mandate_years": mandate_years,
        "is_public": is_public,
    }
    for field, value in facts.items():
        setattr(club, field, value)
    save_checked(club, facts)
    raise_version(club)
    return club


def free_slug(name: str) -> str:
    """An address for the page that no club has yet, as near to the name as it can be."""
    base = slugify(name)[: SLUG_LENGTH - 5].strip("-_") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    number = next(n for n in range(2, len(taken) + 3) if f"{base}-{n}" not in taken)
    return f"{base}-{number}"


def end_of_term(starts_on: datetime.date, years: int) -> datetime.date:
    """The last day of a term that long: one day before the anniversary."""
    try:
        anniversary = starts_on.replace(year=starts_on.year + years)
    except ValueError:  # 29 February
        anniversary = datetime.date(starts_on.year + years, 3, 1)
    return anniversary - datetime.timedelta(days=1)
