"""Asking for a paper: each kind has the few choices that concern it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.models.events import Phase
from tournaments.models.papers import Paper
from tournaments.models.rounds import Round

MOST_COPIES = 100
SIZES = [("a5", gettext_lazy("A5, one to a page")), ("a4", gettext_lazy("A4, two to a page"))]
NAMES = [
    ("public", gettext_lazy("As each person chose")),
    ("full", gettext_lazy("In full, for the association's files")),
]
TABLES = [
    ("", gettext_lazy("As at most tables of the phase")),
    ("2", gettext_lazy("Table of two")),
    ("3", gettext_lazy("Table of three")),
    ("4", gettext_lazy("Table of four")),
    ("5", gettext_lazy("Table of five")),
]
HANDS = [
    ("first", gettext_lazy("From the first hand")),
    ("later", gettext_lazy("After the last row of a match's slip")),
]
Kind = Paper.Kind

FIELDS: Mapping[str, tuple[str, ...]] = {
    Kind.SLIPS: ("round", "size", "table"),
    Kind.SEATS_BY_TABLE: ("round",),
    Kind.SEATS_BY_NAME: ("round",),
    Kind.GUIDE_CARDS: ("round",),
    Kind.STANDINGS: ("round", "board", "names"),
    Kind.BLANK_SLIPS: ("phase", "players", "hands", "copies", "size"),
    Kind.RESERVE: ("round",),
}


class PaperForm(forms.Form):
    """Choices of one kind of paper. `rounds` (latest first) and `phases` are those it can be printed for."""

    round = forms.TypedChoiceField(
        label=gettext_lazy("Round"),
        coerce=int,
        error_messages={
            "invalid_choice": gettext_lazy("This round cannot be printed: confirm its draw first."),
            "required": gettext_lazy("Choose a round."),
        },
    )
    phase = forms.TypedChoiceField(label=gettext_lazy("Phase"), coerce=int)
    players = forms.ChoiceField(label=gettext_lazy("For which table"), choices=TABLES, required=False)
    hands = forms.ChoiceField(label=gettext_lazy("Hands"), choices=HANDS)
    size = forms.ChoiceField(label=gettext_lazy("Sheet"), choices=SIZES)
    table = forms.IntegerField(
        label=gettext_lazy("One table only"),
        min_value=1,
        max_value=2000,
        required=False,
        help_text=gettext_lazy("Empty: all tables."),
    )
    copies = forms.IntegerField(
        label=gettext_lazy("How many"), min_value=1, max_value=MOST_COPIES, initial=10
    )
    board = forms.BooleanField(label=gettext_lazy("With VP and MP of each round"), required=False)
    names = forms.ChoiceField(label=gettext_lazy("Names"), choices=NAMES)
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)

    def __init__(
        self,
        *args: Any,
        kind: Kind,
        rounds: Sequence[Round] = (),
        phases: Sequence[Phase] = (),
        **kwargs: Any,
    ) -> None:
        """Keep only the fields of this kind, with ids of their own: several forms stand on one page."""
        super().__init__(*args, auto_id=f"{kind}_%s", **kwargs)
        self.kind = kind
        self.rounds = {each.number: each for each in rounds}
        self.to_target = {each.number for each in phases if each.hands is None}
        unasked = set(self.fields) - {*FIELDS[kind], "language"}
        if not any(each.tournament.is_individual for each in phases):
            unasked.add("players")  # pairs sit at tables of four
        if not self.to_target:
            unasked.add("hands")
        for name in unasked & set(self.fields):
            del self.fields[name]
        if "round" in self.fields:
            self.fields["round"].choices = [  # type: ignore[attr-defined]
                (number, _("Round %(number)d") % {"number": number}) for number in self.rounds
            ]
        if "phase" in self.fields:
            self.fields["phase"].choices = [(each.number, str(each)) for each in phases]  # type: ignore[attr-defined]
        self.fields["language"].initial = get_language()

    def clean(self) -> dict[str, Any]:
        """Only a match to a target goes on past the rows of its slip."""
        data = super().clean() or {}
        if data.get("hands") == "later" and data.get("phase") not in self.to_target:
            self.add_error(
                "hands", _("The matches of this phase have a number of hands: all are on their slip.")
            )
        return data

    def chosen_round(self) -> Round | None:
        """The round chosen, None where the kind has none."""
        return self.rounds.get(self.cleaned_data.get("round", 0))

    def options(self) -> dict[str, Any]:
        """What makes this paper different from another of its kind and round."""
        names = [name for name in FIELDS[self.kind] if name != "round" and name in self.fields]
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data[name] is not None}
