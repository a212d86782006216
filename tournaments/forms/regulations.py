"""The figures of a club's own regulations: what is typed, every fault of it in a sentence at its field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.templatetags.ui import minus
from clubs.validators import one_line
from scoring.cards import Rank
from scoring.regulations import (
    PRESETS,
    BurracoKind,
    Regulations,
    RegulationsProblem,
    Shape,
    Unlikely,
    changed,
    regulations_problems,
)
from tournaments.formats import RulesDocument, preset_document
from tournaments.forms.events import KIND_NAMES
from tournaments.forms.fields import PointsField
from tournaments.forms.regulation_words import (
    CHOICES,
    NUMBERS,
    PARTS,
    RANK_NAMES,
    UNLIKELY_NAMES,
    choices_of,
    parts_of,
    usual_words,
)

T = TypeVar("T")

# Kinds that a preset does not pay begin from the shapes of the one that pays them all.
USUAL_SHAPES = PRESETS["fitab-2025"].shapes
_SHAPES = ("set_naturals", "run_naturals")
_FIGURES = ("bonuses", *_SHAPES)  # of a kind, in the order of the columns
_VALUES = ("table_values", "hand_values")  # of a card
_COLUMNS: Mapping[str, Any] = {
    "bonuses": gettext_lazy("points"),
    "set_naturals": gettext_lazy("natural cards of a set"),
    "run_naturals": gettext_lazy("natural cards of a run"),
    "table_values": gettext_lazy("on the table"),
    "hand_values": gettext_lazy("in the hand"),
}


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of the form's tables: a kind or a card by its key and its name, and its fields."""

    key: str
    label: str
    cells: tuple[BoundField, ...]

    @property
    def is_wrong(self) -> bool:
        return any(field.errors for field in self.cells)


class RegulationsForm(forms.Form):
    """All figures of regulations. Fields are named like those of `Regulations`: `closing`, `bonuses_clean`.

    An empty bonus means that the kind is not paid, an empty number of cards that no such meld is of the kind.
    """

    name = forms.CharField(
        label=gettext_lazy("Name of these regulations"), max_length=60, validators=[one_line]
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1, initial=0)

    def __init__(self, data: Any = None, *, document: RulesDocument, version: int = 0) -> None:
        self.document = document
        self.regulations = document.regulations
        initial = {"name": document.name, "seen": version} | dict(_typed(document.regulations))
        super().__init__(data, initial=initial)
        for kind in BurracoKind:
            for column in _FIGURES:
                self._add_points(f"{column}_{kind}", f"{KIND_NAMES[kind]}, {_COLUMNS[column]}")
        for rank in Rank:
            for column in _VALUES:
                self._add_points(f"{column}_{rank}", f"{RANK_NAMES[rank]}, {_COLUMNS[column]}")
        for field in (*CHOICES, *NUMBERS):
            self._add_scalar(field)
        for key, label in UNLIKELY_NAMES.items():
            self._add_points(f"unlikely_{key}", str(label), required=True)

    def _add_points(self, name: str, label: str, *, required: bool = False, help_text: str = "") -> None:
        self.fields[name] = PointsField(
            label=label,
            required=required,
            help_text=help_text,
            error_messages={
                "invalid": _("Write a number in figures, for example 150."),
                "required": _("Write a number: this figure is always needed."),
            },
        )

    def _add_scalar(self, field: str) -> None:
        usual = usual_words(self.document, field)
        if field in CHOICES:
            self.fields[field] = forms.ChoiceField(
                label=CHOICES[field].label,
                choices=choices_of(self.document, field),
                widget=forms.RadioSelect,
                help_text=usual,
            )
        else:
            number = NUMBERS[field]
            help_text, required = f"{number.note} {usual}", number.empty is None
            self._add_points(field, str(number.label), required=required, help_text=help_text)

    def clean(self) -> dict[str, Any]:
        """Put the figures together, say all that is wrong with them; what is no figure counts as before."""
        super().clean()
        self.regulations = self._put_together()
        for problem in regulations_problems(self.regulations):
            name = place_of(problem)
            if name not in self.errors:
                self.add_error(name, problem_sentence(problem))
        for name in self._shapes_for_nothing():
            self.add_error(
                name,
                _("This kind is not paid, so it has no cards: write its points too, or empty this field."),
            )
        return self.cleaned_data

    def _shapes_for_nothing(self) -> list[str]:
        """Numbers of cards typed for kinds that are not paid: they would be lost without a word."""
        names = [
            f"{column}_{kind}"
            for kind in BurracoKind
            if self._figure(f"bonuses_{kind}") is None
            for column in _SHAPES
        ]
        return [
            name
            for name in names
            if name not in self.errors and self._figure(name) not in (None, self.initial[name])
        ]

    def _figure(self, name: str) -> Any:
        return self.initial[name] if name in self.errors else self.cleaned_data[name]

    def _put_together(self) -> Regulations:
        bonuses = {kind: self._figure(f"bonuses_{kind}") for kind in BurracoKind}
        bonuses = {kind: bonus for kind, bonus in bonuses.items() if bonus is not None}
        shapes = {
            kind: Shape(
                self._figure(f"set_naturals_{kind}"),
                self._figure(f"run_naturals_{kind}"),
                USUAL_SHAPES[kind].wilds,
            )
            for kind in bonuses
        }
        values = {
            name: {rank: figure for rank in Rank if (figure := self._figure(f"{name}_{rank}")) is not None}
            for name in _VALUES
        }
        unlikely = Unlikely(**{key: self._figure(f"unlikely_{key}") for key in UNLIKELY_NAMES})
        choices = {field: _among(choice.sentences, self._figure(field)) for field, choice in CHOICES.items()}
        numbers = {field: self._figure(field) for field in NUMBERS}
        return changed(
            self.document.regulations,
            bonuses=bonuses,
            shapes=shapes,
            unlikely=unlikely,
            **values,
            **choices,
            **numbers,
        )

    def typed_document(self) -> RulesDocument:
        """What was typed, as the document it would be."""
        return RulesDocument(self.regulations, self.document.based_on, str(self["name"].value() or ""))

    def burraco_rows(self) -> list[FigureRow]:
        """The kinds of burraco: points and the natural cards of the smallest set and run."""
        return [self._row(KIND_NAMES[kind], f"{kind}", _FIGURES) for kind in BurracoKind]

    def card_rows(self) -> list[FigureRow]:
        """The cards: what each counts on the table and in the hand."""
        return [self._row(RANK_NAMES[rank], f"{rank}", _VALUES) for rank in Rank]

    def _row(self, label: object, key: str, columns: tuple[str, ...]) -> FigureRow:
        return FigureRow(key, str(label), tuple(self[f"{column}_{key}"] for column in columns))

    def burraco_headings(self) -> list[str]:
        return [str(_COLUMNS[column]).capitalize() for column in _FIGURES]

    def card_headings(self) -> list[str]:
        return [str(_COLUMNS[column]).capitalize() for column in _VALUES]

    def table_sources(self) -> dict[str, str]:
        """Where the preset has the figures of the tables from, by part."""
        parts = parts_of(preset_document(self.document.based_on))
        return {part.key: part.source for part in parts}

    def parts(self) -> list[tuple[str, list[BoundField]]]:
        """The rules that are no table, part by part."""
        own = {**CHOICES, **NUMBERS}
        return [
            (str(title), [self[name] for name in names])
            for title, names in PARTS.values()
            if all(name in own for name in names)
        ]

    def unlikely_fields(self) -> list[BoundField]:
        return [self[f"unlikely_{key}"] for key in UNLIKELY_NAMES]

    def single_fields(self) -> list[BoundField]:
        """The visible fields outside the tables."""
        return [
            self["name"],
            *(field for _title, rules in self.parts() for field in rules),
            *self.unlikely_fields(),
        ]


def _among(values: Mapping[T, Any], word: str) -> T:
    return next(value for value in values if str(value) == word)


def _typed(regulations: Regulations) -> Iterator[tuple[str, Any]]:
    """The figures as they stand in the fields."""
    for kind in BurracoKind:
        shape = regulations.shapes.get(kind, USUAL_SHAPES[kind])
        yield f"bonuses_{kind}", regulations.bonuses.get(kind)
        yield f"set_naturals_{kind}", shape.set_naturals
        yield f"run_naturals_{kind}", shape.run_naturals
    for name in _VALUES:
        for rank in Rank:
            yield f"{name}_{rank}", getattr(regulations, name)[rank]
    for field in CHOICES:
        yield field, str(getattr(regulations, field))
    for field in NUMBERS:
        yield field, getattr(regulations, field)
    for each in fields(Unlikely):
        yield f"unlikely_{each.name}", getattr(regulations.unlikely, each.name)


def place_of(problem: RegulationsProblem) -> str:
    """The field a fault stands on."""
    if problem.field == "shapes":
        return f"{problem.figures.get('meld', 'set_naturals')}_{problem.key}"
    if problem.code == "all_zero":
        return f"{problem.field}_{Rank.JOKER}"
    return problem.field if problem.key is None else f"{problem.field}_{problem.key}"


def problem_sentence(problem: RegulationsProblem) -> str:
    """What is wrong with a figure and what to write instead."""
    figures = {name: minus(v) if isinstance(v, int) else v for name, v in problem.figures.items()}
    if problem.code == "step":
        figures["near"] = minus(_nearest(int(problem.figures["found"]), int(problem.figures["step"])))
    if "other" in figures:
        figures["other"] = str(KIND_NAMES[BurracoKind(str(figures["other"]))])
    return _template(problem) % figures


def _nearest(found: int, step: int) -> int:
    return max(step, (found + step // 2) // step * step)


def _template(problem: RegulationsProblem) -> str:
    is_run, is_dirty = problem.figures.get("meld") == "run_naturals", problem.key == BurracoKind.DIRTY
    sentences = {
        "missing": _("Write a number: this figure is always needed."),
        "range": _("Write a number from %(lowest)s to %(highest)s instead of %(found)s."),
        "all_zero": _("All cards count 0. Let at least one of them count something."),
        "step": _(
            "Every card counts a multiple of %(step)s, so this must be a multiple of %(step)s too: "
            "for example %(near)s, not %(found)s."
        ),
        "fine": _(
            "With %(found)s beside %(most)s the points of burracos would rise by only %(grain)s, and typing "
            "errors could not be found any more. Write a rounder number."
        ),
        "positive": _("%(found)s is too little here. Write a larger number."),
        "wilds": _("This burraco has %(expected)s wild cards, not %(found)s."),
        "empty": _("Say from how many natural cards it counts, as a set or as a run."),
        "order": _order(problem),
        "no_kind": _no_kind(is_run=is_run, is_dirty=is_dirty),
    }
    return sentences[problem.code]


def _order(problem: RegulationsProblem) -> str:
    if problem.field == "unlikely":
        return _("The lower limit must be less than the upper one, %(above)s. Here it is %(found)s.")
    return _(
        "“%(other)s” pays %(lowest)s, and this one is harder to make. "
        "Write %(lowest)s or more, not %(found)s."
    )


def _no_kind(*, is_run: bool, is_dirty: bool) -> str:
    if is_run and is_dirty:
        return _(
            "Who lays a run of %(naturals)s natural cards and a wild would be paid nothing for it. "
            "Write %(naturals)s here."
        )
    if is_run:
        return _(
            "Who lays a run of %(naturals)s natural cards would be paid nothing for it. "
            "Write %(naturals)s here."
        )
    if is_dirty:
        return _(
            "Who lays a set of %(naturals)s natural cards and a wild would be paid nothing for it. "
            "Write %(naturals)s here."
        )
    return _(
        "Who lays a set of %(naturals)s natural cards would be paid nothing for it. Write %(naturals)s here."
    )
