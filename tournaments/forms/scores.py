"""The slip as a form: one row for each hand, in four modes, both lines; and what belongs to the match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.hands import EndReason, Hand, HandScore, Layer, layer, resolve
from scoring.ranking import Figure
from scoring.regulations import BurracoKind
from tournaments.forms.events import KIND_NAMES
from tournaments.forms.fields import PointsField
from tournaments.forms.sentences import FIELD_WORDS, WHOLE_MATCH, line_word
from tournaments.hands import LINES, NumberedHand
from tournaments.models.events import Tournament
from tournaments.models.scores import UNASKED, ScoreChange
from tournaments.results import Rules, result_of

Mode = Tournament.EntryMode
FIELDS: Mapping[str, tuple[str, ...]] = {
    Mode.QUICK: ("base", "points"),
    Mode.TOTAL: ("total",),
    Mode.SINGLE: ("total",),
    Mode.DETAIL: ("missed", "laid", "left"),
}
MODE_WORDS = {
    Mode.DETAIL: gettext_lazy("detail"),
    Mode.QUICK: gettext_lazy("quick"),
    Mode.TOTAL: gettext_lazy("totals"),
    Mode.SINGLE: gettext_lazy("one total"),
}
# Words over narrow columns; the fields themselves carry the long ones.
SHORT_KINDS = {
    BurracoKind.CLEAN: gettext_lazy("clean"),
    BurracoKind.SEMI_CLEAN: gettext_lazy("semi"),
    BurracoKind.DIRTY: gettext_lazy("dirty"),
    BurracoKind.SUPER: gettext_lazy("super"),
    BurracoKind.SUPER_DIRTY: gettext_lazy("s. dirty"),
    BurracoKind.ROYAL: gettext_lazy("royal"),
    BurracoKind.ROYAL_DIRTY: gettext_lazy("r. dirty"),
}
SHORT_FIELDS = {
    "missed": gettext_lazy("no pozzetto"),
    "laid": gettext_lazy("laid"),
    "left": gettext_lazy("left"),
}
# How a hand ended, as one choice: the line that closed it, or why nobody did.
ENDINGS = (
    ("", "—"),
    ("NS", gettext_lazy("N-S closed")),
    ("EW", gettext_lazy("E-W closed")),
    (EndReason.STOCK.value, gettext_lazy("stock finished")),
    (EndReason.TIME.value, gettext_lazy("time out")),
    (EndReason.STALL.value, gettext_lazy("stalled")),
    (EndReason.REFEREE.value, gettext_lazy("ended by the referee")),
)
SPARE_ROWS, LEAST_ROWS, MOST_ROWS = 2, 4, 40  # of a match to a target, whose hands nobody knows beforehand
REASONS = [
    ("", "—"),
    *[choice for choice in ScoreChange.Reason.choices if choice[0] not in UNASKED],
]


NOT_TAKEN = gettext_lazy("pozzetto not taken")


def _match_label(line: str) -> str:
    return f"{line_word(line)}, {WHOLE_MATCH}"


def _hand_label(number: int, line: str, word: str | Promise) -> str:
    return _("%(line)s, hand %(number)d, %(word)s") % {
        "line": line_word(line),
        "number": number,
        "word": word,
    }


# A save never shows a label: it is put together only where somebody reads it.
match_label = lazy(_match_label, str)
hand_label = lazy(_hand_label, str)


@dataclass(frozen=True, slots=True)
class LineCells:
    """The fields of one line in one row, in the order of the slip."""

    line: str
    fields: tuple[BoundField, ...]
    output: str  # id of the place of its running total
    running: Figure | None
    label: str


@dataclass(frozen=True, slots=True)
class SlipRow:
    """One row of the slip."""

    number: int
    label: str
    lines: tuple[LineCells, ...]
    ending: BoundField | None


def mode_of(hands: Sequence[NumberedHand], default: str) -> str:
    """The mode that shows a stored score as it was typed; `default` when there is none."""
    if not hands:
        return default
    if hands[0].covers > 1:
        return Mode.SINGLE
    layers = {layer(each.hand) for each in hands}
    if Layer.DETAIL in layers:
        return Mode.DETAIL
    return Mode.QUICK if Layer.QUICK in layers else Mode.TOTAL


class ScoreForm(forms.Form):
    """A match's score. Figures are named like `h3_EW_base`: the order of lines on a page is no matter."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    time_up = forms.BooleanField(
        required=False, label=gettext_lazy("Time was up: the match ends with the last hand written")
    )
    reason = forms.ChoiceField(required=False, choices=REASONS, label=gettext_lazy("Why it changes"))
    note = forms.CharField(required=False, max_length=200, label=gettext_lazy("Note"))
    override = forms.CharField(
        required=False, max_length=200, label=gettext_lazy("The referee accepts it because")
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        rules: Rules,
        mode: str,
        stored: Sequence[NumberedHand] = (),
        version: int = 0,
        first: str = "NS",
        more: int = 0,
    ) -> None:
        """`more` are rows beyond those of the format and those that hold something: extra hands."""
        self.more = more
        self.rules, self.mode, self.stored = rules, mode, tuple(stored)
        self.places: tuple[str, ...] = self._places()
        self.lines = self.places[::-1] if first == "EW" and rules.has_lines else self.places
        self.numbers = self._numbers(data, stored)
        self.kinds = tuple(rules.regulations.bonuses) if mode == Mode.DETAIL else ()
        self.confirmed = tuple(" ".join(data.getlist("confirm")).split()[:80]) if data is not None else ()
        super().__init__(data, initial={"seen": version, **self._initial(stored)}, auto_id="%s")
        for number in self.numbers:
            self._add_row(number)
        if mode == Mode.SINGLE and rules.format.hands is None:
            self.fields["covers"] = PointsField(label=_("Hands played"), least=1, most=12)
        self._add_totals()
        for name in ("note", "override", "reason"):
            self.fields[name].widget.attrs |= {"class": "in", "form": "slip"}

    def _add_totals(self) -> None:
        """The totals on the slip, to be typed as a second look."""
        for line in self.lines:
            label = _("%(line)s, total on the slip") % {"line": line_word(line)}
            self.fields[f"w_{line}"] = PointsField(label=label)

    def _places(self) -> tuple[str, ...]:
        """Those who score, in the order of totals and VP."""
        return tuple(line.value for line in LINES)

    def place_label(self, place: str) -> str:
        """What stands beside the figures of a line, or of a player."""
        return line_word(place)

    def place_typed(self, _number: int, side: str) -> str:
        """Where the figures of a side of a hand stand on the page."""
        return side

    def _numbers(self, data: QueryDict | None, stored: Sequence[NumberedHand]) -> Sequence[int]:
        """Numbers of the rows; to a target there are always some spare ones."""
        hands = self.rules.format.hands
        if hands is not None:
            last = max(hands, min(MOST_ROWS, self._used(data, stored) + self.more))
            extra = range(hands + 1, last + 1) if self.rules.format.extra else ()
            return (*(range(1, 2) if self.mode == Mode.SINGLE else range(1, hands + 1)), *extra)
        if self.mode == Mode.SINGLE:
            return range(1, 2)
        used = self._used(data, stored)
        return range(1, min(MOST_ROWS, max(LEAST_ROWS, used + SPARE_ROWS)) + 1)

    def _used(self, data: QueryDict | None, stored: Sequence[NumberedHand]) -> int:
        """The last hand that is stored, or of which something was typed; at least those of the format."""
        used = max((each.last for each in stored), default=0)
        if data is not None:
            typed = (
                name[1:].partition("_")[0] for name in data if name.startswith("h") and data[name].strip()
            )
            used = max([used, *(int(number) for number in typed if number.isdecimal() and len(number) < 3)])
        return max(used, self.rules.format.hands or 0)

    def is_extra(self, number: int) -> bool:
        """Whether the row is one of those that decide a level match."""
        return self.rules.format.hands is not None and number > self.rules.format.hands

    def is_level(self) -> bool:
        """Whether its hands end a match that somebody has to win, and nobody leads."""
        if not self.rules.format.extra or (self.is_bound and not self.is_valid()):
            return False
        hands = self.hands() if self.is_bound else self.stored
        known = (side.total for each in hands for side in resolve(each.hand, self.rules.regulations))
        if not hands or any(total is None for total in known):
            return False
        result = result_of(hands, self.rules)
        return result.complete and result.difference == 0

    def _add_row(self, number: int) -> None:
        for line in self.lines:
            for kind in self.kinds:
                self._add(number, line, kind.value, KIND_NAMES[kind], least=0, most=99, css="in few")
            for name in FIELDS[self.mode]:
                if name == "missed":
                    label = hand_label(number, line, NOT_TAKEN)
                    self.fields[f"h{number}_{line}_missed"] = forms.BooleanField(label=label, required=False)
                else:
                    self._add(number, line, name, FIELD_WORDS[name])
        if self.mode == Mode.DETAIL:
            label = _("Hand %(number)d, how it ended") % {"number": number}
            widget = forms.Select(attrs={"class": "in"})
            self.fields[f"h{number}_ending"] = forms.ChoiceField(
                label=label, choices=ENDINGS, required=False, widget=widget
            )

    def _add(self, number: int, line: str, name: str, word: str | Promise, **limits: Any) -> None:
        is_whole = self.mode == Mode.SINGLE and number == 1
        label = match_label(line) if is_whole else hand_label(number, line, word)
        self.fields[f"h{number}_{line}_{name}"] = PointsField(label=label, **limits)

    def _initial(self, stored: Sequence[NumberedHand]) -> dict[str, Any]:
        """The stored score in this mode's fields; of a finer mode, what follows from it."""
        initial: dict[str, Any] = {}
        for each in stored:
            resolved = resolve(each.hand, self.rules.regulations)
            for line, score, known in zip(each.sides, each.hand.sides, resolved, strict=True):
                start = f"h{each.number}_{line}_"
                for name in ("base", "points", "total"):
                    initial[start + name] = getattr(known, name)
                for name in ("missed", "laid", "left"):
                    initial[start + name] = getattr(score, name)
                counts = score.counts or {}
                initial |= {start + kind.value: counts[kind] for kind in counts if counts[kind]}
            initial[f"h{each.number}_ending"] = _ending_of(each)
            initial["override"] = initial.get("override") or each.override
            initial["time_up"] = each.hand.end_reason is EndReason.TIME
        if self.mode == Mode.SINGLE and stored:
            initial |= self._in_one(stored)
        return initial

    def _in_one(self, stored: Sequence[NumberedHand]) -> dict[str, Any]:
        """All stored hands as one total, without the extra ones."""
        stored = [each for each in stored if not self.is_extra(each.number)]
        pairs = [resolve(each.hand, self.rules.regulations) for each in stored]
        sums = {
            f"h1_{line}_total": sum(sides[i].total or 0 for sides in pairs) for i, line in enumerate(LINES)
        }
        return {**sums, "covers": sum(each.covers for each in stored)}

    def rows(self, running: Mapping[str, Figure]) -> list[SlipRow]:
        """The slip for the template; `running` totals by the id of their place."""
        return [
            SlipRow(
                number,
                self._row_label(number),
                tuple(
                    LineCells(
                        line,
                        tuple(self._cells(number, line)),
                        f"t{number}_{line}",
                        running.get(f"t{number}_{line}"),
                        self.place_label(line),
                    )
                    for line in self.lines
                ),
                self[f"h{number}_ending"] if self.mode == Mode.DETAIL else None,
            )
            for number in self.numbers
        ]

    def _row_label(self, number: int) -> str:
        if self.is_extra(number):
            return _("Extra hand")
        return _("Match") if self.mode == Mode.SINGLE else _("%(number)d.") % {"number": number}

    def empty_numbers(self) -> list[int]:
        """Numbers of the rows in which nothing stands."""
        return [
            number
            for number in self.numbers
            if not any(self[name].value() for name in self.fields if name.startswith(f"h{number}_"))
        ]

    def _cells(self, number: int, line: str) -> Iterable[BoundField]:
        names = [kind.value for kind in self.kinds] + list(FIELDS[self.mode])
        keys = (f"h{number}_{line}_{name}" for name in names)
        return (self[key] for key in keys if key in self.fields)

    def mark(self, name: str, message_id: str, *, is_error: bool) -> None:
        """Make an input show that a message is about it."""
        field = self.fields.get(name)
        if field is None:
            return
        field.widget.attrs["aria-describedby"] = message_id
        if is_error:
            field.widget.attrs["aria-invalid"] = "true"
        else:
            field.widget.attrs["class"] = f"{field.widget.attrs.get('class', '')} asks"

    def hide_reason(self, reason: str) -> None:
        """Leave a reason out of those offered; whoever sends it all the same is answered by the save."""
        self.fields["reason"].widget.choices = [each for each in REASONS if each[0] != reason]

    def headings(self) -> list[str]:
        """Words over the columns of one line."""
        words = [str(SHORT_KINDS[kind]) for kind in self.kinds]
        words += [str(SHORT_FIELDS.get(name, FIELD_WORDS[name])) for name in FIELDS[self.mode]]
        return words

    def feet(self) -> list[BoundField]:
        """The totals written on the slip, in the order of the lines on the page."""
        return [self[f"w_{line}"] for line in self.lines]

    def written(self) -> tuple[Figure | None, ...]:
        """The slip's totals of NS and EW, where they were typed again."""
        data = self.cleaned_data
        return data.get("w_NS"), data.get("w_EW")

    def hands(self) -> tuple[NumberedHand, ...]:
        """The rows in which something was typed, as records."""
        typed = [each for number in self.numbers if (each := self._hand(number)) is not None]
        return self._timed(typed)

    def _timed(self, typed: Sequence[NumberedHand]) -> tuple[NumberedHand, ...]:
        """The records, the last of them ended by time if that was ticked."""
        if not typed or not self.cleaned_data.get("time_up") or self.mode == Mode.DETAIL:
            return tuple(typed)
        last = typed[-1]
        return *typed[:-1], replace(last, hand=replace(last.hand, end_reason=EndReason.TIME))

    def _hand(self, number: int) -> NumberedHand | None:
        data = self.cleaned_data
        ending = data.get(f"h{number}_ending") or ""
        figures = {line: self._figures(number, line) for line in LINES}
        is_typed = bool(ending) or any(
            value is not None and value is not False for each in figures.values() for value in each.values()
        )
        if not is_typed:
            return None
        sides = tuple(self._score(figures[line], line, ending) for line in LINES)
        covers = 1 if self.is_extra(number) else self._covers()
        hand = Hand(sides, covers, end_reason_of(ending, self.places))
        return NumberedHand(number, hand, players=self.rules.players)

    def _figures(self, number: int, line: str) -> dict[str, Any]:
        start = f"h{number}_{line}_"
        names = [kind.value for kind in self.kinds] + list(FIELDS[self.mode])
        return {name: self.cleaned_data.get(start + name) for name in names if start + name in self.fields}

    def _score(self, figures: Mapping[str, Any], line: str, ending: str) -> HandScore:
        if self.mode != Mode.DETAIL:
            return HandScore(**figures)
        counts = {BurracoKind(kind): figures[kind] for kind in self.kinds if figures[kind]}
        closings = None if not ending else int(ending == line)
        missed = int(bool(figures["missed"]))
        return HandScore(counts, closings, missed, figures["laid"], figures["left"])

    def _covers(self) -> int:
        if self.mode != Mode.SINGLE:
            return 1
        return self.rules.format.hands or self.cleaned_data.get("covers") or 1


def _ending_of(each: NumberedHand) -> str:
    hand = each.hand
    closers = [side for side, score in zip(each.sides, hand.sides, strict=True) if score.closings]
    if closers:
        return closers[0]
    return hand.end_reason.value if hand.end_reason not in (None, EndReason.CLOSED) else ""


def end_reason_of(ending: str, places: Sequence[str]) -> EndReason | None:
    """Why the hand ended, from the choice typed: a place is who closed it."""
    if not ending:
        return None
    return EndReason.CLOSED if ending in places else EndReason(ending)
