"""The number of a table, typed to open its slip."""

from django import forms
from django.utils.translation import gettext_lazy


class TableForm(forms.Form):
    """Which table's slip is in the hand; `turno` looks at another round."""

    tavolo = forms.IntegerField(
        label=gettext_lazy("Table"),
        error_messages=dict.fromkeys(("invalid", "required"), gettext_lazy("Write the number of a table.")),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}),
    )
