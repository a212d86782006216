"""What people type about entries one by one: who plays, who is present, who finds a partner."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms import refuse
from clubs.validators import one_line
from tournaments.entry_lists import SOMEBODY_NEW
from tournaments.likeness import KnownName, Name, NameIndex, split_name
from tournaments.models.entries import Entry
from tournaments.roster import EntryLine
from tournaments.team_pairs import WAITING, Pair, as_pairs

PLAYERS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


class FreeField(forms.CharField):
    """A text that counts as needed on the page, while the form decides when it may be empty."""

    def validate(self, value: str) -> None:
        """Let the empty text pass."""


class SearchForm(forms.Form):
    """The beginning of a surname."""

    q = forms.CharField(
        label=gettext_lazy("Surname"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"class": "in", "autocomplete": "off"}),
    )


class PresenceForm(forms.Form):
    """Whether an entry is here."""

    present = forms.TypedChoiceField(
        choices=[("1", "1"), ("0", "0")], coerce=lambda value: value == "1", empty_value=None
    )


class CloseForm(forms.Form):
    """How many absent entries were on the page when the check-in was closed."""

    absent_seen = forms.IntegerField(min_value=0, max_value=100_000)


class PlayersForm(forms.Form):
    """Who is in an entry, of a team also what it is called. A name that several persons may have, or
    one word of somebody new, brings a question of its own.

    `team_pairs` are the pairs of a team, 0 where none enter. `players` is then the persons' keys or the names
    of new ones, in order, `team` the team's name.
    """

    use_required_attribute = False

    def __init__(
        self,
        *args: Any,
        index: NameIndex,
        is_individual: bool,
        team_pairs: int = 0,
        partner: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.index = index
        self.is_individual, self.team_pairs = is_individual, team_pairs
        if self.is_teams:
            self._add_team()
        else:
            self._add_player("first", _("Player") if is_individual else _("First player"))
        if not is_individual and not self.is_teams:
            self._add_player("second", _("Second player"), partner)
            self.fields["alone"] = forms.BooleanField(
                label=_("No partner yet: she waits for one"), required=False
            )
        self.order_fields(["name", *(f"{name}{end}" for name in PLAYERS for end in ("", "_is")), "alone"])

    @property
    def is_teams(self) -> bool:
        return self.team_pairs > 0

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the fields that ask for a player."""
        if self.is_teams:
            return PLAYERS[: 2 * self.team_pairs + WAITING]
        return PLAYERS[: 1 if self.is_individual else 2]

    @property
    def people(self) -> list[tuple[str, forms.BoundField, forms.BoundField | None]]:
        """Each player's field with its name, and the question that her name brings, if any."""
        return [
            (name, self[name], self[f"{name}_is"] if f"{name}_is" in self.fields else None)
            for name in self.asked
        ]

    def _add_team(self) -> None:
        self.fields["name"] = forms.CharField(
            label=_("Name of the team"), max_length=60, validators=[one_line]
        )
        labels = (
            *(
                label % {"pair": pair}
                for pair in range(1, self.team_pairs + 1)
                for label in (_("Pair %(pair)d, first player"), _("Pair %(pair)d, second player"))
            ),
            _("Reserve"),
            _("Second reserve"),
        )
        for at, (name, label) in enumerate(zip(self.asked, labels, strict=True), 1):
            self._add_player(name, label, is_needed=at <= 2 * self.team_pairs)

    def _add_player(self, name: str, label: str, initial: str = "", *, is_needed: bool = True) -> None:
        is_strict = name == "first" or (self.is_teams and is_needed)
        kind = forms.CharField if is_strict else FreeField
        self.fields[name] = kind(
            label=label,
            max_length=122,
            initial=initial,
            required=is_needed,
            validators=[one_line],
            widget=forms.TextInput(attrs={"autocomplete": "off", "list": f"{name}-names"}),
        )
        typed = str(self.data.get(name, "")) if self.is_bound else ""
        if name == "first" and not self.is_teams and not self.is_bound and not self.initial:
            self.fields[name].widget.attrs["autofocus"] = True
        choices = self._choices(typed)
        if choices:
            self.fields[f"{name}_is"] = forms.ChoiceField(
                label=_("Who is it?"),
                choices=choices,
                widget=forms.RadioSelect,
                error_messages=dict.fromkeys(("required", "invalid_choice"), self._ask(choices)),
            )

    def _ask(self, choices: Sequence[tuple[str, str]]) -> str:
        if [value for value, _words in choices] == [SOMEBODY_NEW]:
            return _("Write surname and name above, or say that there is only this word.")
        return _("Say who it is.")

    def _choices(self, typed: str) -> list[tuple[str, str]]:
        """The persons who may be meant, and somebody new, when the name alone does not say it."""
        if not typed.strip() or self._known(typed) is not None:
            return []
        name = split_name(typed)
        exact = self.index.exact(name)
        likely = exact or _once((*self.index.near(name), *self.index.starting(typed)))
        choices = [(str(known.person_id), label_of(known, self.index)) for known in likely]
        if not exact and name.last and not name.first:
            choices.append((SOMEBODY_NEW, _("Somebody new, of this one word: %(name)s") % {"name": name}))
        elif choices and not exact:
            choices.append((SOMEBODY_NEW, _("Somebody new: %(name)s") % {"name": name}))
        return choices

    def _known(self, typed: str) -> KnownName | None:
        """The one person of this name, or the one whose key follows the name after a #."""
        name, _mark, key = typed.rpartition("#")
        if name and key.isdecimal() and len(key) < 19:
            known = self.index.by_id.get(int(key))
            if known is not None and Name(known.last, known.first).folded == split_name(name).folded:
                return known
        exact = self.index.exact(split_name(typed))
        return exact[0] if len(exact) == 1 else None

    def _player(self, name: str) -> int | Name | None:
        typed = self.cleaned_data.get(name, "")
        known = self._known(typed) if typed else None
        chosen = self.cleaned_data.get(f"{name}_is", "")
        if not typed:
            return None
        if known is not None:
            return known.person_id
        return int(chosen) if chosen.isdecimal() else split_name(typed)

    def first_player(self) -> int | None:
        """The key of the first player when the list knows exactly who was typed."""
        known = self._known(str(self.data.get("first", ""))) if self.is_bound else None
        return known.person_id if known else None

    def clean(self) -> dict[str, Any]:
        """Check that each name is a name, that a pair is two, or that being alone is meant."""
        cleaned = super().clean() or self.cleaned_data
        self.players: list[int | Name] = []
        for name in self.asked:
            player = self._player(name)
            if isinstance(player, Name) and not self.has_error(name):
                self._check_name(name, player)
            if player is not None:
                self.players.append(player)
        self.team = str(cleaned.get("name", ""))
        self._check_partner(cleaned)
        return cleaned

    def _check_name(self, field: str, name: Name) -> None:
        if not name.folded:
            self.add_error(field, _("Write a surname and a name."))
        if len(name.last) > 60 or len(name.first) > 60:
            self.add_error(field, _("Surname and name have at most 60 letters each."))

    def _check_partner(self, cleaned: Mapping[str, Any]) -> None:
        if self.is_individual or self.is_teams or self.has_error("second"):
            return
        if cleaned.get("second") and cleaned.get("alone"):
            self.add_error("alone", _("There is a second player: she is not alone."))
        if not cleaned.get("second") and not cleaned.get("alone"):
            words = _("Write the partner, or say that there is none yet.")
            if "alone" not in self.fields:
                words = _("Write the partner too: both players of the pair must be here.")
            self.add_error("second", words)

    def _field_at(self, position: int) -> str | None:
        """The field of the player so far down among those written, from 0."""
        filled = [name for name in self.asked if self.cleaned_data.get(name)]
        return filled[position] if position < len(filled) else None

    def refuse(self, refusal: ValidationError) -> None:
        """Put a verb's refusal beside the player it names, or above the form."""
        if hasattr(refusal, "error_dict"):
            refuse(self, refusal)
            return
        for error in refusal.error_list:
            position = (error.params or {}).get("position")
            field = self._field_at(position) if isinstance(position, int) else None
            self.add_error(field if field in self.fields else None, error)


class LineUpForm(forms.Form):
    """Who of a team sits in a round: a choice for each chair, two for each of its so many pairs."""

    def __init__(
        self,
        *args: Any,
        players: Sequence[tuple[int, str]],
        count: int,
        pairs: Sequence[Pair] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        now = [key for pair in pairs for key in pair] or [None] * (2 * count)
        for at, (name, key) in enumerate(zip(PLAYERS, now, strict=False)):
            label = _("Pair %(pair)d, with") if at % 2 else _("Pair %(pair)d")
            self.fields[name] = forms.TypedChoiceField(
                label=label % {"pair": at // 2 + 1},
                coerce=int,
                choices=list(players),
                initial=key,
                error_messages={"invalid_choice": _("Who was to sit here is not in the team any more.")},
            )

    def pairs(self) -> list[Pair]:
        """The chosen persons (keys), two by two."""
        return list(as_pairs([self.cleaned_data[name] for name in self.fields]))


def label_of(known: KnownName, index: NameIndex) -> str:
    """The name; with its key behind when somebody else is called the same."""
    alone = len(index.exact(Name(known.last, known.first))) == 1
    return str(known) if alone else f"{known} #{known.person_id}"


class PlaceForm(forms.ModelForm):
    """Whom an entry is kept apart from, and which table it keeps."""

    class Meta:
        model = Entry
        fields = ["club_name", "family", "fixed_table"]

    def __init__(self, *args: Any, is_teams: bool, **kwargs: Any) -> None:
        """A team sits at more tables than one, so it is not asked for one."""
        super().__init__(*args, **kwargs)
        if is_teams:
            del self.fields["fixed_table"]

    def _post_clean(self) -> None:
        """The verb writes and validates the row; this form only reads what was typed."""


class JoinForm(forms.Form):
    """The other single player of a new pair."""

    other = forms.TypedChoiceField(
        label=gettext_lazy("Her partner"),
        coerce=int,
        error_messages={"invalid_choice": gettext_lazy("She is not alone any more: choose again.")},
    )

    def __init__(self, *args: Any, singles: Sequence[EntryLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = [(line.entry_id, f"{line.number} · {line.names}") for line in singles]


def _once(names: Sequence[KnownName]) -> list[KnownName]:
    return list({known.person_id: known for known in names}.values())
