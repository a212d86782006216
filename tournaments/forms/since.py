"""What a page had seen of the evening, sent back with what was typed or pressed on it."""

from collections.abc import Mapping
from typing import Any

from django import forms

from tournaments.since import ChangedSince


class SinceField(forms.IntegerField):
    """The version that the evening had when the page was made; where a form does not say it, 0, a page older
    than everything: what came since is shown before anything is written."""

    def __init__(self) -> None:
        super().__init__(required=False, min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def clean(self, value: Any) -> int:
        return super().clean(value) or 0


class SinceForm(forms.Form):
    """A button that sends nothing else."""

    seen = SinceField()


def seen_of(data: Mapping[str, Any]) -> int | None:
    """The version that a pressed page had; something else than a version is older than everything. None for
    a button without one, which has nothing typed beside it."""
    if "seen" not in data:
        return None
    form = SinceForm(data)
    return form.cleaned_data["seen"] if form.is_valid() else 0


def has_now_seen(form: forms.Form, refusal: ChangedSince) -> None:
    """Let the page that says what has changed send back that it did; what was typed stays."""
    form.data = form.data.copy()
    form.data["seen"] = str(refusal.version)
