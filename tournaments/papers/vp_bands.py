"""The VP table as it stands on a slip: difference above, VP below."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.victory_points import VpTable


@dataclass(frozen=True, slots=True)
class Band:
    """One column: differences "105–300" and what the higher and the lower line get, "11–9"."""

    difference: str
    points: str


def bands(table: VpTable, step: int) -> tuple[Band, ...]:
    """The columns of a table; `step` (points) is the smallest difference of totals. Empty for raw points."""
    found = []
    lowest = 0
    for limit, (higher, lower) in zip(table.limits, table.pairs, strict=False):
        found.append(Band(f"{lowest}–{limit}" if limit > lowest else str(limit), f"{higher}–{lower}"))
        lowest = limit + step
    if table.pairs:
        higher, lower = table.pairs[-1]
        found.append(Band(_("more"), f"{higher}–{lower}"))
    return tuple(found)
