"""An objection to the provisional standings, and its answer."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.referee import NumberField
from tournaments.models.referee import Objection

Decision = Objection.Decision


class ObjectionForm(forms.Form):
    """Whose objection it is, which round's score it doubts, and what is wrong."""

    number = NumberField(label=_("Number of the pair or player"), max_value=9999)
    round = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        label=_("Round whose score is wrong"),
        error_messages={"invalid_choice": _("Choose a round of the evening, or none.")},
    )
    text = forms.CharField(
        max_length=500,
        label=_("What is wrong"),
        help_text=_("Only the referee and the director read it."),
        widget=forms.Textarea(attrs={"rows": 4, "class": "in"}),
    )

    def __init__(self, *args: Any, rounds: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].choices = [("", "—"), *((number, str(number)) for number in rounds)]


class AnswerForm(forms.Form):
    """Accepted or refused, and why."""

    decision = forms.ChoiceField(
        label=_("Answer"),
        choices=[(each.value, each.label) for each in (Decision.ACCEPTED, Decision.REFUSED)],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Say whether it is accepted or refused.")},
    )
    answer = forms.CharField(max_length=300, label=_("Why"), help_text=_("The players read it: name nobody."))
