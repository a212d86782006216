"""What the referee types: a call, a warning, a score given instead of a played one."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.awards import MOST_MP, Given, Score
from tournaments.forms.draws import entry_label
from tournaments.forms.fields import PointsField
from tournaments.forms.since import SinceField
from tournaments.models.referee import RefereeCall
from tournaments.models.scores import HandSide
from tournaments.names import EntryNames

Kind = RefereeCall.Kind
MOST_KEY = 2**53


class NumberField(forms.IntegerField):
    """A small whole number, typed on a phone's keypad."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"class": "in", "inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}
        super().__init__(
            widget=forms.TextInput(attrs=attrs),
            min_value=1,
            error_messages={"invalid": _("Write a whole number, for example 7.")},
            **kwargs,
        )


def warned_label(names: Mapping[int, EntryNames], entry: int, warnings: int) -> str:
    """Number, surnames, and how often the entry was warned: the referee sees it before the press."""
    label = entry_label(names, entry)
    if not warnings:
        return label
    count = ngettext("%(count)d warning", "%(count)d warnings", warnings) % {"count": warnings}
    return f"{label} · {count}"


class CallForm(forms.Form):
    """A call or a warning. `told` and `seen` are what the page has shown: see `calls.warn`."""

    kind = forms.ChoiceField(
        label=_("What it is"), choices=Kind.choices, initial=Kind.CALL, widget=forms.RadioSelect
    )
    round = forms.TypedChoiceField(
        coerce=int,
        label=_("Round"),
        error_messages={"invalid_choice": _("Choose a round that is announced.")},
    )
    table = NumberField(label=_("Table"), required=False, max_value=1000)
    hand = NumberField(label=_("Hand"), required=False, max_value=60)
    entry = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        label=_("Who"),
        help_text=_("A warning needs it. Each second warning of the evening takes 1 V.P."),
        error_messages={"invalid_choice": _("Choose who plays or has played this evening.")},
    )
    question = forms.CharField(max_length=300, label=_("What happened"))
    decision = forms.CharField(max_length=300, required=False, label=_("What was decided"))
    mp = PointsField(
        label=_("M.P. taken with a second warning"),
        least=-MOST_MP,
        most=MOST_MP,
        help_text=_("Empty: none."),
    )
    told = forms.IntegerField(required=False, min_value=0, max_value=MOST_KEY, widget=forms.HiddenInput)
    seen = SinceField()

    def __init__(
        self,
        *args: Any,
        names: Mapping[int, EntryNames],
        playing: Iterable[int],
        warnings: Mapping[int, int],
        rounds: Iterable[int],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        ordered = sorted(playing, key=lambda entry: names[entry].number)
        self.fields["entry"].choices = [
            ("", "—"),
            *((entry, warned_label(names, entry, warnings.get(entry, 0))) for entry in ordered),
        ]
        self.fields["round"].choices = [(number, str(number)) for number in rounds]

    def clean(self) -> dict[str, Any]:
        """A warning names somebody; MP are stored as what is taken."""
        data = super().clean() or {}
        data["mp"] = -abs(data.get("mp") or 0)
        if data.get("kind") == Kind.WARNING and data.get("entry") is None and "entry" not in self.errors:
            self.add_error("entry", _("Say who is warned."))
        if data.get("kind") == Kind.CALL and data["mp"]:
            self.add_error("mp", _("A call takes no M.P.: write a warning, or a penalty on its own page."))
        return data

    def ask_again(self, number: int) -> None:
        """Send back that the referee has now read which warning this is."""
        self.data = self.data.copy()
        self.data["told"] = str(number)


class AwardForm(forms.Form):
    """VP and signed MP of each line, or of each player at a table of three or five, and why."""

    reason = forms.CharField(max_length=200, label=_("Reason"))
    told = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)
    seen = SinceField()

    def __init__(
        self, *args: Any, places: Mapping[str, str], start: Score, vp: tuple[int, int], **kwargs: Any
    ) -> None:
        """`places` are the table's, with the names that sit there; `start` is what is shown at first, `vp`
        the least and the most of a line. `told` are the figures whose consequences the page has shown."""
        super().__init__(*args, **kwargs)
        self.places = places
        for place in places:
            line = HandSide.Side(place).label
            known = start.get(place)
            self.fields[f"vp_{place}"] = PointsField(
                label=_("%(line)s: V.P.") % {"line": line},
                least=vp[0],
                most=vp[1],
                required=True,
                initial=known.vp if known else None,
            )
            self.fields[f"mp_{place}"] = PointsField(
                label=_("%(line)s: M.P.") % {"line": line},
                least=-MOST_MP,
                most=MOST_MP,
                required=True,
                initial=known.mp if known else None,
            )
        self.order_fields([name for name in self.fields if name not in ("reason", "told", "seen")])

    @property
    def lines(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Who sits at each place, with the two fields of it."""
        return [(names, self[f"vp_{place}"], self[f"mp_{place}"]) for place, names in self.places.items()]

    @property
    def figures(self) -> str:
        """The typed figures as one word, as `told` keeps them."""
        return " ".join(f"{place}:{each.vp}:{each.mp}" for place, each in self.given().items())

    def is_told(self, touched: str) -> bool:
        """Whether the page had shown what comes of these very figures, with all that they touch now."""
        return bool(self.cleaned_data["told"] == f"{touched} {self.figures}".strip())

    def tell(self, touched: str) -> None:
        """Send back that the page now shows what comes of these figures."""
        self.data = self.data.copy()
        self.data["told"] = f"{touched} {self.figures}".strip()

    def given(self) -> Score:
        data = self.cleaned_data
        return {place: Given(data[f"vp_{place}"], data[f"mp_{place}"]) for place in self.places}
