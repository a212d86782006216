"""The list of entries: one declaration for the page and for the file."""

from collections.abc import Iterable
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.models.events import Tournament
from tournaments.roster import EntryLine

NUMBERS = {"th": {"class": "n"}, "td": {"class": "n"}}


def _to_entry(record: EntryLine, table: "EntryTable") -> str | None:
    if not table.may_change:
        return None
    return reverse("tournaments:entry", args=[table.tournament.pk, record.entry_id])


class EntryTable(tables.Table):
    """Everybody entered, by number."""

    caption = gettext_lazy("Entries")
    row_header = "names"

    number = tables.Column(verbose_name=gettext_lazy("No."), attrs=NUMBERS)
    names = tables.Column(verbose_name=gettext_lazy("Players"), linkify=_to_entry)
    state = tables.TemplateColumn(
        template_name="tournaments/entries/_state.html",
        context_object_name="line",
        verbose_name=gettext_lazy("State"),
        order_by="state",
    )

    class Meta:
        order_by = "number"
        default = ""

    def __init__(
        self, lines: Iterable[EntryLine], *, tournament: Tournament, may_change: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(list(lines), **kwargs)
        self.tournament = tournament
        self.may_change = may_change
