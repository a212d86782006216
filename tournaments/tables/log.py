"""The log of an evening as a table, for the page and for a file."""

from typing import Any

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.log import Act
from tournaments.reads import LogLine
from tournaments.tables.scores import NUMBERS


class LogTable(tables.Table):
    """Everything that was done. A file has round and table in columns of their own (`apart`)."""

    caption = _("Everything that was done, last first")
    row_header = "number"

    number = tables.Column(_("No."), accessor="act__seq", orderable=False, attrs=NUMBERS)
    at = tables.Column(_("When"), accessor="act__at", orderable=False)
    what = tables.Column(_("What"), accessor="act", orderable=False)
    round = tables.Column(_("Round"), accessor="act__round__number", orderable=False, attrs=NUMBERS)
    table = tables.Column(_("Table"), accessor="act__facts__table", orderable=False, attrs=NUMBERS)
    who = tables.Column(_("Who"), orderable=False)

    class Meta:
        attrs = {"class": "log"}
        default = ""

    def __init__(self, lines: list[LogLine], *, apart: bool = False, **kwargs: Any) -> None:
        super().__init__(lines, exclude=() if apart else ("round", "table"), **kwargs)

    def render_at(self, record: LogLine) -> str:
        return date_format(localtime(record.act.at), "j b, H.i")

    def value_at(self, record: LogLine) -> str:
        return date_format(localtime(record.act.at), "Y-m-d H:i:s")

    def render_what(self, value: Act) -> str:
        said = [value.get_verb_display()]
        if value.round is not None:
            said.append(gettext("round %(number)d") % {"number": value.round.number})
        if value.facts.get("table"):
            said.append(gettext("table %(number)d") % {"number": value.facts["table"]})
        return " · ".join(said)

    def value_what(self, value: Act) -> str:
        return value.get_verb_display()
