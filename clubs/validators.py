"""What no fact of a club may be: absurd dates, names that break a line."""

import datetime
import re

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

EARLIEST = datetime.date(1880, 1, 1)
LATEST = datetime.date(2199, 12, 31)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def sensible_date(value: datetime.date) -> None:
    """Refuse years nobody means, such as 0001 or 20226."""
    if not EARLIEST <= value <= LATEST:
        raise ValidationError(_("This year cannot be right: check the date."), code="absurd_date")


def one_line(value: str) -> None:
    """Refuse control characters: they break mail headers, papers and the direction of the text."""
    if _CONTROL.search(value):
        raise ValidationError(_("Only letters, figures and signs on one line."), code="control_characters")


def not_to_come(value: datetime.date) -> None:
    """Refuse a day that is still to come for what must already have happened."""
    if value > timezone.localdate():
        raise ValidationError(_("This day is still to come."), code="future_date")
