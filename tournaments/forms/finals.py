"""How many will play a final, before anybody has played; and the referee's word at the cut, as forms."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models.events import Phase
from tournaments.pairing.draws import Request, TooManyGroups
from tournaments.pairing.groups import form_groups
from tournaments.pairing.knockout import rounds_needed
from tournaments.seats import options_of

Why = Literal["", "groups", "small", "alone", "everybody"]


@dataclass(frozen=True, slots=True)
class FinalField:
    """How many play a final, of how many groups; or `why` they cannot. `limit` is the size of the smallest
    group."""

    entries: int
    groups: int
    limit: int
    why: Why = ""


def group_sizes(phase: Phase, entries: int) -> list[int]:
    """How many pairs each group of the phase has; all of them where there are none. Raises TooManyGroups."""
    if phase.groups < 2:
        return [entries]
    request = Request(tuple(range(entries)), options=options_of(phase))
    return [len(group) for group in form_groups(request)]


def field_of(phase: Phase, before: Phase, entries: int) -> FinalField:
    """Who plays the final phase after the phase `before`, with so many entries and nobody withdrawn."""
    try:
        sizes = group_sizes(before, entries)
    except TooManyGroups:
        return FinalField(0, before.groups, 0, "groups")
    number = phase.qualify_each * len(sizes) + phase.qualify_next
    why: Why = ""
    if phase.qualify_each + bool(phase.qualify_next) > min(sizes):
        why = "small"
    elif number < 2:
        why = "alone"
    elif number == entries:
        why = "everybody"
    return FinalField(number, len(sizes), min(sizes), why)


def final_words(phase: Phase, field: FinalField) -> str:
    """Who plays a final in words, or why nobody can."""
    figures = {
        "phase": phase.number,
        "each": phase.qualify_each,
        "next": phase.qualify_next,
        "groups": field.groups,
        "entries": field.entries,
        "limit": field.limit,
    }
    if field.why:
        return str(REFUSALS[field.why]) % figures
    figures["who"] = _who(phase, field)
    said = _("Phase %(phase)d: %(entries)d play the final, %(who)s.")
    byes = 2 ** rounds_needed(field.entries) - field.entries
    if phase.movement == Phase.Movement.KNOCKOUT and byes:
        free = ngettext(
            "In its first round the best seed has a bye.",
            "In its first round the best %(byes)d seeds have a bye.",
            byes,
        )
        said = f"{said} {free % {'byes': byes}}"
    return said % figures


def beside_words(phase: Phase, entries: int) -> Iterator[tuple[str, bool]]:
    """What so many play who do not play the final, and whether its rounds leave them enough to do."""
    if not phase.plays_beside:
        return
    others = Phase.Others(phase.others)
    figures = {"phase": phase.number, "entries": entries, "rounds": phase.rounds_count, "what": others.label}
    yield _("Phase %(phase)d: the other %(entries)d %(what)s.") % figures, True
    if entries == 1:
        yield str(ALONE_BESIDE) % figures, False
    elif others in TOO_LONG_BESIDE:
        limit, words = TOO_LONG_BESIDE[others]
        if phase.rounds_count > limit(entries):
            yield str(words) % {**figures, "limit": limit(entries)}, False


def _most_opponents(entries: int) -> int:
    return entries - 1 + entries % 2


ALONE_BESIDE = gettext_lazy("Phase %(phase)d: who is alone in final B rests in every round.")
TOO_LONG_BESIDE: Mapping[Phase.Others, tuple[Callable[[int], int], Promise]] = {
    Phase.Others.MITCHELL: (
        lambda entries: (entries + 1) // 2,
        gettext_lazy(
            "Phase %(phase)d: %(rounds)d rounds, but the Mitchell of final B has only %(limit)d without "
            "rematches: after them it begins again."
        ),
    ),
    Phase.Others.ROUND_ROBIN: (
        _most_opponents,
        gettext_lazy(
            "Phase %(phase)d: %(rounds)d rounds, but in final B everybody has met after %(limit)d: then they "
            "wait."
        ),
    ),
    Phase.Others.SWISS: (
        _most_opponents,
        gettext_lazy(
            "Phase %(phase)d: %(rounds)d rounds, but the Swiss of final B has only %(limit)d without "
            "rematches: after them some meet again."
        ),
    ),
}


def _who(phase: Phase, field: FinalField) -> str:
    each, following = phase.qualify_each, phase.qualify_next
    who = ngettext("the first of the standings", "the first %(each)d of the standings", each)
    if field.groups > 1 or following:
        who = ngettext(
            "the first of all %(groups)d groups", "the first %(each)d of all %(groups)d groups", each
        )
    said = who % {"each": each, "groups": field.groups}
    if not following:
        return said
    both = ngettext(
        "%(who)s and the best of those who come next",
        "%(who)s and the best %(next)d of those who come next",
        following,
    )
    return both % {"who": said, "next": following}


REFUSALS = {
    "groups": gettext_lazy("Phase %(phase)d: without its groups nobody can qualify for the final."),
    "small": gettext_lazy(
        "Phase %(phase)d: the smallest field before it has only %(limit)d, too few for so many to go on."
    ),
    "alone": gettext_lazy("Phase %(phase)d: a final needs two at least, let more go on."),
    "everybody": gettext_lazy("Phase %(phase)d: all go on, so this is no final: let fewer, or write 0."),
}
KEYS = re.compile(r"[0-9]{1,12}(-[0-9]{1,12})+", re.ASCII)


class CutForm(forms.Form):
    """Which cut is decided: the number of the final's phase, or nothing for another event; and which tie."""

    phase = forms.IntegerField(required=False, min_value=1, max_value=99, widget=forms.HiddenInput)
    tied = forms.CharField(max_length=2000, widget=forms.HiddenInput)

    def clean_tied(self) -> list[int]:
        if not KEYS.fullmatch(self.cleaned_data["tied"]):
            raise ValidationError(_("The standings have changed in the meantime: look again."))
        return [int(key) for key in self.cleaned_data["tied"].split("-")]


class ChoiceForm(CutForm):
    """Who of those who stand equal goes on."""

    through = forms.MultipleChoiceField(
        label=gettext_lazy("Who goes on"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, who: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        """`who`: those who stand equal, by key and label; of what was sent they are as it says."""
        super().__init__(*args, **kwargs)
        keys = str(self.data.get("tied", ""))
        known = keys.split("-") if KEYS.fullmatch(keys) else []
        self.fields["through"].choices = who or [(key, key) for key in known]

    def clean_through(self) -> list[int]:
        return [int(key) for key in self.cleaned_data["through"]]


class NextForm(forms.Form):
    """Who is entered by this press: everybody who qualified, or one who comes next (key of her entry)."""

    next = forms.IntegerField(required=False, min_value=1, max_value=10**12, widget=forms.HiddenInput)


class PlaceForm(forms.Form):
    """What becomes of the place of somebody who qualified and has withdrawn."""

    phase = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    entry = forms.IntegerField(min_value=1, max_value=10**12, widget=forms.HiddenInput)
    what = forms.ChoiceField(
        choices=[("next", gettext_lazy("The next one plays")), ("empty", gettext_lazy("It stays empty"))]
    )
