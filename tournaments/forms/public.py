"""What players type: a surname, a code."""

from django import forms
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from tournaments.access import match_by_code


class SurnameForm(forms.Form):
    """The letters of a surname, or the number of an entry."""

    q = forms.CharField(
        label=_("Your surname"),
        help_text=_("Or your number."),
        required=False,
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "family-name", "class": "in", "enterkeyhint": "search"}
        ),
    )


class MatchCodeForm(forms.Form):
    """The eight characters beside the QR of a slip; blanks, dashes and small letters do not matter."""

    codice = forms.CharField(
        label=_("Code on the slip"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def clean_codice(self) -> str:
        """The code of an announced match: one that is not announced yet is as unknown as a wrong one."""
        try:
            return match_by_code(self.cleaned_data["codice"]).code
        except Http404:
            words = _("No match has this code: look at it again, or ask the referee.")
            raise forms.ValidationError(words) from None
