"""The slip of a table of three or five: who played alone in each hand, and the figures of its sides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.hands import Hand, HandScore
from scoring.ranking import Figure
from scoring.regulations import BurracoKind
from scoring.small_tables import sides_of_hand
from tournaments.forms.fields import HalfPointsField
from tournaments.forms.scores import ENDINGS, Mode, ScoreForm, SlipRow, end_reason_of
from tournaments.hands import NumberedHand
from tournaments.results import Rules, table_result

NOBODY = "0"


class PlayersForm(ScoreForm):
    """A match of single players. Fields are named like `h3_2_base`: hand, place, figure; `h3_alone` is who.

    The figures of a pair are typed once, beside either of the two. `names` are the players' by place.
    """

    def __init__(
        self, data: QueryDict | None = None, *, rules: Rules, names: Mapping[str, str], **facts: Any
    ) -> None:
        self.names = names
        super().__init__(data, rules=rules, **facts)

    def _add_totals(self) -> None:
        for place in self.places:
            label = _("%(player)s, total on the slip") % {"player": self.place_label(place)}
            self.fields[f"w_{place}"] = HalfPointsField(label=label)

    def written(self) -> tuple[Figure | None, ...]:
        """The slip's totals by place, where they were typed again."""
        return tuple(self.cleaned_data.get(f"w_{place}") for place in self.places)

    def _places(self) -> tuple[str, ...]:
        return tuple(str(place) for place in range(1, self.rules.players + 1))

    def place_label(self, place: str) -> str:
        return self.names.get(place, place)

    def place_typed(self, number: int, side: str) -> str:
        """Beside which player of a side its figures are: its first one if there are none yet."""
        for seats in sides_of_hand(self.rules.players, self._alone(number)):
            places = [str(seat) for seat in seats]
            if side in places:
                return next((place for place in places if _is_written(self._figures(number, place))), side)
        return side

    def _add_row(self, number: int) -> None:
        label = _("Hand %(number)d, who played alone") % {"number": number}
        players = [(place, f"{place} {self.place_label(place)}") for place in self.places]
        alone = [(place, _("%(player)s alone") % {"player": name}) for place, name in players]
        self.fields[f"h{number}_alone"] = forms.ChoiceField(
            label=label,
            choices=[("", _("alone: —")), *alone, (NOBODY, _("nobody: all alone"))],
            required=False,
            widget=forms.Select(attrs={"class": "in"}),
        )
        super()._add_row(number)
        if self.mode == Mode.DETAIL:
            closed = [(place, _("%(player)s closed") % {"player": name}) for place, name in players]
            others = [choice for choice in ENDINGS if choice[0] not in ("", "NS", "EW")]
            self.fields[f"h{number}_ending"].choices = [("", _("ended: —")), *closed, *others]

    def _initial(self, stored: Sequence[NumberedHand]) -> dict[str, Any]:
        alone = {
            f"h{each.number}_alone": NOBODY if each.alone is None else str(each.alone) for each in stored
        }
        return super()._initial(stored) | alone

    def _alone(self, number: int) -> int | None:
        """The place of who played alone; None where it is nobody, or not said."""
        typed = self.cleaned_data.get(f"h{number}_alone") or NOBODY
        return None if typed == NOBODY else int(typed)

    def _has_figures(self, number: int, place: str) -> bool:
        return any(value not in (None, False) for value in self._figures(number, place).values())

    def _is_typed(self, number: int) -> bool:
        data = self.cleaned_data
        said = data.get(f"h{number}_alone") or data.get(f"h{number}_ending")
        return bool(said) or any(self._has_figures(number, place) for place in self.places)

    def clean(self) -> dict[str, Any]:
        """Say beside the field that nobody was named, or that a pair's figures were written twice."""
        data = super().clean() or {}
        for number, switched in self._deals():
            if not switched and not data.get(f"h{number}_alone") and f"h{number}_alone" not in self.errors:
                self.add_error(f"h{number}_alone", _("Say who played alone: who took the first pozzetto."))
            for seats in sides_of_hand(self.rules.players, self._alone(number)):
                typed = [str(seat) for seat in seats if _is_written(self._figures(number, str(seat)))]
                for place in typed[1:]:
                    self.add_error(self._first_figure(number, place), _("A pair's figures are written once."))
        return data

    def _first_figure(self, number: int, place: str) -> str:
        figures = self._figures(number, place)
        name = next(name for name, value in figures.items() if name != "missed" and value is not None)
        return f"h{number}_{place}_{name}"

    def hands(self) -> tuple[NumberedHand, ...]:
        """The rows in which something was typed, as records."""
        return self._timed([self._played(number, switched) for number, switched in self._deals()])

    def _deals(self) -> Iterator[tuple[int, bool]]:
        """Each hand in which something was typed, and whether it was dealt after everybody plays alone."""
        before: list[NumberedHand] = []
        for number in self.numbers:
            if self._is_typed(number):
                switched = table_result(before, self.rules, timed_out=False).alone[-1]
                yield number, switched
                before.append(self._played(number, switched))

    def _played(self, number: int, switched: bool) -> NumberedHand:
        alone, ending = self._alone(number), self.cleaned_data.get(f"h{number}_ending") or ""
        sides = tuple(
            self._of_side(
                number, [str(seat) for seat in seats], ending, untaken=not switched and alone is None
            )
            for seats in sides_of_hand(self.rules.players, alone)
        )
        hand = Hand(sides, 1, end_reason_of(ending, self.places))
        return NumberedHand(number, hand, players=self.rules.players, alone=alone)

    def _of_side(self, number: int, places: Sequence[str], ending: str, *, untaken: bool) -> HandScore:
        """A side's figures, from beside whichever of its players they are; ticks count beside any of them."""
        every = [self._figures(number, place) for place in places]
        own = next((figures for figures in every if _is_written(figures)), every[0])
        if self.mode != Mode.DETAIL:
            return HandScore(**own)
        counts = {BurracoKind(kind): own[kind] for kind in self.kinds if own[kind]}
        closings = None if not ending else int(ending in places)
        # Where nobody took the first pozzetto all missed theirs: no tick is asked for.
        missed = int(untaken or any(figures["missed"] for figures in every))
        return HandScore(counts, closings, missed, own["laid"], own["left"])

    def player_rows(self, rows: Sequence[SlipRow]) -> list[tuple[SlipRow, forms.BoundField]]:
        """The slip's rows, each with its choice of who played alone."""
        return [(row, self[f"h{row.number}_alone"]) for row in rows]


def _is_written(figures: Mapping[str, Any]) -> bool:
    return any(value is not None for name, value in figures.items() if name != "missed")
