"""Fields of a form that stand as they are, and what they begin with in words."""

import datetime
from collections.abc import Iterable

from django import forms
from django.utils.choices import flatten_choices
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _


def freeze(form: forms.BaseForm, names: Iterable[str]) -> None:
    """Show fields that nobody can change; what a page opened before still sends is not passed over."""
    for name in form.fields.keys() & set(names):
        key = form.add_prefix(name)
        if not any(sent == key or sent.startswith(f"{key}_") for sent in form.data):
            form.fields[name].disabled = True


Shown = tuple[forms.BoundField, str | Promise]  # a field, and in words what it begins with


def shown_field(field: forms.BoundField) -> Shown:
    value, choices = field.initial, dict(flatten_choices(getattr(field.field, "choices", ())))
    if isinstance(value, datetime.datetime):
        return field, date_format(localtime(value), "DATETIME_FORMAT")
    if isinstance(value, bool):
        return field, _("yes") if value else _("no")
    return field, "–" if value in (None, "") else choices.get(value, str(value))
