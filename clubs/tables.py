"""The lists of a club: one declaration for the page and for the file."""

import datetime
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models.people import Membership, Person

WIDE = {"th": {"class": "wide"}, "td": {"class": "wide"}}  # not on a phone
NUMBERS = {"th": {"class": "n"}, "td": {"class": "n"}}
WIDE_NUMBERS = {"th": {"class": "n wide"}, "td": {"class": "n wide"}}


class DayColumn(tables.DateColumn):
    """A day; in a file it stays a day, and the file writes it as the language does."""

    def value(self, value: datetime.date | None, **_facts: Any) -> datetime.date | None:
        return value


class ClubTable(tables.Table):
    """A table of club rows whose names lead to their pages, for who may change them."""

    def __init__(self, *args: Any, may_change: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_change = may_change


def _to_person(record: Person, table: ClubTable) -> str | None:
    return reverse("clubs:person_edit", args=[record.club.slug, record.pk]) if table.may_change else None


def _to_line(record: Membership, table: ClubTable) -> str | None:
    return reverse("clubs:member_line", args=[record.club.slug, record.number]) if table.may_change else None


class PersonTable(ClubTable):
    """Everybody the club knows."""

    caption = _("Persons")
    row_header = "last_name"

    last_name = tables.Column(linkify=_to_person)
    first_name = tables.Column()
    phone = tables.Column(attrs={"td": {"class": "run"}})
    email = tables.Column(attrs=WIDE)
    birth_date = DayColumn(attrs=WIDE)
    member_number = tables.Column(verbose_name=_("member no."), attrs=WIDE_NUMBERS)

    class Meta:
        model = Person
        fields = ("last_name", "first_name", "phone", "email", "birth_date", "member_number")
        order_by = ("last_name", "first_name")
        default = ""


class MemberTable(ClubTable):
    """The member book."""

    caption = _("Member book")
    row_header = "last_name"

    number = tables.Column(attrs=NUMBERS)
    last_name = tables.Column(accessor="person__last_name", linkify=_to_line)
    first_name = tables.Column(accessor="person__first_name")
    birth_date = DayColumn(accessor="person__birth_date")
    birth_place = tables.Column(accessor="person__birth_place")
    residence = tables.Column(accessor="person__residence")
    tax_code = tables.Column(accessor="person__tax_code")
    category = tables.Column(attrs=WIDE)
    admitted_on = DayColumn(attrs=WIDE)
    left_on = DayColumn(attrs=WIDE)
    leaving_reason = tables.Column(attrs=WIDE)

    class Meta:
        model = Membership
        fields = (
            "number",
            "last_name",
            "first_name",
            "birth_date",
            "birth_place",
            "residence",
            "tax_code",
            "category",
            "admitted_on",
            "left_on",
            "leaving_reason",
        )
        order_by = "number"
        default = ""


# What the page leaves to the file, so that a line of the book fits a screen.
MEMBER_FILE_ONLY = ("birth_date", "birth_place", "residence", "tax_code")
