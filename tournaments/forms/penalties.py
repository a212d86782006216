"""A penalty: who, in which round, how many VP or MP, why."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.draws import entry_label
from tournaments.forms.fields import PointsField
from tournaments.forms.since import SinceField
from tournaments.names import EntryNames


class PenaltyForm(forms.Form):
    """What is taken away may be written with or without its minus."""

    entry = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Who"),
        error_messages={"invalid_choice": gettext_lazy("Choose who plays or has played this evening.")},
    )
    round = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Round"),
        error_messages={"invalid_choice": gettext_lazy("Choose a round that is announced.")},
    )
    vp = PointsField(label=gettext_lazy("V.P. taken away"), least=-400, most=400)
    mp = PointsField(
        label=gettext_lazy("M.P. taken away"),
        least=-50_000,
        most=50_000,
        help_text=gettext_lazy("Lateness of 5 to 10 minutes: 100 M.P. Two warnings: 1 V.P."),
    )
    reason = forms.CharField(max_length=200, label=gettext_lazy("Reason"))
    seen = SinceField()

    def __init__(
        self, *args: Any, names: Mapping[int, EntryNames], rounds: Iterable[int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        ordered = sorted(names.values(), key=lambda each: each.number)
        self.fields["entry"].choices = [
            ("", "—"),
            *((e.entry_id, entry_label(names, e.entry_id)) for e in ordered),
        ]
        self.fields["round"].choices = [(number, str(number)) for number in rounds]

    def clean(self) -> dict[str, Any]:
        """Figures as they are stored: never positive, and at least one of them."""
        data = super().clean() or {}
        for name in ("vp", "mp"):
            data[name] = -abs(data.get(name) or 0)
        if not self.errors and not data["vp"] and not data["mp"]:
            raise ValidationError(_("A penalty takes V.P., M.P. or both away: write how many."))
        return data
