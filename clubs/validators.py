"""What no fact of a club may be: absurd dates, names that break a line."""

import datetime
import re
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.tax_code import TaxCodeFault, fault_of

EARLIEST = datetime.date(1880, 1, 1)
LATEST = datetime.date(2199, 12, 31)

TAX_CODE_SENTENCES: Mapping[TaxCodeFault, Promise] = {
    TaxCodeFault.LENGTH: _("A tax code has 16 letters and figures, or 11 figures while it is provisional."),
    TaxCodeFault.SHAPE: _("Letters and figures of this tax code are not in their places: copy it once more."),
    TaxCodeFault.CHECK: _("There is a slip in this tax code: its last character does not fit the others."),
}

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def sensible_date(value: datetime.date) -> None:
    """Refuse years nobody means, such as 0001 or 20226."""
    if not EARLIEST <= value <= LATEST:
        raise ValidationError(_("This year cannot be right: check the date."), code="absurd_date")


def one_line(value: str) -> None:
    """Refuse control characters: they break mail headers, papers and the direction of the text."""
    if _CONTROL.search(value):
        raise ValidationError(_("Only letters, figures and signs on one line."), code="control_characters")


def right_tax_code(value: str) -> None:
    """Refuse an Italian tax code that cannot have been copied right."""
    if (fault := fault_of(value)) is not None:
        raise ValidationError(TAX_CODE_SENTENCES[fault], code=f"tax_code_{fault.value}")


def not_to_come(value: datetime.date) -> None:
    """Refuse a day that is still to come for what must already have happened."""
    if value > timezone.localdate():
        raise ValidationError(_("This day is still to come."), code="future_date")
