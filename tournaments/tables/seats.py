"""Who sits where, as a file."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds import group_letter
from tournaments.names import EntryNames
from tournaments.reads import SeatLine


class SeatsTable(tables.Table):
    """One line for each entry and round; who rests or is absent has no line."""

    round = tables.Column(_("Round"), accessor="seat__round__number", orderable=False)
    state = tables.Column(_("State"), accessor="seat__round__get_state_display", orderable=False)
    group = tables.Column(_("Group"), accessor="seat__group", orderable=False)
    table = tables.Column(_("Table"), accessor="seat__table_number", orderable=False)
    line = tables.Column(_("Line"), accessor="seat__get_line_display", orderable=False)
    reason = tables.Column(_("Does what"), accessor="seat__get_reason_display", orderable=False)
    number = tables.Column(_("No."), accessor="names__number", orderable=False)
    names = tables.Column(_("Names"), orderable=False)

    class Meta:
        default = ""

    def __init__(self, lines: Sequence[SeatLine]) -> None:
        """The group has a column where anybody is in one."""
        super().__init__(lines, exclude=() if any(line.seat.group for line in lines) else ("group",))

    def value_group(self, value: int) -> str:
        return group_letter(value)

    def value_names(self, value: EntryNames) -> str:
        return " – ".join(value.full)
