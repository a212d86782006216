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

    def __init__(
        self, *args: Any, rounds: Iterable[int], asks_code: bool, is_late: bool = False, **kwargs: Any
    ) -> None:
        """`asks_code`: of who is not of the staff; `is_late`: the staff ticks that it was said in time."""
        super().__init__(*args, **kwargs)
        if asks_code:
            self.fields["code"] = forms.CharField(
                label=_("Code on a slip of yours"),
                max_length=20,
                help_text=_(
                    "Of any table you sat at: only you and your opponents there know it. Without a slip tell "
                    "the staff, who writes the objection down for you."
                ),
                widget=forms.TextInput(
                    attrs={
                        "class": "in",
                        "autocomplete": "off",
                        "autocapitalize": "characters",
                        "spellcheck": "false",
                    }
                ),
            )
            self.order_fields(["number", "code", "round", "text"])
        if is_late:
            self.fields["late"] = forms.BooleanField(
                label=_("The time is over: I write it all the same, and the final waits for its answer"),
                error_messages={
                    "required": _("The time for objections is over: tick this box to write it all the same.")
                },
            )
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


class AsideForm(forms.Form):
    """Why what somebody wrote is obviously no objection: one press, and the players read it."""

    why = forms.ChoiceField(
        label=_("Why it is set aside"),
        choices=[
            ("", "—"),
            ("not_theirs", _("these players did not write it")),
            ("no_matter", _("it is not about a score or the standings")),
            ("words", _("it is not written with respect")),
        ],
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose why it is set aside.")),
    )

    def reason(self) -> str:
        return str(dict(self.fields["why"].choices)[self.cleaned_data["why"]])
