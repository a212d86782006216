"""What people give to enter a whole list, and the preview of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.entry_lists import SOMEBODY_NEW, WRITES, Kind, Reading, Verdict
from tournaments.forms.entries import FreeField, label_of
from tournaments.imports import MOST_BYTES, MOST_LINES, ListError, NameLine, read_file, read_lines
from tournaments.likeness import NameIndex

MOST_TEXT = 300_000  # characters: two thousand long lines
ANSWER = "who-"  # "who-12-1" answers for the first name of line 12

LIST_REFUSALS = {
    "too_big": gettext_lazy("The file is larger than 2 MB: keep only the column of the names."),
    "too_many_lines": gettext_lazy("At most %(most)d lines at a time: part the list."),
    "broken": gettext_lazy("The file cannot be read: save it again as .xlsx or .csv, or paste the names."),
    "not_a_list": gettext_lazy("This is not a list: give a .csv, .txt or .xlsx file, or paste the names."),
    "old_excel": gettext_lazy("This is an old Excel file: save it as .xlsx or .csv, or paste the names."),
}
UNREADABLE = {
    "no_name": gettext_lazy("There is no name in this line."),
    "figure": gettext_lazy("There is a figure where a name should be."),
    "too_many_names": gettext_lazy("There are too many names in this line."),
    "columns": gettext_lazy("There are too many columns: keep only the names."),
    "same_twice": gettext_lazy("The same person is twice in this line."),
    "too_long": gettext_lazy("A name is longer than 60 letters."),
    "signs": gettext_lazy("A name has signs that cannot be written."),
}
KIND_WORDS = {
    Kind.NEW: ("ok", gettext_lazy("New")),
    Kind.KNOWN: ("ok", gettext_lazy("Known")),
    Kind.ENTERED: ("wait", gettext_lazy("Already entered")),
    Kind.TAKEN: ("bad", gettext_lazy("Entered elsewhere")),
    Kind.TWICE: ("bad", gettext_lazy("Twice in the list")),
    Kind.ASK: ("wait", gettext_lazy("Who is it?")),
    Kind.UNREADABLE: ("bad", gettext_lazy("Unreadable")),
}


class ListForm(forms.Form):
    """A list of names, pasted or in a file; `lines` are what was read of it."""

    use_required_attribute = False

    text = FreeField(
        label=gettext_lazy("Names"),
        max_length=MOST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("or a file"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("Excel (.xlsx), CSV or text, at most 2 MB."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt"}),
    )
    order = forms.ChoiceField(
        label=gettext_lazy("In each name comes first"),
        choices=[("surname", gettext_lazy("the surname")), ("name", gettext_lazy("the name"))],
        widget=forms.RadioSelect,
        initial="surname",
    )
    lines: tuple[NameLine, ...] = ()

    def __init__(self, *args: Any, is_individual: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_individual = is_individual
        if is_individual:
            help_text = _("One player a line. Columns of a sheet may be pasted too.")
        else:
            help_text = _(
                "One pair a line: Aquilone Marisa - Brigantino Ugo. Columns of a sheet may be pasted too."
            )
        self.fields["text"].help_text = help_text

    def clean(self) -> dict[str, Any]:
        """Read the file, or the text when there is none; the file's words take the place of the text."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        file = cleaned.get("file")
        field = "file" if file else "text"
        try:
            if file:
                cleaned["text"] = read_file(file.read(MOST_BYTES + 1))
            self.lines = read_lines(
                cleaned["text"], individual=self.is_individual, name_first=cleaned["order"] == "name"
            )
        except ListError as error:
            self.add_error(field, LIST_REFUSALS[error.code] % {"most": MOST_LINES})
            return cleaned
        if len(cleaned["text"]) > MOST_TEXT:
            self.add_error(field, LIST_REFUSALS["too_big"])
        if not self.lines:
            self.add_error(field, _("There are no names here: paste them, or choose a file."))
        return cleaned


@dataclass(frozen=True, slots=True)
class Question:
    """Who a name of the list is: the field's name, the name as written, the answers, the one given so far."""

    field: str
    name: str
    choices: tuple[tuple[str, str], ...]
    answer: str


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A line of the preview: what it says, its verdict in three signals, a sentence, and what it asks."""

    number: int
    text: str
    signal: str
    word: str
    sentence: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What would happen to the whole list; `waiting` of the `entering` would go to the waiting list."""

    rows: tuple[PreviewRow, ...]
    entering: int
    asking: int
    waiting: int

    @property
    def skipped(self) -> int:
        return len(self.rows) - self.entering - self.asking


def preview_of(
    verdicts: Sequence[Verdict], index: NameIndex, answers: Mapping[str, str], places: int | None
) -> Preview:
    """The verdicts in words; `places` are those left, None without a limit."""
    entering = sum(verdict.kind in WRITES for verdict in verdicts)
    return Preview(
        rows=tuple(_row(verdict, index, answers) for verdict in verdicts),
        entering=entering,
        asking=sum(verdict.kind is Kind.ASK for verdict in verdicts),
        waiting=0 if places is None else max(entering - places, 0),
    )


def answers_in(data: Mapping[str, str]) -> dict[str, str]:
    """What was answered beside the lines that ask, by the key of the reading."""
    return {key.removeprefix(ANSWER): data[key] for key in data if key.startswith(ANSWER)}


def _row(verdict: Verdict, index: NameIndex, answers: Mapping[str, str]) -> PreviewRow:
    signal, word = KIND_WORDS[verdict.kind]
    questions = tuple(
        Question(
            ANSWER + reading.key,
            str(reading.name),
            _choices(reading, index),
            answers.get(reading.key, ""),
        )
        for reading in verdict.readings
        if reading.candidates
    )
    names = " – ".join(str(name) for name in verdict.line.names)
    return PreviewRow(
        verdict.line.number,
        names or verdict.line.text,
        signal,
        str(word),
        verdict_sentence(verdict),
        questions,
    )


def _choices(reading: Reading, index: NameIndex) -> tuple[tuple[str, str], ...]:
    """Each candidate, and somebody new where that is possible."""
    choices = tuple((str(known.person_id), label_of(known, index)) for known in reading.candidates)
    return (*choices, (SOMEBODY_NEW, _("Somebody else"))) if reading.may_be_new else choices


def verdict_sentence(verdict: Verdict) -> str:
    """Why a line writes nothing, or what is special about it; empty when there is nothing to say."""
    facts = {"who": verdict.who, "number": verdict.number}
    if verdict.kind is Kind.UNREADABLE:
        return str(UNREADABLE[verdict.who])
    if verdict.kind is Kind.ENTERED:
        return _("Number %(number)d.") % facts
    if verdict.kind is Kind.TAKEN:
        return _("%(who)s is already entered, with number %(number)d.") % facts
    if verdict.kind is Kind.TWICE:
        return _("%(who)s is in line %(number)d too.") % facts
    return _("She waits for a partner.") if verdict.is_alone else ""
