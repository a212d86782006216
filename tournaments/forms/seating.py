"""Seating a round by hand, and swapping two seats of a draft."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.small_tables import CHANGING
from tournaments.forms.draws import entry_label
from tournaments.names import EntryNames
from tournaments.pairing.draws import PastRound, Seating

PAIR_PLACES = (("NS", 1, _("N-S")), ("EW", 1, _("E-W")))
SINGLE_PLACES = (("NS", 1, _("North")), ("NS", 2, _("South")), ("EW", 1, _("East")), ("EW", 2, _("West")))


def _chosen_in(field: forms.BoundField) -> str:
    value = str(field.value() or "")
    return next((str(word) for code, word in field.field.choices if value and str(code) == value), "—")


class SeatByHandForm(forms.Form):
    """One choice for each place of each table; `rows` gives the fields by table to the template.

    `sizes` says how many entries sit at each table.
    """

    def __init__(
        self,
        *args: Any,
        names: Mapping[int, EntryNames],
        present: Sequence[int],
        sizes: Sequence[int],
        current: PastRound | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tables = range(1, len(sizes) + 1)
        self.places = [_places(size) for size in sizes]
        self.names, self.present = names, present
        self.spare = len(present) - sum(sizes)
        choices = [("", "—"), *((entry, entry_label(names, entry)) for entry in present)]
        filled = self._filled(current)
        for table, places in zip(self.tables, self.places, strict=True):
            for line, position, label in places:
                self.fields[f"t{table}-{line}-{position}"] = forms.TypedChoiceField(
                    label=_("Table %(table)d, %(place)s") % {"table": table, "place": label},
                    choices=choices,
                    coerce=int,
                    initial=filled.get((table, line, position), ""),
                    error_messages={
                        "required": _("Choose who sits here."),
                        "invalid_choice": _("Who was to sit here does not play any more: choose again."),
                    },
                )

    @staticmethod
    def _filled(current: PastRound | None) -> dict[tuple[int, str, int], int]:
        if current is None:
            return {}
        return {
            (seating.table, line, position): entry
            for seating in current.seatings
            for line, entries in (("NS", seating.ns), ("EW", seating.ew), ("", seating.ring))
            for position, entry in enumerate(entries, 1)
        }

    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        return [
            (table, [self[f"t{table}-{line}-{position}"] for line, position, _label in places])
            for table, places in zip(self.tables, self.places, strict=True)
        ]

    def columns(self) -> list[str]:
        """Names of the places where all tables have the same ones; none where sizes differ."""
        names = [[str(label) for _line, _position, label in places] for places in self.places]
        return names[0] if names and all(each == names[0] for each in names) else []

    def chosen(self) -> list[tuple[int, list[tuple[str, str]]]]:
        """By table, the place and the words of what is chosen there, for who can only read it."""
        return [
            (
                table,
                [(str(place[2]), _chosen_in(field)) for place, field in zip(places, fields, strict=True)],
            )
            for places, (table, fields) in zip(self.places, self.rows(), strict=True)
        ]

    def clean(self) -> dict[str, Any]:
        """Say beside the field who already sits elsewhere."""
        data = super().clean() or {}
        taken: dict[int, str] = {}
        for name, entry in list(data.items()):
            if entry in taken:
                self.add_error(name, _("Already chosen for another place."))
            taken[entry] = name
        return data

    def resting(self) -> list[int]:
        """Who is present and not chosen for any place."""
        chosen = set(self.cleaned_data.values()) if self.is_bound else set()
        return [entry for entry in self.present if entry not in chosen]

    def rests_key(self) -> str:
        """The keys of who rests, as the page sends them back once it has said so."""
        return ",".join(map(str, self.resting())) if self.is_bound and self.is_valid() else ""

    def rests_words(self) -> str:
        """Who rests if the seats are written as chosen."""
        return (
            ", ".join(entry_label(self.names, entry) for entry in self.resting()) if self.rests_key() else ""
        )

    def has_said_rests(self) -> bool:
        """Whether the page that was sent had said who rests, if anybody does."""
        return self.data.get("rests", "") == self.rests_key()

    def seatings(self) -> list[Seating]:
        data = self.cleaned_data
        return [
            Seating(
                table,
                *(
                    tuple(
                        data[f"t{table}-{line}-{position}"] for line, position, _l in places if line == side
                    )
                    for side in ("NS", "EW", "")
                ),
            )
            for table, places in zip(self.tables, self.places, strict=True)
        ]


def _places(size: int) -> Sequence[tuple[str, int, str | Promise]]:
    """The places of a table of so many entries."""
    if size in CHANGING:
        return [("", place, gettext("Place %(place)d") % {"place": place}) for place in range(1, size + 1)]
    return PAIR_PLACES if size == len(PAIR_PLACES) else SINGLE_PLACES


class SwapForm(forms.Form):
    """Exactly two seats of the draft."""

    seat = forms.TypedMultipleChoiceField(coerce=int, label=_("Seats to swap"))

    def __init__(self, *args: Any, seats: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = [(seat, seat) for seat in seats]
        self.fields["seat"].error_messages |= {
            "required": _("Choose the two seats to swap."),
            "invalid_choice": _("This seat is not in the draft any more: look again."),
        }

    def clean_seat(self) -> list[int]:
        seats = list(dict.fromkeys(self.cleaned_data["seat"]))
        if len(seats) != 2:
            raise forms.ValidationError(_("Choose exactly two seats."))
        return seats
