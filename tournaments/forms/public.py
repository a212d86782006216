"""What players type: a surname, a code."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.rounds import Match


class SurnameForm(forms.Form):
    """The letters of a surname."""

    q = forms.CharField(
        label=_("Your surname"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )


class MatchCodeForm(forms.Form):
    """The eight characters printed under the QR of a slip; spaces and lower case do not matter."""

    codice = forms.CharField(
        label=_("Code on the slip"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )

    def clean_codice(self) -> str:
        code = self.cleaned_data["codice"].replace(" ", "").upper()
        if not Match.objects.active().filter(code=code).exists():
            raise forms.ValidationError(_("No match has this code: look at it again, or ask the referee."))
        return code
