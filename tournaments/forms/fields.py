"""Figures as scorers write them: "45-", "-45", a lone "-" for zero, a true minus, a dot in thousands."""

import re
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.templatetags.ui import minus

MOST = 99_999
_SIGNS = "-−–"
_FIGURE = re.compile(
    rf"(?P<before>[{_SIGNS}+]?)\s*(?P<digits>\d+|\d{{1,3}}(?:\.\d{{3}})+)\s*(?P<after>[{_SIGNS}]?)"
)


def read_figure(text: str) -> int | None:
    """The points a scorer wrote; None for an empty field. ValueError when it is no whole number."""
    text = text.strip()
    if not text:
        return None
    if text in _SIGNS:
        return 0
    found = _FIGURE.fullmatch(text)
    if found is None or (found["before"] and found["after"]):
        raise ValueError(text)
    digits = found["digits"].replace(".", "")
    if len(digits) > 12:
        raise ValueError(text)
    is_negative = (found["before"] or "+") in _SIGNS or bool(found["after"])
    return -int(digits) if is_negative else int(digits)


class PointsField(forms.Field):
    """Points of a line, signed; `least` and `most` bound what can be typed at all."""

    default_error_messages = {"invalid": _("Write a whole number, for example 165 or 45-.")}

    def __init__(self, *, least: int = -MOST, most: int = MOST, css: str = "in", **kwargs: Any) -> None:
        self.least, self.most = least, most
        attrs = {"class": css, "autocomplete": "off", "maxlength": "9", "data-figure": True}
        super().__init__(
            required=kwargs.pop("required", False), widget=forms.TextInput(attrs=attrs), **kwargs
        )

    def prepare_value(self, value: Any) -> Any:
        return minus(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        try:
            figure = read_figure(str(value)) if value is not None else None
        except ValueError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None
        if figure is not None and not self.least <= figure <= self.most:
            raise ValidationError(
                _("Write a number from %(least)s to %(most)s."),
                code="range",
                params={"least": minus(self.least), "most": minus(self.most)},
            )
        return figure

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return self.to_python(initial) != self.to_python(data)
        except ValidationError:
            return True


_HALF = re.compile(r"(?<=\d)[,.]5(?!\d)")


class HalfPointsField(PointsField):
    """Points of a player, who may have half a point: "542,5", "542.5", "0,5-"."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        del self.widget.attrs["data-figure"]  # a keypad for whole numbers has no comma
        self.widget.attrs["inputmode"] = "decimal"

    def prepare_value(self, value: Any) -> Any:
        return minus(value) if isinstance(value, Fraction) else super().prepare_value(value)

    def to_python(self, value: Any) -> int | Fraction | None:
        text = str(value) if value is not None else ""
        if not _HALF.search(text):
            return super().to_python(value)
        whole = super().to_python(_HALF.sub("", text, count=1))
        half = Fraction(2 * abs(whole or 0) + 1, 2)
        return -half if any(sign in text for sign in _SIGNS) else half
